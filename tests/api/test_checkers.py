"""PettingZoo's, Gymnasium's and SB3's own tests, on every bundled encounter."""

import copy
import pickle

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from fracas.envs import bundled, make
from fracas.envs.core.aec import CombatEnv
from fracas.envs.core.registry import env_id
from fracas.envs.core.single import SingleEnv


def play(env, rng, decisions):
    """Take up to ``decisions`` random legal actions; return the agents that took them."""
    actors = []
    for _ in range(decisions):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        actors.append(env.agent_selection)
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return actors


@pytest.mark.parametrize("name", bundled())
def test_pettingzoo_api(name):
    api_test(make(name), num_cycles=300)


@pytest.mark.parametrize("name", bundled())
def test_pettingzoo_seed(name):
    seed_test(lambda: make(name), num_cycles=60)


@pytest.mark.parametrize("name", bundled())
def test_registered_with_both_libraries(name):
    aec = pettingzoo.make("aec", env_id(name))
    assert isinstance(aec.unwrapped, CombatEnv)
    single = gymnasium.make(env_id(name))
    assert isinstance(single.unwrapped, SingleEnv)


@pytest.mark.parametrize("name", bundled())
def test_gymnasium_checker(name):
    check_env(SingleEnv(name), skip_render_check=True)


@pytest.mark.parametrize("name", bundled())
def test_sb3_checker(name):
    from stable_baselines3.common.env_checker import check_env as check_for_sb3

    check_for_sb3(SingleEnv(name), warn=True)


def test_max_decisions_is_what_others_call_max_cycles():
    env = make("undead/alley", max_decisions=7)
    env.reset(seed=1)
    assert len(play(env, np.random.default_rng(0), 100)) == 7
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.parametrize("name", bundled())
def test_pickles_and_copies_go_on_alike(name):
    env = make(name)
    env.reset(seed=5)
    play(env, np.random.default_rng(1), 25)
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), env.clone()]
    for other in others:
        assert other.agent_selection == env.agent_selection
        assert other.record().tobytes() == env.record().tobytes()
    before = env.record().tobytes()
    ends = set()
    for other in others:
        play(other, np.random.default_rng(2), 30)
        ends.add(other.record().tobytes())
    assert len(ends) == 1
    assert env.record().tobytes() == before


@pytest.mark.parametrize("name", bundled())
def test_a_single_side_meets_both_seats(name):
    for side in make(name).arena.sides:
        env = SingleEnv(name, side=side)
        observation, info = env.reset(seed=3)
        rng = np.random.default_rng(4)
        done = False
        while not done:
            assert info["unit"] in env.units
            assert (env.action_masks() == observation["action_mask"].astype(bool)).all()
            row = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(int(row))
            assert type(reward) is float
            done = terminated or truncated
            assert done or reward == 0.0
        assert reward in (-1.0, 0.0, 1.0)
