"""Influence actions (3.8 to 3.14): Anticipate, Feint, Intimidate, Parley, Taunt, Fortify."""

import numpy as np

from fracas.envs.contingency.events import C_FORTIFIED, E_FAILED, E_GAINED, E_SUCCEEDED
from fracas.envs.contingency.frame import holds, is_in_play, readers
from fracas.envs.contingency.options import (
    BELIEF_NONE,
    BELIEF_NUMBERS,
    SELF_ON_SUCCESS,
    STEP_IN_UNCOVERS,
)
from fracas.envs.contingency.rules_actions import (
    count_bits,
    count_forced,
    end_action,
    first_of,
    make_way,
    one_more,
    pending_of,
)
from fracas.envs.contingency.rules_gear import do_let_go, in_hand, is_weapon, may_sheathe
from fracas.envs.contingency.rules_gear import sheathe as sheathe_item
from fracas.envs.contingency.rules_harm import count_in_play, mark, worry
from fracas.envs.contingency.rules_options import (
    BEGIN,
    CHOOSING,
    FOCUS_ASKED,
    FOCUSED,
    FOLLOW_UP,
    MUDDLING,
    OVER,
    REPLACING,
    ROLL,
    ask_follow_up,
    can_muddle,
    may_recover_instead,
    possible_options,
    recover_instead,
)
from fracas.envs.contingency.rules_rolls import (
    beats,
    grant_any,
    may_use,
    note_omens,
    omens_by_margin,
    penalty,
    roll_skill,
    triggered,
    use_grants,
)
from fracas.envs.contingency.rules_zones import (
    alert,
    engage,
    grapples,
    may_reach_engaged,
    may_target,
    notice,
    range_between,
    uncover,
    uncover_to_side,
)
from fracas.envs.contingency.tables import (
    CLOSE,
    COERCION,
    D_ACTION,
    D_FOCUS,
    DECEPTION,
    DISCIPLINE,
    EMPATHY,
    MOCKERY,
    MOVEMENT,
    NEAR,
    TACTICS,
    W_FOCUS,
    WIL,
)
from fracas.envs.contingency.verbs import (
    ANTICIPATE,
    DANCE,
    FEINT,
    INTIMIDATE,
    OFFER_DROP_MAIN,
    OFFER_DROP_OFF,
    OFFER_GRANT,
    OFFER_MARK,
    OFFER_NONE,
    OFFER_RECOVER,
    OFFER_SHEATHE_MAIN,
    P_FOCUS,
    P_MUDDLE,
    P_OPTION,
    P_REPLACE,
    PAIR,
    PARLEY,
    TAUNT,
)
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- who may be influenced (C148) ------------------------------------------------------------------


@kernel
def may_influence(s, i, k, verb):
    """C148 C151 C160 C170 C180 C191 C399: target, range, breath."""
    if not may_target(s, i, k):
        return False
    if verb == FEINT:
        return may_reach_engaged(s, i, k)
    if verb != ANTICIPATE and s.units[i].holding != 0:
        return False
    gap = range_between(s, i, k)
    return gap <= NEAR and (verb != PARLEY or gap >= CLOSE)


@kernel
def may_offer(s, i, offer):
    """C183: what the actor of a Parley may apply to itself."""
    u = s.units[i]
    if offer == OFFER_RECOVER:
        return may_recover_instead(s, i)
    if offer == OFFER_DROP_MAIN or offer == OFFER_DROP_OFF:
        return is_weapon(s, u, offer - OFFER_DROP_MAIN)
    if offer >= OFFER_SHEATHE_MAIN and offer < OFFER_GRANT:
        hand = offer - OFFER_SHEATHE_MAIN
        return is_weapon(s, u, hand) and may_sheathe(s, i, hand)
    return True


@kernel
def may_promise(s, i):
    """C193: not restrained, no forced movement owed, not danced already; breath for one more."""
    u = s.units[i]
    if u.restrained != 0 or count_forced(u) > 0 or u.frozen != 0 or holds(u.performed, DANCE):
        return False
    return pending_of(u, MOVEMENT) != 0 or u.breathless == 0 or s.options.breathless_effect != 0


@kernel
def may_influence_row(s, i, verb, k, b, c):
    """Return whether a row of an Influence verb is legal: target, then what the verb adds."""
    if not may_influence(s, i, k, verb):
        return False
    if verb == PARLEY:
        return may_offer(s, i, b) and may_use(s, i, PAIR[verb, 0], PAIR[verb, 1], c)
    if verb == TAUNT:
        return (b == 0 or may_promise(s, i)) and may_use(s, i, PAIR[verb, 0], PAIR[verb, 1], c)
    return may_use(s, i, PAIR[verb, 0], PAIR[verb, 1], b)


