"""A whole battle as a JSON document, in readable names, and back.

The document says everything in the record that the encounter doesn't fix, so that a round trip
gives the same bytes. What numbers of a system's record mean stands in its ``StateTable``; here is
what all systems have in common: rounds, decisions, windows, dice, events.

A document made by hand may leave out what it doesn't know. Figures of units then are as the
encounter begins them, without windows a plain turn of the unit whose turn it is is meant, and
without dice the generator starts from a seed.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.encounter import SetupError, about
from fracas.envs.core.errors import StateError
from fracas.envs.core.fields import (
    Bits,
    Kit,
    Number,
    One,
    Part,
    StateTable,
    Together,
    Word,
    known_keys,
    mapping,
    nearest,
    read_row,
    sequence,
    show_row,
    shown,
    whole,
    word,
)
from fracas.envs.core.record import (
    DRAW,
    MAX_DICE_LOG,
    MAX_EVENTS,
    MAX_FORCED,
    MAX_TAKEN,
    NONE,
    copy_of,
)
from fracas.envs.core.system import System

if TYPE_CHECKING:
    from fracas.envs.core.battle import Arena

FORMAT = 1

_MOST = 2**30  # of anything that is counted
_DIE_SIDES = 100
_TOP = (
    "format", "system", "encounter", "encounter_digest", "round", "decider", "phase", "outcome",
    "decisions", "units", "windows", "dice", "events", "events_before", "taken", "leftover",
)  # fmt: skip
_DICE = ("seed", "drawn", "forced", "forced_used", "log", "log_before")
_LEFTOVER = ("windows", "taken")
"""Fields with rows that no rule reads, but which may hold what was there before."""


# -- parts that all systems share ------------------------------------------------------------------


def _head(system: System) -> dict[str, Part]:
    return {
        "round": One("round", Number(1, 2**15 - 1)),
        "decider": One("decider", Word("unit", NONE)),
        "phase": One("phase", Word(system.phases, 0)),
        "decisions": One("decisions", Number(0, _MOST)),
    }


def _event(system: System, kind: int) -> dict[str, Part]:
    words = system.events.words[kind]
    anywhere = Number(-128, 127)
    return {
        "actor": One("actor", Word("unit", NONE)),
        "target": One("target", Word("unit", NONE)),
        "what": One("what", Word(() if words is None else words, NONE)),
        "number": One("number", Number(-(2**15), 2**15 - 1)),
        "tile": Together((One("x", anywhere), One("y", anywhere)), NONE),
        "sides": One("sides", Bits("side")),
    }


def _die(system: System, kind: int) -> dict[str, Part]:
    figure = Number(1, _DIE_SIDES)
    return {"sides": One("sides", figure), "value": One("value", figure)}


def _window(system: System, kind: int) -> Mapping[str, Part]:
    return system.state.windows[kind]


def _show_kinds(rows: Any, kinds: Any, parts: Any, system: System, kit: Kit) -> list[Any]:
    """Return rows whose first field says what the others mean."""
    return [
        {"kind": kinds[int(row["kind"])], **show_row(parts(system, int(row["kind"])), row, kit)}
        for row in rows
    ]


def _read_kinds(
    values: list[Any], rows: Any, kinds: Any, parts: Any, system: System, kit: Kit
) -> None:
    """Write rows whose first field says what the others mean, each whole."""
    for k, (value, row) in enumerate(zip(values, rows, strict=True)):
        with about(k):
            if "kind" not in mapping(value):
                raise SetupError(("kind",), f"this key is missing; {nearest('', kinds)}")
            with about("kind"):
                row["kind"] = kind = word(value["kind"], kinds)
            keys = parts(system, kind)
            known_keys(value, ["kind", *keys], list(keys))
            read_row(keys, value, row, kit)


def _ring(rows: Any, total: int) -> list[Any]:
    """Return the rows that a ring still holds, the oldest first."""
    n = len(rows)
    return [rows[k % n : k % n + 1][0] for k in range(max(0, total - n), total)]


# -- out -------------------------------------------------------------------------------------------


def to_json(arena: "Arena", state: NDArray[Any]) -> dict[str, Any]:
    """Return a record as a document.

    Args:
        arena: its encounter.
        state: the record, shape (1,).
    """
    document = _show(arena, state)
    twin = copy_of(arena.record)
    _read_open(arena, document, twin[0], Kit(arena.names, twin[0]))
    leftover = {
        name: (_bytes(state, name) ^ _bytes(twin, name)).tobytes().rstrip(b"\0").hex()
        for name in _LEFTOVER
    }
    if any(leftover.values()):
        document["leftover"] = {name: text for name, text in leftover.items() if text}
    return document


def _show(arena: "Arena", state: NDArray[Any]) -> dict[str, Any]:
    system, s = arena.system, state[0]
    kit = Kit(arena.names, s)
    table, events, dice = system.state, int(s["n_events"]), int(s["n_dice"])
    return {
        "format": FORMAT,
        "system": system.name,
        "encounter": arena.reference(),
        "encounter_digest": arena.digest,
        **show_row(_head(system), s, kit),
        "outcome": _outcome(arena, int(s["winner"])),
        **show_row(table.battle, s, kit),
        "units": {
            name: _show_unit(table, s["units"][i], arena.record[0]["units"][i], kit)
            for i, name in enumerate(arena.units)
        },
        "windows": _show_kinds(
            s["windows"][: int(s["depth"])], system.windows, _window, system, kit
        ),
        "dice": {
            "seed": f"{int(s['seed']):016x}",
            "drawn": {name: int(s["dice_count"][k]) for k, name in enumerate(system.dice)},
            "forced": [int(die) for die in s["forced"][: int(s["n_forced"])]],
            "forced_used": int(s["next_forced"]),
            "log_before": max(0, dice - MAX_DICE_LOG),
            "log": _show_kinds(_ring(s["dice"], dice), system.dice, _die, system, kit),
        },
        "events_before": max(0, events - MAX_EVENTS),
        "events": _show_kinds(_ring(s["events"], events), system.events.kinds, _event, system, kit),
        "taken": [int(row) for row in s["taken"][: int(s["n_taken"])]],
    }


def _show_unit(table: StateTable, row: Any, start: Any, kit: Kit) -> dict[str, Any]:
    shows = show_row(table.unit, row, kit)
    at_start = {key: table.unit[key].show(start, kit) for key in table.figures}
    return {k: v for k, v in shows.items() if k not in at_start or v != at_start[k]}


def _outcome(arena: "Arena", winner: int) -> str | None:
    if winner == 0:
        return None
    return "draw" if winner == DRAW else arena.sides[winner - 1]


def _bytes(state: NDArray[Any], field: str) -> NDArray[np.uint8]:
    return np.frombuffer(state[0][field].tobytes(), np.uint8)


# -- in --------------------------------------------------------------------------------------------


def parse(data: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
    """Return a document, from JSON text if it is one, with its format checked.

    Raises:
        StateError: it is no JSON object, or of another format.
    """
    if isinstance(data, (str, bytes, bytearray)):
        try:
            data = json.loads(data, object_pairs_hook=_once)
        except StateError:
            raise
        except ValueError as error:
            raise StateError(f"not JSON: {_line(str(error))}") from None
        except RecursionError:
            raise StateError("not a state: lists and mappings are nested too deeply") from None
    if not isinstance(data, Mapping):
        raise StateError(f"a mapping of keys (system, encounter, units, ...), not {shown(data)}")
    if "format" in data and (isinstance(data["format"], bool) or data["format"] != FORMAT):
        raise StateError(f"format: {FORMAT} is accepted, not {shown(data['format'])}")
    return dict(data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise StateError(f"the key {shown(twice)} stands twice in one mapping")
    return found


def from_json(arena: "Arena", document: Mapping[str, Any], seed: int) -> NDArray[Any]:
    """Return the record of a document; what OP_REFRESH works out is still to be done.

    Args:
        arena: its encounter.
        document: what ``parse`` returned.
        seed: generator word for a document without one.

    Raises:
        StateError: one line with the path in the document.
    """
    try:
        _check_encounter(arena, document)
        state = _read(arena, document, seed)
        with about("leftover"):
            _add_leftover(arena, state, document)
        arena.system.state.check(state[0], arena.names)
    except ValueError as error:
        path = ".".join(_line(str(part)) for part in getattr(error, "path", ()))
        text = _line(str(error), 400)
        raise StateError(f"{path}: {text}" if path else text) from None
    return state


def _line(text: str, most: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}..."


def _check_encounter(arena: "Arena", document: Mapping[str, Any]) -> None:
    system = arena.system
    needed = ("round", *system.state.needed, "units")
    known_keys(document, [*_TOP, *system.state.battle], needed)
    if document.get("system", system.name) != system.name:
        named = shown(document["system"])
        raise SetupError(("system",), f"{system.name!r} is the encounter's, not {named}")
    if document.get("encounter_digest", arena.digest) != arena.digest:
        raise SetupError(
            ("encounter_digest",),
            f"{arena.digest!r} is accepted, that of {_line(arena.name)}; the state was made for"
            " another encounter or another version of it",
        )


def _read(arena: "Arena", document: Mapping[str, Any], seed: int) -> NDArray[Any]:
    state = copy_of(arena.record)
    s = state[0]
    s["seed"] = seed
    kit = Kit(arena.names, s)
    _read_names(arena, document, s, kit)
    if "windows" not in document:
        arena.system.state.ordinary(s)
        _read_names(arena, document, s, kit)
    _read_open(arena, document, s, kit)
    with about("dice"):
        _read_dice(arena.system, mapping(document.get("dice", {})), s, kit)
    s["n_events"] = _read_ring(
        document, "events", "events_before", s["events"], arena.system.events.kinds, _event,
        arena.system, kit,
    )  # fmt: skip
    return state


def _read_names(arena: "Arena", document: Mapping[str, Any], s: Any, kit: Kit) -> None:
    system = arena.system
    read_row(_head(system), document, s, kit)
    if "outcome" in document:
        with about("outcome"):
            results = [*arena.sides, "draw"]
            value = document["outcome"]
            number = 0 if value is None else 1 + word(value, results)
            s["winner"] = DRAW if number == len(results) else number
    read_row(system.state.battle, document, s, kit)
    with about("units"):
        units = mapping(document["units"], "units")
        known_keys(units, arena.units, arena.units)
        for i, name in enumerate(arena.units):
            with about(name):
                known_keys(mapping(units[name]), list(system.state.unit))
                read_row(system.state.unit, units[name], s["units"][i], kit)


def _read_open(arena: "Arena", document: Mapping[str, Any], s: Any, kit: Kit) -> None:
    """Write the open windows and the rows taken."""
    if "windows" in document:
        with about("windows"):
            values = sequence(document["windows"], 1, len(s["windows"]))
            s["depth"] = len(values)
            rows = s["windows"][: len(values)]
            _read_kinds(values, rows, arena.system.windows, _window, arena.system, kit)
    with about("taken"):
        taken = sequence(document.get("taken", []), 0, MAX_TAKEN)
        s["n_taken"] = len(taken)
        for k, row in enumerate(taken):
            with about(k):
                s["taken"][k] = whole(row, 0, int(s["n_rows"]) - 1)


def _read_dice(system: System, value: Mapping[str, Any], s: Any, kit: Kit) -> None:
    known_keys(value, _DICE)
    with about("seed"):
        if "seed" in value:
            text = value["seed"]
            digits = "0123456789abcdef"
            if not isinstance(text, str) or len(text) != 16 or set(text) - set(digits):
                raise ValueError(f"16 digits 0 to 9, a to f are needed, not {shown(text)}")
            s["seed"] = int(text, 16)
    with about("drawn"):
        drawn = mapping(value.get("drawn", {}))
        known_keys(drawn, system.dice)
        for name, number in drawn.items():
            with about(name):
                s["dice_count"][system.dice.index(name)] = whole(number, 0, 2**32 - 1)
    with about("forced"):
        forced = sequence(value.get("forced", []), 0, MAX_FORCED)
        s["n_forced"] = len(forced)
        for k, die in enumerate(forced):
            with about(k):
                s["forced"][k] = whole(die, 1, _DIE_SIDES)
    with about("forced_used"):
        s["next_forced"] = whole(value.get("forced_used", 0), 0, len(forced))
    s["n_dice"] = _read_ring(value, "log", "log_before", s["dice"], system.dice, _die, system, kit)


def _read_ring(
    document: Mapping[str, Any], key: str, before: str, ring: Any, kinds: Any, parts: Any,
    system: System, kit: Kit,
) -> int:  # fmt: skip
    """Write the newest rows of a ring and return how many there have been."""
    with about(key):
        values = sequence(document.get(key, []), 0, len(ring))
        rows = np.zeros(len(values), ring.dtype)
        _read_kinds(values, rows, kinds, parts, system, kit)
    with about(before):
        earlier = whole(document.get(before, 0), 0, _MOST)
        if earlier > 0 and len(values) < len(ring):
            raise ValueError(f"0 is accepted, since {key} holds fewer than {len(ring)}")
    for k, row in enumerate(rows):
        ring[(earlier + k) % len(ring)] = row
    return earlier + len(values)


def _add_leftover(arena: "Arena", state: NDArray[Any], document: Mapping[str, Any]) -> None:
    """Put back what unused rows held: only bytes that nothing else in the document writes."""
    value = mapping(document.get("leftover", {}))
    known_keys(value, _LEFTOVER)
    if value and "windows" not in document:
        raise ValueError("it stands only beside windows; leave it out")
    other = copy_of(arena.record)
    for name, text in value.items():
        other[0][name].view(np.uint8)[:] = 255
        _read_open(arena, document, other[0], Kit(arena.names, other[0]))
        with about(name):
            room = _bytes(state, name)
            try:
                more = bytes.fromhex(text)
            except (ValueError, TypeError):
                needed = "pairs of hexadecimal digits are needed"
                raise ValueError(f"{needed}, not {shown(text)}") from None
            if len(more) > len(room):
                raise ValueError(f"at most {len(room)} bytes are accepted, not {len(more)}")
            added = np.frombuffer(more.ljust(len(room), b"\0"), np.uint8)
            if added[room == _bytes(other, name)].any():
                raise ValueError("it would change what the document says elsewhere; leave it out")
            state[0][name][:] = (room | added).view(state[0][name].dtype)
