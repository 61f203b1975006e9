"""Scenes of ``contingency`` for the tests that run over all systems (see tests/conftest.py)."""

from fractions import Fraction
from functools import partial
from itertools import product
from types import SimpleNamespace

import numpy as np

from fracas.envs import Battle
from fracas.envs.contingency.frame import WINDOWS
from fracas.envs.contingency.rules_environment import ANNOUNCING, RESOLVING
from fracas.envs.contingency.state import GROUND
from fracas.envs.contingency.state_names import at_announcing
from fracas.envs.contingency.tables import ATTRIBUTES, MIRE, SKILLS, TYPES
from fracas.envs.contingency.verbs import DASH, HIDE, P_MUDDLE, P_OPTION, PLAN_OF, PLANS, TYPE_OF
from fracas.envs.core.notation import split

# -- battles ---------------------------------------------------------------------------------------

LINE = ("here", "there", "beyond")
PLAIN = {**dict.fromkeys(ATTRIBUTES, 8), **dict.fromkeys(SKILLS, 6), "zone": "here"}
SWORD = {"hands": ["sword"]}
DYING = {"slots_free": [0, 0, 0, 0, 1]}  # the next injury takes the unit out


def encounter(red, blue, zones=(), **more):
    """Return an encounter of units of d8 and d6; ``zones`` gives traits to those of the line."""
    sides = [
        {"id": side, "units": [{**PLAIN, **figures} for figures in units]}
        for side, units in (("red", red), ("blue", blue))
    ]
    return {
        "system": "contingency", "title": "Scene", "initiative": "red",
        "zones": {**{zone: {} for zone in LINE}, **dict(zones)},
        "edges": [["here", "there"], ["there", "beyond"]], "sides": sides, **more,
    }  # fmt: skip


def battle(red, blue, plans=None, edits=None, **more):
    """Return a battle whose units have announced ``plans``, the others nothing.

    ``edits`` are fields by unit, written before that.
    """
    made = Battle(encounter(red, blue, **more))
    for unit, fields in (edits or {}).items():
        made.edit(unit, **fields)
    at_announcing(made.state[0])
    return announced(made, plans)


def announced(made, plans):
    """Announce for every unit that is asked; ``plans`` None leaves the battle as it is."""
    while plans is not None and made.phase == "announce":
        unit = made.decider
        for plan in plans.get(unit, ()):
            made.act("announce", plan)
        if made.phase == "announce" and made.decider == unit:
            made.act("done")
    return made


def is_down(battle, unit):
    """Tell whether a unit is out of the fight."""
    return battle.unit(unit).out


def lost(battle, unit):
    """Return how many injury slots a unit has crossed out."""
    found = battle.unit(unit)
    return sum(found.slots_max) - sum(found.slots)


# -- falling ---------------------------------------------------------------------------------------

LURKING = {"hidden": True, "hide_result": 9}
UNAWARE = {"aware": False}


def _struck():
    """The first of three is struck from behind; who has a plan is asked in turn."""
    made = battle(
        [{**SWORD, **LURKING}, SWORD, {}], [UNAWARE, {}, {}],
        {"red_0": ["strike"], "red_1": ["strike"], "blue_1": ["brawl"]}, {"blue_0": DYING},
    )  # fmt: skip
    made.act("next", "red_0")
    return SimpleNamespace(
        battle=made, action=("strike", "blue_0", "clash"), dice=[6, 4], fallen=["blue_0"],
        then=["blue_1", "red_1"], end_turn="forgo",
    )  # fmt: skip


def _burnt(dying, then):
    """The last to announce ends the round of all, and a fire takes those who stand in it."""
    burning = {"zone": "beyond"}
    made = battle(
        [{}, {}, {}], [burning] * 3, None, {unit: DYING for unit in dying},
        zones={"beyond": {"hazard": True}},
    )  # fmt: skip
    while made.decider != "blue_2":
        made.act("done")
    return SimpleNamespace(
        battle=made, action=("done",), dice=[], fallen=dying, then=then, end_turn="done",
        winner="red",
    )  # fmt: skip


scene_fall = {
    "one": _struck,
    "several": partial(
        _burnt, ["blue_0", "blue_1"], ["blue_2", "red_0", "red_1", "red_2"]
    ),
}  # fmt: skip

