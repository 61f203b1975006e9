"""How the scripts of ``contingency`` carry their plans out (10.1): rows of actions, steps."""

import numpy as np

from fracas.envs.contingency.frame import enemy_of, holds
from fracas.envs.contingency.rules_gear import unloaded
from fracas.envs.contingency.rules_rolls import larger
from fracas.envs.contingency.rules_zones import grapples, may_target, range_between
from fracas.envs.contingency.state import DOWN, MELEE
from fracas.envs.contingency.tables import NEAR
from fracas.envs.contingency.verbs import (
    AUTO,
    CAST,
    DANCE,
    DISENGAGE,
    ESCAPE,
    FEINT,
    FORTIFY,
    HARRY,
    JAB,
    LOAD,
    OF_TYPE,
    PAIR,
    PARLEY,
    PICK_UP,
    READY,
    RECOVER,
    REPOSITION,
    ROLL,
    SHOOT,
    STAND,
    STRIKE,
    TAKE_COVER,
    TAUNT,
    THROW,
    WRESTLE,
)
from fracas.envs.core.jit import kernel
from fracas.policies.scripted.contingency_lists import seeks_cover
from fracas.policies.scripted.contingency_odds import hit, item_in
from fracas.policies.scripted.contingency_paths import cover_beside, hide, props_ahead, step_to
from fracas.policies.scripted.contingency_roles import (
    STILL_HITS,
    WORDS,
    best_word,
    dodged,
    missile_in_hand,
    missile_to_draw,
    missile_to_pick_up,
    missile_zone,
    skirmish_goal,
)
from fracas.policies.scripted.contingency_tactics import (
    FOCUSED,
    HIT,
    MET,
    NET_WORTH,
    OPENED,
    SPENT,
    STRUCK,
    UNWARY,
    WORN,
    first_offered,
    gear_to_ready,
    holds_class,
    is_unarmed,
    jab_worth,
    knows_bolt,
    may_hit,
    nearest_gap,
    offered,
    own_damage,
    pick_target,
    quarry,
    reach_of,
    readied_kind,
    two_handed,
    worse_first,
)

(
    RANDOM, SLUGGER, HARRIER, TURTLE, TRICKSTER, SKIRMISHER, AMBUSHER, WRESTLER,
) = range(8)  # fmt: skip


@kernel
def taste_of(script):
    """Return whom a script goes for."""
    if script == HARRIER:
        return WORN
    if script == TRICKSTER:
        return OPENED
    if script == AMBUSHER:
        return UNWARY
    return SPENT if script == WRESTLER else FOCUSED


@kernel
def struck_by(s, i, script):
    """Return among whom a script looks for somebody to attack as it stands."""
    if script == WRESTLER:
        return MET
    melee = holds_class(s, s.units[i], MELEE) or is_unarmed(s, i)
    return STRUCK if script == HARRIER and melee else HIT


# -- Influence -------------------------------------------------------------------------------------


@kernel
def word_row(s, i, mask, verb, k):
    """Return the row of an Influence action on k, with nothing offered or promised; or -1."""
    u, slot = s.units[i], np.int64(s.units[k].slot)
    better = np.int64(larger(u, PAIR[verb, 0], PAIR[verb, 1]))
    if PARLEY <= verb <= TAUNT:
        return offered(s, mask, verb, slot, 0, better)
    return offered(s, mask, verb, slot, better, 0)


@kernel
def influence(s, i, mask, script):
    """Return the row of a pending Influence action, or -1."""
    u = s.units[i]
    row = offered(s, mask, FORTIFY, 0, 0, 0)
    if row >= 0:
        return row
    words = np.int64(u.pending) & WORDS
    if words == 0:
        return np.int64(-1)
    verb, k = np.int64(-1), np.int64(-1)
    if script == HARRIER:
        verb, k = np.int64(TAUNT), pick_target(s, i, WORN, struck_by(s, i, script))
    elif script == AMBUSHER:
        verb, k = np.int64(FEINT), dodged(s, i)
    elif script == TRICKSTER:
        attacks = u.pending & OF_TYPE[3] != 0
        verb, k = best_word(s, i, words, np.int64(u.n), attacks, True)
    if k >= 0:
        row = word_row(s, i, mask, verb, k)
        if row >= 0:
            return row
    verb, k = best_word(s, i, words, np.int64(u.n), False, False)
    return word_row(s, i, mask, verb, k) if k >= 0 else np.int64(-1)


