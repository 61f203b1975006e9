"""From an encounter file to a record that is ready to begin."""

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, Field, create_model, model_validator

from fracas.envs.core.encounter import Encounter, Model, map_rows
from fracas.envs.undead.kinds import KINDS
from fracas.envs.undead.observe import layout
from fracas.envs.undead.options import BY_NAME, OPTIONS
from fracas.envs.undead.state import (
    MAX_FLOOR,
    MAX_HEIGHT,
    MAX_SIDE,
    MAX_WIDTH,
    STATE,
)
from fracas.envs.undead.tables import (
    ABILITIES,
    ARMOUR,
    FULL_LOAD,
    INJURIES,
    ITEM_INDEX,
    ITEMS,
    MAIN_HAND,
    OFF_HAND,
    SECOND_HAND,
    SKILLS,
    TILES,
)
from fracas.envs.undead.verbs import READY_KINDS, VERBS

Ability = Annotated[int, Field(ge=-1, le=4)]
Skill = Annotated[int, Field(ge=0, le=4)]
ItemName = Literal[tuple(item.name for item in ITEMS[1:])]  # type: ignore[valid-type]


class ItemModel(Model):
    """An item with a load, mode or jam of its own."""

    item: ItemName
    rounds: int | None = Field(default=None, ge=0, le=30, description="default: full")
    mode: Literal["semi", "full"] = "semi"
    jam: bool = False
    hidden: bool = Field(default=False, description="on the floor, to be found by Inspect (U450)")


def _as_item(value: Any) -> Any:
    return {"item": value} if isinstance(value, str) else value


AnItem = Annotated[ItemModel, BeforeValidator(_as_item)]


class FloorModel(ItemModel):
    """An item that lies on the floor at the start."""

    at: list[int] = Field(min_length=2, max_length=2)


_STATS: dict[str, Any] = {
    **{name: (Ability | None, None) for name in ABILITIES},
    **{name: (Skill | None, None) for name in SKILLS},
    "hp": (Annotated[int, Field(ge=1, le=14)] | None, None),
    "stress_limit": (Annotated[int, Field(ge=1, le=12)] | None, None),
    "ap": (Annotated[int, Field(ge=1, le=6)] | None, None),
    "undead": (bool | None, None),
}

StatBlock = create_model("StatBlock", __base__=Model, **_STATS)
StatBlock.__doc__ = "Figures of a kind of unit; what is left out is 0 or follows section 1.3."


class UnitModel(StatBlock):  # type: ignore[valid-type, misc]
    """A unit, or one for each tile that bears its mark."""

    id: str | None = Field(default=None, pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=24)
    kind: str | None = Field(default=None, description="a bundled stat block or one of `kinds`")
    mark: str | None = Field(default=None, min_length=1, max_length=1)
    at: list[int] | None = Field(default=None, min_length=2, max_length=2)
    hands: list[AnItem] = Field(default=[], max_length=2)
    inventory: list[AnItem | None] = Field(default=[], max_length=6)
    gear: list[Literal[tuple(ARMOUR)]] = []  # type: ignore[valid-type]
    hidden: bool = False
    surprised: bool = False
    prone: bool = False

    @model_validator(mode="after")
    def _placed(self) -> "UnitModel":
        if (self.mark is None) == (self.at is None):
            raise ValueError("a unit has either a mark on the map or `at: [x, y]`")
        return self


class SideModel(Model):
    """A side and its units, in index order."""

    id: str = Field(pattern=r"^[a-z][a-z0-9]*$", max_length=16)
    units: list[UnitModel] = Field(min_length=1)


def _option_field(option: Any) -> Any:
    def check(value: Any) -> Any:
        option.encode(value)
        return value

    return (
        Annotated[Any, BeforeValidator(check)],
        Field(default=option.default, alias=option.name, description=option.help),
    )


OptionsModel = create_model(
    "OptionsModel",
    __base__=Model,
    **{option.field: _option_field(option) for option in OPTIONS},
    ready_actions=(
        list[Literal[READY_KINDS]] | None,  # type: ignore[valid-type]
        Field(default=None, alias="ready.actions", description="kinds that may be readied"),
    ),
    goal_zone=(
        dict[str, list[Annotated[list[int], Field(min_length=2, max_length=2)]]] | None,
        Field(default=None, alias="goal.zone", description="goal tiles by side"),
    ),
)
OptionsModel.__doc__ = "Rulings of section 8."