# -- advantage (2.5) -------------------------------------------------------------------------------


@kernel
def feels_weaker(s, k, i):
    """C171 C173: worry of the target at least 2 above the actor's (`intimidate.belief`)."""
    if s.options.intimidate_belief == BELIEF_NONE:
        return False
    if s.options.intimidate_belief == BELIEF_NUMBERS:
        side = s.units[k].side
        return count_in_play(s, side) < count_in_play(s, 1 - side)
    return worry(s, k) >= worry(s, i) + 2


@kernel
def feels_in_control(s, k, i):
    """C172 C173: at least 2 below, or it grapples the actor."""
    if s.options.intimidate_belief == BELIEF_NONE:
        return False
    if s.options.intimidate_belief == BELIEF_NUMBERS:
        side = s.units[k].side
        return count_in_play(s, side) > count_in_play(s, 1 - side)
    return worry(s, k) <= worry(s, i) - 2 or grapples(s, k, i)


@kernel
def gather_influence(s, w):
    """C152 C161 C171 C172 C182 C184 C192 C196: what helps and hinders an Influence roll."""
    i, k = np.int64(w.actor), np.int64(w.target)
    u, t = s.units[i], s.units[k]
    helps, hinders = False, False
    if w.verb == ANTICIPATE:
        hinders = t.sapient == 0
    elif w.verb == FEINT:
        helps = holds(u.defended_last, k)
    elif w.verb == INTIMIDATE:
        helps = feels_weaker(s, k, i)
        hinders = feels_in_control(s, k, i)
    elif w.verb == PARLEY:
        helps = w.b != OFFER_NONE
        hinders = s.attacked_last[u.side] != 0
    else:
        helps = w.b != 0
        hinders = u.hit_last != 0
    if use_grants(s, i, k, False):
        helps = True
    w.advantage = 1 if helps else 0
    w.disadvantage = 1 if hinders else 0


@kernel
def skill_of(verb):
    """C150 C160 C170 C180 C191: the skill of each."""
    if verb == ANTICIPATE:
        return TACTICS
    if verb == FEINT:
        return DECEPTION
    if verb == INTIMIDATE:
        return COERCION
    return EMPATHY if verb == PARLEY else MOCKERY


# -- before the roll -------------------------------------------------------------------------------


@kernel
def apply_to_self(s, i, offer):
    """C183: the effect that the actor of a Parley takes on itself."""
    u = s.units[i]
    if offer == OFFER_MARK:
        mark(s, i, 1)
    elif offer == OFFER_RECOVER:
        recover_instead(s, i)
    elif offer == OFFER_DROP_MAIN or offer == OFFER_DROP_OFF:
        do_let_go(s, i, offer - OFFER_DROP_MAIN)
    elif offer == OFFER_GRANT:
        grant_any(s, i, np.int64(u.side))
    elif offer != OFFER_NONE:
        sheathe_item(s, i, in_hand(u, offer - OFFER_SHEATHE_MAIN))


@kernel
def promise_dance(s, i, plan):
    """C193: the dance takes the place of a pending Movement action, or is added (plan -1)."""
    u = s.units[i]
    if plan >= 0 and plan != DANCE:
        make_way(s, i, plan)
    elif plan < 0:
        one_more(s, i)
    u.pending |= 1 << DANCE
    u.owes_dance = 1


# -- options (C142 to C145) ------------------------------------------------------------------------


# -- stages ----------------------------------------------------------------------------------------


@kernel
def resume_influence(s, w):
    """Carry an Influence action on; tell whether somebody must choose (2.4)."""
    i, k = np.int64(w.actor), np.int64(w.target)
    if w.stage == BEGIN:
        if s.units[i].out != 0:  # C155
            w.stage = OVER
            return False
        return begin_influence(s, w)
    if w.stage == ROLL:
        if s.units[i].out != 0:  # C183
            w.stage = OVER
            return False
        gather_influence(s, w)
        roll_influence(s, w)
        return False
    if w.stage == FOCUS_ASKED:
        s.decider = k
        s.phase = P_FOCUS
        return True
    if w.stage == FOCUSED:
        settle_influence(s, w)
        return False
    if w.stage == MUDDLING:
        if s.units[i].out == 0 and can_muddle(s, w):
            s.decider = i
            s.phase = P_MUDDLE
            return True
        w.stage = CHOOSING
        return False
    if w.stage == CHOOSING:
        if w.options == 0:  # C145
            w.stage = OVER
            return False
        s.decider = k
        s.phase = P_OPTION
        return True
    if w.stage == FOLLOW_UP:
        return ask_follow_up(s, w)
    if w.stage == REPLACING:
        s.decider = k if w.success != 0 else i
        s.phase = P_REPLACE
        return True
    finish_influence(s, w)
    return False


