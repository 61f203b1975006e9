"""Ready Action (3.6): arming, what matches a trigger, and the check that follows an event."""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.grid import distance
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import has_bit, mark_asked, pop, push, was_asked
from fracas.envs.undead.events import E_DECLINED, E_FIRED, E_READIED
from fracas.envs.undead.frame import W_ACTION, W_READY
from fracas.envs.undead.rules_damage import readers, sees
from fracas.envs.undead.state import MAX_NEST
from fracas.envs.undead.tables import (
    ALLY_ATTACKS,
    ENEMY_ATTACKS,
    ENEMY_MOVES,
    ENTERS_REACH,
    IN_SIGHT,
)
from fracas.envs.undead.verbs import READY_FIRE

OTHER, MOVED, ATTACKED, TURN_ENDED = range(4)
"""What an event was: anything, a step or Disengage, an attack (Grapple, Push), a turn's end."""

# -- arming (U500, U501, U505, U514, U515) --------------------------------------------------------


@kernel
def may_ready(s):
    """U501: `ready.actions` lists at least one kind."""
    return s.ready_actions != np.uint32(0)


@kernel
def may_ready_kind(s, kind):
    """U514: any kind of 4.2 (or of `ready.actions`), possible at the moment or not."""
    return (s.ready_actions >> np.uint32(kind)) & np.uint32(1) != np.uint32(0)


@kernel
def do_ready(s, i, trigger, kind):
    """U501 U505: one readied action at a time, a new one replaces it; it shows to its side only."""
    u = s.units[i]
    u.ready_trigger = trigger
    u.ready_kind = kind
    note(s, E_READIED, i, -1, kind, trigger, -1, -1, 1 << u.side)


@kernel
def disarm(u):
    """U505 U517: the readied action is gone."""
    u.ready_trigger = -1
    u.ready_kind = -1


# -- what counts as seen before an event (U507, U518) ---------------------------------------------


@kernel
def shown(s, side):
    """Return the units of a side that whoever has a line of sight to them sees."""
    bits = np.uint16(0)
    for k in range(s.n_units):
        u = s.units[k]
        if u.side == side and u.hidden == 0 and u.down == 0:
            bits |= np.uint16(1) << np.uint16(k)
    return bits


@kernel
def in_view(u, shown0, shown1):
    """Return the enemies that unit u sees, given who of either side shows."""
    return u.sight & (shown1 if u.side == 0 else shown0)


@kernel
def remember_sights(s):
    """Note for every unit the enemies it sees now; `enemy_in_sight` means others than these."""
    shown0, shown1 = shown(s, 0), shown(s, 1)
    for k in range(s.n_units):
        u = s.units[k]
        u.seen = in_view(u, shown0, shown1)


@kernel
def set_aside(s):
    """Note for every unit the enemies now seen that no check has dealt with yet."""
    shown0, shown1 = shown(s, 0), shown(s, 1)
    for k in range(s.n_units):
        u = s.units[k]
        u.unasked = in_view(u, shown0, shown1) & ~u.seen


@kernel
def count_as_seen(s):
    """U518: enemies seen now count as already seen, but for those set aside before."""
    shown0, shown1 = shown(s, 0), shown(s, 1)
    for k in range(s.n_units):
        u = s.units[k]
        u.seen |= in_view(u, shown0, shown1) & ~u.unasked


@kernel
def sees_a_new_enemy(s, i):
    """U507: an enemy not seen before this event is now seen."""
    u = s.units[i]
    for k in range(s.n_units):
        if s.units[k].side != u.side and sees(s, i, k):
            if (u.seen >> np.uint16(k)) & np.uint16(1) == np.uint16(0):
                return True
    return False


# -- triggers (U506 to U511) ----------------------------------------------------------------------


