"""Figures of the rulebook: abilities, skills, areas, the Strong Attack tables.

Only what is a rule stands here, since compiled code freezes it. What a designer sets (stat
blocks, items, maps, options) comes from encounter files and travels in the record.
"""

import numpy as np

# -- 1.1 abilities and skills ---------------------------------------------------------------------

ABILITIES = ("physique", "reason", "agility", "presence")
PHYSIQUE, REASON, AGILITY, PRESENCE = range(4)

SKILLS = (
    "athletics",
    "melee",
    "resilience",
    "awareness",
    "medicine",
    "aiming",
    "stealth",
    "reflex",
    "morale",
    "intimidation",
)
(
    ATHLETICS,
    MELEE_SKILL,
    RESILIENCE,
    AWARENESS,
    MEDICINE,
    AIMING,
    STEALTH,
    REFLEX,
    MORALE,
    INTIMIDATION,
) = range(10)

PARENT = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 3])  # U001: the ability each skill adds

# -- dice kinds, for the trace and the separate streams -------------------------------------------

DICE = ("initiative", "attack", "save", "contest", "scatter", "sense", "inspect", "medicine")
D_INITIATIVE, D_ATTACK, D_SAVE, D_CONTEST, D_SCATTER, D_SENSE, D_INSPECT, D_MEDICINE = range(8)

# -- 1.2 outcome bands ----------------------------------------------------------------------------

STRONG_FAILURE, FAILURE, SUCCESS, STRONG_SUCCESS = range(4)
OUTCOMES = ("strong failure", "failure", "success", "strong success")

# -- body areas (U017) ----------------------------------------------------------------------------

AREAS = ("head", "torso", "arms", "legs")
HEAD, TORSO, ARMS, LEGS = range(4)

# -- directions (1.6): 0 = N, clockwise -----------------------------------------------------------

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

# -- 1.5 items ------------------------------------------------------------------------------------

BLUNT, SLASHING, PIERCING = range(3)
DAMAGE_TYPES = ("blunt", "slashing", "piercing")

ARMOUR = {"vest": TORSO, "helmet": HEAD}  # 1.5: +1 to the Defense DC of that area

SLOTS = ("slot_0", "slot_1", "slot_2", "slot_3", "slot_4", "slot_5", "main", "off")
MAIN_HAND, OFF_HAND = 6, 7  # slots 0 to 5 are the inventory
SEMI_MODE, FULL_MODE = range(2)
MODES = ("semi", "full")

# -- injuries (1.4) -------------------------------------------------------------------------------

INJURIES = ("concussion", "broken_ribs", "broken_arm", "broken_leg", "deep_wound")
CONCUSSION, BROKEN_RIBS, BROKEN_ARM, BROKEN_LEG, DEEP_WOUND = range(5)

# -- 1.4 Strong Attack tables: what the Failure column does, and the injury a Strong Failure adds --

STRONG = np.dtype(
    [
        ("damage", "i1"),
        ("stress", "i1"),
        ("stunned", "i1"),
        ("weakened", "i1"),
        ("slowed", "i1"),
        ("bleeding", "i1"),
        ("drop", "i1"),
        ("prone", "i1"),
        ("injury", "i1"),
    ]
)

# fmt: off
#            damage stress stunned weakened slowed bleeding drop prone injury
STRONG_TABLE = np.array(
    [
        [(0, 0, 1, 0, 0, 0, 0, 0, CONCUSSION),   # blunt, head        U023
         (2, 0, 0, 0, 0, 0, 0, 0, BROKEN_RIBS),  # blunt, torso       U024
         (0, 0, 0, 0, 0, 0, 1, 0, BROKEN_ARM),   # blunt, arms        U025
         (0, 0, 0, 0, 0, 0, 0, 1, BROKEN_LEG)],  # blunt, legs        U026
        [(0, 1, 0, 0, 0, 1, 0, 0, DEEP_WOUND),   # slashing, head     U027
         (1, 0, 0, 0, 0, 1, 0, 0, DEEP_WOUND),   # slashing, torso    U028
         (0, 0, 0, 1, 0, 1, 0, 0, BROKEN_ARM),   # slashing, arms     U029
         (0, 0, 0, 0, 1, 1, 0, 0, BROKEN_LEG)],  # slashing, legs     U030
        [(2, 0, 0, 0, 0, 0, 0, 0, CONCUSSION),   # piercing, head     U031
         (1, 0, 0, 0, 0, 1, 0, 0, DEEP_WOUND),   # piercing, torso    U032
         (0, 0, 0, 0, 0, 0, 1, 0, BROKEN_ARM),   # piercing, arms     U033
         (0, 0, 0, 0, 1, 0, 0, 0, DEEP_WOUND)],  # piercing, legs     U034
    ],
    dtype=STRONG,
)
# fmt: on

# -- map (1.6) ------------------------------------------------------------------------------------

TILES = ".~hx#"
OPEN, DIFFICULT, HIDING, OBSTACLE, WALL = range(5)

# -- readied triggers (U506 to U511) --------------------------------------------------------------

TRIGGERS = (
    "enemy_enters_reach",
    "enemy_in_sight",
    "enemy_moves",
    "enemy_attacks",
    "ally_attacks",
    "enemy_ends_turn",
)
ENTERS_REACH, IN_SIGHT, ENEMY_MOVES, ENEMY_ATTACKS, ALLY_ATTACKS, ENDS_TURN = range(6)
