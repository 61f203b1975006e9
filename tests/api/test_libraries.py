"""Wrappers, vector environments and learners of other libraries around these environments.

Rows A, C and G of the list of faults; the names keep the rows' numbers.
"""

from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils import aec_to_parallel
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from fracas.envs import IllegalAction, bundled, make
from fracas.envs.core.registry import env_id
from fracas.envs.core.single import SingleEnv

NAME = bundled()[0]
SINGLE = partial(SingleEnv, NAME, illegal="error")


def pick(rng, masks):
    """Return a random legal row for each mask."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


# -- PettingZoo -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_pettingzoo_render(name, capsys):
    render_test(partial(make, name))
    assert capsys.readouterr().out.count("\n") > 5  # "human" prints the board


@pytest.mark.parametrize("name", bundled())
def test_A10_A11_C13_a_turn_based_parallel_view_passes_pettingzoos_test(name):
    parallel_api_test(turn_based_aec_to_parallel(make(name)), num_cycles=300)


@pytest.mark.parametrize("name", bundled())
def test_A11_B8_a_parallel_view_keeps_all_agents_and_loses_no_reward(name):
    env = turn_based_aec_to_parallel(make(name, max_decisions=400))
    observations, _ = env.reset(seed=2)
    rng, sums = np.random.default_rng(2), dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        assert env.agents == env.possible_agents
        active = env.aec_env.agent_selection
        row = int(pick(rng, [observations[active]["action_mask"]])[0])
        others = dict.fromkeys(env.agents)
        observations, rewards, terminated, truncated, _ = env.step({**others, active: row})
        for agent, reward in rewards.items():
            sums[agent] += reward
    assert all(terminated.values()) or all(truncated.values())
    assert sums == rewards
    assert sum(set(sums.values())) == 0


def test_A10_the_simultaneous_view_is_refused():
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(make(NAME))


def test_A7_C17_pettingzoos_wrappers_end_a_battle_at_an_illegal_row():
    env = OrderEnforcingWrapper(
        TerminateIllegalWrapper(AssertOutOfBoundsWrapper(make(NAME)), illegal_reward=-1)
    )
    env.reset(seed=1)
    loser = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    delivered = {}
    for agent in env.agent_iter():
        _, delivered[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert delivered == {a: -1.0 if a == loser else 0.0 for a in env.possible_agents}


def test_A5_an_agent_that_is_done_never_acts_and_one_that_acts_is_never_asked_for_None():
    env = make(NAME)
    env.reset(seed=3)
    rng, nones = np.random.default_rng(3), []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            assert not observation["action_mask"].any()
            nones.append(agent)
            env.step(None)
        else:
            with pytest.raises(IllegalAction):
                env.step(None)
            env.step(int(pick(rng, [observation["action_mask"]])[0]))
    assert nones == env.possible_agents


# -- Gymnasium ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_gymnasium_checker_on_the_registered_name(name):
    check_env(gymnasium.make(env_id(name), render_mode="ansi").unwrapped)


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_G2_D11_vector_environments_keep_old_observations_and_differ(kind):
    makers = [SINGLE] * 4
    if kind == "sync":
        env = gymnasium.vector.SyncVectorEnv(makers)
    else:
        env = gymnasium.vector.AsyncVectorEnv(makers)
    old, _ = env.reset(seed=1)
    copied = {key: value.copy() for key, value in old.items()}
    rng, now = np.random.default_rng(0), old
    for _ in range(40):
        now, rewards, *_ = env.step(pick(rng, now["action_mask"]))
        assert now["action_mask"].any(axis=1).all()
        assert set(rewards.tolist()) <= {-1.0, 0.0, 1.0}
    assert all((old[key] == copied[key]).all() for key in old)
    assert len({row.tobytes() for row in now["observation"]}) == 4
    env.close()


# -- stable-baselines3 ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("processes", [False, True])
@pytest.mark.parametrize("wrapper", ["none", "monitor", "normalize", "stack"])
def test_C5_C7_C11_C19_masks_come_through_vector_environments(processes, wrapper):
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import (
        DummyVecEnv,
        SubprocVecEnv,
        VecFrameStack,
        VecNormalize,
    )

    makers = [partial(Monitor, SINGLE()) if wrapper == "monitor" else SINGLE for _ in range(2)]
    env = SubprocVecEnv(makers) if processes else DummyVecEnv(makers)
    if wrapper == "normalize":
        env = VecNormalize(env, norm_obs_keys=["observation"])  # the mask stays 0 and 1
    elif wrapper == "stack":
        env = VecFrameStack(env, 2)
    assert is_masking_supported(env)
    env.seed(1)
    observations, rng = env.reset(), np.random.default_rng(1)
    for _ in range(120):
        masks = get_action_masks(env).reshape(2, -1)
        seen = observations["action_mask"][:, -masks.shape[1] :]
        assert (masks == seen).all()
        assert masks.any(axis=1).all()
        assert set(np.unique(observations["action_mask"]).tolist()) <= {0, 1}
        observations, *_ = env.step(pick(rng, masks))  # an illegal row would raise
    env.close()


@pytest.mark.slow
def test_C5_C23_a_maskable_learner_meets_no_illegal_row_and_stays_finite():
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    env = DummyVecEnv([SINGLE] * 3)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=64, seed=1, n_epochs=2)
    model.learn(192 * 3)
    for batch in model.rollout_buffer.get():
        _, log_prob, _ = model.policy.evaluate_actions(
            batch.observations, batch.actions.flatten(), action_masks=batch.action_masks
        )
        assert torch.isfinite(log_prob).all()
        assert torch.isfinite(batch.advantages).all()
        taken = batch.action_masks.gather(1, batch.actions.long())
        assert (taken == 1).all()  # legal by the stored mask
    assert all(torch.isfinite(p).all() for p in model.policy.parameters())