# -- Movement --------------------------------------------------------------------------------------


@kernel
def approach(s, i, taste):
    """Return the zone of whom to attack; its own once a missile, spell or weapon drawn reaches."""
    u = s.units[i]
    here = np.int64(u.zone)
    k = quarry(s, i, taste)
    if k < 0:
        return here
    gear = gear_to_ready(s, i)
    if gear >= 0 and may_target(s, i, k):
        if range_between(s, i, k) <= reach_of(s.item_kinds[readied_kind(s, i, gear)]):
            return here
    elif may_hit(s, i, k) and not holds_class(s, u, MELEE):
        return here
    return np.int64(s.units[k].zone)


@kernel
def goal_of(s, i, script, budget, walked):
    """Return the zone that a script wants to be in, its own to stay; ``walked``: a step or more."""
    u = s.units[i]
    here = np.int64(u.zone)
    if script == SKIRMISHER and skirmishes(s, i):
        return skirmish_goal(s, i, budget)
    if script == TURTLE and seeks_cover(s, i):
        return cover_beside(s, i)
    if script == TRICKSTER:
        k = quarry(s, i, FOCUSED)
        is_near = k < 0 or (may_target(s, i, k) and range_between(s, i, k) <= NEAR)
        return here if is_near else np.int64(s.units[k].zone)
    if script == WRESTLER:
        k = quarry(s, i, SPENT)
        if k < 0 or (walked and s.zones[here].props != 0):
            return here
        z = props_ahead(s, i, k)
        return z if z >= 0 else np.int64(s.units[k].zone)
    return approach(s, i, taste_of(script))


@kernel
def skirmishes(s, i):
    """Tell whether i has a missile, or knows where one lies that it can get."""
    if missile_in_hand(s, s.units[i]) >= 0 or missile_to_draw(s, i) >= 0:
        return True
    return missile_zone(s, i) >= 0


_AMPLE = 6  # movement that nobody lacks


@kernel
def walks_on(s, i, script):
    """Tell whether a Reposition still serves a script."""
    away = script == SKIRMISHER and skirmishes(s, i)
    stays = not away and not (script == TURTLE and seeks_cover(s, i))
    stays = stays and pick_target(s, i, taste_of(script), struck_by(s, i, script)) >= 0
    return not stays and goal_of(s, i, script, _AMPLE, False) != s.units[i].zone


@kernel
def movement(s, i, mask, script):
    """Return the row of a pending Movement action, or -1."""
    row = offered(s, mask, STAND, 0, 0, 0)
    if row < 0:
        row = first_offered(s, mask, DISENGAGE)
    if row < 0:
        row = hide(s, i, mask, quarry(s, i, taste_of(script)))
    if row < 0:
        row = offered(s, mask, TAKE_COVER, 0, 0, 0)
    if row < 0 and s.units[i].owes_dance != 0:
        row = offered(s, mask, DANCE, 0, 0, 0)
    if row < 0 and walks_on(s, i, script):
        row = offered(s, mask, REPOSITION, 0, 0, 0)
    return row


@kernel
def step(s, i, mask, script):
    """Return the row of a step or of STOP."""
    w = s.windows[s.depth - 1]
    walked = w.budget < (w.result + 1) // 2
    return step_to(s, i, mask, goal_of(s, i, script, np.int64(w.budget), walked))


# -- Interaction -----------------------------------------------------------------------------------


@kernel
def ready_row(s, i, mask, script):
    """Return the row of READY; the Skirmisher loads when every enemy is Far, or it can't move."""
    u = s.units[i]
    if script != SKIRMISHER:
        return offered(s, mask, READY, gear_to_ready(s, i), 0, 0)
    if unloaded(s, u) < 0:
        gear = missile_to_draw(s, i)
        return offered(s, mask, READY, gear if gear >= 0 else gear_to_ready(s, i), 0, 0)
    if nearest_gap(s, i, np.int64(u.zone)) > 1 or not holds(u.announced, REPOSITION):
        return offered(s, mask, READY, LOAD, 0, 0)
    return np.int64(-1)


