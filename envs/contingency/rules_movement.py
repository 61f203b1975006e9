"""Movement actions (3.15): Reposition, Take Cover, Disengage, Hide."""

import numpy as np

from fracas.envs.contingency.events import C_COVERED, E_DISENGAGED, E_FAILED, E_GAINED, E_SUCCEEDED
from fracas.envs.contingency.frame import W_FALL, holds, readers
from fracas.envs.contingency.options import SEPARATE
from fracas.envs.contingency.rules_actions import end_action
from fracas.envs.contingency.rules_harm import enter_airless, is_warded, mark
from fracas.envs.contingency.rules_rolls import (
    beats,
    may_use,
    note_omens,
    omens_by_margin,
    penalty,
    roll_skill,
    size_of,
    triggered,
    use_grants,
)
from fracas.envs.contingency.rules_zones import (
    engage,
    is_grappling,
    may_engage,
    notice,
    part,
    put,
    settle_step,
    stand_up,
    uncover,
)
from fracas.envs.contingency.state import AWAY, DIFFICULT, DOWN, NO_EDGE, TOWARD, UP
from fracas.envs.contingency.tables import (
    AGI,
    D_ACTION,
    D_DEFEND,
    MOBILITY,
    REFLEX,
    SLIP_AWAY,
    W_DODGE,
)
from fracas.envs.contingency.verbs import DISENGAGE, P_ENGAGE, P_STEP, P_TECHNIQUE, PAIR
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import push

# -- who may move ----------------------------------------------------------------------------------


@kernel
def is_held(u):
    """C491 C493 C494: grappled or restrained."""
    return u.grappled_by != 0 or u.restrained != 0


@kernel
def could_reposition(s, i):
    """C045: what Reposition needs, but for grapples that can be let go."""
    u = s.units[i]
    return not is_held(u) and u.frozen == 0 and (u.engaged == 0 or s.options.engage_locks == 0)


@kernel
def is_free_to_move(s, i):
    """C226 C085 C091: not engaged, held, frozen or grappling; `engage.locks`."""
    return could_reposition(s, i) and not is_grappling(s, i)


@kernel
def may_take_cover(s, i):
    """C230 C491 C493 C226: COVER in the zone; not held, not frozen."""
    u = s.units[i]
    return s.zones[u.zone].cover != 0 and not is_held(u) and u.frozen == 0


@kernel
def could_disengage(s, i):
    """C045: what Disengage needs, but for grapples that can be let go."""
    u = s.units[i]
    return u.engaged != 0 and not is_held(u) and u.frozen == 0


@kernel
def may_disengage(s, i, choice):
    """C240 C241 C494 C091: engaged, not held; a grappler lets go first."""
    return (
        could_disengage(s, i)
        and not is_grappling(s, i)
        and may_use(s, i, PAIR[DISENGAGE, 0], PAIR[DISENGAGE, 1], choice)
    )


@kernel
def may_dance(s, i):
    """C450 C226: not restrained, not frozen."""
    u = s.units[i]
    return u.restrained == 0 and u.frozen == 0


@kernel
def may_stand(s, i):
    """C451 C491 C226: prone, not grappled, not frozen."""
    u = s.units[i]
    return u.prone != 0 and u.grappled_by == 0 and u.frozen == 0


# -- Reposition (C220 to C226) ---------------------------------------------------------------------


@kernel
def step_cost(s, i, z):
    """C222: 1 for a normal edge or a jump, 2 for a difficult one or a climb, MIRE 1 more; 0: no."""
    here = s.units[i].zone
    return edge_cost(s, here, z)


@kernel
def edge_cost(s, here, z):
    """C222: what an edge costs from ``here``, 0 for no edge."""
    edge = s.edges[here, z]
    if edge == NO_EDGE:
        return 0
    cost = 2 if edge == DIFFICULT or edge == UP else 1
    return cost + (1 if s.zones[here].mired != 0 else 0)


@kernel
def farthest(s, start, budget, other):
    """C178: the largest distance from ``other`` at which a move from ``start`` could end.

    Without jumps. ``left`` holds four bits for each zone: 1 + what is left on arrival, 0 unreached.
    """
    left = np.int64(budget + 1) << (4 * start)
    for _ in range(s.n_zones):
        for here in range(s.n_zones):
            rest = (left >> (4 * here)) & 15
            if rest > 1:
                for z in range(s.n_zones):
                    cost = edge_cost(s, here, z)
                    if cost > 0 and s.edges[here, z] != DOWN:
                        gain = rest - cost - ((left >> (4 * z)) & 15)
                        if gain > 0:
                            left += np.int64(gain) << (4 * z)
    best = -1
    for z in range(s.n_zones):
        if (left >> (4 * z)) & 15 > 0:
            best = max(best, np.int64(s.distance[z, s.units[other].zone]))
    return best


