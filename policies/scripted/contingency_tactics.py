"""What the scripts of ``contingency`` share: rows, what a seat knows, gear, attacks, targets.

A script reads its own side in full; of the enemy what lies open (section 7): no plan while plans
are being made, no weakness that isn't revealed, and nothing of a unit hidden from the whole side.
"""

import numpy as np

from fracas.envs.contingency.frame import is_enemy, is_in_play, is_secret
from fracas.envs.contingency.rules_attack import may_brawl, may_shoot, may_strike, may_throw
from fracas.envs.contingency.rules_gear import (
    carried_item,
    count_carried,
    free_hands,
    kind_in_hand,
    may_ready,
    unloaded,
)
from fracas.envs.contingency.rules_harm import is_suffocating, is_tiring
from fracas.envs.contingency.rules_spells import may_aim, may_cast
from fracas.envs.contingency.rules_zones import may_target, range_between
from fracas.envs.contingency.state import MELEE, NO_WEAPON, RANGED
from fracas.envs.contingency.tables import BOLT, CLOSE, MAIN, NEAR, OFF, SEVERITIES
from fracas.envs.contingency.verbs import (
    BRAWL,
    CAST,
    CLASH,
    DRAW_0,
    HARRY,
    JAB,
    LOAD,
    N_CARRIED,
    SHOOT,
    STRIKE,
    THROW,
)
from fracas.envs.core.jit import kernel
from fracas.envs.core.verbs import row_of
from fracas.policies.scripted.contingency_odds import hit, item_in, throws_with

NOBODY = -1
FAR_OFF = 99
NET_WORTH = 1
"""What restraining an enemy counts for, in severities."""

# -- rows ------------------------------------------------------------------------------------------


@kernel
def offered(s, mask, verb, a, b, c):
    """Return the row of a verb with its arguments if the mask allows it, else -1."""
    t = s.blocks[verb]
    if t.start < 0 or a < 0 or a >= t.n1 or b < 0 or b >= t.n2 or c < 0 or c >= t.n3:
        return np.int64(-1)
    row = row_of(s, verb, a, b, c)
    return row if mask[row] != 0 else np.int64(-1)


@kernel
def first_offered(s, mask, verb):
    """Return the first legal row of a verb, or -1."""
    t = s.blocks[verb]
    if t.start >= 0:
        for k in range(np.int64(t.n1) * t.n2 * t.n3):
            if mask[t.start + k] != 0:
                return np.int64(t.start + k)
    return np.int64(-1)


# -- what a seat knows -----------------------------------------------------------------------------


@kernel
def is_shown(s, i, k):
    """Tell whether k is an enemy in play that i's side knows the place of (section 7)."""
    return is_enemy(s, i, k) and not is_secret(s, k)


@kernel
def gap_to(s, z, k):
    """Return the zone distance from a zone to unit k."""
    return np.int64(s.distance[z, s.units[k].zone])


@kernel
def nearest_gap(s, i, z):
    """Return the distance from a zone to the nearest enemy that i's side knows the place of."""
    best = np.int64(FAR_OFF)
    for k in range(s.n_units):
        if is_shown(s, i, k):
            best = min(best, gap_to(s, z, k))
    return best


@kernel
def count_enemies_in(s, i, z):
    """Return how many enemies are known to be in a zone."""
    n = 0
    for k in range(s.n_units):
        if is_shown(s, i, k) and s.units[k].zone == z:
            n += 1
    return n


@kernel
def is_held(u):
    """Tell whether a unit is grappled or restrained."""
    return u.grappled_by != 0 or u.restrained != 0


@kernel
def may_rest(s, i, left):
    """Tell whether ``left`` units at most are unmarked and Recover is possible (C280)."""
    u = s.units[i]
    return (
        u.breathless == 0
        and u.marks > 0
        and u.marks >= u.stamina_max - left
        and u.grappled_by == 0
        and not is_suffocating(s, u)
    )


# -- gear ------------------------------------------------------------------------------------------


@kernel
def is_missile(kind):
    """Tell whether a kind of item is shot, or made to be thrown."""
    return kind.weapon == RANGED or kind.thrown >= 0


@kernel
def holds_class(s, u, weapon):
    """Tell whether a hand holds a weapon of a class."""
    return kind_in_hand(s, u, 0).weapon == weapon or kind_in_hand(s, u, 1).weapon == weapon


@kernel
def knows_bolt(s, i):
    """Return the attack spell that i could cast with its hands empty, or -1."""
    u = s.units[i]
    if free_hands(u) == 2:
        for spell in range(s.n_spells):
            if (u.spells >> spell) & 1 != 0 and s.spells[spell].effect == BOLT:
                return np.int64(spell)
    return np.int64(-1)


@kernel
def own_damage(s, i):
    """Return the damage of i's best weapon in hand, of its spell, or 1."""
    u = s.units[i]
    spell = knows_bolt(s, i)
    best = np.int64(s.spells[spell].severity if spell >= 0 else 1)
    for hand in range(2):
        best = max(best, np.int64(kind_in_hand(s, u, hand).damage))
    return best


