"""Policies of known conduct, for matches whose results are known beforehand."""

from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, arena


class Idle:
    """Ends its turns and declines everything, so that nothing ever happens."""

    def __init__(self, made: Arena) -> None:
        verbs = made.system.verbs.index
        idle = (verbs["end_turn"], verbs["pass"])
        self.rows = [row for row, (verb, *_) in enumerate(made.rows) if verb in idle]

    def reset(self, seed: int) -> None:
        pass

    def act(self, observations: Any, masks: Any, states: Any = None) -> Any:
        return np.array([self.rows[int(mask[self.rows].argmax())] for mask in masks])


class Watcher(Idle):
    """Idles, and notes the seed and the side of every battle that it is asked about."""

    def __init__(self, made: Arena) -> None:
        super().__init__(made)
        self.made = made
        self.seen: list[tuple[int, int]] = []
        self.seeds: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, observations: Any, masks: Any, states: Any = None) -> Any:
        for state in np.ascontiguousarray(states).view(self.made.system.dtype).reshape(-1):
            side = self.made.sides_of[int(state["decider"])]
            self.seen.append((int(state["seed"]), side))
        return super().act(observations, masks, states)


class Stray(Idle):
    """Takes a row that is never legal while others are."""

    def act(self, observations: Any, masks: Any, states: Any = None) -> Any:
        return masks.argmin(axis=1)


class Plain:
    """A script stripped of its kernel, so that it is asked from Python."""

    def __init__(self, script: Any) -> None:
        self.inner = script

    def reset(self, seed: int) -> None:
        self.inner.reset(seed)

    def act(self, observations: Any, masks: Any, states: Any = None) -> Any:
        return self.inner.act(observations, masks, states)


@pytest.fixture(scope="session")
def alley() -> Arena:
    return arena("undead/alley")


@pytest.fixture
def idle(alley: Arena) -> Idle:
    return Idle(alley)


@pytest.fixture
def watcher(alley: Arena) -> Watcher:
    return Watcher(alley)


@pytest.fixture
def stray(alley: Arena) -> Stray:
    return Stray(alley)


@pytest.fixture
def plain() -> type[Plain]:
    return Plain
