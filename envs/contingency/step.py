"""What doing a row does (section 4): the dispatch chain, the loop, and the door."""

import numpy as np

from fracas.envs.contingency.faults import faults
from fracas.envs.contingency.flow import begin, do_announce, do_announced, resume
from fracas.envs.contingency.frame import W_PARTS, ally_of, enemy_of, in_zone_frame
from fracas.envs.contingency.legal import fill, may
from fracas.envs.contingency.observe import observe
from fracas.envs.contingency.redetermine import redetermine
from fracas.envs.contingency.rules_actions import begin_action, begin_instant
from fracas.envs.contingency.rules_attack import do_defend, do_embed
from fracas.envs.contingency.rules_environment import do_breathe, do_hold, do_resist
from fracas.envs.contingency.rules_falls import (
    do_feet,
    do_land_as_is,
    do_lower,
    do_lowered,
    do_remove,
    do_skilled,
)
from fracas.envs.contingency.rules_gear import do_let_go, do_ready, in_hand, lying_item
from fracas.envs.contingency.rules_harm import cross, end_concentration, place_tokens
from fracas.envs.contingency.rules_influence import do_focus, do_replace
from fracas.envs.contingency.rules_interaction import do_contest, do_let, do_oppose_escape
from fracas.envs.contingency.rules_movement import do_engage, do_step, do_stop
from fracas.envs.contingency.rules_options import (
    CHOOSING,
    FOCUSED,
    do_declare,
    do_muddle,
    do_reveal,
    do_yield_drop,
    do_yield_grant,
    do_yield_prone,
    do_yield_sheathe,
    take_option,
)
from fracas.envs.contingency.rules_spells import begin_cast, do_less_strain
from fracas.envs.contingency.rules_turns import do_forgo, has_acted
from fracas.envs.contingency.rules_wrestle import do_disarm, do_grapple, do_shove, do_throw_down
from fracas.envs.contingency.rules_zones import release
from fracas.envs.contingency.state import RANGED, state_at
from fracas.envs.contingency.tables import FOLLOW_UP, MAIN, QUICK_GRAB, SLIP_AWAY
from fracas.envs.contingency.verbs import (
    ANNOUNCE,
    CAST,
    CONTEST,
    DASH,
    DISARM,
    DISENGAGE,
    DROP,
    EMBED,
    END_CONCENTRATION,
    ENGAGE,
    ESCAPE,
    FEET,
    FOCUS,
    FORGO,
    GRANT,
    GRAPPLE,
    HIDE,
    HOLD,
    KEEP,
    LET_GO,
    LOWER,
    P_ANNOUNCE,
    P_BREATH,
    P_CONTEST,
    P_DECLARE,
    P_DEFEND,
    P_EFFECT,
    P_EMBED,
    P_END,
    P_ENGAGE,
    P_FOCUS,
    P_INJURY,
    P_INSTANT,
    P_LESS,
    P_LOWER,
    P_MUDDLE,
    P_NEXT,
    P_OPTION,
    P_REPLACE,
    P_REVEAL,
    P_SKILLED,
    P_SPELL,
    P_STEP,
    P_TECHNIQUE,
    P_TOKEN,
    P_YIELD,
    PARLEY,
    PICK_UP,
    PRONE,
    READY,
    RELEASE,
    REMOVE,
    REPOSITION,
    RESIST,
    SHEATHE,
    SHOOT,
    STEP,
    STRIKE,
    TAUNT,
    TECHNIQUE,
    THROW,
)
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

# -- doing ----------------------------------------------------------------------------------------


@kernel
def ranged_item(s, i):
    """Return the ranged weapon that a unit holds (C330)."""
    n = in_hand(s.units[i], MAIN)
    if n >= 0 and s.item_kinds[s.items[n].kind].weapon == RANGED:
        return n
    return in_hand(s.units[i], 1)


@kernel
def aim(s, i, w, verb, a, b, c):
    """Write what a row of an attack says into its window: item, attribute or mode."""
    if verb == STRIKE:
        w.a = b
        w.item = in_hand(s.units[i], c) + 1
    elif verb == SHOOT:
        w.item = ranged_item(s, i) + 1
    elif verb == THROW:
        w.a = c
        w.item = in_hand(s.units[i], b) + 1
    else:
        w.a = b


