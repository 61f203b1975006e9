"""Scenes of ``undead`` for the tests that run over all systems (see tests/conftest.py)."""

from fractions import Fraction
from functools import partial
from types import SimpleNamespace

from fracas.envs import Battle
from fracas.envs.undead.frame import WINDOWS
from fracas.envs.undead.verbs import COST, VERBS

END_TURN = "end_turn"

# -- battles ---------------------------------------------------------------------------------------


def encounter(red, blue, field=("......",) * 3, order=None, **more):
    """Return an encounter of units given as (tile, figures)."""
    sides = [
        {"id": side, "units": [{"at": list(at), **figures} for at, figures in units]}
        for side, units in (("red", red), ("blue", blue))
    ]
    names = [f"{s['id']}_{k}" for s in sides for k in range(len(s["units"]))]
    return {
        "system": "undead", "title": "Scene", "map": "\n".join(field), "sides": sides,
        "order": order or names, **more,
    }  # fmt: skip


def battle(red, blue, edits=None, **more):
    """Return a battle at the first unit's decision; ``edits`` are fields by unit."""
    made = Battle(encounter(red, blue, **more))
    for unit, fields in (edits or {}).items():
        made.edit(unit, **fields)
    return made


def is_down(battle, unit):
    """Tell whether a unit is out of the fight."""
    return battle.unit(unit).down


KNIFE = {"hands": ["knife"]}
BOMBER = {"hands": ["knife"], "inventory": ["firebomb"], "aiming": 4, "hp": 9}
SIX = ["red_0", "blue_0", "red_1", "blue_1", "red_2", "blue_2"]

# -- falling ---------------------------------------------------------------------------------------


def _fall(blue, column, fallen, then):
    """A firebomb bursts at a column of the top row; ``then`` decide, each ending its turn."""
    made = battle(
        [((0, 0), BOMBER), ((0, 1), {}), ((0, 2), {})], [(at, {"hp": 1}) for at in blue], order=SIX
    )
    return SimpleNamespace(
        battle=made, action=("throw_object", "firebomb", column, 0), dice=[16], fallen=fallen,
        then=then, end_turn=END_TURN, winner="red",
    )  # fmt: skip


scene_fall = {
    "one": partial(
        _fall, [(2, 0), (4, 2), (5, 2)], 2, ["blue_0"], ["red_0", "red_1", "blue_1", "red_2"]
    ),
    "several": partial(
        _fall, [(2, 0), (3, 0), (5, 2)], 2, ["blue_0", "blue_1"],
        ["red_0", "red_1", "red_2", "blue_2"],
    ),
}  # fmt: skip

scene_victory = partial(_fall, [(2, 0), (3, 0), (4, 0)], 3, ["blue_0", "blue_1", "blue_2"], [])


def scene_mutual_kill():
    """The last of both sides fall by one effect."""
    made = battle([((0, 0), {**BOMBER, "hp": 1})], [((1, 0), {"hp": 1})])
    return SimpleNamespace(battle=made, action=("throw_object", "firebomb", 1, 0), dice=[16])


def scene_first_blow():
    """The first action of the battle may end it, ``winner`` winning, or fail."""
    made = encounter([((0, 0), KNIFE), ((0, 1), {}), ((0, 2), {})], [((1, 0), {"hp": 1})])
    return SimpleNamespace(encounter=made, action=("melee", "blue_0", "torso"), winner="red")


def _corpse(armed, trigger, asked):
    """The first of two attacks kills, with somebody armed to strike after it.

    ``asked`` are the reactions due all the same, ``again`` the second attack.
    """
    made = battle(
        [((1, 1), KNIFE), ((3, 0), KNIFE)], [((2, 1), {"hp": 1}), ((1, 2), {"hp": 6})],
        {armed: {"ready": (trigger, "unarmed" if armed == "blue_1" else "melee")}},
    )  # fmt: skip
    return SimpleNamespace(
        battle=made, action=("melee", "blue_0", "torso"), dice=[10], fallen="blue_0", asked=asked,
        decline="pass", again=("melee", "blue_1", "torso"),
    )  # fmt: skip


