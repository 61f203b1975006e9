"""What all actions have in common: how one begins and ends, what it counts for, obligations."""

from fracas.envs.contingency.events import (
    C_FROZEN,
    E_ACTED,
    E_AIMED,
    E_DRAWN_IN,
    E_DRIVEN,
    E_DROPPED,
    E_GAINED,
    E_OBLIGED,
    E_PROVOKED,
)
from fracas.envs.contingency.frame import W_ACTION, holds, readers
from fracas.envs.contingency.options import STAND_FREE, UNLIMITED
from fracas.envs.contingency.rules_harm import judge, mark
from fracas.envs.contingency.rules_zones import look_around, stand_up
from fracas.envs.contingency.state import AWAY, FREEZE, NOT_FORCED
from fracas.envs.contingency.tables import COMBAT, MOVEMENT
from fracas.envs.contingency.verbs import DANCE, N_PLANS, OF_TYPE, PLAN_OF, SAPIENT_ONLY, TYPE_OF
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import pop, push

# -- counting --------------------------------------------------------------------------------------


@kernel
def count_bits(bits):
    """Return the size of a set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel
def first_of(bits):
    """Return the smallest member of a set, -1 if it is empty."""
    for k in range(32):
        if (bits >> k) & 1 != 0:
            return k
    return -1


@kernel
def pending_of(u, kind):
    """Return a unit's pending actions of a type."""
    return u.pending & OF_TYPE[kind]


@kernel
def one_more(s, i):
    """C035: an action added by force raises n by 1."""
    u = s.units[i]
    u.n = min(8, u.n + 1)


@kernel
def drop(s, i, plan):
    """C040 C044: a pending action is lost; that doesn't lower n (C034)."""
    s.units[i].pending &= ~(1 << plan)
    note(s, E_DROPPED, i, -1, plan, 0, -1, -1, readers(s, i))


@kernel
def drop_pending(s, i, plans):
    """Drop those of a set of actions that are pending."""
    for plan in range(N_PLANS):
        if holds(s.units[i].pending & plans, plan):
            drop(s, i, plan)


# -- an action begins and ends ---------------------------------------------------------------------


@kernel
def check_declared(s, i, plan):
    """C155: the first action of the round it is for; another than declared marks 2.

    ``plan`` is -1 for what is none of the verbs: standing frozen, an approach without a step.
    """
    u = s.units[i]
    if u.declared >= 0 and u.declared_round == s.round:
        declared = u.declared + 0
        u.declared = -1
        if declared != plan:
            mark(s, i, 2)


@kernel
def count_as_performed(s, i, kind):
    """C047 C106 C335: what performing an action of a type is noted for."""
    u = s.units[i]
    if kind == MOVEMENT:
        u.moved = 1
        if s.options.prone_stand == STAND_FREE and u.grappled_by == 0 and u.frozen == 0:
            stand_up(s, i)
    elif kind == COMBAT:
        u.fought = 1


@kernel
def open_action(s, i, verb, target, instant):
    """Put an action on the stack; an Instant Action hangs on its parent (C050 to C055)."""
    w = push(s, W_ACTION)
    w.actor = i
    w.target = target
    w.verb = verb
    w.a = 0
    w.b = 0
    w.item = 0
    w.spell = 0
    w.zone = -1
    w.instant = instant
    w.forced = 0
    w.advantage = 0
    w.disadvantage = 0
    w.aware = 1
    w.hidden = 0
    w.result = 0
    w.omens = 0
    w.moderator = 0
    w.success = 0
    w.options = 0
    w.budget = 0
    w.sides = 0
    for k in range(w.dice.shape[0]):
        w.dice[k] = 0
    if target >= 0:  # C092: as they stand when the action is chosen
        w.aware = 1 if holds(s.units[target].aware_of, i) else 0
        w.hidden = 1 if holds(s.units[i].hidden_from, target) else 0
        note(s, E_AIMED, i, target, verb, 0, -1, -1, readers(s, i) & readers(s, target))
    else:
        note(s, E_ACTED, i, -1, verb, 0, -1, -1, readers(s, i))
    return w


@kernel
def begin_action(s, i, verb, target):
    """An announced or owed action is performed: pending no more, counted, checked (C155)."""
    u = s.units[i]
    plan = PLAN_OF[verb]
    w = open_action(s, i, verb, target, 0)
    u.pending &= ~(1 << plan)
    u.performed |= 1 << plan
    u.order += 1
    check_declared(s, i, plan)
    count_as_performed(s, i, TYPE_OF[plan])
    return w


