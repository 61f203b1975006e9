"""Falls (C400 to C410): Brace, the fall dice, what lowers and removes them, landing."""

import numpy as np

from fracas.envs.contingency.events import E_FALL_DICE, E_FELL
from fracas.envs.contingency.frame import readers
from fracas.envs.contingency.options import PER_DIE
from fracas.envs.contingency.rules_harm import enter_airless, injure
from fracas.envs.contingency.rules_rolls import note_omens, omens_by_margin, roll_skill, triggered
from fracas.envs.contingency.rules_zones import fall_prone, settle_step
from fracas.envs.contingency.state import MAX_FALL_DICE
from fracas.envs.contingency.tables import AGI, D_BRACE, D_FALL, MOBILITY
from fracas.envs.contingency.verbs import P_LAND, P_LOWER, P_SKILLED
from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import pop

REMOVABLE = 3  # C404: a die of this or less
FEET_OMENS, SKILLED_OMENS = 2, 3

BRACE, SKILLED_ASKED, THROWN, LOWERING, LANDING, HURT, LANDED = range(7)


@kernel
def resume_fall(s, w):
    """Carry a fall on in the order of C407; tell whether somebody must choose."""
    i = np.int64(w.actor)
    if w.stage == BRACE:
        brace(s, w)
        w.stage = SKILLED_ASKED
        return False
    if w.stage == SKILLED_ASKED:
        w.stage = THROWN
        if may_be_skilled(w):
            s.decider = i
            s.phase = P_SKILLED
            return True
        return False
    if w.stage == THROWN:
        for k in range(w.a):
            w.dice[k] = roll(s, w.sides, D_FALL)
        w.stage = LOWERING
        return False
    if w.stage == LOWERING:
        for k in range(MAX_FALL_DICE):
            if may_lower(w, k, 0) or may_lower(w, k, 1):
                s.decider = i
                s.phase = P_LOWER
                return True
        w.stage = LANDING
        return False
    if w.stage == LANDING:
        if can_land_better(w):
            s.decider = i
            s.phase = P_LAND
            return True
        w.stage = HURT
        return False
    if w.stage == HURT:
        w.stage = LANDED
        hurt(s, w)
        return False
    land(s, w)
    return False


@kernel
def brace(s, w):
    """C400 C409: Agility + Mobility; its result lowers dice, its omens do the rest."""
    i = np.int64(w.actor)
    note(s, E_FELL, i, -1, -1, 0, -1, -1, readers(s, i))
    result, omens, _ = roll_skill(
        s, i, AGI, MOBILITY, w.advantage != 0, False, triggered(s, i), D_BRACE
    )
    w.result = result
    w.budget = result
    w.omens = omens + omens_by_margin(s, result, np.int64(s.options.difficulty_passive))[0]
    note_omens(s, i, w.omens)


@kernel
def may_be_skilled(w):
    """C406: three omens, and a size below; never below d4."""
    return w.omens >= SKILLED_OMENS and w.sides > 4


@kernel
def do_skilled(s, w):
    """C406: the dice become one size smaller."""
    w.omens -= SKILLED_OMENS
    w.sides -= 2


@kernel
def may_lower(w, k, face):
    """C403: some of the result is left and the die shows more than the figure named."""
    return w.budget > 0 and w.dice[k] > (3 if face == 0 else 1)


@kernel
def do_lower(s, w, k, face):
    """C401 C402 C403: to 3 or to 1, for what it takes or what is left."""
    spent = min(np.int64(w.budget), np.int64(w.dice[k]) - (3 if face == 0 else 1))
    w.dice[k] -= spent
    w.budget -= spent


@kernel
def do_lowered(s, w):
    """C403: done lowering."""
    w.stage = LANDING


@kernel
def may_remove(w, k):
    """C404 Wind Resistance: an omen, a die of 3 or less."""
    return w.omens > 0 and w.dice[k] > 0 and w.dice[k] <= REMOVABLE


@kernel
def may_land_on_feet(w):
    """C405 On Your Feet: two omens."""
    return w.omens >= FEET_OMENS and w.success == 0


@kernel
def can_land_better(w):
    """C404 C405: some omen can be spent."""
    if may_land_on_feet(w):
        return True
    for k in range(MAX_FALL_DICE):
        if may_remove(w, k):
            return True
    return False


@kernel
def do_remove(s, w, k):
    """C404: the die is gone."""
    w.omens -= 1
    w.dice[k] = 0


@kernel
def do_feet(s, w):
    """C405: not prone on landing."""
    w.omens -= FEET_OMENS
    w.success = 1


@kernel
def do_land_as_is(s, w):
    """C404 C405: spend no more."""
    w.stage = HURT


@kernel
def hurt(s, w):
    """C408: one injury of a quarter of the sum, rounded up, 5 at most (`fall.damage`)."""
    i = np.int64(w.actor)
    total = 0
    for k in range(MAX_FALL_DICE):
        total += w.dice[k]
    note(s, E_FALL_DICE, i, -1, -1, total, -1, -1, readers(s, i))
    if s.options.fall_damage == PER_DIE:
        for k in range(MAX_FALL_DICE):
            if w.dice[k] > 0:
                injure(s, i, (np.int64(w.dice[k]) + 3) // 4, False)
    elif total > 0:
        injure(s, i, (total + 3) // 4, False)


@kernel
def land(s, w):
    """C407 C410 C396: prone unless on its feet; then what the zone below does."""
    i = np.int64(w.actor)
    if s.units[i].out == 0:
        if w.success == 0:
            fall_prone(s, i)
        enter_airless(s, i)
        settle_step(s, i)
    pop(s)