@kernel
def triggers(s, i, event, actor, target, x, y):
    """Tell whether an event matches the trigger that unit i waits for."""
    u = s.units[i]
    trigger = u.ready_trigger
    if trigger == IN_SIGHT:  # U507
        return sees_a_new_enemy(s, i)
    if trigger < 0 or event == OTHER:
        return False
    a = s.units[actor]
    if trigger == ALLY_ATTACKS:  # U510
        return (
            event == ATTACKED and actor != i and a.side == u.side and s.units[target].side != u.side
        )
    if a.side == u.side or not sees(s, i, actor):
        return False
    if trigger == ENTERS_REACH:  # U506
        return event == MOVED and distance(a.x, a.y, u.x, u.y) <= 1 and distance(x, y, u.x, u.y) > 1
    if trigger == ENEMY_MOVES:  # U508
        return event == MOVED and (a.x != x or a.y != y)
    if trigger == ENEMY_ATTACKS:  # U509
        return event == ATTACKED and s.units[target].side == u.side
    return event == TURN_ENDED  # U511


# -- the check (U502 to U504, U512, U513, U516 to U519) -------------------------------------------


@kernel
def is_checked(s):
    """U518: inside opportunity attacks and readied actions only with `trigger.nest`, bounded."""
    return s.nest == 0 or (s.options.trigger_nest != 0 and s.nest <= MAX_NEST)


@kernel
def open_check(s, event, actor, target, x, y):
    """U516: one event; the units whose trigger matches it are noted, to be asked in turn."""
    matched = np.uint32(0)
    for k in range(s.n_units):
        u = s.units[k]
        if u.ready_trigger >= 0 and triggers(s, k, event, actor, target, x, y):
            matched |= np.uint32(1) << np.uint32(k)
    if matched != np.uint32(0):
        w = push(s, W_READY)
        w.candidates = matched


@kernel
def resume_check(s, w):
    """U516 U517: ask the next matching unit in initiative order; not if Down or Stunned."""
    for n in range(s.n_units):
        i = s.order[n]
        u = s.units[i]
        if (
            has_bit(w.candidates, i)
            and not was_asked(w, i)
            and u.stunned_t == 0
            and u.ready_trigger >= 0  # not if Down: nothing is armed any more
        ):
            mark_asked(w, i)
            s.decider = i
            s.phase = READY_FIRE
            return True
    pop(s)
    return False


@kernel
def decline(s, i):
    """U502: declined, it stays armed (`ready.decline_keeps`)."""
    if s.options.ready_decline_keeps == 0:
        disarm(s.units[i])
    note(s, E_DECLINED, i, -1, -1, 0, -1, -1, 1 << s.units[i].side)


# -- actions: what an event is, and the check after it --------------------------------------------

RUNNING, CHECKED = range(2)


@kernel
def in_action(s):
    """Tell whether an action is under way: then a step is one that it grants."""
    for n in range(s.depth):
        if s.windows[n].kind == W_ACTION:
            return True
    return False


@kernel
def open_action(s, i, event, target, nested):
    """An action of unit i begins: its window stays until all it leads to is done and checked.

    ``event`` is what others may wait for in it; ``nested`` an opportunity attack or readied action.
    """
    if nested:
        if s.nest == 0:
            set_aside(s)
        s.nest += 1
    elif not in_action(s):  # U516: what a row shows is asked about with its first granted step
        remember_sights(s)
    w = push(s, W_ACTION)
    w.actor = i
    w.verb = event
    w.target = target
    w.x = s.units[i].x
    w.y = s.units[i].y
    w.flag = nested


@kernel
def resume_action(s, w):
    """U516: wholly resolved; the ready check follows, then the action is over."""
    if w.stage == RUNNING:
        w.stage = CHECKED
        if is_checked(s):  # U518
            open_check(s, w.verb, w.actor, w.target, w.x, w.y)
        return False
    if is_checked(s):  # U518
        remember_sights(s)  # U507: asked about once
    if w.flag != 0:
        s.nest -= 1
        if s.nest == 0:  # U518
            count_as_seen(s)
    pop(s)
    return False


@kernel
def fire(s, i):
    """U517: taking the action disarms before it is carried out."""
    u = s.units[i]
    note(s, E_FIRED, i, -1, u.ready_kind, 0, -1, -1, readers(s, i))
    disarm(u)