@kernel
def begin_forced(s, i, verb, other, kind):
    """C035 C155 C178: a forced movement is an action of its own beside what was announced."""
    w = open_action(s, i, verb, -1, 0)
    w.target = other
    w.forced = kind
    s.units[i].order += 1
    check_declared(s, i, PLAN_OF[verb])
    count_as_performed(s, i, MOVEMENT)
    return w


@kernel
def begin_instant(s, i, verb, target):
    """C050 to C054: part of the action that caused it, with its penalty and its bonuses."""
    parent = s.windows[s.depth - 1]
    advantage, disadvantage = parent.advantage + 0, parent.disadvantage + 0
    w = open_action(s, i, verb, target, 1)
    w.advantage = advantage
    w.disadvantage = disadvantage
    count_as_performed(s, i, TYPE_OF[PLAN_OF[verb]])
    return w


@kernel
def end_action(s):
    """C092 C130: its Instant Actions over, who knows of whom is brought up to date; victory."""
    instant = s.windows[s.depth - 1].instant
    pop(s)
    if instant == 0:
        look_around(s)
        judge(s)


# -- forced movement (C175 to C178, C198, C200) ----------------------------------------------------


@kernel
def count_forced(u):
    """Return how many forced movements a unit owes."""
    n = 0
    for k in range(u.forced.shape[0]):
        n += 1 if u.forced[k] != NOT_FORCED else 0
    return n


@kernel
def may_be_forced(s, k):
    """C177: at most one forced movement per unit and round (`forced.movement_cap`)."""
    u = s.units[k]
    if u.moved != 0:  # `resolve.order = by_unit`: its Movement action is spent
        return False
    if s.options.forced_movement_cap == UNLIMITED:
        return count_forced(u) < u.forced.shape[0]
    return u.forced_had == 0


@kernel
def force_movement(s, k, kind, i):
    """C175 C176 C198: k owes a forced Movement action because of i."""
    u = s.units[k]
    n = count_forced(u)
    u.forced[n] = kind
    u.forced_from[n] = i
    u.forced_had += 1
    event = E_OBLIGED if kind == FREEZE else E_DRIVEN if kind == AWAY else E_DRAWN_IN
    note(s, event, k, i, -1, 0, -1, -1, readers(s, k) & readers(s, i))
    if kind == FREEZE:
        u.barred |= 1 << i


@kernel
def make_way(s, k, plan):
    """C177 C035: the forced movement replaces this pending Movement action; n stays."""
    s.units[k].pending &= ~(1 << plan)
    note(s, E_DROPPED, k, -1, plan, 0, -1, -1, readers(s, k))


@kernel
def drop_forced(u):
    """The forced movement that a unit owes first is made."""
    last = u.forced.shape[0] - 1
    for k in range(last):
        u.forced[k] = u.forced[k + 1]
        u.forced_from[k] = u.forced_from[k + 1]
    u.forced[last] = NOT_FORCED
    u.forced_from[last] = -1


@kernel
def do_freeze(s, i):
    """C175 C226 C453: stand frozen; no other Movement action this round, step-ins included."""
    u = s.units[i]
    u.frozen = 1
    note(s, E_GAINED, i, -1, C_FROZEN, 0, -1, -1, readers(s, i))


# -- owed attacks (C201, C202) ---------------------------------------------------------------------


@kernel
def owe_attack(s, k, i):
    """C201 C202: k must attack i; with no Combat action pending one is added."""
    u = s.units[k]
    u.owes_attack = i
    note(s, E_PROVOKED, k, i, -1, 0, -1, -1, readers(s, k) & readers(s, i))
    if pending_of(u, COMBAT) == 0:
        u.attack_added = 1
        one_more(s, k)


@kernel
def settle_attack(s, i, k):
    """C047 C202: the attack that was owed on k is made."""
    u = s.units[i]
    if u.owes_attack == k:
        u.owes_attack = -1
        u.attack_added = 0


@kernel
def combat_plans(u):
    """C202: the Combat actions that a unit may carry out: pending ones, or any for an added one."""
    if u.attack_added != 0:
        return OF_TYPE[COMBAT] & ~u.performed & (-1 if u.sapient != 0 else ~SAPIENT_ONLY)
    return pending_of(u, COMBAT)


# -- promises --------------------------------------------------------------------------------------


@kernel
def has_danced(u):
    """C194: the promised gestures were made."""
    return holds(u.performed, DANCE)
