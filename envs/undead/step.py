"""What may be done and what doing it does: the two dispatch chains, the mask, the door.

Legality has this one source: ``legal`` names for every row the ``may_`` that decides it. The mask
is ``legal`` over the table, and a row is taken only if ``legal`` allows it.
"""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.jit import bytes_at, entry, floats_at, kernel
from fracas.envs.core.record import MAX_TAKEN
from fracas.envs.core.system import (
    OP_ACT,
    OP_BEGIN,
    OP_FAULTS,
    OP_LEGAL,
    OP_REDETERMINE,
    OP_REFRESH,
    REFUSED,
)
from fracas.envs.core.verbs import verb_of
from fracas.envs.core.windows import has_bit, pop, push
from fracas.envs.undead.conditions import full_movement, is_forbidden
from fracas.envs.undead.events import E_ACTED
from fracas.envs.undead.faults import faults
from fracas.envs.undead.flow import begin, do_end_turn, resume
from fracas.envs.undead.frame import (
    W_GRANT,
    W_PARTS,
    W_READY,
    W_STEP,
    ally_of,
    anyone_of,
    enemy_of,
    target_of,
    turn_direction,
    turn_x,
    turn_y,
)
from fracas.envs.undead.observe import observe
from fracas.envs.undead.redetermine import redetermine
from fracas.envs.undead.rules_attack import (
    do_attack,
    do_defend,
    do_escape,
    do_grapple,
    do_opportunity,
    do_push,
    do_release,
    do_strong_choice,
    dodge_guard,
    may_dodge,
    may_escape,
    may_grapple,
    may_melee,
    may_opp_melee,
    may_opp_unarmed,
    may_parry,
    may_push,
    may_release,
    may_shoot,
    may_strong_grapple,
    may_throw_weapon,
    may_unarmed,
    parry_guard,
)
from fracas.envs.undead.rules_damage import look_around, readers
from fracas.envs.undead.rules_items import (
    do_drop_item,
    do_equip,
    do_equip_floor,
    do_place,
    do_reload,
    do_switch_mode,
    do_unequip,
    do_unjam,
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
    can_pay,
    do_disengage,
    do_drop_prone,
    do_hide,
    do_move,
    do_sneak,
    do_stand_up,
    do_step,
    may_disengage,
    may_drop_prone,
    may_hide,
    may_move,
    may_sneak,
    may_stand_up,
    may_step,
    pay,
)
from fracas.envs.undead.rules_objects import (
    do_inspect,
    do_intimidate,
    do_pressure,
    do_sense,
    do_throw_object,
    may_intimidate,
    may_pressure,
    may_throw_at,
    may_throw_in_column,
    may_throw_object,
)
from fracas.envs.undead.flow import is_waiting
from fracas.envs.undead.rules_ready import (
    ATTACKED,
    MOVED,
    OTHER,
    decline,
    do_ready,
    fire,
    may_ready,
    may_ready_kind,
    open_action,
)
from fracas.envs.undead.state import state_at
from fracas.envs.undead.verbs import (
    AREA_ARGUMENT,
    CHOOSE_KIND,
    CHOOSE_NEXT,
    CHOOSE_TARGET,
    COLUMN,
    DEFEND,
    DISENGAGE,
    DODGE,
    DROP_ITEM,
    DROP_PRONE,
    END_TURN,
    EQUIP,
    EQUIP_FLOOR,
    ESCAPE_MELEE,
    ESCAPE_REFLEX,
    GRANT_STEPS,
    GRANT_TARGET,
    GRANT_TOWARDS,
    GRAPPLE,
    HIDE,
    INSPECT,
    INTIMIDATE,
    ITEM_DIRECTION,
    KIND_OF,
    MAIN,
    MELEE,
    MOVE,
    N_TURN_VERBS,
    N_VERBS,
    NEXT_UNIT,
    OPP_MELEE,
    OPP_UNARMED,
    OPPORTUNITY,
    PARRY,
    PASS,
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
    STOP,
    STRONG_CHOICE,
    STRONG_GRAPPLE,
    SWITCH_MODE,
    TABLE,
    THROW_OBJECT,
    THROW_WEAPON,
    TILE,
    UNARMED,
    UNEQUIP,
    UNJAM,
)

# -- legality -----------------------------------------------------------------------------------------


