"""What doing a row does (section 4): the dispatch chain, the loop, and the door."""

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
from fracas.envs.core.windows import pop, push
from fracas.envs.undead.conditions import full_movement
from fracas.envs.undead.events import E_ACTED
from fracas.envs.undead.faults import faults
from fracas.envs.undead.flow import begin, do_end_turn, resume
from fracas.envs.undead.frame import (
    W_GRANT,
    W_PARTS,
    W_READY,
    ally_of,
    anyone_of,
    enemy_of,
    target_of,
    turn_direction,
    turn_x,
    turn_y,
)
from fracas.envs.undead.legal import fill, may
from fracas.envs.undead.observe import observe
from fracas.envs.undead.redetermine import redetermine
from fracas.envs.undead.rules_attack import (
    do_attack,
    do_defend,
    do_opportunity,
    do_strong_choice,
    dodge_guard,
    parry_guard,
)
from fracas.envs.undead.rules_damage import look_around, readers
from fracas.envs.undead.rules_grapple import (
    do_escape,
    do_grapple,
    do_push,
    do_release,
)
from fracas.envs.undead.rules_items import (
    do_drop_item,
    do_equip,
    do_equip_floor,
    do_place,
    do_reload,
    do_switch_mode,
    do_unequip,
    do_unjam,
)
from fracas.envs.undead.rules_movement import (
    do_disengage,
    do_drop_prone,
    do_hide,
    do_move,
    do_sneak,
    do_stand_up,
    do_step,
    pay,
)
from fracas.envs.undead.rules_objects import (
    do_inspect,
    do_intimidate,
    do_pressure,
    do_sense,
    do_throw_object,
)
from fracas.envs.undead.rules_ready import (
    ATTACKED,
    MOVED,
    OTHER,
    decline,
    do_ready,
    fire,
    open_action,
)
from fracas.envs.undead.state import state_at
from fracas.envs.undead.verbs import (
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
    GRAPPLE,
    HIDE,
    INSPECT,
    INTIMIDATE,
    ITEM_DIRECTION,
    MAIN,
    MELEE,
    MOVE,
    OPPORTUNITY,
    PARRY,
    PASS,
    PLACE,
    PRESSURE,
    PUSH,
    READY,
    READY_FIRE,
    RELEASE,
    RELOAD,
    SENSE,
    SHOT_SEMI,
    SHOT_SINGLE,
    SNEAK,
    SPRAY,
    STAND_UP,
    STEP,
    STOP,
    STRONG_CHOICE,
    SWITCH_MODE,
    THROW_OBJECT,
    THROW_WEAPON,
    TILE,
    UNARMED,
    UNEQUIP,
    UNJAM,
)

# -- doing ----------------------------------------------------------------------------------------


@kernel
def event_of(verb):
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
def perform(s, i, verb, a, b, c, x, y):
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
def choose(s, i, verb, a, b, c, asked):
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
def take(s, row, verb, a, b, c, asked):
    """Take a legal row and note it among those taken since the last asked decision."""
    if asked:
        s.n_taken = 0
        s.decisions += 1
    if s.n_taken < MAX_TAKEN:
        s.taken[s.n_taken] = row
        s.n_taken += 1
    choose(s, s.decider + 0, verb, a, b, c, asked)


@kernel
def advance(s, out):
    """Run until somebody must choose between rows (U137), or the battle is over."""
    while s.winner == 0:
        if resume(s):
            n = fill(s, out)
            if n != 1:
                return
            row = 0
            while out[row] == 0:
                row += 1
            verb, a, b, c = verb_of(s, row)
            take(s, row, verb, a, b, c, False)
    s.decider = -1
    s.phase = 0
    for k in range(s.n_rows):
        out[k] = 0


# -- the door -------------------------------------------------------------------------------------


@entry
def play(record, op, argument, observation, mask):
    """See ``fracas.envs.core.system`` for the operations."""
    s = state_at(record)
    if op == OP_LEGAL:
        verb, a, b, c = verb_of(s, argument)
        return 1 if may(s, verb, a, b, c) else 0
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
        verb, a, b, c = verb_of(s, argument)
        if not may(s, verb, a, b, c):
            return REFUSED
        take(s, argument, verb, a, b, c, True)
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
