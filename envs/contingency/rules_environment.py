"""Upkeep (C440 to C445, C397, C398) and the environment (C480 to C485, C472, C106, C107)."""

import numpy as np

from fracas.envs.contingency.events import (
    E_ARRIVED,
    E_BREATHES,
    E_FORESHADOWED,
    E_HAPPENED,
    E_NOTICED,
)
from fracas.envs.contingency.frame import EVERYBODY, holds, is_enemy, is_in_play, own_side, readers
from fracas.envs.contingency.options import EVENTS_LAST, NEXT_NOTICE, NO_CHECK
from fracas.envs.contingency.rules_actions import has_danced
from fracas.envs.contingency.rules_attack import expose
from fracas.envs.contingency.rules_harm import (
    count_kept,
    enter_airless,
    hold_breath,
    injure,
    is_suffocating,
    more_breathless,
    requirement,
    stress,
)
from fracas.envs.contingency.rules_rolls import note_roll, roll_quietly, roll_skill, triggered
from fracas.envs.contingency.rules_zones import breathe_again, look_around
from fracas.envs.contingency.state import GAS_ENDS, GAS_STARTS, HAZARD_STARTS
from fracas.envs.contingency.tables import (
    AWARENESS,
    D_DETECT,
    D_MAINTAIN,
    DISCIPLINE,
    KNO,
    N_KEPT,
    WIL,
)
from fracas.envs.contingency.verbs import P_BREATH, P_END
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel, public_kernel

# -- foreshadowing (C027) --------------------------------------------------------------------------


@public_kernel
def is_shown(s, e):
    """C027: an event is shown from the start of its round (`events.notice`: a round earlier)."""
    early = 1 if s.options.events_notice == NEXT_NOTICE else 0
    due = s.scheduled[e].round
    return s.round <= due and due <= s.round + early


@kernel
def foreshadow(s):
    """C027: tell of the events that are newly shown this round."""
    early = 1 if s.options.events_notice == NEXT_NOTICE else 0
    for e in range(s.n_scheduled):
        due = s.scheduled[e].round
        if due == s.round + early or (s.round == 1 and due == 1):
            note(s, E_FORESHADOWED, -1, -1, s.scheduled[e].kind, due, -1, -1, EVERYBODY)


@kernel
def is_gas_coming(s, z):
    """C397: a gas event for the zone is shown."""
    for e in range(s.n_scheduled):
        event = s.scheduled[e]
        if event.kind == GAS_STARTS and event.zone == z and is_shown(s, e):
            return True
    return False


# -- Maintain Concentration (C440 to C445) ---------------------------------------------------------


@kernel
def maintain(s, w, i):
    """C061 C440 C441 C445: roll; a result below the requirement means that effects must end."""
    u = s.units[i]
    result = roll_skill(s, i, WIL, DISCIPLINE, False, False, triggered(s, i), D_MAINTAIN)[0]
    w.result = result if result < requirement(s, u) else 127


@kernel
def must_end(s, w, i):
    """C442 C443: until what remains is below the result, or nothing is kept."""
    u = s.units[i]
    return w.result < 127 and count_kept(u) > 0 and requirement(s, u) >= w.result


@kernel
def resume_maintain(s, w, i):
    """C440 to C444: carry a unit's Maintain Concentration on; tell whether it must choose."""
    u = s.units[i]
    if w.budget == 0:
        if not is_in_play(s, i) or count_kept(u) == 0:
            return False
        maintain(s, w, i)
        w.budget = 1
    if must_end(s, w, i):
        s.decider = i
        s.phase = P_END
        return True
    for k in range(N_KEPT):
        u.tokens[k] = 0  # C444
    w.budget = 0
    return False


# -- breath (C395 to C398) -------------------------------------------------------------------------


@kernel
def resume_breath(s, w, i):
    """C397 C398: go on holding, begin, or breathe; tell whether the unit must choose."""
    u = s.units[i]
    if not is_in_play(s, i):
        return False
    zone = s.zones[u.zone]
    if zone.airless != 0:
        if u.holding != 0:
            more_breathless(s, i)
        return False
    if u.holding != 0 or zone.gas != 0 or is_gas_coming(s, u.zone):
        s.decider = i
        s.phase = P_BREATH
        return True
    return False


@kernel
def may_breathe(s, w):
    """C398: in upkeep only; in gas in phase 5 the other choice is Resist (C397)."""
    return w.stage == UPKEEP_BREATH


@kernel
def do_hold(s, i):
    """C395 C398: begin to hold one's breath, or go on."""
    hold_breath(s, i)


@kernel
def do_breathe(s, i):
    """C398: stop holding, or don't begin."""
    breathe_again(s, i)


# -- the environment (C485) ------------------------------------------------------------------------

