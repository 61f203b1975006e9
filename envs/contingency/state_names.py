"""What the numbers of the record name, for battles as JSON (``fracas.envs.core.state_json``)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from fracas.envs.contingency.frame import W_ROUND
from fracas.envs.contingency.rules_environment import ANNOUNCING
from fracas.envs.contingency.rules_harm import MOST_OWED
from fracas.envs.contingency.state import FORCED, ITEM, MAX_FALL_DICE, MAX_FORCED, NOWHERE, PLACES
from fracas.envs.contingency.state_check import check
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    MIRE,
    N_KEPT,
    SEVERITIES,
    SKILLS,
    TECHNIQUES,
    TYPES,
    WEAKNESSES,
)
from fracas.envs.contingency.verbs import P_ANNOUNCE, PLANS, VERBS
from fracas.envs.core.encounter import about
from fracas.envs.core.fields import (
    Bits,
    Flag,
    Kit,
    Many,
    Number,
    One,
    Own,
    Part,
    StateTable,
    Together,
    Word,
    known_keys,
    mapping,
    read_row,
    sequence,
    show_row,
    whole,
)
from fracas.envs.core.record import NONE

_VERBS = tuple(verb.name for verb in VERBS.verbs)
_DIE = Number(0, 12)
_RESULT = Number(-1, 127)


# -- items -----------------------------------------------------------------------------------------

_ITEM: dict[str, Part] = {
    "item": One("kind", Word("item")),
    "place": One("place", Word(PLACES)),
    "loaded": One("loaded", Flag()),
    "toxin": One("toxin", Word("toxin", 0)),
}


def _show_items(s: Any, kit: Kit) -> list[Any]:
    found = []
    for item in s["items"][: int(s["n_items"])]:
        place = PLACES[int(item["place"])]
        words = kit.words("zone") if place == "ground" else kit.words("unit")
        where = None if place == "nowhere" else words[int(item["where"])]
        found.append({**show_row(_ITEM, item, kit), "where": where})
    return found


def _read_items(value: Any, s: Any, kit: Kit) -> None:
    """Write the items; how many there are is the encounter's."""
    count = int(s["n_items"])
    values = sequence(value, count, count)
    s["items"] = np.zeros(1, ITEM)
    for k, one in enumerate(values):
        with about(k):
            item = s["items"][k]
            known_keys(mapping(one), [*_ITEM, "where"], [*_ITEM, "where"])
            read_row(_ITEM, one, item, kit)
            with about("where"):
                item["where"] = _place_of(item, one["where"], kit)


def _place_of(item: Any, value: Any, kit: Kit) -> int:
    if item["place"] == NOWHERE:
        if value is not None:
            raise ValueError("null is needed for an item in no place")
        return 0
    kind = "zone" if PLACES[int(item["place"])] == "ground" else "unit"
    return Word(kind).number(value, kit)


class _ItemIndex:
    """An item by its place in the list of items, from 0; null for none."""

    def show(self, number: int, kit: Kit) -> Any:
        return None if number == 0 else number - 1

    def number(self, value: Any, kit: Kit) -> int:
        return 0 if value is None else whole(value, 0, int(kit.s["n_items"]) - 1) + 1


# -- units -----------------------------------------------------------------------------------------


def _show_kept(u: Any, kit: Kit) -> list[Any]:
    found: list[Any] = []
    for k in range(N_KEPT):
        spell = int(u["kept"][k]) - 1
        if spell < 0:
            found.append(None)
            continue
        zone = kit.s["spells"][spell]["effect"] == MIRE
        names = kit.words("zone" if zone else "unit")
        found.append(
            {
                "spell": kit.words("spell")[spell],
                "target": names[int(u["kept_target"][k])],
                "tokens": int(u["tokens"][k]),
            }
        )
    return found


def _read_kept(value: Any, u: Any, kit: Kit) -> None:
    values = sequence(value, N_KEPT, N_KEPT)
    u["kept"], u["kept_target"], u["tokens"] = 0, 0, 0
    for k, one in enumerate(values):
        if one is None:
            continue
        with about(k):
            known_keys(mapping(one), ["spell", "target", "tokens"], ["spell", "target", "tokens"])
            with about("spell"):
                spell = Word("spell").number(one["spell"], kit)
            zone = kit.s["spells"][spell]["effect"] == MIRE
            with about("target"):
                u["kept_target"][k] = Word("zone" if zone else "unit").number(one["target"], kit)
            with about("tokens"):
                u["tokens"][k] = whole(one["tokens"], 0, 15)
            u["kept"][k] = spell + 1


def _show_strain(u: Any, kit: Kit) -> dict[str, int]:
    return {name: int(u["strain"][k]) for k, name in enumerate(kit.words("spell"))}


