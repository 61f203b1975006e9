"""What may be done (section 4): for every row the ``may_`` that decides it, and the mask.

Legality has this one source: ``possible`` says which verbs on offer are, ``choices`` with which
arguments. The mask is their answers for all verbs, and ``may`` for one row.
"""

import numpy as np

from fracas.envs.core.jit import kernel, lowest
from fracas.envs.core.sets import choice, is_in, without
from fracas.envs.core.windows import has_bit
from fracas.envs.undead.conditions import forbidden
from fracas.envs.undead.flow import is_waiting
from fracas.envs.undead.frame import (
    ally_of,
    anyone_of,
    enemy_of,
    target_of,
    turn_directions,
    turn_x,
    turn_y,
)
from fracas.envs.undead.rules_attack import (
    has_reach,
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
    ways,
)
from fracas.envs.undead.rules_objects import (
    anyone_bleeds,
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
from fracas.envs.undead.tables import MAIN_HAND, OFF_HAND
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
    HAND_VERBS,
    HIDE,
    INTIMIDATE,
    KIND_VERBS,
    MELEE,
    MOVE,
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
    VERBS,
    verb_set,
)

# -- legality -------------------------------------------------------------------------------------


PLAIN = verb_set(i for i, verb in enumerate(VERBS.verbs) if not verb.arguments)
ESCAPES = verb_set((ESCAPE_REFLEX, ESCAPE_MELEE))
AT_REACH = verb_set((UNARMED, MELEE, PUSH, GRAPPLE))
BY_WAYS = verb_set((STEP, DISENGAGE))
IN_SIGHT = verb_set((THROW_WEAPON, SHOT_SINGLE, SHOT_SEMI, SPRAY, INTIMIDATE))
NO_HAND = ~verb_set(HAND_VERBS)


@kernel
def offered(s, i):
    """Section 5: the verbs that the phase offers, no condition forbids, that AP pay for (U101).

    Of those that need something in a hand, or nothing, the ones that either hand can serve.
    """
    u = s.units[i]
    bits = PHASE_VERBS[s.phase]
    if s.phase == READY_FIRE:
        bits |= KIND_VERBS[u.ready_kind]
    main, off = s.item_kinds[u.items[MAIN_HAND].item], s.item_kinds[u.items[OFF_HAND].item]
    return bits & AFFORDABLE[u.ap] & ~forbidden(u) & (NO_HAND | main.verbs | off.verbs)


@kernel
def possible(s, i, bits):
    """Return the verbs of a set that are legal, or whose arguments must tell (``choices``).

    Always legal: End Turn (U104), Sense Area (U430), Inspect (U450), pass, table, stop.
    """
    w = s.windows[s.depth - 1]
    if is_in(bits, MOVE) and not may_move(s, i):
        bits = without(bits, MOVE)
    if is_in(bits, SNEAK) and not may_sneak(s, i):
        bits = without(bits, SNEAK)
    if is_in(bits, HIDE) and not may_hide(s, i):
        bits = without(bits, HIDE)
    if is_in(bits, STAND_UP) and not may_stand_up(s, i):
        bits = without(bits, STAND_UP)
    if is_in(bits, DROP_PRONE) and not may_drop_prone(s, i):
        bits = without(bits, DROP_PRONE)
    if bits & ESCAPES != np.uint64(0) and not may_escape(s, i):
        bits &= ~ESCAPES
    if is_in(bits, RELEASE) and not may_release(s, i):
        bits = without(bits, RELEASE)
    if is_in(bits, PLACE) and may_place_at(s, i) == 0:  # U409: and some tile to lay it on
        bits = without(bits, PLACE)
    if is_in(bits, DODGE) and not may_dodge(s, i):
        bits = without(bits, DODGE)
    if is_in(bits, PARRY) and not may_parry(s, i, w.verb):
        bits = without(bits, PARRY)
    if is_in(bits, STRONG_GRAPPLE) and not may_grapple(s, i, w.target):
        bits = without(bits, STRONG_GRAPPLE)
    if bits & AT_REACH != np.uint64(0) and not has_reach(s, i):
        bits &= ~AT_REACH
    if s.units[i].sight == 0:
        bits &= ~IN_SIGHT
    if is_in(bits, PRESSURE) and not anyone_bleeds(s):
        bits = without(bits, PRESSURE)
    return bits