(
    SCENE, UPKEEP_CONCENTRATION, UPKEEP_BREATH, ANNOUNCING, ANNOUNCED, RESOLVING, TYPE_BEGINS,
    ENVIRONMENT, END_OF_ROUND,
) = range(9)  # fmt: skip
"""Stages of a round; flow.py leads through them."""

EVENTS_FIRST, DANCES, ZONES, SUFFOCATION, DETECTION, BREATHING, EVENTS_AFTER, DONE = range(8)
"""Steps of the environment's phase, in the order of C485."""


@kernel
def happen(s):
    """C483: the events of this round, in list order."""
    for e in range(s.n_scheduled):
        event = s.scheduled[e]
        if event.round == s.round:
            note(s, E_HAPPENED, -1, -1, event.kind, 0, -1, -1, EVERYBODY)
            if event.kind == GAS_STARTS:
                s.zones[event.zone].gas = event.toxin
            elif event.kind == GAS_ENDS:
                s.zones[event.zone].gas = 0
            elif event.kind == HAZARD_STARTS:
                s.zones[event.zone].hazard = 1
            else:  # REINFORCEMENT
                arrive(s, np.int64(event.unit), np.int64(event.zone))


@kernel
def arrive(s, i, z):
    """C483: a unit in reserve comes into play."""
    u = s.units[i]
    if u.reserve != 0:
        u.reserve = 0
        u.zone = z
        note(s, E_ARRIVED, i, -1, -1, 0, -1, -1, EVERYBODY)
        enter_airless(s, i)
        look_around(s)


@kernel
def suffer_zone(s, i, after_gas):
    """C396 C481 C482: no air, gas, hazard; tell whether the unit must choose how to meet gas."""
    u = s.units[i]
    zone = s.zones[u.zone]
    if not after_gas:
        if zone.airless != 0 and u.holding == 0:
            hold_breath(s, i)
        if zone.gas != 0 and u.holding == 0:  # C481 C398
            s.decider = i
            s.phase = P_BREATH
            return True
    if zone.hazard != 0:
        injure(s, i, 1, True)
    return False


@kernel
def do_resist(s, i):
    """C390 C481: the zone's toxin targets the unit."""
    expose(s, i, np.int64(s.zones[s.units[i].zone].gas))


@kernel
def detect(s, i):
    """C472: each enemy in the zone of a unit hidden from it rolls Knowledge + Awareness."""
    u = s.units[i]
    if s.options.hide_detection >= NO_CHECK:
        return
    for k in range(s.n_units):
        if is_enemy(s, i, k) and holds(u.hidden_from, k) and s.units[k].zone == u.zone:
            found = roll_quietly(s, k, KNO, AWARENESS, False, False, 0, D_DETECT)[0]
            if found >= u.hide_result:
                note_roll(s, k, D_DETECT, found, EVERYBODY)
                u.hidden_from &= ~(1 << k)
                s.units[k].aware_of |= 1 << i
                note(s, E_NOTICED, k, i, -1, 0, -1, -1, EVERYBODY)
            else:
                note_roll(s, k, D_DETECT, found, own_side(s, i))


@kernel
def breathe_easier(s, i):
    """C106: not holding and no Combat action this round: one level less."""
    u = s.units[i]
    if u.breathless > 0 and u.holding == 0 and u.fought == 0:
        u.breathless -= 1
        note(s, E_BREATHES, i, -1, -1, u.breathless, -1, -1, readers(s, i))


@kernel
def happens_now(s, step):
    """C485 (`events.order`): events come first, or last."""
    last = s.options.events_order == EVENTS_LAST
    return (step == EVENTS_FIRST and not last) or (step == EVENTS_AFTER and last)


@kernel
def resume_environment(s, w):
    """C485: each step for all units in index order; tell whether somebody must choose."""
    if w.b == EVENTS_FIRST or w.b == EVENTS_AFTER:
        if happens_now(s, w.b):
            happen(s)
        w.b += 1
        w.actor = 0
        return False
    if w.actor >= s.n_units:
        w.b += 1
        w.actor = 0
        return False
    i = np.int64(w.actor)
    u = s.units[i]
    after_gas = w.budget != 0  # the choice about gas has been made
    w.budget = 0
    w.actor += 1
    if not is_in_play(s, i):
        return False
    if w.b == DANCES:
        if u.owes_dance != 0 and not has_danced(u):  # C194
            u.owes_dance = 0
            stress(s, i, 2)
    elif w.b == ZONES:
        if suffer_zone(s, i, after_gas):
            w.actor -= 1
            w.budget = 1
            return True
    elif w.b == SUFFOCATION:
        if is_suffocating(s, u):
            injure(s, i, 1, False)
    elif w.b == DETECTION:
        detect(s, i)
    elif w.b == BREATHING:
        breathe_easier(s, i)
    return False
