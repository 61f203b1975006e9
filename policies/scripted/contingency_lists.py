"""What the scripts of ``contingency`` announce (section 10.1): a set of actions for each.

A set is made anew at every decision, from what a unit's own announcing doesn't change.
"""

import numpy as np

from fracas.envs.contingency.events import E_MOVED, E_ROUND
from fracas.envs.contingency.frame import holds
from fracas.envs.contingency.options import READY_FREE
from fracas.envs.contingency.rules_gear import (
    kind_in_hand,
)
from fracas.envs.contingency.rules_zones import range_between
from fracas.envs.contingency.state import MELEE, RANGED
from fracas.envs.contingency.tables import UNARMED
from fracas.envs.contingency.verbs import (
    ANNOUNCE,
    BRAWL,
    CAST,
    DISENGAGE,
    DONE,
    ESCAPE,
    FORTIFY,
    N_PLANS,
    READY,
    RECOVER,
    REPOSITION,
    SHOOT,
    STAND,
    STRIKE,
    TAKE_COVER,
    TAUNT,
    THROW,
)
from fracas.envs.core.jit import kernel
from fracas.envs.core.record import MAX_EVENTS
from fracas.policies.scripted.contingency_paths import (
    cover_beside,
)
from fracas.policies.scripted.contingency_tactics import (
    FOCUSED,
    HIT,
    STRUCK,
    WORN,
    best_attack,
    count_enemies_in,
    gear_to_ready,
    holds_class,
    is_held,
    is_unarmed,
    may_rest,
    nearest_gap,
    offered,
    pick_target,
    quarry,
    reach_of,
    readied_kind,
)

WALK, _READY = 1 << REPOSITION, 1 << READY
_FIRST = np.array([REPOSITION, DISENGAGE, READY, ESCAPE, STRIKE, SHOOT, THROW, BRAWL, CAST])
"""What a unit that may announce only one action prefers of a set."""

# -- announcing ------------------------------------------------------------------------------------


@kernel
def with_stand(s, i, bits):
    """Add STAND for whoever is prone, unless a walk or a rest says otherwise."""
    u = s.units[i]
    if u.prone != 0 and u.grappled_by == 0 and bits & WALK == 0 and bits != 1 << RECOVER:
        return bits | 1 << STAND
    return bits


@kernel
def announce(s, i, mask, bits):
    """Return the row of the next action of a set that may be announced, else that of DONE."""
    u = s.units[i]
    left = with_stand(s, i, bits) & ~u.announced
    if u.breathless > 0:
        for plan in _FIRST:
            row = offered(s, mask, ANNOUNCE, plan, 0, 0)
            if row >= 0 and holds(left, plan):
                return row
    for plan in range(N_PLANS):
        if holds(left, plan):
            row = offered(s, mask, ANNOUNCE, plan, 0, 0)
            if row >= 0:
                return row
    if left & _READY != 0 and s.options.gear_ready == READY_FREE:
        row = offered(s, mask, READY, gear_to_ready(s, i), 0, 0)
        if row >= 0:
            return row
    return offered(s, mask, DONE, 0, 0, 0)


# -- what several scripts do -----------------------------------------------------------------------


@kernel
def plan_with(kind):
    """Return the attack that a kind of weapon is for."""
    if kind.weapon == MELEE:
        return np.int64(STRIKE)
    return np.int64(SHOOT if kind.weapon == RANGED else THROW)


@kernel
def attack_on(s, i, k, n, arrived):
    """Return the best attack of i on k, as a set."""
    plan = best_attack(s, i, k, n, n > 1, arrived)[0]
    return np.int64(1) << plan if plan >= 0 else np.int64(0)


@kernel
def draw_and_attack(s, i, gear, taste):
    """Return the set that readies a weapon and uses it, walking there if need be."""
    kind = s.item_kinds[readied_kind(s, i, gear)]
    k = quarry(s, i, taste)
    if k < 0:
        return np.int64(_READY)
    bits = _READY | np.int64(1) << plan_with(kind)
    if s.units[i].engaged != 0 or range_between(s, i, k) <= reach_of(kind):
        return bits
    return bits | WALK


@kernel
def assault(s, i, taste):
    """Slugger: an attack on whoever is reachable, else a walk and the attack, as a set.

    Who has no weapon of use in hand readies one; who is held and reaches nobody tries to escape.
    """
    u = s.units[i]
    gear = gear_to_ready(s, i)
    if gear >= 0:
        return draw_and_attack(s, i, gear, taste)
    k = pick_target(s, i, taste, HIT)
    if k >= 0:
        return attack_on(s, i, k, 1, False)
    if is_held(u):
        return np.int64(1 << ESCAPE)
    k = quarry(s, i, taste)
    if k < 0:
        return np.int64(0)
    return WALK | attack_on(s, i, k, 2, True)


