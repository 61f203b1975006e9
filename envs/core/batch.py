"""Many battles in one array, and the loops that run them; compiled once for all systems.

A loop takes a system's doors (``System.play``, a scripted policy's ``choose``) as arguments and
the records as rows of bytes, of which it reads the common header only.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena, Battle, arena, seed_word
from fracas.envs.core.dice import GOLDEN, below, mix
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.jit import public_kernel, record_at
from fracas.envs.core.record import DRAW, HEADER
from fracas.envs.core.system import OP_ACT, OP_BEGIN, OP_LOOK, REFUSED

_STRIDE = 11  # of the bare write

head_at = record_at(HEADER)

NETWORK = -1
"""Number of an opponent whose decisions are made outside the loop."""

# -- loops ----------------------------------------------------------------------------------------


@public_kernel
def word_of(base, episode):
    """Return the generator word of an episode of a batch."""
    return mix(base + (np.uint64(episode) + np.uint64(1)) * GOLDEN)


@public_kernel
def pick(mask, word):
    """Return a uniformly drawn legal row."""
    n = 0
    for row in range(mask.shape[0]):
        n += mask[row]
    k = below(word, n)
    for row in range(mask.shape[0]):
        if mask[row] != 0:
            if k == 0:
                return row
            k -= 1
    return -1


@public_kernel
def begin_one(play, template, states, k, word, observations, masks):
    """Start battle k from the template with a generator word; return the decider."""
    states[k, :] = template
    record = states.ctypes.data + k * states.shape[1]
    head_at(record).seed = word
    mask = masks.ctypes.data + k * masks.shape[1]
    floats = observations.ctypes.data + k * observations.shape[1] * 4
    return play(record, OP_BEGIN, 0, floats if observations.shape[1] > 0 else 0, mask)


@public_kernel
def act_one(play, states, k, row, observations, masks):
    """Take a row in battle k; return the next decider, -1 when over, or REFUSED."""
    record = states.ctypes.data + k * states.shape[1]
    mask = masks.ctypes.data + k * masks.shape[1]
    floats = observations.ctypes.data + k * observations.shape[1] * 4
    return play(record, OP_ACT, row, floats if observations.shape[1] > 0 else 0, mask)


@public_kernel
def begin_many(play, template, states, which, words, observations, masks, deciders):
    """Start the battles ``which``."""
    for n in range(which.shape[0]):
        k = which[n]
        deciders[k] = begin_one(play, template, states, k, words[n], observations, masks)


@public_kernel
def act_many(play, states, rows, observations, masks, deciders):
    """Take a row in every battle (-1: none); return the first battle that refused, or -1."""
    for k in range(rows.shape[0]):
        if rows[k] >= 0:
            decider = act_one(play, states, k, rows[k], observations, masks)
            if decider == REFUSED:
                return k
            deciders[k] = decider
    return -1


@public_kernel
def random_many(play, template, states, observations, masks, deciders, words, base, first, steps):
    """Play random legal rows, ``steps`` in each battle, starting anew where one is over.

    Returns:
        (decisions, battles finished, decisions that found an empty mask or were refused).
    """
    finished, wrong = 0, 0
    episode = first
    for _ in range(steps):
        for k in range(states.shape[0]):
            words[k] = mix(words[k] + GOLDEN)
            row = pick(masks[k], words[k])
            decider = act_one(play, states, k, row, observations, masks) if row >= 0 else REFUSED
            if decider == REFUSED:
                wrong += 1
                decider = -1
            if decider < 0:
                finished += 1
                decider = begin_one(
                    play, template, states, k, word_of(base, episode), observations, masks
                )
                episode += 1
            deciders[k] = decider
    return steps * states.shape[0], finished, wrong


@public_kernel
def write_many(observations, masks, words, steps, floats, bits):
    """Only pick a row and write as many floats and bytes as a decision does: the bare cost.

    As in play, the row is picked from what was written for the battle last. Each value is fetched
    from a place of its own, as an observation is, so that the loop is no copy of a block of memory.

    Args:
        floats: (m, floats) observations seen in play; another one is written each time, so that
            neither the values nor the pick can be worked out beforehand.
        bits: (m, rows) the masks that belong to them.
    """
    total = 0
    source = 0
    for _ in range(steps):
        for k in range(masks.shape[0]):
            words[k] = mix(words[k] + GOLDEN)
            source = source + 1 if source + 1 < bits.shape[0] else 0
            total += pick(masks[k], words[k])
            at = 0
            for i in range(observations.shape[1]):
                observations[k, i] = floats[source, at]
                at += _STRIDE
                if at >= floats.shape[1]:
                    at -= floats.shape[1]
            at = 0
            for i in range(masks.shape[1]):
                masks[k, i] = bits[source, at]
                at += _STRIDE
                if at >= bits.shape[1]:
                    at -= bits.shape[1]
    return total


@public_kernel
def bar(mask, barred):
    """Take barred rows out of a mask, unless no legal row would be left."""
    n = 0
    for row in range(mask.shape[0]):
        if mask[row] != 0 and barred[row] == 0:
            n += 1
    if n > 0:
        for row in range(mask.shape[0]):
            if barred[row] != 0:
                mask[row] = 0


@public_kernel
def script_one(play, choose, states, k, scripts, sides_of, noise, masks, barred, usage, limit):
    """Play battle k to its end between scripted policies; return the decisions asked.

    Args:
        scripts: number of the script of each side.
        barred: (sides, rows) rows that a side's script may not take, or (0, 0).
        usage: (sides, rows) counts of rows taken, or (0, 0).
        limit: most decisions; then the battle is left unfinished.
    """
    record = states.ctypes.data + k * states.shape[1]
    mask = masks.ctypes.data + k * masks.shape[1]
    head = head_at(record)
    asked = 0
    while head.decider >= 0 and asked < limit:
        side = sides_of[head.decider]
        noise = mix(noise + GOLDEN)
        if barred.shape[0] > 0:
            bar(masks[k], barred[side])
        row = choose(record, scripts[side], np.int64(noise >> np.uint64(1)), 0, mask)
        if usage.shape[0] > 0:
            usage[side, row] += 1
        if play(record, OP_ACT, row, 0, mask) == REFUSED:
            return -1 - row
        asked += 1
    return asked


@public_kernel
def script_many(
    play, choose, template, states, words, noises, scripts, sides_of, masks, barred, usage, limit,
    winners, rounds, decisions,
):  # fmt: skip
    """Play one battle per row of ``states`` between scripts; return -1, or the battle that failed.

    Args:
        scripts: (battles, sides) script numbers.
        barred: (sides, rows) rows that a side's script may not take, or (0, 0).
        winners: written: side index, -1 draw, -2 cut at ``limit``.
        rounds: written: round in which it ended.
        decisions: written: decisions asked.
    """
    nothing = np.zeros((states.shape[0], 0), np.float32)
    for k in range(states.shape[0]):
        begin_one(play, template, states, k, words[k], nothing, masks)
        asked = script_one(
            play, choose, states, k, scripts[k], sides_of, noises[k], masks, barred, usage, limit
        )
        if asked < 0:
            return k
        head = head_at(states.ctypes.data + k * states.shape[1])
        winners[k] = -2 if head.winner == 0 else -1 if head.winner == DRAW else head.winner - 1
        rounds[k] = head.round
        decisions[k] = asked
    return -1


@public_kernel
def answer_many(
    play, choose, states, which, learners, opponents, sides_of, noises, observations, masks,
    deciders, limit,
):  # fmt: skip
    """Run battles on through scripted opponents until the learner, or a network, must decide.

    Args:
        which: battles to run on.
        learners: side of the learner in each battle.
        opponents: script that plays the other side of each battle, NETWORK for one outside.
        limit: decisions after which a battle is left alone (a truncation).
    """
    for n in range(which.shape[0]):
        k = which[n]
        record = states.ctypes.data + k * states.shape[1]
        mask = masks.ctypes.data + k * masks.shape[1]
        floats = observations.ctypes.data + k * observations.shape[1] * 4
        head = head_at(record)
        ran = False
        while (
            head.decider >= 0
            and sides_of[head.decider] != learners[k]
            and opponents[k] != NETWORK
            and head.decisions < limit
        ):
            noises[k] = mix(noises[k] + GOLDEN)
            row = choose(record, opponents[k], np.int64(noises[k] >> np.uint64(1)), 0, mask)
            if play(record, OP_ACT, row, 0, mask) == REFUSED:
                return k
            ran = True
        if ran and head.decider >= 0:
            play(record, OP_LOOK, np.int64(head.decider), floats, mask)
        deciders[k] = head.decider
    return -1


# -- the batch ------------------------------------------------------------------------------------


class BattleBatch:
    """``n`` battles of one encounter, stepped together.

    Args:
        encounter: a bundled id, a YAML path, a mapping, or an ``Arena``.
        n: number of battles.
        seed: seed of the dice of all battles; every episode has its own word.
        observations: array of shape (n, floats), float32, to write into (made if left out).
        masks: array of shape (n, rows), int8, to write into (made if left out).

    Attributes:
        observations: of each battle's decider; left as it was where a battle is over.
        masks: of each battle's decider; zero where a battle is over.
        deciders: (n,) unit index that owes the decision, -1 where the battle is over.
        rewards: (n, sides) float32: of the last step; 0 but where a battle has just ended.
        done: (n,) bool.
    """

    def __init__(
        self,
        encounter: str | Path | Mapping[str, Any] | Arena,
        n: int,
        seed: int = 0,
        *,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> None:
        """Make the arrays and start all battles."""
        self.arena = arena(encounter)
        self.n = n
        size = self.arena.system.dtype.itemsize
        self.bytes = np.zeros((n, size), np.uint8)
        self.template = self.arena.record.view(np.uint8).reshape(size).copy()
        shape = (n, self.arena.n_floats)
        self.observations = self._own(observations, shape, np.float32)
        self.masks = self._own(masks, (n, self.arena.n_rows), np.int8)
        self.deciders = np.full(n, -1, np.int64)
        self.rewards = np.zeros((n, len(self.arena.sides)), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.sides_of = np.array(self.arena.sides_of, np.int64)
        self.play = self.arena.system.play.function
        self.seed(seed)
        self.restart()

    @staticmethod
    def _own(array: Any, shape: tuple[int, int], dtype: Any) -> Any:
        if array is None:
            return np.zeros(shape, dtype)
        if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
            name = np.dtype(dtype).name
            raise ValueError(
                f"a contiguous {name} array of shape {shape} is needed, not {array.shape}"
            )
        return array

    def seed(self, seed: int) -> None:
        """Set the seed of the episodes that start from now on."""
        self.base = seed_word(seed)
        self.episode = 0

    @property
    def states(self) -> NDArray[Any]:
        """Return the records, shape (n,); writes go through."""
        return self.bytes.view(self.arena.system.dtype).reshape(self.n)

    def battle(self, k: int) -> Battle:
        """Return an independent copy of battle k, with names."""
        battle = Battle(self.arena)
        battle.state = self.bytes[k].copy().view(self.arena.system.dtype)
        return battle

    def next_words(self, n: int) -> NDArray[np.uint64]:
        """Return the generator words of the next n episodes."""
        words = np.array([word_of(self.base, self.episode + k) for k in range(n)], np.uint64)
        self.episode += n
        return words

    def restart(
        self,
        which: NDArray[np.int64] | Sequence[int] | None = None,
        words: NDArray[np.uint64] | None = None,
    ) -> None:
        """Start battles anew.

        Args:
            which: their numbers; all if left out.
            words: their generator words; the batch's next ones if left out.
        """
        chosen = np.arange(self.n) if which is None else np.asarray(which, np.int64)
        if words is None:
            words = self.next_words(len(chosen))
        begin_many(
            self.play, self.template, self.bytes, chosen, words, self.observations, self.masks,
            self.deciders,
        )  # fmt: skip
        self.rewards[chosen] = 0
        self.done[chosen] = False

    def step(self, rows: NDArray[np.int64] | Sequence[int]) -> None:
        """Take a row in every battle (-1 leaves one alone).

        Raises:
            IllegalAction: a row is not legal; battles before that one have been stepped.
        """
        chosen = np.ascontiguousarray(rows, np.int64)
        if chosen.shape != (self.n,):
            raise ValueError(f"{self.n} rows are needed, not an array of shape {chosen.shape}")
        refused = act_many(
            self.play, self.bytes, chosen, self.observations, self.masks, self.deciders
        )
        if refused >= 0:
            raise IllegalAction(f"battle {refused}: row {chosen[refused]} is not legal")
        self.settle()

    def settle(self) -> None:
        """Bring ``done`` and ``rewards`` up to date with the states."""
        over = self.deciders < 0
        fresh = over & ~self.done
        self.rewards[:] = 0
        if fresh.any():
            self.rewards[fresh] = rewards_of(self.states["winner"][fresh], len(self.arena.sides))
        self.done[:] = over


def rewards_of(winners: NDArray[np.int8], sides: int) -> NDArray[np.float32]:
    """Return (battles, sides) rewards: the winner +1, the others share -1, a draw 0."""
    rewards = np.zeros((len(winners), sides), np.float32)
    won = np.flatnonzero((winners > 0) & (winners != DRAW))
    rewards[won] = -1.0 / (sides - 1)
    rewards[won, winners[won].astype(np.int64) - 1] = 1.0
    return rewards
