"""Interaction actions (3.16): Escape, Recover, Pick Up Object; their rolls, who opposes them."""

import numpy as np

from fracas.envs.contingency.events import C_RESTRAINED, E_FAILED, E_LOST, E_RECOVERED, E_SUCCEEDED
from fracas.envs.contingency.frame import holds, is_enemy, is_in_play, readers
from fracas.envs.contingency.options import DANGER_ENEMIES, SEPARATE
from fracas.envs.contingency.rules_actions import check_declared, end_action
from fracas.envs.contingency.rules_attack import may_strike, may_throw
from fracas.envs.contingency.rules_defend import roll_guard
from fracas.envs.contingency.rules_gear import (
    contest_skill,
    may_contest,
    note_contest,
    pick_up_difficulty,
    take_in_hand,
)
from fracas.envs.contingency.rules_harm import is_suffocating, mark, stress
from fracas.envs.contingency.rules_movement import leader
from fracas.envs.contingency.rules_rolls import (
    beats,
    may_use,
    note_omens,
    omens_by_margin,
    penalty,
    roll_skill,
    use_grants,
)
from fracas.envs.contingency.rules_zones import is_hidden_from_all_threats
from fracas.envs.contingency.tables import (
    AGI,
    D_ACTION,
    D_CONTEST,
    DEXTERITY,
    ENDURANCE,
    FIN,
    MAIN,
    QUICK_GRAB,
    STR,
    UNARMED,
    WIL,
)
from fracas.envs.contingency.verbs import (
    AUTO,
    BOND_GRAPPLE,
    ESCAPE,
    GUARD,
    P_CONTEST,
    P_DEFEND,
    P_TECHNIQUE,
    PAIR,
    PICK_UP,
)
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- Escape (C270 to C276) -------------------------------------------------------------------------


@kernel
def may_escape(s, i, bond, choice):
    """C270 C271: from a grapple or a restraint that holds the unit."""
    u = s.units[i]
    bound = u.grappled_by != 0 if bond == BOND_GRAPPLE else u.restrained != 0
    return bound and may_use(s, i, PAIR[ESCAPE, 0], PAIR[ESCAPE, 1], choice)


BEGIN, OPPOSED, TECHNIQUE, OVER, GUARDED, CONTESTED = range(6)


@kernel
def resume_escape(s, w):
    """Carry an Escape on: roll, the grappler's Guard, free or mark 1."""
    i = np.int64(w.actor)
    u = s.units[i]
    if w.stage == BEGIN:
        w.stage = OVER
        if u.out != 0:
            return False
        roll_escape(s, w)
        if w.b != BOND_GRAPPLE:  # C274
            settle_escape(s, w, np.int64(u.restrained), False)
        else:
            w.budget = -1  # the best Guard so far
            w.asked = np.uint32(0)
            w.stage = OPPOSED
        return False
    if w.stage == OPPOSED:
        k = next_grappler(s, w)
        if k >= 0:
            w.target = k
            s.decider = k
            s.phase = P_DEFEND
            return True
        w.stage = OVER
        if w.budget < 0:
            settle_escape(s, w, np.int64(s.options.difficulty_passive), False)
        else:
            settle_escape(s, w, np.int64(w.budget), True)
        return False
    if w.stage == GUARDED:
        roll_against_escape(s, w)
        return False
    end_action(s)
    return False


@kernel
def next_grappler(s, w):
    """C272 C273: who may oppose next: the one who leads, by option each in index order; or -1."""
    bits = np.int64(s.units[w.actor].grappled_by)
    if s.options.cooperation_mode != SEPARATE:
        if w.asked != np.uint32(0):
            return -1
        return leader(s, bits, STR, ENDURANCE)
    for k in range(s.n_units):
        if holds(bits, k) and (w.asked >> np.uint32(k)) & np.uint32(1) == np.uint32(0):
            return k
    return -1


