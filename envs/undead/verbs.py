"""The verb table (section 4): names, arguments, costs, and the order that the kernel counts in."""

from collections.abc import Iterable

import numpy as np

from fracas.envs.core.verbs import Verb, VerbTable

# Kinds of arguments and what they stand for in the decider's frame:
#   target     enemy slot j; behind the enemies, allies where `target.allies` is on
#   anyone     ally slot i (itself included), then enemy slot j
#   ally       ally slot i
#   enemy      enemy slot j
#   area       head, torso, arms, legs
#   hand       main, off
#   direction  N clockwise to NW
#   around     here, then the directions
#   pocket     inventory slots 0 to 5
#   slot       inventory slots 0 to 5, then the hands
_A = ("target", "area", "hand")

# fmt: off
VERBS = VerbTable((
    Verb("step", ("direction",), "movement 1 or 2", "main", "move one tile", "U108-U110 U116 U133 U135 U540 U607"),
    Verb("end_turn", (), "0", "main", "pass on, keeping AP for reactions", "U104 U113 U114 U600", declines=True),
    Verb("move", (), "1 AP", "main", "movement is full again", "U105-U107 U513"),
    Verb("sneak", (), "1 AP", "main", "Slowed this turn; steps keep Hidden", "U111-U117 U138"),
    Verb("hide", (), "1 AP", "main", "become Hidden", "U118-U122 U134"),
    Verb("stand_up", (), "1 AP", "main", "no longer Prone", "U123-U125"),
    Verb("drop_prone", (), "0", "main", "become Prone", "U126"),
    Verb("disengage", ("direction",), "1 AP", "main", "one tile without provoking", "U127-U130"),
    Verb("unarmed", ("target", "area"), "1 AP", "main", "hit with empty hands", "U200-U210"),
    Verb("melee", _A, "1 AP", "main", "hit with a melee weapon", "U211-U220", optional=1),
    Verb("push", ("target",), "1 AP", "main", "shove away 1 + Athletics tiles", "U221-U231 U250"),
    Verb("grapple", ("target",), "2 AP", "main", "hold", "U232-U240"),
    Verb("escape_reflex", (), "2 AP", "main", "break a hold by Reflex", "U241-U248"),
    Verb("escape_melee", (), "2 AP", "main", "break a hold by Melee", "U241-U248"),
    Verb("release", (), "0", "main", "let go of the held unit", "U249"),
    Verb("throw_weapon", _A, "1 AP", "main", "throw a weapon at somebody", "U300-U310", optional=1),
    Verb("throw_object", ("slot",), "1 AP", "main", "throw a light item at a tile", "U311-U326", then="column"),
    Verb("shot_single", _A, "2 AP", "main", "fire a single-action firearm", "U330-U339", optional=1),
    Verb("shot_semi", _A, "1 AP", "main", "fire one round", "U340-U349", optional=1),
    Verb("spray", _A, "3 AP", "main", "fire five rounds", "U350-U361", optional=1),
    Verb("unjam", ("hand",), "2 AP", "main", "clear a jam", "U363-U365", optional=1),
    Verb("switch_mode", ("hand",), "1 AP", "main", "change the firing mode", "U366-U368", optional=1),
    Verb("reload", ("pocket", "hand"), "2 AP", "main", "load a magazine or clip", "U369-U374", optional=1),
    Verb("equip", ("pocket",), "1 AP", "main", "take an item in hand", "U400-U403"),
    Verb("equip_floor", ("around",), "1 AP", "main", "pick an item up", "U400-U403 U414"),
    Verb("unequip", ("hand",), "1 AP", "main", "put an item away", "U404-U406", optional=1),
    Verb("place", ("slot",), "1 AP", "main", "lay an item on a tile beside", "U407-U410", then="place_direction"),
    Verb("drop_item", ("hand",), "0", "main", "let an item fall", "U411-U413", optional=1),
    Verb("intimidate", ("target",), "1 AP", "main", "frighten", "U420-U427"),
    Verb("sense", (), "2 AP", "main", "learn of hidden enemies around", "U430-U438"),
    Verb("inspect", (), "2 AP", "main", "search for what is hidden near by", "U440-U450"),
    Verb("pressure", ("anyone",), "1 AP", "main", "press on a bleeding wound", "U455-U464"),
    Verb("ready", ("trigger",), "1 AP", "main", "prepare an action for a trigger", "U500-U519", then="ready_kind"),
    Verb("column", ("column",), "-", "tile", "column of the tile aimed at", "U314", then="row"),
    Verb("row", ("row",), "-", "tile", "row of the tile aimed at", "U314"),
    Verb("place_direction", ("direction",), "-", "item_direction", "where to lay it", "U408"),
    Verb("ready_kind", ("kind",), "-", "ready_kind", "the action to prepare", "U501 U514"),
    Verb("dodge", (), "1 AP", "defend", "D becomes 10 + Agility + Reflex", "U521-U525 U531-U535"),
    Verb("parry", (), "1 AP", "defend", "D becomes 10 + Physique + Melee", "U526-U530 U531-U535"),
    Verb("opp_unarmed", ("area",), "1 AP", "opportunity", "strike at who leaves reach", "U540-U550"),
    Verb("opp_melee", ("area", "hand"), "1 AP", "opportunity", "strike at who leaves reach", "U540-U550", optional=1),
    Verb("pass", (), "0", "defend opportunity ready_fire", "decline", "U502", declines=True),
    Verb("table", (), "0", "strong_choice", "roll on the Blunt table", "U206"),
    Verb("strong_grapple", (), "0", "strong_choice", "Grapple for 0 AP", "U207 U208"),
    Verb("stop", (), "0", "grant_steps grant_towards", "take no further step", "U245 U445 U513", declines=True),
    Verb("grant_target", ("enemy",), "0", "grant_target", "whom to move towards", "U446"),
    Verb("next_unit", ("ally",), "0", "next_unit", "who of the side acts next", "U131"),
), options=("area", "trigger", "kind"))
# fmt: on

