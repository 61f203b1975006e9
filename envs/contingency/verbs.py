"""The verb table (section 4): names, arguments, types, and the order that the kernel counts in."""

import numpy as np

from fracas.envs.contingency.tables import ATTRIBUTES, COMBAT, INFLUENCE, INTERACTION, MOVEMENT
from fracas.envs.core.verbs import Verb, VerbTable

# Kinds of arguments and what they stand for in the decider's frame:
#   enemy      enemy slot j
#   ally       ally slot i (itself included)
#   zone       zone z
#   target     enemy slot j, then ally slot i, then zone z
#   x_y        attribute x or attribute y, such as wisdom_charisma (C014)
#   hand       main, off
#   plan       one of the announceable verbs
#   movement   one of the announceable Movement verbs
#   offer      none, mark, recover, drop_main, drop_off, sheathe_main, sheathe_off, grant (C183)
#   dance      plain, dance (C192)
#   cover      surroundings, nerve, crowd, then a dash to a zone (C251 to C254)
#   bond       grapple, restraint
#   lying      the k-th item within reach of a pick-up (C291)
#   how        auto, roll (C293)
#   gear       draw_0 to draw_3, sheathe_main, sheathe_off, load (C452)
#   spell      spells of the encounter
#   mode       harry, clash
#   number     1, 2, 3
#   weakness   dodge, guard, focus
#   technique  follow_up, slip_away, quick_grab
#   die        fall die 1 to 3
#   face       3, 1
#   kept       first to third kept effect
#   severity   1 to 5

PAIRS = (
    "wisdom_charisma", "agility_charisma", "strength_charisma", "willpower_charisma",
    "finesse_charisma", "agility_finesse", "strength_finesse", "strength_agility",
)  # fmt: skip

