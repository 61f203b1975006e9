"""Forced movement (C178, C200): what runs by itself, and which steps it allows."""

import numpy as np

from fracas.envs.contingency.frame import holds, is_in_play
from fracas.envs.contingency.rules_actions import (
    begin_forced,
    check_declared,
    count_as_performed,
    do_freeze,
    drop_forced,
)
from fracas.envs.contingency.rules_movement import approach, is_held
from fracas.envs.contingency.rules_rolls import larger
from fracas.envs.contingency.rules_zones import look_around, release
from fracas.envs.contingency.state import FREEZE, TOWARD
from fracas.envs.contingency.tables import MOVEMENT
from fracas.envs.contingency.verbs import DISENGAGE, PAIR, REPOSITION
from fracas.envs.core.jit import kernel


@kernel
def is_driven(s, i, kind, other):
    """C178 C200: i is made to go from or to whom it sees, and nothing keeps it from moving."""
    u = s.units[i]
    return (
        kind != FREEZE
        and is_in_play(s, other)
        and not holds(s.units[other].hidden_from, i)
        and not is_held(u)
        and u.frozen == 0
    )


@kernel
def run_forced(s, i):
    """C046: the next forced Movement action that i owes begins, without asking.

    Returns False while the marks of a broken declaration leave it to choose (C155 C063 C122).
    """
    u = s.units[i]
    kind, other = np.int64(u.forced[0]), np.int64(u.forced_from[0])
    driven = is_driven(s, i, kind, other)
    beside = kind == TOWARD and u.zone == s.units[other].zone
    if driven and not beside:  # C178: it leads somewhere, so that it is a Reposition or Disengage
        drop_forced(u)
        release(s, i)  # C091
        verb = DISENGAGE if u.engaged != 0 else REPOSITION
        w = begin_forced(s, i, verb, other, kind)
        w.a = larger(u, PAIR[DISENGAGE, 0], PAIR[DISENGAGE, 1])
        return True
    depth = s.depth
    check_declared(s, i, -1)
    if s.depth > depth or u.out != 0:
        return False
    drop_forced(u)
    u.order += 1  # C178: one that is none of the verbs counts as a Movement action performed
    if kind == FREEZE:
        do_freeze(s, i)
    elif driven and beside:  # C200
        approach(s, i, other)
        look_around(s)
    count_as_performed(s, i, MOVEMENT)
    return True
