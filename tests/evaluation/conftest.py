"""Policies of known conduct, for matches whose results are known beforehand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, Battle, arena
from fracas.evaluation.replay import record, write


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


# -- battle files ----------------------------------------------------------------------------------


@pytest.fixture
def drawn() -> Callable[..., Battle]:
    """Return a function that plays random legal rows."""

    def play(battle: Battle, seed: int = 0, decisions: int = 10_000) -> Battle:
        rng = np.random.default_rng(seed)
        for _ in range(decisions):
            if battle.decider is None:
                break
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        return battle

    return play


@pytest.fixture
def document() -> Callable[..., dict[str, Any]]:
    """Return a function that records a battle, as played by random policies."""

    def made(battle: Battle, content: Any = None) -> dict[str, Any]:
        return record(battle, dict.fromkeys(battle.arena.sides, "random"), content)

    return made


@pytest.fixture
def saved(tmp_path: Path, drawn: Any, document: Any) -> Callable[..., tuple[Battle, Path]]:
    """Return a function that plays a battle at random, writes it and returns (battle, path)."""

    def make(
        encounter: str = "undead/alley", seed: int = 4, decisions: int = 10_000
    ) -> tuple[Battle, Path]:
        battle = drawn(Battle(encounter, seed), seed, decisions)
        path = tmp_path / "battle.json"
        write(document(battle), path)
        return battle, path

    return make


@pytest.fixture
def altered(saved: Any) -> Callable[..., Path]:
    """Return a function that changes a part of a battle file and returns the path."""

    def make(keys: tuple[Any, ...], value: Any) -> Path:
        _, path = saved(decisions=12)
        content = json.loads(path.read_text("utf-8"))
        part = content
        *above, last = keys
        for key in above:
            part = part[key]
        part[last] = value(part[last]) if callable(value) else value
        path.write_text(json.dumps(content), "utf-8")
        return path

    return make
