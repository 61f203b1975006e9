"""Battles between two policies on paired seeds, the sides swapped.

Pair ``p`` is one battle for each side that the first policy can play, all with the same dice.
Two scripts meet inside the kernel; any other policies answer batches of observations.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import BattleBatch, rewards_of, script_many, word_of
from fracas.envs.core.battle import Arena, Battle, seed_word
from fracas.envs.core.record import address
from fracas.policies.base import Policy

LIMIT = 5000
"""Decisions after which a battle is cut off."""

CUT = -2
DRAWN = -1

_AT_ONCE = 512  # pairs in one batch


class MatchError(ValueError):
    """A match that can't be played, in one line."""


@dataclass(frozen=True)
class Match:
    """What came of the battles between a first and a second policy, one entry a battle.

    Attributes:
        arena: the encounter.
        pair: number of the pair; battles of a pair share their dice.
        side: side that the first policy played; the second one played all others.
        winner: side that won, ``DRAWN``, or ``CUT`` where the decision limit cut the battle off.
        rounds: round in which it ended.
        decisions: decisions asked.
        usage: (battles, 2, groups) rows taken by each of the two policies, counted by verb unless
            other groups were asked for; empty if not counted.
        words: generator word of each battle.
        rows: rows taken in each of the first battles, as many as were to be recorded.
    """

    arena: Arena
    pair: NDArray[np.int64]
    side: NDArray[np.int64]
    winner: NDArray[np.int64]
    rounds: NDArray[np.int64]
    decisions: NDArray[np.int64]
    usage: NDArray[np.int64]
    words: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    rows: list[list[int]] = field(default_factory=list)

    @cached_property
    def ended(self) -> NDArray[np.bool_]:
        """Tell which battles were played to their end."""
        return self.winner != CUT

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Tell which battles the first policy won."""
        return self.winner == self.side

    @cached_property
    def lost(self) -> NDArray[np.bool_]:
        """Tell which battles the first policy lost."""
        return (self.winner >= 0) & (self.winner != self.side)

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Return 1 for a win of the first policy, a half for a draw, 0 (also for a cut one)."""
        return self.won + 0.5 * (self.winner == DRAWN)

    def side_points(self, side: int) -> NDArray[np.float64]:
        """Return 1 where a side won, a half where nobody did, else 0, whoever played it."""
        return np.where(self.winner < 0, 0.5, self.winner == side)

    def per_pair(
        self, values: NDArray[Any], which: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Return the mean of ``values`` over the battles ``which`` of each pair that has any."""
        chosen = slice(None) if which is None else which
        pairs = self.pair[chosen]
        size = int(self.pair.max(initial=-1)) + 1
        counts = np.bincount(pairs, minlength=size)
        sums = np.bincount(pairs, weights=values[chosen].astype(np.float64), minlength=size)
        return sums[counts > 0] / counts[counts > 0]

    def scores(self, which: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Return the first policy's score in each pair, over battles that ended."""
        return self.per_pair(self.points, self.ended if which is None else self.ended & which)

    def counts(self, player: int, which: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Return (pairs, groups): how often a policy (0 or 1) took rows of each, by pair."""
        chosen = slice(None) if which is None else which
        total = np.zeros((int(self.pair.max()) + 1, self.usage.shape[2]))
        np.add.at(total, self.pair[chosen], self.usage[chosen, player])
        return total

    def battle(self, k: int) -> Battle:
        """Return a recorded battle, played again from its word and rows.

        Raises:
            MatchError: it doesn't end as the one that was counted.
        """
        battle = begun(self.arena, self.words[k])
        for row in self.rows[k]:
            battle.act(row)
        counted = tuple(int(values[k]) for values in (self.winner, self.rounds, self.decisions))
        again = tuple(int(values[0]) for values in _results(self.arena, battle.state))
        if again != counted:
            raise MatchError(
                f"{self.arena.name}: battle {k + 1} of a match ended with winner, round and"
                f" decisions {counted}, and with {again} when played again"
            )
        return battle


def begun(arena: Arena, word: np.uint64) -> Battle:
    """Return a battle with a generator word, run to its first decision."""
    batch = BattleBatch(arena, 1)
    batch.restart(words=np.array([word], np.uint64))
    return batch.battle(0)


def play(
    arena: Arena,
    first: Policy,
    second: Policy,
    pairs: int,
    seed: int = 0,
    limit: int = LIMIT,
    usage: bool = True,
    groups: NDArray[np.int64] | None = None,
    barred: NDArray[np.int8] | None = None,
    record: int = 0,
) -> Match:
    """Play ``pairs`` times a battle for each side that ``first`` can take.

    Args:
        arena: the encounter.
        first: the policy whose results are counted.
        second: the policy that plays all other sides.
        pairs: number of seeds.
        seed: seed of the dice and of the policies.
        limit: decisions after which a battle is cut off.
        usage: whether to count rows taken; without, scripts play a little faster.
        groups: (rows,) the group that each row is counted in, from 0; its verb if left out.
        barred: (sides, rows) 1 where a side may not take a row that the rules allow; a row that
            is the only one left is taken all the same.
        record: number of battles, from the first, whose rows are kept for ``Match.battle``.

    Raises:
        MatchError: a policy took a row that the rules refuse.
    """
    if pairs < 1:
        raise MatchError(f"at least 1 pair of battles is needed, not {pairs}")
    sides = len(arena.sides)
    pair = np.repeat(np.arange(pairs), sides)
    side = np.tile(np.arange(sides), pairs)
    n = len(pair)
    winner, rounds, decisions = np.zeros((3, n), np.int64)
    of_row = verb_of_row(arena) if groups is None else groups
    size = len(arena.system.verbs.verbs) if groups is None else int(groups.max()) + 1
    taken = np.zeros((n if usage else 0, 2, size), np.int64)
    words = _words(seed, pairs)[pair]
    kept: list[list[int]] = [[] for _ in range(min(record, n))]
    match = Match(arena, pair, side, winner, rounds, decisions, taken, words, kept)
    never = np.zeros((0, 0), np.int8) if barred is None else barred
    scripts = _scripts(first, second)
    if scripts is not None:
        noises = _words((seed, 3), pairs)[pair]
        _play_scripts(match, scripts, noises, limit, of_row, never)
        for k, rows in enumerate(kept):
            rows += _script_rows(match, scripts, k, noises[k], limit, never)
        return match
    for player, policy in enumerate((first, second)):
        policy.reset(int(_word((seed, 1 + player)) >> np.uint64(1)))
    for start in range(0, n, _AT_ONCE * sides):
        chunk = slice(start, min(n, start + _AT_ONCE * sides))
        _play_batch(match, (first, second), chunk, limit, of_row, never)
    return match


def _word(seed: int | tuple[int, ...]) -> np.uint64:
    if isinstance(seed, int):
        return seed_word(seed)
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]


def _words(seed: int | tuple[int, ...], n: int) -> NDArray[np.uint64]:
    base = _word(seed)
    return np.array([word_of(base, k) for k in range(n)], np.uint64)


def verb_of_row(arena: Arena) -> NDArray[np.int64]:
    """Return the number of each row's verb."""
    return np.array([verb for verb, *_ in arena.rows], np.int64)


# -- scripts ---------------------------------------------------------------------------------------


def _scripts(first: Policy, second: Policy) -> tuple[Any, int, int] | None:
    """Return (choose, number, number) if both policies are scripts of one kernel."""
    chooses = [getattr(policy, "choose", None) for policy in (first, second)]
    if chooses[0] is None or chooses[0] is not chooses[1]:
        return None
    return chooses[0], first.script, second.script  # type: ignore[attr-defined]


def _play_scripts(
    match: Match,
    scripts: tuple[Any, int, int],
    noises: NDArray[np.uint64],
    limit: int,
    of_row: NDArray[np.int64],
    barred: NDArray[np.int8],
) -> None:
    """Play all battles inside the kernel; one call a battle where rows are counted by battle."""
    arena = match.arena
    choose, mine, others = scripts
    words = match.words
    n, sides = len(words), len(arena.sides)
    counts = match.usage.size > 0
    at_once = 1 if counts else _AT_ONCE
    template = arena.record.view(np.uint8).reshape(-1)
    states = np.zeros((at_once, template.size), np.uint8)
    masks = np.zeros((at_once, arena.n_rows), np.int8)
    sides_of = np.array(arena.sides_of, np.int64)
    rows = np.zeros((sides if counts else 0, arena.n_rows), np.int64)
    numbers = np.full((n, sides), others, np.int64)
    numbers[np.arange(n), match.side] = mine
    in_group = np.zeros((arena.n_rows, match.usage.shape[2]), np.int64)
    in_group[np.arange(arena.n_rows), of_row] = 1
    play, function = arena.system.play.function, choose.function
    for start in range(0, n, at_once):
        some = slice(start, min(n, start + at_once))
        size = some.stop - some.start
        rows[:] = 0
        failed = script_many(
            play, function, template, states[:size], words[some], noises[some], numbers[some],
            sides_of, masks, barred, rows, limit, match.winner[some], match.rounds[some],
            match.decisions[some],
        )  # fmt: skip
        if failed >= 0:
            raise MatchError(f"{arena.name}: a script took a row that the rules refuse")
        if counts:
            by_side = rows @ in_group
            own = by_side[match.side[start]]
            match.usage[start] = own, by_side.sum(axis=0) - own


def _script_rows(
    match: Match,
    scripts: tuple[Any, int, int],
    k: int,
    noise: np.uint64,
    limit: int,
    barred: NDArray[np.int8],
) -> list[int]:
    """Return the rows of battle k: the kernel's loop keeps none, so its steps are taken again."""
    choose, mine, others = scripts
    batch = BattleBatch(match.arena, 1)
    batch.restart(words=match.words[k : k + 1])
    rows: list[int] = []
    while batch.deciders[0] >= 0 and len(rows) < limit:
        sides = batch.sides_of[batch.deciders]
        noise = np.uint64(word_of(noise, 0))  # what the kernel's loop draws for a decision
        mask = _allowed(batch.masks, sides, barred)
        script = mine if sides[0] == match.side[k] else others
        row = choose.call(
            address(batch.bytes), script, int(noise >> np.uint64(1)), 0, address(mask)
        )
        rows.append(int(row))
        batch.step([row])
    return rows


# -- any policies ----------------------------------------------------------------------------------


def _play_batch(
    match: Match,
    policies: tuple[Policy, Policy],
    chunk: slice,
    limit: int,
    of_row: NDArray[np.int64],
    barred: NDArray[np.int8],
) -> None:
    """Play the battles of a chunk together, each policy answering for all its battles at once."""
    arena = match.arena
    batch = BattleBatch(arena, chunk.stop - chunk.start)
    batch.restart(words=match.words[chunk])
    side, usage = match.side[chunk], match.usage[chunk]
    while True:
        asked = np.flatnonzero((batch.deciders >= 0) & (batch.states["decisions"] < limit))
        if asked.size == 0:
            break
        second = batch.sides_of[batch.deciders[asked]] != side[asked]
        rows = np.full(batch.n, -1, np.int64)
        for player, policy in enumerate(policies):
            which = asked[second == bool(player)]
            if which.size:
                rows[which] = _answers(policy, batch, which, barred)
                if usage.size:
                    usage[which, player, of_row[rows[which]]] += 1
        batch.step(rows)
        for kept, row in zip(match.rows[chunk], rows, strict=False):
            if row >= 0:
                kept.append(int(row))
    match.winner[chunk], match.rounds[chunk], match.decisions[chunk] = _results(arena, batch.states)


def _results(
    arena: Arena, states: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return (winners, rounds, decisions) of battles that are over or were left."""
    results = rewards_of(states["winner"], len(arena.sides))
    winners = np.where(
        states["winner"] == 0, CUT, np.where(results.any(axis=1), results.argmax(axis=1), DRAWN)
    )
    return winners, states["round"], states["decisions"]


def _allowed(
    masks: NDArray[np.int8], sides: NDArray[np.int64], barred: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return masks without the rows barred to a side, unless no legal row would be left."""
    if not barred.size:
        return masks
    left = masks * (1 - barred[sides])
    return np.where(left.any(axis=1, keepdims=True), left, masks)


def _answers(
    policy: Policy, batch: BattleBatch, which: NDArray[np.int64], barred: NDArray[np.int8]
) -> NDArray[np.int64]:
    masks = _allowed(batch.masks[which], batch.sides_of[batch.deciders[which]], barred)
    rows = np.asarray(policy.act(batch.observations[which], masks, batch.bytes[which]), np.int64)
    inside = (rows >= 0) & (rows < masks.shape[1])
    if not inside.all() or not masks[np.arange(len(rows)), rows].all():
        bad = int(np.flatnonzero(~inside | (masks[np.arange(len(rows)), rows * inside] == 0))[0])
        raise MatchError(
            f"{batch.arena.name}: a {type(policy).__name__} took row {rows[bad]},"
            " which the rules refuse"
        )
    return rows