@kernel
def two_handed(s, k):
    """Tell whether k wields an item with both hands."""
    u = s.units[k]
    return u.main != 0 and u.main == u.off


@kernel
def reach_of(kind):
    """Return the range up to which a weapon is used, a step in included."""
    if kind.weapon == RANGED or kind.reach != 0:
        return np.int64(kind.range)
    return np.int64(max(CLOSE, kind.thrown)) if kind.weapon == MELEE else np.int64(kind.thrown)


@kernel
def gear_to_ready(s, i):
    """Return what READY should do so that i has a weapon: load, draw the best; -1 nothing.

    Whoever holds a weapon of use, or can cast its attack spell, readies nothing.
    """
    u = s.units[i]
    if unloaded(s, u) >= 0:
        return np.int64(LOAD)
    if kind_in_hand(s, u, 0).weapon != NO_WEAPON or kind_in_hand(s, u, 1).weapon != NO_WEAPON:
        return np.int64(-1)
    if knows_bolt(s, i) >= 0:
        return np.int64(-1)
    best, found = np.int64(-1), np.int64(-1)
    for place in range(min(N_CARRIED, count_carried(s, i))):
        number = np.int64(s.items[carried_item(s, i, place)].kind)
        kind = s.item_kinds[number]
        rank = kind.damage * 64 + number
        if kind.weapon != NO_WEAPON and rank > best and may_ready(s, i, DRAW_0 + place):
            best, found = rank, np.int64(DRAW_0 + place)
    return found


@kernel
def readied_kind(s, i, gear):
    """Return the place in ``item_kinds`` of what a READY brings to use."""
    n = unloaded(s, s.units[i]) if gear == LOAD else carried_item(s, i, gear - DRAW_0)
    return np.int64(s.items[n].kind)


# -- attacks ---------------------------------------------------------------------------------------


@kernel
def may_bolt(s, i, k):
    """Return the attack spell that i may cast at k now, or -1."""
    spell = knows_bolt(s, i)
    if spell >= 0 and may_cast(s, i, spell) and may_aim(s, i, spell, np.int64(s.units[k].slot)):
        return spell
    return np.int64(-1)


@kernel
def has_weapon_on(s, i, k):
    """Tell whether k is in reach of a weapon or attack spell of i, a step in included."""
    for hand in range(2):
        if may_strike(s, i, k, hand) or may_throw(s, i, k, hand, throws_with(s.units[i])):
            return True
    return may_shoot(s, i, k) or may_bolt(s, i, k) >= 0


@kernel
def is_unarmed(s, i):
    """Tell whether i has no weapon in hand, none to ready and no attack spell."""
    u = s.units[i]
    return (
        kind_in_hand(s, u, 0).weapon == NO_WEAPON
        and kind_in_hand(s, u, 1).weapon == NO_WEAPON
        and gear_to_ready(s, i) < 0
        and knows_bolt(s, i) < 0
    )


@kernel
def may_hit(s, i, k):
    """Tell whether i could attack k as it stands: with its weapon, else bare hands."""
    return has_weapon_on(s, i, k) or (is_unarmed(s, i) and may_brawl(s, i, k))


@kernel
def jab_worth(s, k, chance, a):
    """Return what a Jab is worth: an injury if it is rolled with Strength and k is tiring."""
    tires = a == 0 and is_tiring(s, s.units[k])
    return chance if tires else chance * 0.1


@kernel
def worth_and_hit(s, i, k, plan, n, moves, arrived):
    """Return (expected severity, chance) of i's best attack of a plan on k; (-1, 0) for none.

    ``arrived``: as if i stood next to k, whatever is in the way now.
    """
    u = s.units[i]
    best, chance = -1.0, 0.0
    if STRIKE <= plan <= THROW:
        for hand in range(2):
            item = item_in(u, hand)
            kind = kind_in_hand(s, u, hand)
            a = np.int64(0)
            if plan == STRIKE:
                a = np.int64(CLASH)
                able = may_strike(s, i, k, hand) or (arrived and kind.weapon == MELEE)
            elif plan == SHOOT:
                able = kind.weapon == RANGED and (arrived or may_shoot(s, i, k))
            else:
                a = np.int64(throws_with(u))
                able = may_throw(s, i, k, hand, a) or (arrived and kind.thrown >= 0)
            if item >= 0 and able:
                p = hit(s, i, k, plan, a, item, 0, n, moves)
                damage = np.int64(NET_WORTH if kind.entangling != 0 else kind.damage)
                if damage * p > best:
                    best, chance = damage * p, p
    elif plan == CAST:
        spell = knows_bolt(s, i)
        if spell >= 0 and (arrived or may_bolt(s, i, k) >= 0):
            p = hit(s, i, k, CAST, 0, -1, spell, n, moves)
            best, chance = s.spells[spell].severity * p, p
    elif plan == BRAWL and (arrived or may_brawl(s, i, k)):
        for a in range(2):
            p = hit(s, i, k, JAB, a, -1, 0, n, moves)
            if jab_worth(s, k, p, a) > best:
                best, chance = jab_worth(s, k, p, a), p
    return best, chance