scene_corpse = {
    "its_enemy": partial(_corpse, "red_1", "ally_attacks", []),  # nobody else in reach
    "its_ally": partial(_corpse, "blue_1", "enemy_attacks", ["blue_1"]),
}

# -- reactions -------------------------------------------------------------------------------------


def _pending(phase):
    nimble = {"agility": 2, "physique": 2}
    made = battle([((1, 1), KNIFE)], [((2, 1), {**KNIFE, **nimble})])
    if phase == "ready_fire":
        made.edit("blue_0", ready=("enemy_moves", "melee"))
    actions = {
        "defend": ("melee", "blue_0", "torso"),
        "opportunity": ("step", "W"),
        "ready_fire": ("step", "N"),
    }
    return SimpleNamespace(
        battle=made, action=actions[phase], phase=phase, reactor="blue_0", decline="pass"
    )


scene_pending = {
    phase: partial(_pending, phase) for phase in ("defend", "opportunity", "ready_fire")
}


def scene_reactors():
    """One step out of the reach of three; U548 names their order, U550 who is asked no more.

    ``strike`` by the first brings the mover down, whose step then is off.
    """
    made = battle(
        [((1, 1), {"hp": 1}), ((5, 2), {})],
        [((2, 0), {}), ((2, 2), {}), ((2, 1), {})],
        order=["red_0", "blue_2", "blue_0", "red_1", "blue_1"],
    )
    return SimpleNamespace(
        battle=made, action=("step", "W"), mover="red_0", asked=["blue_2", "blue_0", "blue_1"],
        decline="pass", strike=("opp_unarmed", "torso"), dice=[10], asked_if_down=["blue_2"],
    )  # fmt: skip


scene_mover_falls = scene_reactors


def _leaving(at, action, asked, other=None, **edits):
    """blue_0 stands at (2, 1) with a knife; red_0 acts from ``at``."""
    made = battle([(at, {})], [((2, 1), other or KNIFE)], edits, field=("......",) * 4)
    return SimpleNamespace(battle=made, action=action, dice=[], asked=asked)


def _pushed():
    """red_1 pushes blue_0 out of the reach of red_0."""
    made = battle(
        [((1, 2), KNIFE), ((1, 1), {})], [((2, 1), {})], order=["red_1", "red_0", "blue_0"]
    )
    return SimpleNamespace(battle=made, action=("push", "blue_0"), dice=[10], asked=False)


# Reach is 1 tile for every unit and weapon; there is no teleport.
scene_leaving = {
    "leave": partial(_leaving, (1, 1), ("step", "W"), True),
    "leave_diagonally": partial(_leaving, (1, 1), ("step", "NW"), True),
    "pass_within": partial(_leaving, (1, 1), ("step", "NE"), False),
    "enter": partial(_leaving, (0, 1), ("step", "E"), False),
    "farther": partial(_leaving, (0, 1), ("step", "S"), False),
    "disengage": partial(_leaving, (1, 1), ("disengage", "W"), False),
    "unarmed": partial(_leaving, (1, 1), ("step", "W"), True, other={}),
    "gun_in_hand": partial(_leaving, (1, 1), ("step", "W"), False, other={"hands": ["pistol"]}),
    "no_ap": partial(_leaving, (1, 1), ("step", "W"), False, blue_0={"ap": 0}),
    "pushed": _pushed,
}


def scene_defence():
    """A die of 11 hits unless it is dodged (U524: 12 is needed then)."""
    made = battle([((1, 1), KNIFE)], [((2, 1), {"agility": 2})])
    return SimpleNamespace(
        battle=made, action=("melee", "blue_0", "torso"), dice=[11], victim="blue_0",
        defend="dodge", decline="pass",
        hurt=lambda now: now.unit("blue_0").hp_max - now.unit("blue_0").hp,
    )  # fmt: skip


def scene_unseen():
    """A Hidden unit sneaks out of reach of one that would strike at it."""
    made = battle(
        [((1, 1), {})], [((2, 1), KNIFE)],
        {"red_0": {"hidden": True, "sneaking": True, "mv": 2}},
    )  # fmt: skip
    return SimpleNamespace(battle=made, action=("step", "W"), watcher="blue_0")


