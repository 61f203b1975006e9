"""What the scripts of ``undead`` share: rows of the mask, what a seat knows, whom to choose.

A script reads its own side in full, of the enemy only what lies open (U645), and of a Hidden
enemy nothing but where its side last saw it.
"""

import numpy as np

from fracas.envs.core.jit import kernel
from fracas.envs.core.record import MAX_EVENTS
from fracas.envs.core.verbs import row_of
from fracas.envs.undead.events import E_MOVED
from fracas.envs.undead.frame import target_slot
from fracas.envs.undead.items import NOTHING
from fracas.envs.undead.rules_attack import dodge_guard, fires, gap, parry_guard
from fracas.envs.undead.rules_damage import bonus, defense_dc, sees
from fracas.envs.undead.rules_items import held
from fracas.envs.undead.tables import (
    AIMING,
    MAIN_HAND,
    MEDICINE,
    MELEE_SKILL,
    SEMI_MODE,
    TORSO,
)
from fracas.envs.undead.verbs import (
    COST,
    DROP_ITEM,
    EQUIP,
    RELOAD,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    SWITCH_MODE,
    UNJAM,
)

# -- rows ------------------------------------------------------------------------------------------


@kernel
def offered(s, mask, verb, a, b, c):
    """Return the row of a verb with its arguments if the mask allows it, else -1."""
    t = s.blocks[verb]
    if t.start < 0 or a < 0 or a >= t.n1 or b >= t.n2 or c >= t.n3:
        return np.int64(-1)
    row = row_of(s, verb, a, b, c)
    return row if mask[row] != 0 else np.int64(-1)


@kernel
def aimed(s, i, mask, verb, k, area):
    """Return the row of an attack on unit k with either hand, the main one first, or -1."""
    slot = target_slot(s, i, k)
    row = offered(s, mask, verb, slot, area, 0)
    return row if row >= 0 else offered(s, mask, verb, slot, area, 1)


@kernel
def affords(u, verb, keep):
    """Tell whether ``keep`` AP are left after a verb."""
    return u.ap - COST[verb] >= keep


# -- what a seat knows -----------------------------------------------------------------------------


@kernel
def is_shown(s, i, k):
    """Tell whether unit k is an enemy of i that is up and not Hidden: its tile lies open (U645)."""
    e = s.units[k]
    return e.side != s.units[i].side and e.down == 0 and e.hidden == 0


@kernel
def nearest_gap(s, i):
    """Return the distance to the nearest enemy that shows, 99 if there is none."""
    best = np.int64(99)
    for k in range(s.n_units):
        if is_shown(s, i, k):
            best = min(best, gap(s, i, k))
    return best


@kernel
def expected_tile(s, i, k):
    """Return where i expects enemy k: its tile, what its side sensed, where it saw k move last."""
    e, side = s.units[k], s.units[i].side
    x, y = np.int64(-1), np.int64(-1)
    if e.down != 0:
        return x, y
    if e.hidden == 0:
        return np.int64(e.x), np.int64(e.y)
    for n in range(s.count[side]):
        a = s.units[s.first[side] + n]
        if a.sense_x[e.slot] >= 0:
            return np.int64(a.sense_x[e.slot]), np.int64(a.sense_y[e.slot])
    for n in range(min(np.int64(s.n_events), MAX_EVENTS)):
        event = s.events[(s.n_events - 1 - n) % MAX_EVENTS]
        if event.kind == E_MOVED and event.actor == k and (event.sides >> side) & 1 != 0:
            return np.int64(event.x), np.int64(event.y)
    return x, y


# -- roles (B7) ------------------------------------------------------------------------------------

GUNNER_ROLE, BRUISER_ROLE, MEDIC_ROLE = range(3)


@kernel
def role_of(u):
    """Return a unit's role: which of Aiming, Melee, Medicine is its best (figures are open)."""
    aim, fight, heal = bonus(u, AIMING), bonus(u, MELEE_SKILL), bonus(u, MEDICINE)
    if heal > aim and heal > fight:
        return MEDIC_ROLE
    return BRUISER_ROLE if fight > aim else GUNNER_ROLE


# -- whom to choose --------------------------------------------------------------------------------

WEAKEST, NEAREST, WRESTLED, GUNNERS, VULNERABLE, SHAKEN = range(6)
"""Tastes: lowest Health; nearest; Dodge over Parry and firearms (B4); the same, gunners first (B7);
held, stunned, prone within 1 or out of AP (B7); short of the Stress limit, the closest first (B6).
What a taste leaves equal is decided by lowest Health, then nearest, then slot."""

