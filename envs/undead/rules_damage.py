"""Dice, damage, Stress, going down, the Strong Attack tables (3.1), sight and Hidden (3.7)."""

import numpy as np

from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.grid import around, bit, has_line, outside
from fracas.envs.core.jit import kernel
from fracas.envs.core.record import DRAW
from fracas.envs.undead.conditions import (
    gain_bleeding,
    gain_slowed,
    gain_stunned,
    gain_weakened,
    halve_movement,
    hinders,
    is_slowed,
)
from fracas.envs.undead.events import (
    C_BLEEDING,
    C_GRAPPLED,
    C_HIDDEN,
    C_PRONE,
    C_SLOWED,
    C_STUNNED,
    C_WEAKENED,
    E_DAMAGED,
    E_DOWN,
    E_DRAWN,
    E_FELL,
    E_GAINED,
    E_INJURED,
    E_LOST,
    E_SAVED,
    E_STRESSED,
    E_WON,
)
from fracas.envs.undead.items import NOTHING, SECOND_HAND
from fracas.envs.undead.options import (
    DAMAGE_REPLACE,
    LIMIT_DEFEATED,
    SAVE_ATTACK_TOTAL,
    SAVE_FIXED,
)
from fracas.envs.undead.state import MAX_FLOOR
from fracas.envs.undead.tables import (
    ARMS,
    BROKEN_ARM,
    BROKEN_LEG,
    CONCUSSION,
    D_SAVE,
    DEEP_WOUND,
    FAILURE,
    HEAD,
    LEGS,
    MAIN_HAND,
    OFF_HAND,
    PARENT,
    REFLEX,
    RESILIENCE,
    STRONG_FAILURE,
    STRONG_SUCCESS,
    STRONG_TABLE,
    SUCCESS,
)

EVERYBODY = 3

# -- outcome bands and rolls ----------------------------------------------------------------------


@kernel
def outcome_of(margin):
    """U002 to U005: the band of total - DC."""
    if margin >= 6:
        return STRONG_SUCCESS
    if margin >= 0:
        return SUCCESS
    return FAILURE if margin >= -5 else STRONG_FAILURE


@kernel
def succeeds(s, outcome):
    """U006: the Success effect applies; SS includes it where strong outcomes stack."""
    return outcome == SUCCESS or (
        outcome == STRONG_SUCCESS and s.options.outcome_strong_stacks != 0
    )


@kernel
def fails(s, outcome):
    """U006: the Failure effect applies; SF includes it where strong outcomes stack."""
    return outcome == FAILURE or (
        outcome == STRONG_FAILURE and s.options.outcome_strong_stacks != 0
    )


@kernel
def bonus(u, skill):
    """U001: parent ability + skill level."""
    return np.int64(u.ability[PARENT[skill]]) + u.skill[skill]


@kernel
def skill_roll(s, i, skill, kind, is_action, advantage, disadvantage):
    """U001 U007 U008: d20 + ability + skill; two dice with advantage or disadvantage, not both."""
    u = s.units[i]
    disadvantage = disadvantage or hinders(s, u, skill, is_action)
    die = roll(s, 20, kind)
    if advantage != disadvantage:
        other = roll(s, 20, kind)
        die = max(die, other) if advantage else min(die, other)
    return die + bonus(u, skill)


# -- sight and Hidden -----------------------------------------------------------------------------


@kernel
def look_around(s, i):
    """1.6: bring the mutual lines of sight of unit i up to date after it moved or fell."""
    u = s.units[i]
    mine = np.uint16(1) << np.uint16(i)
    u.sight = np.uint16(0)
    for k in range(s.n_units):
        if k != i:
            other = s.units[k]
            if (
                u.down == 0
                and other.down == 0
                and has_line(
                    s.walls, np.int64(u.x), np.int64(u.y), np.int64(other.x), np.int64(other.y)
                )
            ):
                u.sight |= np.uint16(1) << np.uint16(k)
                other.sight |= mine
            else:
                other.sight &= ~mine


