"""What may be done (section 4): for every row the ``may_`` that decides it, and the mask.

Legality has this one source: ``may_verb`` says whether a verb is on offer at all, ``may_row`` with
which arguments. The mask is their answers for all rows of the phase's verbs, ``may`` for one row.
"""

import numpy as np

from fracas.envs.contingency.frame import ally_of, enemy_of, holds, in_zone_frame
from fracas.envs.contingency.options import ALL_DISADVANTAGE, READY_FREE
from fracas.envs.contingency.rules_attack import may_brawl, may_shoot, may_strike, may_throw
from fracas.envs.contingency.rules_environment import may_breathe
from fracas.envs.contingency.rules_falls import may_land_on_feet, may_lower, may_remove
from fracas.envs.contingency.rules_gear import (
    count_carried,
    in_hand,
    is_loose,
    may_pick_up,
    may_ready,
    may_sheathe,
)
from fracas.envs.contingency.rules_harm import fitting_slots
from fracas.envs.contingency.rules_hide import may_hide
from fracas.envs.contingency.rules_influence import may_influence_row
from fracas.envs.contingency.rules_interaction import may_escape, may_recover
from fracas.envs.contingency.rules_movement import (
    is_free_to_move,
    is_held,
    may_dance,
    may_disengage,
    may_stand,
    may_step,
    may_stop,
    may_take_cover,
)
from fracas.envs.contingency.rules_options import may_drop, may_muddle
from fracas.envs.contingency.rules_spells import may_aim, may_cast
from fracas.envs.contingency.rules_turns import is_up, may_forgo, plans_of_turn
from fracas.envs.contingency.rules_wrestle import may_disarm, may_grapple, may_shove, may_throw_down
from fracas.envs.contingency.rules_zones import is_grappling, may_engage, may_target, range_between
from fracas.envs.contingency.state import CARRIED, EMBEDDED, GROUND, MELEE, NO_EDGE, RANGED
from fracas.envs.contingency.tables import CLOSE, FOLLOW_UP
from fracas.envs.contingency.verbs import (
    ANNOUNCE,
    BREATHE,
    CAST,
    CAST_AT,
    DANCE,
    DASH,
    DISARM,
    DISENGAGE,
    DODGE,
    DROP,
    END_CONCENTRATION,
    ENGAGE,
    ESCAPE,
    FEET,
    FEINT,
    FORGO,
    FORTIFY,
    GRANT,
    GRAPPLE,
    HIDE,
    JAB,
    LET_GO,
    LOWER,
    MUDDLE,
    NEXT,
    OFFERED,
    OPTION,
    P_ANNOUNCE,
    P_ANY,
    P_EFFECT,
    P_INFLUENCE,
    P_INSTANT,
    P_STEP,
    PICK_UP,
    PLAN_OF,
    PRONE,
    READY,
    RECOVER,
    RELEASE,
    REMOVE,
    REPLACE,
    REPOSITION,
    RESIST,
    REVEAL,
    SAPIENT_ONLY,
    SHEATHE,
    SHOOT,
    SHOVE,
    STAND,
    STEP,
    STOP,
    STRIKE,
    TAKE,
    TAKE_COVER,
    TAUNT,
    TECHNIQUE,
    THROW,
    TOKEN,
    VERBS,
    WRESTLE,
)
from fracas.envs.core.jit import kernel

FREE = np.array([verb.free for verb in VERBS.verbs], np.int64)

# -- announcing (4.1) ------------------------------------------------------------------------------


@kernel
def sees_any(s, i, gap):
    """Tell whether i can target an enemy within a range."""
    for j in range(s.side_size):
        k = enemy_of(s, i, j)
        if k >= 0 and may_target(s, i, k) and range_between(s, i, k) <= gap:
            return True
    return False


@kernel
def has_gear(s, i, weapon, throwable):
    """Tell whether i holds or carries a weapon of a kind, or something that can be thrown."""
    for n in range(s.n_items):
        item = s.items[n]
        kind = s.item_kinds[item.kind]
        if item.where == i and (
            item.place == CARRIED or in_hand(s.units[i], 0) == n or in_hand(s.units[i], 1) == n
        ):
            if throwable:
                if kind.thrown >= 0 or (kind.weapon == MELEE and kind.natural == 0):
                    return True
            elif kind.weapon == weapon:
                return True
    return False


@kernel
def is_item_about(s, i):
    """4.1: an item lies in the own or an adjacent zone, or is embedded in the unit."""
    here = s.units[i].zone
    for n in range(s.n_items):
        item = s.items[n]
        if item.place == EMBEDDED and item.where == i:
            return True
        if item.place == GROUND and (item.where == here or s.edges[here, item.where] != NO_EDGE):
            return True
    return False


@kernel
def has_cover(s):
    """4.1: some zone of the map has COVER."""
    for z in range(s.n_zones):
        if s.zones[z].cover != 0:
            return True
    return False


