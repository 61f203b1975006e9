"""Rounds (section 2): scene, upkeep, announcing, resolving, environment, and what is asked."""

import numpy as np

from fracas.envs.contingency.events import (
    E_ANNOUNCED,
    E_ANNOUNCED_ALL,
    E_INITIATIVE,
    E_ROUND,
    E_STEP,
    E_TYPE,
)
from fracas.envs.contingency.frame import (
    EVERYBODY,
    W_ACTION,
    W_FALL,
    W_INJURY,
    W_ROUND,
    W_TOKENS,
    is_in_play,
    own_side,
    readers,
)
from fracas.envs.contingency.options import (
    BY_UNIT,
    INITIATIVE_AWARENESS,
    INITIATIVE_FIXED,
    RESULT_SCORE,
)
from fracas.envs.contingency.rules_actions import end_action
from fracas.envs.contingency.rules_attack import resume_attack
from fracas.envs.contingency.rules_environment import (
    ANNOUNCED,
    ANNOUNCING,
    DONE,
    END_OF_ROUND,
    ENVIRONMENT,
    RESOLVING,
    SCENE,
    TYPE_BEGINS,
    UPKEEP_BREATH,
    UPKEEP_CONCENTRATION,
    foreshadow,
    resume_breath,
    resume_environment,
    resume_maintain,
)
from fracas.envs.contingency.rules_falls import resume_fall
from fracas.envs.contingency.rules_gear import do_ready
from fracas.envs.contingency.rules_harm import (
    count_kept,
    finish,
    fitting_slots,
    judge,
    place_injury,
)
from fracas.envs.contingency.rules_hide import do_hide
from fracas.envs.contingency.rules_influence import do_fortify, resume_influence
from fracas.envs.contingency.rules_interaction import do_recover, resume_escape, resume_pick_up
from fracas.envs.contingency.rules_movement import (
    do_stand,
    do_take_cover,
    resume_disengage,
    resume_reposition,
)
from fracas.envs.contingency.rules_rolls import roll_skill, size_of
from fracas.envs.contingency.rules_spells import resume_cast
from fracas.envs.contingency.rules_turns import resume_resolving
from fracas.envs.contingency.rules_zones import is_alone, look_around
from fracas.envs.contingency.tables import AGI, AWARENESS, D_INITIATIVE, SEVERITIES
from fracas.envs.contingency.verbs import (
    CAST,
    DANCE,
    DISENGAGE,
    ESCAPE,
    FORTIFY,
    HIDE,
    P_ANNOUNCE,
    P_INJURY,
    P_INSTANT,
    P_SPELL,
    P_TOKEN,
    PICK_UP,
    READY,
    RECOVER,
    REPOSITION,
    STAND,
    STRIKE,
    TAKE_COVER,
    TAUNT,
)
from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel
from fracas.envs.core.record import DRAW
from fracas.envs.core.windows import pop, push

N_TYPES = 4

# -- setup, initiative (C041) ----------------------------------------------------------------------


@kernel
def begin(s):
    """Set a battle up from an encounter's record and put its first round on the stack."""
    look_around(s)
    s.round = 0
    s.turn_side = 0
    s.turn_unit = -1
    s.initiative = -1
    w = push(s, W_ROUND)
    w.actor = 0
    w.target = -1
    w.a = 0
    w.b = 0
    w.budget = 0
    w.result = 0
    w.stage = SCENE


@kernel
def awareness_roll(s, side):
    """`initiative.mode = awareness`: the unit with the largest dice rolls Agility + Awareness."""
    best, found = -1, s.first[side] + 0
    for k in range(s.count[side]):
        i = s.first[side] + k
        if is_in_play(s, i) and size_of(s.units[i], AGI, AWARENESS) > best:
            best = size_of(s.units[i], AGI, AWARENESS)
            found = i
    return roll_skill(s, found, AGI, AWARENESS, False, False, 0, D_INITIATIVE)[0]


@kernel
def roll_initiative(s):
    """C041: each side rolls, side 0 first; ties are rolled again."""
    while True:
        if s.options.initiative_mode == INITIATIVE_AWARENESS:
            one, two = awareness_roll(s, 0), awareness_roll(s, 1)
        else:
            one, two = roll(s, 20, D_INITIATIVE), roll(s, 20, D_INITIATIVE)
        if one != two:
            return 0 if one > two else 1


@kernel
def pass_initiative(s):
    """C041: by dice in round 1 (or fixed), then it passes to the other side each round."""
    if s.initiative < 0 and s.fixed_initiative >= 0:
        s.initiative = s.fixed_initiative
    elif s.options.initiative_mode == INITIATIVE_FIXED:
        s.initiative = 0
    elif s.initiative < 0 or s.options.initiative_mode == INITIATIVE_AWARENESS:
        s.initiative = roll_initiative(s)
    else:
        s.initiative = 1 - s.initiative
    note(s, E_INITIATIVE, -1, -1, -1, s.initiative + 1, -1, -1, EVERYBODY)


