"""Zones, sight, engagement, awareness, hiding (3.5, C470, C471)."""

from fracas.envs.contingency.events import (
    C_COVERED,
    C_HOLDING,
    C_PRONE,
    E_ENGAGED,
    E_GAINED,
    E_LOST,
    E_MOVED,
    E_NOTICED,
    E_RELEASED,
)
from fracas.envs.contingency.frame import holds, is_enemy, is_in_play, own_side, readers
from fracas.envs.contingency.options import UNTIL_ACTS
from fracas.envs.contingency.tables import CLOSE, DISTANT, ENGAGED
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- ranges and sight ------------------------------------------------------------------------------


@kernel
def range_between(s, i, k):
    """C080: Engaged, Close, Near, Far, Distant."""
    u, t = s.units[i], s.units[k]
    if u.zone == t.zone:
        return ENGAGED if holds(u.engaged, k) else CLOSE
    return min(DISTANT, s.distance[u.zone, t.zone] + 1)


@kernel
def has_sight(s, i, z):
    """Tell whether zones are in sight of each other, whoever hides there."""
    return holds(s.zones[s.units[i].zone].sight, z)


@kernel
def sees(s, i, k):
    """C081: k is in a zone in sight and not hidden from i."""
    t = s.units[k]
    return has_sight(s, i, t.zone) and not holds(t.hidden_from, i)


@kernel
def may_target(s, i, k):
    """C081 C088 C148: an enemy in play that i sees and is aware of."""
    return is_enemy(s, i, k) and holds(s.units[i].aware_of, k) and sees(s, i, k)


@kernel
def is_alone(s, i):
    """Tell whether i is aware of no enemy in play (C042)."""
    for k in range(s.n_units):
        if is_enemy(s, i, k) and holds(s.units[i].aware_of, k):
            return False
    return True


# -- engagement ------------------------------------------------------------------------------------


@kernel
def may_engage(s, i, k):
    """C083 C087: a visible Close enemy, the pair not freed by a Disengage this round."""
    return (
        may_target(s, i, k)
        and range_between(s, i, k) == CLOSE
        and not holds(s.units[i].no_engage, k)
    )


@kernel
def may_step_in(s, i, k):
    """C083: `engage.free_step`, and the actor isn't grappled, restrained or frozen."""
    u = s.units[i]
    return (
        s.options.engage_free_step != 0
        and u.grappled_by == 0
        and u.restrained == 0
        and u.frozen == 0
        and may_engage(s, i, k)
    )


@kernel
def may_reach_engaged(s, i, k):
    """An Engaged-range action on a target: engaged already, or by stepping in (C083)."""
    return holds(s.units[i].engaged, k) or may_step_in(s, i, k)


@kernel
def engage(s, i, k):
    """C082: mutual and pairwise."""
    s.units[i].engaged |= 1 << k
    s.units[k].engaged |= 1 << i
    note(s, E_ENGAGED, i, k, -1, 0, -1, -1, readers(s, i) & readers(s, k))


@kernel
def part(s, i, k):
    """C086: a pair is no longer engaged, and no grapple holds between them (C492)."""
    u, t = s.units[i], s.units[k]
    u.engaged &= ~(1 << k)
    t.engaged &= ~(1 << i)
    u.grappled_by &= ~(1 << k)
    t.grappled_by &= ~(1 << i)


@kernel
def grapples(s, i, k):
    """Tell whether i grapples k."""
    return holds(s.units[k].grappled_by, i)


@kernel
def is_grappling(s, i):
    """Tell whether i grapples anybody."""
    for k in range(s.n_units):
        if grapples(s, i, k):
            return True
    return False


@kernel
def release(s, i):
    """C492: end all the unit's grapples; engagement stays."""
    for k in range(s.n_units):
        if grapples(s, i, k):
            s.units[k].grappled_by &= ~(1 << i)
            note(s, E_RELEASED, i, k, -1, 0, -1, -1, readers(s, i))


