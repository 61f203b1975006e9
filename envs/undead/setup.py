"""From an encounter file to a record that is ready to begin."""

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, create_model, model_validator

from fracas.envs.core.encounter import (
    UNIT_ID,
    Encounter,
    Model,
    SetupError,
    Side,
    UnitId,
    about,
    hint,
    map_rows,
    options_model,
)
from fracas.envs.core.names import Names
from fracas.envs.core.options import write_options
from fracas.envs.undead.items import BANDAGE, SECOND_HAND
from fracas.envs.undead.kinds import KINDS
from fracas.envs.undead.observe import layout
from fracas.envs.undead.options import BY_NAME, OPTIONS
from fracas.envs.undead.setup_items import (
    MAX_OWN,
    NAME,
    AnItem,
    FloorModel,
    ItemKind,
    Tile,
    write_hands,
    write_item,
    write_kinds,
)
from fracas.envs.undead.state import (
    MAX_FLOOR,
    MAX_HEIGHT,
    MAX_SIDE,
    MAX_WIDTH,
    STATE,
)
from fracas.envs.undead.tables import ABILITIES, ARMOUR, SKILLS, TILES
from fracas.envs.undead.verbs import READY_KINDS, VERBS

BLOCKED = "#x"  # tiles that nobody can stand on

Ability = Annotated[int, Field(ge=-1, le=4)]
Skill = Annotated[int, Field(ge=0, le=4)]

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

    id: UnitId | None = UNIT_ID
    kind: str | None = Field(
        default=None, description="a bundled stat block or one of `kinds`", examples=list(KINDS)
    )
    mark: str | None = Field(
        default=None, pattern=r"^\S$", description="one character that stands on the map"
    )
    at: Tile | None = None
    hands: list[AnItem] = Field(default=[], max_length=2, description="the first in hand 1")
    inventory: list[AnItem | None] = Field(default=[], max_length=6, description="by slot")
    gear: list[Literal[tuple(ARMOUR)]] = Field(  # type: ignore[valid-type]
        default=[], max_length=2, description="armour, worn all the time"
    )
    hidden: bool = Field(default=False, description="Hidden at the start")
    surprised: bool = Field(default=False, description="no AP before its first turn")
    prone: bool = Field(default=False, description="Prone at the start")

    @model_validator(mode="after")
    def _placed(self) -> "UnitModel":
        if (self.mark is None) == (self.at is None):
            count = "neither" if self.mark is None else "both"
            raise ValueError(f"a unit has either `mark` or `at: [column, row]`, this has {count}")
        return self


class SideModel(Side):
    """A side and its units, in index order."""

    units: list[UnitModel] = Field(min_length=1)


OptionsModel = options_model(
    OPTIONS,
    ready_actions=(
        list[Literal[READY_KINDS]] | None,  # type: ignore[valid-type]
        Field(default=None, alias="ready.actions", description="kinds that may be readied"),
    ),
    goal_zone=(
        dict[str, list[Tile]] | None,
        Field(default=None, alias="goal.zone", description="goal tiles by side"),
    ),
)


class UndeadEncounter(Encounter):
    """An encounter of the `undead` system."""

    system: Literal["undead"]
    map: str = Field(
        description="a block of rows: . open, ~ difficult, h hiding place, x low obstacle, # wall, "
        "and the marks of units on open ground"
    )
    kinds: dict[str, StatBlock] = Field(  # type: ignore[valid-type]
        default={}, description="stat blocks of this file, by name"
    )
    items: dict[str, ItemKind] = Field(
        default={},
        max_length=MAX_OWN,
        description="kinds of items of this file, by name",
        json_schema_extra={"propertyNames": {"pattern": NAME}},
    )
    sides: list[SideModel] = Field(min_length=2, max_length=2)
    floor: list[FloorModel] = Field(
        default=[], max_length=MAX_FLOOR, description="items on the floor, in the order laid"
    )
    options: OptionsModel = Field(default_factory=OptionsModel)  # type: ignore[valid-type]
    order: list[str] | None = Field(default=None, description="fixed turn order, by unit id")


