"""Names for people and tools: arguments of actions, readable units, checked edits, the board."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from fracas.envs.core.jit import COMPILED
from fracas.envs.core.names import Names
from fracas.envs.core.record import view
from fracas.envs.undead.conditions import full_movement, is_horrified, is_slowed, is_weakened
from fracas.envs.undead.items import SECOND_HAND
from fracas.envs.undead.setup_items import ItemModel, write_hands, write_item
from fracas.envs.undead.tables import (
    ABILITIES,
    AREAS,
    ARMOUR,
    DIRECTIONS,
    INJURIES,
    MAIN_HAND,
    MODES,
    OFF_HAND,
    SKILLS,
    SLOTS,
    TRIGGERS,
)
from fracas.envs.undead.verbs import READY_KINDS, VERBS

_PLAIN = {
    "area": AREAS, "direction": DIRECTIONS, "around": ("here", *DIRECTIONS), "slot": SLOTS,
    "pocket": SLOTS[:MAIN_HAND], "hand": SLOTS[MAIN_HAND:], "trigger": TRIGGERS,
    "kind": READY_KINDS,
}  # fmt: skip


# -- arguments of actions -------------------------------------------------------------------------


def _turned(s: Any, seat: int) -> bool:
    return bool(s["symmetric"]) and int(s["units"][seat]["side"]) == 1


def _unit_at_slot(s: Any, seat: int, kind: str, number: int) -> int | None:
    size = int(s["side_size"])
    own = int(s["units"][seat]["side"])
    if kind == "enemy" or (kind == "target" and number < size):
        side, slot = 1 - own, number
    elif kind == "ally" or (kind == "anyone" and number < size):
        side, slot = own, number
    elif kind == "target":
        side, slot = own, number - size
    else:
        side, slot = 1 - own, number - size
    return int(s["first"][side]) + slot if slot < s["count"][side] else None


def argument_name(kind: str, number: int, s: Any, seat: int, names: Names) -> str:
    """Return what argument ``number`` of a kind is called when ``seat`` decides."""
    turned = _turned(s, seat)
    if kind in ("target", "anyone", "ally", "enemy"):
        unit = _unit_at_slot(s, seat, kind, number)
        return f"{kind}_{number}" if unit is None else names.units[unit]
    if kind == "direction" and turned:
        return DIRECTIONS[(number + 4) % 8]
    if kind == "around" and turned and number > 0:
        return DIRECTIONS[(number + 3) % 8]
    if kind in ("column", "row"):
        last = int(s["width" if kind == "column" else "height"]) - 1
        return str(last - number if turned else number)
    return _PLAIN[kind][number]


def argument_names(kind: str, number: int, s: Any, seat: int, names: Names) -> list[str]:
    """Return every text that names an argument: its name, and for a slot the item it holds."""
    texts = [argument_name(kind, number, s, seat, names)]
    if kind in ("pocket", "slot", "hand"):
        slot = number + (MAIN_HAND if kind == "hand" else 0)
        item = int(s["units"][seat]["items"][slot]["item"])
        if item > SECOND_HAND:
            texts.append(names.words["item"][item])
    return texts


def shows_optional(s: Any, seat: int, verb: str) -> bool:
    """Tell whether both hands hold items that fit a verb, so that the hand is named (U220)."""
    main, off = (
        s["item_kinds"][int(slot["item"])] for slot in s["units"][seat]["items"][MAIN_HAND:]
    )
    return bool((int(main["verbs"]) & int(off["verbs"])) >> VERBS.index[verb] & 1)


# -- units ----------------------------------------------------------------------------------------


def _item(slot: Any, names: Names) -> dict[str, Any] | None:
    number = int(slot["item"])
    if number <= SECOND_HAND:
        return None
    return {
        "item": names.words["item"][number],
        "rounds": int(slot["rounds"]),
        "mode": MODES[int(slot["mode"])],
        "jam": bool(slot["jam"]),
    }


def unit_view(s: Any, i: int, names: Names) -> dict[str, Any]:
    """Return a unit's fields in readable form, under the rulebook's names."""
    u = s["units"][i]
    if not COMPILED:
        s, u = view(s.reshape(1)), view(u.reshape(1))

    def name(k: int) -> str | None:
        return names.units[int(k)] if k >= 0 else None

    items = [_item(slot, names) for slot in u["items"]]
    armed = int(u["ready_trigger"]) >= 0
    return {
        **{f: int(u[f]) for f in _NUMBERS},
        **{f: bool(u[f]) for f in _FLAGS},
        **{n: int(u["ability"][k]) for k, n in enumerate(ABILITIES)},
        **{n: int(u["skill"][k]) for k, n in enumerate(SKILLS)},
        "side": int(u["side"]),
        "mv_full": int(full_movement(s, u)),
        "slowed": bool(is_slowed(s, u)),
        "weakened": bool(is_weakened(u)),
        "horrified": bool(is_horrified(s, u)),
        "horror_source": name(u["horror_source"]),
        "grappled_by": name(u["grappled_by"]),
        "grappling": name(u["grappling"]),
        "injuries": {n for k, n in enumerate(INJURIES) if u["injury"][k]},
        "armour": {area: int(u["armour"][k]) for k, area in enumerate(AREAS)},
        "ready": (TRIGGERS[int(u["ready_trigger"])], READY_KINDS[int(u["ready_kind"])])
        if armed
        else None,
        "hands": [item["item"] for item in items[MAIN_HAND:] if item],
        "inventory": [item["item"] if item else None for item in items[:MAIN_HAND]],
        "items": items,
        "sense_dir": [int(d) for d in u["sense_dir"]],
        "sense_tile": [
            (int(x), int(y)) if x >= 0 else None
            for x, y in zip(u["sense_x"], u["sense_y"], strict=True)
        ],
    }


_NUMBERS = (
    "hp", "hp_max", "stress", "stress_limit", "ap", "ap_turn", "mv", "x", "y", "guard",
    "slowed_t", "weakened_t", "stunned_t", "horrified_t", "bleed", "detect_bonus", "sense_tier",
    "sense_count",
)  # fmt: skip
_FLAGS = ("prone", "hidden", "sneaking", "stanched", "surprised", "undead", "down")
_TIMERS = {
    "slowed": "slowed_t",
    "weakened": "weakened_t",
    "stunned": "stunned_t",
    "horrified": "horrified_t",
}

_RANGES = {
    "hp": (1, 14), "hp_max": (1, 14), "stress": (0, 12), "stress_limit": (0, 12), "ap": (0, 6),
    "ap_turn": (1, 6), "mv": (0, 16), "guard": (0, 30), "bleed": (0, 9), "detect_bonus": (0, 9),
    **dict.fromkeys(_TIMERS.values(), (0, 2)), **dict.fromkeys(ABILITIES, (-1, 4)),
    **dict.fromkeys(SKILLS, (0, 4)),
}  # fmt: skip


def secrets(s: Any, i: int, names: Names) -> str:
    """Return what only its own side knows of a unit, in words (U645)."""
    view = unit_view(s, i, names)
    texts = [f"movement {view['mv']} of {view['mv_full']}"]
    for item in view["items"]:
        if item and item["rounds"]:
            texts.append(f"{item['item']} with {item['rounds']} rounds, {item['mode']}")
    carried = [name for name in view["inventory"] if name]
    if carried:
        texts.append(f"carries {', '.join(carried)}")
    if view["ready"]:
        texts.append(f"ready: {' '.join(view['ready'])}")
    return "; ".join(texts)


def vitality(states: NDArray[Any]) -> NDArray[np.float32]:
    """Return how much of its Health each unit has left, shape (battles, units)."""
    units = states["units"]
    left = units["hp"] / np.maximum(units["hp_max"], 1).astype(np.float32)
    return np.maximum(left, 0).astype(np.float32)


# -- edits ----------------------------------------------------------------------------------------


def edit(s: Any, i: int, names: Names, fields: Mapping[str, Any]) -> None:
    """Write readable fields of a unit.

    Raises:
        ValueError: an unknown field or a value out of range; the record is then half written, so
            callers work on a copy.
    """
    u = s["units"][i]
    for name, value in fields.items():
        field = _TIMERS.get(name, name)
        if field in _RANGES:
            low, high = _RANGES[field]
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
                raise ValueError(f"{name} is a number from {low} to {high}, not {value!r}")
            if not low <= value <= high:
                raise ValueError(f"{name} is {low} to {high}, not {value}")
            _write_number(u, field, int(value))
        elif name in _FLAGS and name != "down":
            if not isinstance(value, bool):
                raise ValueError(f"{name} is true or false, not {value!r}")
            u[name] = value
        elif name == "at":
            u["x"], u["y"] = value
        elif name == "hands":
            for slot in (MAIN_HAND, OFF_HAND):
                u["items"][slot] = 0
            write_hands(s, u, [_model(item) for item in value], names.words["item"])
        elif name == "inventory":
            for slot in range(MAIN_HAND):
                u["items"][slot] = 0
            for slot, item in enumerate(value):
                if item is not None:
                    write_item(s, u["items"][slot], _model(item), names.words["item"])
        elif name == "gear":
            u["armour"] = 0
            for piece in value:
                u["armour"][tuple(ARMOUR.values())[_word("gear", tuple(ARMOUR), piece)]] += 1
        elif name == "injuries":
            u["injury"] = [n in value for n in INJURIES]
        elif name == "horror_source":
            u["horror_source"] = -1 if value is None else _word("unit", names.units, value)
        elif name == "grappling":
            _write_hold(s, i, None if value is None else _word("unit", names.units, value))
        elif name == "ready":
            u["ready_trigger"], u["ready_kind"] = (
                (-1, -1)
                if value is None
                else (_word("trigger", TRIGGERS, value[0]), _word("kind", READY_KINDS, value[1]))
            )
        else:
            known = ", ".join([*_RANGES, *_TIMERS, *_FLAGS[:-1], *_OTHERS])
            raise ValueError(f"a unit has no field {name!r}; fields: {known}")


_OTHERS = ("at", "hands", "inventory", "gear", "injuries", "horror_source", "grappling", "ready")


def _write_number(u: Any, field: str, value: int) -> None:
    if field in ABILITIES:
        u["ability"][ABILITIES.index(field)] = value
    elif field in SKILLS:
        u["skill"][SKILLS.index(field)] = value
    else:
        u[field] = value
        if field == "hp" and value > u["hp_max"]:
            u["hp_max"] = value


def _write_hold(s: Any, i: int, k: int | None) -> None:
    for n in range(int(s["n_units"])):
        if s["units"][n]["grappled_by"] == i:
            s["units"][n]["grappled_by"] = -1
    s["units"][i]["grappling"] = -1 if k is None else k
    if k is not None:
        s["units"][k]["grappled_by"] = i


def _model(item: Any) -> ItemModel:
    try:
        return ItemModel.model_validate({"item": item} if isinstance(item, str) else item)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"item {item!r}: {key}: {first['msg']}") from None


def _word(what: str, words: Sequence[str], value: str) -> int:
    if value not in words:
        raise ValueError(f"no {what} {value!r}; there are {', '.join(words)}")
    return list(words).index(value)


# -- floor, board ---------------------------------------------------------------------------------


def floor_view(s: Any, names: Names) -> list[dict[str, Any]]:
    """Return the items on the floor in the order laid."""
    return [
        {**(_item(f, names) or {}), "x": int(f["x"]), "y": int(f["y"]), "hidden": bool(f["hidden"])}
        for f in s["floor"][: int(s["n_floor"])]
    ]


def board(s: Any, names: Names, seat: int | None = None) -> str:
    """Return the map as text with a line for each unit, as a seat sees it (None: all of it)."""
    width, height = int(s["width"]), int(s["height"])
    picture = [["."] * width for _ in range(height)]
    for name, mark in (("difficult", "~"), ("hiding", "h"), ("obstacles", "x"), ("walls", "#")):
        for y in range(height):
            for x in range(width):
                if int(s[name][y]) >> x & 1:
                    picture[y][x] = mark
    for f in floor_view(s, names):
        if not f["hidden"] and picture[f["y"]][f["x"]] in ".~h":
            picture[f["y"]][f["x"]] = "*"
    lines = []
    own = None if seat is None else int(s["units"][seat]["side"])
    for i, name in enumerate(names.units):
        u = s["units"][i]
        letter = chr(ord("A") + i)
        secret = own is not None and int(u["side"]) != own
        if u["down"]:
            lines.append(f"{letter} {name:<14} down")
            continue
        if secret and u["hidden"]:
            lines.append(f"{letter} {name:<14} hidden")
            continue
        picture[int(u["y"])][int(u["x"])] = letter
        view = unit_view(s, i, names)
        states = [
            n for n in ("hidden", "prone", "slowed", "weakened", "horrified", "stanched") if view[n]
        ]
        states += ["stunned"] * (view["stunned_t"] > 0) + ["bleeding"] * (view["bleed"] > 0)
        states += sorted(view["injuries"])
        states += [f"held by {view['grappled_by']}"] * (view["grappled_by"] is not None)
        hands = ", ".join(view["hands"]) or "empty hands"
        lines.append(
            f"{letter} {name:<14} Health {view['hp']}/{view['hp_max']}"
            f"  Stress {view['stress']}/{view['stress_limit']}  AP {view['ap']}"
            f"  {hands}" + (f"  ({', '.join(states)})" if states else "")
        )
    return "\n".join("".join(row) for row in picture) + "\n" + "\n".join(lines)