def _read_strain(value: Any, u: Any, kit: Kit) -> None:
    names = kit.words("spell")
    known_keys(mapping(value), names)
    for name, tokens in value.items():
        with about(name):
            u["strain"][list(names).index(name)] = whole(tokens, 0, 15)


def _forced(k: int) -> Part:
    return Together((One("forced", Word(FORCED), k), One("forced_from", Word("unit", NONE), k)))


_FIGURES: dict[str, Part] = {
    **{name: One("attribute", _DIE, k) for k, name in enumerate(ATTRIBUTES)},
    **{name: One("skill", _DIE, k) for k, name in enumerate(SKILLS)},
    "stamina_max": One("stamina_max", Number(0, 12)),
    "wellness_max": One("wellness_max", Number(0, 6)),
    "slots_max": Many(lambda k: One("slots_max", Number(0, 5), k), SEVERITIES),
    "sapient": One("sapient", Flag()),
    "heavy": One("heavy", Flag()),
    "weaknesses": One("weaknesses", Bits(WEAKNESSES)),
    "techniques": One("techniques", Bits(TECHNIQUES)),
    "spells": One("spells", Bits("spell")),
}

_FLAGS = (
    "out", "reserve", "holding", "announced_all", "moved", "fought", "frozen", "readied",
    "prone", "covered", "fortified", "attack_added", "owes_dance",
    "hit", "hit_last", "recovering",
)  # fmt: skip
_NUMBERS = {
    "marks": 12, "breathless": 9, "wellness": 6, "boxes": 3, "n": 8, "order": 100,
    "triggered": 100, "forced_had": 8, "hide_result": 24, "restrained": 9, "declared_round": 31,
    "grant_combat": 2, "grant_any": 2,
}  # fmt: skip
_UNIT_SETS = (
    "engaged", "no_engage", "grappled_by", "hidden_from", "aware_of", "barred", "defended",
    "defended_last",
)  # fmt: skip

_UNIT: dict[str, Part] = {
    "zone": One("zone", Word("zone")),
    **{name: One(name, Number(0, most)) for name, most in _NUMBERS.items()},
    **{name: One(name, Flag()) for name in _FLAGS},
    "slots": Many(lambda k: One("slots", Number(0, 5), k), SEVERITIES),
    "announced": One("announced", Bits(PLANS)),
    "pending": One("pending", Bits(PLANS)),
    "performed": One("performed", Bits(PLANS)),
    **{name: One(name, Bits("unit")) for name in _UNIT_SETS},
    "revealed": One("revealed", Bits(WEAKNESSES)),
    "unspent": One("unspent", Bits(WEAKNESSES)),
    "main": One("main", _ItemIndex()),
    "off": One("off", _ItemIndex()),
    "forced": Many(_forced, MAX_FORCED),
    "owes_attack": One("owes_attack", Word("unit", NONE)),
    "declared": One("declared", Word(PLANS, NONE)),
    "kept": Own(_show_kept, _read_kept),
    "strain": Own(_show_strain, _read_strain),
    "taxing": One("taxing", Bits("spell")),
    **_FIGURES,
}

# -- windows (flow.py says what each is) -----------------------------------------------------------

_ACTOR = One("actor", Word("unit"))
_TARGET = One("target", Word("unit", NONE))

_WINDOWS: tuple[Mapping[str, Part], ...] = (
    {
        "stage": One(
            "stage",
            Word(
                (
                    "scene",
                    "concentration",
                    "breath",
                    "announcing",
                    "announced",
                    "resolving",
                    "type_begins",
                    "environment",
                    "end_of_round",
                )
            ),
        ),
        "at": One("actor", Number(0, "n_units")),
        "acted": _TARGET,
        "type": One("a", Number(0, len(TYPES))),
        "environment_step": One("b", Number(0, 7)),
        "under_way": One("budget", Number(0, 1)),
        "result": One("result", _RESULT),
    },
    {
        "actor": _ACTOR,
        "verb": One("verb", Word(_VERBS)),
        "a": One("a", Number(0, 127)),
        "target": _TARGET,
        "item": One("item", _ItemIndex()),
        "spell": One("spell", Number(0, 3)),
    },
    {
        "stage": One("stage", Number(0, 9)),
        "asked": One("asked", Bits("unit")),
        "actor": _ACTOR,
        "target": _TARGET,
        "verb": One("verb", Word(_VERBS)),
        "a": One("a", Number(0, 11)),
        "b": One("b", Number(0, 7)),
        "item": One("item", _ItemIndex()),
        "spell": One("spell", Number(0, 3)),
        "zone": One("zone", Word("zone", NONE)),
        "instant": One("instant", Flag()),
        "forced": One("forced", Word(FORCED)),
        "advantage": One("advantage", Flag()),
        "disadvantage": One("disadvantage", Flag()),
        "aware": One("aware", Flag()),
        "hidden": One("hidden", Flag()),
        "result": One("result", _RESULT),
        "omens": One("omens", Number(0, 12)),
        "moderator": One("moderator", Number(0, 12)),
        "success": One("success", Flag()),
        "options": One("options", Number(0, 7)),
        "budget": One("budget", _RESULT),
    },
    {
        "stage": One("stage", Number(0, 6)),
        "actor": _ACTOR,
        "zone": One("zone", Word("zone")),
        "count": One("a", Number(1, MAX_FALL_DICE)),
        "sides": One("sides", Number(4, 12)),
        "jump": One("advantage", Flag()),
        "result": One("result", _RESULT),
        "omens": One("omens", Number(0, 12)),
        "feet": One("success", Flag()),
        "budget": One("budget", _RESULT),
        "dice": Many(lambda k: One("dice", _DIE, k), MAX_FALL_DICE),
    },
    {"actor": _ACTOR, "left": One("budget", Number(0, MOST_OWED))},
    {
        "actor": _ACTOR,
        "severity": One("a", Number(1, SEVERITIES)),
        "left": One("budget", Number(0, MOST_OWED)),
    },
)