ANYBODY = -1


@kernel
def holds_firearm(s, u):
    """Tell whether a unit has a firearm in hand."""
    return s.item_kinds[held(u, 0)].firearm != 0 or s.item_kinds[held(u, 1)].firearm != 0


@kernel
def holds_melee(s, u):
    """Tell whether a unit has a melee weapon in hand."""
    return s.item_kinds[held(u, 0)].melee != 0 or s.item_kinds[held(u, 1)].melee != 0


@kernel
def holds_thrown(s, u):
    """Tell whether a unit has a weapon to throw in hand."""
    return s.item_kinds[held(u, 0)].thrown != 0 or s.item_kinds[held(u, 1)].thrown != 0


@kernel
def appeal(s, i, k, taste):
    """Return how well enemy k, who shows, fits a taste; below -60: not at all."""
    e = s.units[k]
    if taste == NEAREST:
        return -gap(s, i, k)
    if taste == VULNERABLE:
        near = gap(s, i, k) <= 1
        weak = e.grappled_by >= 0 or e.stunned_t > 0 or e.ap == 0 or (e.prone != 0 and near)
        return np.int64(weak)
    if taste == SHAKEN:
        short = np.int64(e.stress_limit) - e.stress
        return -short if short > 0 else np.int64(-99)
    if taste == WEAKEST:
        return np.int64(0)
    score = np.int64(dodge_guard(e) > parry_guard(e)) + np.int64(holds_firearm(s, e))
    return score + 4 if taste == GUNNERS and role_of(e) == GUNNER_ROLE else score


@kernel
def pick_target(s, i, mask, verb, taste, within):
    """Return the enemy of a taste among those that show and are ``within`` tiles, or -1.

    With a verb other than ANYBODY only those at whom the mask allows it.
    """
    best, best_key = np.int64(-1), np.int64(-1)
    side = 1 - s.units[i].side
    for slot in range(s.count[side]):
        k = np.int64(s.first[side] + slot)
        if not is_shown(s, i, k):
            continue
        away = gap(s, i, k)
        fit = appeal(s, i, k, taste)
        if away > within or fit < -60:
            continue
        if verb != ANYBODY and aimed(s, i, mask, verb, k, 0) < 0:
            continue
        key = ((64 + fit) * 16 + 15 - s.units[k].hp) * 64 + 63 - away
        if key > best_key:
            best, best_key = k, key
    return best


# -- firearms --------------------------------------------------------------------------------------


@kernel
def fires_on(s, u, slot):
    """Tell whether the firearm in a slot, if it is one, can fire now or after reload and unjam."""
    item = u.items[slot]
    kind = s.item_kinds[item.item]
    if kind.firearm == 0:
        return False
    if item.jam != 0 and kind.full == 0 and s.options.unjam_needs_full_auto != 0:
        return False
    if item.rounds > 0:
        return True
    for pocket in range(MAIN_HAND):  # noqa: SIM110 - a kernel has no any()
        if u.items[pocket].item == kind.ammo:
            return True
    return False


@kernel
def has_ranged(s, u, throws):
    """Tell whether a unit has something left to shoot with, or with ``throws`` to throw."""
    for slot in range(u.items.shape[0]):
        if fires_on(s, u, slot) or (throws and s.item_kinds[u.items[slot].item].thrown != 0):
            return True
    return False


@kernel
def loaded_verb(s, u):
    """Return the shot that a firearm in hand is loaded, unjammed and set for, or -1."""
    for hand in range(2):
        if fires(s, u, hand, SHOT_SEMI):
            return SHOT_SEMI
        if fires(s, u, hand, SHOT_SINGLE):
            return SHOT_SINGLE
        if fires(s, u, hand, SPRAY):
            return SPRAY
    return -1


@kernel
def shooting_range(u):
    """Return how far a firearm reaches (U331)."""
    return 10 + np.int64(u.skill[AIMING])


@kernel
def has_shot(s, i):
    """Tell whether an enemy that unit i sees is within range, whatever the AP."""
    for k in range(s.n_units):
        if is_shown(s, i, k) and sees(s, i, k) and gap(s, i, k) <= shooting_range(s.units[i]):
            return True
    return False