@kernel
def may_step(s, w, z):
    """C222 C178 C200: an edge within what is left; a forced step leads where it must."""
    i = np.int64(w.actor)
    cost = step_cost(s, i, z)
    if cost == 0 or cost > w.budget:
        return False
    if w.forced == 0:
        return True
    if s.edges[s.units[i].zone, z] == DOWN:
        return False
    other = np.int64(w.target)
    home, here = s.units[other].zone, s.units[i].zone + 0
    if w.forced == TOWARD:
        return s.distance[z, home] < s.distance[here, home]
    return farthest(s, z, w.budget - cost, other) == farthest(s, here, w.budget + 0, other)


@kernel
def may_stop(s, w):
    """C221 C178 C200: at any point; a forced move only where it has to end."""
    if w.forced == 0:
        return True
    i, other = np.int64(w.actor), np.int64(w.target)
    here, home = s.units[i].zone + 0, s.units[other].zone
    if w.forced == AWAY:
        return s.distance[here, home] == farthest(s, here, w.budget + 0, other)
    for z in range(s.n_zones):
        if may_step(s, w, z):
            return False
    return True


BEGIN, STEPPING, LEAVING, ENGAGING, TECHNIQUE, OVER = range(6)


@kernel
def resume_reposition(s, w):
    """Carry a Reposition on: roll, step by step, engage (C220 to C226)."""
    i = np.int64(w.actor)
    u = s.units[i]
    if u.out != 0:
        w.stage = OVER
    if w.stage == BEGIN:
        w.result, w.omens, w.moderator = roll_skill(
            s, i, AGI, MOBILITY, w.advantage != 0, w.disadvantage != 0, penalty(s, i), D_ACTION
        )
        w.budget = (w.result + 1) // 2  # C220 C223
        if u.prone != 0 and w.budget > 0:  # C224
            w.budget -= 1
            stand_up(s, i)
        w.stage = STEPPING if u.prone == 0 else OVER
        return False
    if w.stage == STEPPING:
        if w.budget > 0:
            s.decider = i
            s.phase = P_STEP
            return True
        w.stage = ENGAGING
        return False
    if w.stage == LEAVING:
        step_to(s, w)
        return False
    if w.stage == ENGAGING:
        if w.forced == TOWARD:
            approach(s, i, np.int64(w.target))
        elif w.forced == 0:
            for k in range(s.n_units):
                if may_engage(s, i, k):
                    s.decider = i
                    s.phase = P_ENGAGE
                    return True
        w.stage = OVER
        return False
    end_action(s)
    return False


@kernel
def approach(s, i, k):
    """C200: in the taunter's zone the unit becomes engaged with it, unless C087 bars it."""
    u = s.units[i]
    if u.zone == s.units[k].zone and not holds(u.engaged, k) and not holds(u.no_engage, k):
        come_to_grips(s, i, k)


@kernel
def come_to_grips(s, i, k):
    """C082 C471: both are engaged, so neither is hidden."""
    engage(s, i, k)
    uncover(s, i)
    uncover(s, k)
    notice(s, k, i)


@kernel
def do_step(s, w, z):
    """C222: one zone on; leaving an engagement (`engage.locks = false`) costs 1 mark."""
    i = np.int64(w.actor)
    w.zone = z
    w.stage = LEAVING
    if s.units[i].engaged != 0:
        mark(s, i, 1)


@kernel
def step_to(s, w):
    """C222 C225: into the zone chosen; down a drop it is a fall, which ends the movement (C084)."""
    i, z = np.int64(w.actor), np.int64(w.zone)
    here = s.units[i].zone + 0
    if s.edges[here, z] == DOWN:
        w.budget = 0
        w.stage = OVER
        open_fall(s, i, here, z, True)
        return
    w.stage = STEPPING
    w.budget -= step_cost(s, i, z)
    put(s, i, z)
    enter_airless(s, i)
    settle_step(s, i)


@kernel
def do_stop(s, w):
    """C221: no further; from stepping on to engaging, from engaging to the end."""
    w.stage = ENGAGING if w.stage == STEPPING else OVER


@kernel
def do_engage(s, w, k):
    """C084: at the end of a Reposition, engage one Close enemy."""
    come_to_grips(s, np.int64(w.actor), k)
    w.stage = OVER


