"""Early deaths and rewards of other projects that went wrong, tried on these (areas A, B and G).

The names keep the rows' numbers.

Units that are down stay agents, so rows on padding them (B7, G5: SuperSuit's ``black_death``, which
takes no Dict observations) are tried on what takes its place here.
Elsewhere: B4 and H4, the mirrored seats, in tests/properties/test_symmetry.py.
"""

import numpy as np
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from fracas.envs import Battle, arena, bundled, make
from fracas.training.opponents import Pool, scripts_of
from fracas.training.vec_env import SelfPlay


def legal(rng, seen):
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


def fallen(scene):
    """Return an environment in which the scene's units have just fallen."""
    battle = scene.battle
    battle.force_dice(scene.dice)
    battle.act(*scene.action)
    env = make(battle.arena)
    env.reset(seed=1, options={"battle": battle})
    return env


def episode(env, rng):
    """Play on to the end; return the agents' rewards by step, and those told by ``last``."""
    by_step = dict.fromkeys(env.possible_agents, 0.0)
    told = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        done = terminated or truncated
        env.step(None if done else legal(rng, seen))
        if not done:
            for one, gained in env.rewards.items():
                by_step[one] += gained
    return by_step, told


def potential_of(name):
    """Return a function: battle, side -> the potential that shaping adds up."""
    made = arena(name)
    door = scripts_of(made.system.name)[1]
    pool = Pool({"random": 1.0}, door, door, np.random.default_rng(0))
    shaped = SelfPlay(made, 2, np.random.SeedSequence(0), pool, shaping=1.0)._potential_of
    return lambda battle, side: float(shaped(battle.state, np.array([side]))[0])


def random_battles(name, seed, states):
    """Yield battles in random states of an encounter."""
    rng, battle = np.random.default_rng(seed), Battle(name, seed=seed)
    for n in range(states):
        for _ in range(5):
            if battle.outcome is not None:
                battle = Battle(battle.arena, seed=seed * 1000 + n)
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        if battle.outcome is None:
            yield battle


def test_A16_a_parallel_view_takes_None_for_who_is_down(scene_fall):
    scene = scene_fall()
    start = fallen(scene).battle
    env = turn_based_aec_to_parallel(make(start.arena))
    env.reset(seed=1, options={"battle": start})
    rng = np.random.default_rng(1)
    while env.agents:
        assert env.agents == env.possible_agents
        active = env.aec_env.agent_selection
        assert active not in scene.fallen
        row = legal(rng, env.aec_env.last()[0])
        observations, rewards, terminated, _, _ = env.step(
            {**dict.fromkeys(env.agents), active: row}
        )
        assert set(observations) == set(rewards) == set(env.possible_agents)
    assert all(terminated.values())
    assert sum(set(rewards.values())) == 0


@pytest.mark.parametrize("name", bundled())
def test_B4_a_score_is_the_sum_of_rewards_however_they_are_gathered(name):
    for seed in range(3):
        env = make(name)
        env.reset(seed=seed)
        by_step, told = episode(env, np.random.default_rng(seed))
        assert by_step == told
        assert set(told.values()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("name", bundled())
def test_B5_an_enemys_recovery_is_no_gain_and_an_allys_no_loss(name, rules):
    potential, compared = potential_of(name), 0
    for battle in random_battles(name, 1, 40):
        for unit in battle.units:
            wounded = rules(name).wounded(battle, unit)
            if wounded is None:
                continue
            side = battle.arena.sides_of[battle.index(unit)]
            for seat in range(len(battle.arena.sides)):
                gain = potential(battle, seat) - potential(wounded, seat)
                assert gain > 0 if seat == side else gain < 0
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", bundled())
def test_B5_what_shaping_adds_up_is_as_much_for_one_side_as_against_the_other(name):
    potential = potential_of(name)
    for battle in random_battles(name, 2, 20):
        shares = [potential(battle, side) for side in range(len(battle.arena.sides))]
        assert sum(shares) == pytest.approx(0, abs=1e-6)
        assert max(map(abs, shares)) <= 1 + 1e-6


@pytest.mark.parametrize("name", bundled())
def test_E13_shaping_tells_nothing_that_is_hidden(name):
    """Nor do other rewards, which come with the outcome only."""
    potential = potential_of(name)
    for n, battle in enumerate(random_battles(name, 3, 40)):
        for unit in battle.units:
            side = battle.arena.sides_of[battle.index(unit)]
            other = battle.redetermine(unit, seed=n)
            assert potential(other, side) == potential(battle, side)


def test_B7_G5_who_is_down_gets_nothing_until_all_end_in_the_same_step(scene_fall):
    scene = scene_fall()
    env = fallen(scene)
    rng = np.random.default_rng(2)
    while not any(env.terminations.values()):
        assert env.agents == env.possible_agents
        assert all(env.rewards[unit] == 0 for unit in scene.fallen)
        assert not any(env.observe(unit)["action_mask"].any() for unit in scene.fallen)
        env.step(legal(rng, env.last()[0]))
    assert all(env.terminations.values())
    by_side = {}
    for unit, side in zip(env.possible_agents, env.arena.sides_of, strict=True):
        by_side.setdefault(side, set()).add(env.rewards[unit])
    assert all(len(rewards) == 1 for rewards in by_side.values())  # the fallen as the others