@kernel
def is_offered(s, i, verb):  # type: ignore[no-untyped-def]
    """Section 5: the phase offers the verb, no condition forbids it, its cost can be paid (U101)."""
    phase = s.phase
    if is_forbidden(s.units[i], verb):
        return False
    if phase == MAIN:
        return verb < N_TURN_VERBS and can_pay(s, i, verb)  # U103
    if phase == READY_FIRE:
        if verb == PASS:
            return True
        return KIND_OF[verb] >= 0 and KIND_OF[verb] == s.units[i].ready_kind and can_pay(s, i, verb)
    if phase == DEFEND:
        return verb == DODGE or verb == PARRY or verb == PASS
    if phase == OPPORTUNITY:
        return verb == OPP_UNARMED or verb == OPP_MELEE or verb == PASS
    if phase == GRANT_STEPS or phase == GRANT_TOWARDS:
        return verb == STEP or verb == STOP
    if phase == STRONG_CHOICE:
        return verb == TABLE or verb == STRONG_GRAPPLE
    if phase == TILE:  # the column first, then the row
        return verb == (COLUMN if s.windows[s.depth - 1].x < 0 else ROW)
    if phase == ITEM_DIRECTION:
        return verb == PLACE_DIRECTION
    if phase == CHOOSE_KIND:
        return verb == READY_KIND
    if phase == CHOOSE_TARGET:
        return verb == GRANT_TARGET
    return verb == NEXT_UNIT


@kernel
def legal(s, i, verb, a, b, c):  # type: ignore[no-untyped-def]
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
    if verb == COLUMN:
        return may_throw_in_column(s, i, turn_x(s, side, a))
    if verb == ROW:
        return may_throw_at(s, i, np.int64(s.windows[s.depth - 1].x), turn_y(s, side, a))
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
        return may_strong_grapple(s, s.windows[s.depth - 1])
    if verb == GRANT_TARGET:
        return may_grant_target(s, i, enemy_of(s, i, a))
    if verb == NEXT_UNIT:
        k = ally_of(s, i, a)
        return k >= 0 and is_waiting(s, k)
    return True  # pass, table, stop


@kernel
def may_grant_target(s, i, k):  # type: ignore[no-untyped-def]
    """U446: one of those that the search found."""
    found = s.windows[s.depth - 1].candidates
    return k >= 0 and has_bit(found, k)


@kernel
def may(s, row):  # type: ignore[no-untyped-def]
    """Tell whether the decider may take a row."""
    if s.decider < 0:
        return False
    verb, a, b, c = verb_of(s, row)
    i = s.decider + 0
    return verb >= 0 and is_offered(s, i, verb) and legal(s, i, verb, a, b, c)


@kernel
def fill_verb(s, i, verb, out):  # type: ignore[no-untyped-def]
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
def fill(s, out):  # type: ignore[no-untyped-def]
    """Write the decider's mask; return how many rows are legal."""
    i = s.decider + 0
    for k in range(s.n_rows):
        out[k] = 0
    n = 0
    for verb in range(N_TURN_VERBS if s.phase == MAIN else N_VERBS):
        if s.blocks[verb].start >= 0 and is_offered(s, i, verb):
            n += fill_verb(s, i, verb, out)
    return n


# -- doing ------------------------------------------------------------------------------------------------


@kernel
def event_of(verb):  # type: ignore[no-untyped-def]
    """U506 to U511: what others may have waited for."""
    if verb == STEP or verb == DISENGAGE:
        return MOVED
    if (
        verb == UNARMED
        or verb == MELEE
        or verb == PUSH
        or verb == GRAPPLE
        or verb == THROW_WEAPON
        or verb == SHOT_SINGLE
        or verb == SHOT_SEMI
        or verb == SPRAY
    ):
        return ATTACKED
    return OTHER


@kernel
def perform(s, i, verb, a, b, c, x, y):  # type: ignore[no-untyped-def]
    """Take an action of 4.1: pay, then do it; its window closes when all of it is resolved."""
    side = s.units[i].side
    readied = s.windows[s.depth - 1].kind == W_READY
    if readied:
        fire(s, i)
    event = event_of(verb)
    target = target_of(s, i, a) if event == ATTACKED else -1
    if verb != STEP:
        note(s, E_ACTED, i, -1, verb, 0, -1, -1, readers(s, i))
    open_action(s, i, event, target, readied)
    pay(s, i, verb)
    if verb == STEP:
        do_step(s, i, turn_direction(s, side, a))
    elif verb == MOVE:
        if readied:  # U513: a pool of its own, carried out at once
            w = push(s, W_GRANT)
            w.actor = i
            w.target = -1
            w.points = full_movement(s, s.units[i])
        else:
            do_move(s, i)
    elif verb == SNEAK:
        do_sneak(s, i)
    elif verb == HIDE:
        do_hide(s, i)
    elif verb == STAND_UP:
        do_stand_up(s, i)
    elif verb == DROP_PRONE:
        do_drop_prone(s, i)
    elif verb == DISENGAGE:
        do_disengage(s, i, turn_direction(s, side, a))
    elif verb == PUSH:
        do_push(s, i, target)
    elif verb == GRAPPLE:
        do_grapple(s, i, target)
    elif event == ATTACKED:
        do_attack(s, i, target, verb, b, c)
    elif verb == ESCAPE_REFLEX or verb == ESCAPE_MELEE:
        do_escape(s, i, verb)
    elif verb == RELEASE:
        do_release(s, i)
    elif verb == THROW_OBJECT:
        do_throw_object(s, i, a, x, y)
    elif verb == UNJAM:
        do_unjam(s, i, a)
    elif verb == SWITCH_MODE:
        do_switch_mode(s, i, a)
    elif verb == RELOAD:
        do_reload(s, i, a, b)
    elif verb == EQUIP:
        do_equip(s, i, a)
    elif verb == EQUIP_FLOOR:
        do_equip_floor(s, i, turn_direction(s, side, a - 1) if a > 0 else -1)
    elif verb == UNEQUIP:
        do_unequip(s, i, a)
    elif verb == PLACE:
        do_place(s, i, a, x)
    elif verb == DROP_ITEM:
        do_drop_item(s, i, a)
    elif verb == INTIMIDATE:
        do_intimidate(s, i, target_of(s, i, a))
    elif verb == SENSE:
        do_sense(s, i)
    elif verb == INSPECT:
        do_inspect(s, i)
    elif verb == PRESSURE:
        do_pressure(s, i, anyone_of(s, i, a))
    elif verb == READY:
        do_ready(s, i, a, x)