@kernel
def open_fall(s, i, top, z, jump):
    """C225 C373 C400 C407: a fall from a drop edge; the unit is below from its start."""
    put(s, i, z)
    w = push(s, W_FALL)
    w.actor = i
    w.advantage = 1 if jump else 0  # C409
    w.result = 0
    w.omens = 0
    w.budget = 0
    w.success = 0  # lands on its feet
    w.sides = 6
    w.zone = z
    for k in range(w.dice.shape[0]):
        w.dice[k] = 0
    for n in range(s.n_drops):
        if s.drops[n].top == top and s.drops[n].bottom == z:
            w.sides = s.drops[n].sides
            w.a = s.drops[n].count


# -- Take Cover, Dance, Stand (C230 to C235, C450, C451) -------------------------------------------


@kernel
def do_take_cover(s, w):
    """C230 C231: crouch behind the cover of the zone."""
    i = np.int64(w.actor)
    if s.units[i].out == 0:
        s.units[i].covered = 1
        note(s, E_GAINED, i, -1, C_COVERED, 0, -1, -1, readers(s, i))
    end_action(s)


@kernel
def do_stand(s, w):
    """C451: stand up, no roll."""
    if s.units[w.actor].out == 0:
        stand_up(s, np.int64(w.actor))
    end_action(s)


# -- Disengage (C240 to C247) ----------------------------------------------------------------------


@kernel
def opposing_dodge(s, k, led):
    """C242 C244 C247: an opponent's Dodge, automatic and free; with advantage if others help."""
    t = s.units[k]
    helps = led or t.fortified != 0 or is_warded(s, k)
    hinders = t.prone != 0 or is_held(t) or t.heavy != 0 or holds(t.unspent, W_DODGE)
    t.unspent &= ~(1 << W_DODGE)
    return roll_skill(s, k, AGI, REFLEX, helps, hinders, triggered(s, k), D_DEFEND)[0]


@kernel
def leader(s, opponents, attribute, skill):
    """C244 C273: the opponent with the largest dice; ties: the lower index."""
    best, found = -1, -1
    for k in range(s.n_units):
        if holds(opponents, k):
            size = size_of(s.units[k], attribute, skill)
            if size > best:
                best = size
                found = k
    return found


@kernel
def roll_disengage(s, w):
    """C242 to C246: one roll against the Dodge of all; free of all, or mark 1."""
    i = np.int64(w.actor)
    u = s.units[i]
    opponents = np.int64(u.engaged)
    helps = w.advantage != 0
    for k in range(s.n_units):
        if holds(opponents, k) and use_grants(s, i, k, False):
            helps = True
    w.advantage = 1 if helps else 0
    attribute = PAIR[DISENGAGE, w.a]
    w.result, w.omens, w.moderator = roll_skill(
        s, i, attribute, REFLEX, helps, w.disadvantage != 0, penalty(s, i), D_ACTION
    )
    note_omens(s, i, w.omens)
    best = np.int64(-1)
    if s.options.cooperation_mode == SEPARATE:
        for k in range(s.n_units):
            if holds(opponents, k):
                best = max(best, oppose_disengage(s, w, k, False))
    else:
        k = leader(s, opponents, AGI, REFLEX)
        best = oppose_disengage(s, w, k, opponents & (opponents - 1) != 0)
    won = beats(s, w.result, best)
    more, less = omens_by_margin(s, w.result, best)
    w.omens += more
    w.moderator += less
    w.success = 1 if won else 0
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    if not won:
        mark(s, i, 1)
        return
    for k in range(s.n_units):
        if holds(opponents, k):
            part(s, i, k)
            u.no_engage |= 1 << k  # C087
            s.units[k].no_engage |= 1 << i
    note(s, E_DISENGAGED, i, -1, -1, 0, -1, -1, readers(s, i))


@kernel
def oppose_disengage(s, w, k, led):
    """C242 C431: return an opponent's Dodge; one that the roll doesn't beat has defended."""
    result = np.int64(opposing_dodge(s, k, led))
    if not beats(s, w.result, result):
        s.units[k].defended |= 1 << w.actor
    return result


@kernel
def resume_disengage(s, w):
    """Carry a Disengage on: roll, then SLIP_AWAY (1.6)."""
    i = np.int64(w.actor)
    u = s.units[i]
    if w.stage == BEGIN:
        w.stage = OVER
        if u.out == 0 and u.engaged != 0:
            roll_disengage(s, w)
            w.stage = TECHNIQUE
        return False
    if w.stage == TECHNIQUE:
        w.stage = OVER
        if (
            w.success != 0
            and w.omens > 0
            and w.instant == 0
            and holds(u.techniques, SLIP_AWAY)
            and is_free_to_move(s, i)
        ):
            w.options = 1 << SLIP_AWAY
            s.decider = i
            s.phase = P_TECHNIQUE
            return True
        return False
    end_action(s)
    return False


# -- Hide (C250 to C262) ---------------------------------------------------------------------------


# -- forced movement (C178, C200) ------------------------------------------------------------------
