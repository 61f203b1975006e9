"""Small battles and small runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, arena
from fracas.training.config import TrainConfig, load
from fracas.training.opponents import Pool, scripts_of
from fracas.training.vec_env import SelfPlay

# Two fighters within reach of each other: whoever strikes first and often wins.
DUEL = {
    "system": "undead",
    "title": "Duel",
    "symmetric": True,
    "round_limit": 6,
    "map": ".....\n.....\n.....",
    "sides": [
        {"id": "red", "units": [{"at": [1, 1], "melee": 3, "hp": 4, "hands": ["knife"]}]},
        {"id": "blue", "units": [{"at": [3, 1], "melee": 3, "hp": 4, "hands": ["knife"]}]},
    ],
}
SMALL = {
    "encounter": DUEL,
    "seed": 3,
    "decisions": 4 * 8 * 16,
    "ppo": {"battles": 8, "steps": 16, "minibatch": 32, "epochs": 2},
    "network": {"layers": [16]},
    "opponents": {"freeze_every": 128, "most_frozen": 2},
    "tensorboard": False,
}


@pytest.fixture(scope="session")
def duel() -> Arena:
    return arena(DUEL)


@pytest.fixture
def small() -> Callable[..., TrainConfig]:
    """Return a small run, some of its dotted keys changed."""
    return lambda **changes: load(SMALL, {k.replace("__", "."): v for k, v in changes.items()})


@pytest.fixture
def battles(duel: Arena) -> Callable[..., SelfPlay]:
    """Return battles of the duel, or of another encounter, against random play or a pool."""

    def make(n: int = 8, seed: int = 1, encounter: Any = duel, **more: Any) -> SelfPlay:
        pool = more.pop("pool", None) or pool_of(random=1.0)
        made = SelfPlay(encounter, n, np.random.SeedSequence(seed), pool, **more)
        made.reset()
        return made

    return make


def pool_of(**shares: float) -> Pool:
    door = scripts_of("undead")[1]
    return Pool(shares, door, door, np.random.default_rng(5), most_frozen=3)


@pytest.fixture
def make_pool() -> Callable[..., Pool]:
    """Return a pool of all scripts with these shares."""
    return pool_of


@pytest.fixture
def draw() -> Callable[[SelfPlay], Any]:
    """Return a function that draws legal rows for the learner."""
    rng = np.random.default_rng(7)
    return lambda play: (rng.random(play.masks.shape) * play.masks).argmax(axis=1)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path
