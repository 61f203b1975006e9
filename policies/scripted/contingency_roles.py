"""What the scripts 4 to 7 of ``contingency`` announce (section 10.1), each a set of actions."""

import numpy as np

from fracas.envs.contingency.frame import holds, in_zone_frame, is_in_play
from fracas.envs.contingency.rules_gear import (
    carried_item,
    count_carried,
    has_room_for,
    kind_in_hand,
    lying_item,
    may_ready,
    unloaded,
)
from fracas.envs.contingency.rules_influence import feels_weaker, may_influence
from fracas.envs.contingency.rules_zones import range_between
from fracas.envs.contingency.state import EMBEDDED, GROUND, RANGED
from fracas.envs.contingency.tables import FAR, MAIN
from fracas.envs.contingency.verbs import (
    ANTICIPATE,
    BRAWL,
    DISENGAGE,
    DRAW_0,
    ESCAPE,
    FEINT,
    HIDE,
    INTIMIDATE,
    N_CARRIED,
    N_LYING,
    OF_TYPE,
    PARLEY,
    PICK_UP,
    READY,
    SAPIENT_ONLY,
    SHOOT,
    STRIKE,
    TAUNT,
    THROW,
)
from fracas.envs.core.jit import kernel
from fracas.policies.scripted.contingency_lists import WALK, assault, attack_on
from fracas.policies.scripted.contingency_odds import swaying
from fracas.policies.scripted.contingency_paths import (
    NO_WAY,
    cost_in,
    costs_from,
    has_hiding_place,
    stand_off,
)
from fracas.policies.scripted.contingency_tactics import (
    FOCUSED,
    HIT,
    MET,
    OPENED,
    SPENT,
    UNWARY,
    best_attack,
    count_attackers,
    count_enemies_in,
    harrying,
    holds_class,
    is_held,
    is_missile,
    is_shown,
    may_hit,
    nearest_gap,
    pick_target,
    quarry,
)

COMBAT_PLANS = int(OF_TYPE[3])

# -- 4 trickster -----------------------------------------------------------------------------------


@kernel
def biggest_weapon(s, k):
    """Return the damage of the biggest weapon that k holds or carries."""
    best = np.int64(0)
    for hand in range(2):
        best = max(best, np.int64(kind_in_hand(s, s.units[k], hand).damage))
    for place in range(count_carried(s, k)):
        best = max(best, np.int64(s.item_kinds[s.items[carried_item(s, k, place)].kind].damage))
    return best


@kernel
def is_best_armed(s, i, k):
    """Tell whether no unengaged enemy that shows carries a bigger weapon than k."""
    for other in range(s.n_units):
        is_free = is_shown(s, i, other) and s.units[other].engaged == 0
        if is_free and biggest_weapon(s, other) > biggest_weapon(s, k):
            return False
    return s.units[k].engaged == 0


@kernel
def has_striker_on(s, i, k):
    """Tell whether an ally has a Combat action pending and k in its reach."""
    side = s.units[i].side
    for slot in range(s.count[side]):
        a = s.first[side] + slot
        strikes = a != i and is_in_play(s, a) and s.units[a].pending & COMBAT_PLANS != 0
        if strikes and may_hit(s, a, k):
            return True
    return False


@kernel
def suits(s, i, k, verb, attacks):
    """Tell whether the Trickster has its reason for an Influence action on k."""
    u, t = s.units[i], s.units[k]
    if verb == FEINT:
        return holds(u.engaged, k) and (has_striker_on(s, i, k) or (attacks and may_hit(s, i, k)))
    if verb == INTIMIDATE:
        return feels_weaker(s, k, i)
    if verb == PARLEY:
        return s.round == 1 and is_best_armed(s, i, k)
    if verb == TAUNT:
        return holds_class(s, t, RANGED) and t.engaged == 0
    return verb == ANTICIPATE


@kernel
def best_word(s, i, verbs, n, attacks, must_suit):
    """Return (verb, k) of the Influence action of a set with the best chance; (-1, -1) for none.

    ANTICIPATE is the last resort where reasons count (``must_suit``).
    """
    best, found, target = -1.0, np.int64(-1), np.int64(-1)
    side = 1 - s.units[i].side
    for step in range(5):
        verb = np.int64(FEINT + step if step < 4 else ANTICIPATE)
        if not holds(verbs, verb) or (verb == ANTICIPATE and must_suit and found >= 0):
            continue
        for slot in range(s.count[side]):
            k = np.int64(s.first[side] + slot)
            if may_influence(s, i, k, verb) and (not must_suit or suits(s, i, k, verb, attacks)):
                chance = swaying(s, i, k, verb, n)
                if chance > best:
                    best, found, target = chance, verb, k
    return found, target


