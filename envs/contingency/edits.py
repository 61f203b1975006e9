"""Checked edits of a unit, for fixtures and tools."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import ValidationError

from fracas.envs.contingency.setup import add_item, put_in_hand
from fracas.envs.contingency.setup_models import ARMOUR, ItemModel
from fracas.envs.contingency.state import CARRIED, FORCED, NOWHERE
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    HANDS,
    MIRE,
    SEVERITIES,
    SIZES,
    SKILLS,
    TECHNIQUES,
    WEAKNESSES,
)
from fracas.envs.contingency.verbs import PLANS
from fracas.envs.contingency.view import _items
from fracas.envs.core.names import Names

_RANGES = {
    "marks": (0, 12), "breathless": (0, 9), "wellness": (0, 6), "boxes": (0, 3), "n": (0, 8),
    "hide_result": (0, 24), "restrained": (0, 9), "declared_round": (0, 31),
}  # fmt: skip


_EDIT_FLAGS = (
    "holding", "prone", "covered", "fortified", "owes_dance", "hit",
    "hit_last", "moved", "fought", "frozen",
)  # fmt: skip


def edit(s: Any, i: int, names: Names, fields: Mapping[str, Any]) -> None:
    """Write readable fields of a unit.

    Raises:
        ValueError: an unknown field or a value out of range; the record is then half written, so
            callers work on a copy.
    """
    for name, value in fields.items():
        if name in _RANGES:
            s["units"][i][name] = _number(name, value, *_RANGES[name])
        elif name in (*ATTRIBUTES, *SKILLS):
            _write_die(s["units"][i], name, value)
        elif name in _EDIT_FLAGS:
            if not isinstance(value, bool):
                raise ValueError(f"{name} is true or false, not {value!r}")
            s["units"][i][name] = value
        elif name in _WRITERS:
            _WRITERS[name](s, i, names, value)
        else:
            known = ", ".join([*_RANGES, *_EDIT_FLAGS, *_WRITERS, *ATTRIBUTES, *SKILLS])
            raise ValueError(f"a unit has no field {name!r}; fields: {known}")


def _number(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} is a number from {low} to {high}, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, not {value}")
    return int(value)


def _write_die(u: Any, name: str, value: Any) -> None:
    if value not in SIZES:
        raise ValueError(f"{name} is one of {', '.join(map(str, SIZES))}, not {value!r}")
    if name in ATTRIBUTES:
        u["attribute"][ATTRIBUTES.index(name)] = value
    else:
        u["skill"][SKILLS.index(name)] = value


def _word(what: str, words: Sequence[str], value: Any) -> int:
    if value not in words:
        raise ValueError(f"no {what} {value!r}; there are {', '.join(words)}")
    return list(words).index(value)


def _set_of(what: str, words: Sequence[str], values: Any) -> int:
    return sum(1 << _word(what, words, value) for value in sorted(set(values)))


def _write_zone(s: Any, i: int, names: Names, value: Any) -> None:
    s["units"][i]["zone"] = _word("zone", names.words["zone"], value)


def _write_slots(s: Any, i: int, names: Names, value: Any) -> None:
    if len(value) != SEVERITIES or any(_number("slots", n, 0, 5) < 0 for n in value):
        raise ValueError(f"slots are {SEVERITIES} numbers from 0 to 5, not {value!r}")
    s["units"][i]["slots"] = list(value)


def _mutual(field: str) -> Callable[[Any, int, Names, Any], None]:
    def write(s: Any, i: int, names: Names, value: Any) -> None:
        bits = _set_of("unit", names.units, value)
        s["units"][i][field] = bits
        for k in range(int(s["n_units"])):
            t = s["units"][k]
            t[field] = int(t[field]) & ~(1 << i) | (bits >> k & 1) << i

    return write


def _units_in(field: str) -> Callable[[Any, int, Names, Any], None]:
    def write(s: Any, i: int, names: Names, value: Any) -> None:
        s["units"][i][field] = _set_of("unit", names.units, value)

    return write


def _words_in(field: str, words: Sequence[str]) -> Callable[[Any, int, Names, Any], None]:
    def write(s: Any, i: int, names: Names, value: Any) -> None:
        s["units"][i][field] = _set_of(field, words, value)

    return write


def _write_grappling(s: Any, i: int, names: Names, value: Any) -> None:
    bits = _set_of("unit", names.units, value)
    for k in range(int(s["n_units"])):
        t = s["units"][k]
        t["grappled_by"] = int(t["grappled_by"]) & ~(1 << i) | (bits >> k & 1) << i


def _write_forced(s: Any, i: int, names: Names, value: Any) -> None:
    u = s["units"][i]
    u["forced"], u["forced_from"] = 0, -1
    if value is not None:
        u["forced"][0] = _word("forced movement", FORCED, value)
        u["forced_had"] = 1


def _write_forced_from(s: Any, i: int, names: Names, value: Any) -> None:
    s["units"][i]["forced_from"][0] = -1 if value is None else _word("unit", names.units, value)


def _write_owes_attack(s: Any, i: int, names: Names, value: Any) -> None:
    u = s["units"][i]
    u["owes_attack"] = -1 if value is None else _word("unit", names.units, value)


def _write_declared(s: Any, i: int, names: Names, value: Any) -> None:
    u = s["units"][i]
    u["declared"] = -1 if value is None else _word("plan", PLANS, value)
    if value is not None and u["declared_round"] == 0:
        u["declared_round"] = s["round"]


def _write_armour(s: Any, i: int, names: Names, value: Any) -> None:
    u = s["units"][i]
    u["boxes"], u["heavy"] = ARMOUR[tuple(ARMOUR)[_word("armour", tuple(ARMOUR), value)]]


def _write_kept(s: Any, i: int, names: Names, value: Any) -> None:
    u = s["units"][i]
    for z in range(int(s["n_zones"])):
        s["zones"][z]["mired"] = int(s["zones"][z]["mired"]) & ~(1 << i)
    u["kept"], u["kept_target"], u["tokens"] = 0, 0, 0
    for k, one in enumerate(value):
        spell = _word("spell", names.words["spell"], one["spell"])
        u["kept"][k], u["tokens"][k] = spell + 1, _number("tokens", one.get("tokens", 0), 0, 15)
        if s["spells"][spell]["effect"] == MIRE:
            z = _word("zone", names.words["zone"], one["target"])
            u["kept_target"][k] = z
            s["zones"][z]["mired"] = int(s["zones"][z]["mired"]) | 1 << i
        else:
            u["kept_target"][k] = _word("unit", names.units, one["target"])


def _write_strain(s: Any, i: int, names: Names, value: Any) -> None:
    for spell, tokens in value.items():
        k = _word("spell", names.words["spell"], spell)
        s["units"][i]["strain"][k] = _number("strain", tokens, 0, 15)


def _write_taxing(s: Any, i: int, names: Names, value: Any) -> None:
    s["units"][i]["taxing"] = _set_of("spell", names.words["spell"], value)


def _model(item: Any) -> ItemModel:
    try:
        return ItemModel.model_validate({"item": item} if isinstance(item, str) else item)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"item {item!r}: {key}: {first['msg']}") from None


def _write_hands(s: Any, i: int, names: Names, value: Any) -> None:
    """Put other items into the hands; those held before are gone."""
    u = s["units"][i]
    for name in HANDS:
        if u[name]:
            s["items"][int(u[name]) - 1]["place"] = NOWHERE
    u["main"] = u["off"] = 0
    for hand, item in enumerate(value):
        if item is not None:
            put_in_hand(s, i, _new_item(s, item, names), hand)
    _forget_nowhere(s)


def _write_carried(s: Any, i: int, names: Names, value: Any) -> None:
    for item in _items(s):
        if item["place"] == CARRIED and item["where"] == i:
            item["place"] = NOWHERE
    for one in value:
        n = _new_item(s, one, names)
        s["items"][n]["place"], s["items"][n]["where"] = CARRIED, i
    _forget_nowhere(s)


def _new_item(s: Any, item: Any, names: Names) -> int:
    """Write an item into a free row, or into that of one that is gone."""
    model = _model(item)
    for n, row in enumerate(_items(s)):
        if row["place"] == NOWHERE:
            count = int(s["n_items"])
            s["n_items"] = n
            add_item(s, model, names.words)
            s["n_items"] = count
            return n
    return add_item(s, model, names.words)


def _forget_nowhere(s: Any) -> None:
    """Drop rows at the end of the items that are nowhere; lay others down out of the way."""
    while s["n_items"] > 0 and s["items"][int(s["n_items"]) - 1]["place"] == NOWHERE:
        s["n_items"] -= 1
    if any(item["place"] == NOWHERE for item in _items(s)):
        raise ValueError("items can be exchanged, not taken away; name as many as before")


def _write_grant(field: str) -> Callable[[Any, int, Names, Any], None]:
    def write(s: Any, i: int, names: Names, value: Any) -> None:
        if not isinstance(value, bool):
            raise ValueError(f"{field} is true or false, not {value!r}")
        u = s["units"][i]
        u[field] = 2 - u["side"] if value else 0  # brought about by the other side

    return write


_WRITERS: dict[str, Callable[[Any, int, Names, Any], None]] = {
    "zone": _write_zone, "slots_free": _write_slots, "engaged": _mutual("engaged"),
    "no_engage": _mutual("no_engage"), "grappling": _write_grappling,
    "hidden_from": _units_in("hidden_from"), "aware_of": _units_in("aware_of"),
    "barred": _units_in("barred"), "defended": _units_in("defended"),
    "defended_last": _units_in("defended_last"), "revealed": _words_in("revealed", WEAKNESSES),
    "unspent": _words_in("unspent", WEAKNESSES),
    "weaknesses": _words_in("weaknesses", WEAKNESSES),
    "techniques": _words_in("techniques", TECHNIQUES), "forced": _write_forced,
    "forced_from": _write_forced_from, "owes_attack": _write_owes_attack,
    "declared": _write_declared, "armour": _write_armour, "kept": _write_kept,
    "strain": _write_strain, "taxing": _write_taxing, "hands": _write_hands,
    "carried": _write_carried,
    "grant_combat": _write_grant("grant_combat"), "grant_any": _write_grant("grant_any"),
}  # fmt: skip