# fmt: off
VERBS = VerbTable((
    # -- announceable: Influence
    Verb("anticipate", ("enemy", "wisdom_charisma"), "Influence", "influence", "predict an enemy", "C140-C158", optional=1),
    Verb("feint", ("enemy", "agility_charisma"), "Influence", "influence", "mislead an engaged enemy", "C140-C148 C160-C166", optional=1),
    Verb("intimidate", ("enemy", "strength_charisma"), "Influence", "influence", "frighten an enemy", "C140-C148 C170-C178", optional=1),
    Verb("parley", ("enemy", "offer", "willpower_charisma"), "Influence", "influence", "talk an enemy round", "C140-C148 C180-C190", optional=1),
    Verb("taunt", ("enemy", "dance", "finesse_charisma"), "Influence", "influence", "provoke an enemy", "C140-C148 C191-C202", optional=1),
    Verb("fortify", (), "Influence", "influence", "advantage on Defend this round", "C210 C211"),
    # -- Movement
    Verb("reposition", (), "Movement", "movement", "move half the result in zones", "C220-C226"),
    Verb("take_cover", (), "Movement", "movement", "crouch behind cover", "C230-C235"),
    Verb("disengage", ("agility_finesse",), "Movement", "movement", "get away from all engaged", "C240-C247", optional=1),
    Verb("hide", ("cover",), "Movement", "movement", "become hidden", "C250-C262"),
    Verb("dance", (), "Movement", "movement", "make insulting gestures", "C192-C195 C450"),
    Verb("stand", (), "Movement", "movement", "stand up", "C451"),
    # -- Interaction
    Verb("escape", ("bond", "strength_finesse"), "Interaction", "interaction", "break a grapple or a restraint", "C270-C276", optional=1),
    Verb("recover", (), "Interaction", "interaction", "clear stamina", "C280-C287"),
    Verb("pick_up", ("lying", "how"), "Interaction", "interaction", "take an object from the ground", "C290-C301"),
    Verb("ready", ("gear",), "Interaction", "interaction", "draw, sheathe or load", "C452 C497"),
    Verb("cast", ("spell",), "Interaction", "interaction", "cast a spell", "C460-C468", then="cast_at"),
    # -- Combat
    Verb("strike", ("enemy", "mode", "hand"), "Combat", "combat", "strike with a melee weapon", "C310-C328", optional=1),
    Verb("shoot", ("enemy",), "Combat", "combat", "shoot a ranged weapon", "C310-C314 C330-C337"),
    Verb("throw", ("enemy", "hand", "strength_finesse"), "Combat", "combat", "throw a weapon", "C310-C314 C340-C351", optional=1),
    Verb("jab", ("enemy", "strength_agility"), "Combat", "combat", "a quick punch", "C310-C314 C360-C364 C374 C375"),
    Verb("wrestle", ("enemy", "strength_finesse"), "Combat", "combat", "wrestle", "C310-C314 C365-C375"),
    # -- announcing and turns
    Verb("announce", ("plan",), "-", "announce", "add an action to the plan", "C028-C031"),
    Verb("done", (), "-", "announce lower", "end announcing, or lowering dice", "C030 C403", declines=True),
    Verb("forgo", (), "-", "influence", "drop the pending actions of this type", "C034 C040", declines=True),
    Verb("next", ("ally",), "-", "next", "who of the side acts", "C038"),
    # -- during an action
    Verb("step", ("zone",), "movement", "step", "move to an adjacent zone", "C222 C225"),
    Verb("stop", (), "-", "step engage", "move no further", "C221", declines=True),
    Verb("engage", ("enemy",), "-", "engage", "engage an enemy at the end of a Reposition", "C084"),
    Verb("dodge", (), "-", "defend", "Agility + Reflex", "C420 C422 C423"),
    Verb("guard", (), "1 stress", "defend", "Strength + Endurance", "C420 C424-C429"),
    Verb("decline", (), "-", "defend", "make no Defend roll", "C421", declines=True),
    Verb("option", ("number",), "-", "option", "which effect of an Influence action to take", "C142"),
    Verb("prone", (), "-", "yield effect", "fall prone, or make the target fall", "C163 C369"),
    Verb("drop", ("hand",), "-", "yield", "drop a held item", "C163 C189"),
    Verb("sheathe", ("hand",), "-", "yield", "sheathe a held weapon", "C189"),
    Verb("grant", (), "-", "yield", "grant advantage to the next action against oneself", "C189"),
    Verb("declare", ("plan",), "-", "declare", "tell the next action", "C154-C156"),
    Verb("reveal", ("weakness",), "-", "reveal", "show a weakness", "C157 C158"),
    Verb("muddle", ("number",), "an omen", "muddle", "remove an option before the target chooses", "C144 C145"),
    Verb("keep", (), "-", "muddle technique skilled land less_strain", "spend no omen", "C012", declines=True),
    Verb("technique", ("technique",), "an omen", "technique", "an Instant Action", "C050-C055"),
    Verb("replace", ("movement",), "-", "replace", "the Movement action that gives way", "C177 C193"),
    Verb("disarm", ("hand",), "-", "effect", "the target drops an item", "C368"),
    Verb("grapple", (), "-", "effect", "grapple the target", "C370"),
    Verb("shove", ("zone",), "-", "effect", "move the target to an adjacent zone", "C371-C373"),
    Verb("embed", (), "an omen", "embed", "the thrown weapon stays in the unit", "C349"),
    Verb("fall", (), "-", "embed", "the thrown weapon falls", "C347", declines=True),
    Verb("contest", (), "the Pick Up", "contest", "compete for the object", "C298-C300"),
    Verb("let", (), "-", "contest", "let the object go", "C300", declines=True),
    # -- breath, falls, concentration
    Verb("hold", (), "1 level", "breath", "hold one's breath", "C395-C398"),
    Verb("resist", (), "-", "breath", "resist the toxin", "C390 C397"),
    Verb("breathe", (), "-", "breath", "stop holding one's breath, or don't begin", "C397 C398", declines=True),
    Verb("skilled", (), "3 omens", "skilled", "the fall dice become one size smaller", "C406"),
    Verb("lower", ("die", "face"), "the result", "lower", "lower a fall die", "C401-C403"),
    Verb("remove", ("die",), "an omen", "land", "remove a fall die of 3 or less", "C404"),
    Verb("feet", (), "2 omens", "land", "land on one's feet", "C405"),
    Verb("token", ("kept",), "-", "token", "where a damage token goes", "C062 C063"),
    Verb("end_concentration", ("kept",), "-", "end_concentration", "end a kept effect", "C064 C443", free=True),
    Verb("less_strain", (), "an omen", "less_strain", "place one strain token fewer", "C466"),
    Verb("cast_at", ("target",), "-", "spell", "at whom or where the spell aims", "C467"),
    Verb("release", (), "-", "influence", "let go of all grappled", "C492", free=True),
    Verb("let_go", ("hand",), "-", "influence", "let a held item fall", "C454", free=True),
    Verb("take", ("severity",), "-", "injury", "which slot an injury crosses out", "C122"),
    Verb("focus", (), "-", "focus", "oppose an Influence action", "C140 C141"),
), options=(*PAIRS, "offer", "dance", "cover", "mode", "how", "gear", "spell"))
# fmt: on

