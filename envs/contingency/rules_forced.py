"""Forced movement (C178, C200): what runs by itself, and which steps it allows."""

from fracas.envs.contingency.frame import holds, is_in_play
from fracas.envs.contingency.rules_actions import (
    begin_forced,
    check_declared,
    count_as_performed,
    do_freeze,
    next_forced,
)
from fracas.envs.contingency.rules_movement import approach, is_held
from fracas.envs.contingency.rules_rolls import larger
from fracas.envs.contingency.rules_zones import look_around, release
from fracas.envs.contingency.state import FREEZE, TOWARD
from fracas.envs.contingency.tables import MOVEMENT
from fracas.envs.contingency.verbs import DISENGAGE, PAIR, REPOSITION
from fracas.envs.core.jit import kernel


@kernel
def run_forced(s, i):
    """C046: the next forced Movement action that i owes begins, without asking."""
    kind, other = next_forced(s, i)
    u = s.units[i]
    if kind == FREEZE:
        spend_movement(s, i)
        if u.out == 0:
            do_freeze(s, i)
        return
    if (
        not is_in_play(s, other)
        or holds(s.units[other].hidden_from, i)
        or is_held(u)
        or (u.frozen != 0)
    ):
        spend_movement(s, i)
        return
    if kind == TOWARD and u.zone == s.units[other].zone:
        spend_movement(s, i)
        if u.out == 0:
            approach(s, i, other)
        look_around(s)
        return
    release(s, i)  # C091
    verb = DISENGAGE if u.engaged != 0 else REPOSITION
    w = begin_forced(s, i, verb, other, kind)
    w.a = larger(u, PAIR[DISENGAGE, 0], PAIR[DISENGAGE, 1])


@kernel
def spend_movement(s, i):
    """C178: a forced movement that is none of the verbs counts as a Movement action performed."""
    s.units[i].order += 1
    check_declared(s, i, -1)
    count_as_performed(s, i, MOVEMENT)