@kernel
def choose(s, i, verb, a, b, c, asked):  # type: ignore[no-untyped-def]
    """Answer the decision that is owed."""
    w = s.windows[s.depth - 1]
    phase = s.phase
    side = s.units[i].side
    if phase == MAIN or phase == READY_FIRE:
        if verb == PASS:
            if asked:
                decline(s, i)
        elif verb == END_TURN:
            do_end_turn(s, i)
        elif verb == READY or verb == PLACE or verb == THROW_OBJECT:
            w = push(s, W_PARTS)
            w.actor = i
            w.verb = verb
            w.slot = a
            w.x = -1
        else:
            perform(s, i, verb, a, b, c, 0, 0)
    elif phase == DEFEND:
        if verb == DODGE or verb == PARRY:
            pay(s, i, verb)
            do_defend(s, i, dodge_guard(s.units[i]) if verb == DODGE else parry_guard(s.units[i]))
    elif phase == OPPORTUNITY:
        if verb != PASS:
            mover = w.actor + 0
            open_action(s, i, ATTACKED, mover, True)
            do_opportunity(s, i, mover, verb, a, b)
    elif phase == STRONG_CHOICE:
        do_strong_choice(s, verb)
    elif phase == TILE and verb == COLUMN:
        w.x = turn_x(s, side, a)
    elif phase == TILE or phase == ITEM_DIRECTION or phase == CHOOSE_KIND:
        of, slot, x = w.verb + 0, w.slot + 0, np.int64(w.x)
        if of == READY:
            x = a
        elif of == PLACE:
            x = turn_direction(s, side, a)
        pop(s)
        perform(s, i, of, slot, 0, 0, x, turn_y(s, side, a))
    elif phase == CHOOSE_TARGET:
        w.target = enemy_of(s, i, a)
    elif phase == CHOOSE_NEXT:
        s.turn_unit = ally_of(s, i, a)
    elif verb == STOP:
        pop(s)
    else:
        open_action(s, i, MOVED, -1, False)
        do_step(s, i, turn_direction(s, side, a))


@kernel
def take(s, row, asked):  # type: ignore[no-untyped-def]
    """Take a legal row and note it among those taken since the last asked decision."""
    verb, a, b, c = verb_of(s, row)
    if asked:
        s.n_taken = 0
        s.decisions += 1
    if s.n_taken < MAX_TAKEN:
        s.taken[s.n_taken] = row
        s.n_taken += 1
    choose(s, s.decider + 0, verb, a, b, c, asked)


@kernel
def advance(s, out):  # type: ignore[no-untyped-def]
    """Run until somebody must choose between rows (U137), or the battle is over."""
    while s.winner == 0:
        if resume(s):
            n = fill(s, out)
            if n != 1:
                return
            row = 0
            while out[row] == 0:
                row += 1
            take(s, row, False)
    s.decider = -1
    s.phase = 0
    for k in range(s.n_rows):
        out[k] = 0


# -- the door -------------------------------------------------------------------------------------------------


@entry
def play(record, op, argument, observation, mask):  # type: ignore[no-untyped-def]
    """See ``fracas.envs.core.system`` for the operations."""
    s = state_at(record)
    if op == OP_LEGAL:
        return 1 if may(s, argument) else 0
    if op == OP_FAULTS:
        return faults(s)
    if op == OP_REDETERMINE:
        redetermine(s, argument)
        return 0
    if op == OP_REFRESH:
        for i in range(s.n_units):
            look_around(s, i)
        return 0
    out = bytes_at(mask, np.int64(s.n_rows))
    seat = argument
    if op == OP_ACT:
        if not may(s, argument):
            return REFUSED
        take(s, argument, True)
        advance(s, out)
        seat = np.int64(s.decider)
    elif op == OP_BEGIN:
        begin(s)
        advance(s, out)
        seat = np.int64(s.decider)
    elif seat == s.decider:
        fill(s, out)
    else:
        for k in range(s.n_rows):
            out[k] = 0
    if observation != 0 and seat >= 0:
        observe(s, seat, floats_at(observation, np.int64(s.n_floats)))
    return np.int64(s.decider)