# -- the record ------------------------------------------------------------------------------------

_TILE_FIELDS = {"#": "walls", "x": "obstacles", "~": "difficult", "h": "hiding"}


def setup(enc: UndeadEncounter) -> tuple[NDArray[Any], Names]:
    """Return (record of shape (1,), names) of an encounter.

    Raises:
        SetupError: units on a wall, two on a tile, hands too full, unknown kinds and the like.
    """
    marks = _marks(enc)
    with about("map"):
        rows = map_rows(enc.map, TILES, marks, MAX_WIDTH, MAX_HEIGHT)
    state = np.zeros(1, STATE)
    s = state[0]
    s["width"], s["height"] = len(rows[0]), len(rows)
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            if tile in _TILE_FIELDS:
                s[_TILE_FIELDS[tile]][y] |= np.uint32(1 << x)
    if enc.symmetric:
        _check_symmetry(rows)
    _write_options(s, enc)
    s["round_limit"], s["symmetric"] = enc.round_limit, enc.symmetric
    s["n_sides"], s["depth"] = 2, 0
    items = write_kinds(s, enc.items)
    ids = _write_units(s, enc, rows, items)
    _write_floor(s, enc, items)
    _write_goals(s, enc)
    _write_order(s, enc, ids)
    sizes = argument_sizes(s)
    s["n_rows"] = VERBS.place(s["blocks"], sizes, _used_verbs(s, enc))
    s["n_floats"] = len(layout(s))
    sides = tuple(side.id for side in enc.sides)
    return state, Names(tuple(ids), sides, {"item": items})


def argument_sizes(s: Any) -> dict[str, int]:
    """Return how many choices each kind of argument has in an encounter."""
    size = int(s["side_size"])
    targets = 2 * size if s["options"]["target_allies"] else size
    return {
        "target": targets, "anyone": 2 * size, "ally": size, "enemy": size, "area": 4, "hand": 2,
        "direction": 8, "around": 9, "pocket": 6, "slot": 8, "trigger": 6,
        "kind": len(READY_KINDS), "column": int(s["width"]), "row": int(s["height"]),
    }  # fmt: skip


def _marks(enc: UndeadEncounter) -> str:
    """Return the marks of all units; each belongs to one entry of the file."""
    marks = ""
    for side, block in enumerate(enc.sides):
        for n, unit in enumerate(block.units):
            if unit.mark is None:
                continue
            path = ("sides", side, "units", n, "mark")
            if unit.mark in TILES:
                raise SetupError(
                    path, f"{unit.mark!r} is a kind of tile; a mark is none of {TILES}"
                )
            if unit.mark in marks:
                raise SetupError(path, f"another unit has the mark {unit.mark!r}; marks differ")
            marks += unit.mark
    return marks


def _check_symmetry(rows: list[str]) -> None:
    tiles = [[tile if tile in TILES else "." for tile in row] for row in rows]
    for y, row in enumerate(tiles):
        for x, tile in enumerate(row):
            other = tiles[-1 - y][-1 - x]
            if tile != other:
                places = (
                    f"({x}, {y}) is {tile!r}, ({len(row) - 1 - x}, {len(rows) - 1 - y}) {other!r}"
                )
                raise SetupError(
                    ("symmetric",), f"true needs a map that is the same turned by half; {places}"
                )


def _write_options(s: Any, enc: UndeadEncounter) -> None:
    options: Any = enc.options
    write_options(s, OPTIONS, options)
    chosen = READY_KINDS if options.ready_actions is None else options.ready_actions
    s["ready_actions"] = sum(1 << k for k, kind in enumerate(READY_KINDS) if kind in chosen)


