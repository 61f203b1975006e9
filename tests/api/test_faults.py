"""What went wrong in other projects of the field, tried on these environments.

Rows A to D and G of the list of faults; the names keep the rows' numbers. More of them are in the
other files of this folder.
"""

from functools import partial

import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from fracas.envs import IllegalAction, bundled, make
from fracas.envs.core.single import SingleEnv

NAME = bundled()[0]


def struck(scene, env, seed):
    """Begin a battle with the first blow of a scene."""
    env.reset(seed=seed)
    taken = env.battle
    taken.act(*scene.action)
    env.step(int(taken.state["taken"][0, 0]))


def walk(env, seed, limit=10_000):
    """Yield the environment before each random legal step until it is done."""
    rng = np.random.default_rng(seed)
    for _ in range(limit):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        yield env
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


@pytest.mark.parametrize("name", bundled())
def test_A1_A10_A11_a_down_unit_is_never_selected_and_stays_an_agent(name, down):
    for seed in range(4):
        env = make(name)
        env.reset(seed=seed)
        for n, now in enumerate(walk(env, seed)):
            assert now.agents == now.possible_agents
            if n % 5 == 0:
                assert now.agent_selection not in down(now.battle)


def test_A1_A2_the_order_of_the_rest_of_the_round_is_kept_when_units_fall(scene_fall, down):
    scene = scene_fall()
    battle = scene.battle
    battle.force_dice(scene.dice)
    battle.act(*scene.action)
    assert down(battle) == scene.fallen
    for unit in scene.then:
        assert battle.decider == unit
        battle.act(scene.end_turn)


def test_A2_a_side_that_falls_at_once_has_lost(scene_victory, down):
    scene = scene_victory()
    battle = scene.battle
    battle.force_dice(scene.dice)
    battle.act(*scene.action)
    assert down(battle) == scene.fallen
    assert battle.outcome == scene.winner


def test_A4_a_mutual_kill_is_a_draw(scene_mutual_kill):
    scene = scene_mutual_kill()
    scene.battle.force_dice(scene.dice)
    scene.battle.act(*scene.action)
    assert scene.battle.outcome == "draw"
    env = make(scene.battle.arena)
    env.reset(options={"battle": scene.battle})
    assert all(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


@pytest.mark.parametrize("name", bundled())
def test_A5_A7_the_plain_loop_drains_the_agents(name):
    env = make(name)
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    assert env.agents == []
    with pytest.raises(IllegalAction, match="reset"):
        env.step(None)


@pytest.mark.parametrize("name", bundled())
def test_A7_the_first_agent_is_selected_at_the_end(name):
    env = make(name)
    for seed in range(3):
        env.reset(seed=seed)
        for _ in walk(env, seed):
            pass
        assert env.agent_selection == env.possible_agents[0]


@pytest.mark.parametrize("name", bundled())
def test_A8_last_is_the_observation_of_who_is_selected(name):
    env = make(name)
    env.reset(seed=3)
    for now in walk(env, 3, 80):
        shown, seen = now.last()[0], now.observe(now.agent_selection)
        assert shown["observation"].tobytes() == seen["observation"].tobytes()
        assert shown["action_mask"].tobytes() == seen["action_mask"].tobytes()
        arrays = [now.observe(agent)["observation"] for agent in now.agents]
        assert len({a.ctypes.data for a in arrays}) == len(arrays)


@pytest.mark.parametrize("name", bundled())
def test_A13_an_agent_may_act_again_and_keeps_its_rewards(name):
    env = make(name)
    env.reset(seed=1)
    again, before = 0, None
    for now in walk(env, 1, 60):
        again += now.agent_selection == before
        before = now.agent_selection
        assert now._cumulative_rewards[before] == 0
    assert again > 10


def test_A14_a_battle_may_end_with_its_first_action(scene_first_blow):
    scene = scene_first_blow()
    env, ended = make(scene.encounter), 0
    for seed in range(20):
        struck(scene, env, seed)
        ended += all(env.terminations.values())
    assert 0 < ended < 20


@pytest.mark.parametrize("name", bundled())
def test_A17_B2_B10_rewards_delivered_are_those_of_the_battle_and_sum_to_nothing(name):
    for seed in range(5):
        env = make(name)
        env.reset(seed=seed)
        for _ in walk(env, seed):
            assert set(env.rewards.values()) == {0}
        outcome = env.battle.outcome
        expected = {}
        for agent, side in zip(env.possible_agents, env.arena.sides_of, strict=True):
            won = outcome == env.arena.sides[side]
            expected[agent] = 0.0 if outcome == "draw" else 1.0 if won else -1.0
        assert env.rewards == expected
        delivered = {}
        while env.agents:
            agent = env.agent_selection
            delivered[agent] = env.last()[1]
            env.step(None)
        assert delivered == expected
        by_side = {side: {delivered[a] for a, s in zip(
            env.possible_agents, env.arena.sides_of, strict=True) if s == side}
            for side in (0, 1)}  # fmt: skip
        assert sum(value for values in by_side.values() for value in values) == 0


def test_B1_the_winner_of_a_known_win_gets_plus_one(scene_first_blow):
    scene = scene_first_blow()
    env = make(scene.encounter)
    for seed in range(30):
        struck(scene, env, seed)
        if all(env.terminations.values()):
            sides = [env.arena.sides[side] for side in env.arena.sides_of]
            assert list(env.rewards.values()) == [1 if s == scene.winner else -1 for s in sides]
            return
    raise AssertionError("no battle ended with the first blow")


@pytest.mark.parametrize("name", bundled())
def test_B8_a_cut_battle_loses_no_reward(name):
    env = make(name, max_decisions=9)
    env.reset(seed=4)
    for _ in walk(env, 4):
        pass
    assert all(env.truncations.values())
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)