# -- costs -----------------------------------------------------------------------------------------


def _cost(action, answer, unit, spent, dice=()):
    found = _pending("defend" if action[0] == "melee" else "opportunity")
    return SimpleNamespace(
        battle=found.battle, action=action, answer=answer, unit=unit, spent=spent,
        dice=list(dice), left=lambda now, who: now.unit(who).ap,
    )  # fmt: skip


scene_cost = {
    "attack": partial(_cost, ("melee", "blue_0", "torso"), ("pass",), "red_0", 1, [9]),
    "dodge": partial(_cost, ("melee", "blue_0", "torso"), ("dodge",), "blue_0", 1, [9]),
    "parry": partial(_cost, ("melee", "blue_0", "torso"), ("parry",), "blue_0", 1, [9]),
    "no_defence": partial(_cost, ("melee", "blue_0", "torso"), ("pass",), "blue_0", 0, [9]),
    "opportunity": partial(_cost, ("step", "W"), ("opp_melee", "torso"), "blue_0", 1, [9]),
    "declined": partial(_cost, ("step", "W"), ("pass",), "blue_0", 0),
    "step": partial(_cost, ("step", "W"), ("pass",), "red_0", 0),
}

_PAID_AT = {"ready_kind": "ready", "place_direction": "place", "row": "throw_object"}
_UNPAID = {*_PAID_AT.values(), "column"}  # what is asked for in parts is paid with the last
_PRICE = {
    verb.name: 0 if verb.name in _UNPAID
    else int(COST[VERBS.index[_PAID_AT.get(verb.name, verb.name)]])
    for verb in VERBS.verbs
}  # fmt: skip


def ledger(before, after):
    """Return each unit's AP as the costs of what was taken would have it, and as they are.

    None where a turn began meanwhile, which grants AP.
    """
    s, t = before.state[0], after.state[0]
    if (s["turn_unit"], s["round"]) != (t["turn_unit"], t["round"]) or s["turn_over"]:
        return None
    taken = [int(row) for row in t["taken"][: int(t["n_taken"])]]
    count = len(before.units)
    due = [int(ap) for ap in s["units"]["ap"][:count]]
    due[int(s["decider"])] -= sum(_PRICE[VERBS.verbs[before.arena.rows[r][0]].name] for r in taken)
    return due, [int(ap) for ap in t["units"]["ap"][:count]]


# -- choices that exclude each other ---------------------------------------------------------------


def _exclusive(first, instead, barred):
    """red_1 can't take ``barred`` once red_0 took ``first``, but could after ``instead``."""
    made = battle(
        [((0, 0), {}), ((0, 2), {})], [((5, 1), {})], floor=[{"item": "knife", "at": [0, 1]}]
    )
    return SimpleNamespace(battle=made, first=[first, (END_TURN,)], barred=barred,
                           instead=[instead, (END_TURN,)])  # fmt: skip


scene_exclusive = {
    "tile": partial(_exclusive, ("step", "S"), ("step", "E"), ("step", "N")),
    "item": partial(_exclusive, ("equip_floor", "S"), ("step", "E"), ("equip_floor", "N")),
}

# -- chances ---------------------------------------------------------------------------------------


def _chance(action, chance, weapon, target=None, mine=None):
    made = battle([((0, 0), {"hands": [weapon], **(mine or {})})],
                  [((1, 0), {"hp": 14, **(target or {})})])  # fmt: skip
    return SimpleNamespace(
        battle=made, action=action, chance=chance,
        happened=lambda states: states["units"]["hp"][:, 1] < made.state["units"]["hp"][0, 1],
    )  # fmt: skip


# DC 10 at the torso, 12 at the legs, 14 at the head; Prone targets are struck with advantage.
scene_chance = {
    "torso": partial(_chance, ("melee", "blue_0", "torso"), Fraction(11, 20), "knife"),
    "head": partial(_chance, ("melee", "blue_0", "head"), Fraction(7, 20), "knife"),
    "skilled": partial(
        _chance, ("melee", "blue_0", "legs"), Fraction(13, 20), "knife", mine={"melee": 4}
    ),
    "advantage": partial(
        _chance, ("melee", "blue_0", "torso"), 1 - Fraction(9, 20) ** 2, "knife", {"prone": True}
    ),
    "disadvantage": partial(
        _chance, ("melee", "blue_0", "torso"), Fraction(11, 20) ** 2, "knife",
        mine={"prone": True},
    ),
}  # fmt: skip

