"""Items in hands, carried, on the ground; Ready, Pick Up Object (C290-C301, C452, C454, C497)."""

import numpy as np

from fracas.envs.contingency.events import E_CONTESTED, E_ITEM_MOVED, E_ITEM_TAKEN, E_LOADED
from fracas.envs.contingency.frame import holds, is_enemy, is_in_play, readers
from fracas.envs.contingency.rules_harm import drop_item
from fracas.envs.contingency.state import CARRIED, EMBEDDED, GROUND, HELD
from fracas.envs.contingency.tables import DEXTERITY, MAIN, PICK_UP_STEPS, REFLEX
from fracas.envs.contingency.verbs import (
    AUTO,
    DRAW_0,
    LOAD,
    N_CARRIED,
    PICK_UP,
    SHEATHE_MAIN,
)
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- hands -----------------------------------------------------------------------------------------


@kernel
def in_hand(u, hand):
    """Return the item in a hand, -1 for none; a two-handed one is in both."""
    return (u.main if hand == MAIN else u.off) - 1


@kernel
def kind_in_hand(s, u, hand):
    """Return the figures of what a hand holds; those of nothing for an empty one."""
    n = in_hand(u, hand)
    return s.item_kinds[s.items[n].kind if n >= 0 else 0]


@kernel
def free_hands(u):
    """Return the number of empty hands."""
    return (1 if u.main == 0 else 0) + (1 if u.off == 0 else 0)


@kernel
def is_loose(s, u, hand):
    """C190: a hand with an item that can be let go: not natural; two-handed ones by the main."""
    n = in_hand(u, hand)
    return (
        n >= 0
        and s.item_kinds[s.items[n].kind].natural == 0
        and not (hand != MAIN and u.main == u.off)
    )


@kernel
def is_weapon(s, u, hand):
    """Tell whether a hand holds a weapon that can be dropped or sheathed (C190)."""
    return is_loose(s, u, hand) and s.item_kinds[s.items[in_hand(u, hand)].kind].weapon != 0


@kernel
def wields(s, u, kind):
    """Tell whether either hand holds a kind of weapon."""
    return kind_in_hand(s, u, 0).weapon == kind or kind_in_hand(s, u, 1).weapon == kind


@kernel
def carried_item(s, i, k):
    """Return the k-th item that unit i carries, in index order, or -1."""
    for n in range(s.n_items):
        item = s.items[n]
        if item.place == CARRIED and item.where == i:
            if k == 0:
                return n
            k -= 1
    return -1


@kernel
def count_carried(s, i):
    """Return how many items a unit carries sheathed."""
    c = 0
    for n in range(s.n_items):
        c += 1 if s.items[n].place == CARRIED and s.items[n].where == i else 0
    return c


@kernel
def take_in_hand(s, i, n):
    """C291 C452 C497: into the main hand if free, else the off hand; two-handed items into both."""
    u, item = s.units[i], s.items[n]
    hands = s.item_kinds[item.kind].hands
    item.place = HELD
    item.where = i
    if u.main == 0:
        u.main = n + 1
        if hands == 2:
            u.off = n + 1
    else:
        u.off = n + 1
    note(s, E_ITEM_TAKEN, i, -1, item.kind, 0, -1, -1, readers(s, i))


@kernel
def out_of_hands(s, i, n):
    """Take an item out of the hands that hold it."""
    u = s.units[i]
    if u.main == n + 1:
        u.main = 0
    if u.off == n + 1:
        u.off = 0
    note(s, E_ITEM_MOVED, i, -1, s.items[n].kind, 0, -1, -1, readers(s, i))


@kernel
def sheathe(s, i, n):
    """C452: a held item is carried."""
    out_of_hands(s, i, n)
    s.items[n].place = CARRIED
    s.items[n].where = i


@kernel
def may_sheathe(s, i, hand):
    """C452 C189: a held item, not natural, and room among the four carried."""
    return is_loose(s, s.units[i], hand) and count_carried(s, i) < N_CARRIED


@kernel
def do_let_go(s, i, hand):
    """C454 C163 C189: the item falls in the unit's zone."""
    drop_item(s, i, in_hand(s.units[i], hand))


# -- Ready (C452) ----------------------------------------------------------------------------------


@kernel
def in_the_way(s, u, n):
    """C452: the held items that must be sheathed to draw item n: (first, second), -1 none."""
    if s.item_kinds[s.items[n].kind].hands == 2:
        one, two = in_hand(u, 0), in_hand(u, 1)
        return one, two if two != one else np.int64(-1)
    return (in_hand(u, 0) if free_hands(u) == 0 else np.int64(-1)), np.int64(-1)


@kernel
def unloaded(s, u):
    """C337 C452: a held Reload weapon that isn't loaded, or -1."""
    for hand in range(2):
        n = in_hand(u, hand)
        if n >= 0 and s.item_kinds[s.items[n].kind].reload != 0 and s.items[n].loaded == 0:
            return n
    return np.int64(-1)