@kernel
def may_announce(s, i, plan):
    """C030 C031 C043 and the loose conditions of 4.1: what could become possible this round."""
    u = s.units[i]
    most = s.options.actions_max + 0
    if u.breathless > 0 and s.options.breathless_effect != ALL_DISADVANTAGE:
        most = 1
    if holds(u.announced, plan) or u.n >= most:
        return False
    if u.sapient == 0 and holds(SAPIENT_ONLY, plan):
        return False
    if plan == FEINT:
        return sees_any(s, i, CLOSE)
    if plan <= TAUNT:
        return sees_any(s, i, 9)
    if plan == REPOSITION or plan == HIDE:
        return not is_held(u)
    if plan == TAKE_COVER:
        return has_cover(s)
    if plan == DISENGAGE:
        return u.engaged != 0 or sees_any(s, i, CLOSE)
    if plan == STAND:
        return u.prone != 0
    if plan == ESCAPE:
        return is_held(u) or sees_any(s, i, CLOSE)
    if plan == RECOVER:
        return u.marks > 0 and u.breathless == 0
    if plan == PICK_UP:
        return is_item_about(s, i)
    if plan == READY:
        if s.options.gear_ready == READY_FREE:
            return False
        return count_carried(s, i) > 0 or is_loose(s, u, 0) or is_loose(s, u, 1)
    if plan == CAST:
        return u.spells != 0
    if plan == STRIKE:
        return has_gear(s, i, MELEE, False)
    if plan == SHOOT:
        return has_gear(s, i, RANGED, False)
    if plan == THROW:
        return has_gear(s, i, 0, True)
    return True  # Fortify, Dance, Brawl


# -- rows ------------------------------------------------------------------------------------------


@kernel
def is_acting(s):
    """Tell whether the decider chooses an action of its turn."""
    return s.phase >= P_INFLUENCE and s.phase <= P_ANY


@kernel
def may_verb(s, i, verb, plans):
    """Tell whether a verb of the phase can be legal; ``plans`` are the unit's for the turn."""
    if verb <= WRESTLE:
        if verb == READY and s.options.gear_ready == READY_FREE:
            return s.units[i].readied == 0  # once a round (`gear.ready`)
        return s.phase == P_INSTANT or (s.phase != P_ANNOUNCE and holds(plans, PLAN_OF[verb]))
    if verb == FORGO:
        return may_forgo(s, i)
    if verb == RELEASE:
        return is_grappling(s, i)
    return True


@kernel
def may_instant(s, i, w, verb, k, b, c):
    """C050 1.6: the row of an Instant Action that a technique allows."""
    if w.a == FOLLOW_UP:
        return verb == JAB and k == w.target
    if verb == STRIKE:
        return in_hand(s.units[i], c) == w.item - 1 and may_strike(s, i, k, c)
    return verb == THROW and in_hand(s.units[i], b) == w.item - 1 and may_throw(s, i, k, b, c)


@kernel
def may_perform(s, i, verb, a, b, c):
    """Tell whether the row of an action is legal (perform requirements of 4.1)."""
    if verb <= TAUNT:
        return may_influence_row(s, i, verb, enemy_of(s, i, a), b, c)
    if verb == FORTIFY:
        return True
    if verb == REPOSITION:
        return is_free_to_move(s, i)
    if verb == TAKE_COVER:
        return may_take_cover(s, i)
    if verb == DISENGAGE:
        return may_disengage(s, i, a)
    if verb == HIDE:
        way = a if a < DASH else DASH + in_zone_frame(s, s.units[i].side, a - DASH)
        return may_hide(s, i, way)
    if verb == DANCE:
        return may_dance(s, i)
    if verb == STAND:
        return may_stand(s, i)
    if verb == ESCAPE:
        return may_escape(s, i, a, b)
    if verb == RECOVER:
        return may_recover(s, i)
    if verb == PICK_UP:
        return may_pick_up(s, i, a, b)
    if verb == READY:
        return may_ready(s, i, a)
    if verb == CAST:
        return may_cast(s, i, a)
    k = enemy_of(s, i, a)
    if verb == STRIKE:
        return may_strike(s, i, k, c)
    if verb == SHOOT:
        return may_shoot(s, i, k)
    if verb == THROW:
        return may_throw(s, i, k, b, c)
    return may_brawl(s, i, k)


