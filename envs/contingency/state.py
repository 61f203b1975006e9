"""The record of a battle (section 7): units, items, zones, options, open windows."""

import numpy as np

from fracas.envs.contingency.options import OPTIONS_DTYPE
from fracas.envs.contingency.tables import ATTRIBUTES, N_KEPT, N_SPELLS, SEVERITIES, SKILLS
from fracas.envs.contingency.verbs import N_VERBS
from fracas.envs.core.jit import record_at
from fracas.envs.core.record import header
from fracas.envs.core.windows import window

# 1.7 legal sizes.
MAX_SIDE = 4
MAX_FORCED = 8  # forced movements that a unit can owe (`forced.movement_cap`)
MAX_UNITS = 2 * MAX_SIDE
MAX_ZONES = 9
MAX_ITEMS = 20
MAX_DROPS = 4
MAX_EVENTS = 4
MAX_FALL_DICE = 3
MAX_ITEM_KINDS = 24  # no item, bundled ones, an encounter's own
MAX_TOXINS = 5
# Deepest chain: round, action, instant, fall, tokens, an injury for each die of the fall.
MAX_WINDOWS = 8

# Sets of units (by index), zones, announced actions and severities are bits.
UNIT = np.dtype(
    [
        ("announced", "i4"),  # set of actions announced this round
        ("pending", "i4"),
        ("performed", "i4"),
        ("side", "i1"),  # 0, 1
        ("slot", "i1"),  # place inside its side
        ("out", "i1"),  # taken out (C126)
        ("reserve", "i1"),  # not arrived yet (C483)
        ("sapient", "i1"),
        ("zone", "i1"),
        ("attribute", "i1", len(ATTRIBUTES)),  # die sizes
        ("skill", "i1", len(SKILLS)),
        ("marks", "i1"),  # stamina units marked
        ("stamina_max", "i1"),
        ("breathless", "i1"),  # level 0 to 9
        ("holding", "i1"),  # its breath
        ("slots", "i1", SEVERITIES),  # free injury slots by severity
        ("slots_max", "i1", SEVERITIES),
        ("wellness", "i1"),
        ("wellness_max", "i1"),
        ("boxes", "i1"),  # of armour
        ("heavy", "i1"),
        ("weaknesses", "i1"),  # set
        ("revealed", "i1"),  # of them
        ("unspent", "i1"),  # revealed ones whose disadvantage is still to come (C158)
        ("techniques", "i1"),  # set
        ("spells", "i1"),  # set of spells known
        ("main", "i1"),  # item + 1, 0 empty; a two-handed item fills both (C497)
        ("off", "i1"),
        ("n", "i1"),  # actions that count for the penalty (C033)
        ("order", "i1"),  # announced and forced actions begun (`penalty.mode = progressive`)
        ("triggered", "i1"),  # triggered rolls this round (`triggered.penalty`)
        ("announced_all", "i1"),  # has said DONE
        ("moved", "i1"),  # performed a Movement action this round
        ("fought", "i1"),  # performed a Combat action this round (C106)
        ("forced_had", "i1"),  # forced movements taken on this round (C177)
        ("frozen", "i1"),  # stood frozen this round
        ("readied", "i1"),  # used READY as a free action this round (`gear.ready`)
        ("engaged", "i2"),  # set of units
        ("no_engage", "i2"),  # pairs freed by Disengage (C087)
        ("grappled_by", "i2"),
        ("hidden_from", "i2"),
        ("aware_of", "i2"),
        ("barred", "i2"),  # units that it may not attack (C175)
        ("hide_result", "i1"),
        ("prone", "i1"),
        ("restrained", "i1"),  # difficulty, 0 free
        ("covered", "i1"),
        ("fortified", "i1"),
        ("grant_combat", "i1"),  # 1 + the side that brought it about, 0 none
        ("grant_any", "i1"),
        ("forced", "i1", MAX_FORCED),  # forced movements owed, the next one first: see FORCED
        ("forced_from", "i1", MAX_FORCED),
        ("owes_attack", "i1"),  # on this unit, -1 none
        ("attack_added", "i1"),  # the attack owed is an added action (C202)
        ("owes_dance", "i1"),
        ("declared", "i1"),  # action, -1 none
        ("declared_round", "i1"),  # the round it is for
        ("hit", "i1"),  # by an attack, this round
        ("hit_last", "i1"),
        ("defended", "i2"),  # set of attackers, this round
        ("defended_last", "i2"),
        ("kept", "i1", N_KEPT),  # spell + 1, 0 none
        ("kept_target", "i1", N_KEPT),  # unit, or zone
        ("tokens", "i1", N_KEPT),
        ("strain", "i1", N_SPELLS),
        ("taxing", "i1"),  # set of spells (C465)
        ("recovering", "i1"),  # its Recover can't be forgone (C188)
    ],
)

FORCED = ("none", "freeze", "away", "toward")
NOT_FORCED, FREEZE, AWAY, TOWARD = range(len(FORCED))

ITEM = np.dtype(
    [("kind", "i1"), ("place", "i1"), ("where", "i1"), ("loaded", "i1"), ("toxin", "i1")]
)
"""An item; ``where`` is a unit or a zone; ``toxin`` coats it (Envenomed), 0 none."""

PLACES = ("nowhere", "held", "carried", "ground", "embedded")
NOWHERE, HELD, CARRIED, GROUND, EMBEDDED = range(len(PLACES))