@kernel
def switch(s, i, mask, taste, keep):
    """Return the row that sets a firearm to the mode B2 wants to fire in, or -1.

    To full if a spray can follow and is worth it, to semi if a semi shot can follow.
    """
    u = s.units[i]
    for hand in range(2):
        gun = u.items[MAIN_HAND + hand]
        if s.item_kinds[held(u, hand)].switch == 0 or gun.jam != 0 or gun.rounds == 0:
            continue
        cost = COST[SWITCH_MODE]
        if gun.mode != SEMI_MODE:
            if has_shot(s, i) and affords(u, SHOT_SEMI, keep + cost):
                return offered(s, mask, SWITCH_MODE, hand, 0, 0)
        elif gun.rounds >= 5 and affords(u, SPRAY, keep + cost):
            k = pick_target(s, i, mask, SHOT_SEMI, taste, 99)
            if k >= 0 and sprays_well(s, u, k):
                return offered(s, mask, SWITCH_MODE, hand, 0, 0)
    return np.int64(-1)


@kernel
def sprays_well(s, u, k):
    """B2: bonus - DC >= -6."""
    return bonus(u, AIMING) - defense_dc(s, k, TORSO) >= -6


@kernel
def shoot(s, i, mask, taste, keep):
    """Return the row of B2's shot at the Torso with ``keep`` AP kept, or -1."""
    u = s.units[i]
    if affords(u, SPRAY, keep):
        k = pick_target(s, i, mask, SPRAY, taste, 99)
        if k >= 0 and sprays_well(s, u, k):
            return aimed(s, i, mask, SPRAY, k, TORSO)
    row = switch(s, i, mask, taste, keep)
    if row >= 0:
        return row
    for verb in (SHOT_SEMI, SHOT_SINGLE):
        if affords(u, verb, keep):
            k = pick_target(s, i, mask, verb, taste, 99)
            if k >= 0:
                return aimed(s, i, mask, verb, k, TORSO)
    return np.int64(-1)


@kernel
def prepare(s, i, mask, throws, may_load, keep):
    """Return the row that makes a weapon ready, or -1: reload at 0 rounds, unjam, take in hand."""
    u = s.units[i]
    for hand in range(2):
        if may_load and held(u, hand) != NOTHING:
            if u.items[MAIN_HAND + hand].rounds == 0 and affords(u, RELOAD, keep):
                for pocket in range(MAIN_HAND):
                    row = offered(s, mask, RELOAD, pocket, hand, 0)
                    if row >= 0:
                        return row
            if affords(u, UNJAM, keep):
                row = offered(s, mask, UNJAM, hand, 0, 0)
                if row >= 0:
                    return row
        gun = u.items[MAIN_HAND + hand]
        if gun.mode != SEMI_MODE and gun.jam == 0 and 0 < gun.rounds < 5:
            row = offered(s, mask, SWITCH_MODE, hand, 0, 0)  # too few for a spray
            return row if affords(u, SWITCH_MODE, keep) else np.int64(-1)
        if fires_on(s, u, MAIN_HAND + hand) or (throws and s.item_kinds[held(u, hand)].thrown != 0):
            return np.int64(-1)
    for pocket in range(MAIN_HAND):
        if fires_on(s, u, pocket) or (throws and s.item_kinds[u.items[pocket].item].thrown != 0):
            row = offered(s, mask, EQUIP, pocket, 0, 0)
            if row >= 0 and affords(u, EQUIP, keep):
                return row
    return np.int64(-1)


# -- hands -----------------------------------------------------------------------------------------


@kernel
def drop(s, i, mask, only_firearms):
    """Return the row that drops what is in hand, or -1."""
    for hand in range(2):
        if not only_firearms or s.item_kinds[held(s.units[i], hand)].firearm != 0:
            row = offered(s, mask, DROP_ITEM, hand, 0, 0)
            if row >= 0:
                return row
    return np.int64(-1)


@kernel
def draw_weapon(s, i, mask, keep):
    """Return the row that puts a carried melee weapon in the place of a firearm, or -1.

    A firearm that is of no more use gives way to bare hands.
    """
    u = s.units[i]
    if holds_melee(s, u):
        return np.int64(-1)
    for pocket in range(MAIN_HAND):
        if s.item_kinds[u.items[pocket].item].melee != 0 and affords(u, EQUIP, keep):
            row = drop(s, i, mask, True)
            return row if row >= 0 else offered(s, mask, EQUIP, pocket, 0, 0)
    return np.int64(-1) if has_ranged(s, u, False) else drop(s, i, mask, True)