@kernel
def choices(s, i, verb, hand, first, last, free):
    """Return for which first arguments, ``first`` to ``last`` - 1, an offered verb is legal.

    In the order of the table. ``hand`` is the verb's other argument; areas don't matter (U017);
    ``free`` are the ``ways`` off its tile, which several verbs go by.
    """
    w = s.windows[s.depth - 1]  # U314 U544 U446: of which tile, step or search
    side = s.units[i].side
    bits = np.uint64(0)
    if verb == STEP:
        bits = np.uint64(turn_directions(s, side, may_step(s, i, free)))
    elif verb == DISENGAGE:
        bits = np.uint64(turn_directions(s, side, may_disengage(free)))
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
            bits |= choice(a, may_equip(s, i, a))  # U401
    elif verb == EQUIP_FLOOR:
        here = may_equip_floor(s, i)
        bits = np.uint64(turn_directions(s, side, here >> 1) << 1 | here & 1)  # U401
    elif verb == UNEQUIP:
        for a in range(first, last):
            bits |= choice(a, may_unequip(s, i, a))
    elif verb == PLACE:
        for a in range(first, last):
            bits |= choice(a, may_place(s, i, a))  # U409
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
            bits |= choice(a, may_ready(s))  # U501
    elif verb == COLUMN and w.x < 0:  # U314: the column first, then the row
        for a in range(first, last):
            bits |= choice(a, may_throw_in_column(s, i, turn_x(s, side, a)))
    elif verb == ROW:  # U314: none while the column is owed
        for a in range(first, last):
            bits |= choice(a, may_throw_at(s, i, np.int64(w.x), turn_y(s, side, a)))
    elif verb == PLACE_DIRECTION:
        bits = np.uint64(turn_directions(s, side, may_place_at(s, i)))
    elif verb == READY_KIND:
        for a in range(first, last):
            bits |= choice(a, may_ready_kind(s, a))
    elif verb == OPP_UNARMED:
        bits = choice(first, may_opp_unarmed(s, i, w.actor))
    elif verb == OPP_MELEE:
        bits = choice(first, may_opp_melee(s, i, w.actor, hand))
    elif verb == GRANT_TARGET:
        for a in range(first, last):
            bits |= choice(a, may_grant_target(s, i, enemy_of(s, i, a)))
    elif verb == NEXT_UNIT:
        for a in range(first, last):
            bits |= choice(a, may_act_next(s, ally_of(s, i, a)))
    elif verb != COLUMN:  # U314; no argument: `possible` has the say
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
def may(s, verb, a, b, c):
    """Tell whether the decider may take the row of a verb with its arguments."""
    if s.decider < 0 or verb < 0:
        return False
    i = s.decider + 0
    if possible(s, i, offered(s, i) & (np.uint64(1) << np.uint64(verb))) == np.uint64(0):
        return False
    area = AREA_ARGUMENT[verb]
    if area == 0:
        a = 0
    free = ways(s, i) if is_in(BY_WAYS, verb) else 0
    return is_in(choices(s, i, verb, c if area == 1 else b, a, a + 1, free), a)


@kernel
def fill_verb(s, i, verb, free, out):
    """Write the rows of an offered verb; return how many are legal."""
    t = s.blocks[verb]
    start, n1, n2, n3 = np.int64(t.start), np.int64(t.n1), np.int64(t.n2), np.int64(t.n3)
    area = AREA_ARGUMENT[verb]
    n = 0
    if area == 1:  # target, area, hand
        for c in range(n3):
            bits = choices(s, i, verb, c, 0, n1, free)
            while bits != np.uint64(0):
                row = start + lowest(bits) * n2 * n3 + c
                bits &= bits - np.uint64(1)
                for b in range(n2):
                    out[row + b * n3] = 1
                n += n2
    elif area == 0:  # area, hand
        for b in range(n2):
            if choices(s, i, verb, b, 0, 1, free) != np.uint64(0):
                for a in range(n1):
                    out[start + a * n2 + b] = 1
                n += n1
    else:  # argument, hand
        for b in range(n2):
            bits = choices(s, i, verb, b, 0, n1, free)
            while bits != np.uint64(0):
                out[start + lowest(bits) * n2 + b] = 1
                bits &= bits - np.uint64(1)
                n += 1
    return n


@kernel
def fill(s, out):
    """Write the decider's mask; return how many rows are legal."""
    i = s.decider + 0
    for k in range(s.n_rows):
        out[k] = 0
    n = 0
    bits = possible(s, i, offered(s, i))
    free = ways(s, i) if bits & BY_WAYS != np.uint64(0) else 0
    while bits != np.uint64(0):
        verb = lowest(bits)
        bits &= bits - np.uint64(1)
        start = np.int64(s.blocks[verb].start)
        if start >= 0:
            if is_in(PLAIN, verb):
                out[start] = 1
                n += 1
            else:
                n += fill_verb(s, i, verb, free, out)
    return n