class UndeadEncounter(Encounter):
    """An encounter of the `undead` system."""

    system: Literal["undead"]
    map: str = Field(description="rows of tiles: . open, ~ difficult, h hiding place, x, #")
    kinds: dict[str, StatBlock] = {}  # type: ignore[valid-type]
    sides: list[SideModel] = Field(min_length=2, max_length=2)
    floor: list[FloorModel] = Field(default=[], max_length=MAX_FLOOR)
    options: OptionsModel = Field(default_factory=OptionsModel)  # type: ignore[valid-type]
    order: list[str] | None = Field(default=None, description="fixed turn order, by unit id")


class SetupError(ValueError):
    """A fault that shows only when the parts of a file are put together."""

    def __init__(self, path: tuple[Any, ...], message: str) -> None:
        """Keep the path of keys that the fault is about."""
        super().__init__(message)
        self.path = path


# -- the record -----------------------------------------------------------------------------------


def setup(enc: UndeadEncounter) -> tuple[NDArray[Any], list[str], list[str]]:
    """Return (record of shape (1,), unit ids, side ids) of an encounter.

    Raises:
        SetupError: units on a wall, two on a tile, hands too full, unknown kinds and the like.
    """
    marks = "".join(u.mark or "" for side in enc.sides for u in side.units)
    for mark in marks:
        if mark in TILES:
            raise SetupError(("sides",), f"the mark {mark!r} is a kind of tile")
    try:
        rows = map_rows(enc.map, TILES, marks, MAX_WIDTH, MAX_HEIGHT)
    except ValueError as error:
        raise SetupError(("map",), str(error)) from None
    state = np.zeros(1, STATE)
    s = state[0]
    s["width"], s["height"] = len(rows[0]), len(rows)
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            for name, kind in (
                ("walls", "#"),
                ("obstacles", "x"),
                ("difficult", "~"),
                ("hiding", "h"),
            ):
                if tile == kind:
                    s[name][y] |= np.uint32(1 << x)
    for name in ("walls", "obstacles", "difficult", "hiding"):
        if enc.symmetric and not _is_symmetric(s, name):
            raise SetupError(("symmetric",), f"the map's {name} are not the same turned by half")
    _write_options(s, enc)
    s["round_limit"], s["symmetric"] = enc.round_limit, enc.symmetric
    s["n_sides"], s["depth"] = 2, 0
    ids = _write_units(s, enc, rows)
    _write_floor(s, enc)
    _write_goals(s, enc)
    _write_order(s, enc, ids)
    sizes = argument_sizes(s)
    s["n_rows"] = VERBS.place(s["blocks"], sizes, _used_verbs(s, enc))
    s["n_floats"] = len(layout(s))
    return state, ids, [side.id for side in enc.sides]


def argument_sizes(s: Any) -> dict[str, int]:
    """Return how many choices each kind of argument has in an encounter."""
    size = int(s["side_size"])
    targets = 2 * size if s["options"]["target_allies"] else size
    return {
        "target": targets, "anyone": 2 * size, "ally": size, "enemy": size, "area": 4, "hand": 2,
        "direction": 8, "around": 9, "pocket": 6, "slot": 8, "trigger": 6,
        "kind": len(READY_KINDS), "column": int(s["width"]), "row": int(s["height"]),
    }  # fmt: skip


def _is_symmetric(s: Any, name: str) -> bool:
    w, h = int(s["width"]), int(s["height"])
    bits = [[int(s[name][y]) >> x & 1 for x in range(w)] for y in range(h)]
    return bits == [row[::-1] for row in bits[::-1]]


def _write_options(s: Any, enc: UndeadEncounter) -> None:
    for option in OPTIONS:
        s["options"][option.field] = option.encode(getattr(enc.options, option.field))
    kinds = enc.options.ready_actions
    chosen = READY_KINDS if kinds is None else kinds
    s["ready_actions"] = sum(1 << READY_KINDS.index(kind) for kind in set(chosen))