# -- a round begins and ends (2.3) -----------------------------------------------------------------


@kernel
def set_scene(s):
    """2.1 step 1: the counter, foreshadowing, flags of this round become those of the last."""
    s.round += 1
    note(s, E_ROUND, -1, -1, -1, s.round, -1, -1, EVERYBODY)
    note(s, E_STEP, -1, -1, 0, 0, -1, -1, EVERYBODY)
    foreshadow(s)
    for side in range(2):
        s.attacked_last[side] = s.attacked[side]
        s.attacked[side] = 0
    for i in range(s.n_units):
        u = s.units[i]
        u.hit_last = u.hit
        u.hit = 0
        u.defended_last = u.defended
        u.defended = 0
    pass_initiative(s)


@kernel
def clear_round(s):
    """2.1 step 6: what lasts for a round ends; a declaration that was due lapses (C155)."""
    for i in range(s.n_units):
        u = s.units[i]
        u.grant_any = 0
        u.grant_combat = 0
        u.fortified = 0
        u.covered = 0
        u.frozen = 0
        u.barred = 0
        u.no_engage = 0
        u.owes_attack = -1
        u.attack_added = 0
        u.owes_dance = 0
        u.announced = 0
        u.pending = 0
        u.performed = 0
        u.n = 0
        u.order = 0
        u.triggered = 0
        u.announced_all = 0
        u.moved = 0
        u.fought = 0
        u.forced_had = 0
        u.readied = 0
        u.recovering = 0
        for k in range(u.forced.shape[0]):
            u.forced[k] = 0
            u.forced_from[k] = -1
        if u.declared >= 0 and u.declared_round <= s.round:
            u.declared = -1


@kernel
def lost_severity(s, side):
    """`limit.result = score`: the severities of the slots that a side has crossed out."""
    total = 0
    for n in range(s.count[side]):
        u = s.units[s.first[side] + n]
        for k in range(SEVERITIES):
            total += (k + 1) * (u.slots_max[k] - u.slots[k])
    return total


@kernel
def end_at_limit(s):
    """C130: a draw, or by option a win for the side that lost 3 less."""
    winner = DRAW
    if s.options.limit_result == RESULT_SCORE:
        lead = lost_severity(s, 1) - lost_severity(s, 0)
        if lead >= 3:
            winner = 1
        elif lead <= -3:
            winner = 2
    finish(s, winner)


# -- announcing (C028 to C031, C042, C043) ---------------------------------------------------------


@kernel
def in_initiative_order(s, n):
    """Return the n-th unit: the initiative side's in index order, then the other's; -1 past it."""
    side = np.int64(s.initiative)
    if n < s.count[side]:
        return s.first[side] + n
    n -= s.count[side]
    return s.first[1 - side] + n if n < s.count[1 - side] else -1


@kernel
def is_announcing(s, i):
    """C042: in play and aware of an enemy (`surprise.announces`)."""
    if not is_in_play(s, i) or s.units[i].announced_all != 0:
        return False
    return s.options.surprise_announces != 0 or not is_alone(s, i)


@kernel
def do_announce(s, i, plan):
    """C028 C029: a verb joins the plan; allies see it at once."""
    u = s.units[i]
    u.announced |= 1 << plan
    u.pending |= 1 << plan
    u.n += 1
    own = own_side(s, i) if s.options.intent_secret != 0 else readers(s, i)
    note(s, E_ANNOUNCED, i, -1, plan, 0, -1, -1, own)


@kernel
def do_announced(s, i):
    """C030: the plan is made."""
    s.units[i].announced_all = 1
    note(s, E_ANNOUNCED_ALL, i, -1, -1, 0, -1, -1, own_side(s, i))


# -- whose turn (C036 to C046) ---------------------------------------------------------------------


# -- the round -------------------------------------------------------------------------------------


@kernel
def resume_round(s, w):
    """2.1 C026: carry a round on; tell whether somebody must choose."""
    if w.stage == SCENE:
        set_scene(s)
        w.stage = UPKEEP_CONCENTRATION
        w.actor = 0
        w.budget = 0
        note(s, E_STEP, -1, -1, 1, 0, -1, -1, EVERYBODY)
        return False
    if w.stage == UPKEEP_CONCENTRATION or w.stage == UPKEEP_BREATH:
        return resume_upkeep(s, w)
    if w.stage == ANNOUNCING:
        return resume_announcing(s, w)
    if w.stage == ANNOUNCED:
        w.stage = TYPE_BEGINS
        w.a = 0
        w.target = -1
        note(s, E_STEP, -1, -1, 3, 0, -1, -1, EVERYBODY)
        return False
    if w.stage == TYPE_BEGINS:
        begin_type(s, w)
        return False
    if w.stage == RESOLVING:
        return resume_resolving(s, w)
    if w.stage == ENVIRONMENT:
        if w.b == DONE:
            w.stage = END_OF_ROUND
            judge(s)
            return False
        return resume_environment(s, w)
    clear_round(s)
    if s.round >= s.round_limit:
        end_at_limit(s)
    w.stage = SCENE
    return False


