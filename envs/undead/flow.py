"""Rounds and turns (section 2), and ``advance``: run until somebody must choose."""

import numpy as np

from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.grid import DX, DY, bit, distance
from fracas.envs.core.jit import kernel
from fracas.envs.core.record import DRAW
from fracas.envs.core.windows import mark_asked, pop, push, was_asked
from fracas.envs.undead.conditions import count_down, full_movement
from fracas.envs.undead.events import E_INITIATIVE, E_ROUND, E_TURN, E_TURN_END
from fracas.envs.undead.frame import (
    W_ACTION,
    W_ATTACK,
    W_GRANT,
    W_GRAPPLE,
    W_READY,
    W_STEP,
    W_TURN,
)
from fracas.envs.undead.options import (
    AP_ZERO,
    MODE_SIDE,
    MOVE_ZERO,
    RESULT_HEALTH,
    TICK_TURN_END,
    TIE_LOT,
)
from fracas.envs.undead.rules_attack import may_opportunity, resume_attack
from fracas.envs.undead.rules_damage import (
    EVERYBODY,
    bonus,
    damage,
    finish,
    forget,
    judge,
    look_around,
)
from fracas.envs.undead.rules_grapple import resume_contact
from fracas.envs.undead.rules_movement import can_still_step, complete_step, test_sneaking
from fracas.envs.undead.rules_ready import (
    TURN_ENDED,
    disarm,
    open_check,
    remember_sights,
    resume_action,
    resume_check,
)
from fracas.envs.undead.tables import D_INITIATIVE, REFLEX
from fracas.envs.undead.verbs import (
    CHOOSE_KIND,
    CHOOSE_NEXT,
    CHOOSE_TARGET,
    GRANT_STEPS,
    GRANT_TOWARDS,
    ITEM_DIRECTION,
    MAIN,
    OPPORTUNITY,
    PLACE,
    READY,
    TILE,
)

# -- setup (section 2.1, U131, U132) --------------------------------------------------------------


@kernel
def begin(s):
    """Set a battle up from an encounter's record: sight, AP, initiative, the first turn."""
    for i in range(s.n_units):
        look_around(s, i)
        u = s.units[i]
        u.ap = 0 if u.surprised != 0 or s.options.ap_initial == AP_ZERO else u.ap_turn  # U132
        u.guard = s.options.defense_base
    if s.fixed_order == 0:
        roll_initiative(s)
    s.round = 1
    s.turn_pos = -1
    s.turn_unit = -1
    s.last_side = -1
    note(s, E_ROUND, -1, -1, -1, 1, -1, -1, EVERYBODY)
    push(s, W_TURN)


@kernel
def roll_initiative(s):
    """U131: Roll(Reflex) once; ties by Agility + Reflex, then side (or by lot), then index."""
    favoured = 0
    if s.options.initiative_tie == TIE_LOT:
        favoured = roll(s, 2, D_INITIATIVE) - 1
    for i in range(s.n_units):
        u = s.units[i]
        u.initiative = roll(s, 20, D_INITIATIVE) + bonus(u, REFLEX)
        note(s, E_INITIATIVE, i, -1, -1, u.initiative, -1, -1, EVERYBODY)
        k = i
        while k > 0 and acts_before(u, s.units[s.order[k - 1]], favoured):
            s.order[k] = s.order[k - 1]
            k -= 1
        s.order[k] = i


@kernel
def acts_before(u, other, favoured):
    """U131: a higher total, then higher Agility + Reflex, then the favoured side.

    Else who stands first stays first.
    """
    if u.initiative != other.initiative:
        return u.initiative > other.initiative
    if bonus(u, REFLEX) != bonus(other, REFLEX):
        return bonus(u, REFLEX) > bonus(other, REFLEX)
    return u.side == favoured and other.side != favoured


# -- turns (section 2.2 to 2.5) -------------------------------------------------------------------

NEXT, CHOSEN, ACT, ENDING, ENDED = range(5)


@kernel
def is_waiting(s, i):
    """`initiative.mode = side`: a unit that is up and has had no turn this round."""
    return s.units[i].down == 0 and (s.acted >> np.uint16(i)) & np.uint16(1) == np.uint16(0)