# -- wounds ----------------------------------------------------------------------------------------


def wounded(battle, unit):
    """Return a battle in which a unit is a little worse off, or None where it can't be."""
    found = battle.unit(unit)
    if found.down or found.hp == 1:
        return None
    other = battle.copy()
    other.edit(unit, hp=found.hp - 1)
    return other


# -- the other seat --------------------------------------------------------------------------------

SYMMETRIC = ["undead/alley", "undead/clinic", "undead/lot"]
MIRRORED_PHASES = {"main", "tile", "item_direction", "ready_kind"}


def favours_a_seat(before, after):
    """Tell whether dice came whose numbers are directions: they don't turn with the map."""
    return before.phase == "tile"  # scatter


def mirrored(battle):
    """Return the battle with sides exchanged and the map turned by half, and who became whom."""
    other = battle.copy()
    s, m = battle.state[0], other.state[0]
    half, last_x, last_y = int(s["count"][0]), int(s["width"]) - 1, int(s["height"]) - 1
    n = 2 * half

    def unit(i):
        return (int(i) + half) % n if 0 <= i < n else int(i)

    def units(bits):
        return sum(1 << unit(k) for k in range(n) if int(bits) >> k & 1)

    def turn(row):
        if row["x"] >= 0:
            row["x"] = last_x - row["x"]
        if row["y"] >= 0:
            row["y"] = last_y - row["y"]

    for i in range(n):
        u = m["units"][unit(i)]
        for name in u.dtype.names:
            u[name] = s["units"][i][name]
        u["side"] = 1 - u["side"]
        turn(u)
        for name in ("sight", "seen"):
            u[name] = units(u[name])
        for name in ("horror_source", "grappled_by", "grappling"):
            u[name] = unit(u[name])
        for k in range(len(u["sense_dir"])):
            if u["sense_dir"][k] > 0:
                u["sense_dir"][k] = (u["sense_dir"][k] + 3) % 8 + 1
            if u["sense_x"][k] >= 0:
                u["sense_x"][k] = last_x - u["sense_x"][k]
                u["sense_y"][k] = last_y - u["sense_y"][k]
    for k in range(n):
        m["order"][k] = unit(s["order"][k])
    for name in ("turn_unit", "decider"):
        m[name] = unit(s[name])
    m["acted"] = units(s["acted"])
    m["last_side"] = 1 - s["last_side"]
    for k in range(int(s["n_floor"])):
        turn(m["floor"][k])
    for k in range(int(s["depth"])):
        w = m["windows"][k]
        kind = WINDOWS[int(w["kind"])]
        w["actor"], w["target"] = unit(w["actor"]), unit(w["target"])
        if kind in ("action", "step"):
            turn(w)
            w["direction"] = (w["direction"] + 4) % 8
        elif kind == "parts" and w["x"] >= 0:
            w["x"] = last_x - w["x"]
        w["candidates"] = units(w["candidates"])
        if kind in ("step", "ready"):  # elsewhere it counts
            w["asked"] = units(w["asked"])
    return other, unit


# -- what the bundled encounters rarely bring about: (encounter, changes to it, edits of units) ----

FRAY = {
    "system": "undead",
    "title": "Fray",
    "map": ".hx..\n.~.h.\n..#..",
    "kinds": {
        "strong": {
            **dict.fromkeys(("physique", "reason", "agility", "presence"), 4),
            **dict.fromkeys(("melee", "athletics", "awareness", "aiming", "reflex"), 4),
            "hp": 14,
        },
        "weak": {"physique": -1, "reason": -1, "agility": -1, "presence": -1, "hp": 14},
    },
    "sides": [
        {
            "id": "red",
            "units": [
                {"kind": "strong", "at": [0, 0]},
                {
                    "kind": "strong",
                    "at": [0, 1],
                    "hands": ["bat", "knife"],
                    "inventory": ["flashbang"],
                },
            ],
        },
        {
            "id": "blue",
            "units": [
                {"kind": "weak", "at": [4, 0], "hidden": True, "hands": ["pistol"]},
                {"kind": "weak", "at": [4, 1], "hidden": True, "inventory": ["bandage"]},
                {"kind": "weak", "at": [3, 1], "hidden": True},
            ],
        },
    ],
}

