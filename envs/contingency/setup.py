"""From an encounter file to a record that is ready to begin."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.contingency.items import ITEM_NAMES, ITEMS, SPELLS, TOXIN_NAMES, TOXINS
from fracas.envs.contingency.observe import layout
from fracas.envs.contingency.options import BY_NAME, OPTIONS
from fracas.envs.contingency.setup_models import (
    ARMOUR,
    BUNDLED_KINDS,
    STATS,
    ContingencyEncounter,
    ItemKind,
    ItemModel,
    Spell,
    Toxin,
    UnitModel,
    Zone,
)
from fracas.envs.contingency.state import (
    CARRIED,
    CLASSES,
    DIFFICULT,
    DOWN,
    EVENT_KINDS,
    GROUND,
    HELD,
    MAX_ITEMS,
    NO_EDGE,
    NORMAL,
    STATE,
    UP,
)
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    CON,
    EFFECTS,
    ENGAGED,
    RANGES,
    SEVERITIES,
    SKILLS,
    STR,
    TECHNIQUES,
    WEAKNESSES,
    WIL,
    WIS,
)
from fracas.envs.contingency.verbs import (
    COVERS,
    GEAR,
    N_LYING,
    N_MOVEMENTS,
    N_PLANS,
    OFFERS,
    PAIRS,
    VERBS,
)
from fracas.envs.core.encounter import SetupError, about, hint
from fracas.envs.core.names import Names
from fracas.envs.core.options import write_options

NO_WAY = 99


def setup(enc: ContingencyEncounter) -> tuple[NDArray[Any], Names]:
    """Return (record of shape (1,), names) of an encounter.

    Raises:
        SetupError: unknown zones, kinds and items, hands too full, slots not paid for and the like.
    """
    state = np.zeros(1, STATE)
    s = state[0]
    write_options(s, OPTIONS, enc.options)
    s["round_limit"], s["symmetric"], s["n_sides"] = enc.round_limit, enc.symmetric, 2
    zones = tuple(enc.zones)
    words = {
        "zone": zones,
        "item": _write_item_kinds(s, enc.items),
        "toxin": _write_toxins(s, enc.toxins),
        "spell": _write_spells(s, enc.spells),
    }
    _write_zones(s, enc, words)
    _write_edges(s, enc, zones)
    _write_sight(s, enc, zones)
    ids = _write_units(s, enc, words)
    _write_ground(s, enc, words)
    _write_events(s, enc, words, ids)
    _write_initiative(s, enc)
    if enc.symmetric:
        _check_symmetry(s, enc, zones)
    s["n_rows"] = VERBS.place(s["blocks"], argument_sizes(s), _used_verbs(s))
    s["n_floats"] = len(layout(s))
    return state, Names(tuple(ids), tuple(side.id for side in enc.sides), words)


def argument_sizes(s: Any) -> dict[str, int]:
    """Return how many choices each kind of argument has in an encounter."""
    size, zones = int(s["side_size"]), int(s["n_zones"])
    return {
        "enemy": size, "ally": size, "zone": zones, "target": 2 * size + zones, "hand": 2,
        "plan": N_PLANS, "movement": N_MOVEMENTS, "offer": len(OFFERS), "dance": 2,
        "cover": len(COVERS) + zones, "bond": 2, "lying": N_LYING, "how": 2, "gear": len(GEAR),
        "spell": int(s["n_spells"]), "mode": 2, "number": 3, "weakness": len(WEAKNESSES),
        "technique": len(TECHNIQUES), "die": 3, "face": 2, "kept": 3, "severity": SEVERITIES,
        **dict.fromkeys(PAIRS, 2),
    }  # fmt: skip


def number_of(what: str, name: str, names: Sequence[str]) -> int:
    """Return the place of a name; SetupError if it is unknown."""
    if name not in names:
        raise SetupError((), f"no {what} {name!r}; {hint(name, names)}")
    return list(names).index(name)


# -- gear, toxins, spells --------------------------------------------------------------------------


def _own_names(key: str, own: Mapping[str, Any], bundled: Sequence[str]) -> tuple[str, ...]:
    for name in own:
        if name in bundled:
            raise SetupError((key, name), f"{name!r} is bundled; a name of its own is needed")
    return (*bundled, *own)


def _write_item_kinds(s: Any, own: Mapping[str, ItemKind]) -> tuple[str, ...]:
    names = _own_names("items", own, ITEM_NAMES)
    kinds = {**{name: ItemKind.model_validate(f) for name, f in ITEMS.items()}, **own}
    s["item_kinds"]["thrown"] = -1
    for number, name in enumerate(names[1:], 1):
        kind, row = kinds[name], s["item_kinds"][number]
        row["weapon"] = CLASSES.index(kind.weapon)
        row["skill"] = SKILLS.index(kind.skill)
        row["range"] = RANGES.index(kind.range)
        row["reach"] = row["range"] > ENGAGED
        row["thrown"] = -1 if kind.thrown is None else RANGES.index(kind.thrown)
        for field in ("hands", "damage", "mechanical", "reload", "crushing", "entangling"):
            row[field] = getattr(kind, field)
        row["natural"], row["guard"] = kind.natural, kind.guard
    return names


def _write_toxins(s: Any, own: Mapping[str, Toxin]) -> tuple[str, ...]:
    names = _own_names("toxins", own, TOXIN_NAMES)
    toxins = {**{name: Toxin(**figures) for name, figures in TOXINS.items()}, **own}
    for number, name in enumerate(names[1:], 1):
        toxin = toxins[name]
        s["toxins"][number] = (toxin.difficulty, toxin.severity, toxin.marks)
    return names


def _write_spells(s: Any, own: Mapping[str, Spell] | None) -> tuple[str, ...]:
    spells = own
    if spells is None:
        spells = {name: Spell.model_validate(figures) for name, figures in SPELLS.items()}
    for number, spell in enumerate(spells.values()):
        s["spells"][number] = (
            EFFECTS.index(spell.effect), spell.strain, spell.concentration, spell.difficulty,
            spell.severity,
        )  # fmt: skip
    s["n_spells"] = len(spells)
    return tuple(spells)


# -- the map ---------------------------------------------------------------------------------------


def _bits(numbers: Any) -> int:
    return sum(1 << int(number) for number in sorted(set(numbers)))


def _write_zones(s: Any, enc: ContingencyEncounter, words: Mapping[str, tuple[str, ...]]) -> None:
    zones = words["zone"]
    s["n_zones"] = len(zones)
    for z, (name, zone) in enumerate(enc.zones.items()):
        row = s["zones"][z]
        for field in ("cover", "conceal", "crowd", "props", "clutter", "airless", "hazard"):
            row[field] = getattr(zone, field)
        with about("zones", name):
            row["gas"] = _toxin(zone.gas, words, "gas")
            row["cover_from"] = _cover_from(zone, z, zones)
            with about("mirror"):
                row["mirror"] = z if zone.mirror is None else number_of("zone", zone.mirror, zones)
            if zone.mirror is not None and not enc.symmetric:
                raise SetupError(("mirror",), "is for `symmetric: true`; leave it out")


def _toxin(name: str | None, words: Mapping[str, tuple[str, ...]], key: str) -> int:
    with about(key):
        return 0 if name is None else number_of("toxin", name, words["toxin"])


def _cover_from(zone: Zone, z: int, zones: tuple[str, ...]) -> int:
    if zone.cover_from is None:
        return _bits(k for k in range(len(zones)) if k != z)
    numbers = []
    for k, name in enumerate(zone.cover_from):
        with about("cover_from", k):
            numbers.append(number_of("zone", name, zones))
    return _bits(numbers)


def _write_edges(s: Any, enc: ContingencyEncounter, zones: tuple[str, ...]) -> None:
    for n, edge in enumerate(enc.edges):
        with about("edges", n):
            one, two = (number_of("zone", name, zones) for name in (edge.start, edge.to))
            if one == two:
                raise SetupError((), f"leads from {edge.start} to itself; two zones are needed")
            if s["edges"][one][two] != NO_EDGE:
                raise SetupError((), f"{edge.start} and {edge.to} have an edge already")
        if edge.kind == "drop":
            dice, sides = (edge.dice or "2d6").split("d")
            s["drops"][s["n_drops"]] = (one, two, int(dice), int(sides))
            s["n_drops"] += 1
            s["edges"][one][two], s["edges"][two][one] = DOWN, UP
        else:
            kind = DIFFICULT if edge.kind == "difficult" else NORMAL
            s["edges"][one][two] = s["edges"][two][one] = kind
    count = len(zones)
    distance = np.where(s["edges"][:count, :count] > 0, 1, NO_WAY).astype(int)
    np.fill_diagonal(distance, 0)
    for k in range(count):
        distance = np.minimum(distance, distance[:, k, None] + distance[None, k])
    s["distance"][:] = NO_WAY
    s["distance"][:count, :count] = np.minimum(distance, NO_WAY)


def _write_sight(s: Any, enc: ContingencyEncounter, zones: tuple[str, ...]) -> None:
    everything = (1 << len(zones)) - 1
    s["zones"]["sight"][: len(zones)] = everything
    for n, pair in enumerate(enc.no_sight):
        with about("no_sight", n):
            one, two = (number_of("zone", name, zones) for name in pair)
            if one == two:
                raise SetupError((), f"{pair[0]} is always in sight of itself; name two zones")
        s["zones"]["sight"][one] &= ~(1 << two)
        s["zones"]["sight"][two] &= ~(1 << one)


# -- units -----------------------------------------------------------------------------------------


def _figures(enc: ContingencyEncounter, unit: UnitModel) -> dict[str, Any]:
    """Return the figures of a unit: its kind's, and its own in front of them."""
    figures: dict[str, Any] = {}
    if unit.kind is not None:
        kinds: dict[str, Any] = {**BUNDLED_KINDS, **enc.kinds}
        if unit.kind not in kinds:
            raise SetupError(("kind",), f"no stat block {unit.kind!r}; {hint(unit.kind, kinds)}")
        figures = {name: getattr(kinds[unit.kind], name) for name in STATS}
    own = {name: getattr(unit, name) for name in STATS}
    return {**figures, **{name: value for name, value in own.items() if value is not None}}