@kernel
def roll_escape(s, w):
    """C270: Strength or Finesse + Unarmed; grants on grapplers are used up (C190)."""
    i = np.int64(w.actor)
    helps = False
    if w.b == BOND_GRAPPLE:
        for k in range(s.n_units):
            if holds(s.units[i].grappled_by, k) and use_grants(s, i, k, False):
                helps = True
    w.advantage = 1 if helps else 0
    w.result, w.omens, w.moderator = roll_skill(
        s, i, PAIR[ESCAPE, w.a], UNARMED, helps, w.disadvantage != 0, penalty(s, i), D_ACTION
    )


@kernel
def do_oppose_escape(s, w, verb):
    """C272: the grappler Guards for one stress, or leaves it; no mark for the escaper."""
    k = np.int64(w.target)
    w.asked |= np.uint32(1) << np.uint32(k)
    if verb == GUARD:
        w.stage = GUARDED
        stress(s, k, 1)


@kernel
def roll_against_escape(s, w):
    """C272 C273: the Guard of a grappler that the stress has left in play."""
    i, k = np.int64(w.actor), np.int64(w.target)
    w.stage = OPPOSED
    if s.units[k].out == 0:
        bits = np.int64(s.units[i].grappled_by)
        led = s.options.cooperation_mode != SEPARATE and bits & (bits - 1) != 0
        result = roll_guard(s, k, i, False, led)
        if not beats(s, w.result, result):
            s.units[k].defended |= 1 << i  # C431
        w.budget = max(np.int64(w.budget), result)


@kernel
def settle_escape(s, w, difficulty, opposed):
    """C275 C276 C007: the bond chosen is broken, or mark 1."""
    i = np.int64(w.actor)
    u = s.units[i]
    won = beats(s, w.result, difficulty) if opposed else w.result >= difficulty
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    if not won:
        mark(s, i, 1)
    elif w.b == BOND_GRAPPLE:
        u.grappled_by = 0
    else:
        u.restrained = 0
        note(s, E_LOST, i, -1, C_RESTRAINED, 0, -1, -1, readers(s, i))


# -- Recover (C280 to C287) ------------------------------------------------------------------------


@kernel
def may_recover(s, i):
    """C280 C491 C494: not breathless, suffocating or grappled."""
    u = s.units[i]
    return u.breathless == 0 and not is_suffocating(s, u) and u.grappled_by == 0


@kernel
def is_in_danger(s, i):
    """C285 C286: engaged, restrained, in a zone with HAZARD, GAS or no air (`recover.danger`)."""
    u = s.units[i]
    zone = s.zones[u.zone]
    if u.engaged != 0:
        return True
    if s.options.recover_danger == DANGER_ENEMIES:
        for k in range(s.n_units):
            if is_enemy(s, i, k) and s.units[k].zone == u.zone:
                if not holds(s.units[k].hidden_from, i):
                    return True
        return False
    return u.restrained != 0 or zone.hazard != 0 or zone.gas != 0 or zone.airless != 0


@kernel
def do_recover(s, w):
    """C281 C282 C287: clear as many stamina units as the roll shows."""
    i = np.int64(w.actor)
    u = s.units[i]
    u.recovering = 0
    if u.out == 0:
        helps = u.covered != 0 or is_hidden_from_all_threats(s, i)  # C283 C284
        w.result, w.omens, w.moderator = roll_skill(
            s, i, WIL, ENDURANCE, helps, is_in_danger(s, i), penalty(s, i), D_ACTION
        )
        cleared = min(np.int64(u.marks), np.int64(w.result))
        u.marks -= cleared
        note(s, E_RECOVERED, i, -1, -1, cleared, -1, -1, readers(s, i))
    end_action(s)


# -- Pick Up Object (C292 to C301) -----------------------------------------------------------------


@kernel
def resume_pick_up(s, w):
    """Carry a Pick Up Object on: who competes, the roll, QUICK_GRAB."""
    i = np.int64(w.actor)
    n = np.int64(w.item) - 1
    if w.stage == BEGIN:
        w.stage = OVER
        if s.units[i].out != 0:
            return False
        w.asked = np.uint32(0)
        w.stage = OPPOSED
        return False
    if w.stage == OPPOSED:
        for k in range(s.n_units):
            if (w.asked >> np.uint32(k)) & np.uint32(1) == np.uint32(0) and may_contest(s, i, k, n):
                w.target = k
                s.decider = k
                s.phase = P_CONTEST
                return True
        w.stage = OVER
        w.target = -1
        pick_up(s, w)
        return False
    if w.stage == CONTESTED:
        roll_contest(s, w)
        return False
    if w.stage == TECHNIQUE:
        w.stage = OVER
        if may_quick_grab(s, w):
            w.options = 1 << QUICK_GRAB
            s.decider = i
            s.phase = P_TECHNIQUE
            return True
        return False
    end_action(s)
    return False