STILL_HITS = 0.35
"""The chance that the Trickster's attack must keep with two actions."""

WORDS = (1 << ANTICIPATE) | (1 << FEINT) | (1 << INTIMIDATE) | (1 << PARLEY) | (1 << TAUNT)


@kernel
def words_of(s, i):
    """Return the Influence actions that i may announce at all."""
    return WORDS & ~SAPIENT_ONLY if s.units[i].sapient == 0 else np.int64(WORDS)


@kernel
def added_attack(s, i):
    """Return the Trickster's attack that keeps a chance of 0.35 with two actions, as a set."""
    k = pick_target(s, i, OPENED, HIT)
    if k < 0:
        return np.int64(0)
    plan, _, chance = best_attack(s, i, k, 2, False, False)
    if plan >= 0 and chance >= STILL_HITS:
        return np.int64(1) << plan
    return np.int64(1 << STRIKE if harrying(s, i, k, 2) >= STILL_HITS else 0)


@kernel
def trickster_plans(s, i):
    """Return the Influence action with the best chance, with an attack that still hits; or walk."""
    u = s.units[i]
    attack = added_attack(s, i)
    verb, _ = best_word(s, i, words_of(s, i), 2 if attack != 0 else 1, attack != 0, True)
    if verb >= 0:
        word = np.int64(1) << verb
        return word if u.breathless > 0 else word | attack
    k = pick_target(s, i, OPENED, HIT)
    if k >= 0:
        return attack_on(s, i, k, 1, False)
    if is_held(u):
        return np.int64(1 << ESCAPE)
    return np.int64(WALK if u.engaged == 0 and quarry(s, i, FOCUSED) >= 0 else 0)


# -- 5 skirmisher ----------------------------------------------------------------------------------


@kernel
def missile_in_hand(s, u):
    """Return the kind of the item in hand that is shot or made to be thrown, or -1."""
    for hand in range(2):
        kind = kind_in_hand(s, u, hand)
        if is_missile(kind):
            n = (u.main if hand == MAIN else u.off) - 1
            return np.int64(s.items[n].kind)
    return np.int64(-1)


@kernel
def missile_rank(s, n):
    """Return how much item n is wanted as a missile: those that are shot, damage, kind; or -1."""
    number = np.int64(s.items[n].kind)
    kind = s.item_kinds[number]
    if not is_missile(kind):
        return np.int64(-1)
    return (8 * (1 if kind.weapon == RANGED else 0) + kind.damage) * 64 + number


@kernel
def missile_to_draw(s, i):
    """Return the READY that draws the best missile carried, or -1."""
    best, found = np.int64(-1), np.int64(-1)
    for place in range(min(N_CARRIED, count_carried(s, i))):
        rank = missile_rank(s, carried_item(s, i, place))
        if rank > best and may_ready(s, i, DRAW_0 + place):
            best, found = rank, np.int64(DRAW_0 + place)
    return found


@kernel
def missile_to_pick_up(s, i):
    """Return the place among the items within reach of the best missile i has a hand for, or -1.

    Of equal ones that which sticks in it comes first.
    """
    u = s.units[i]
    best, found = np.int64(-1), np.int64(-1)
    for place in range(N_LYING):
        n = lying_item(s, i, place)
        if n >= 0 and missile_rank(s, n) >= 0 and has_room_for(s, u, n):
            rank = missile_rank(s, n) * 2 + (1 if s.items[n].place == EMBEDDED else 0)
            if rank > best:
                best, found = rank, np.int64(place)
    return found


@kernel
def has_missile(s, u, z):
    """Tell whether a missile lies in a zone that a unit has hands for."""
    for n in range(s.n_items):
        item = s.items[n]
        lies = item.place == GROUND and item.where == z
        if lies and is_missile(s.item_kinds[item.kind]) and has_room_for(s, u, n):
            return True
    return False


@kernel
def missile_zone(s, i):
    """Return the nearest zone without enemies where a missile for i's hands lies, or -1."""
    u = s.units[i]
    best, found = np.int64(NO_WAY), np.int64(-1)
    costs = costs_from(s, np.int64(u.zone))
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, u.side, slot))
        near = cost_in(costs, z) < best
        if near and count_enemies_in(s, i, z) == 0 and has_missile(s, u, z):
            best, found = cost_in(costs, z), z
    return found


@kernel
def missile_range(kind):
    """Return the range of a missile."""
    return np.int64(kind.range if kind.weapon == RANGED else kind.thrown)