def _write_units(
    s: Any, enc: ContingencyEncounter, words: Mapping[str, tuple[str, ...]]
) -> list[str]:
    if enc.sides[0].id == enc.sides[1].id:
        raise SetupError(
            ("sides", 1, "id"), f"both sides are called {enc.sides[0].id!r}; ids differ"
        )
    ids: list[str] = []
    for side, block in enumerate(enc.sides):
        s["first"][side], s["count"][side] = len(ids), len(block.units)
        for n, unit in enumerate(block.units):
            with about("sides", side, "units", n):
                name = unit.id or f"{block.id}_{n}"
                if name in ids:
                    raise SetupError(("id",), f"another unit is called {name!r}; ids differ")
                u = s["units"][len(ids)]
                u["side"], u["slot"] = side, n
                with about("zone"):
                    u["zone"] = number_of("zone", unit.zone, words["zone"])
                u["reserve"] = unit.reserve
                write_figures(s, u, _figures(enc, unit), words)
                write_gear(s, len(ids), _figures(enc, unit), words)
            ids.append(name)
        if all(unit.reserve for unit in block.units):
            raise SetupError(("sides", side, "units"), "one unit at least is there at the start")
    s["n_units"] = len(ids)
    s["side_size"] = max(s["count"])
    _write_knowledge(s, enc)
    return ids


