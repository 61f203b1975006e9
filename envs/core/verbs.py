"""The action table: verbs with arguments, flattened to rows.

A verb's arguments are small sets of choices (enemy 0..2, area 0..3). An encounter gives each kind
of argument its size, and drops verbs that nothing in it can use; the rows of the rest stand one
after another. Where they stand is written into the record, so that the kernel turns a row into
(verb, a, b, c) and back by arithmetic alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.jit import kernel


@kernel
def row_of(s, verb, a, b, c):
    """Return the row of a verb with its arguments."""
    t = s.blocks[verb]
    return np.int64(t.start) + (np.int64(a) * t.n2 + b) * t.n3 + c


@kernel
def verb_of(s, row):
    """Return (verb, a, b, c) of a row; verb -1 for a row that the table doesn't hold."""
    if row < 0 or row >= s.n_rows:
        return -1, 0, 0, 0
    verb, v = 0, 0
    while v < s.blocks.shape[0] and s.blocks[v].start <= row:  # blocks stand in order
        if s.blocks[v].start >= 0:
            verb = v
        v += 1
    t = s.blocks[verb]
    if t.n2 == 1 and t.n3 == 1:
        return verb, row - t.start, 0, 0
    k = np.uint32(row - t.start)
    n3, n2 = np.uint32(t.n3), np.uint32(t.n2)
    rest = k // n3
    return verb, np.int64(rest // n2), np.int64(rest % n2), np.int64(k % n3)


@dataclass(frozen=True)
class Verb:
    """A row of a system's verb table.

    Attributes:
        name: the rulebook's word, as in action texts.
        arguments: kinds of its arguments, at most three.
        cost: what it costs, in words.
        window: phase in which it is offered first.
        help: what it does, in one sentence.
        clauses: ids of the clauses that define it.
        optional: number of trailing arguments that a text may leave out where one value fits.
        then: verb that asks for the next part, or None.
        free: whether the row is left out when legal rows are counted.
        declines: whether it does nothing but end a turn or a choice.
    """

    name: str
    arguments: tuple[str, ...]
    cost: str
    window: str
    help: str
    clauses: str
    optional: int = 0
    then: str | None = None
    free: bool = False
    declines: bool = False


@dataclass(frozen=True)
class VerbTable:
    """All verbs of a system, in the order of the kernel's enumeration.

    Attributes:
        verbs: the verbs.
        options: kinds of arguments that say how a verb is used, not on whom or where.
    """

    verbs: tuple[Verb, ...]
    options: tuple[str, ...] = ()

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the number of each verb by name."""
        return {verb.name: i for i, verb in enumerate(self.verbs)}

    def place(self, blocks: NDArray[Any], sizes: Mapping[str, int], used: Sequence[bool]) -> int:
        """Write where each verb's rows stand into a record's ``blocks``.

        Args:
            blocks: the record's ``blocks``, shape (verbs,).
            sizes: number of choices of each kind of argument.
            used: for each verb, whether the encounter has any use for it.

        Returns:
            The number of rows.
        """
        start = 0
        for i, verb in enumerate(self.verbs):
            counts = [sizes[kind] for kind in verb.arguments] + [1] * (3 - len(verb.arguments))
            n = int(np.prod(counts))
            present = used[i] and n > 0
            blocks[i] = (start if present else -1, *counts)
            start += n if present else 0
        return start

    def rows(self, blocks: NDArray[Any]) -> list[tuple[int, int, int, int]]:
        """Return (verb, a, b, c) of every row of a table, in order."""
        found = []
        for i in range(len(self.verbs)):
            start, n1, n2, n3 = (int(n) for n in blocks[i])
            if start >= 0:
                found += [(i, a, b, c) for a in range(n1) for b in range(n2) for c in range(n3)]
        return found