@kernel
def may_decide(s, i, verb, a, b):
    """Tell whether the row of a decision verb is legal (4.2, section 5)."""
    w = s.windows[s.depth - 1]
    u = s.units[i]
    if verb == ANNOUNCE:
        return may_announce(s, i, a)
    if verb == NEXT:
        k = ally_of(s, i, a)
        return k >= 0 and is_up(s, k, np.int64(s.windows[0].a))
    if verb == STEP:
        return may_step(s, w, in_zone_frame(s, u.side, a))
    if verb == STOP:
        return s.phase != P_STEP or may_stop(s, w)
    if verb == ENGAGE:
        return may_engage(s, i, enemy_of(s, i, a))
    if verb == DODGE:
        return w.verb != ESCAPE  # C272
    if verb == OPTION:
        return holds(w.options, a)
    if verb == PRONE:
        return may_throw_down(s, w) if s.phase == P_EFFECT else w.verb == FEINT and u.prone == 0
    if verb == DROP:
        return may_drop(s, w, i, a)
    if verb == SHEATHE:
        return w.verb != FEINT and may_drop(s, w, i, a) and may_sheathe(s, i, a)
    if verb == GRANT:
        return w.verb != FEINT
    if verb == REVEAL:
        return holds(u.weaknesses & ~u.revealed, a)
    if verb == MUDDLE:
        return may_muddle(s, w, a + 1)
    if verb == TECHNIQUE:
        return holds(w.options, a)
    if verb == REPLACE:
        return holds(u.pending, REPOSITION + a)
    if verb == DISARM:
        return may_disarm(s, w, a)
    if verb == GRAPPLE:
        return may_grapple(s, w)
    if verb == SHOVE:
        return may_shove(s, w, in_zone_frame(s, u.side, a))
    if verb == RESIST:
        return not may_breathe(s, w)
    if verb == BREATHE:
        return may_breathe(s, w)
    if verb == LOWER:
        return may_lower(w, a, b)
    if verb == REMOVE:
        return may_remove(w, a)
    if verb == FEET:
        return may_land_on_feet(w)
    if verb == TOKEN or verb == END_CONCENTRATION:
        return u.kept[a] != 0
    if verb == CAST_AT:
        size = 2 * np.int64(s.side_size)
        aim = a if a < size else size + in_zone_frame(s, u.side, a - size)
        return may_aim(s, i, np.int64(w.spell), aim)
    if verb == LET_GO:
        return is_loose(s, u, a)
    if verb == TAKE:
        return holds(fitting_slots(u, w.a), a)
    return True  # done, forgo, dodge, guard, decline, keep and the like


@kernel
def may_row(s, i, verb, a, b, c):
    """Tell whether a row of a verb that is on offer is legal."""
    if verb > WRESTLE:
        return may_decide(s, i, verb, a, b)
    if s.phase == P_INSTANT:
        return may_instant(s, i, s.windows[s.depth - 1], verb, enemy_of(s, i, a), b, c)
    return may_perform(s, i, verb, a, b, c)


@kernel
def plans_now(s, i):
    """Return the actions that the decider may carry out in its turn, as bits."""
    return plans_of_turn(s, s.units[i], np.int64(s.windows[0].a)) if is_acting(s) else 0


@kernel
def is_offered(s, verb):
    """Tell whether the phase offers a verb."""
    for n in range(OFFERED.shape[1]):
        if OFFERED[s.phase, n] == verb:
            return True
    return False


@kernel
def may(s, verb, a, b, c):
    """Tell whether the decider may take the row of a verb with its arguments."""
    if s.decider < 0 or verb < 0 or not is_offered(s, verb):
        return False
    i = s.decider + 0
    return may_verb(s, i, verb, plans_now(s, i)) and may_row(s, i, verb, a, b, c)


# -- the mask --------------------------------------------------------------------------------------


@kernel
def is_free_row(s, verb):
    """C068: free actions leave a decision as it was, so they don't make one."""
    if s.phase != P_ANNOUNCE and not is_acting(s):
        return False
    return FREE[verb] != 0 or (verb == READY and s.options.gear_ready == READY_FREE)


@kernel
def fill_verb(s, i, verb, out):
    """Write the rows of a verb on offer; return how many are legal."""
    t = s.blocks[verb]
    row = np.int64(t.start)
    n1, n2, n3 = np.int64(t.n1), np.int64(t.n2), np.int64(t.n3)
    n = 0
    for a in range(n1):
        for b in range(n2):
            for c in range(n3):
                if may_row(s, i, verb, a, b, c):
                    out[row] = 1
                    n += 1
                row += 1
    return n


@kernel
def fill(s, out):
    """Write the decider's mask; return how many rows count as a choice.

    Free actions don't count (C068), unless they alone could make a pending action possible (C045).
    """
    i = s.decider + 0
    for k in range(s.n_rows):
        out[k] = 0
    plans = plans_now(s, i)
    actions, others, free = 0, 0, 0
    for n in range(OFFERED.shape[1]):
        verb = np.int64(OFFERED[s.phase, n])
        if verb < 0:
            break
        if s.blocks[verb].start >= 0 and may_verb(s, i, verb, plans):
            found = fill_verb(s, i, verb, out)
            if is_free_row(s, verb):
                free += found
            elif verb <= WRESTLE:
                actions += found
            else:
                others += found
    if is_acting(s) and actions == 0:
        return others + free
    return actions + others
