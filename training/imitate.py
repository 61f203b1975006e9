"""A learner's first steps: play as a script does, before it plays to win (behaviour cloning).

Where random play hardly ever wins, rewards say nothing for a long time. A script that plays to the
point gives the learner a beginning; what is better than the script it finds by itself.
"""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import BattleBatch, script_many
from fracas.envs.core.battle import Arena
from fracas.envs.core.dice import GOLDEN, mix
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.jit import public_kernel
from fracas.training.opponents import scripts_of

BATTLES = 256
STEPS = 16  # decisions in each battle between gradient steps
MINIBATCH = 256
MEETINGS = 32  # battles of each two scripts on each seat, to tell which script is strongest
LIMIT = 5000  # decisions after which such a battle counts as drawn
STRONGEST = "strongest"
"""In place of a script's name: for each side, the one whose worst meeting is best."""


@public_kernel
def choose_many(
    choose: Any, states: Any, deciders: Any, sides_of: Any, scripts: Any, noises: Any, masks: Any,
    rows: Any,
) -> None:  # fmt: skip
    """Write the row that the script of the decider's side takes in each battle.

    ``scripts`` are numbers, (battles, sides); ``rows`` is -1 where a battle is over.
    """
    for k in range(states.shape[0]):
        rows[k] = -1
        if deciders[k] >= 0:
            noises[k] = mix(noises[k] + GOLDEN)
            record = states.ctypes.data + k * states.shape[1]
            mask = masks.ctypes.data + k * masks.shape[1]
            script = scripts[k, sides_of[deciders[k]]]
            rows[k] = choose(record, script, np.int64(noises[k] >> np.uint64(1)), 0, mask)


def strongest(arena: Arena, rng: np.random.Generator, stop: threading.Event) -> NDArray[np.int64]:
    """Return (sides,) the number of the script whose worst meeting, on that side, is best.

    Args:
        arena: the encounter.
        rng: of dice and what scripts leave to chance.
        stop: ends it early; what is returned then says nothing.

    Raises:
        IllegalAction: a script takes a row that the rules refuse.
    """
    door, names = scripts_of(arena.system.name)
    sides, count = len(arena.sides), len(names)
    template = arena.record.view(np.uint8).reshape(-1)
    states = np.zeros((MEETINGS, template.size), np.uint8)
    masks = np.zeros((MEETINGS, arena.n_rows), np.int8)
    winners, rounds, decisions = np.zeros((3, MEETINGS), np.int64)
    sides_of = np.array(arena.sides_of, np.int64)
    uncounted, unbarred = np.zeros((0, arena.n_rows), np.int64), np.zeros((0, 0), np.int8)
    scores = np.zeros((sides, count, count))
    for side, own, other in np.ndindex(scores.shape):
        if stop.is_set():
            break
        scripts = np.full((MEETINGS, sides), other, np.int64)
        scripts[:, side] = own
        words, noises = rng.integers(0, 2**64, (2, MEETINGS), np.uint64)
        failed = script_many(
            arena.system.play.function, door.function, template, states, words, noises, scripts,
            sides_of, masks, unbarred, uncounted, LIMIT, winners, rounds, decisions,
        )  # fmt: skip
        if failed >= 0:
            raise IllegalAction(f"{arena.name}: a script took a row that the rules refuse")
        scores[side, own, other] = np.where(winners < 0, 0.5, winners == side).mean()
    return scores.min(axis=2).argmax(axis=1)


class Lessons:
    """Battles of a script, on both seats in turn, against all scripts; its decisions are kept.

    Args:
        arena: the encounter.
        script: name of the script to imitate, or ``STRONGEST``.
        seed: of dice, opponents and what scripts leave to chance.
        stop: ends the search for the strongest script early.
    """

    def __init__(
        self, arena: Arena, script: str, seed: np.random.SeedSequence, stop: threading.Event
    ) -> None:
        door, names = scripts_of(arena.system.name)
        dice, draws = seed.spawn(2)
        self.rng = np.random.default_rng(draws)
        if script == STRONGEST:
            self.numbers = strongest(arena, self.rng, stop)
        else:
            self.numbers = np.full(len(arena.sides), names.index(script))
        self.batch = BattleBatch(arena, BATTLES, int(dice.generate_state(1, np.uint64)[0]))
        self.count = len(names)
        self._choose = door.function
        self._noises = self.rng.integers(0, 2**64, BATTLES, np.uint64)
        self._scripts = np.zeros((BATTLES, len(arena.sides)), np.int64)
        self._own = np.zeros(BATTLES, np.int64)  # side that is imitated
        self._begin(np.arange(BATTLES))

    def _begin(self, which: NDArray[np.int64]) -> None:
        sides = self._scripts.shape[1]
        self._scripts[which] = self.rng.integers(0, self.count, (len(which), sides))
        self._own[which] = self.rng.integers(0, sides, len(which))
        self._scripts[which, self._own[which]] = self.numbers[self._own[which]]

    def next(self) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int64]]:
        """Play on; return the script's observations, masks and rows."""
        batch, rows = self.batch, np.zeros(BATTLES, np.int64)
        found: list[tuple[NDArray[Any], ...]] = []
        for _ in range(STEPS):
            choose_many(
                self._choose, batch.bytes, batch.deciders, batch.sides_of, self._scripts,
                self._noises, batch.masks, rows,
            )  # fmt: skip
            own = (rows >= 0) & (batch.sides_of[batch.deciders] == self._own)
            found.append((batch.observations[own], batch.masks[own] != 0, rows[own]))
            batch.step(rows)
            over = np.flatnonzero(batch.done)
            if len(over):
                self._begin(over)
                batch.restart(over)
        observations, masks, taken = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return observations, masks, taken


def imitate(
    model: Any,
    arena: Arena,
    script: str,
    decisions: int,
    seed: np.random.SeedSequence,
    stop: threading.Event,
    report: Callable[[float], None],
) -> None:
    """Raise the probability of what a script does, over as many of its decisions.

    Args:
        model: the learner.
        arena: the encounter.
        script: name of the script, or ``STRONGEST``.
        decisions: of the script, each learned from once.
        seed: of its battles.
        stop: ends it early.
        report: told the share of the lessons that is over, 0 to 1.
    """
    import torch

    report(0.0)
    lessons, policy, seen = Lessons(arena, script, seed, stop), model.policy, 0
    policy.set_training_mode(True)
    while seen < decisions and not stop.is_set():
        observations, masks, rows = lessons.next()
        seen += len(rows)
        for part in np.array_split(lessons.rng.permutation(len(rows)), -(-len(rows) // MINIBATCH)):
            _, logs, _ = policy.evaluate_actions(
                torch.from_numpy(observations[part]),
                torch.from_numpy(rows[part]),
                action_masks=masks[part],
            )
            policy.optimizer.zero_grad()
            (-logs.mean()).backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
            policy.optimizer.step()
        report(min(1.0, seen / decisions))