@kernel
def perform(s, i, verb, a, b, c):
    """Begin the action of a row; its stages follow in ``resume``."""
    if verb == CAST:
        w = push(s, W_PARTS)
        w.actor = i
        w.verb = CAST
        w.a = 0
        w.target = -1
        w.item = 0
        w.spell = a
        return
    has_acted(s)
    target = enemy_of(s, i, a) if verb <= TAUNT or verb >= STRIKE else -1
    w = begin_action(s, i, verb, target)
    if verb == PARLEY or verb == TAUNT:
        w.a = c
        w.b = b
    elif verb <= TAUNT:
        w.a = b
    elif verb == DISENGAGE:
        w.a = a
    elif verb == HIDE:
        w.a = a if a < DASH else DASH + in_zone_frame(s, s.units[i].side, a - DASH)
    elif verb == ESCAPE:
        w.b = a
        w.a = b
    elif verb == PICK_UP:
        w.item = lying_item(s, i, a) + 1
        w.b = b
    elif verb == READY:
        w.a = a
    elif verb >= STRIKE:
        aim(s, i, w, verb, a, b, c)


@kernel
def perform_instant(s, i, verb, a, b, c):
    """C050: the Instant Action that a technique allows."""
    pop(s)
    aim(s, i, begin_instant(s, i, verb, enemy_of(s, i, a)), verb, a, b, c)


@kernel
def do_technique(s, i, w, technique):
    """C050 1.6: an omen for a named Instant Action."""
    w.omens -= 1
    if technique == SLIP_AWAY:
        begin_instant(s, i, REPOSITION, -1)
        return
    target, item = w.target + 0, w.item + 0
    p = push(s, W_PARTS)
    p.actor = i
    p.verb = TECHNIQUE
    p.a = technique
    p.target = target if technique == FOLLOW_UP else -1
    p.item = item if technique == QUICK_GRAB else 0
    p.spell = 0


@kernel
def do_aim_spell(s, i, w, a):
    """C467: the spell is aimed, so the cast begins."""
    spell, size = np.int64(w.spell), np.int64(s.side_size)
    pop(s)
    has_acted(s)
    if a < size:
        begin_cast(s, i, spell, enemy_of(s, i, a), -1)
    elif a < 2 * size:
        begin_cast(s, i, spell, ally_of(s, i, a - size), -1)
    else:
        begin_cast(s, i, spell, -1, in_zone_frame(s, s.units[i].side, a - 2 * size))


@kernel
def do_free(s, i, verb, a):
    """C068 C064 C454 C492: a free action; the same decision is asked again."""
    if verb == RELEASE:
        release(s, i)
    elif verb == LET_GO:
        do_let_go(s, i, a)
    elif verb == END_CONCENTRATION:
        end_concentration(s, i, a)
    else:  # `gear.ready = free`
        s.units[i].readied = 1
        do_ready(s, i, a)


@kernel
def answer(s, i, verb, a, b, c):
    """Answer a decision inside an action, a fall, upkeep or the environment."""
    w = s.windows[s.depth - 1]
    phase, side = s.phase, s.units[i].side
    if phase == P_STEP:
        if verb == STEP:
            do_step(s, w, in_zone_frame(s, side, a))
        else:
            do_stop(s, w)
    elif phase == P_ENGAGE:
        if verb == ENGAGE:
            do_engage(s, w, enemy_of(s, i, a))
        else:
            do_stop(s, w)
    elif phase == P_DEFEND:
        if w.verb == ESCAPE:
            do_oppose_escape(s, w, verb)
        else:
            do_defend(s, w, verb)
    elif phase == P_MUDDLE:
        if verb != KEEP:
            do_muddle(s, w, a + 1)
        w.stage = CHOOSING
    elif phase == P_OPTION:
        take_option(s, w, a + 1)
    elif phase == P_YIELD:
        if verb == PRONE:
            do_yield_prone(s, w)
        elif verb == DROP:
            do_yield_drop(s, w, a)
        elif verb == SHEATHE:
            do_yield_sheathe(s, w, a)
        elif verb == GRANT:
            do_yield_grant(s, w)
    elif phase == P_DECLARE:
        do_declare(s, w, a)
    elif phase == P_REVEAL:
        do_reveal(s, w, a)
    elif phase == P_REPLACE:
        do_replace(s, w, REPOSITION + a)
    elif phase == P_EFFECT:
        if verb == PRONE:
            do_throw_down(s, w)
        elif verb == GRAPPLE:
            do_grapple(s, w)
        elif verb == DISARM:
            do_disarm(s, w, a)
        else:
            do_shove(s, w, in_zone_frame(s, side, a))
    elif phase == P_TECHNIQUE:
        if verb == TECHNIQUE:
            do_technique(s, i, w, a)
    elif phase == P_EMBED:
        if verb == EMBED:
            do_embed(s, w)
    elif phase == P_CONTEST:
        if verb == CONTEST:
            do_contest(s, w)
        else:
            do_let(s, w)
    elif phase == P_BREATH:
        if verb == HOLD:
            do_hold(s, i)
        elif verb == RESIST:
            do_resist(s, i)
        else:
            do_breathe(s, i)
    elif phase == P_END:
        end_concentration(s, i, a)
    elif phase == P_TOKEN:
        place_tokens(s, i, a, 1)
        w.budget -= 1
    elif phase == P_INJURY:
        w.budget -= 1
        cross(s, i, a)
    elif phase == P_FOCUS:
        if verb == FOCUS:
            do_focus(s, w)
        else:
            w.stage = FOCUSED
    elif phase == P_LESS:
        if verb != KEEP:
            do_less_strain(s, w)
    else:
        answer_fall(s, w, verb, a, b)