@kernel
def resume_upkeep(s, w):
    """2.1 step 2: Maintain Concentration of all, then breath of all, in index order."""
    if w.actor >= s.n_units:
        w.actor = 0
        w.budget = 0
        if w.stage == UPKEEP_CONCENTRATION:
            w.stage = UPKEEP_BREATH
        else:
            w.stage = ANNOUNCING
            note(s, E_STEP, -1, -1, 2, 0, -1, -1, EVERYBODY)
        return False
    i = np.int64(w.actor)
    if w.stage == UPKEEP_CONCENTRATION:
        if resume_maintain(s, w, i):
            return True
        w.actor += 1
        return False
    w.actor += 1
    return resume_breath(s, w, i)


@kernel
def resume_announcing(s, w):
    """C028: units announce in initiative order, one verb a decision, until they are done."""
    i = in_initiative_order(s, np.int64(w.actor))
    if i < 0:
        w.stage = ANNOUNCED
        return False
    if not is_announcing(s, i):
        w.actor += 1
        return False
    s.decider = i
    s.phase = P_ANNOUNCE
    return True


@kernel
def begin_type(s, w):
    """C036: the next type of action, the initiative side first; after the last, the environment."""
    s.turn_side = s.initiative
    s.turn_unit = -1
    s.skipped = 0
    last = 1 if s.options.resolve_order == BY_UNIT else N_TYPES
    if w.a < last:
        w.stage = RESOLVING
        if last > 1:
            note(s, E_TYPE, -1, -1, w.a, 0, -1, -1, EVERYBODY)
    else:
        w.stage = ENVIRONMENT
        w.a = 0
        w.b = 0
        w.actor = 0
        w.budget = 0
        note(s, E_STEP, -1, -1, 4, 0, -1, -1, EVERYBODY)


# -- what else can be under way --------------------------------------------------------------------


@kernel
def resume_action(s, w):
    """Carry the top action on, by its verb."""
    verb = np.int64(w.verb)
    if verb <= TAUNT:
        return resume_influence(s, w)
    if verb == FORTIFY:
        do_fortify(s, w)
    elif verb == REPOSITION:
        return resume_reposition(s, w)
    elif verb == TAKE_COVER:
        do_take_cover(s, w)
    elif verb == DISENGAGE:
        return resume_disengage(s, w)
    elif verb == HIDE:
        do_hide(s, w)
    elif verb == DANCE:
        end_action(s)
    elif verb == READY:
        if s.units[w.actor].out == 0:
            do_ready(s, np.int64(w.actor), np.int64(w.a))
        end_action(s)
    elif verb == STAND:
        do_stand(s, w)
    elif verb == ESCAPE:
        return resume_escape(s, w)
    elif verb == RECOVER:
        do_recover(s, w)
    elif verb == PICK_UP:
        return resume_pick_up(s, w)
    elif verb == CAST:
        return resume_cast(s, w)
    elif verb >= STRIKE:
        return resume_attack(s, w)
    return False


@kernel
def resume_tokens(s, w):
    """C063: one damage token after the other; an effect that ended takes none."""
    if w.budget <= 0 or count_kept(s.units[w.actor]) == 0:
        pop(s)
        return False
    s.decider = w.actor
    s.phase = P_TOKEN
    return True


@kernel
def resume_injury(s, w):
    """C122 (`injury.ask`): which slot to cross out; C123 if injuries since then left none."""
    i, severity, left = w.actor + 0, w.a + 0, w.budget + 0
    u = s.units[i]
    if left == 0 or u.out != 0 or fitting_slots(u, severity) == 0:
        pop(s)
        for _ in range(left):
            place_injury(s, i, severity)
        return False
    s.decider = i
    s.phase = P_INJURY
    return True


@kernel
def resume(s):
    """Run the innermost window by one stage; tell whether somebody must choose."""
    w = s.windows[s.depth - 1]
    kind = w.kind
    if kind == W_ROUND:
        return resume_round(s, w)
    if kind == W_ACTION:
        return resume_action(s, w)
    if kind == W_FALL:
        return resume_fall(s, w)
    if kind == W_TOKENS:
        return resume_tokens(s, w)
    if kind == W_INJURY:
        return resume_injury(s, w)
    s.decider = w.actor  # W_PARTS
    s.phase = P_SPELL if w.verb == CAST else P_INSTANT
    return True
