"""Figures of the rulebook: abilities, skills, areas, items, the Strong Attack tables.

Only what is a rule stands here, since compiled code freezes it. What a designer sets (stat
blocks, gear, maps, options) comes from encounter files and travels in the record.
"""

from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True)
class Item:
    """A row of table 1.5.

    Attributes:
        name: its id in encounter files and action texts.
        hands: hands it takes (0: used out of the inventory, takes one if held).
        melee, thrown, single, semi, full, switch: what it can be used for.
        damage: damage type of its Strong Attack table.
        rounds: how many it holds when full.
        ammo: name of the magazine or clip it takes.
        lightweight: whether Throw Object may throw it (U313).
        burst: whether it bursts where it lands and is spent (1.5).
        worn: area that it protects when worn, or None.
    """

    name: str
    hands: int = 0
    melee: bool = False
    thrown: bool = False
    single: bool = False
    semi: bool = False
    full: bool = False
    damage: int = BLUNT
    rounds: int = 0
    ammo: str = ""
    lightweight: bool = False
    burst: bool = False

    @property
    def firearm(self) -> bool:
        """Tell whether it is a firearm."""
        return self.single or self.semi or self.full


ITEMS = (
    Item("nothing"),
    Item("knife", 1, melee=True, damage=SLASHING),
    Item("machete", 1, melee=True, damage=SLASHING),
    Item("bat", 1, melee=True, damage=BLUNT),
    Item("spear", 2, melee=True, thrown=True, damage=PIERCING),
    Item("throwing_knife", 1, melee=True, thrown=True, damage=PIERCING),
    Item("revolver", 1, single=True, damage=PIERCING, rounds=6, ammo="clip6"),
    Item("rifle", 2, single=True, damage=PIERCING, rounds=5, ammo="clip5"),
    Item("pistol", 1, semi=True, damage=PIERCING, rounds=12, ammo="mag12"),
    Item("smg", 2, semi=True, full=True, damage=PIERCING, rounds=20, ammo="mag20"),
    Item("carbine", 2, semi=True, full=True, damage=PIERCING, rounds=30, ammo="mag30"),
    Item("clip6", rounds=6, lightweight=True),
    Item("clip5", rounds=5, lightweight=True),
    Item("mag12", rounds=12, lightweight=True),
    Item("mag20", rounds=20, lightweight=True),
    Item("mag30", rounds=30, lightweight=True),
    Item("bandage", lightweight=True),
    Item("stone", lightweight=True),
    Item("firebomb", lightweight=True, burst=True),
    Item("flashbang", lightweight=True, burst=True),
)
ITEM_NAMES = tuple(item.name for item in ITEMS)
ITEM_INDEX = {item.name: i for i, item in enumerate(ITEMS)}

NOTHING = 0
BANDAGE, FIREBOMB, FLASHBANG = (ITEM_INDEX[n] for n in ("bandage", "firebomb", "flashbang"))
SECOND_HAND = len(ITEMS)  # marks the second hand of a two-handed item

ARMOUR = {"vest": TORSO, "helmet": HEAD}  # 1.5: +1 to the Defense DC of that area


def _column(field: str) -> np.ndarray[Any, Any]:
    return np.array([getattr(item, field) for item in ITEMS] + [0], dtype=np.int8)


HANDS = _column("hands")
IS_MELEE = _column("melee")
IS_THROWN = _column("thrown")
IS_SINGLE = _column("single")
IS_SEMI = _column("semi")
IS_FULL = _column("full")
IS_FIREARM = _column("firearm")
HAS_SWITCH = IS_SEMI & IS_FULL  # a firearm with both modes has a switch
IS_LIGHT = _column("lightweight")
IS_BURST = _column("burst")
DAMAGE_TYPE = _column("damage")
FULL_LOAD = _column("rounds")
AMMO_OF = np.array([ITEM_INDEX.get(item.ammo, 0) for item in ITEMS] + [0], dtype=np.int8)

MAIN_HAND, OFF_HAND = 6, 7  # item slots: 0 to 5 inventory, 6 and 7 hands
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
