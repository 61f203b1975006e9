"""Whose turn it is while actions are resolved (C036 to C046), and what that side may drop."""

import numpy as np

from fracas.envs.contingency.events import E_FORGONE
from fracas.envs.contingency.frame import holds, is_in_play, readers
from fracas.envs.contingency.options import BY_UNIT, FIRST_TURN
from fracas.envs.contingency.rows import can_perform
from fracas.envs.contingency.rules_actions import (
    combat_plans,
    count_forced,
    drop,
    drop_pending,
    pending_of,
)
from fracas.envs.contingency.rules_attack import has_attack_on
from fracas.envs.contingency.rules_environment import TYPE_BEGINS
from fracas.envs.contingency.rules_forced import run_forced
from fracas.envs.contingency.rules_harm import judge, mark
from fracas.envs.contingency.tables import COMBAT, MOVEMENT
from fracas.envs.contingency.verbs import N_PLANS, OF_TYPE, P_ANY, P_INFLUENCE, P_NEXT
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel


@kernel
def plans_of_turn(s, u, kind):
    """Return what a unit may carry out in a sub-phase (`resolve.order`: or in its turn)."""
    if s.options.resolve_order == BY_UNIT:
        plans = u.pending | combat_plans(u)
        return plans
    return combat_plans(u) if kind == COMBAT else pending_of(u, kind)


@kernel
def is_up(s, i, kind):
    """C045: owes a forced action, or has one pending that it can do, perhaps after free actions."""
    u = s.units[i]
    if not is_in_play(s, i):
        return False
    by_unit = s.options.resolve_order == BY_UNIT
    if (kind == MOVEMENT or by_unit) and count_forced(u) > 0:
        return True
    if (kind == COMBAT or by_unit) and u.owes_attack >= 0:
        return True
    plans = plans_of_turn(s, u, kind)
    for plan in range(N_PLANS):
        if holds(plans, plan) and can_perform(s, i, plan):
            return True
    return False


@kernel
def owes_possible(s, i):
    """C202 C046: an attack is owed, and a legal row for it exists."""
    u = s.units[i]
    return u.owes_attack >= 0 and has_attack_on(s, i, np.int64(u.owes_attack), combat_plans(u))


@kernel
def lapse_owed(s, i):
    """C046 C202: when its turn comes, an owed attack that can't be made costs 1 mark."""
    u = s.units[i]
    u.owes_attack = -1
    u.attack_added = 0
    mark(s, i, 1)


@kernel
def can_do_other(s, i):
    """`resolve.order = by_unit`: something but a Combat action can still be done, or is forced."""
    u = s.units[i]
    if count_forced(u) > 0:
        return True
    for plan in range(N_PLANS):
        if holds(u.pending & ~OF_TYPE[COMBAT], plan) and can_perform(s, i, plan):
            return True
    return False


@kernel
def drop_impossible(s, side, kind):
    """`resolve.drop = first_turn`: what has no row at the unit's turn is dropped."""
    for n in range(s.count[side]):
        i = s.first[side] + n
        u = s.units[i]
        if kind == COMBAT and u.owes_attack >= 0:  # C202: not before that is made or lapses
            continue
        for plan in range(N_PLANS):
            if holds(pending_of(u, kind), plan) and not can_perform(s, i, plan):
                drop(s, i, plan)


@kernel
def next_turn(s):
    """C037: the other side's turn; nobody is chosen yet."""
    s.turn_side = 1 - s.turn_side
    s.turn_unit = -1


@kernel
def resume_resolving(s, w):
    """C037 to C040: a side's turn in the sub-phase; tell whether somebody must choose."""
    judge(s)
    if s.winner != 0:
        return False
    kind, side = np.int64(w.a), np.int64(s.turn_side)
    by_unit = s.options.resolve_order == BY_UNIT
    if s.turn_unit >= 0:
        return resume_unit(s, w, np.int64(s.turn_unit), kind)
    if s.options.resolve_drop == FIRST_TURN and not by_unit:
        drop_impossible(s, side, kind)
    n, first = 0, -1
    for k in range(s.count[side]):
        i = s.first[side] + k
        if is_up(s, i, kind):
            n += 1
            if first < 0:
                first = i
    if n == 0:
        s.skipped += 1
        if s.skipped == 2:
            w.stage = TYPE_BEGINS
            end_type(s, kind)
            w.a += 1
        next_turn(s)
        return False
    s.skipped = 0
    if n > 1:
        s.decider = first
        s.phase = P_NEXT
        return True
    s.turn_unit = first
    w.target = -1  # the unit has not acted in this turn yet
    return False


@kernel
def resume_unit(s, w, i, kind):
    """C039 C046: the chosen unit runs what is forced, or picks; one action a turn."""
    u = s.units[i]
    by_unit = s.options.resolve_order == BY_UNIT
    if w.target >= 0 and not by_unit:  # it has acted
        w.target = -1
        next_turn(s)
        return False
    w.target = -1
    if u.owes_attack >= 0 and not owes_possible(s, i):
        if kind == COMBAT or (by_unit and not can_do_other(s, i)):
            lapse_owed(s, i)
            return False
    if not is_up(s, i, kind):
        if by_unit:
            drop_pending(s, i, -1)
        next_turn(s)
        return False
    if (kind == MOVEMENT or by_unit) and count_forced(u) > 0:
        if run_forced(s, i):
            w.target = i
        return False
    s.decider = i
    s.phase = P_ANY if by_unit else P_INFLUENCE + kind
    return True


@kernel
def has_acted(s):
    """Note that the chosen unit has used its side's turn."""
    s.windows[0].target = s.turn_unit


@kernel
def do_forgo(s, i):
    """C034 C040: all pending actions of the type in hand are dropped; the turn is used."""
    note(s, E_FORGONE, i, -1, -1, 0, -1, -1, readers(s, i))
    if s.options.resolve_order == BY_UNIT:
        drop_pending(s, i, -1)
    else:
        drop_pending(s, i, OF_TYPE[s.windows[0].a])
    if s.options.resolve_order == BY_UNIT:
        next_turn(s)
    else:
        has_acted(s)


@kernel
def may_forgo(s, i):
    """C040 C188 C202: not while an owed attack is possible, nor the Recover of a Parley."""
    u = s.units[i]
    kind = s.windows[0].a
    by_unit = s.options.resolve_order == BY_UNIT
    return u.recovering == 0 and not ((kind == COMBAT or by_unit) and owes_possible(s, i))


@kernel
def end_type(s, kind):
    """C040: when both sides are skipped, pending actions of the type are dropped."""
    for i in range(s.n_units):
        if s.options.resolve_order == BY_UNIT:
            drop_pending(s, i, -1)
        else:
            drop_pending(s, i, OF_TYPE[kind])