@kernel
def pick_up(s, w):
    """C292 to C297 C007: without a roll, or Finesse + Dexterity against the crowding."""
    i = np.int64(w.actor)
    n = np.int64(w.item) - 1
    if w.b == AUTO:
        take_in_hand(s, i, n)
        return
    difficulty = pick_up_difficulty(s, i)
    w.result, w.omens, w.moderator = roll_skill(
        s, i, FIN, DEXTERITY, False, w.disadvantage != 0, penalty(s, i), D_ACTION
    )
    settle_pick_up(s, w, w.result >= difficulty, difficulty)


@kernel
def settle_pick_up(s, w, won, difficulty):
    """C294 C297: the object is held, or stays; omens serve QUICK_GRAB only."""
    i = np.int64(w.actor)
    more, less = omens_by_margin(s, w.result, difficulty)
    w.omens += more
    w.moderator += less
    w.success = 1 if won else 0
    note_omens(s, i, w.omens)
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    if won:
        take_in_hand(s, i, np.int64(w.item) - 1)
        w.stage = TECHNIQUE


@kernel
def do_contest(s, w):
    """C298 C299: the competitor's Pick Up is used, whatever the result."""
    i, k = np.int64(w.actor), np.int64(w.target)
    t = s.units[k]
    w.stage = CONTESTED
    t.pending &= ~(1 << PICK_UP)
    t.performed |= 1 << PICK_UP
    t.order += 1
    check_declared(s, k, PICK_UP)
    t.hidden_from &= ~(1 << i)
    s.units[i].aware_of |= 1 << k


@kernel
def roll_contest(s, w):
    """C298 to C300: Agility + Dexterity or Reflex against the same; equal: nobody takes it.

    Each roll takes its own penalty. A competitor whom the declaration took out (C155) is none.
    """
    i, k = np.int64(w.actor), np.int64(w.target)
    n = np.int64(w.item) - 1
    w.stage = OVER
    if s.units[k].out != 0:
        w.target = -1
        pick_up(s, w)
        return
    note_contest(s, k, n)
    skill = contest_skill(s.units[i])
    w.result, w.omens, w.moderator = roll_skill(
        s, i, AGI, skill, False, False, penalty(s, i), D_ACTION
    )
    other = roll_skill(s, k, AGI, skill, False, False, penalty(s, k), D_CONTEST)[0]
    if other > w.result:
        take_in_hand(s, k, n)
        w.success = 0
        note(s, E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    else:
        settle_pick_up(s, w, w.result > other, other)


@kernel
def do_let(s, w):
    """C300: the adversary lets it go; the next one is asked."""
    w.asked |= np.uint32(1) << np.uint32(w.target)


@kernel
def has_grab_row(s, i, n, k):
    """1.6 QUICK_GRAB: a Strike or Throw with item n on k is legal."""
    u = s.units[i]
    for hand in range(2):
        if (u.main if hand == MAIN else u.off) == n + 1:
            if may_strike(s, i, k, hand) or may_throw(s, i, k, hand, 0):
                return True
            if may_throw(s, i, k, hand, 1):
                return True
    return False


@kernel
def may_quick_grab(s, w):
    """1.6 QUICK_GRAB: an omen on a rolled success, a Strike or Throw with the item."""
    i = np.int64(w.actor)
    u = s.units[i]
    if (
        w.success == 0
        or w.omens < 1
        or w.instant != 0
        or not is_in_play(s, i)
        or (u.techniques >> QUICK_GRAB) & 1 == 0
    ):
        return False
    for k in range(s.n_units):
        if is_enemy(s, i, k) and has_grab_row(s, i, np.int64(w.item) - 1, k):
            return True
    return False