(
    STEP, END_TURN, MOVE, SNEAK, HIDE, STAND_UP, DROP_PRONE, DISENGAGE, UNARMED, MELEE, PUSH,
    GRAPPLE, ESCAPE_REFLEX, ESCAPE_MELEE, RELEASE, THROW_WEAPON, THROW_OBJECT, SHOT_SINGLE,
    SHOT_SEMI, SPRAY, UNJAM, SWITCH_MODE, RELOAD, EQUIP, EQUIP_FLOOR, UNEQUIP, PLACE, DROP_ITEM,
    INTIMIDATE, SENSE, INSPECT, PRESSURE, READY, COLUMN, ROW, PLACE_DIRECTION, READY_KIND, DODGE,
    PARRY, OPP_UNARMED, OPP_MELEE, PASS, TABLE, STRONG_GRAPPLE, STOP, GRANT_TARGET, NEXT_UNIT,
) = range(len(VERBS.verbs))  # fmt: skip

N_VERBS = len(VERBS.verbs)
N_TURN_VERBS = COLUMN  # the verbs of 4.1 come first

COST = np.zeros(N_VERBS, np.int8)
COST[[MOVE, SNEAK, HIDE, STAND_UP, DISENGAGE, UNARMED, MELEE, PUSH, THROW_WEAPON]] = 1
COST[[THROW_OBJECT, SHOT_SEMI, SWITCH_MODE, EQUIP, EQUIP_FLOOR, UNEQUIP, PLACE]] = 1
COST[[INTIMIDATE, PRESSURE, READY, DODGE, PARRY, OPP_UNARMED, OPP_MELEE]] = 1
COST[[GRAPPLE, ESCAPE_REFLEX, ESCAPE_MELEE, SHOT_SINGLE, UNJAM, RELOAD, SENSE, INSPECT]] = 2
COST[SPRAY] = 3  # U350

EMPTY_HAND_VERBS = (EQUIP, EQUIP_FLOOR)
HAND_VERBS = (
    *(MELEE, OPP_MELEE, THROW_WEAPON, SHOT_SINGLE, SHOT_SEMI, SPRAY, UNJAM, SWITCH_MODE, RELOAD),
    *(UNEQUIP, DROP_ITEM, *EMPTY_HAND_VERBS),
)
"""Verbs that need a hand with a fitting item in it, or with none."""

# Which argument names a body area: legality doesn't depend on it (U017).
AREA_ARGUMENT = np.full(N_VERBS, -1, np.int8)
AREA_ARGUMENT[[UNARMED, MELEE, THROW_WEAPON, SHOT_SINGLE, SHOT_SEMI, SPRAY]] = 1
AREA_ARGUMENT[[OPP_UNARMED, OPP_MELEE]] = 0

# -- readiable kinds (4.2) ------------------------------------------------------------------------

READY_KINDS = (
    "move", "hide", "stand_up", "drop_prone", "disengage", "unarmed", "melee", "push", "grapple",
    "escape", "release", "throw_weapon", "throw_object", "shot_single", "shot_semi", "spray",
    "unjam", "switch_mode", "reload", "equip", "unequip", "place", "drop_item", "intimidate",
    "inspect", "pressure", "sense",
)  # fmt: skip
N_KINDS = len(READY_KINDS)

KIND_OF = np.full(N_VERBS, -1, np.int8)  # the kind that readies a verb; -1: U514
for _kind, _name in enumerate(READY_KINDS):
    for _verb in {
        "escape": ("escape_reflex", "escape_melee"),
        "equip": ("equip", "equip_floor"),
    }.get(_name, (_name,)):
        KIND_OF[VERBS.index[_verb]] = _kind

# -- phases (section 5) ---------------------------------------------------------------------------

PHASES = (
    "over", "main", "defend", "opportunity", "ready_fire", "strong_choice", "tile",
    "item_direction", "ready_kind", "grant_steps", "grant_target", "grant_towards", "next_unit",
)  # fmt: skip
(
    OVER, MAIN, DEFEND, OPPORTUNITY, READY_FIRE, STRONG_CHOICE, TILE, ITEM_DIRECTION,
    CHOOSE_KIND, GRANT_STEPS, CHOOSE_TARGET, GRANT_TOWARDS, CHOOSE_NEXT,
) = range(len(PHASES))  # fmt: skip


# -- sets of verbs, as bits -------------------------------------------------------------------------


def verb_set(verbs: Iterable[int]) -> np.uint64:
    """Return a set of verbs as bits."""
    return np.uint64(sum(1 << int(verb) for verb in verbs))


PHASE_VERBS = np.array(
    [
        verb_set(verbs)
        for verbs in (
            (),
            range(N_TURN_VERBS),  # U103
            (DODGE, PARRY, PASS),
            (OPP_UNARMED, OPP_MELEE, PASS),
            (PASS,),  # and those of the readied kind
            (TABLE, STRONG_GRAPPLE),
            (COLUMN, ROW),
            (PLACE_DIRECTION,),
            (READY_KIND,),
            (STEP, STOP),
            (GRANT_TARGET,),
            (STEP, STOP),
            (NEXT_UNIT,),  # U131
        )
    ]
)
"""What each phase offers (section 5)."""

KIND_VERBS = np.array([verb_set(np.flatnonzero(k == KIND_OF)) for k in range(N_KINDS)])
"""What each readied kind offers (U512)."""

AFFORDABLE = np.array([verb_set(np.flatnonzero(ap >= COST)) for ap in range(7)])
"""What each number of AP pays for (U101, U102)."""
