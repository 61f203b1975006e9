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

_EFFECTS = ("damage", "stress", "stunned", "weakened", "slowed", "bleeding", "drop", "prone")
STRONG = np.dtype([(name, "i1") for name in (*_EFFECTS, "injury")])


def _entry(injury: int, **effects: int) -> tuple[int, ...]:
    return (*(effects.get(name, 0) for name in _EFFECTS), injury)


# fmt: off
STRONG_TABLE = np.array(
    [
        [_entry(CONCUSSION, stunned=True),                  # blunt, head      U023
         _entry(BROKEN_RIBS, damage=2),                     # blunt, torso     U024
         _entry(BROKEN_ARM, drop=True),                     # blunt, arms      U025
         _entry(BROKEN_LEG, prone=True)],                   # blunt, legs      U026
        [_entry(DEEP_WOUND, stress=1, bleeding=True),       # slashing, head   U027
         _entry(DEEP_WOUND, damage=1, bleeding=True),       # slashing, torso  U028
         _entry(BROKEN_ARM, weakened=True, bleeding=True),  # slashing, arms   U029
         _entry(BROKEN_LEG, slowed=True, bleeding=True)],   # slashing, legs   U030
        [_entry(CONCUSSION, damage=2),                      # piercing, head   U031
         _entry(DEEP_WOUND, damage=1, bleeding=True),       # piercing, torso  U032
         _entry(BROKEN_ARM, drop=True),                     # piercing, arms   U033
         _entry(DEEP_WOUND, slowed=True)],                  # piercing, legs   U034
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