@kernel
def interaction(s, i, mask, script):
    """Return the row of a pending Interaction action, or -1."""
    row = first_offered(s, mask, ESCAPE)
    if row < 0:
        row = offered(s, mask, RECOVER, 0, 0, 0)
    for how in (AUTO, ROLL):
        if row < 0:
            row = offered(s, mask, PICK_UP, missile_to_pick_up(s, i), how, 0)
    if row < 0:
        row = ready_row(s, i, mask, script)
    return row if row >= 0 else offered(s, mask, CAST, knows_bolt(s, i), 0, 0)


# -- Combat ----------------------------------------------------------------------------------------


@kernel
def row_worth(s, i, k, verb, b, c, script):
    """Return what a Combat row on k is worth to a script, in expected severity."""
    u, t = s.units[i], s.units[k]
    n = np.int64(u.n)
    if verb == STRIKE:
        item = item_in(u, c)
        chance = hit(s, i, k, verb, b, item, 0, n, False)
        if b == HARRY:
            if script == TRICKSTER:
                return chance * 0.5
            return 10.0 + chance if script == HARRIER and t.breathless == 0 else chance * 0.1
        if script == TRICKSTER and chance < STILL_HITS:
            return chance * 0.1
        return chance * s.item_kinds[s.items[item].kind].damage
    if verb == JAB and script == HARRIER and b != 0:
        return 0.0
    if verb == JAB:
        return jab_worth(s, k, hit(s, i, k, verb, b, -1, 0, n, False), b)
    if verb == WRESTLE:
        return 0.0
    item = item_in(u, b if verb == THROW else 0)
    if item < 0:
        item = item_in(u, 1)
    kind = s.item_kinds[s.items[item].kind]
    chance = hit(s, i, k, verb, c if verb == THROW else 0, item, 0, n, False)
    return chance * (NET_WORTH if kind.entangling != 0 else kind.damage)


@kernel
def best_row_on(s, i, mask, k, script):
    """Return the Combat row on k that is worth most to a script, or -1."""
    best, found = -1.0, np.int64(-1)
    slot = np.int64(s.units[k].slot)
    for verb in (STRIKE, SHOOT, THROW, JAB, WRESTLE):
        for b in range(2):
            for c in range(2):
                row = offered(s, mask, verb, slot, b, c)
                if row >= 0:
                    worth = row_worth(s, i, k, verb, b, c, script)
                    if worth > best:
                        best, found = worth, row
    return found


@kernel
def attack(s, i, mask, script):
    """Return the best row on the target of a script among those it may attack, or -1."""
    best, found = np.int64(-1), np.int64(-1)
    damage = own_damage(s, i)
    for slot in range(s.side_size):
        k = np.int64(enemy_of(s, i, slot))
        if k >= 0:
            row = best_row_on(s, i, mask, k, script)
            key = worse_first(s, i, k, taste_of(script), damage)
            if row >= 0 and key > best:
                best, found = key, row
    return found


@kernel
def drop_from(s, z):
    """Return the zone below a drop from a zone, or -1."""
    for below in range(s.n_zones):
        if s.edges[z, below] == DOWN:
            return np.int64(below)
    return np.int64(-1)


@kernel
def handiness(s, i, k):
    """Return how much the Wrestler wants to lay hands on k: who wields both hands, then marks."""
    return (1000 if two_handed(s, k) else 0) + np.int64(s.units[k].marks)


@kernel
def brawl(s, i, mask):
    """Return the Wrestler's row, or -1: WRESTLE with Strength, or JAB whom it grapples."""
    best, found = np.int64(-1), np.int64(-1)
    for slot in range(s.side_size):
        k = np.int64(enemy_of(s, i, slot))
        if k < 0:
            continue
        done = grapples(s, i, k) and not two_handed(s, k)
        jabs = done and drop_from(s, s.units[k].zone) < 0
        row = offered(s, mask, JAB if jabs else WRESTLE, slot, 0, 0)
        if row >= 0 and handiness(s, i, k) > best:
            best, found = np.int64(handiness(s, i, k)), row
    return found


@kernel
def combat(s, i, mask, script):
    """Return the row of a pending Combat action, or -1."""
    row = brawl(s, i, mask) if script == WRESTLER else np.int64(-1)
    return row if row >= 0 else attack(s, i, mask, script)


@kernel
def act(s, i, mask, script):
    """Return the row of the next action in the unit's turn, or -1."""
    row = influence(s, i, mask, script)
    if row < 0:
        row = movement(s, i, mask, script)
    if row < 0:
        row = interaction(s, i, mask, script)
    return row if row >= 0 else combat(s, i, mask, script)
