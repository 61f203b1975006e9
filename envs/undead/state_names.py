"""What the numbers of the record name, for battles as JSON (``fracas.envs.core.state_json``)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fracas.envs.core.encounter import about
from fracas.envs.core.fields import (
    Bits,
    Flag,
    Flags,
    Kit,
    Many,
    Named,
    Number,
    One,
    Own,
    Part,
    Place,
    StateTable,
    Together,
    Word,
    known_keys,
    mapping,
    read_row,
    sequence,
    show_row,
)
from fracas.envs.core.jit import COMPILED
from fracas.envs.core.record import NONE, view
from fracas.envs.undead.conditions import full_movement
from fracas.envs.undead.flow import ACT
from fracas.envs.undead.frame import W_TURN
from fracas.envs.undead.items import NOTHING, SECOND_HAND
from fracas.envs.undead.options import AP_ZERO
from fracas.envs.undead.setup_items import ItemModel, write_hands, write_item
from fracas.envs.undead.state import ITEM, MAX_FLOOR, MAX_SIDE, MAX_WINDOWS
from fracas.envs.undead.state_check import check
from fracas.envs.undead.tables import (
    ABILITIES,
    AREAS,
    DIRECTIONS,
    INJURIES,
    MAIN_HAND,
    MODES,
    OFF_HAND,
    SKILLS,
    SLOTS,
    TRIGGERS,
)
from fracas.envs.undead.verbs import MAIN, READY, READY_KINDS, VERBS

_VERBS = tuple(verb.name for verb in VERBS.verbs)
_ROLL = Number(-128, 127)  # totals with dice that a tool has rolled
_TILE = (One("x", Place("width")), One("y", Place("height")))


# -- items -----------------------------------------------------------------------------------------

_ITEM: dict[str, Part] = {
    "item": One("item", Word("item", NOTHING)),
    "rounds": One("rounds", Number(0, 30)),
    "mode": One("mode", Word(MODES)),
    "jam": One("jam", Flag()),
}


def _show_item(slot: Any, kit: Kit) -> dict[str, Any] | None:
    return None if slot["item"] in (NOTHING, SECOND_HAND) else show_row(_ITEM, slot, kit)


def _read_item(value: Any, kit: Kit) -> ItemModel:
    """Return an item as encounter files write it: its name, or a mapping."""
    item = {"item": value} if isinstance(value, str) else mapping(value)
    known_keys(item, list(_ITEM), ["item"])
    read_row(_ITEM, item, np.zeros(1, ITEM)[0], kit)
    if item["item"] is None:
        raise ValueError("an item's name is needed, not null")
    return ItemModel(**item)


def _show_hands(u: Any, kit: Kit) -> list[Any]:
    hands = [_show_item(slot, kit) for slot in u["items"][MAIN_HAND:]]
    while hands and hands[-1] is None:
        hands.pop()
    return hands


def _read_hands(value: Any, u: Any, kit: Kit) -> None:
    """Put items in the hands; null in front of the second leaves hand 1 empty."""
    values = sequence(value, 0, 2)
    models = []
    for k, one in enumerate(values):
        with about(k):
            if one is not None:
                models.append(_read_item(one, kit))
            elif k > 0 or len(values) == 1:
                raise ValueError("null stands only for an empty hand 1; leave it out")
    u["items"][MAIN_HAND:] = np.zeros(1, ITEM)
    write_hands(kit.s, u, models, kit.words("item"))
    if values[:1] == [None]:
        if u["items"][OFF_HAND]["item"] != NOTHING:
            raise ValueError(f"{models[0].item} fills both hands; leave null out")
        u["items"][OFF_HAND] = u["items"][MAIN_HAND]
        u["items"][MAIN_HAND] = np.zeros(1, ITEM)[0]


def _show_pockets(u: Any, kit: Kit) -> list[Any]:
    return [_show_item(slot, kit) for slot in u["items"][:MAIN_HAND]]


def _read_pockets(value: Any, u: Any, kit: Kit) -> None:
    values = sequence(value, 0, MAIN_HAND)
    u["items"][:MAIN_HAND] = np.zeros(1, ITEM)
    for k, one in enumerate(values):
        if one is not None:
            with about(k):
                write_item(kit.s, u["items"][k], _read_item(one, kit), kit.words("item"))


_LIES: dict[str, Part] = {"at": Together(_TILE), "hidden": One("hidden", Flag())}


def _show_floor(s: Any, kit: Kit) -> list[Any]:
    rows = s["floor"][: int(s["n_floor"])]
    return [{**show_row(_ITEM, f, kit), **show_row(_LIES, f, kit)} for f in rows]


def _read_floor(value: Any, s: Any, kit: Kit) -> None:
    values = sequence(value, 0, MAX_FLOOR)
    s["floor"] = np.zeros(1, s["floor"].dtype)
    s["n_floor"] = len(values)
    for k, (one, f) in enumerate(zip(values, s["floor"], strict=False)):
        with about(k):
            known_keys(mapping(one), [*_ITEM, *_LIES], ["item", "at"])
            item = {key: part for key, part in one.items() if key in _ITEM}
            write_item(kit.s, f, _read_item(item, kit), kit.words("item"))
            read_row(_LIES, one, f, kit)


# -- units -----------------------------------------------------------------------------------------

_SENSED = Word(("", *DIRECTIONS), 0)


def _sensed_tile(slot: int) -> Part:
    x, y = Place("width"), Place("height")
    return Together((One("sense_x", x, slot), One("sense_y", y, slot)), NONE)


_RANGES = {
    "hp": (0, 14), "hp_max": (1, 14), "stress": (0, 12), "stress_limit": (0, 12), "ap": (0, 6),
    "ap_turn": (1, 6), "mv": (0, 16), "guard": (0, 30), "slowed_t": (0, 2), "weakened_t": (0, 2),
    "stunned_t": (0, 2), "horrified_t": (0, 2), "bleed": (0, 9), "detect_bonus": (0, 9),
    "initiative": (-128, 127),
}  # fmt: skip
_FLAGS = ("down", "prone", "hidden", "sneaking", "stanched", "surprised")

_FIGURES: dict[str, Part] = {
    **{name: One("ability", Number(-1, 4), k) for k, name in enumerate(ABILITIES)},
    **{name: One("skill", Number(0, 4), k) for k, name in enumerate(SKILLS)},
    "armour": Named("armour", AREAS, Number(0, 2)),
    "undead": One("undead", Flag()),
    "sense_tier": One("sense_tier", Number(0, 3)),
    "sense_count": One("sense_count", Number(0, MAX_SIDE)),
    "sense_dir": Many(lambda slot: One("sense_dir", _SENSED, slot), MAX_SIDE),
    "sense_tile": Many(_sensed_tile, MAX_SIDE),
}

_UNIT: dict[str, Part] = {
    "at": Together(_TILE),
    **{name: One(name, Number(*limits)) for name, limits in _RANGES.items()},
    **{name: One(name, Flag()) for name in _FLAGS},
    "injuries": Flags("injury", INJURIES),
    "horror_source": One("horror_source", Word("unit", NONE)),
    "grappled_by": One("grappled_by", Word("unit", NONE)),
    "grappling": One("grappling", Word("unit", NONE)),
    "ready": Together(
        (One("ready_trigger", Word(TRIGGERS)), One("ready_kind", Word(READY_KINDS))), NONE
    ),
    "seen": One("seen", Bits("unit")),
    "unasked": One("unasked", Bits("unit")),
    "hands": Own(_show_hands, _read_hands),
    "inventory": Own(_show_pockets, _read_pockets),
    **_FIGURES,
}

# -- windows (flow.py says what each is) -----------------------------------------------------------


def _show_argument(w: Any, kit: Kit) -> str:
    return _argument_words(w)[int(w["slot"])]


def _read_argument(value: Any, w: Any, kit: Kit) -> None:
    w["slot"] = Word(_argument_words(w)).number(value, kit)


def _argument_words(w: Any) -> tuple[str, ...]:
    return TRIGGERS if w["verb"] == READY else SLOTS


_ACTOR = One("actor", Word("unit"))
_TARGET = One("target", Word("unit", NONE))
_STRUCK: dict[str, Part] = {
    "asked": One("asked", Number(0, 2)),  # how often: `reaction.defence_per_attack`
    "actor": _ACTOR,
    "target": One("target", Word("unit")),
    "verb": One("verb", Word(_VERBS)),
    "area": One("area", Word(AREAS)),
    "slot": One("slot", Word(SLOTS)),
    "item": One("item", Word("item", NOTHING)),
    "from_hidden": One("flag", Flag()),
    "damage": One("points", Number(0, 127)),
    "total": One("total", _ROLL),
}

_WINDOWS: tuple[Mapping[str, Part], ...] = (
    {"stage": One("stage", Word(("next", "chosen", "act", "ending", "ended")))},
    {
        "stage": One("stage", Word(("running", "checked"))),
        "actor": _ACTOR,
        "event": One("verb", Word(("other", "moved", "attacked", "turn_ended"))),
        "target": _TARGET,
        "from": Together(_TILE),
        "nested": One("flag", Flag()),
    },
    {
        "asked": One("asked", Bits("unit")),
        "actor": _ACTOR,
        "direction": One("direction", Word(DIRECTIONS)),
        "granted": One("flag", Flag()),
        "from": Together(_TILE),
    },
    {
        "stage": One("stage", Word(("defence", "roll", "choice", "save", "after_grapple"))),
        **_STRUCK,
    },
    {"stage": One("stage", Word(("defence", "roll"))), **_STRUCK},
    {
        "candidates": One("candidates", Bits("unit")),
        "asked": One("asked", Bits("unit")),
    },
    {
        "candidates": One("candidates", Bits("unit")),
        "actor": _ACTOR,
        "target": _TARGET,
        "points": One("points", Number(0, 16)),
    },
    {
        "actor": _ACTOR,
        "verb": One("verb", Word(_VERBS)),
        "argument": Own(_show_argument, _read_argument),
        "column": One("x", Place("width", NONE)),
    },
)

# -- the whole -------------------------------------------------------------------------------------

_BATTLE: dict[str, Part] = {
    "turn": One("turn_unit", Word("unit", NONE)),
    "turn_over": One("turn_over", Flag()),
    "order": Many(lambda k: One("order", Word("unit"), k), "n_units"),
    "turn_place": One("turn_pos", Number(-1, "n_units")),
    "acted": One("acted", Bits("unit")),
    "last_side": One("last_side", Word("side", NONE)),
    "nested": One("nest", Number(0, MAX_WINDOWS)),
    "floor": Own(_show_floor, _read_floor),
}


def ordinary(s: Any) -> None:
    """Write a plain turn of the unit whose turn it is (U100 U106), whoever is Down out of it."""
    i = int(s["turn_unit"])
    if i < 0:
        with about("turn"):
            raise ValueError("the unit whose turn it is is needed here, or all windows")
    s["depth"] = 1
    s["windows"][0]["kind"], s["windows"][0]["stage"] = W_TURN, ACT
    over = s["winner"] != 0
    s["decider"], s["phase"] = (NONE, 0) if over else (i, MAIN)
    order = s["order"][: int(s["n_units"])].tolist()
    s["turn_pos"] = order.index(i) if i in order else NONE
    s["acted"] = sum(1 << k for k in order[: int(s["turn_pos"]) + 1])
    s["last_side"] = s["units"][i]["side"]
    for k in range(int(s["n_units"])):
        u = s["units"][k]
        u["ap"] = 0 if u["surprised"] or s["options"]["ap_initial"] == AP_ZERO else u["ap_turn"]
        u["down"] = u["down"] or u["hp"] == 0
        if u["down"]:
            u["ap"] = u["hp"] = u["hidden"] = 0
            u["items"][MAIN_HAND:] = np.zeros(1, ITEM)
    u = s["units"][i]
    u["ap"] = u["ap_turn"]
    u["mv"] = (
        full_movement(s, u) if COMPILED else full_movement(view(s.reshape(1)), view(u.reshape(1)))
    )


STATE_TABLE = StateTable(
    unit=_UNIT,
    figures=tuple(_FIGURES),
    battle=_BATTLE,
    needed=("turn",),
    windows=_WINDOWS,
    ordinary=ordinary,
    check=check,
)
