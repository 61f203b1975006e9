"""Which announced actions a unit could carry out now: a legal row exists (4.1, C045)."""

from fracas.envs.contingency.frame import enemy_of
from fracas.envs.contingency.rules_attack import has_attack_on
from fracas.envs.contingency.rules_gear import could_pick_up, may_pick_up, may_ready
from fracas.envs.contingency.rules_hide import may_hide
from fracas.envs.contingency.rules_influence import may_influence
from fracas.envs.contingency.rules_interaction import may_recover
from fracas.envs.contingency.rules_movement import (
    could_disengage,
    could_reposition,
    is_free_to_move,
    may_dance,
    may_stand,
    may_take_cover,
)
from fracas.envs.contingency.rules_spells import could_cast, may_cast
from fracas.envs.contingency.rules_zones import is_grappling
from fracas.envs.contingency.verbs import (
    CAST,
    DANCE,
    DASH,
    DISENGAGE,
    ESCAPE,
    FORTIFY,
    HIDE,
    LOAD,
    N_LYING,
    PICK_UP,
    READY,
    RECOVER,
    REPOSITION,
    ROLL,
    STAND,
    STRIKE,
    TAKE_COVER,
    TAUNT,
)
from fracas.envs.core.jit import kernel


@kernel
def has_influence_row(s, i, plan):
    """C148: some enemy can be influenced."""
    for j in range(s.side_size):
        k = enemy_of(s, i, j)
        if may_influence(s, i, k, plan):
            return True
    return False


@kernel
def has_hiding_row(s, i):
    """C258: some way of hiding is there."""
    for way in range(DASH + s.n_zones):
        if may_hide(s, i, way):
            return True
    return False


@kernel
def has_pick_up_row(s, i):
    """C290 C291: some item can be picked up."""
    for k in range(N_LYING):
        if may_pick_up(s, i, k, ROLL):
            return True
    return False


@kernel
def has_ready_row(s, i):
    """C452: something can be drawn, sheathed or loaded."""
    for gear in range(LOAD + 1):
        if may_ready(s, i, gear):
            return True
    return False


@kernel
def has_cast_row(s, i):
    """C461: some spell can be cast."""
    for spell in range(s.n_spells):
        if may_cast(s, i, spell):
            return True
    return False


@kernel
def has_combat_row(s, i, plan):
    """C310: somebody can be attacked."""
    for j in range(s.side_size):
        k = enemy_of(s, i, j)
        if has_attack_on(s, i, k, 1 << plan):
            return True
    return False


@kernel
def has_row(s, i, plan):
    """Tell whether an announced action has a legal row now."""
    u = s.units[i]
    if plan <= TAUNT:
        return has_influence_row(s, i, plan)
    if plan == FORTIFY:
        return True
    if plan == REPOSITION:
        return is_free_to_move(s, i)
    if plan == TAKE_COVER:
        return may_take_cover(s, i)
    if plan == DISENGAGE:
        return could_disengage(s, i) and not is_grappling(s, i)
    if plan == HIDE:
        return has_hiding_row(s, i)
    if plan == DANCE:
        return may_dance(s, i)
    if plan == STAND:
        return may_stand(s, i)
    if plan == ESCAPE:
        return u.grappled_by != 0 or u.restrained != 0
    if plan == RECOVER:
        return may_recover(s, i)
    if plan == PICK_UP:
        return has_pick_up_row(s, i)
    if plan == READY:
        return has_ready_row(s, i)
    if plan == CAST:
        return has_cast_row(s, i)
    return plan >= STRIKE and has_combat_row(s, i, plan)


@kernel
def can_perform(s, i, plan):
    """C045: a legal row, or one that free actions of its own would make."""
    if has_row(s, i, plan):
        return True
    if plan == DISENGAGE:
        return could_disengage(s, i)
    if plan == REPOSITION:
        return could_reposition(s, i)
    if plan == PICK_UP:
        return could_pick_up(s, i)
    return plan == CAST and could_cast(s, i)