scene_victory = partial(_burnt, ["blue_0", "blue_1", "blue_2"], [])


def scene_mutual_kill():
    """The last of both sides fall by one effect."""
    made = battle(
        [{}], [{}], None, {"red_0": DYING, "blue_0": DYING}, zones={"here": {"hazard": True}}
    )
    made.act("done")
    return SimpleNamespace(battle=made, action=("done",), dice=[])


scene_first_blow = None  # a battle begins with plans, and no die follows them without a decision


def _corpse(plan, action, dice):
    """The first of two actions kills: of those attacked only Defend is asked, no omen."""
    made = battle(
        [{"hands": ["sword", "dagger"]}], [{}, {}], {"red_0": [plan, "brawl"]}, {"blue_0": DYING}
    )
    return SimpleNamespace(
        battle=made, action=action, dice=dice, fallen="blue_0", asked=["blue_0"],
        decline="decline", again=("jab", "blue_1", "agility"),
    )  # fmt: skip


scene_corpse = {
    "struck": partial(_corpse, "strike", ("strike", "blue_0", "clash", "main"), [6, 4]),
    # With a die of 1 a living target would be asked whether the weapon sticks in it.
    "by_a_throw": partial(_corpse, "throw", ("throw", "blue_0", "off"), [7, 1]),
}

# -- reactions -------------------------------------------------------------------------------------


def _asked(phase, decline, action, dice, plans, red=None, blue=None, edits=None, **more):
    """red_0 acts and blue_0 is asked; afterwards red_0 has another action of the type."""
    made = battle(
        [red or SWORD], [blue or {}], {"red_0": plans, **more.pop("also", {})}, edits, **more
    )
    made.force_dice(dice)
    return SimpleNamespace(
        battle=made, action=action, phase=phase, reactor="blue_0", decline=decline
    )


_SPEAR = [{"item": "dagger", "zone": "here"}]
_HELD = {"blue_0": {"grappling": ["red_0"]}}

scene_pending = {
    "defend": partial(
        _asked, "defend", "decline", ("strike", "blue_0", "clash"), [4, 3], ["strike", "brawl"]
    ),
    "oppose_escape": partial(
        _asked, "defend", "decline", ("escape", "grapple"), [4, 3], ["escape", "ready"],
        edits=_HELD,
    ),
    "option": partial(
        _asked, "option", "option(1)", ("taunt", "blue_0", "plain"), [7, 5, 2, 1],
        ["taunt", "fortify"],
    ),
    "embed": partial(
        _asked, "embed", "fall", ("throw", "blue_0", "off"), [7, 1], ["throw", "strike"],
        {"hands": ["sword", "dagger"], **LURKING}, UNAWARE,
    ),
    "contest": partial(
        _asked, "contest", "let", ("pick_up", "dagger", "roll"), [7, 5], ["pick_up", "ready"],
        also={"blue_0": ["pick_up"]}, ground=_SPEAR,
    ),
}  # fmt: skip


def scene_reactors():
    """One reaches for what three others want too; C300 names their order."""
    made = battle(
        [SWORD], [{}, {}, {}],
        {"red_0": ["pick_up", "ready"], **{f"blue_{k}": ["pick_up"] for k in range(3)}},
        ground=_SPEAR,
    )  # fmt: skip
    return SimpleNamespace(
        battle=made, action=("pick_up", "dagger", "roll"), dice=[7, 5], mover="red_0",
        asked=["blue_0", "blue_1", "blue_2"], decline="let",
    )  # fmt: skip


scene_mover_falls = None  # no reaction of several harms whom it answers
scene_leaving = None  # nobody strikes at who leaves: Disengage is a roll (C242)


def scene_defence():
    """An 8 hits unless the target dodges with as much (C422, C423)."""
    made = battle([SWORD], [{}], {"red_0": ["strike"]})
    return SimpleNamespace(
        battle=made, action=("strike", "blue_0", "clash"), dice=[5, 3, 4, 4], victim="blue_0",
        defend="dodge", decline="decline", hurt=lambda now: lost(now, "blue_0"),
    )  # fmt: skip


