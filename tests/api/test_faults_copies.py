"""Copies, saved states and search of other projects that went wrong, tried on these (area E).

The names keep the rows' numbers; the scenes are those of ``tests/systems``.

Without a test: E7, E8, E10 (there is no search yet).
Elsewhere: E13 and E4's copies in tests/properties; the cost of a copy is in ``fracas bench`` (E1).
"""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from fracas.envs import Battle, bundled, make, system_names

RESTORED = 200  # places in each system
FURTHER = 50


def legal(rng, mask):
    return int(rng.choice(np.flatnonzero(mask)))


def play(env, seed, steps):
    """Take random legal steps."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        if any(env.terminations.values()):
            return
        env.step(legal(rng, env.last()[0]["action_mask"]))


def begun(name, seed, steps):
    """Return a wrapped environment in mid battle."""
    env = OrderEnforcingWrapper(make(name))
    env.reset(seed=seed)
    play(env, seed, steps)
    return env


def restored(battle):
    """Return a battle made anew from the saved bytes of another one."""
    other = Battle(battle.arena)
    other.state = np.frombuffer(battle.state.tobytes(), battle.state.dtype).copy()
    return other


def taken_over(battle):
    """Return an environment that has taken a battle over."""
    env = make(battle.arena)
    env.reset(options={"battle": battle})
    return env


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_E1_a_wrapped_environment_is_copied_and_pickled_in_mid_battle(name, how):
    env = begun(name, 4, 30)
    other = how(env)
    before = env.unwrapped.record().tobytes()
    play(other, 9, 40)
    assert env.unwrapped.record().tobytes() == before != other.unwrapped.record().tobytes()
    play(env, 9, 40)
    assert env.unwrapped.record().tobytes() == other.unwrapped.record().tobytes()
    assert (env.agent_selection, env.rewards) == (other.agent_selection, other.rewards)


def test_E2_a_battle_saved_while_a_reaction_is_pending_is_the_same_battle(scene_pending):
    scene = scene_pending()
    battle = scene.battle
    battle.act(*scene.action)
    assert (battle.decider, battle.phase) == (scene.reactor, scene.phase)
    texts = [str(action) for action in battle.legal()]
    env = make(battle.arena)
    env.reset(options={"battle": battle})
    others = [
        battle.copy(), restored(battle), taken_over(battle).battle, env.clone().battle,
        pickle.loads(pickle.dumps(env)).battle,
    ]  # fmt: skip
    for other in others:
        assert (other.decider, other.phase) == (scene.reactor, scene.phase)
        assert other.state["windows"].tobytes() == battle.state["windows"].tobytes()
        assert other.state["depth"] == battle.state["depth"] > 1
        assert [str(action) for action in other.legal()] == texts
    rows = [int(np.flatnonzero(other.mask())[0]) for other in others]
    for other, row in zip(others, rows, strict=True):
        other.act(row)
    assert len({other.state.tobytes() for other in others}) == 1


@pytest.mark.parametrize("system", system_names())
def test_E4_a_restored_battle_goes_on_as_the_one_it_was_taken_from(system):
    names = [name for name in bundled() if name.startswith(f"{system}/")]
    lengths = np.random.default_rng(1).integers(0, 120, RESTORED)
    for n, steps in enumerate(lengths.tolist()):
        env = begun(names[n % len(names)], n, steps).unwrapped
        other = taken_over(restored(env.battle))
        play(env, n, FURTHER)
        play(other, n, FURTHER)
        assert env.record().tobytes() == other.record().tobytes(), (n, env.arena.name)
        assert (env.agent_selection, env.rewards) == (other.agent_selection, other.rewards)


@pytest.mark.parametrize("name", bundled())
def test_E5_playouts_on_copies_leave_the_battle_and_what_it_shares_alone(name):
    env = begun(name, 2, 20).unwrapped
    battle = env.battle
    before = battle.state.tobytes(), env.record().tobytes(), env.arena.record.tobytes()
    for seed in range(1000 // len(bundled())):
        play(env.clone(), seed, 60)
        other = battle.copy()
        other.act(int(np.flatnonzero(other.mask())[seed % other.mask().sum()]))
    assert battle.state.tobytes() == before[0]
    assert env.record().tobytes() == before[1]
    assert env.arena.record.tobytes() == before[2]


def spoil(value):
    """Change every container that hangs on a value, in place."""
    if isinstance(value, np.ndarray):
        value.view(np.uint8)[...] ^= 0xFF
    elif isinstance(value, dict):
        for part in list(value.values()):
            spoil(part)
        value.clear()
    elif isinstance(value, list):
        for part in value:
            spoil(part)
        value.clear()


@pytest.mark.parametrize("name", bundled())
def test_E5_no_container_of_a_copy_is_shared(name):
    env = begun(name, 3, 15).unwrapped
    battle = env.battle
    seen = [battle.state.tobytes(), env.record().tobytes(), env.last()[0]["observation"].tobytes()]
    told = [copy.deepcopy(v) for v in (env.agents, env.rewards, env.terminations, env.infos)]
    for other in (battle.copy(), env.clone(), copy.deepcopy(env)):
        for key, value in vars(other).items():
            if key not in ("metadata", "arena"):  # what all battles of an encounter share
                spoil(value)
    assert seen == [
        battle.state.tobytes(), env.record().tobytes(), env.last()[0]["observation"].tobytes(),
    ]  # fmt: skip
    assert told == [env.agents, env.rewards, env.terminations, env.infos]
    assert battle.observation().tobytes() == seen[2]
    play(env, 3, 30)


@pytest.mark.parametrize("name", bundled())
def test_E11_going_back_to_a_copy_brings_the_dice_back_too(name):
    """Forced dice and those to come; ``redetermine`` is what draws others."""
    battle = begun(name, 5, 10).unwrapped.battle
    battle.force_dice([3, 4, 5])
    saved = battle.copy()
    ends = set()
    for _ in range(2):
        now, rng = saved.copy(), np.random.default_rng(6)
        assert now.dice_left == 3
        for _ in range(80):
            if now.outcome is None:
                now.act(legal(rng, now.mask()))
        assert now.dice_rolled > saved.dice_rolled + 3
        ends.add(now.state.tobytes())
    assert len(ends) == 1
    redrawn = {int(saved.redetermine(saved.decider, seed=n).state["seed"][0]) for n in range(4)}
    assert len(redrawn) == 4
