"""Action masks of other projects that went wrong, tried on these (area C).

The names keep the rows' numbers.

Without a test: C8 (no action space here is MultiDiscrete), C25 (SuperSuit isn't claimed: most of
its wrappers take no Dict observations), C26 (RLlib isn't claimed).
Elsewhere: C1, C2, C23 and C29 in tests/training/test_learner.py and test_train.py.
"""

import numpy as np
import pytest

from fracas.envs import IllegalAction, arena, bundled
from fracas.envs.core.single import SingleEnv

TEAMS = [name for name in bundled() if len(arena(name).units) > len(arena(name).sides)]
LARGEST = max(bundled(), key=lambda name: arena(name).n_rows)


def decisions(env, seed, most):
    """Yield (observation, info) at each of a side's decisions, over several episodes."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    for _ in range(most):
        yield seen, info
        row = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, _, terminated, truncated, info = env.step(row)
        if terminated or truncated:
            seen, info = env.reset()


@pytest.mark.parametrize("name", TEAMS)
def test_C10_with_several_units_a_mask_is_that_of_the_unit_that_decides(name):
    """One learner plays a whole side: MaskablePPO asks ``action_masks`` at each decision."""
    for side in arena(name).sides:
        env, deciders = SingleEnv(name, side=side), set()
        for seen, info in decisions(env, 1, 150):
            battle = env.combat.battle
            assert info["unit"] == battle.decider
            assert (env.action_masks() == battle.mask(info["unit"]).astype(bool)).all()
            assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
            deciders.add(info["unit"])
        assert deciders == set(env.units)


@pytest.mark.slow
def test_C10_a_maskable_learner_of_sb3_contrib_plays_a_team():
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    env = SingleEnv(LARGEST, illegal="error")  # an illegal row would raise
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)
    seen, _ = env.reset(seed=2)
    for _ in range(20):
        row, _ = model.predict(seen, action_masks=env.action_masks())
        seen, _, terminated, truncated, _ = env.step(row)
        if terminated or truncated:
            seen, _ = env.reset()


def test_C20_the_second_mask_knows_what_the_first_decision_took(scene_exclusive):
    taken, free = scene_exclusive(), scene_exclusive()
    for call in taken.first:
        taken.battle.act(*call)
    for call in free.instead:
        free.battle.act(*call)
    assert taken.battle.decider == free.battle.decider
    free.battle.copy().act(*free.barred)
    with pytest.raises(IllegalAction, match="is not legal for"):
        taken.battle.act(*taken.barred)


@pytest.mark.slow
def test_C1_C2_the_largest_action_space_is_learned_on_without_a_crash(tmp_path):
    """Distributions validate nothing here (the learner's own): see B1 for that it learns."""
    from fracas.training.config import load
    from fracas.training.train import train

    config = load(
        {
            "encounter": LARGEST,
            "seed": 1,
            "decisions": 8192,
            "ppo": {"battles": 64, "steps": 32, "minibatch": 512, "epochs": 2},
            "network": {"layers": [64]},
            "tensorboard": False,
        }
    )
    result = train(config, tmp_path / "run", progress=False)
    assert result.status.decisions == 8192
    with np.load(tmp_path / "run" / "policy.npz") as saved:
        arrays = [saved[key] for key in saved.files if saved[key].dtype.kind == "f"]
    assert arrays
    assert all(np.isfinite(array).all() for array in arrays)
