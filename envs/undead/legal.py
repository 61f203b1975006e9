"""What may be done (section 4): for every row the ``may_`` that decides it, and the mask.

Legality has this one source: the mask is ``legal`` over the table, and ``step`` takes a row only if
``may`` allows it.
"""

import numpy as np

from fracas.envs.core.jit import kernel
from fracas.envs.core.verbs import verb_of
from fracas.envs.core.windows import has_bit
from fracas.envs.undead.conditions import forbidden
from fracas.envs.undead.flow import is_waiting
from fracas.envs.undead.frame import (
    ally_of,
    anyone_of,
    enemy_of,
    target_of,
    turn_direction,
    turn_x,
    turn_y,
)
from fracas.envs.undead.rules_attack import (
    may_dodge,
    may_melee,
    may_opp_melee,
    may_opp_unarmed,
    may_parry,
    may_shoot,
    may_throw_weapon,
    may_unarmed,
)
from fracas.envs.undead.rules_grapple import (
    may_escape,
    may_grapple,
    may_push,
    may_release,
)
from fracas.envs.undead.rules_items import (
    may_drop_item,
    may_equip,
    may_equip_floor,
    may_place,
    may_place_at,
    may_reload,
    may_switch_mode,
    may_unequip,
    may_unjam,
)
from fracas.envs.undead.rules_movement import (
    may_disengage,
    may_drop_prone,
    may_hide,
    may_move,
    may_sneak,
    may_stand_up,
    may_step,
)
from fracas.envs.undead.rules_objects import (
    may_intimidate,
    may_pressure,
    may_throw_at,
    may_throw_in_column,
    may_throw_object,
)
from fracas.envs.undead.rules_ready import (
    may_ready,
    may_ready_kind,
)
from fracas.envs.undead.verbs import (
    AFFORDABLE,
    AREA_ARGUMENT,
    COLUMN,
    DISENGAGE,
    DODGE,
    DROP_ITEM,
    DROP_PRONE,
    END_TURN,
    EQUIP,
    EQUIP_FLOOR,
    ESCAPE_MELEE,
    ESCAPE_REFLEX,
    GRANT_TARGET,
    GRAPPLE,
    HIDE,
    INSPECT,
    INTIMIDATE,
    KIND_VERBS,
    MELEE,
    MOVE,
    N_VERBS,
    NEXT_UNIT,
    OPP_MELEE,
    OPP_UNARMED,
    PARRY,
    PHASE_VERBS,
    PLACE,
    PLACE_DIRECTION,
    PRESSURE,
    PUSH,
    READY,
    READY_FIRE,
    READY_KIND,
    RELEASE,
    RELOAD,
    ROW,
    SENSE,
    SHOT_SEMI,
    SHOT_SINGLE,
    SNEAK,
    SPRAY,
    STAND_UP,
    STEP,
    STRONG_GRAPPLE,
    SWITCH_MODE,
    THROW_OBJECT,
    THROW_WEAPON,
    UNARMED,
    UNEQUIP,
    UNJAM,
)

# -- legality -------------------------------------------------------------------------------------


@kernel
def offered(s, i):
    """Section 5: the verbs that the phase offers, no condition forbids, that AP pay for (U101)."""
    u = s.units[i]
    bits = PHASE_VERBS[s.phase]
    if s.phase == READY_FIRE:
        bits |= KIND_VERBS[u.ready_kind]
    return bits & AFFORDABLE[u.ap] & ~forbidden(u)


@kernel
def is_in(bits, verb):
    """Tell whether a set of verbs holds ``verb``."""
    return (bits >> np.uint64(verb)) & np.uint64(1) != np.uint64(0)


