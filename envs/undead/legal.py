"""What may be done (section 4): for every row the ``may_`` that decides it, and the mask.

Legality has this one source, ``choices``: the mask is its answers for all verbs on offer, and
``may`` its answer for one row.
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
    EQUIP,
    EQUIP_FLOOR,
    ESCAPE_MELEE,
    ESCAPE_REFLEX,
    GRANT_TARGET,
    GRAPPLE,
    HIDE,
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
def choice(a, is_legal):
    """Return the set that holds argument ``a`` if it is legal."""
    return np.uint64(1 if is_legal else 0) << np.uint64(a)


@kernel
def choices(s, i, verb, hand, first, last):
    """Return for which first arguments, ``first`` to ``last`` - 1, an offered verb is legal.

    In the order of the table. ``hand`` is the verb's other argument; areas don't matter (U017).
    """
    w = s.windows[s.depth - 1]
    side = s.units[i].side
    bits = np.uint64(0)
    if verb == STEP:
        for a in range(first, last):
            bits |= choice(a, may_step(s, i, turn_direction(s, side, a)))
    elif verb == MOVE:
        bits = choice(first, may_move(s, i))
    elif verb == SNEAK:
        bits = choice(first, may_sneak(s, i))
    elif verb == HIDE:
        bits = choice(first, may_hide(s, i))
    elif verb == STAND_UP:
        bits = choice(first, may_stand_up(s, i))
    elif verb == DROP_PRONE:
        bits = choice(first, may_drop_prone(s, i))
    elif verb == DISENGAGE:
        for a in range(first, last):
            bits |= choice(a, may_disengage(s, i, turn_direction(s, side, a)))
    elif verb == UNARMED:
        for a in range(first, last):
            bits |= choice(a, may_unarmed(s, i, target_of(s, i, a)))
    elif verb == MELEE:
        for a in range(first, last):
            bits |= choice(a, may_melee(s, i, target_of(s, i, a), hand))
    elif verb == PUSH:
        for a in range(first, last):
            bits |= choice(a, may_push(s, i, target_of(s, i, a)))
    elif verb == GRAPPLE:
        for a in range(first, last):
            bits |= choice(a, may_grapple(s, i, target_of(s, i, a)))
    elif verb == ESCAPE_REFLEX or verb == ESCAPE_MELEE:
        bits = choice(first, may_escape(s, i))
    elif verb == RELEASE:
        bits = choice(first, may_release(s, i))
    elif verb == THROW_WEAPON:
        for a in range(first, last):
            bits |= choice(a, may_throw_weapon(s, i, target_of(s, i, a), hand))
    elif verb == THROW_OBJECT:
        for a in range(first, last):
            bits |= choice(a, may_throw_object(s, i, a))
    elif verb == SHOT_SINGLE or verb == SHOT_SEMI or verb == SPRAY:
        for a in range(first, last):
            bits |= choice(a, may_shoot(s, i, target_of(s, i, a), hand, verb))
    elif verb == UNJAM:
        for a in range(first, last):
            bits |= choice(a, may_unjam(s, i, a))
    elif verb == SWITCH_MODE:
        for a in range(first, last):
            bits |= choice(a, may_switch_mode(s, i, a))
    elif verb == RELOAD:
        for a in range(first, last):
            bits |= choice(a, may_reload(s, i, a, hand))
    elif verb == EQUIP:
        for a in range(first, last):
            bits |= choice(a, may_equip(s, i, a))
    elif verb == EQUIP_FLOOR:
        for a in range(first, last):
            d = turn_direction(s, side, a - 1) if a > 0 else -1
            bits |= choice(a, may_equip_floor(s, i, d))
    elif verb == UNEQUIP:
        for a in range(first, last):
            bits |= choice(a, may_unequip(s, i, a))
    elif verb == PLACE:
        for a in range(first, last):
            bits |= choice(a, may_place(s, i, a))
    elif verb == DROP_ITEM:
        for a in range(first, last):
            bits |= choice(a, may_drop_item(s, i, a))
    elif verb == INTIMIDATE:
        for a in range(first, last):
            bits |= choice(a, may_intimidate(s, i, target_of(s, i, a)))
    elif verb == PRESSURE:
        for a in range(first, last):
            bits |= choice(a, may_pressure(s, i, anyone_of(s, i, a)))
    elif verb == READY:
        for a in range(first, last):
            bits |= choice(a, may_ready(s))
    elif verb == COLUMN and w.x < 0:  # the column first, then the row
        for a in range(first, last):
            bits |= choice(a, may_throw_in_column(s, i, turn_x(s, side, a)))
    elif verb == ROW and w.x >= 0:
        for a in range(first, last):
            bits |= choice(a, may_throw_at(s, i, np.int64(w.x), turn_y(s, side, a)))
    elif verb == PLACE_DIRECTION:
        for a in range(first, last):
            bits |= choice(a, may_place_at(s, i, turn_direction(s, side, a)))
    elif verb == READY_KIND:
        for a in range(first, last):
            bits |= choice(a, may_ready_kind(s, a))
    elif verb == DODGE:
        bits = choice(first, may_dodge(s, i))
    elif verb == PARRY:
        bits = choice(first, may_parry(s, i, w.verb))
    elif verb == OPP_UNARMED:
        bits = choice(first, may_opp_unarmed(s, i, w.actor))
    elif verb == OPP_MELEE:
        bits = choice(first, may_opp_melee(s, i, w.actor, hand))
    elif verb == STRONG_GRAPPLE:
        bits = choice(first, may_grapple(s, i, w.target))
    elif verb == GRANT_TARGET:
        for a in range(first, last):
            bits |= choice(a, may_grant_target(s, i, enemy_of(s, i, a)))
    elif verb == NEXT_UNIT:
        for a in range(first, last):
            bits |= choice(a, may_act_next(s, ally_of(s, i, a)))
    elif verb != COLUMN and verb != ROW:  # U104 U430 U450; pass, table, stop
        bits = choice(first, True)
    return bits


@kernel
def may_grant_target(s, i, k):
    """U446: one of those that the search found."""
    found = s.windows[s.depth - 1].candidates
    return k >= 0 and has_bit(found, k)


@kernel
def may_act_next(s, k):
    """`initiative.mode = side`: a unit of the side that waits for its turn."""
    return k >= 0 and is_waiting(s, k)


@kernel
def may(s, row):
    """Tell whether the decider may take a row."""
    if s.decider < 0:
        return False
    verb, a, b, c = verb_of(s, row)
    i = s.decider + 0
    if verb < 0 or not is_in(offered(s, i), verb):
        return False
    area = AREA_ARGUMENT[verb]
    if area == 0:
        a = 0
    return choices(s, i, verb, c if area == 1 else b, a, a + 1) != np.uint64(0)


@kernel
def fill_verb(s, i, verb, out):
    """Write the rows of an offered verb; return how many are legal."""
    t = s.blocks[verb]
    start, n1, n2, n3 = np.int64(t.start), np.int64(t.n1), np.int64(t.n2), np.int64(t.n3)
    area = AREA_ARGUMENT[verb]
    n = 0
    if area == 1:  # target, area, hand
        for c in range(n3):
            bits = choices(s, i, verb, c, 0, n1)
            for a in range(n1):
                if is_in(bits, a):
                    for b in range(n2):
                        out[start + (a * n2 + b) * n3 + c] = 1
                    n += n2
        return n
    for b in range(n2):  # argument or area, hand
        bits = choices(s, i, verb, b, 0, 1 if area == 0 else n1)
        if bits != np.uint64(0):
            for a in range(n1):
                if area == 0 or is_in(bits, a):
                    out[start + a * n2 + b] = 1
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