def scene_unseen():
    """A Hidden unit sneaks about in a zone where nothing gives it away."""
    made = battle(
        [LURKING], [{}], {"red_0": ["reposition"]},
        zones={zone: {"conceal": True} for zone in LINE},
    )  # fmt: skip
    return SimpleNamespace(
        battle=made, action=("reposition",), dice=[4, 4], watcher="blue_0"
    )  # fmt: skip


# -- costs -----------------------------------------------------------------------------------------


def _cost(action, answer, unit, spent, dice, plan="strike", **more):
    made = battle([more.pop("red", SWORD)], [{}], {"red_0": [plan]}, **more)
    return SimpleNamespace(
        battle=made, action=action, answer=answer, unit=unit, spent=spent, dice=dice,
        left=lambda now, who: now.unit(who).stamina_max - now.unit(who).marks,
    )  # fmt: skip


_CLASH = ("strike", "blue_0", "clash")
scene_cost = {
    "guard": partial(_cost, _CLASH, ("guard",), "blue_0", 1, [6, 4, 3, 3]),
    "guarded_against": partial(_cost, _CLASH, ("guard",), "red_0", 1, [3, 3, 6, 4]),
    "dodge": partial(_cost, _CLASH, ("dodge",), "blue_0", 0, [3, 3, 6, 4]),
    "attack": partial(_cost, _CLASH, ("decline",), "red_0", 0, [6, 4]),
    "taxing_spell": partial(
        _cost, ("cast", "bolt", "blue_0"), ("decline",), "red_0", 1, [6, 4, 3], "cast",
        red={"spells": ["bolt", "ward"]},
        edits={"red_0": {"taxing": ["bolt"], "strain": {"bolt": 4}}},
    ),
}  # fmt: skip


def ledger(before, after):
    """Return what each unit has announced as the row taken would have it, and as it is.

    Of an action carried out: whether it is still pending, and that it shouldn't be. None where
    only a part of one was taken, and for other decisions.
    """
    s, t = before.state[0], after.state[0]
    if after.phase == "spell":
        return None
    verb = int(before.arena.rows[int(t["taken"][0])][0])
    count, decider = len(before.units), int(s["decider"])
    if before.phase == after.phase == "announce" and s["round"] == t["round"]:
        due = [int(n) for n in s["units"]["n"][:count]]
        due[decider] += before.system.verbs.verbs[verb].name == "announce"
        return due, [int(n) for n in t["units"]["n"][:count]]
    if before.phase in ("influence", "movement", "interaction", "combat") and PLAN_OF[verb] >= 0:
        return False, bool(int(t["units"]["pending"][decider]) >> int(PLAN_OF[verb]) & 1)
    return None


# -- choices that exclude each other ---------------------------------------------------------------


def _lying(taken, other):
    """Two of a side reach for things on the ground; each has something else to do as well."""
    made = battle(
        [{}, {}], [{"zone": "beyond"}],
        {f"red_{k}": ["pick_up", "fortify"] for k in range(2)},
        ground=[{"item": item, "zone": "here"} for item in ("dagger", "hatchet")],
    )  # fmt: skip
    while made.phase in ("next", "influence"):
        made.act("next(red_0)" if made.phase == "next" else "fortify")
    return SimpleNamespace(
        battle=made, first=[("pick_up", taken, "auto")], instead=[("pick_up", other, "auto")],
        barred=("pick_up", taken, "auto"),
    )  # fmt: skip


def _announcing():
    """C031: the same action isn't announced twice."""
    return SimpleNamespace(
        battle=battle([SWORD], [{}]), first=[("announce", "strike")],
        instead=[("announce", "brawl")], barred=("announce", "strike"),
    )  # fmt: skip


scene_exclusive = {"item": partial(_lying, "dagger", "hatchet"), "plan": _announcing}

# -- chances ---------------------------------------------------------------------------------------


def share(happens, *sizes):
    """Return the share of all throws of these dice in which something happens."""
    throws = [happens(*throw) for throw in product(*(range(1, n + 1) for n in sizes))]
    return Fraction(sum(throws), len(throws))


def _chance(plans, action, happened, chance, red=None, edits=None):
    made = battle([red or {}], [{}], {"red_0": [*plans]}, edits)
    while made.phase != made.system.verbs.verbs[made.system.verbs.index[action[0]]].window:
        made.act("forgo")
    return SimpleNamespace(battle=made, action=action, chance=chance, happened=happened)


