"""Names for people and tools: arguments of actions, readable units, checked edits, the board."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.contingency.frame import is_secret
from fracas.envs.contingency.rules_environment import ANNOUNCING, is_shown
from fracas.envs.contingency.rules_harm import is_suffocating, is_tiring
from fracas.envs.contingency.state import CARRIED, EDGES, EMBEDDED, EVENT_KINDS, FORCED, GROUND
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    HANDS,
    MIRE,
    N_KEPT,
    SEVERITIES,
    SKILLS,
    TECHNIQUES,
    WEAKNESSES,
)
from fracas.envs.contingency.verbs import (
    BONDS,
    COVERS,
    GEAR,
    HOWS,
    MODES,
    OFFERS,
    PAIRS,
    PLANS,
    REPOSITION,
)
from fracas.envs.core.jit import COMPILED
from fracas.envs.core.names import Names
from fracas.envs.core.record import view

_PLAIN: dict[str, Sequence[str]] = {
    "hand": HANDS, "plan": PLANS, "movement": PLANS[REPOSITION:], "offer": OFFERS,
    "dance": ("plain", "dance"), "bond": BONDS, "how": HOWS, "gear": GEAR, "mode": MODES,
    "number": ("1", "2", "3"), "weakness": WEAKNESSES, "technique": TECHNIQUES,
    "die": ("1", "2", "3"), "face": ("3", "1"), "severity": ("1", "2", "3", "4", "5"),
    **{pair: tuple(pair.split("_")) for pair in PAIRS},
}  # fmt: skip

# -- arguments of actions -------------------------------------------------------------------------


def _unit(s: Any, seat: int, own: bool, slot: int) -> int | None:
    side = int(s["units"][seat]["side"])
    side = side if own else 1 - side
    return int(s["first"][side]) + slot if slot < s["count"][side] else None


def _zone(number: int, s: Any, seat: int, names: Names) -> str:
    turned = bool(s["symmetric"]) and int(s["units"][seat]["side"]) == 1
    z = int(s["zones"][number]["mirror"]) if turned else number
    return names.words["zone"][z]


def _within_reach(s: Any, seat: int, k: int) -> int | None:
    """Return the k-th item that a unit could pick up (C291)."""
    here = int(s["units"][seat]["zone"])
    found = [
        n
        for n, item in enumerate(s["items"][: int(s["n_items"])])
        if (item["place"] == GROUND and item["where"] == here)
        or (item["place"] == EMBEDDED and item["where"] == seat)
    ]
    return found[k] if k < len(found) else None


def argument_name(kind: str, number: int, s: Any, seat: int, names: Names) -> str:
    """Return what argument ``number`` of a kind is called when ``seat`` decides."""
    size = int(s["side_size"])
    if kind in ("enemy", "ally") or (kind == "target" and number < 2 * size):
        own = kind == "ally" or (kind == "target" and number >= size)
        unit = _unit(s, seat, own, number - size * (kind == "target" and own))
        return f"{kind}_{number}" if unit is None else names.units[unit]
    if kind == "target":
        return _zone(number - 2 * size, s, seat, names)
    if kind == "zone":
        return _zone(number, s, seat, names)
    if kind == "cover":
        return (
            COVERS[number] if number < len(COVERS) else _zone(number - len(COVERS), s, seat, names)
        )
    if kind == "spell":
        return names.words["spell"][number]
    if kind == "kept":
        spell = int(s["units"][seat]["kept"][number]) - 1
        return f"kept_{number}" if spell < 0 else names.words["spell"][spell]
    if kind == "lying":
        return f"lying_{number}"
    return _PLAIN[kind][number]


def argument_names(kind: str, number: int, s: Any, seat: int, names: Names) -> list[str]:
    """Return every text that names an argument: its name, and for an item what it is."""
    texts = [argument_name(kind, number, s, seat, names)]
    item: int | None = None
    if kind == "lying":
        item = _within_reach(s, seat, number)
    elif kind == "gear" and number < 4:
        carried = [
            n for n, i in enumerate(_items(s)) if (i["place"], i["where"]) == (CARRIED, seat)
        ]
        item = carried[number] if number < len(carried) else None
    elif kind == "hand":
        item = int(s["units"][seat][HANDS[number]]) - 1
        item = item if item >= 0 else None
    if item is not None:
        texts.append(names.words["item"][int(s["items"][item]["kind"])])
    return texts


def _items(s: Any) -> Any:
    return s["items"][: int(s["n_items"])]


def shows_optional(s: Any, seat: int, verb: str) -> bool:
    """Tell whether the trailing argument matters: two weapons (C328), two attributes (C014)."""
    if verb in ("jab", "wrestle"):
        return True
    if verb != "strike":
        return bool(s["options"]["attr_ask"])
    u = s["units"][seat]
    kinds = [int(s["items"][int(u[hand]) - 1]["kind"]) if u[hand] else 0 for hand in HANDS]
    return u["main"] != u["off"] and all(s["item_kinds"][k]["weapon"] == 1 for k in kinds)


# -- units ----------------------------------------------------------------------------------------


def _words(bits: Any, words: Sequence[str]) -> set[str]:
    return {word for k, word in enumerate(words) if int(bits) >> k & 1}


def _list(bits: Any, words: Sequence[str]) -> list[str]:
    return [word for k, word in enumerate(words) if int(bits) >> k & 1]


def _item_name(s: Any, n: int, names: Names) -> str:
    return names.words["item"][int(s["items"][n]["kind"])]


def _in_place(s: Any, place: int, i: int, names: Names) -> list[str]:
    return [
        _item_name(s, n, names)
        for n, item in enumerate(_items(s))
        if item["place"] == place and item["where"] == i
    ]


def _kept(s: Any, u: Any, names: Names) -> list[dict[str, Any]]:
    found = []
    for k in range(N_KEPT):
        if u["kept"][k]:
            spell, target = int(u["kept"][k]) - 1, int(u["kept_target"][k])
            zone = s["spells"][spell]["effect"] == MIRE
            found.append(
                {
                    "spell": names.words["spell"][spell],
                    "target": names.words["zone"][target] if zone else names.units[target],
                    "tokens": int(u["tokens"][k]),
                }
            )
    return found


_NUMBERS = (
    "marks", "stamina_max", "breathless", "wellness", "wellness_max", "boxes", "n", "hide_result",
    "restrained", "declared_round",
)  # fmt: skip
_FLAGS = (
    "out", "reserve", "sapient", "heavy", "moved", "fought", "frozen", "prone", "covered",
    "fortified", "grant_combat", "grant_any", "owes_dance", "hit", "hit_last", "announced_all",
)  # fmt: skip
_UNIT_SETS = {
    "engaged": "engaged", "no_engage": "no_engage", "grappled_by": "grappled_by",
    "hidden_from": "hidden_from", "aware_of": "aware_of", "barred": "barred",
    "defended": "defended", "defended_last": "defended_last",
}  # fmt: skip


def unit_view(s: Any, i: int, names: Names) -> dict[str, Any]:
    """Return a unit's fields in readable form, under the rulebook's names."""
    u = s["units"][i]
    t, v = (s, u) if COMPILED else (view(s.reshape(1)), view(u.reshape(1)))

    def name(k: Any) -> str | None:
        return names.units[int(k)] if int(k) >= 0 else None

    held = [_item_name(s, int(u[hand]) - 1, names) if u[hand] else None for hand in HANDS]
    loaded = [bool(s["items"][int(u[h]) - 1]["loaded"]) for h in HANDS if u[h]]
    spells = names.words["spell"]
    return {
        **{f: int(u[f]) for f in _NUMBERS},
        **{f: bool(u[f]) for f in _FLAGS},
        **{n: int(u["attribute"][k]) for k, n in enumerate(ATTRIBUTES)},
        **{n: int(u["skill"][k]) for k, n in enumerate(SKILLS)},
        **{key: _words(u[field], names.units) for key, field in _UNIT_SETS.items()},
        "grappling": {
            names.units[k]
            for k in range(int(s["n_units"]))
            if int(s["units"][k]["grappled_by"]) >> i & 1
        },
        "side": names.sides[int(u["side"])],
        "zone": names.words["zone"][int(u["zone"])],
        "holding": bool(u["holding"]),
        "tiring": bool(is_tiring(t, v)),
        "suffocating": bool(is_suffocating(t, v)),
        "slots": tuple(int(n) for n in u["slots"]),
        "slots_max": tuple(int(n) for n in u["slots_max"]),
        "weaknesses": _words(u["weaknesses"], WEAKNESSES),
        "revealed": _words(u["revealed"], WEAKNESSES),
        "unspent": _words(u["unspent"], WEAKNESSES),
        "techniques": _words(u["techniques"], TECHNIQUES),
        "spells": _words(u["spells"], spells),
        "main": held[0],
        "off": held[1],
        "loaded": any(loaded),
        "carried": _in_place(s, CARRIED, i, names),
        "embedded": _in_place(s, EMBEDDED, i, names),
        "announced": _list(u["announced"], PLANS),
        "pending": _list(u["pending"], PLANS),
        "performed": _list(u["performed"], PLANS),
        "forced": FORCED[int(u["forced"][0])] if u["forced"][0] else None,
        "forced_from": name(u["forced_from"][0]),
        "owes_attack": name(u["owes_attack"]),
        "declared": PLANS[int(u["declared"])] if u["declared"] >= 0 else None,
        "kept": _kept(s, u, names),
        "strain": {n: int(u["strain"][k]) for k, n in enumerate(spells)},
        "taxing": _words(u["taxing"], spells),
    }


def floor_view(s: Any, names: Names) -> list[dict[str, Any]]:
    """Return the items on the ground, in index order."""
    return [
        {
            "item": _item_name(s, n, names),
            "zone": names.words["zone"][int(item["where"])],
            "loaded": bool(item["loaded"]),
            "toxin": names.words["toxin"][int(item["toxin"])] if item["toxin"] else None,
        }
        for n, item in enumerate(_items(s))
        if item["place"] == GROUND
    ]


def secrets(s: Any, i: int, names: Names) -> str:
    """Return what only its own side knows of a unit, in words (section 7)."""
    v = unit_view(s, i, names)
    texts = [f"weak at {', '.join(sorted(v['weaknesses']))}"]
    if v["pending"]:
        texts.append(f"plans {', '.join(v['pending'])} (penalty {-2 * max(0, v['n'] - 1)})")
    if v["hidden_from"]:
        texts.append(f"hidden with {v['hide_result']}")
    return "; ".join(texts)


def vitality(states: NDArray[Any]) -> NDArray[np.float32]:
    """Return how far each unit is from being taken out, shape (battles, units).

    Free injury slots and unmarked stamina count, weighted by severity and by a third. Units hidden
    from the whole other side count as unhurt: how they are is not for it to know (section 7).
    """
    units = states["units"]
    weights = np.arange(1, SEVERITIES + 1, dtype=np.float32)
    left = (units["slots"] * weights).sum(axis=-1)
    full = np.maximum((units["slots_max"] * weights).sum(axis=-1), 1)
    breath = 1 - units["marks"] / np.maximum(units["stamina_max"], 1)
    found = np.where(_are_secret(states), 1, (left / full * 2 + breath) / 3)
    return np.where(units["out"] != 0, 0, found).astype(np.float32)


def _are_secret(states: NDArray[Any]) -> NDArray[np.bool_]:
    """Return ``is_secret`` of all units, shape (battles, units)."""
    units = states["units"]
    numbers = np.arange(units.shape[1])
    there = (numbers < states["n_units"][:, None]) & (units["out"] == 0) & (units["reserve"] == 0)
    enemies = units["side"][:, :, None] != units["side"][:, None, :]
    watching = (enemies & there[:, None, :]) << numbers
    hidden = units["hidden_from"]
    return (hidden != 0) & (watching.sum(axis=-1) & ~hidden == 0)


# -- board ----------------------------------------------------------------------------------------


def _traits(s: Any, z: int, names: Names) -> str:
    zone = s["zones"][z]
    traits = [
        name for name in ("cover", "conceal", "props", "clutter", "airless", "hazard") if zone[name]
    ]
    if zone["crowd"]:
        traits.append(f"crowd {zone['crowd']}")
    if zone["gas"]:
        traits.append(names.words["toxin"][int(zone["gas"])])
    if zone["mired"]:
        traits.append("mire")
    return f" ({', '.join(traits)})" if traits else ""


def _ways(s: Any, z: int, names: Names) -> str:
    marks = {"normal": "", "difficult": "~", "down": "v", "up": "^"}
    found = []
    for k in range(int(s["n_zones"])):
        kind = EDGES[int(s["edges"][z][k])]
        if kind in marks:
            found.append(f"{marks[kind]}{names.words['zone'][k]}")
    return ", ".join(found) or "nowhere"


def board(s: Any, names: Names, seat: int | None = None) -> str:
    """Return the zones as text with a line for each unit, as a seat sees it (None: all of it)."""
    own = None if seat is None else int(s["units"][seat]["side"])
    record = s if COMPILED else view(s.reshape(1))
    lines: list[str] = []
    where: dict[int, list[str]] = {}
    for i, name in enumerate(names.units):
        u = s["units"][i]
        letter = chr(ord("A") + i)
        foreign = own is not None and int(u["side"]) != own
        if u["out"] or u["reserve"]:
            lines.append(f"{letter} {name:<14} {'taken out' if u['out'] else 'not arrived'}")
        elif foreign and is_secret(record, i):
            lines.append(f"{letter} {name:<14} hidden")
        else:
            where.setdefault(int(u["zone"]), []).append(letter)
            lines.append(f"{letter} {name:<14} {_line(s, i, names, foreign)}")
    zones = []
    for z, zone in enumerate(names.words["zone"]):
        lying = [f["item"] for f in floor_view(s, names) if f["zone"] == zone]
        here = " ".join(where.get(z, []))
        items = f"  on the ground: {', '.join(lying)}" if lying else ""
        zones.append(f"[{here:<9}] {zone}{_traits(s, z, names)} -> {_ways(s, z, names)}{items}")
    coming = [
        f"round {e['round']}: {EVENT_KINDS[e['kind']]} in {names.words['zone'][e['zone']]}"
        for k, e in enumerate(s["scheduled"][: int(s["n_scheduled"])])
        if is_shown(record, k)
    ]
    return "\n".join([*zones, *coming, *lines])


def _line(s: Any, i: int, names: Names, foreign: bool) -> str:
    v = unit_view(s, i, names)
    hands = " and ".join(
        dict.fromkeys(item for item in (v["main"], v["off"]) if item)
    ) or "empty hands"  # fmt: skip
    states = [n for n in ("prone", "covered", "fortified", "frozen", "tiring") if v[n]]
    states += [f"breathless {v['breathless']}"] * (v["breathless"] > 0)
    states += ["holding its breath"] * v["holding"] + ["restrained"] * (v["restrained"] > 0)
    for key, text in (("engaged", "engaged with"), ("grappled_by", "grappled by")):
        states += [f"{text} {', '.join(sorted(v[key]))}"] * bool(v[key])
    states += [f"keeps {k['spell']} on {k['target']}" for k in v["kept"]]
    states += [f"must {v['forced']}"] * bool(v["forced"])
    states += [f"owes an attack on {v['owes_attack']}"] * bool(v["owes_attack"])
    states += [f"declared {v['declared']}"] * bool(v["declared"])
    plan = ""
    secret = s["options"]["intent_secret"] and s["windows"][0]["stage"] <= ANNOUNCING  # C029
    if v["pending"] and not (foreign and secret):
        plan = f"  plans {', '.join(v['pending'])}"
    slots = "".join(str(n) for n in v["slots"])
    figures = f"stamina {v['stamina_max'] - v['marks']}/{v['stamina_max']}  slots {slots}"
    more = f"  ({'; '.join(states)})" if states else ""
    return f"{figures}  wellness {v['wellness']}  {hands}{plan}{more}"