# Figures of a kind of item (1.6).
ITEM_KIND = np.dtype(
    [
        ("weapon", "i1"),  # see CLASSES
        ("skill", "i1"),
        ("hands", "i1"),
        ("damage", "i1"),
        ("range", "i1"),  # of Strike or Shoot
        ("reach", "i1"),  # the range is more than Engaged
        ("thrown", "i1"),  # range, -1 not made for it
        ("mechanical", "i1"),
        ("reload", "i1"),
        ("crushing", "i1"),
        ("entangling", "i1"),  # difficulty of the restraint, 0 none
        ("natural", "i1"),
        ("guard", "i1"),  # added to Guard while held (C429)
    ]
)

CLASSES = ("none", "melee", "ranged", "thrown")
NO_WEAPON, MELEE, RANGED, THROWN = range(len(CLASSES))

TOXIN = np.dtype([("difficulty", "i1"), ("severity", "i1"), ("marks", "i1")])

SPELL = np.dtype(
    [
        ("effect", "i1"),
        ("strain", "i1"),
        ("concentration", "i1"),
        ("difficulty", "i1"),
        ("severity", "i1"),
    ]
)

ZONE = np.dtype(
    [
        ("mired", "i2"),  # set of units that keep MIRE on it
        ("cover_from", "i2"),  # set of zones on the other side of its cover (C232)
        ("sight", "i2"),  # set of zones in sight, itself included
        ("cover", "i1"),
        ("conceal", "i1"),
        ("crowd", "i1"),  # bystanders
        ("props", "i1"),
        ("clutter", "i1"),
        ("airless", "i1"),
        ("gas", "i1"),  # toxin, 0 none
        ("hazard", "i1"),
        ("mirror", "i1"),  # the zone that the other side sees in its place
    ]
)

EDGES = ("none", "normal", "difficult", "down", "up")
NO_EDGE, NORMAL, DIFFICULT, DOWN, UP = range(len(EDGES))

DROP = np.dtype([("top", "i1"), ("bottom", "i1"), ("count", "i1"), ("sides", "i1")])

SCHEDULED = np.dtype(
    [("round", "i1"), ("kind", "i1"), ("zone", "i1"), ("toxin", "i1"), ("unit", "i1")]
)
"""A coming event (C483); ``unit`` is the one that arrives."""

EVENT_KINDS = ("gas_starts", "gas_ends", "hazard_starts", "reinforcement")
GAS_STARTS, GAS_ENDS, HAZARD_STARTS, REINFORCEMENT = range(len(EVENT_KINDS))

# What is under way. `kind`, `stage`, `candidates` and `asked` are the core's; see flow.py for each
# kind's use of the rest.
WINDOW = window(
    [
        ("actor", "i1"),
        ("target", "i1"),
        ("verb", "i1"),  # row of the verb table that was taken
        ("a", "i1"),  # its further arguments, as the verb means them
        ("b", "i1"),
        ("item", "i1"),  # item used + 1, 0 none
        ("spell", "i1"),
        ("zone", "i1"),  # a spell's aim, a step's end, where a step-in took place; -1 none
        ("instant", "i1"),  # an Instant Action: its parent's penalty, no further technique
        ("forced", "i1"),  # forced movement: see FORCED
        ("advantage", "i1"),  # as gathered, handed down to Instant Actions (C054)
        ("disadvantage", "i1"),
        ("aware", "i1"),  # the target was aware of the actor when the action was chosen (C092)
        ("hidden", "i1"),  # the actor was hidden from it
        ("result", "i1"),
        ("omens", "i1"),
        ("moderator", "i1"),
        ("success", "i1"),
        ("options", "i1"),  # set of options left
        ("budget", "i1"),  # movement left; damage tokens to place; what lowers fall dice
        ("sides", "i1"),  # of the fall dice
        ("dice", "i1", MAX_FALL_DICE),  # fall dice, 0 none
    ]
)

STATE = np.dtype(
    [
        *header(N_VERBS),
        ("units", UNIT, MAX_UNITS),
        ("round_limit", "i2"),
        ("symmetric", "i1"),  # zones have mirrors (encounter's declaration)
        ("side_size", "i1"),  # slots of a side in tables and observations
        ("first", "i1", 2),  # index of a side's first unit
        ("count", "i1", 2),  # units of a side
        ("n_zones", "i1"),
        ("n_items", "i1"),
        ("n_drops", "i1"),
        ("n_scheduled", "i1"),
        ("fixed_initiative", "i1"),  # side that begins round 1, -1 by dice
        ("initiative", "i1"),  # side that begins this round
        ("turn_side", "i1"),  # side whose turn it is in a sub-phase
        ("turn_unit", "i1"),  # unit that acts in it, -1 not chosen
        ("skipped", "i1"),  # sides skipped one after another (C045)
        ("attacked", "i1", 2),  # a side attacked the other, this round (C184)
        ("attacked_last", "i1", 2),
        ("zones", ZONE, MAX_ZONES),
        ("edges", "i1", (MAX_ZONES, MAX_ZONES)),  # kind of the edge from a zone to another
        ("distance", "i1", (MAX_ZONES, MAX_ZONES)),  # edges on the shortest path, 99 none
        ("drops", DROP, MAX_DROPS),
        ("items", ITEM, MAX_ITEMS),
        ("item_kinds", ITEM_KIND, MAX_ITEM_KINDS),
        ("toxins", TOXIN, MAX_TOXINS),
        ("spells", SPELL, N_SPELLS),
        ("n_spells", "i1"),
        ("scheduled", SCHEDULED, MAX_EVENTS),
        ("options", OPTIONS_DTYPE),
        ("windows", WINDOW, MAX_WINDOWS),
    ],
)

state_at = record_at(STATE)
"""Kernel function: address -> record."""