def _freed(states):
    """red_0 has torn a net of difficulty 5 (C274)."""
    return states["units"]["restrained"][:, 0] == 0


def _chosen(states):
    """The target of an Influence action must choose, or the actor may take an option away."""
    return np.isin(states["phase"], [P_MUDDLE, P_OPTION])


_TEAR = ("escape", "restraint")
_NET = {"red_0": {"restrained": 5}}
_FEINT = ("feint", "blue_0")
_TAUNT = ("taunt", "blue_0", "plain")

scene_chance = {
    "fixed": partial(
        _chance, ["escape"], _TEAR, _freed, share(lambda a, b: a + b >= 5, 8, 6), edits=_NET
    ),
    "skilled": partial(
        _chance, ["escape"], _TEAR, _freed, share(lambda a, b: a + b >= 5, 12, 10),
        {"strength": 12, "unarmed": 10}, _NET,
    ),
    "penalty": partial(
        _chance, ["dance", "escape"], _TEAR, _freed, share(lambda a, b: a + b - 2 >= 5, 8, 6),
        edits=_NET,
    ),
    "opposed": partial(
        _chance, ["taunt"], _TAUNT, _chosen,
        share(lambda a, b, c, d: a + b > c + d, 8, 6, 8, 6),
    ),
    "advantage": partial(
        _chance, ["feint"], _FEINT, _chosen,
        share(lambda a, b, e, c, d: a + b + e - min(a, b, e) > c + d, 8, 6, 8, 8, 6),
        edits={"red_0": {"defended_last": ["blue_0"]}},
    ),
    "disadvantage": partial(
        _chance, ["taunt"], _TAUNT, _chosen,
        share(lambda a, b, e, c, d: a + b + e - max(a, b, e) > c + d, 8, 6, 8, 8, 6),
        edits={"red_0": {"hit_last": True}},
    ),
}  # fmt: skip

# -- wounds ----------------------------------------------------------------------------------------


def wounded(battle, unit):
    """Return a battle in which a unit is a little worse off, or None where it can't be."""
    found = battle.unit(unit)
    if found.out or found.reserve or found.marks == found.stamina_max:
        return None
    others = [battle.unit(name) for name in battle.units]
    foes = {u.name for u in others if u.side != found.side and not u.out and not u.reserve}
    if found.hidden_from and found.hidden_from >= foes:
        return None  # it counts as unhurt
    other = battle.copy()
    other.edit(unit, marks=found.marks + 1)
    return other


# -- the other seat --------------------------------------------------------------------------------

SYMMETRIC = [f"contingency/{name}" for name in ("bridge", "cellar", "market", "yard_mirror")]
MIRRORED_PHASES = {
    "announce", "movement", "interaction", "combat", "step", "defend",
}  # fmt: skip

_OF_UNITS = (
    "engaged", "no_engage", "grappled_by", "hidden_from", "aware_of", "barred", "defended",
    "defended_last",
)  # fmt: skip


def favours_a_seat(before, after):
    """Tell whether something came that goes by the index of all units (2.1: upkeep, C485)."""
    s, t = before.state[0], after.state[0]
    stages = s["windows"][0]["stage"], t["windows"][0]["stage"]
    return s["round"] != t["round"] or max(stages) > RESOLVING or min(stages) < ANNOUNCING