def _figures(enc: UndeadEncounter, unit: UnitModel, path: tuple[Any, ...]) -> dict[str, Any]:
    """Return the figures of a unit: its kind's, and its own in front of them."""
    figures: dict[str, Any] = {}
    if unit.kind is not None:
        if unit.kind in enc.kinds:
            own: Any = enc.kinds[unit.kind]
            figures = own.model_dump(exclude_none=True)
        elif unit.kind in KINDS:
            figures = dict(KINDS[unit.kind])
        else:
            known = hint(unit.kind, {**enc.kinds, **KINDS})
            raise SetupError((*path, "kind"), f"no stat block {unit.kind!r}; {known}")
    figures.update({k: v for k in _STATS if (v := getattr(unit, k)) is not None})
    return figures


def _write_units(
    s: Any, enc: UndeadEncounter, rows: list[str], items: tuple[str, ...]
) -> list[str]:
    if enc.sides[0].id == enc.sides[1].id:
        raise SetupError(
            ("sides", 1, "id"), f"both sides are called {enc.sides[0].id!r}; ids differ"
        )
    ids: list[str] = []
    taken: dict[tuple[int, int], str] = {}
    for side, block in enumerate(enc.sides):
        s["first"][side] = len(ids)
        for n, unit in enumerate(block.units):
            path = ("sides", side, "units", n)
            for x, y in _tiles_of(unit, rows, path):
                slot = len(ids) - int(s["first"][side])
                if slot >= MAX_SIDE:
                    raise SetupError(path, f"a side has at most {MAX_SIDE} units")
                name = unit.id or f"{block.id}_{slot}"
                if name in ids:
                    raise SetupError((*path, "id"), f"another unit is called {name!r}; ids differ")
                if (x, y) in taken:
                    place = f"{name} and {taken[x, y]} both stand on ({x}, {y})"
                    raise SetupError(path, f"{place}; each unit needs a tile of its own")
                taken[x, y] = name
                u = s["units"][len(ids)]
                u["side"], u["slot"], u["x"], u["y"] = side, slot, x, y
                _write_unit(s, u, enc, unit, items, path)
                ids.append(name)
        s["count"][side] = len(ids) - int(s["first"][side])
    s["n_units"] = len(ids)
    s["side_size"] = max(s["count"])
    return ids


def _tiles_of(unit: UnitModel, rows: list[str], path: tuple[Any, ...]) -> list[tuple[int, int]]:
    if unit.at is not None:
        x, y = unit.at
        if not (0 <= x < len(rows[0]) and 0 <= y < len(rows)):
            size = f"{len(rows[0])} columns and {len(rows)} rows"
            raise SetupError((*path, "at"), f"({x}, {y}) lies outside the map of {size}")
        if rows[y][x] in BLOCKED:
            raise SetupError(
                (*path, "at"), f"({x}, {y}) is {rows[y][x]!r}; units stand on open ground (. ~ h)"
            )
        return [(x, y)]
    found = [
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == unit.mark
    ]
    if not found:
        raise SetupError((*path, "mark"), f"{unit.mark!r} doesn't stand on the map; put it there")
    if unit.id is not None and len(found) > 1:
        count = f"{unit.mark!r} stands on {len(found)} tiles, so these are {len(found)} units"
        raise SetupError((*path, "id"), f"{count}; leave the id out")
    return found


def _write_unit(
    s: Any,
    u: Any,
    enc: UndeadEncounter,
    unit: UnitModel,
    items: tuple[str, ...],
    path: tuple[Any, ...],
) -> None:
    write_figures(s, u, _figures(enc, unit, path))
    u["hidden"], u["surprised"], u["prone"] = unit.hidden, unit.surprised, unit.prone
    for piece in unit.gear:
        u["armour"][ARMOUR[piece]] += 1
    with about(*path, "hands"):
        write_hands(s, u, unit.hands, items)
    for k, item in enumerate(unit.inventory):
        if item is not None:
            with about(*path, "inventory", k):
                write_item(s, u["items"][k], item, items)


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