# -- the whole -------------------------------------------------------------------------------------


def _zone_state(z: int) -> Part:
    return Own(lambda s, kit: _show_zone(s, z, kit), lambda v, s, kit: _read_zone(v, s, z, kit))


_ZONE: dict[str, Part] = {
    "gas": One("gas", Word("toxin", 0)),
    "hazard": One("hazard", Flag()),
    "mired": One("mired", Bits("unit")),
}


def _show_zone(s: Any, z: int, kit: Kit) -> dict[str, Any]:
    return show_row(_ZONE, s["zones"][z], kit)


def _read_zone(value: Any, s: Any, z: int, kit: Kit) -> None:
    known_keys(mapping(value), list(_ZONE), list(_ZONE))
    read_row(_ZONE, value, s["zones"][z], kit)


_BATTLE: dict[str, Part] = {
    "initiative": One("initiative", Word("side", NONE)),
    "turn_side": One("turn_side", Word("side")),
    "turn_unit": One("turn_unit", Word("unit", NONE)),
    "skipped": One("skipped", Number(0, 2)),
    "attacked": Many(lambda k: One("attacked", Flag(), k), 2),
    "attacked_last": Many(lambda k: One("attacked_last", Flag(), k), 2),
    "zones": Many(_zone_state, "n_zones"),
    "items": Own(_show_items, _read_items),
}


def at_announcing(s: Any) -> None:
    """Put the record at the first decision of Announcing Intent, nothing announced yet."""
    s["depth"] = 1
    w = s["windows"][0]
    w["kind"], w["stage"] = W_ROUND, ANNOUNCING
    w["actor"] = w["a"] = w["b"] = w["budget"] = w["result"] = 0
    w["target"] = s["turn_unit"] = NONE
    s["turn_side"] = s["initiative"]
    for u in s["units"]:
        for field in ("announced", "pending", "performed", "n", "order", "announced_all"):
            u[field] = 0
    first = int(s["initiative"])
    order = [
        int(s["first"][side]) + n for side in (first, 1 - first) for n in range(s["count"][side])
    ]
    s["decider"], s["phase"] = NONE, 0
    for place, i in enumerate(order):
        if _announces(s, i):
            w["actor"], s["decider"], s["phase"] = place, i, P_ANNOUNCE
            break


def _announces(s: Any, i: int) -> bool:
    """C042: in play and aware of an enemy in play (`surprise.announces`)."""
    units = s["units"][: int(s["n_units"])]
    u = units[i]
    if u["out"] or u["reserve"]:
        return False
    known = [
        k
        for k, t in enumerate(units)
        if t["side"] != u["side"] and not t["out"] and not t["reserve"] and u["aware_of"] >> k & 1
    ]
    return bool(known or s["options"]["surprise_announces"])


def ordinary(s: Any) -> None:
    """Write the beginning of Announcing Intent, for documents that leave the windows out."""
    if s["initiative"] < 0:
        s["initiative"] = max(0, int(s["fixed_initiative"]))
    winner = int(s["winner"])
    at_announcing(s)
    if winner != 0:
        s["decider"], s["phase"] = NONE, 0


STATE_TABLE = StateTable(
    unit=_UNIT,
    figures=tuple(_FIGURES),
    battle=_BATTLE,
    needed=(),
    windows=_WINDOWS,
    ordinary=ordinary,
    check=check,
)