def mirrored(battle):
    """Return the battle with sides exchanged and zones turned, and who became whom."""
    other = battle.copy()
    s, m = battle.state[0], other.state[0]
    half = int(s["count"][0])
    n, zones = 2 * half, int(s["n_zones"])

    def unit(i):
        return (int(i) + half) % n if 0 <= i < n else int(i)

    def units(bits):
        return sum(1 << unit(k) for k in range(n) if int(bits) >> k & 1)

    def zone(z):
        return int(s["zones"][z]["mirror"]) if 0 <= z < zones else int(z)

    for i in range(n):
        u, own = m["units"][unit(i)], s["units"][i]
        for name in u.dtype.names:
            u[name] = own[name]
        u["side"] = 1 - own["side"]
        u["zone"] = zone(own["zone"])
        for name in _OF_UNITS:
            u[name] = units(own[name])
        u["owes_attack"] = unit(own["owes_attack"])
        u["forced_from"] = [unit(k) for k in own["forced_from"]]
        for name in ("grant_combat", "grant_any"):
            u[name] = (0, 2, 1)[int(own[name])]
        for k, kept in enumerate(own["kept"]):
            turn = zone if kept and s["spells"][kept - 1]["effect"] == MIRE else unit
            u["kept_target"][k] = turn(own["kept_target"][k]) if kept else 0
    for z in range(zones):
        turned, row = m["zones"][zone(z)], s["zones"][z]
        turned["gas"], turned["hazard"], turned["mired"] = (
            row["gas"], row["hazard"], units(row["mired"]),
        )  # fmt: skip
    for k in range(int(s["n_items"])):
        of = s["items"][k]
        m["items"][k]["where"] = (zone if of["place"] == GROUND else unit)(of["where"])
    for name in ("initiative", "turn_side"):
        m[name] = 1 - s[name]
    for name in ("turn_unit", "decider"):
        m[name] = unit(s[name])
    for name in ("attacked", "attacked_last"):
        m[name] = s[name][::-1]
    for k in range(int(s["depth"])):
        w, v = m["windows"][k], s["windows"][k]
        kind = WINDOWS[int(v["kind"])]
        w["target"] = unit(v["target"])
        w["asked"], w["zone"] = units(v["asked"]), zone(v["zone"])
        if kind != "round":
            w["actor"] = unit(v["actor"])
        if kind == "action" and v["verb"] == HIDE and v["a"] >= DASH:
            w["a"] = DASH + zone(int(v["a"]) - DASH)
    return other, unit


# -- what the bundled encounters rarely bring about: (encounter, changes to it, edits of units) ----

# Dice of four sides show omens often; all meet in the ring, which has everything.
CLUMSY = {**dict.fromkeys((*ATTRIBUTES, *SKILLS), 4), "stamina_max": 12, "wellness_max": 6,
          "beast": True, "zone": "ring"}  # fmt: skip
TOUGH = {**CLUMSY, "slots": [5, 5, 5, 5, 5], "armour": "light",
         "techniques": ["follow_up", "slip_away", "quick_grab"],
         "weaknesses": ["dodge", "guard", "focus"]}  # fmt: skip
TRIO = [
    {**TOUGH, "hands": ["sword", "javelin"], "carried": ["net", "dagger"]},
    {**TOUGH, "spells": ["bolt", "ward", "mire", "dread"], "knowledge": 12, "arcana": 12,
     "hands": [None, None], "carried": ["hatchet", "shield"]},
    {**TOUGH, "agility": 12, "strength": 12, "unarmed": 12, "hands": ["crossbow", None],
     "carried": [{"item": "dagger", "toxin": "venom"}]},
]  # fmt: skip
FRAY = {
    "system": "contingency",
    "title": "Fray",
    "symmetric": True,
    "round_limit": 30,
    "zones": {
        "west": {"conceal": True, "mirror": "east"},
        "ring": {"cover": True, "conceal": True, "crowd": 1, "props": True},
        "east": {"conceal": True, "mirror": "west"},
        "pool": {"airless": True},
    },
    "edges": [
        ["west", "ring"],
        ["ring", "east"],
        {"from": "pool", "to": "west", "kind": "difficult"},
        {"from": "pool", "to": "east", "kind": "difficult"},
        {"from": "ring", "to": "pool", "kind": "drop", "dice": "3d8"},
    ],
    "sides": [{"id": side, "units": TRIO} for side in ("red", "blue")],
    "ground": [{"item": item, "zone": "ring"} for item in ("mace", "spear", "javelin")],
    "events": [
        {"round": 2, "kind": "gas_starts", "zone": "ring", "toxin": "smoke"},
        {"round": 4, "kind": "gas_ends", "zone": "ring"},
        {"round": 9, "kind": "hazard_starts", "zone": "pool"},
    ],
}
OTHER_RULINGS = {
    "injury.ask": True, "focus.ask": True, "attr.ask": True, "resolve.order": "by_unit",
    "omens.source": "margin", "defeat.rule": "wellness", "dice.advantage": "reroll",
    "forced.movement_cap": "unlimited", "gear.ready": "free", "fall.damage": "per_die",
    "cooperation.mode": "separate", "events.order": "last",
}  # fmt: skip
COVEN = [{**TOUGH, "armour": "none", "spells": ["bolt", "ward", "mire", "dread"]}] * 3
KEEPING = {
    f"{side}_{k}": {
        "kept": [
            {"spell": "ward", "target": f"{side}_{k}", "tokens": 2},
            {"spell": "mire", "target": "ring", "tokens": 2},
        ]
    }
    for side in ("red", "blue") for k in range(3)
}  # fmt: skip
LATE = [{**CLUMSY, "reserve": True, "hands": ["glaive", None]}]