def _write_floor(s: Any, enc: UndeadEncounter, items: tuple[str, ...]) -> None:
    for k, item in enumerate(enc.floor):
        x, y = item.at
        if not (0 <= x < s["width"] and 0 <= y < s["height"]) or int(s["walls"][y]) >> x & 1:
            raise SetupError(("floor", k, "at"), f"({x}, {y}) is a wall or outside the map")
        f = s["floor"][k]
        with about("floor", k):
            write_item(s, f, item, items)
        f["x"], f["y"], f["hidden"] = x, y, item.hidden
    s["n_floor"] = len(enc.floor)


def _write_goals(s: Any, enc: UndeadEncounter) -> None:
    names = [side.id for side in enc.sides]
    options: Any = enc.options
    for name, tiles in (options.goal_zone or {}).items():
        path = ("options", "goal.zone", name)
        if name not in names:
            raise SetupError(path, f"no side {name!r}; {hint(name, names)}")
        for k, (x, y) in enumerate(tiles):
            if not (0 <= x < s["width"] and 0 <= y < s["height"]):
                size = f"{s['width']} columns and {s['height']} rows"
                raise SetupError((*path, k), f"({x}, {y}) lies outside the map of {size}")
            s["goal"][names.index(name)][y] |= np.uint32(1 << x)


def _write_order(s: Any, enc: UndeadEncounter, ids: list[str]) -> None:
    s["order"][: len(ids)] = range(len(ids))
    if enc.order is None:
        return
    for k, name in enumerate(enc.order):
        if name not in ids:
            raise SetupError(("order", k), f"no unit {name!r}; {hint(name, ids)}")
        if name in enc.order[:k]:
            raise SetupError(("order", k), f"{name} stands twice; once is needed")
    if missing := [name for name in ids if name not in enc.order]:
        raise SetupError(("order",), f"names every unit once; {', '.join(missing)} is missing")
    s["order"][: len(ids)] = [ids.index(name) for name in enc.order]
    s["fixed_order"] = 1


# -- which rows an encounter can ever use ----------------------------------------------------------


def _used_verbs(s: Any, enc: UndeadEncounter) -> list[bool]:
    slots = [slot for u in s["units"][: s["n_units"]] for slot in u["items"]]
    numbers = [int(slot["item"]) for slot in (*slots, *s["floor"][: s["n_floor"]])]
    items = {number for number in numbers if number > SECOND_HAND}
    kinds = [s["item_kinds"][number] for number in sorted(items)]
    options = s["options"]
    guns = [kind for kind in kinds if kind["firearm"]]
    light = any(kind["lightweight"] for kind in kinds)
    melee = any(kind["melee"] for kind in kinds)
    jams = any(gun["full"] or not options["unjam_needs_full_auto"] for gun in guns)
    hidden = any(u["hidden"] for u in s["units"])
    any_wall = BY_NAME["hide.place"].decode(int(options["hide_place"])) == "any_wall"
    hide = any_wall or any(s["hiding"])
    some = bool(items)
    unused = {
        "sneak": not (hide or hidden), "hide": not hide, "melee": not melee,
        "opp_melee": not melee, "throw_weapon": not any(kind["thrown"] for kind in kinds),
        "throw_object": not light, "column": not light, "row": not light,
        "shot_single": not any(gun["single"] for gun in guns),
        "shot_semi": not any(gun["semi"] for gun in guns),
        "spray": not any(gun["full"] for gun in guns),
        "unjam": not jams, "switch_mode": not any(gun["switch"] for gun in guns),
        "reload": not any(int(gun["ammo"]) in items for gun in guns),
        "equip": not some, "equip_floor": not some, "unequip": not some, "place": not some,
        "place_direction": not some, "drop_item": not some,
        "pressure": BANDAGE not in items
        and BY_NAME["pressure.bandage"].decode(int(options["pressure_bandage"])) != "not_needed",
        "ready": s["ready_actions"] == 0, "ready_kind": s["ready_actions"] == 0,
        "grant_target": s["side_size"] < 2,
        "next_unit": BY_NAME["initiative.mode"].decode(int(options["initiative_mode"])) != "side",
    }  # fmt: skip
    return [not unused.get(verb.name, False) for verb in VERBS.verbs]