@pytest.mark.parametrize("name", bundled())
def test_C4_C14_masks_have_the_type_that_sampling_wants(name):
    env = make(name)
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.dtype == np.int8
        assert mask.any() == (agent == env.agent_selection)
        if mask.any():
            assert mask[env.action_space(agent).sample(mask)]


@pytest.mark.parametrize("name", bundled())
def test_C5_C16_C17_C22_every_row_on_a_clone_does_what_the_mask_says(name):
    env = make(name)
    env.reset(seed=6)
    for n, now in enumerate(walk(env, 6, 40)):
        if n % 8:
            continue
        mask = now.last()[0]["action_mask"]
        before = now.record().tobytes()
        for row in range(len(mask)):
            other = now.clone()
            if mask[row]:
                other.step(row)
                assert other.record().tobytes() != before
            else:
                with pytest.raises(IllegalAction):
                    other.step(row)
                assert other.record().tobytes() == before
        assert now.record().tobytes() == before


@pytest.mark.parametrize("action", [None, "step", 10_000, -1, 1.5, [1], np.float32(2)])
def test_C17_what_is_no_row_is_refused_in_one_line(action):
    env = make(NAME)
    env.reset(seed=1)
    before = env.record().tobytes()
    with pytest.raises(IllegalAction, match="is not legal for") as error:
        env.step(action)
    assert "\n" not in str(error.value)
    assert env.record().tobytes() == before


@pytest.mark.parametrize("name", bundled())
def test_C28_an_action_keeps_its_meaning_in_all_phases(name):
    env = make(name)
    env.reset(seed=2)
    verbs = {}
    for now in walk(env, 2, 300):
        for action in now.battle.legal():
            assert verbs.setdefault(action.row, action.verb) == action.verb


def test_D4_D14_environments_side_by_side_play_as_each_alone():
    def digests(envs):
        rngs = [np.random.default_rng(k) for k in range(len(envs))]
        for _ in range(50):
            for env, rng in zip(envs, rngs, strict=True):
                if not any(env.terminations.values()):
                    env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        return [env.record().tobytes() for env in envs]

    def begun(seed):
        env = make(NAME)
        env.reset(seed=seed)
        return env

    together = digests([begun(0), begun(1)])
    rng_alone = digests([begun(0)])
    assert together[0] == rng_alone[0]
    assert together[0] != together[1]


def test_D8_D11_neighbouring_seeds_and_later_episodes_differ():
    starts = set()
    for seed in (1, 2):
        env = make(NAME)
        env.reset(seed=seed)
        for _ in range(8):
            starts.add(int(env.record()["seed"][0]))
            env.reset()
    assert len(starts) == 16


@pytest.mark.parametrize("name", bundled())
def test_G1_G2_observations_handed_out_are_not_written_to_again(name):
    env = make(name)
    env.reset(seed=1)
    kept = []
    for now in walk(env, 1, 60):
        shown = now.last()[0]
        kept.append((shown, {k: v.copy() for k, v in shown.items()}))
    for shown, copied in kept:
        for key, value in copied.items():
            assert (shown[key] == value).all()


def test_G2_vector_environments_keep_old_observations():
    import gymnasium

    env = gymnasium.vector.SyncVectorEnv([partial(SingleEnv, NAME)] * 2)
    old, _ = env.reset(seed=1)
    copied = old["observation"].copy()
    rng = np.random.default_rng(0)
    masks = old["action_mask"]
    for _ in range(5):
        rows = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
        masks = env.step(np.array(rows))[0]["action_mask"]
    assert (old["observation"] == copied).all()
    env.close()


@pytest.mark.parametrize("name", bundled())
def test_G7_what_is_ours_is_reachable_through_pettingzoos_wrapper(name):
    env = OrderEnforcingWrapper(make(name))
    env.reset(seed=1)
    assert env.unwrapped.battle.legal()
    assert env.unwrapped.clone().agent_selection == env.agent_selection


@pytest.mark.parametrize("name", bundled())
def test_G8_G10_every_agent_may_look_at_any_time_and_stays_inside_its_space(name):
    env = make(name)
    env.reset(seed=7)
    for n, now in enumerate(walk(env, 7)):
        if n % 20 == 0:
            for agent in now.possible_agents:
                assert now.observation_space(agent).contains(now.observe(agent))
    while env.agents:
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        env.step(None)
    assert env.observation_space(env.possible_agents[0]).contains(
        env.observe(env.possible_agents[0])
    )


@pytest.mark.parametrize("name", bundled())
def test_G4_rewards_are_plain_floats(name):
    env = make(name)
    env.reset(seed=1)
    for now in walk(env, 1):
        assert type(now.last()[1]) in (float, int)
    assert all(type(reward) is float for reward in env.rewards.values())