@kernel
def answer_fall(s, w, verb, a, b):
    """C401 to C406: what the faller spends."""
    phase = s.phase
    if phase == P_SKILLED:
        if verb != KEEP:
            do_skilled(s, w)
    elif phase == P_LOWER:
        if verb == LOWER:
            do_lower(s, w, a, b)
        else:
            do_lowered(s, w)
    elif verb == REMOVE:
        do_remove(s, w, a)
    elif verb == FEET:
        do_feet(s, w)
    else:
        do_land_as_is(s, w)


@kernel
def is_free_action(s, verb):
    """Tell whether a row taken in a turn or while announcing is a free action (C068)."""
    if verb == READY:
        return s.options.gear_ready != 0
    return verb == RELEASE or verb == LET_GO or verb == END_CONCENTRATION


@kernel
def choose(s, i, verb, a, b, c):
    """Answer the decision that is owed."""
    phase = s.phase
    if phase == P_ANNOUNCE:
        if is_free_action(s, verb):
            do_free(s, i, verb, a)
        elif verb == ANNOUNCE:
            do_announce(s, i, a)
        else:
            do_announced(s, i)
    elif phase == P_NEXT:
        s.turn_unit = ally_of(s, i, a)
        s.windows[0].target = -1
    elif phase == P_INSTANT:
        perform_instant(s, i, verb, a, b, c)
    elif phase == P_SPELL:
        do_aim_spell(s, i, s.windows[s.depth - 1], a)
    elif phase > P_NEXT and phase < P_INSTANT:
        if is_free_action(s, verb):
            do_free(s, i, verb, a)
        elif verb == FORGO:
            do_forgo(s, i)
        else:
            perform(s, i, verb, a, b, c)
    else:
        answer(s, i, verb, a, b, c)


@kernel
def take(s, row, verb, a, b, c, asked):
    """Take a legal row and note it among those taken since the last asked decision."""
    if asked:
        s.n_taken = 0
        s.decisions += 1
    if s.n_taken < MAX_TAKEN:
        s.taken[s.n_taken] = row
        s.n_taken += 1
    choose(s, s.decider + 0, verb, a, b, c)


@kernel
def only_choice(s, out):
    """Return the one row that counts as a choice (section 5)."""
    for row in range(s.n_rows):
        if out[row] != 0:
            verb = verb_of(s, row)[0]
            if s.phase == P_END or not is_free_action(s, verb):
                return row
    return -1


@kernel
def advance(s, out):
    """Run until somebody must choose between rows, or the battle is over."""
    while s.winner == 0:
        if resume(s):
            if fill(s, out) != 1:
                return
            row = only_choice(s, out)
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
        return 0  # nothing follows from other fields
    out = bytes_at(mask, np.int64(s.n_rows))
    seat = argument
    if op == OP_ACT or op == OP_BEGIN:
        if op == OP_BEGIN:
            begin(s)
        else:
            verb, a, b, c = verb_of(s, argument)
            if not may(s, verb, a, b, c):
                return REFUSED
            take(s, argument, verb, a, b, c, True)
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