@kernel
def count_waiting(s, side):
    """Return how many units of a side wait for their turn, and the first of them."""
    n, first = 0, -1
    for k in range(s.count[side]):
        i = s.first[side] + k
        if is_waiting(s, i):
            n += 1
            if first < 0:
                first = i
    return n, first


@kernel
def next_side(s):
    """Sides alternate whole turns, the one first in initiative beginning; -1: all had theirs."""
    side = np.int64(s.units[s.order[0]].side) if s.last_side < 0 else np.int64(1 - s.last_side)
    for _ in range(2):
        if count_waiting(s, side)[0] > 0:
            return side
        side = 1 - side
    return -1


@kernel
def new_round(s):
    """U641: after the last turn of the round limit the battle is over, else the counter rises."""
    if s.round >= s.round_limit:
        end_at_limit(s)
        return
    s.round += 1
    s.turn_pos = -1
    s.acted = np.uint16(0)
    s.last_side = -1
    note(s, E_ROUND, -1, -1, -1, s.round, -1, -1, EVERYBODY)


@kernel
def end_at_limit(s):
    """U641: a draw, or by option the larger share of summed Health left."""
    winner = DRAW
    if s.options.limit_result == RESULT_HEALTH:
        left0, left1, full0, full1 = 0, 0, 0, 0
        for k in range(s.n_units):
            u = s.units[k]
            left = 0 if u.down != 0 else u.hp + 0  # a routed unit counts as Down
            if u.side == 0:
                left0 += left
                full0 += u.hp_max
            else:
                left1 += left
                full1 += u.hp_max
        balance = left0 * full1 - left1 * full0
        if balance != 0:
            winner = 1 if balance > 0 else 2
    finish(s, winner)


@kernel
def resume_turn(s, w):
    """Carry a turn on; tell whether somebody must choose."""
    if w.stage == NEXT:
        if s.options.initiative_mode == MODE_SIDE:
            side = next_side(s)
            if side < 0:
                new_round(s)
                return False
            n, first = count_waiting(s, side)
            s.turn_unit = first
            w.stage = CHOSEN
            if n > 1:
                s.decider = first
                s.phase = CHOOSE_NEXT
                return True
            return False
        s.turn_pos += 1
        if s.turn_pos >= s.n_units:
            new_round(s)
            return False
        i = s.order[s.turn_pos] + 0
        if s.units[i].down == 0:
            s.turn_unit = i
            w.stage = CHOSEN
        return False
    if w.stage == CHOSEN:
        w.stage = ACT
        start_turn(s, s.turn_unit + 0)
        return False
    i = s.turn_unit + 0
    if w.stage == ACT:
        if s.units[i].down != 0:  # U136: the turn ends at once
            w.stage = ENDED
            return False
        s.decider = i
        s.phase = MAIN
        return True
    if w.stage == ENDING:
        w.stage = ENDED
        open_check(s, TURN_ENDED, i, -1, 0, 0)  # U511 U519
        return False
    reset_guards(s)  # U519 U136
    s.turn_unit = -1
    w.stage = NEXT
    return False


@kernel
def start_turn(s, i):
    """Section 2.3: AP, movement, what lapses, Bleeding (U100, U106, U505, U438, U627, U625)."""
    u = s.units[i]
    s.turn_over = 0
    s.acted |= np.uint16(1) << np.uint16(i)
    s.last_side = u.side
    u.surprised = 0
    u.ap = min(2, np.int64(u.ap_turn)) if u.stunned_t > 0 else u.ap_turn + 0
    u.mv = 0 if s.options.move_at_turn_start == MOVE_ZERO else full_movement(s, u)
    disarm(u)
    forget(u)
    note(s, E_TURN, i, -1, -1, u.ap, -1, -1, EVERYBODY)
    if s.options.bleed_tick != TICK_TURN_END:
        bleed(s, i)


