"""Figures of the rulebook: attributes, skills, ranges, types of actions, kinds of dice.

Only what is a rule stands here, since compiled code freezes it. What a designer sets (stat blocks,
items, toxins, spells, zones, options) comes from encounter files and travels in the record.
"""

import numpy as np

# -- 1.2 attributes, 1.3 skills -------------------------------------------------------------------

ATTRIBUTES = (
    "agility", "charisma", "constitution", "finesse", "knowledge", "strength", "willpower",
    "wisdom",
)  # fmt: skip
AGI, CHA, CON, FIN, KNO, STR, WIL, WIS = range(len(ATTRIBUTES))

SKILLS = (
    "accuracy", "arcana", "awareness", "blades", "coercion", "deception", "dexterity", "discipline",
    "empathy", "endurance", "fortitude", "hafted", "mobility", "mockery", "polearms", "reflex",
    "stealth", "tactics", "unarmed",
)  # fmt: skip
(
    ACCURACY, ARCANA, AWARENESS, BLADES, COERCION, DECEPTION, DEXTERITY, DISCIPLINE, EMPATHY,
    ENDURANCE, FORTITUDE, HAFTED, MOBILITY, MOCKERY, POLEARMS, REFLEX, STEALTH, TACTICS, UNARMED,
) = range(len(SKILLS))  # fmt: skip

SIZES = (4, 6, 8, 10, 12)  # of attribute and skill dice

# -- 1.5 ranges ------------------------------------------------------------------------------------

RANGES = ("engaged", "close", "near", "far", "distant")
ENGAGED, CLOSE, NEAR, FAR, DISTANT = range(len(RANGES))

# -- what there is of each -------------------------------------------------------------------------

HANDS = ("main", "off")
MAIN, OFF = range(2)
WEAKNESSES = ("dodge", "guard", "focus")
W_DODGE, W_GUARD, W_FOCUS = range(3)
TECHNIQUES = ("follow_up", "slip_away", "quick_grab")
FOLLOW_UP, SLIP_AWAY, QUICK_GRAB = range(3)
EFFECTS = ("bolt", "ward", "mire", "dread")  # what a spell does (1.6)
BOLT, WARD, MIRE, DREAD = range(4)
N_SPELLS = 4
N_KEPT = 3
SEVERITIES = 5

# -- dice kinds, for the trace and the separate streams -------------------------------------------

DICE = (
    "initiative", "action", "focus", "defend", "contest", "detect", "brace", "fall", "resist",
    "maintain",
)  # fmt: skip
(
    D_INITIATIVE, D_ACTION, D_FOCUS, D_DEFEND, D_CONTEST, D_DETECT, D_BRACE, D_FALL, D_RESIST,
    D_MAINTAIN,
) = range(len(DICE))  # fmt: skip

# -- types of actions (C020 to C025) --------------------------------------------------------------

TYPES = ("influence", "movement", "interaction", "combat")
INFLUENCE, MOVEMENT, INTERACTION, COMBAT = range(len(TYPES))

# -- difficulty of picking something up (C295), by bystanders: none, a couple, a few, many, too many

PICK_UP_STEPS = np.array([[1, 3, 5, 7], [1, 2, 3, 4], [1, 4, 7, 10]])
"""`pickup.steps`: from how many others on the difficulty is 3, 5, 7, 9."""