@kernel
def may_send(s, i, k, kind):
    """Tell whether i can shoot or throw a missile at k as it stands."""
    return may_hit(s, i, k) and range_between(s, i, k) <= missile_range(kind)


@kernel
def skirmish_goal(s, i, budget):
    """Return the zone that the Skirmisher wants to stand in: where it finds or has a missile."""
    u = s.units[i]
    found = missile_in_hand(s, u)
    if found < 0 and missile_to_draw(s, i) < 0:
        z = missile_zone(s, i)
        return z if z >= 0 else np.int64(u.zone)
    reach = missile_range(s.item_kinds[found]) if found >= 0 else np.int64(FAR)
    return stand_off(s, i, quarry(s, i, FOCUSED), reach, budget)


_USUAL_BUDGET = 3


@kernel
def skirmisher_plans(s, i):
    """DISENGAGE; away from whoever is Close; SHOOT alone; reload when all are Far."""
    u = s.units[i]
    here = np.int64(u.zone)
    away = nearest_gap(s, i, here)
    if is_held(u):
        return np.int64(1 << ESCAPE)
    found = missile_in_hand(s, u)
    nothing = found < 0 and missile_to_draw(s, i) < 0
    if nothing and away > 0 and u.engaged == 0 and missile_to_pick_up(s, i) >= 0:
        return np.int64(1 << PICK_UP)
    z = missile_zone(s, i) if nothing else np.int64(-1)
    if nothing and z < 0:
        return assault(s, i, FOCUSED)
    if u.engaged != 0:
        return np.int64(1 << DISENGAGE)
    if nothing:
        return np.int64(WALK | 1 << PICK_UP)
    moves = skirmish_goal(s, i, _USUAL_BUDGET) != here
    if away == 0 and moves:
        return np.int64(WALK)
    if found < 0:
        return np.int64(1 << READY)
    kind = s.item_kinds[found]
    if unloaded(s, u) >= 0:
        return np.int64((1 << READY) if away > 1 or not moves else 1 << READY | WALK)
    for k in range(s.n_units):
        if is_shown(s, i, k) and may_send(s, i, k, kind):
            return np.int64(1 << SHOOT if kind.weapon == RANGED else 1 << THROW)
    return np.int64(WALK if moves else 0)


# -- 6 ambusher ------------------------------------------------------------------------------------


@kernel
def is_unseen(s, i):
    """Tell whether no enemy, as far as i's side knows, has become aware of i yet."""
    for k in range(s.n_units):  # noqa: SIM110 - a kernel has no all()
        if is_shown(s, i, k) and holds(s.units[k].aware_of, i):
            return False
    return True


@kernel
def has_help_on_somebody(s, i):
    """Tell whether two of i's side, or all that are left of it, can attack one target i can."""
    side = s.units[i].side
    left = 0
    for slot in range(s.count[side]):
        left += 1 if is_in_play(s, s.first[side] + slot) else 0
    for k in range(s.n_units):
        if is_shown(s, i, k) and may_hit(s, i, k) and count_attackers(s, i, k) >= min(2, left):
            return True
    return False


@kernel
def dodged(s, i):
    """Return an engaged enemy whose attack i defended against last round, or -1."""
    u = s.units[i]
    for k in range(s.n_units):
        if holds(u.engaged & u.defended_last, k):
            return np.int64(k)
    return np.int64(-1)


@kernel
def ambusher_plans(s, i):
    """Wait unseen; HIDE every second round, then attack from hiding; engaged, trick or leave."""
    u = s.units[i]
    if is_unseen(s, i):
        return assault(s, i, UNWARY) if has_help_on_somebody(s, i) else np.int64(0)
    if is_held(u):
        return np.int64(1 << ESCAPE)
    if u.engaged != 0:
        k = dodged(s, i)
        if k >= 0:
            return (1 << FEINT) | attack_on(s, i, k, 2, False)
        bits = np.int64(1 << DISENGAGE)
        return bits | (1 << HIDE) if has_hiding_place(s, i) else bits
    if s.round % 2 == 0 and has_hiding_place(s, i):
        return np.int64(1 << HIDE)
    return assault(s, i, UNWARY)


# -- 7 wrestler ------------------------------------------------------------------------------------


@kernel
def wrestler_plans(s, i):
    """BRAWL; with nobody to lay hands on, walk."""
    u = s.units[i]
    if pick_target(s, i, SPENT, MET) >= 0:
        return np.int64(1 << BRAWL)
    if is_held(u):
        return np.int64(1 << ESCAPE)
    return np.int64(WALK | 1 << BRAWL) if quarry(s, i, FOCUSED) >= 0 else np.int64(0)