# -- awareness and hiding --------------------------------------------------------------------------


@kernel
def notice(s, i, k):
    """C089: i becomes aware of k."""
    if not holds(s.units[i].aware_of, k):
        s.units[i].aware_of |= 1 << k
        note(s, E_NOTICED, i, k, -1, 0, -1, -1, own_side(s, i))


@kernel
def look_around(s):
    """C089: every unit becomes aware of the enemies that it sees."""
    for i in range(s.n_units):
        if is_in_play(s, i):
            for k in range(s.n_units):
                if is_enemy(s, i, k) and sees(s, i, k):
                    notice(s, i, k)


@kernel
def alert(s, i, k):
    """C089: who is targeted by i, or sees an ally targeted, becomes aware of i."""
    for n in range(s.n_units):
        if is_enemy(s, i, n) and (n == k or has_sight(s, n, s.units[k].zone)):
            notice(s, n, i)


@kernel
def uncover(s, i):
    """C314 C471: i is no longer hidden from those with sight of its zone."""
    u = s.units[i]
    if u.hidden_from != 0:
        for k in range(s.n_units):
            if holds(u.hidden_from, k) and has_sight(s, k, u.zone):
                u.hidden_from &= ~(1 << k)


@kernel
def uncover_to_side(s, i, side):
    """C147: i is no longer hidden from any unit of a side."""
    for n in range(s.count[side]):
        s.units[i].hidden_from &= ~(1 << (s.first[side] + n))


@kernel
def is_hidden_from_all_threats(s, i):
    """C284: each enemy has it hidden, or no sight of its zone, or is aware of nobody."""
    u = s.units[i]
    for k in range(s.n_units):
        if (
            is_enemy(s, i, k)
            and not holds(u.hidden_from, k)
            and has_sight(s, k, u.zone)
            and not is_alone(s, k)
        ):
            return False
    return True


# -- movement between zones ------------------------------------------------------------------------


@kernel
def leave_cover(s, i):
    """C235: the cover is left."""
    u = s.units[i]
    if u.covered != 0:
        u.covered = 0
        note(s, E_LOST, i, -1, C_COVERED, 0, -1, -1, readers(s, i))


@kernel
def put(s, i, z):
    """Move i to a zone: what its new place separates ends (C086 C235 C373 C492)."""
    u = s.units[i]
    leave_cover(s, i)
    u.zone = z
    for k in range(s.n_units):
        if holds(u.engaged, k) or grapples(s, k, i) or grapples(s, i, k):
            part(s, i, k)
    note(s, E_MOVED, i, -1, z, 0, -1, -1, readers(s, i))


@kernel
def shelters(s, z):
    """C471: a zone where a hidden unit stays hidden."""
    zone = s.zones[z]
    return zone.conceal != 0 or zone.cover != 0 or zone.crowd > 0


@kernel
def settle_step(s, i):
    """C471 C089: after a step, who is seen."""
    if s.options.hide_detection != UNTIL_ACTS and not shelters(s, s.units[i].zone):
        uncover(s, i)
    look_around(s)


@kernel
def fall_prone(s, i):
    """Take the Prone trait (C163 C369 C410); a grapple is kept (C495)."""
    u = s.units[i]
    if u.prone == 0:
        u.prone = 1
        note(s, E_GAINED, i, -1, C_PRONE, 0, -1, -1, readers(s, i))


@kernel
def stand_up(s, i):
    """C224 C451: no longer prone."""
    u = s.units[i]
    if u.prone != 0:
        u.prone = 0
        note(s, E_LOST, i, -1, C_PRONE, 0, -1, -1, readers(s, i))


@kernel
def breathe_again(s, i):
    """C398: stop holding one's breath."""
    u = s.units[i]
    if u.holding != 0:
        u.holding = 0
        note(s, E_LOST, i, -1, C_HOLDING, 0, -1, -1, readers(s, i))