@kernel
def in_line(s, i, k):
    """Tell whether there is sight between two units, Hidden or not."""
    return (s.units[i].sight >> np.uint16(k)) & np.uint16(1) != np.uint16(0)


@kernel
def sees(s, i, k):
    """1.6: i sees k: there is sight, and k is not Hidden (a unit that is Down isn't there)."""
    return in_line(s, i, k) and s.units[k].hidden == 0


@kernel
def readers(s, i):
    """U608: the sides that may read of what unit i does: while Hidden only its own."""
    u = s.units[i]
    return 1 << u.side if u.hidden != 0 else EVERYBODY


@kernel
def lose_hidden(s, i):
    """Hidden ends, and with it the bonus to its Detection Score (U449)."""
    u = s.units[i]
    if u.hidden != 0:
        u.hidden = 0
        u.detect_bonus = 0
        note(s, E_LOST, -1, i, C_HIDDEN, 0, u.x, u.y, EVERYBODY)


# -- floor ----------------------------------------------------------------------------------------


@kernel
def lay(s, item, rounds, mode, jam, x, y):
    """U413 U416 U417: an item comes to lie on the floor; a 17th removes the oldest."""
    if s.n_floor == MAX_FLOOR:
        take_up(s, 0)
    f = s.floor[s.n_floor]
    s.n_floor += 1
    f.item = item
    f.rounds = rounds
    f.mode = mode
    f.jam = jam
    f.x = x
    f.y = y
    f.hidden = 0
    note(s, E_FELL, -1, -1, item, 0, x, y, EVERYBODY)


@kernel
def take_up(s, k):
    """Remove floor item k; the order of the others stays."""
    for n in range(k, s.n_floor - 1):
        a, b = s.floor[n], s.floor[n + 1]
        a.item, a.rounds, a.mode, a.jam = b.item, b.rounds, b.mode, b.jam
        a.x, a.y, a.hidden = b.x, b.y, b.hidden
    s.n_floor -= 1
    last = s.floor[s.n_floor]
    last.item, last.rounds, last.mode, last.jam = 0, 0, 0, 0
    last.x, last.y, last.hidden = 0, 0, 0


@kernel
def holds_with_both(u):
    """Tell whether a two-handed item is in hand."""
    return u.items[OFF_HAND].item == SECOND_HAND


@kernel
def clear_slot(u, slot):
    """Empty an item slot; a two-handed item leaves both hands."""
    item = u.items[slot]
    if slot == MAIN_HAND and holds_with_both(u):
        u.items[OFF_HAND].item = NOTHING
    item.item, item.rounds, item.mode, item.jam = 0, 0, 0, 0


@kernel
def drop_slot(s, i, slot):
    """The item in a slot falls on the unit's tile."""
    u = s.units[i]
    item = u.items[slot]
    if item.item > SECOND_HAND:
        lay(s, item.item, item.rounds, item.mode, item.jam, u.x, u.y)
        clear_slot(u, slot)


# -- damage, Stress, Down (U012 to U016) ----------------------------------------------------------


@kernel
def end_grapple(s, i):
    """U618: whatever hold unit i is in, on either end, is over."""
    u = s.units[i]
    for k in (u.grappled_by, u.grappling):
        if k >= 0:
            other = s.units[k]
            if other.grappled_by == i:
                other.grappled_by = -1
            if other.grappling == i:
                other.grappling = -1
    if u.grappled_by >= 0:
        note(s, E_LOST, -1, i, C_GRAPPLED, 0, -1, -1, EVERYBODY)
    elif u.grappling >= 0:
        note(s, E_LOST, -1, u.grappling, C_GRAPPLED, 0, -1, -1, EVERYBODY)
    u.grappled_by = -1
    u.grappling = -1