def _figures(enc: UndeadEncounter, unit: UnitModel, path: tuple[Any, ...]) -> dict[str, Any]:
    """Return the figures of a unit: its kind's, and its own in front of them."""
    figures: dict[str, Any] = {}
    if unit.kind is not None:
        if unit.kind in enc.kinds:
            figures = enc.kinds[unit.kind].model_dump(exclude_none=True)
        elif unit.kind in KINDS:
            figures = dict(KINDS[unit.kind])
        else:
            known = ", ".join([*enc.kinds, *KINDS])
            raise SetupError((*path, "kind"), f"no stat block {unit.kind!r}; there are {known}")
    figures.update({k: v for k in _STATS if (v := getattr(unit, k)) is not None})
    return figures


def _write_units(s: Any, enc: UndeadEncounter, rows: list[str]) -> list[str]:
    ids: list[str] = []
    taken: dict[tuple[int, int], str] = {}
    index = 0
    for side, block in enumerate(enc.sides):
        s["first"][side] = index
        slot = 0
        for n, unit in enumerate(block.units):
            path = ("sides", side, "units", n)
            for x, y in _tiles_of(unit, rows, path):
                if slot >= MAX_SIDE:
                    raise SetupError(path, f"a side has at most {MAX_SIDE} units")
                name = unit.id or f"{block.id}_{slot}"
                if name in ids:
                    raise SetupError(path, f"there is a unit {name!r} already")
                if (x, y) in taken:
                    raise SetupError(path, f"{name} and {taken[x, y]} both stand on ({x}, {y})")
                if rows[y][x] in "#x":
                    raise SetupError(path, f"{name} stands on {rows[y][x]!r} at ({x}, {y})")
                taken[x, y] = name
                ids.append(name)
                u = s["units"][index]
                write_figures(s, u, _figures(enc, unit, path))
                u["side"], u["slot"], u["x"], u["y"] = side, slot, x, y
                u["hidden"], u["surprised"], u["prone"] = unit.hidden, unit.surprised, unit.prone
                for piece in unit.gear:
                    u["armour"][ARMOUR[piece]] += 1
                try:
                    write_hands(u, unit.hands)
                except ValueError as error:
                    raise SetupError((*path, "hands"), str(error)) from None
                for k, item in enumerate(unit.inventory):
                    if item is not None:
                        write_item(u["items"][k], item)
                index, slot = index + 1, slot + 1
        s["count"][side] = slot
    s["n_units"] = index
    s["side_size"] = max(s["count"])
    return ids


def _tiles_of(unit: UnitModel, rows: list[str], path: tuple[Any, ...]) -> list[tuple[int, int]]:
    if unit.at is not None:
        x, y = unit.at
        if not (0 <= x < len(rows[0]) and 0 <= y < len(rows)):
            raise SetupError((*path, "at"), f"({x}, {y}) lies outside the map")
        return [(x, y)]
    found = [
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == unit.mark
    ]
    if not found:
        raise SetupError((*path, "mark"), f"the map has no {unit.mark!r}")
    return found


def write_figures(s: Any, u: Any, figures: dict[str, Any]) -> None:
    """Write abilities, skills and what follows from them (1.3) into a unit's record."""
    for k, name in enumerate(ABILITIES):
        u["ability"][k] = figures.get(name, 0)
    for k, name in enumerate(SKILLS):
        u["skill"][k] = figures.get(name, 0)
    ability = dict(zip(ABILITIES, u["ability"].tolist(), strict=True))
    skill = dict(zip(SKILLS, u["skill"].tolist(), strict=True))
    options = s["options"]
    u["undead"] = figures.get("undead", False)
    health = max(3, int(options["health_base"]) + ability["physique"] + skill["resilience"])
    u["hp"] = u["hp_max"] = figures.get("hp") or min(14, health)
    limit = max(2, int(options["stress_base"]) + ability["presence"] + skill["morale"])
    u["stress_limit"] = 0 if u["undead"] else figures.get("stress_limit") or min(12, limit)
    u["ap_turn"] = figures.get("ap") or options["ap_per_turn"]
    u["guard"] = options["defense_base"]
    for name in ("horror_source", "grappled_by", "grappling", "ready_trigger", "ready_kind"):
        u[name] = -1
    u["sense_x"] = u["sense_y"] = -1


def write_item(slot: Any, item: ItemModel) -> None:
    """Write an item into a slot of the record (a full load unless it names another)."""
    number = ITEM_INDEX[item.item]
    full = int(FULL_LOAD[number])
    if item.rounds is not None and item.rounds > full:
        raise ValueError(f"{item.item} holds at most {full} rounds, not {item.rounds}")
    slot["item"] = number
    slot["rounds"] = full if item.rounds is None else item.rounds
    slot["mode"] = item.mode == "full"
    slot["jam"] = item.jam


