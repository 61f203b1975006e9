"""What happened, as rows in a ring of the record, and the sentences made of them.

Each event names the sides that may read it, so that a log shown to a seat holds no secret.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fracas.envs.core.jit import kernel
from fracas.envs.core.names import Names
from fracas.envs.core.record import MAX_EVENTS


@kernel
def note(s, kind, actor, target, what, number, x, y, sides):
    """Add an event row to the ring."""
    e = s.events[s.n_events % MAX_EVENTS]
    e.kind = kind
    e.actor = actor
    e.target = target
    e.what = what
    e.number = number
    e.x = x
    e.y = y
    e.sides = sides
    s.n_events += 1


@dataclass(frozen=True)
class Event:
    """One thing that happened, in readable form.

    Attributes:
        kind: name of the kind, such as ``"damaged"``.
        actor: unit that did it, or None.
        target: unit it happened to, or None.
        what: item, area, condition or verb that the kind names, or None.
        number: figure that the kind names (damage, total, distance).
        tile: ``(x, y)`` or None.
        text: the sentence.
        sides: ids of the sides that may read it.
    """

    kind: str
    actor: str | None
    target: str | None
    what: str | None
    number: int
    tile: tuple[int, int] | None
    text: str
    sides: tuple[str, ...]

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


@dataclass(frozen=True)
class EventTable:
    """Kinds of events of a system.

    Attributes:
        kinds: names, in the order of the kernel's enumeration.
        templates: one format string for each kind, with ``{actor}``, ``{target}``, ``{what}``,
            ``{number}``, ``{x}``, ``{y}``.
        words: for each kind what its ``what`` counts: fixed names, a kind of ``Names.words``, or
            None.
    """

    kinds: Sequence[str]
    templates: Sequence[str]
    words: Sequence[tuple[str, ...] | str | None]

    def read(self, row: Any, names: Names) -> Event:
        """Return a row of the ring in readable form."""
        kind = int(row["kind"])
        units, words = names.units, self.words[kind]
        name: Callable[[int], str | None] = lambda i: units[i] if 0 <= i < len(units) else None  # noqa: E731
        if isinstance(words, str):
            words = names.words[words]
        what = words[int(row["what"])] if words is not None and int(row["what"]) >= 0 else None
        x, y = int(row["x"]), int(row["y"])
        actor, target = name(int(row["actor"])), name(int(row["target"]))
        text = self.templates[kind].format(
            actor=actor, target=target, what=what, number=int(row["number"]), x=x, y=y
        )
        return Event(
            self.kinds[kind],
            actor,
            target,
            what,
            int(row["number"]),
            (x, y) if x >= 0 else None,
            text[:1].upper() + text[1:] if actor is None and target is None else text,
            tuple(side for i, side in enumerate(names.sides) if int(row["sides"]) >> i & 1),
        )