@kernel
def go_down(s, i):
    """U012: Down: off the tile; held items fall, hand 1 first; all else goes with it."""
    u = s.units[i]
    lose_hidden(s, i)
    note(s, E_DOWN, -1, i, -1, 0, u.x, u.y, EVERYBODY)
    drop_slot(s, i, MAIN_HAND)
    drop_slot(s, i, OFF_HAND)
    for slot in range(MAIN_HAND):
        clear_slot(u, slot)
    end_grapple(s, i)
    u.down = 1
    u.ap, u.mv = 0, 0
    u.prone, u.sneaking, u.stanched, u.bleed = 0, 0, 0, 0
    u.slowed_t, u.weakened_t, u.stunned_t, u.horrified_t = 0, 0, 0, 0
    u.horror_source = -1
    u.ready_trigger, u.ready_kind = -1, -1
    forget(u)
    u.injury[:] = 0
    look_around(s, i)


@kernel
def forget(u):
    """U438: what Sense Area told lapses."""
    u.sense_tier, u.sense_count = 0, 0
    u.sense_dir[:] = 0
    u.sense_x[:] = -1
    u.sense_y[:] = -1


@kernel
def damage(s, i, amount):
    """U012 U013: damage lowers Health, not below 0; 0 is Down. U604: it ends Hidden.

    Nothing raises Health or lowers Stress (U628).
    """
    u = s.units[i]
    if u.down != 0 or amount <= 0:
        return
    lose_hidden(s, i)
    u.hp = max(0, np.int64(u.hp) - amount)
    note(s, E_DAMAGED, -1, i, -1, amount, -1, -1, EVERYBODY)
    if u.hp == 0:
        go_down(s, i)


@kernel
def gain_stress(s, i, amount):
    """U014: Stress is counted up to the limit and no further (not the undead: U643)."""
    u = s.units[i]
    if u.undead != 0 or amount <= 0:
        return
    u.stress = min(np.int64(u.stress) + amount, u.stress_limit)
    note(s, E_STRESSED, -1, i, -1, amount, -1, -1, readers(s, i))
    if u.stress >= u.stress_limit and s.options.stress_at_limit == LIMIT_DEFEATED:
        go_down(s, i)


@kernel
def judge(s):
    """U640 U641: a side wins when every enemy is Down; both at once is a draw."""
    up = 0  # bits of the sides that have a unit up
    for k in range(s.n_units):
        if s.units[k].down == 0:
            up |= 1 << s.units[k].side
    if up == 0:
        finish(s, DRAW)
    elif up != 3:
        finish(s, up)


@kernel
def finish(s, winner):
    """The battle is over; nothing more happens (U640)."""
    s.winner = winner
    if winner == DRAW:
        note(s, E_DRAWN, -1, -1, -1, 0, -1, -1, EVERYBODY)
    else:
        note(s, E_WON, -1, -1, -1, winner, -1, -1, EVERYBODY)


# -- Strong Attack tables (1.4) -------------------------------------------------------------------


@kernel
def save_dc(s, attacker, skill, total):
    """U019: 10 + attacker's ability + skill of the attack roll, or as the option says."""
    if s.options.strong_save_dc == SAVE_ATTACK_TOTAL:
        return np.int64(total)
    if s.options.strong_save_dc == SAVE_FIXED:
        return np.int64(15)
    return 10 + bonus(s.units[attacker], skill)


@kernel
def drop_held(s, i):
    """U025 U033: all equipped hand items fall, hand 1 first."""
    drop_slot(s, i, MAIN_HAND)
    drop_slot(s, i, OFF_HAND)


@kernel
def injure(s, i, injury):
    """U035 to U040: an injury lasts; the same again has no further effect."""
    u = s.units[i]
    if u.undead != 0 and injury == CONCUSSION:
        return  # U643
    was = is_slowed(s, u)
    if u.injury[injury] == 0:
        u.injury[injury] = 1
        note(s, E_INJURED, -1, i, injury, 0, -1, -1, EVERYBODY)
    if injury == BROKEN_LEG:
        halve_movement(s, u, was)  # U038
    elif injury == BROKEN_ARM:  # U037: what no longer fits falls
        if holds_with_both(u):
            drop_slot(s, i, MAIN_HAND)
        drop_slot(s, i, OFF_HAND)
    elif injury == DEEP_WOUND:
        gain_bleeding(s, i, 3)  # U039 U040


