"""Actions as text: ``melee(blue_0, torso)`` and back."""

import difflib
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from fracas.envs.core.errors import IllegalAction


@dataclass(frozen=True)
class Action:
    """A row of the action table, as its decider names it.

    Attributes:
        row: its index.
        verb: the verb's name.
        arguments: names of the arguments, those left out that only one value fits.
        text: ``verb(argument, ...)``.
        help: what the verb does.
    """

    row: int
    verb: str
    arguments: tuple[str, ...]
    text: str
    help: str

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __int__(self) -> int:
        """Return the row."""
        return self.row

    __index__ = __int__


def full_name(arena: Any, s: Any, seat: int, row: int) -> tuple[str, tuple[str, ...]]:
    """Return (verb, names of all its arguments) of a row."""
    number, *numbers = arena.rows[row]
    verb = arena.system.verbs.verbs[number]
    names = tuple(
        arena.system.argument_name(kind, n, s, seat, arena.names)
        for kind, n in zip(verb.arguments, numbers, strict=False)
    )
    return verb.name, names


def action_text(arena: Any, s: Any, seat: int, row: int) -> Action:
    """Return a row as an ``Action``; an optional argument shows only where it matters."""
    name, names = full_name(arena, s, seat, row)
    verb = arena.system.verbs.verbs[arena.system.verbs.index[name]]
    shown = names
    if verb.optional and not arena.system.shows_optional(s, seat, name):
        shown = names[: len(names) - verb.optional]
    text = f"{name}({', '.join(shown)})" if shown else name
    return Action(row, name, shown, text, verb.help)


def split(text: str) -> tuple[str, tuple[str, ...]]:
    """Return (verb, arguments) of an action's text."""
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    if match is None:
        return text, ()
    inside = match.group(2)
    return match.group(1), tuple(p.strip() for p in inside.split(",")) if inside else ()


def find_row(
    battle: Any, verb: str, arguments: tuple[str, ...]
) -> tuple[int, str, tuple[str, ...]]:
    """Return (row, verb, arguments left for later parts) of a named action.

    Raises:
        IllegalAction: no such verb, or no legal row, or more than one, fits.
    """
    system, s, seat = battle.system, battle.state[0], int(battle.state[0]["decider"])
    name, inside = split(verb)
    arguments = inside + arguments
    if name not in system.verbs.index:
        near = difflib.get_close_matches(name, system.verbs.index, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise IllegalAction(f"no verb {name!r}{hint}")
    number = system.verbs.index[name]
    found = system.verbs.verbs[number]
    own, rest = arguments, arguments[:0]
    if found.then is not None:
        own, rest = arguments[: len(found.arguments)], arguments[len(found.arguments) :]
    if len(own) > len(found.arguments):
        raise IllegalAction(f"{name} takes {len(found.arguments)} arguments, not {len(own)}")
    fitting = []
    for row in np.flatnonzero(battle.mask()):
        kind, *numbers = battle.arena.rows[int(row)]
        if kind == number and all(
            text in system.argument_names(k, n, s, seat, battle.arena.names)
            for text, k, n in zip(own, found.arguments, numbers, strict=False)
        ):
            fitting.append(int(row))
    exact = [row for row in fitting if full_name(battle.arena, s, seat, row)[1][: len(own)] == own]
    fitting = exact or fitting
    text = f"{name}({', '.join(own)})" if own else name
    if not fitting:
        legal = [str(action) for action in battle.legal()]
        near = [a for a in legal if a.startswith(name)] or legal
        shown = ", ".join(near[:6]) + (" ..." if len(near) > 6 else "")
        raise IllegalAction(
            f"{text} is not legal for {battle.decider} ({battle.phase}); legal: {shown}"
        )
    missing = len(found.arguments) - len(own)
    if len(fitting) > 1 and (missing > found.optional or system.shows_optional(s, seat, name)):
        options = ", ".join(str(battle.action(row)) for row in fitting[:6])
        raise IllegalAction(f"{text} fits several actions: {options}")
    return fitting[0], name, rest