VARIANTS = [
    (FRAY, {}, {}),
    (FRAY, {"options": OTHER_RULINGS}, {}),
    (
        FRAY,
        {
            "sides": [{"id": side, "units": COVEN} for side in ("red", "blue")],
            "events": [], "zones": {**FRAY["zones"], "ring": {"hazard": True}},
        },
        KEEPING,
    ),
    (
        FRAY,
        {
            "symmetric": False,
            "zones": {
                name: {trait: value for trait, value in zone.items() if trait != "mirror"}
                for name, zone in FRAY["zones"].items()
            },
            "sides": [{"id": "red", "units": TRIO}, {"id": "blue", "units": TRIO[:2] + LATE}],
            "events": [{"round": 2, "kind": "reinforcement", "zone": "ring", "unit": "blue_2"}],
            "options": {
                "injury.ask": True, "focus.ask": True, "attr.ask": True, "stress.track": "wellness",
                "stamina.overflow": "breathless", "initiative.mode": "awareness",
                "penalty.mode": "progressive", "triggered.penalty": 2, "limit.result": "score",
                "events.notice": "next_round", "parley.self_timing": "success",
                "prone.stand": "free", "engage.locks": False, "surprise.announces": True,
            },
        },
        {},
    ),
]  # fmt: skip

# -- what the schema refuses, as keys of an encounter ----------------------------------------------

REFUSED = [
    {"options": {"actions.max": 9}},
    {"options": {"dice.combine": "product"}},
    {"items": {"cleaver": {"hands": 3}}},
    {"items": {f"cleaver_{k}": {} for k in range(9)}},
    {"toxins": {"fumes": {}}},
    {"spells": {"spark": {"effect": "fire"}}},
    {"zones": {f"zone_{k}": {} for k in range(10)}},
    {"zones": {"yard": {"crowd": 7}}},
    {"edges": [{"from": "gate", "to": "yard", "kind": "rope"}]},
    {"events": [{"round": 1, "kind": "flood", "zone": "yard"}]},
    {"sides": [{"id": "red", "units": [{"zone": "yard", "agility": 7}]}]},
]

# -- battles as JSON -------------------------------------------------------------------------------

NARROW = {
    name: ({**encounter, **changes}, edits)
    for name, (encounter, changes, edits) in zip(
        ("fray", "fray_under_other_rulings", "coven", "reserve"), VARIANTS, strict=True
    )
}
HIGH_DIE = 4
UNMET = {"embed", "yield"}  # by random play; scene_pending and tests/conformance have them

BY_HAND = {
    "encounter": "contingency/yard", "round": 3,
    "units": {
        "red_0": {"zone": "yard", "marks": 2, "engaged": ["blue_0"]},
        "blue_0": {"zone": "yard", "prone": True, "engaged": ["red_0"]},
    },
}  # fmt: skip

# -- playthroughs ----------------------------------------------------------------------------------

REPEATED = ()
BOARD_AT = ("round_began",)


def kind_of(action):
    """Return what actions are counted by: their verb, of what is announced its type."""
    if action.verb != "announce":
        return action.verb
    return f"announce {TYPES[TYPE_OF[PLANS.index(split(action.text)[1][0])]]}"


def distance(before, after, name):
    """Return how far a unit is from where the nearest enemy stood; engaged with one is nearest."""
    s, own = after.state[0], after.unit(name)
    zones = before.arena.names.words["zone"]
    units = map(before.unit, before.units)
    enemies = [u.zone for u in units if u.side != own.side and not (u.out or u.reserve)]
    here = s["distance"][zones.index(own.zone)]
    return min([int(here[zones.index(zone)]) for zone in enemies], default=0) - bool(own.engaged)