@kernel
def fall_prone(s, i):
    """Gain Prone."""
    u = s.units[i]
    if u.prone == 0:
        u.prone = 1
        note(s, E_GAINED, -1, i, C_PRONE, 0, -1, -1, readers(s, i))


@kernel
def strong_effect(s, attacker, i, kind, area, skill, total, ordinary):
    """U018 to U022, U042: the victim saves; F takes the entry, SF its injury too, in order."""
    skill_saved = REFLEX if area == LEGS else RESILIENCE
    dc = save_dc(s, attacker, skill, total)
    rolled = skill_roll(s, i, skill_saved, D_SAVE, False, False, False)
    outcome = outcome_of(rolled - dc)
    note(s, E_SAVED, -1, i, outcome, rolled, -1, -1, readers(s, i))
    u = s.units[i]
    entry = STRONG_TABLE[kind, area]
    if fails(s, outcome):
        hurt = np.int64(entry["damage"])
        if s.options.strong_damage_mode == DAMAGE_REPLACE:
            hurt -= ordinary  # in all the larger of the two counts: below 1 it is no damage
        damage(s, i, hurt)  # U022
        gain_stress(s, i, np.int64(entry["stress"]))
        if u.down == 0:
            if entry["stunned"] != 0 and u.undead == 0:  # U643
                gain_stunned(s, i)
                note(s, E_GAINED, -1, i, C_STUNNED, 0, -1, -1, readers(s, i))
            if entry["weakened"] != 0:
                gain_weakened(s, i)
                note(s, E_GAINED, -1, i, C_WEAKENED, 0, -1, -1, readers(s, i))
            if entry["slowed"] != 0:
                gain_slowed(s, i)
                note(s, E_GAINED, -1, i, C_SLOWED, 0, -1, -1, readers(s, i))
            if entry["bleeding"] != 0 and u.undead == 0:
                gain_bleeding(s, i, 1)  # U626
                note(s, E_GAINED, -1, i, C_BLEEDING, 1, -1, -1, readers(s, i))
            if entry["drop"] != 0:
                drop_held(s, i)
            if entry["prone"] != 0:
                fall_prone(s, i)
    if outcome == STRONG_FAILURE and u.down == 0:
        injure(s, i, np.int64(entry["injury"]))


# -- Defense DC (U010, U011) ----------------------------------------------------------------------


@kernel
def area_modifier(s, area):
    """1.3: what aiming at an area adds to the DC."""
    if area == HEAD:
        return np.int64(s.options.area_head)
    if area == ARMS:
        return np.int64(s.options.area_arms)
    return np.int64(s.options.area_legs) if area == LEGS else np.int64(0)


@kernel
def defense_dc(s, i, area):
    """U010 U011: guard D + area modifier + armour on that area."""
    u = s.units[i]
    return np.int64(u.guard) + area_modifier(s, area) + u.armour[area]


# -- occupancy ------------------------------------------------------------------------------------


@kernel
def unit_at(s, x, y):
    """Return the unit on a tile (a unit that is Down occupies none), or -1."""
    for k in range(s.n_units):
        u = s.units[k]
        if u.down == 0 and u.x == x and u.y == y:
            return k
    return -1


@kernel
def closed_around(s, x, y):
    """1.6: which of the nine tiles around (x, y) are off the map, wall or obstacle."""
    off = outside(x, y, s.width, s.height)
    return off | around(s.walls, x, y) | around(s.obstacles, x, y)


@kernel
def is_open(s, x, y):
    """1.6: a tile of the map that neither wall nor obstacle blocks."""
    return (
        x >= 0
        and y >= 0
        and x < s.width
        and y < s.height
        and not bit(s.walls, x, y)
        and not bit(s.obstacles, x, y)
    )