@kernel
def best_attack(s, i, k, n, moves, arrived):
    """Return (plan, threat, chance) of i's best attack on k, plan -1 for none.

    Threat: expected severity, damage times chance to hit.
    """
    found, best, chance = np.int64(-1), -1.0, 0.0
    for plan in (STRIKE, SHOOT, THROW, CAST, BRAWL):
        worth, p = worth_and_hit(s, i, k, plan, n, moves, arrived)
        if worth > best:
            found, best, chance = np.int64(plan), worth, p
    return found, best, chance


@kernel
def harrying(s, i, k, n):
    """Return the chance of i's best Harry on k, 0 for none."""
    best = 0.0
    for hand in range(2):
        item = item_in(s.units[i], hand)
        if item >= 0 and may_strike(s, i, k, hand):
            best = max(best, hit(s, i, k, STRIKE, HARRY, item, 0, n, False))
    return best


# -- whom to choose --------------------------------------------------------------------------------

FOCUSED, WORN, OPENED, UNWARY, SPENT = range(5)
"""Tastes: the focus target; fewest unmarked units (Harrier); a grant on it first (Trickster);
unaware of the unit, then a grant on it (Ambusher); most marks (Wrestler). What a taste leaves equal
is decided as the focus target is: fewest free slots, most marks, lowest index."""

SEEN, HIT, MET, STRUCK = range(4)
"""Among whom: all that the unit sees; those it can attack as it stands, those it can brawl with,
those it can strike, or brawl with if it is unarmed."""


@kernel
def appeal(s, i, k, taste):
    """Return how well enemy k fits a taste."""
    t = s.units[k]
    if taste == WORN:
        return np.int64(t.marks) - t.stamina_max
    if taste == OPENED:
        return np.int64(1 if t.grant_combat != 0 or t.grant_any != 0 else 0)
    if taste == UNWARY:
        opened = np.int64(1 if t.grant_combat != 0 or t.grant_any != 0 else 0)
        return opened + (2 if (t.aware_of >> i) & 1 == 0 else 0)
    return np.int64(t.marks) if taste == SPENT else np.int64(0)


@kernel
def slots_left(s, k, damage):
    """Return k's free slots of at least a severity."""
    n = np.int64(0)
    for severity in range(damage, SEVERITIES + 1):
        n += s.units[k].slots[severity - 1]
    return n


@kernel
def is_among(s, i, k, scope):
    """Tell whether k belongs to those that a choice is made among."""
    if scope == HIT:
        return may_hit(s, i, k)
    if scope == STRUCK:
        bare = is_unarmed(s, i) and may_brawl(s, i, k)
        return bare or may_strike(s, i, k, MAIN) or may_strike(s, i, k, OFF)
    return may_brawl(s, i, k) if scope == MET else may_target(s, i, k)


@kernel
def worse_first(s, i, k, taste, damage):
    """Return the key of a choice: taste, then fewest free slots, then most marks."""
    key = (64 + appeal(s, i, k, taste)) * 64 + 63 - slots_left(s, k, damage)
    return key * 64 + s.units[k].marks


@kernel
def pick_target(s, i, taste, scope):
    """Return the enemy of a taste, lowest index on a tie, or -1."""
    best, found = np.int64(-1), np.int64(NOBODY)
    damage = own_damage(s, i)
    side = 1 - s.units[i].side
    for slot in range(s.count[side]):
        k = np.int64(s.first[side] + slot)
        if is_enemy(s, i, k) and is_among(s, i, k, scope):
            key = worse_first(s, i, k, taste, damage)
            if key > best:
                best, found = key, k
    return found


@kernel
def quarry(s, i, taste):
    """Return whom to walk to: the target among those seen, else the nearest that shows; or -1."""
    found = pick_target(s, i, taste, SEEN)
    if found >= 0:
        return found
    best = np.int64(FAR_OFF)
    side = 1 - s.units[i].side
    for slot in range(s.count[side]):
        k = np.int64(s.first[side] + slot)
        if is_shown(s, i, k) and gap_to(s, s.units[i].zone, k) < best:
            best, found = gap_to(s, s.units[i].zone, k), k
    return found


@kernel
def count_attackers(s, i, k):
    """Return how many of i's side could attack k as they stand, itself included."""
    side = s.units[i].side
    n = 0
    for slot in range(s.count[side]):
        a = s.first[side] + slot
        if is_in_play(s, a) and may_hit(s, a, k):
            n += 1
    return n


@kernel
def is_near(s, i, k):
    """Tell whether k is in i's zone or the next."""
    return range_between(s, i, k) <= NEAR
