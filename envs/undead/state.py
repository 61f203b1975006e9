"""The record of a battle (section 7): units, floor, map, options, open windows."""

import numpy as np

from fracas.envs.core.jit import record_at
from fracas.envs.core.record import header
from fracas.envs.core.windows import window
from fracas.envs.undead.options import OPTIONS_DTYPE
from fracas.envs.undead.verbs import N_VERBS

MAX_SIDE = 6
MAX_UNITS = 2 * MAX_SIDE
MAX_WIDTH, MAX_HEIGHT = 20, 16
MAX_FLOOR = 16  # U417
MAX_ITEM_KINDS = 28  # no item, the second hand, bundled ones, an encounter's own
MAX_NEST = 2  # ready windows inside reactions, with `trigger.nest`
# Deepest chain: turn, action, ready, action, grant, action, step, action, attack, grapple.
MAX_WINDOWS = 10 + 7 * MAX_NEST

ITEM = np.dtype([("item", "i1"), ("rounds", "i1"), ("mode", "i1"), ("jam", "i1")])

# Figures of a kind of item (1.5).
ITEM_KIND = np.dtype(
    [
        ("verbs", "u8"),  # verbs that need a hand with it in
        ("hands", "i1"),
        ("melee", "i1"),
        ("thrown", "i1"),
        ("firearm", "i1"),
        ("single", "i1"),
        ("semi", "i1"),
        ("full", "i1"),
        ("switch", "i1"),
        ("lightweight", "i1"),
        ("damage", "i1"),  # which Strong Attack table
        ("rounds", "i1"),  # when full
        ("ammo", "i1"),  # kind of its magazine or clip, -1 none
    ]
)

FLOOR_ITEM = np.dtype(
    [
        ("item", "i1"),
        ("rounds", "i1"),
        ("mode", "i1"),
        ("jam", "i1"),
        ("x", "i1"),
        ("y", "i1"),
        ("hidden", "i1"),
    ]
)

UNIT = np.dtype(
    [
        ("sight", "u2"),  # units in mutual line of sight (1.6), Hidden or not
        ("seen", "u2"),  # enemies that it saw before the present event (U507)
        ("unasked", "u2"),  # enemies seen since, when an action inside it began (U518)
        ("side", "i1"),  # 0, 1
        ("slot", "i1"),  # place inside its side
        ("kind", "i1"),  # stat block, 0 to 15
        ("undead", "i1"),  # trait (U643, U644)
        ("down", "i1"),
        ("x", "i1"),
        ("y", "i1"),
        ("hp", "i1"),  # Health 0 to 14
        ("hp_max", "i1"),
        ("stress", "i1"),  # 0 to 12
        ("stress_limit", "i1"),
        ("ap", "i1"),  # 0 to 6
        ("ap_turn", "i1"),  # AP at turn start, 1 to 6
        ("mv", "i1"),  # movement left, 0 to 16
        ("initiative", "i1"),  # total rolled at setup
        ("ability", "i1", 4),  # -1 to 4
        ("skill", "i1", 10),  # 0 to 4
        ("armour", "i1", 4),  # by area, 0 to 2
        ("guard", "i1"),  # D
        ("prone", "i1"),
        ("hidden", "i1"),
        ("sneaking", "i1"),  # until its turn end; it counts as Slowed meanwhile (U112, U138)
        ("stanched", "i1"),
        ("surprised", "i1"),
        ("slowed_t", "i1"),  # timers: own turn ends left (U600)
        ("weakened_t", "i1"),
        ("stunned_t", "i1"),
        ("horrified_t", "i1"),
        ("horror_source", "i1"),  # unit or -1
        ("bleed", "i1"),  # ticks left
        ("detect_bonus", "i1"),  # 0, 3, 6, 9
        ("injury", "i1", 5),
        ("grappled_by", "i1"),  # unit or -1
        ("grappling", "i1"),
        ("ready_trigger", "i1"),  # -1 none
        ("ready_kind", "i1"),
        ("sense_tier", "i1"),
        ("sense_count", "i1"),
        ("sense_dir", "i1", MAX_SIDE),  # 0 unknown, 1 N to 8 NW
        ("sense_x", "i1", MAX_SIDE),  # -1 unknown
        ("sense_y", "i1", MAX_SIDE),
        ("items", ITEM, 8),  # 0 to 5 inventory, 6 and 7 hands
    ],
)

# What is under way. `kind`, `stage`, `candidates` (units whose trigger matched, targets to choose
# from) and `asked` are the core's; see flow.py for each kind's use.
WINDOW = window(
    [
        ("actor", "i1"),
        ("target", "i1"),
        ("verb", "i1"),
        ("area", "i1"),
        ("slot", "i1"),  # item slot of the weapon or item
        ("item", "i1"),  # weapon used (a thrown one has left the hand)
        ("direction", "i1"),
        ("points", "i1"),  # movement points of a grant; damage dealt by an attack
        ("flag", "i1"),  # attack from Hidden; step granted
        ("total", "i1"),  # attack total
        ("x", "i1"),  # tile before a step; tile aimed at
        ("y", "i1"),
    ]
)

STATE = np.dtype(
    [
        *header(N_VERBS),
        ("units", UNIT, MAX_UNITS),
        ("round_limit", "i2"),
        ("width", "i1"),
        ("height", "i1"),
        ("symmetric", "i1"),  # the map is the same turned by half (encounter's declaration)
        ("side_size", "i1"),  # slots of a side in tables and observations
        ("first", "i1", 2),  # index of a side's first unit
        ("count", "i1", 2),  # units of a side
        ("order", "i1", MAX_UNITS),
        ("turn_pos", "i1"),
        ("turn_unit", "i1"),  # unit whose turn it is
        ("turn_over", "i1"),  # its turn counts as over (U519)
        ("acted", "u2"),  # units that had their turn this round (initiative.mode = side)
        ("last_side", "i1"),
        ("nest", "i1"),  # opportunity attacks and readied actions under way
        ("fixed_order", "i1"),  # the encounter gives the order; no initiative roll
        ("n_floor", "i1"),
        ("floor", FLOOR_ITEM, MAX_FLOOR),
        ("walls", "u4", MAX_HEIGHT),  # bit x of row y
        ("obstacles", "u4", MAX_HEIGHT),
        ("difficult", "u4", MAX_HEIGHT),
        ("hiding", "u4", MAX_HEIGHT),
        ("goal", "u4", (2, MAX_HEIGHT)),  # goal.zone (U642)
        ("item_kinds", ITEM_KIND, MAX_ITEM_KINDS),
        ("ready_actions", "u4"),  # bit set of kinds that may be readied
        ("options", OPTIONS_DTYPE),
        ("windows", WINDOW, MAX_WINDOWS),
    ],
)

state_at = record_at(STATE)
"""Kernel function: address -> record."""
