"""What a Wrestle that succeeds may do (C365 to C373)."""

import numpy as np

from fracas.envs.contingency.events import E_GRAPPLED
from fracas.envs.contingency.frame import readers
from fracas.envs.contingency.options import NO_DROPS
from fracas.envs.contingency.rules_gear import do_let_go, is_loose
from fracas.envs.contingency.rules_harm import enter_airless
from fracas.envs.contingency.rules_movement import open_fall
from fracas.envs.contingency.rules_zones import fall_prone, grapples, part, put, uncover
from fracas.envs.contingency.state import DOWN, NO_EDGE, UP
from fracas.envs.contingency.tables import MAIN, OFF
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

BEGIN, DEFENCE, GUARDED, SETTLED, CHOOSING, OMENS, TECHNIQUE, OVER = range(8)


@kernel
def may_disarm(s, w, hand):
    """C368 C372: a held item that isn't natural."""
    return is_loose(s, s.units[w.target], hand)


@kernel
def may_throw_down(s, w):
    """C369 C372: not prone yet."""
    return s.units[w.target].prone == 0


@kernel
def may_grapple(s, w):
    """C370 C372: not grappled by the actor yet."""
    return not grapples(s, np.int64(w.actor), np.int64(w.target))


@kernel
def may_shove(s, w, z):
    """C371 C372: rolled with Strength; along a normal, difficult or downward edge."""
    edge = s.edges[s.units[w.target].zone, z]
    if w.a != 0 or edge == NO_EDGE or edge == UP:
        return False
    return edge != DOWN or s.options.wrestle_shove != NO_DROPS


@kernel
def has_effect(s, w):
    """C372: some effect of a Wrestle would change something."""
    if may_disarm(s, w, MAIN) or may_disarm(s, w, OFF) or may_throw_down(s, w):
        return True
    if may_grapple(s, w):
        return True
    for z in range(s.n_zones):
        if may_shove(s, w, z):
            return True
    return False


@kernel
def do_disarm(s, w, hand):
    """C368: the item falls in the target's zone."""
    do_let_go(s, np.int64(w.target), hand)
    w.stage = OMENS


@kernel
def do_throw_down(s, w):
    """C369: the target falls prone."""
    fall_prone(s, np.int64(w.target))
    w.stage = OMENS


@kernel
def do_grapple(s, w):
    """C370 C471: the target is grappled; it is no longer hidden."""
    i, k = np.int64(w.actor), np.int64(w.target)
    s.units[k].grappled_by |= 1 << i
    note(s, E_GRAPPLED, i, k, -1, 0, -1, -1, readers(s, i) & readers(s, k))
    uncover(s, k)
    w.stage = OMENS


@kernel
def do_shove(s, w, z):
    """C371 C373 C471: to an adjacent zone, no longer engaged; along a drop it falls."""
    i, k = np.int64(w.actor), np.int64(w.target)
    here = s.units[k].zone + 0
    part(s, i, k)
    w.stage = OMENS
    if s.edges[here, z] == DOWN:
        open_fall(s, k, here, z, False)
    else:
        put(s, k, z)
        enter_airless(s, k)
    uncover(s, k)