# -- 1 slugger -------------------------------------------------------------------------------------


@kernel
def slugger_plans(s, i):
    """Attack, or walk and attack; RECOVER alone with at most one unit unmarked."""
    if may_rest(s, i, 1):
        return np.int64(1 << RECOVER)
    return assault(s, i, FOCUSED)


# -- 2 harrier -------------------------------------------------------------------------------------


@kernel
def jabs(s, i, k):
    """Tell whether the Harrier jabs k: unarmed, or k tires and Unarmed is its larger skill die."""
    u, t = s.units[i], s.units[k]
    if is_unarmed(s, i):
        return True
    if not holds_class(s, u, MELEE) or 2 * t.marks < t.stamina_max:
        return False
    skill = np.int64(0)
    for hand in range(2):
        kind = kind_in_hand(s, u, hand)
        if kind.weapon == MELEE:
            skill = max(skill, np.int64(u.skill[kind.skill]))
    return u.skill[UNARMED] > skill


@kernel
def harrier_plans(s, i):
    """STRIKE with TAUNT while half the track is free; RECOVER with at most two unmarked."""
    u = s.units[i]
    if may_rest(s, i, 2):
        return np.int64(1 << RECOVER)
    strikes = holds_class(s, u, MELEE) or is_unarmed(s, i)
    k = pick_target(s, i, WORN, STRUCK if strikes else HIT)
    if not strikes and (k < 0 or gear_to_ready(s, i) >= 0):
        return assault(s, i, WORN)
    if k < 0:
        if is_held(u):
            return np.int64(1 << ESCAPE)
        blow = np.int64(1 << BRAWL if is_unarmed(s, i) else 1 << STRIKE)
        return WALK | blow if quarry(s, i, WORN) >= 0 else np.int64(0)
    if not strikes:
        bits = attack_on(s, i, k, 1, False)
    else:
        bits = np.int64(1 << BRAWL if jabs(s, i, k) else 1 << STRIKE)
    return bits | (1 << TAUNT) if 2 * u.marks <= u.stamina_max else bits


# -- 3 turtle --------------------------------------------------------------------------------------


@kernel
def is_lonely(s, i):
    """Tell whether no enemy came within Near for 2 rounds, as far as the battle's log goes back."""
    u = s.units[i]
    if s.round < 3 or nearest_gap(s, i, np.int64(u.zone)) <= 1:
        return False
    for n in range(min(np.int64(s.n_events), MAX_EVENTS)):
        e = s.events[(s.n_events - 1 - n) % MAX_EVENTS]
        if e.kind == E_ROUND and e.number <= s.round - 2:
            break
        is_theirs = e.kind == E_MOVED and s.units[e.actor].side != u.side
        if is_theirs and holds(e.sides, u.side) and s.distance[u.zone, e.what] <= 1:
            return False
    return True


@kernel
def seeks_cover(s, i):
    """Turtle: half the track is marked, no enemy in its zone, cover in it or next to it."""
    u = s.units[i]
    return (
        u.engaged == 0
        and not is_held(u)
        and 2 * u.marks >= u.stamina_max
        and count_enemies_in(s, i, np.int64(u.zone)) == 0
        and cover_beside(s, i) >= 0
    )


@kernel
def turtle_plans(s, i):
    """FORTIFY and STRIKE if engaged; cover and rest; SHOOT from cover; else hold the zone."""
    u = s.units[i]
    gear = gear_to_ready(s, i)
    arm = np.int64(_READY if gear >= 0 else 0)
    if u.engaged != 0:
        if gear >= 0:
            return (1 << FORTIFY) | draw_and_attack(s, i, gear, FOCUSED)
        return (1 << FORTIFY) | holding_attack(s, i)
    if seeks_cover(s, i):
        bits = np.int64(1 << TAKE_COVER) | (1 << RECOVER)
        return bits if s.zones[u.zone].cover != 0 else bits | WALK
    sheltered = s.zones[u.zone].cover != 0 and nearest_gap(s, i, np.int64(u.zone)) > 0
    has_shot = gear >= 0 or pick_target(s, i, FOCUSED, HIT) >= 0
    if sheltered and has_shot and holds_class(s, u, RANGED):
        return arm | (1 << SHOOT)
    if is_lonely(s, i):
        return assault(s, i, FOCUSED)
    return arm | (1 << FORTIFY) | holding_attack(s, i)


@kernel
def holding_attack(s, i):
    """Return the Turtle's attack on whoever is, or comes, within its reach: STRIKE, else BRAWL."""
    return np.int64(1 << STRIKE if holds_class(s, s.units[i], MELEE) else 1 << BRAWL)