@kernel
def bleed(s, i):
    """U625 U460 U464: 1 damage unless stanched; the counter falls; 0 ends it."""
    u = s.units[i]
    if u.bleed > 0:
        u.bleed -= 1
        if u.stanched == 0:
            damage(s, i, 1)
        u.stanched = 0
        judge(s)


@kernel
def reset_guards(s):
    """U525: at the end of the turn in progress every guard is plain again."""
    for k in range(s.n_units):
        s.units[k].guard = s.options.defense_base


@kernel
def do_end_turn(s, i):
    """Section 2.5: the Hidden test, own timers, guards, movement; the ready check follows."""
    w = s.windows[s.depth - 1]
    remember_sights(s)
    test_sneaking(s, i)
    if s.options.bleed_tick == TICK_TURN_END:
        bleed(s, i)
        if s.units[i].down != 0:
            w.stage = ENDED
            return
    u = s.units[i]
    count_down(u)
    reset_guards(s)
    u.mv = 0
    s.turn_over = 1
    note(s, E_TURN_END, i, -1, -1, 0, -1, -1, EVERYBODY)
    if stands_on_goal(s, u.side):
        finish(s, u.side + 1)
    w.stage = ENDING


@kernel
def stands_on_goal(s, side):
    """U642: all units of a side that aren't Down stand on its goal tiles."""
    for k in range(s.count[side]):
        u = s.units[s.first[side] + k]
        if u.down == 0 and not bit(s.goal[side], u.x, u.y):
            return False
    return True


# -- steps under way (U135, U540 to U550) ---------------------------------------------------------


@kernel
def next_reactor(s, w):
    """U543 U548 U550: the next enemy whose reach the step leaves, in initiative order, or -1."""
    u = s.units[w.actor]
    if not can_still_step(s, w):
        return -1
    x, y = u.x + DX[w.direction], u.y + DY[w.direction]
    for n in range(s.n_units):
        i = s.order[n] + 0
        t = s.units[i]
        if (
            t.side != u.side
            and distance(t.x, t.y, u.x, u.y) <= 1
            and distance(t.x, t.y, x, y) > 1
            and not was_asked(w, i)
            and may_opportunity(s, i, w.actor)
        ):
            return i
    return -1


@kernel
def resume_step(s, w):
    """Ask the reactors one by one, then make the step or not (U546)."""
    i = next_reactor(s, w)
    if i >= 0:
        mark_asked(w, i)
        s.decider = i
        s.phase = OPPORTUNITY
        return True
    complete_step(s, w)
    pop(s)
    return False


# -- grants (U245, U445, U446, U513) --------------------------------------------------------------


@kernel
def resume_grant(s, w):
    """Ask whom to approach (U446), then for a step until it stops."""
    u = s.units[w.actor]
    if u.down != 0:
        pop(s)
        return False
    s.decider = w.actor
    if w.candidates != np.uint32(0) and w.target < 0:
        s.phase = CHOOSE_TARGET
    elif w.target >= 0:
        s.phase = GRANT_TOWARDS
    else:
        s.phase = GRANT_STEPS
    return True


# -- parts (DESIGN: rows that would multiply are asked for one after another) ---------------------


@kernel
def resume_parts(s, w):
    """Ask for the next part of an action; nothing is paid before the last."""
    s.decider = w.actor
    if w.verb == READY:
        s.phase = CHOOSE_KIND
    elif w.verb == PLACE:
        s.phase = ITEM_DIRECTION
    else:
        s.phase = TILE
    return True


# -- the loop -------------------------------------------------------------------------------------


@kernel
def resume(s):
    """Run the innermost window by one stage; tell whether somebody must choose."""
    w = s.windows[s.depth - 1]
    kind = w.kind
    if kind == W_TURN:
        return resume_turn(s, w)
    if kind == W_ACTION:
        return resume_action(s, w)
    if kind == W_STEP:
        return resume_step(s, w)
    if kind == W_ATTACK:
        return resume_attack(s, w)
    if kind == W_GRAPPLE:
        return resume_contact(s, w)
    if kind == W_READY:
        return resume_check(s, w)
    if kind == W_GRANT:
        return resume_grant(s, w)
    return resume_parts(s, w)
