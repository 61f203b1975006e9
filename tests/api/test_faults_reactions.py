"""Rules, reactions and interrupts of other projects that went wrong, tried on these (area F).

The names keep the rows' numbers; the scenes are those of ``tests/systems``.

Without a test: F17 (simultaneous choices hidden from each other: no system has any yet).
Elsewhere: F5 in tests/policies/test_scripted_battles.py.
"""

import math

import numpy as np
import pytest

from fracas.envs import BattleBatch, bundled, make


def reacting(scene, *answers):
    """Take a scene's action, then answers while others are asked; return who was asked in between.

    The last answer is repeated.
    """
    battle, mover = scene.battle, scene.battle.decider
    battle.force_dice(getattr(scene, "dice", []))
    battle.act(*scene.action)
    asked = []
    while battle.decider not in (mover, None) and len(asked) < 20:
        asked.append(battle.decider)
        answer = answers[min(len(asked), len(answers)) - 1]
        battle.act(*([answer] if isinstance(answer, str) else answer))
    return asked


def random_states(name, seed, decisions):
    """Yield an environment before each of many random legal steps, beginning anew at each end."""
    env, rng = make(name), np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(decisions):
        if any(env.terminations.values()):
            env.reset()
        yield env
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


def test_F1_every_reactor_is_asked_in_the_order_of_the_rules(scene_reactors):
    scene = scene_reactors()
    assert len(scene.asked) == 3
    assert reacting(scene, scene.decline) == scene.asked
    assert scene.battle.decider == scene.mover


def test_F1_after_a_mover_falls_only_those_are_asked_whom_the_rules_name(scene_mover_falls, down):
    scene = scene_mover_falls()
    battle = scene.battle
    battle.act(*scene.action)
    asked = [battle.decider]
    battle.force_dice(scene.dice)
    battle.act(*scene.strike)
    assert scene.mover in down(battle)
    while any(str(action) == scene.decline for action in battle.legal()):
        asked.append(battle.decider)
        battle.act(scene.decline)
    assert asked == scene.asked_if_down
    assert battle.decider not in (scene.mover, None)


@pytest.mark.parametrize("name", bundled())
def test_F2_nobody_is_asked_where_there_is_nothing_to_choose(name):
    for env in random_states(name, 1, 400):
        assert env.last()[0]["action_mask"].sum() > 1


def test_F4_chances_are_those_of_twenty_thousand_rolls(scene_chance):
    """The exact chance, worked out by hand, lies within 4.5 deviations of the share that came."""
    scene, n = scene_chance(), 20_000
    batch = BattleBatch(scene.battle.arena, n, seed=1)
    words = batch.states["seed"].copy()
    batch.bytes[:] = scene.battle.state.view(np.uint8)
    batch.states["seed"] = words
    row = int(_named(scene.battle, scene.action))
    batch.step(np.full(n, row))
    share, chance = scene.happened(batch.states).mean(), float(scene.chance)
    assert abs(share - chance) < 4.5 * math.sqrt(chance * (1 - chance) / n)


def _named(battle, call):
    """Return the legal action that a call names."""
    taken = battle.copy()
    taken.act(*call)
    return next(
        action for action in battle.legal() if int(action) == int(taken.state["taken"][0, 0])
    )


def test_F7_a_reaction_is_a_decision_of_another_agent_inside_the_turn(scene_pending):
    """The worked example: an agent acts, another is selected, then the first goes on."""
    scene = scene_pending()
    env = make(scene.battle.arena)
    env.reset(options={"battle": scene.battle})
    mover = env.agent_selection
    env.step(int(_named(scene.battle, scene.action)))
    assert env.agent_selection == scene.reactor != mover
    assert env.battle.phase == scene.phase
    seen, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (0, False, False)
    assert not env.observe(mover)["action_mask"].any()
    names = {str(env.battle.action(int(r))): int(r) for r in np.flatnonzero(seen["action_mask"])}
    env.step(names[scene.decline])
    assert env.agent_selection == mover


def test_F8_only_who_leaves_reach_of_its_own_will_provokes(scene_leaving):
    scene = scene_leaving()
    mover = scene.battle.decider
    scene.battle.force_dice(scene.dice)
    scene.battle.act(*scene.action)
    assert (scene.battle.decider != mover) == scene.asked


def test_F10_a_defence_comes_before_the_damage_and_undoes_it(scene_defence):
    hurt = {}
    for answer in ("defend", "decline"):
        scene = scene_defence()
        battle = scene.battle
        battle.force_dice(scene.dice)
        battle.act(*scene.action)
        assert battle.decider == scene.victim
        assert scene.hurt(battle) == 0
        battle.act(getattr(scene, answer))
        hurt[answer] = scene.hurt(battle)
    assert hurt["defend"] == 0 < hurt["decline"]


def test_F11_a_cost_is_taken_once_from_who_owes_it(scene_cost):
    scene = scene_cost()
    battle = scene.battle
    before = scene.left(battle, scene.unit)
    battle.force_dice(scene.dice)
    battle.act(*scene.action)
    battle.act(*scene.answer)
    assert before - scene.left(battle, scene.unit) == scene.spent


@pytest.mark.parametrize("name", bundled())
def test_F11_spent_and_left_are_what_was_granted(name, rules):
    compared, before = 0, None
    for env in random_states(name, 2, 600):
        after = env.battle
        if before is not None and after.state["decisions"][0] > before.state["decisions"][0]:
            found = rules(name).ledger(before, after)
            if found is not None:
                assert found[0] == found[1], (before.decider, before.phase)
                compared += 1
        before = after
    assert compared > 100


def test_F13_a_corpse_draws_no_reaction_and_the_second_attack_is_still_there(scene_corpse, down):
    scene = scene_corpse()
    attacker = scene.battle.decider
    assert reacting(scene, scene.decline) == scene.asked
    assert scene.fallen in down(scene.battle)
    assert scene.battle.decider == attacker
    scene.battle.act(*scene.again)


def test_F14_who_is_not_seen_provokes_nothing_and_nothing_tells_of_it(scene_unseen):
    scene = scene_unseen()
    battle, mover = scene.battle, scene.battle.decider
    seen = battle.observation(scene.watcher).tobytes()
    read = len(battle.events_since(0, scene.watcher))
    battle.act(*scene.action)
    assert battle.decider == mover
    assert battle.observation(scene.watcher).tobytes() == seen
    assert len(battle.events_since(0, scene.watcher)) == read


@pytest.mark.parametrize("name", bundled())
def test_F16_exactly_one_seat_owes_a_decision_or_the_battle_is_over(name):
    for n, env in enumerate(random_states(name, 3, 300)):
        if n % 3 == 0:
            owing = [agent for agent in env.agents if env.observe(agent)["action_mask"].any()]
            assert owing == [env.agent_selection]
    rng = np.random.default_rng(3)
    while not env.terminations[env.agent_selection]:
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
