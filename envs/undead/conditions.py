"""Conditions (section 6): what each changes, which verbs it forbids, when it ends."""

import numpy as np

from fracas.envs.core.jit import kernel, public_kernel
from fracas.envs.undead.options import LIMIT_HORRIFIED
from fracas.envs.undead.tables import (
    AGILITY,
    AIMING,
    ATHLETICS,
    BROKEN_LEG,
    BROKEN_RIBS,
    CONCUSSION,
    MELEE_SKILL,
    PARENT,
    REASON,
    RESILIENCE,
)
from fracas.envs.undead.verbs import (
    DISENGAGE,
    DROP_ITEM,
    EQUIP,
    EQUIP_FLOOR,
    GRAPPLE,
    HIDE,
    INTIMIDATE,
    MELEE,
    MOVE,
    PLACE,
    PRESSURE,
    PUSH,
    READY,
    RELOAD,
    SENSE,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    STEP,
    SWITCH_MODE,
    THROW_OBJECT,
    THROW_WEAPON,
    UNEQUIP,
    UNJAM,
    verb_set,
)

# -- verbs that a condition forbids, whatever else holds ------------------------------------------

_FORBIDDEN = {
    "grappled": (STEP, DISENGAGE, MOVE, PUSH, HIDE),  # U615
    "grappling": (  # U617
        STEP, MOVE, DISENGAGE, HIDE, PUSH, GRAPPLE, EQUIP, EQUIP_FLOOR, UNEQUIP, PLACE,
        THROW_OBJECT, RELOAD, UNJAM, SWITCH_MODE, PRESSURE, MELEE, THROW_WEAPON, SHOT_SINGLE,
        SHOT_SEMI, SPRAY,
    ),
    "undead": (  # U643
        MELEE, THROW_WEAPON, THROW_OBJECT, SHOT_SINGLE, SHOT_SEMI, SPRAY, UNJAM, SWITCH_MODE,
        RELOAD, EQUIP, EQUIP_FLOOR, UNEQUIP, PLACE, DROP_ITEM, PRESSURE, READY, HIDE, INTIMIDATE,
        SENSE,
    ),
}  # fmt: skip


WHILE_GRAPPLED = verb_set(_FORBIDDEN["grappled"])
WHILE_GRAPPLING = verb_set(_FORBIDDEN["grappling"])
AS_UNDEAD = verb_set(_FORBIDDEN["undead"])


@kernel
def forbidden(u):
    """U615 U617 U643: the verbs that a condition or trait rules out."""
    bits = np.uint64(0)
    if u.grappled_by >= 0:
        bits |= WHILE_GRAPPLED
    if u.grappling >= 0:
        bits |= WHILE_GRAPPLING
    if u.undead != 0:
        bits |= AS_UNDEAD
    return bits


# -- what a unit counts as ------------------------------------------------------------------------


@public_kernel
def is_slowed(s, u):
    """1.3 Slowed by sneaking, a timer, a broken leg or a hold."""
    return (
        u.sneaking != 0  # U112 U138
        or u.slowed_t > 0
        or u.injury[BROKEN_LEG] != 0  # U038
        or (u.grappled_by >= 0 and s.options.grapple_counts_slowed != 0)  # U615
    )


@public_kernel
def is_weakened(u):
    """Weakened by a timer or broken ribs (U036)."""
    return u.weakened_t > 0 or u.injury[BROKEN_RIBS] != 0


@public_kernel
def is_horrified(s, u):
    """Horrified by a timer, or by standing at the Stress limit (U015)."""
    return u.horrified_t > 0 or (
        s.options.stress_at_limit == LIMIT_HORRIFIED
        and u.undead == 0
        and u.stress >= u.stress_limit
    )


@public_kernel
def full_movement(s, u):
    """1.3 mv_full = max(2, base + Agility), halved down while Slowed (U610)."""
    full = max(2, np.int64(s.options.move_base) + u.ability[AGILITY])
    return full // 2 if is_slowed(s, u) else full


@kernel
def halve_movement(s, u, was_slowed):
    """U610: a unit that becomes Slowed halves its movement left, once."""
    if not was_slowed and is_slowed(s, u):
        u.mv = u.mv // 2


@kernel
def hinders(s, u, skill, is_action):
    """Tell whether a condition of the roller gives disadvantage on a roll of ``skill``."""
    if is_action and is_horrified(s, u):  # U620: not on saves, the Morale roll, initiative
        return True
    if is_weakened(u) and (skill == ATHLETICS or skill == MELEE_SKILL or skill == RESILIENCE):
        return True  # U623
    return u.injury[CONCUSSION] != 0 and (PARENT[skill] == REASON or skill == AIMING)  # U035


# -- timers (U600, U601) --------------------------------------------------------------------------


@kernel
def until_next_turn_end(s, i):
    """U600: own turn ends to count: 2 if gained during the own turn (U519), else 1."""
    return 2 if s.turn_unit == i and s.turn_over == 0 else 1


@kernel
def gain_slowed(s, i):
    """Slowed until the end of its next turn (U601: the later end holds)."""
    u = s.units[i]
    was = is_slowed(s, u)
    u.slowed_t = max(u.slowed_t, until_next_turn_end(s, i))
    halve_movement(s, u, was)


@kernel
def gain_weakened(s, i):
    """Weakened until the end of its next turn."""
    u = s.units[i]
    u.weakened_t = max(u.weakened_t, until_next_turn_end(s, i))


@kernel
def gain_stunned(s, i):
    """Stunned until the end of its next turn (not the undead: U643)."""
    u = s.units[i]
    if u.undead == 0:
        u.stunned_t = max(u.stunned_t, until_next_turn_end(s, i))


@kernel
def gain_horrified(s, i, source):
    """U622: until the end of its next turn; a newer source replaces the old one (U601)."""
    u = s.units[i]
    if u.undead == 0:
        u.horrified_t = max(u.horrified_t, until_next_turn_end(s, i))
        u.horror_source = source


@kernel
def gain_bleeding(s, i, ticks):
    """U626: a new Bleeding sets the counter to the larger value (not the undead: U643)."""
    u = s.units[i]
    if u.undead == 0:
        u.bleed = max(u.bleed, ticks)


@kernel
def count_down(u):
    """U600: timers drop at each own turn end; 0 removes the condition."""
    if u.slowed_t > 0:
        u.slowed_t -= 1
    if u.weakened_t > 0:
        u.weakened_t -= 1
    if u.stunned_t > 0:
        u.stunned_t -= 1
    if u.horrified_t > 0:
        u.horrified_t -= 1
        if u.horrified_t == 0:
            u.horror_source = -1
