"""Hands, inventory, floor: Equip, Unequip, Place, Drop, Reload, Unjam, Switch (3.4, 3.5)."""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.grid import DIRECTIONS, DX, DY, cell, is_beside
from fracas.envs.core.jit import kernel
from fracas.envs.undead.events import C_JAMMED, E_LOST, E_TOOK
from fracas.envs.undead.items import NOTHING, SECOND_HAND
from fracas.envs.undead.options import ONE_HAND
from fracas.envs.undead.rules_damage import (
    clear_slot,
    closed_around,
    drop_slot,
    lay,
    readers,
    take_up,
)
from fracas.envs.undead.tables import BROKEN_ARM, MAIN_HAND, OFF_HAND

# -- hands ----------------------------------------------------------------------------------------


@kernel
def usable_hands(u):
    """U037: two hands, one with a broken arm."""
    return 1 if u.injury[BROKEN_ARM] != 0 else 2


@kernel
def free_hands(u):
    """Return the number of empty hands."""
    n = 0
    for h in range(usable_hands(u)):
        if u.items[MAIN_HAND + h].item == NOTHING:
            n += 1
    return n


@kernel
def has_empty_hands(s, u):
    """U202 U234: no item in any hand (`unarmed.hands = one`: one hand free)."""
    free = free_hands(u)
    if s.options.unarmed_hands == ONE_HAND:
        return free > 0
    return free == usable_hands(u)


@kernel
def held(u, hand):
    """Return the item whose slot is this hand (a two-handed one is in the main hand)."""
    item = u.items[MAIN_HAND + hand].item
    return NOTHING if item == SECOND_HAND else item + 0


@kernel
def free_pocket(u):
    """Return the lowest free slot of the main inventory, or -1."""
    for slot in range(MAIN_HAND):
        if u.items[slot].item == NOTHING:
            return slot
    return -1


@kernel
def copy_item(into, item, rounds, mode, jam):
    """U416: an item keeps its rounds, mode and jam wherever it goes."""
    into.item = item
    into.rounds = rounds
    into.mode = mode
    into.jam = jam


@kernel
def put_in_hand(s, u, item, rounds, mode, jam):
    """1.5: Equip fills the lowest free hand, a two-handed item both."""
    hand = MAIN_HAND if u.items[MAIN_HAND].item == NOTHING else OFF_HAND
    copy_item(u.items[hand], item, rounds, mode, jam)
    if s.item_kinds[item].hands == 2:
        u.items[OFF_HAND].item = SECOND_HAND


@kernel
def fits_hands(s, u, item):
    """U403: as many empty hands as the item takes, 1 for items that take none."""
    return item != NOTHING and free_hands(u) >= max(1, np.int64(s.item_kinds[item].hands))


# -- Equip, Unequip, Place, Drop ------------------------------------------------------------------


@kernel
def may_equip(s, i, slot):
    """U401 U403: an item of the inventory that the free hands can take."""
    u = s.units[i]
    return fits_hands(s, u, u.items[slot].item)


@kernel
def do_equip(s, i, slot):
    """U402: the item is in hand."""
    u = s.units[i]
    item = u.items[slot]
    kind, rounds, mode, jam = item.item, item.rounds, item.mode, item.jam
    clear_slot(u, slot)
    put_in_hand(s, u, kind, rounds, mode, jam)
    note(s, E_TOOK, i, -1, kind, 0, -1, -1, readers(s, i))


@kernel
def top_item(s, x, y):
    """Return the floor item laid last on a tile and not hidden, or -1."""
    for k in range(s.n_floor - 1, -1, -1):
        f = s.floor[k]
        if f.x == x and f.y == y and f.hidden == 0:
            return k
    return -1


@kernel
def tile_around(u, d):
    """Return the own tile (d = -1) or the one in direction d."""
    if d < 0:
        return u.x + 0, u.y + 0
    return u.x + DX[d], u.y + DY[d]