@kernel
def may_ready(s, i, gear):
    """C452: draw, sheathe or load; what is sheathed in exchange must fit."""
    u = s.units[i]
    if gear == LOAD:
        return unloaded(s, u) >= 0
    if gear >= SHEATHE_MAIN:
        return may_sheathe(s, i, gear - SHEATHE_MAIN)
    n = carried_item(s, i, gear - DRAW_0)
    if n < 0:
        return False
    one, two = in_the_way(s, u, n)
    more = -1  # the drawn item makes room for one
    for held in (one, two):
        if held >= 0:
            more += 1
            if s.item_kinds[s.items[held].kind].natural != 0:
                return False
    return count_carried(s, i) + more <= N_CARRIED


@kernel
def do_ready(s, i, gear):
    """C452: no roll."""
    u = s.units[i]
    if gear == LOAD:
        n = unloaded(s, u)
        s.items[n].loaded = 1
        note(s, E_LOADED, i, -1, s.items[n].kind, 0, -1, -1, readers(s, i))
    elif gear >= SHEATHE_MAIN:
        sheathe(s, i, in_hand(u, gear - SHEATHE_MAIN))
    else:
        n = carried_item(s, i, gear - DRAW_0)
        one, two = in_the_way(s, u, n)
        if one >= 0:
            sheathe(s, i, one)
        if two >= 0:
            sheathe(s, i, two)
        take_in_hand(s, i, n)


# -- Pick Up Object (C290 to C301) -----------------------------------------------------------------


@kernel
def is_within_reach(s, i, n):
    """C290 C301: on the ground of the unit's zone, or embedded in the unit."""
    item = s.items[n]
    return (item.place == GROUND and item.where == s.units[i].zone) or (
        item.place == EMBEDDED and item.where == i
    )


@kernel
def lying_item(s, i, k):
    """C291: the k-th of the six items of lowest index within reach, or -1."""
    for n in range(s.n_items):
        if is_within_reach(s, i, n):
            if k == 0:
                return n
            k -= 1
    return -1


@kernel
def is_unhindered(s, i):
    """C292 C295: no CLUTTER and no adversary that it knows of in the zone."""
    u = s.units[i]
    if s.zones[u.zone].clutter != 0:
        return False
    for k in range(s.n_units):
        if (
            is_enemy(s, i, k)
            and s.units[k].zone == u.zone
            and not holds(s.units[k].hidden_from, i)
            and holds(u.aware_of, k)
        ):
            return False
    return True


@kernel
def pick_up_difficulty(s, i):
    """C295: by others in the zone that aren't hidden from it, and bystanders; CLUTTER adds 2."""
    u = s.units[i]
    others = s.zones[u.zone].crowd + 0
    for k in range(s.n_units):
        if (
            k != i
            and is_in_play(s, k)
            and s.units[k].zone == u.zone
            and not holds(s.units[k].hidden_from, i)
        ):
            others += 1
    difficulty = 1
    for step in PICK_UP_STEPS[s.options.pickup_steps]:
        if others >= step:
            difficulty += 2
    return min(9, difficulty + (2 if s.zones[u.zone].clutter != 0 else 0))


@kernel
def may_pick_up_at_all(s, i):
    """C085 C290: not engaged."""
    return s.units[i].engaged == 0


@kernel
def has_room_for(s, u, n):
    """C291: a free hand, two for a two-handed item."""
    return free_hands(u) >= s.item_kinds[s.items[n].kind].hands


@kernel
def may_pick_up(s, i, k, how):
    """C290 to C293 C301: an item within reach and hands for it; without a roll if unhindered."""
    n = lying_item(s, i, k)
    return (
        n >= 0
        and may_pick_up_at_all(s, i)
        and has_room_for(s, s.units[i], n)
        and (how != AUTO or is_unhindered(s, i))
    )


@kernel
def could_pick_up(s, i):
    """C045: a row would be there if hands were let go."""
    if not may_pick_up_at_all(s, i):
        return False
    u = s.units[i]
    return lying_item(s, i, 0) >= 0 and (is_loose(s, u, 0) or is_loose(s, u, 1))


@kernel
def contest_skill(u):
    """C298: Dexterity or Reflex, the larger die; Dexterity on a tie."""
    return REFLEX if u.skill[REFLEX] > u.skill[DEXTERITY] else DEXTERITY


@kernel
def may_contest(s, i, k, n):
    """C300: an adversary in the zone, not engaged, with PICK_UP pending and hands for the item."""
    t = s.units[k]
    return (
        is_enemy(s, i, k)
        and t.zone == s.units[i].zone
        and t.engaged == 0
        and holds(t.pending, PICK_UP)
        and s.items[n].place == GROUND
        and has_room_for(s, t, n)
    )


@kernel
def note_contest(s, k, n):
    """Tell who competes."""
    note(s, E_CONTESTED, k, -1, s.items[n].kind, 0, -1, -1, readers(s, k))