(
    ANTICIPATE, FEINT, INTIMIDATE, PARLEY, TAUNT, FORTIFY, REPOSITION, TAKE_COVER, DISENGAGE, HIDE,
    DANCE, STAND, ESCAPE, RECOVER, PICK_UP, READY, CAST, STRIKE, SHOOT, THROW, JAB, WRESTLE,
    ANNOUNCE, DONE, FORGO, NEXT, STEP, STOP, ENGAGE, DODGE, GUARD, DECLINE, OPTION, PRONE, DROP,
    SHEATHE, GRANT, DECLARE, REVEAL, MUDDLE, KEEP, TECHNIQUE, REPLACE, DISARM, GRAPPLE, SHOVE,
    EMBED, FALL, CONTEST, LET, HOLD, RESIST, BREATHE, SKILLED, LOWER, REMOVE, FEET, TOKEN,
    END_CONCENTRATION, LESS_STRAIN, CAST_AT, RELEASE, LET_GO, TAKE, FOCUS,
) = range(len(VERBS.verbs))  # fmt: skip

N_VERBS = len(VERBS.verbs)

PAIR = np.array(
    [
        next(
            (tuple(map(ATTRIBUTES.index, k.split("_"))) for k in verb.arguments if k in PAIRS),
            (0, 0),
        )
        for verb in VERBS.verbs
    ],
    np.int64,
)
"""The two attributes of each verb that offers a choice (C014)."""

# -- announceable actions (4.1) -------------------------------------------------------------------

PLANS = (*(verb.name for verb in VERBS.verbs[:JAB]), "brawl")
"""What may be announced: the verbs up to Throw under their own numbers, and Brawl."""

BRAWL = JAB
N_PLANS = len(PLANS)
N_MOVEMENTS = ESCAPE - REPOSITION

PLAN_OF = np.full(N_VERBS, -1, np.int64)
PLAN_OF[: JAB + 1] = np.arange(JAB + 1)
PLAN_OF[WRESTLE] = BRAWL
"""The announced action that a row carries out."""

TYPE_OF = np.zeros(N_PLANS, np.int64)
TYPE_OF[REPOSITION:ESCAPE] = MOVEMENT
TYPE_OF[ESCAPE:STRIKE] = INTERACTION
TYPE_OF[STRIKE:] = COMBAT
assert TYPE_OF[ANTICIPATE] == INFLUENCE

OF_TYPE = np.array([sum(1 << p for p in range(N_PLANS) if TYPE_OF[p] == t) for t in range(4)])
"""The announceable actions of each type, as bits."""

SAPIENT_ONLY = sum(
    1 << PLANS.index(name)
    for name in (
        "anticipate", "parley", "taunt", "feint", "pick_up", "ready", "cast", "shoot", "throw",
        "take_cover",
    )
)  # fmt: skip
"""Actions that only sapient units announce (9.1)."""

OFFERS = (
    "none", "mark", "recover", "drop_main", "drop_off", "sheathe_main", "sheathe_off", "grant",
)  # fmt: skip
(
    OFFER_NONE, OFFER_MARK, OFFER_RECOVER, OFFER_DROP_MAIN, OFFER_DROP_OFF, OFFER_SHEATHE_MAIN,
    OFFER_SHEATHE_OFF, OFFER_GRANT,
) = range(len(OFFERS))  # fmt: skip