def write_hands(u: Any, items: list[ItemModel]) -> None:
    """Put items in a unit's hands, the first in hand 1."""
    hand = MAIN_HAND
    for item in items:
        two = ITEMS[ITEM_INDEX[item.item]].hands == 2
        if hand > OFF_HAND or (two and hand != MAIN_HAND):
            raise ValueError(f"no hand is left for {item.item}")
        write_item(u["items"][hand], item)
        if two:
            u["items"][OFF_HAND]["item"] = SECOND_HAND
        hand += 2 if two else 1


def _write_floor(s: Any, enc: UndeadEncounter) -> None:
    for k, item in enumerate(enc.floor):
        x, y = item.at
        if not (0 <= x < s["width"] and 0 <= y < s["height"]) or int(s["walls"][y]) >> x & 1:
            raise SetupError(("floor", k, "at"), f"({x}, {y}) is no floor of the map")
        f = s["floor"][k]
        write_item(f, item)
        f["x"], f["y"], f["hidden"] = x, y, item.hidden
    s["n_floor"] = len(enc.floor)


def _write_goals(s: Any, enc: UndeadEncounter) -> None:
    names = [side.id for side in enc.sides]
    for name, tiles in (enc.options.goal_zone or {}).items():
        if name not in names:
            raise SetupError(("options", "goal.zone"), f"no side {name!r}; {' and '.join(names)}")
        for x, y in tiles:
            if not (0 <= x < s["width"] and 0 <= y < s["height"]):
                raise SetupError(("options", "goal.zone"), f"({x}, {y}) lies outside the map")
            s["goal"][names.index(name)][y] |= np.uint32(1 << x)


def _write_order(s: Any, enc: UndeadEncounter, ids: list[str]) -> None:
    s["order"][: len(ids)] = range(len(ids))
    if enc.order is not None:
        if sorted(enc.order) != sorted(ids):
            raise SetupError(("order",), f"names each of {', '.join(ids)} once")
        s["order"][: len(ids)] = [ids.index(name) for name in enc.order]
        s["fixed_order"] = 1


# -- which rows an encounter can ever use ---------------------------------------------------------


def _used_verbs(s: Any, enc: UndeadEncounter) -> list[bool]:
    items = {
        ITEMS[int(slot["item"])]
        for u in s["units"][: s["n_units"]]
        for slot in u["items"]
        if 0 < slot["item"] < len(ITEMS)
    } | {ITEMS[int(f["item"])] for f in s["floor"][: s["n_floor"]]}
    options = s["options"]
    guns = [item for item in items if item.firearm]
    light = any(item.lightweight for item in items)
    melee = any(item.melee for item in items)
    jams = any(g.full or not options["unjam_needs_full_auto"] for g in guns)
    hidden = any(u["hidden"] for u in s["units"])
    any_wall = BY_NAME["hide.place"].decode(int(options["hide_place"])) == "any_wall"
    hide = any_wall or any(s["hiding"])
    some = bool(items)
    unused = {
        "sneak": not (hide or hidden), "hide": not hide, "melee": not melee,
        "opp_melee": not melee, "throw_weapon": not any(item.thrown for item in items),
        "throw_object": not light, "column": not light, "row": not light,
        "shot_single": not any(g.single for g in guns),
        "shot_semi": not any(g.semi for g in guns), "spray": not any(g.full for g in guns),
        "unjam": not jams, "switch_mode": not any(g.semi and g.full for g in guns),
        "reload": not any(g.ammo == item.name for g in guns for item in items),
        "equip": not some, "equip_floor": not some, "unequip": not some, "place": not some,
        "place_direction": not some, "drop_item": not some,
        "pressure": "bandage" not in {item.name for item in items}
        and BY_NAME["pressure.bandage"].decode(int(options["pressure_bandage"])) != "not_needed",
        "ready": s["ready_actions"] == 0, "ready_kind": s["ready_actions"] == 0,
        "grant_target": s["side_size"] < 2,
        "next_unit": BY_NAME["initiative.mode"].decode(int(options["initiative_mode"])) != "side",
    }  # fmt: skip
    return [not unused.get(verb.name, False) for verb in VERBS.verbs]


__all__ = ["INJURIES", "BaseModel", "SetupError", "UndeadEncounter", "setup"]