@kernel
def begin_influence(s, w):
    """C083 C183 C193: step in, apply to oneself, promise; a replacement may have to be asked."""
    i, k = np.int64(w.actor), np.int64(w.target)
    w.stage = ROLL
    if w.verb == FEINT and not holds(s.units[i].engaged, k):
        engage(s, i, k)
        w.zone = s.units[i].zone
        if s.options.ambush_step_in == STEP_IN_UNCOVERS:
            uncover(s, i)
            notice(s, k, i)
            w.hidden = 0
            w.aware = 1
    elif w.verb == PARLEY and s.options.parley_self_timing != SELF_ON_SUCCESS:
        apply_to_self(s, i, np.int64(w.b))
    elif w.verb == TAUNT and w.b != 0:
        plans = pending_of(s.units[i], MOVEMENT)
        if holds(plans, DANCE):
            promise_dance(s, i, DANCE)
        elif count_bits(plans) > 1:
            w.stage = REPLACING
        else:
            promise_dance(s, i, first_of(plans))
    return False


@kernel
def roll_influence(s, w):
    """Roll; the target may Focus if it is aware of the actor (C140 C141 C088)."""
    i, k = np.int64(w.actor), np.int64(w.target)
    attribute = PAIR[w.verb, w.a]
    w.result, w.omens, w.moderator = roll_skill(
        s, i, attribute, skill_of(w.verb), w.advantage != 0, w.disadvantage != 0, penalty(s, i),
        D_ACTION,
    )  # fmt: skip
    note_omens(s, i, w.omens)
    w.budget = -1  # no Focus
    if w.aware != 0 and is_in_play(s, k):
        if s.options.focus_ask != 0:
            w.stage = FOCUS_ASKED
            return
        do_focus(s, w)
    w.stage = FOCUSED


@kernel
def do_focus(s, w):
    """C385: Willpower + Discipline; its result is the difficulty (C140)."""
    w.budget = focus(s, np.int64(w.target))
    w.stage = FOCUSED


@kernel
def focus(s, k):
    """C385: roll Focus, at a disadvantage once after the weakness was revealed (C158)."""
    t = s.units[k]
    weak = holds(t.unspent, W_FOCUS)
    t.unspent &= ~(1 << W_FOCUS)
    return roll_skill(s, k, WIL, DISCIPLINE, False, weak, triggered(s, k), D_FOCUS)[0]


@kernel
def settle_influence(s, w):
    """C008 C009 C386: higher than Focus, or the passive difficulty; on a success the options."""
    i = np.int64(w.actor)
    difficulty = np.int64(w.budget)
    if difficulty < 0:
        difficulty = np.int64(s.options.difficulty_passive)
        won = w.result >= difficulty
    else:
        won = beats(s, w.result, difficulty)
    more, less = omens_by_margin(s, w.result, difficulty)
    w.omens += more
    w.moderator += less
    w.success = 1 if won else 0
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    if not won:
        w.stage = OVER
        return
    if w.verb == PARLEY and s.options.parley_self_timing == SELF_ON_SUCCESS:
        apply_to_self(s, i, np.int64(w.b))
    w.options = possible_options(s, w)
    w.stage = MUDDLING


@kernel
def finish_influence(s, w):
    """C147 C471 C089: who influenced an enemy is seen by it and its side."""
    i, k = np.int64(w.actor), np.int64(w.target)
    if s.units[i].out == 0:
        if w.hidden != 0:
            uncover_to_side(s, i, s.units[k].side)
        uncover(s, i)
        alert(s, i, k)
    if w.zone >= 0:  # C471: engaged by the step-in of a Feint
        uncover(s, k)
    end_action(s)


# -- what the target chose -------------------------------------------------------------------------


@kernel
def do_replace(s, w, plan):
    """C177 C193: this pending Movement action gives way."""
    if w.success != 0:
        make_way(s, np.int64(w.target), plan)
        w.stage = OVER
    else:
        promise_dance(s, np.int64(w.actor), plan)
        w.stage = ROLL


# -- Fortify (C210, C211) --------------------------------------------------------------------------


@kernel
def do_fortify(s, w):
    """C210 C211 C015: no roll, no target; advantage on all Defend rolls of this round."""
    i = np.int64(w.actor)
    u = s.units[i]
    if u.out == 0:
        u.fortified = 1
        note(s, E_GAINED, i, -1, C_FORTIFIED, 0, -1, -1, readers(s, i))
    end_action(s)