@kernel
def legal(s, i, verb, a, b, c):
    """Tell whether an offered verb is legal with these arguments, in the order of the table."""
    side = s.units[i].side
    if verb == STEP:
        return may_step(s, i, turn_direction(s, side, a))
    if verb == END_TURN:
        return True  # U104
    if verb == MOVE:
        return may_move(s, i)
    if verb == SNEAK:
        return may_sneak(s, i)
    if verb == HIDE:
        return may_hide(s, i)
    if verb == STAND_UP:
        return may_stand_up(s, i)
    if verb == DROP_PRONE:
        return may_drop_prone(s, i)
    if verb == DISENGAGE:
        return may_disengage(s, i, turn_direction(s, side, a))
    if verb == UNARMED:
        return may_unarmed(s, i, target_of(s, i, a))
    if verb == MELEE:
        return may_melee(s, i, target_of(s, i, a), c)
    if verb == PUSH:
        return may_push(s, i, target_of(s, i, a))
    if verb == GRAPPLE:
        return may_grapple(s, i, target_of(s, i, a))
    if verb == ESCAPE_REFLEX or verb == ESCAPE_MELEE:
        return may_escape(s, i)
    if verb == RELEASE:
        return may_release(s, i)
    if verb == THROW_WEAPON:
        return may_throw_weapon(s, i, target_of(s, i, a), c)
    if verb == THROW_OBJECT:
        return may_throw_object(s, i, a)
    if verb == SHOT_SINGLE or verb == SHOT_SEMI or verb == SPRAY:
        return may_shoot(s, i, target_of(s, i, a), c, verb)
    if verb == UNJAM:
        return may_unjam(s, i, a)
    if verb == SWITCH_MODE:
        return may_switch_mode(s, i, a)
    if verb == RELOAD:
        return may_reload(s, i, a, b)
    if verb == EQUIP:
        return may_equip(s, i, a)
    if verb == EQUIP_FLOOR:
        return may_equip_floor(s, i, turn_direction(s, side, a - 1) if a > 0 else -1)
    if verb == UNEQUIP:
        return may_unequip(s, i, a)
    if verb == PLACE:
        return may_place(s, i, a)
    if verb == DROP_ITEM:
        return may_drop_item(s, i, a)
    if verb == INTIMIDATE:
        return may_intimidate(s, i, target_of(s, i, a))
    if verb == SENSE or verb == INSPECT:
        return True  # U430 U450
    if verb == PRESSURE:
        return may_pressure(s, i, anyone_of(s, i, a))
    if verb == READY:
        return may_ready(s)
    if verb == COLUMN:  # the column first, then the row
        return s.windows[s.depth - 1].x < 0 and may_throw_in_column(s, i, turn_x(s, side, a))
    if verb == ROW:
        x = np.int64(s.windows[s.depth - 1].x)
        return x >= 0 and may_throw_at(s, i, x, turn_y(s, side, a))
    if verb == PLACE_DIRECTION:
        return may_place_at(s, i, turn_direction(s, side, a))
    if verb == READY_KIND:
        return may_ready_kind(s, a)
    if verb == DODGE:
        return may_dodge(s, i)
    if verb == PARRY:
        return may_parry(s, i, s.windows[s.depth - 1].verb)
    if verb == OPP_UNARMED:
        return may_opp_unarmed(s, i, s.windows[s.depth - 1].actor)
    if verb == OPP_MELEE:
        return may_opp_melee(s, i, s.windows[s.depth - 1].actor, b)
    if verb == STRONG_GRAPPLE:
        return may_grapple(s, i, s.windows[s.depth - 1].target)
    if verb == GRANT_TARGET:
        return may_grant_target(s, i, enemy_of(s, i, a))
    if verb == NEXT_UNIT:
        k = ally_of(s, i, a)
        return k >= 0 and is_waiting(s, k)
    return True  # pass, table, stop


@kernel
def may_grant_target(s, i, k):
    """U446: one of those that the search found."""
    found = s.windows[s.depth - 1].candidates
    return k >= 0 and has_bit(found, k)


@kernel
def may(s, row):
    """Tell whether the decider may take a row."""
    if s.decider < 0:
        return False
    verb, a, b, c = verb_of(s, row)
    i = s.decider + 0
    return verb >= 0 and is_in(offered(s, i), verb) and legal(s, i, verb, a, b, c)


@kernel
def fill_verb(s, i, verb, out):
    """Write the rows of an offered verb; return how many are legal."""
    t = s.blocks[verb]
    n = 0
    row = np.int64(t.start)
    n1, n2, n3 = np.int64(t.n1), np.int64(t.n2), np.int64(t.n3)
    if AREA_ARGUMENT[verb] == 1:  # target, area, hand: the area doesn't matter (U017)
        for a in range(n1):
            for c in range(n3):
                if legal(s, i, verb, a, 0, c):
                    n += n2
                    for b in range(n2):
                        out[row + (a * n2 + b) * n3 + c] = 1
        return n
    for a in range(n1):
        for b in range(n2):
            if legal(s, i, verb, a, b, 0):
                out[row + a * n2 + b] = 1
                n += 1
    return n


@kernel
def fill(s, out):
    """Write the decider's mask; return how many rows are legal."""
    i = s.decider + 0
    for k in range(s.n_rows):
        out[k] = 0
    n = 0
    bits = offered(s, i)
    for verb in range(N_VERBS):
        if is_in(bits, verb) and s.blocks[verb].start >= 0:
            n += fill_verb(s, i, verb, out)
    return n