COVERS = ("surroundings", "nerve", "crowd")
SURROUNDINGS, NERVE, CROWD, DASH = range(4)
BONDS = ("grapple", "restraint")
BOND_GRAPPLE, BOND_RESTRAINT = range(2)
HOWS = ("auto", "roll")
AUTO, ROLL = range(2)
GEAR = ("draw_0", "draw_1", "draw_2", "draw_3", "sheathe_main", "sheathe_off", "load")
DRAW_0, SHEATHE_MAIN, SHEATHE_OFF, LOAD = 0, 4, 5, 6
MODES = ("harry", "clash")
HARRY, CLASH = range(2)
N_LYING = 6
N_CARRIED = 4

# -- phases (section 5): what is asked ------------------------------------------------------------

PHASES = (
    "over", "announce", "next", "influence", "movement", "interaction", "combat", "any", "instant",
    "spell", "step", "engage", "defend", "muddle", "option", "yield", "declare", "reveal",
    "replace", "effect", "technique", "embed", "contest", "breath", "end_concentration", "token",
    "skilled", "lower", "land", "less_strain", "injury", "focus",
)  # fmt: skip
(
    P_OVER, P_ANNOUNCE, P_NEXT, P_INFLUENCE, P_MOVEMENT, P_INTERACTION, P_COMBAT, P_ANY, P_INSTANT,
    P_SPELL, P_STEP, P_ENGAGE, P_DEFEND, P_MUDDLE, P_OPTION, P_YIELD, P_DECLARE, P_REVEAL,
    P_REPLACE, P_EFFECT, P_TECHNIQUE, P_EMBED, P_CONTEST, P_BREATH, P_END, P_TOKEN, P_SKILLED,
    P_LOWER, P_LAND, P_LESS, P_INJURY, P_FOCUS,
) = range(len(PHASES))  # fmt: skip

_FREE = (END_CONCENTRATION, RELEASE, LET_GO)
_BY_TYPE = (
    range(ANTICIPATE, REPOSITION), range(REPOSITION, ESCAPE), range(ESCAPE, STRIKE),
    range(STRIKE, ANNOUNCE),
)  # fmt: skip
_OFFERED: dict[int, tuple[int, ...]] = {
    P_ANNOUNCE: (ANNOUNCE, DONE, READY, *_FREE),
    P_NEXT: (NEXT,),
    **{P_INFLUENCE + t: (*_BY_TYPE[t], FORGO, READY, *_FREE) for t in range(4)},
    P_ANY: (*range(ANNOUNCE), FORGO, *_FREE),
    P_INSTANT: (STRIKE, THROW, JAB),
    P_SPELL: (CAST_AT,),
    P_STEP: (STEP, STOP),
    P_ENGAGE: (ENGAGE, STOP),
    P_DEFEND: (DODGE, GUARD, DECLINE),
    P_MUDDLE: (MUDDLE, KEEP),
    P_OPTION: (OPTION,),
    P_YIELD: (PRONE, DROP, SHEATHE, GRANT),
    P_DECLARE: (DECLARE,),
    P_REVEAL: (REVEAL,),
    P_REPLACE: (REPLACE,),
    P_EFFECT: (PRONE, DISARM, GRAPPLE, SHOVE),
    P_TECHNIQUE: (TECHNIQUE, KEEP),
    P_EMBED: (EMBED, FALL),
    P_CONTEST: (CONTEST, LET),
    P_BREATH: (HOLD, RESIST, BREATHE),
    P_END: (END_CONCENTRATION,),
    P_TOKEN: (TOKEN,),
    P_SKILLED: (SKILLED, KEEP),
    P_LOWER: (LOWER, DONE),
    P_LAND: (REMOVE, FEET, KEEP),
    P_LESS: (LESS_STRAIN, KEEP),
    P_INJURY: (TAKE,),
    P_FOCUS: (FOCUS, DECLINE),
}
_LONGEST = max(len(set(verbs)) for verbs in _OFFERED.values())
OFFERED = np.full((len(PHASES), _LONGEST + 1), -1, np.int64)
for _phase, _verbs in _OFFERED.items():
    OFFERED[_phase, : len(set(_verbs))] = sorted(set(_verbs))
"""The verbs of each phase in the order of the table, then -1."""