VARIANTS = [
    (FRAY, {}, {}),
    (FRAY, {"options": {"hide.place": "any_wall", "trigger.nest": True}}, {}),
    ("undead/clinic", {"options": {"initiative.mode": "side", "ap.per_turn": 6}}, {}),
    (
        "undead/lot",
        {
            "floor": [
                {"item": "spear", "at": [2, 0]},
                {"item": "knife", "at": [3, 1], "hidden": True},
                {"item": "knife", "at": [12, 8], "hidden": True},
                {"item": "rifle", "at": [13, 8]},
                {"item": "stone", "at": [1, 4]},
            ],
            "options": {"hide.place": "any_wall"},
        },
        {},
    ),
    ("undead/rush", {"options": {"goal.zone": {"red": [[0, 3], [2, 3]]}}}, {}),
]

# -- what the schema refuses, as keys of an encounter ----------------------------------------------

REFUSED = [
    {"options": {"ap.per_turn": 9}},
    {"options": {"ready.actions": ["fly"]}},
    {"items": {"Pipe": {"melee": True}}},
    {"items": {"pipe": {"hands": 3}}},
    {"items": {f"pipe_{k}": {} for k in range(8)}},
    {"sides": [{"id": "red", "units": [{"mark": "a", "gear": ["sword"]}]}]},
]

# -- battles as JSON -------------------------------------------------------------------------------

RULINGS = {
    "initiative.mode": "side",
    "trigger.nest": True,
    "target.allies": True,
    "reaction.defence_per_attack": 2,
    "reaction.prune_useless": False,
    "push.is_attack": True,
    "hidden.adjacent_reveals": False,
}


# So narrow that random play meets at once.
CAGE = {
    "system": "undead",
    "title": "Cage",
    "map": "h..h.\n.....\nh.h..\n.....",
    "sides": [
        {
            "id": "red",
            "units": [
                {"at": [0, 1], "kind": "bruiser", "reflex": 4, "hp": 14},
                {"at": [2, 1], "kind": "medic", "awareness": 4, "hp": 14, "hands": ["spear"]},
                {"at": [4, 1], "kind": "gunner", "hands": ["pistol"], "inventory": ["mag12"]},
            ],
        },
        {
            "id": "blue",
            "units": [
                {"at": [0, 2], "kind": "stalker", "hp": 14, "hidden": True},
                {"at": [2, 2], "kind": "stalker", "hp": 14, "hidden": True, "hands": ["knife"]},
                {"at": [1, 3], "kind": "drifter", "hp": 14, "inventory": ["firebomb", "bandage"]},
            ],
        },
    ],
}

NARROW = {
    "cage": (CAGE, {}), "cage_under_other_rulings": ({**CAGE, "options": RULINGS}, {})
}  # fmt: skip
HIGH_DIE = 20
UNMET = {"grant_target", "grant_towards"}  # by random play; tests/conformance has them


BY_HAND = {
    "encounter": "undead/alley", "round": 3, "turn": "red_0",
    "units": {"red_0": {"at": [3, 4], "hp": 4}, "blue_0": {"at": [4, 5], "prone": True}},
}  # fmt: skip

# -- playthroughs ----------------------------------------------------------------------------------

REPEATED = ("hands", "inventory")  # of a unit's fields: `items` says it, and more
BOARD_AT = ("round_began", "turn_began")


def kind_of(action):
    """Return what actions are counted by."""
    return action.verb


def distance(before, after, name):
    """Return how far a unit is from where the nearest enemy stood."""
    own = after.unit(name)
    units = map(before.unit, before.units)
    enemies = [(u.x, u.y) for u in units if u.side != own.side and not u.down]
    return min(max(abs(x - own.x), abs(y - own.y)) for x, y in enemies)