def write_figures(
    s: Any, u: Any, figures: Mapping[str, Any], words: Mapping[str, tuple[str, ...]]
) -> None:
    """Write a stat block and what follows from it (1.4) into a unit's record."""
    options = {
        name: BY_NAME[name].decode(int(s["options"][BY_NAME[name].field]))
        for name in ("stamina.max", "injury.points_divisor")
    }
    attribute = [figures.get(name) or 4 for name in ATTRIBUTES]
    u["attribute"] = attribute
    u["skill"] = [figures.get(name) or 4 for name in SKILLS]
    con, wil = attribute[CON], attribute[WIL]
    # C101 (`stamina.max`)
    stamina = con if options["stamina.max"] == "con" else (con + wil) // 2
    u["stamina_max"] = figures.get("stamina_max") or stamina
    wellness = min(6, (wil + attribute[WIS]) // 4)
    u["wellness"] = u["wellness_max"] = figures.get("wellness_max") or wellness
    slots = figures.get("slots") or [1] * SEVERITIES
    if not figures.get("beast"):
        _check_slots(slots, (con + attribute[STR]) // options["injury.points_divisor"])
    u["slots"] = u["slots_max"] = slots
    u["boxes"], u["heavy"] = ARMOUR[figures.get("armour") or "none"]
    u["sapient"] = figures.get("sapient") is not False
    u["weaknesses"] = _bits(WEAKNESSES.index(w) for w in figures.get("weaknesses") or ["dodge"])
    u["techniques"] = _bits(TECHNIQUES.index(t) for t in figures.get("techniques") or [])
    known = []
    for n, name in enumerate(figures.get("spells") or []):
        with about("spells", n):
            known.append(number_of("spell", name, words["spell"]))
    u["spells"] = _bits(known)
    u["owes_attack"] = u["declared"] = -1
    u["forced_from"] = -1


def _check_slots(slots: Sequence[int], points: int) -> None:
    """C124 C125: one slot of each severity is free, more cost their severity."""
    if min(slots) < 1:
        raise SetupError(("slots",), f"1 to 5 of each severity are needed, not {list(slots)}")
    cost = sum((count - 1) * severity for severity, count in enumerate(slots, 1))
    if cost > points:
        paid = f"{list(slots)} costs {cost} points and the unit has {points}"
        raise SetupError(("slots",), f"{paid}; fewer slots, or `beast: true`, are needed")


def add_item(s: Any, item: ItemModel, words: Mapping[str, tuple[str, ...]]) -> int:
    """Write an item into the next free row and return its index."""
    n = int(s["n_items"])
    if n >= MAX_ITEMS:
        raise SetupError((), f"at most {MAX_ITEMS} items are in an encounter")
    row = s["items"][n]
    row["kind"] = number_of("item", item.item, words["item"][1:]) + 1
    row["loaded"] = item.loaded and bool(s["item_kinds"][row["kind"]]["reload"])
    row["toxin"] = _toxin(item.toxin, words, "toxin")
    s["n_items"] = n + 1
    return n


def write_gear(
    s: Any, i: int, figures: Mapping[str, Any], words: Mapping[str, tuple[str, ...]]
) -> None:
    """Put items into a unit's hands and among what it carries (C497)."""
    for hand, item in enumerate(figures.get("hands") or []):
        if item is None:
            continue
        with about("hands", hand):
            n = add_item(s, item, words)
            put_in_hand(s, i, n, hand)
    for k, item in enumerate(figures.get("carried") or []):
        with about("carried", k):
            n = _add_loose(s, item, words)
            s["items"][n]["place"], s["items"][n]["where"] = CARRIED, i


def _add_loose(s: Any, item: ItemModel, words: Mapping[str, tuple[str, ...]]) -> int:
    """Add an item that is not in hand: no natural weapon (1.6)."""
    n = add_item(s, item, words)
    if s["item_kinds"][s["items"][n]["kind"]]["natural"]:
        raise SetupError((), "a natural weapon is in hand, neither carried nor on the ground")
    return n


def put_in_hand(s: Any, i: int, n: int, hand: int) -> None:
    """Put item n into a hand of unit i; a two-handed one fills both."""
    u, item = s["units"][i], s["items"][n]
    hands = int(s["item_kinds"][item["kind"]]["hands"])
    field = ("main", "off")[hand]
    if u[field] != 0:
        raise SetupError((), "a two-handed item fills both hands; leave the other empty")
    if hands == 2:
        if hand != 0 or u["off"] != 0:
            raise SetupError((), "a two-handed item is named first and fills both hands")
        u["off"] = n + 1
    u[field] = n + 1
    item["place"], item["where"] = HELD, i


def _write_knowledge(s: Any, enc: ContingencyEncounter) -> None:
    """C473: who is hidden, and who knows of whom."""
    units = [(side, unit) for side, block in enumerate(enc.sides) for unit in block.units]
    for i, (side, unit) in enumerate(units):
        others = _bits(k for k, (other, _) in enumerate(units) if other != side)
        u = s["units"][i]
        u["aware_of"] = others if unit.aware else 0
        u["hidden_from"] = others if unit.hidden else 0
        u["hide_result"] = unit.hide_result


def _write_ground(s: Any, enc: ContingencyEncounter, words: Mapping[str, tuple[str, ...]]) -> None:
    for k, lying in enumerate(enc.ground):
        with about("ground", k):
            n = _add_loose(s, lying, words)
            with about("zone"):
                s["items"][n]["where"] = number_of("zone", lying.zone, words["zone"])
            s["items"][n]["place"] = GROUND


def _write_events(
    s: Any, enc: ContingencyEncounter, words: Mapping[str, tuple[str, ...]], ids: Sequence[str]
) -> None:
    arriving = []
    for k, event in enumerate(enc.events):
        row = s["scheduled"][k]
        with about("events", k):
            row["round"], row["kind"] = event.round, EVENT_KINDS.index(event.kind)
            with about("zone"):
                row["zone"] = number_of("zone", event.zone, words["zone"])
            row["toxin"] = _toxin(event.toxin, words, "toxin")
            row["unit"] = -1
            if event.unit is not None:
                with about("unit"):
                    row["unit"] = number_of("unit", event.unit, ids)
                    if not s["units"][row["unit"]]["reserve"]:
                        raise SetupError((), f"{event.unit} is no unit in `reserve`")
                arriving.append(int(row["unit"]))
    s["n_scheduled"] = len(enc.events)
    for i, name in enumerate(ids):
        if s["units"][i]["reserve"] and i not in arriving:
            raise SetupError(("events",), f"{name} is in reserve, but no event brings it")


def _write_initiative(s: Any, enc: ContingencyEncounter) -> None:
    s["fixed_initiative"] = -1
    if enc.initiative is not None:
        with about("initiative"):
            names = [side.id for side in enc.sides]
            s["fixed_initiative"] = number_of("side", enc.initiative, names)


# -- symmetry --------------------------------------------------------------------------------------


def _check_symmetry(s: Any, enc: ContingencyEncounter, zones: tuple[str, ...]) -> None:
    """Refuse a map that isn't its own mirror."""
    mirror = [int(z) for z in s["zones"]["mirror"][: len(zones)]]
    rows = s["zones"]
    for z, other in enumerate(mirror):
        path = ("zones", zones[z], "mirror")
        if mirror[other] != z:
            raise SetupError(path, f"{zones[other]} has another mirror; they name each other")
        for field in ("cover", "conceal", "crowd", "props", "clutter", "airless", "gas", "hazard"):
            if rows[z][field] != rows[other][field]:
                raise SetupError(path, f"{zones[z]} and {zones[other]} differ in `{field}`")
        for field in ("cover_from", "sight"):
            turned = _bits(mirror[k] for k in range(len(zones)) if int(rows[z][field]) >> k & 1)
            if turned != rows[other][field]:
                raise SetupError(path, f"{zones[z]} and {zones[other]} differ in `{field}`")
        for k in range(len(zones)):
            if s["edges"][z][k] != s["edges"][other][mirror[k]]:
                raise SetupError(
                    path, f"{zones[z]} and {zones[k]} have another edge than their mirrors"
                )


# -- which rows an encounter can ever use ----------------------------------------------------------


def _used_verbs(s: Any) -> list[bool]:
    units = s["units"][: s["n_units"]]
    kinds = [s["item_kinds"][int(item["kind"])] for item in s["items"][: s["n_items"]]]
    classes = {CLASSES[int(kind["weapon"])] for kind in kinds}
    throwable = any(kind["thrown"] >= 0 or kind["weapon"] == 1 for kind in kinds)
    reload = any(kind["reload"] for kind in kinds)
    zones = s["zones"][: s["n_zones"]]
    gas = any(zone["gas"] for zone in zones) or any(
        event["kind"] == 0 for event in s["scheduled"][: s["n_scheduled"]]
    )
    breath = gas or any(zone["airless"] for zone in zones)
    spells = any(int(u["spells"]) for u in units)
    drops = s["n_drops"] > 0
    techniques = 0
    for u in units:
        techniques |= int(u["techniques"])
    loose = any(not kind["natural"] for kind in kinds)
    unused = {
        "take_cover": not any(zone["cover"] for zone in zones),
        "pick_up": not loose, "contest": not loose, "let": not loose, "let_go": not loose,
        "disarm": not loose, "drop": not loose, "sheathe": not loose,
        "ready": not (loose or reload), "cast": not spells, "cast_at": not spells,
        "strike": "melee" not in classes, "shoot": "ranged" not in classes,
        "throw": not throwable, "embed": not throwable, "fall": not throwable,
        "hold": not breath, "resist": not gas, "breathe": not breath, "skilled": not drops,
        "lower": not drops, "remove": not drops,
        "feet": not drops, "token": not spells, "end_concentration": not spells,
        "less_strain": not spells, "technique": techniques == 0,
        "next": s["side_size"] < 2, "take": not s["options"]["injury_ask"],
        "focus": not s["options"]["focus_ask"],
    }  # fmt: skip
    return [not unused.get(verb.name, False) for verb in VERBS.verbs]