@kernel
def may_equip_floor(s, i):
    """U401 U403: where a top item of the own (bit 0) or an adjacent tile fits the hands."""
    u = s.units[i]
    looked, found = 0, 0
    if free_hands(u) > 0:
        for k in range(s.n_floor - 1, -1, -1):
            f = s.floor[k]
            dx, dy = np.int64(f.x) - u.x, np.int64(f.y) - u.y
            if is_beside(dx, dy) and f.hidden == 0:
                here = cell(dx, dy)
                if looked & here == 0 and fits_hands(s, u, f.item):
                    found |= here
                looked |= here
    return DIRECTIONS[found] << 1 | (1 if found & cell(0, 0) != 0 else 0)


@kernel
def do_equip_floor(s, i, d):
    """U402 U414: the item is in hand, loaded and jammed as it lay."""
    u = s.units[i]
    x, y = tile_around(u, d)
    k = top_item(s, x, y)
    f = s.floor[k]
    kind = f.item + 0
    put_in_hand(s, u, f.item, f.rounds, f.mode, f.jam)
    take_up(s, k)
    note(s, E_TOOK, i, -1, kind, 0, x, y, readers(s, i))


@kernel
def may_unequip(s, i, hand):
    """U405 U406: an item in this hand, and a free slot."""
    u = s.units[i]
    return held(u, hand) != NOTHING and free_pocket(u) >= 0


@kernel
def do_unequip(s, i, hand):
    """U406 U416: into the lowest free slot."""
    u = s.units[i]
    item = u.items[MAIN_HAND + hand]
    copy_item(u.items[free_pocket(u)], item.item, item.rounds, item.mode, item.jam)
    clear_slot(u, MAIN_HAND + hand)


@kernel
def has_item(u, slot):
    """Tell whether an item has its place in this slot."""
    item = u.items[slot].item
    return item > SECOND_HAND


@kernel
def may_place_at(s, i):
    """U408: the directions of open adjacent tiles, occupied or not."""
    u = s.units[i]
    return DIRECTIONS[511 - closed_around(s, np.int64(u.x), np.int64(u.y))] + 0


@kernel
def may_place(s, i, slot):
    """U409: an equipped or carried item."""
    return has_item(s.units[i], slot)


@kernel
def do_place(s, i, slot, d):
    """U410: it lies on the floor of that tile."""
    u = s.units[i]
    item = u.items[slot]
    lay(s, item.item, item.rounds, item.mode, item.jam, u.x + DX[d], u.y + DY[d])
    clear_slot(u, slot)


@kernel
def may_drop_item(s, i, hand):
    """U412: an item in this hand."""
    u = s.units[i]
    return held(u, hand) != NOTHING


@kernel
def do_drop_item(s, i, hand):
    """U413: it lies on the own tile."""
    drop_slot(s, i, MAIN_HAND + hand)


# -- firearms in hand: Unjam, Switch, Reload ------------------------------------------------------


@kernel
def may_unjam(s, i, hand):
    """U363 U364: a jammed firearm with full-auto (`unjam.needs_full_auto`)."""
    u = s.units[i]
    return u.items[MAIN_HAND + hand].jam != 0 and (
        s.item_kinds[held(u, hand)].full != 0 or s.options.unjam_needs_full_auto == 0
    )


@kernel
def do_unjam(s, i, hand):
    """U365: the jam is cleared."""
    s.units[i].items[MAIN_HAND + hand].jam = 0
    note(s, E_LOST, -1, i, C_JAMMED, 0, -1, -1, readers(s, i))


@kernel
def may_switch_mode(s, i, hand):
    """U367: an equipped firearm with a switch."""
    u = s.units[i]
    return s.item_kinds[held(u, hand)].switch != 0


@kernel
def do_switch_mode(s, i, hand):
    """U368: semi to full, full to semi."""
    item = s.units[i].items[MAIN_HAND + hand]
    item.mode = 1 - item.mode


@kernel
def may_reload(s, i, slot, hand):
    """U370 U371 U373: an equipped firearm and its magazine or clip in the inventory."""
    u = s.units[i]
    return u.items[slot].item == s.item_kinds[held(u, hand)].ammo


@kernel
def do_reload(s, i, slot, hand):
    """U371 to U373: the new one goes in, the old one into the slot just freed; empty: discarded."""
    u = s.units[i]
    gun, ammo = u.items[MAIN_HAND + hand], u.items[slot]
    old = gun.rounds + 0
    gun.rounds = ammo.rounds
    if old > 0:
        ammo.rounds = old
    else:
        clear_slot(u, slot)
