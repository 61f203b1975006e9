"""Throw Object and what bursts (3.4), Intimidate, Sense, Inspect, Apply Pressure (3.5)."""

import numpy as np

from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.grid import DX, DY, bit, compass, distance, has_line
from fracas.envs.core.jit import kernel, lowest
from fracas.envs.core.windows import push
from fracas.envs.undead.conditions import full_movement, gain_horrified, gain_stunned
from fracas.envs.undead.events import (
    C_HORRIFIED,
    C_STANCHED,
    C_STUNNED,
    E_BURST,
    E_GAINED,
    E_ROLLED,
    E_SCATTERED,
    E_SEARCHED,
    E_SENSED,
    E_UNCOVERED,
)
from fracas.envs.undead.frame import W_GRANT, can_target
from fracas.envs.undead.items import BANDAGE, FIREBOMB, FLASHBANG
from fracas.envs.undead.options import (
    BANDAGE_NOT_NEEDED,
    RANGE_SIGHT,
    SIGHT_NEVER,
    SPEND_ON_SUCCESS,
    TWO_OFF,
)
from fracas.envs.undead.rules_attack import gap
from fracas.envs.undead.rules_damage import (
    EVERYBODY,
    bonus,
    clear_slot,
    damage,
    forget,
    gain_stress,
    is_open,
    judge,
    lay,
    lose_hidden,
    outcome_of,
    readers,
    sees,
    skill_roll,
    succeeds,
)
from fracas.envs.undead.tables import (
    AIMING,
    ATHLETICS,
    AWARENESS,
    D_ATTACK,
    D_CONTEST,
    D_INSPECT,
    D_MEDICINE,
    D_SCATTER,
    D_SENSE,
    INTIMIDATION,
    MEDICINE,
    MORALE,
    OFF_HAND,
    STEALTH,
    STRONG_FAILURE,
    STRONG_SUCCESS,
    SUCCESS,
)

# -- Throw Object (U311 to U326) ------------------------------------------------------------------


@kernel
def may_throw_object(s, i, slot):
    """U313 U617: a lightweight item; the own tile is always a target (U314)."""
    return s.item_kinds[s.units[i].items[slot].item].lightweight != 0


@kernel
def may_throw_at(s, i, x, y):
    """U312 U314: an open tile within 15 + Athletics, in line of sight."""
    u = s.units[i]
    return (
        is_open(s, x, y)
        and distance(u.x, u.y, x, y) <= 15 + u.skill[ATHLETICS]
        and has_line(s.walls, np.int64(u.x), np.int64(u.y), x, y)
    )


@kernel
def may_throw_in_column(s, i, x):
    """U314: some tile of the column can be aimed at."""
    for y in range(s.height):
        if may_throw_at(s, i, x, y):
            return True
    return False


@kernel
def tiles_off(s, total):
    """U316 to U321: how far off target the Aiming total lands."""
    if total <= 4:
        return 5
    if total <= 9:
        return 3
    if total <= 14 or (total == 15 and s.options.throw_fifteen == TWO_OFF):
        return 2
    return 0


@kernel
def bursts(kind):
    """1.5: whether an item goes off where it lands and is spent."""
    return kind == FIREBOMB or kind == FLASHBANG


@kernel
def do_throw_object(s, i, slot, x, y):
    """U315 to U325: Aiming decides where it lands; single-use items burst or fail."""
    u = s.units[i]
    lose_hidden(s, i)  # U604
    item = u.items[slot]
    kind, rounds, mode, jam = item.item + 0, item.rounds + 0, item.mode + 0, item.jam + 0
    clear_slot(u, slot)
    total = skill_roll(s, i, AIMING, D_ATTACK, True, False, False)
    off = tiles_off(s, total)
    strong_failure, strong_success = total <= 4, total >= 20
    band = STRONG_FAILURE if strong_failure else STRONG_SUCCESS if strong_success else SUCCESS
    note(s, E_ROLLED, i, -1, band, total, -1, -1, EVERYBODY)
    if bursts(kind) and strong_failure:
        if kind == FIREBOMB:  # U316 U325: on the thrower's tile, no scatter die
            burst(s, kind, np.int64(u.x), np.int64(u.y), False)
        return
    if off != 0:  # U322
        d = roll(s, 8, D_SCATTER) - 1
        note(s, E_SCATTERED, i, -1, d, off, -1, -1, EVERYBODY)
        for _ in range(off):
            nx, ny = x + DX[d], y + DY[d]
            if nx < 0 or ny < 0 or nx >= s.width or ny >= s.height or bit(s.walls, nx, ny):
                break
            x, y = nx, ny
    if bursts(kind):
        burst(s, kind, x, y, strong_success)
    else:
        lay(s, kind, rounds, mode, jam, x, y)  # U323


@kernel
def burst(s, kind, x, y, strong):
    """U324 U326: one effect: all units within 1 tile, in index order.

    The tiles around one are always in its sight (1.6), so none needs to be looked for.
    """
    note(s, E_BURST, -1, -1, kind, 0, x, y, EVERYBODY)
    for k in range(s.n_units):
        u = s.units[k]
        away = distance(x, y, u.x, u.y)
        if u.down != 0 or away > 1:
            continue
        if kind == FIREBOMB:
            damage(s, k, (2 if away == 0 else 1) + (1 if strong else 0))
        else:
            gain_stress(s, k, 1)
            lose_hidden(s, k)
            if strong and u.down == 0 and u.undead == 0:  # U643
                gain_stunned(s, k)
                note(s, E_GAINED, -1, k, C_STUNNED, 0, -1, -1, EVERYBODY)
    judge(s)


# -- Intimidate (U420 to U427) --------------------------------------------------------------------


@kernel
def may_intimidate(s, i, k):
    """U421 U427: mutual sight; within the option's range."""
    u = s.units[i]
    return (
        can_target(s, i, k)
        and sees(s, i, k)
        and u.hidden == 0
        and (
            s.options.intimidate_range == RANGE_SIGHT or gap(s, i, k) <= s.options.intimidate_range
        )
    )


@kernel
def do_intimidate(s, i, k):
    """U422 to U426: Intimidation against the target's Morale roll."""
    total = skill_roll(s, i, INTIMIDATION, D_CONTEST, True, False, False)
    morale = skill_roll(s, k, MORALE, D_CONTEST, False, False, False)
    outcome = outcome_of(total - morale)
    note(s, E_ROLLED, i, k, outcome, total, -1, -1, EVERYBODY)
    if succeeds(s, outcome):
        gain_stress(s, k, 1)
    if outcome == STRONG_SUCCESS and s.units[k].down == 0 and s.units[k].undead == 0:  # U643
        gain_horrified(s, k, i)
        note(s, E_GAINED, i, k, C_HORRIFIED, 0, -1, -1, EVERYBODY)
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)
    judge(s)


# -- Sense Area (U430 to U438) --------------------------------------------------------------------


@kernel
def do_sense(s, i):
    """U431 to U438: the total is read: number, direction, tile of hidden enemies in range."""
    u = s.units[i]
    reach = 10 + 5 * np.int64(u.skill[AWARENESS])
    total = skill_roll(s, i, AWARENESS, D_SENSE, True, False, False)
    tier = 0 if total <= 10 else 1 if total <= 15 else 2 if total <= 20 else 3
    forget(u)
    u.sense_tier = tier
    for k in range(s.n_units):
        t = s.units[k]
        if t.side == u.side or t.hidden == 0 or gap(s, i, k) > reach:
            continue
        if tier >= 1:
            u.sense_count += 1
        if tier >= 2:
            u.sense_dir[t.slot] = 1 + compass(np.int64(t.x) - u.x, np.int64(t.y) - u.y)
        if tier >= 3:
            u.sense_x[t.slot] = t.x
            u.sense_y[t.slot] = t.y
    note(s, E_SENSED, i, -1, -1, u.sense_count, -1, -1, 1 << u.side)


# -- Inspect Area (U440 to U450) ------------------------------------------------------------------

ITEM_SCORE = 12  # U450: Detection Score of a hidden floor item


@kernel
def is_inspected(s, u, x, y, reach):
    """U441 U442: within 5 + Awareness, with line of sight (`inspect.sight`).

    The tiles around one are always in its sight (1.6): `beyond_one` and `always` are the same.
    """
    if distance(u.x, u.y, x, y) > reach:
        return False
    if s.options.inspect_sight == SIGHT_NEVER:
        return True
    return has_line(s.walls, np.int64(u.x), np.int64(u.y), np.int64(x), np.int64(y))


@kernel
def detection_score(u):
    """1.3: 10 + Agility + Stealth + what failed searches added (U448, U449)."""
    return 10 + bonus(u, STEALTH) + u.detect_bonus


@kernel
def do_inspect(s, i):
    """U443 to U450: one roll, one outcome for each hidden enemy and item in range."""
    u = s.units[i]
    reach = 5 + np.int64(u.skill[AWARENESS])
    total = skill_roll(s, i, AWARENESS, D_INSPECT, True, False, False)
    note(s, E_SEARCHED, i, -1, -1, 0, -1, -1, readers(s, i))
    found = np.uint32(0)
    n_found = 0
    for k in range(s.n_units):
        t = s.units[k]
        if t.side == u.side or t.hidden == 0:
            continue
        if not is_inspected(s, u, t.x, t.y, reach):
            continue
        outcome = outcome_of(total - detection_score(t))
        if outcome >= SUCCESS:  # U444 U445: one goes towards what one sees, `strong_stacks` or not
            lose_hidden(s, k)
        if outcome == STRONG_SUCCESS:
            found |= np.uint32(1) << np.uint32(k)
            n_found += 1
        if outcome == STRONG_FAILURE:
            t.detect_bonus = min(9, t.detect_bonus + 3)  # U448 U449
    for k in range(s.n_floor):
        f = s.floor[k]
        if f.hidden != 0 and is_inspected(s, u, f.x, f.y, reach):
            if outcome_of(total - ITEM_SCORE) >= SUCCESS:
                f.hidden = 0
                who = i if u.hidden == 0 else -1  # U608
                note(s, E_UNCOVERED, who, -1, f.item, 0, f.x, f.y, EVERYBODY)
    if n_found > 0:  # U445 U446
        w = push(s, W_GRANT)
        w.actor = i
        w.candidates = found
        w.target = lowest(np.uint64(found)) if n_found == 1 else -1
        w.points = full_movement(s, u)


# -- Apply Pressure (U455 to U464) ----------------------------------------------------------------


@kernel
def bandage_slot(u):
    """U458: the lowest slot that holds a bandage, or -1."""
    for slot in range(OFF_HAND + 1):
        if u.items[slot].item == BANDAGE:
            return slot
    return -1


@kernel
def anyone_bleeds(s):
    """U456: tell whether there is any wound to press on."""
    for k in range(s.n_units):
        if s.units[k].bleed > 0:
            return True
    return False


@kernel
def may_pressure(s, i, k):
    """U456 to U458: a Bleeding unit within 1 tile, itself included, and a bandage."""
    u = s.units[i]
    if k < 0:
        return False
    return (
        s.units[k].bleed > 0
        and (k == i or (can_target(s, i, k) and gap(s, i, k) <= 1))
        and (s.options.pressure_bandage == BANDAGE_NOT_NEEDED or bandage_slot(u) >= 0)
    )


@kernel
def do_pressure(s, i, k):
    """U459 to U464: Medicine against 10; the bandage is used up only on success."""
    u, t = s.units[i], s.units[k]
    sides = readers(s, i) & readers(s, k)  # U608: it ends nobody's Hidden
    total = skill_roll(s, i, MEDICINE, D_MEDICINE, True, False, False)
    outcome = outcome_of(total - 10)
    note(s, E_ROLLED, i, k, outcome, total, -1, -1, sides)
    if outcome >= SUCCESS and s.options.pressure_bandage == SPEND_ON_SUCCESS:
        clear_slot(u, bandage_slot(u))
    if succeeds(s, outcome):
        t.stanched = 1  # U460
        note(s, E_GAINED, i, k, C_STANCHED, 0, -1, -1, sides)
    if outcome == STRONG_SUCCESS:
        t.bleed -= 1  # U461
    if t.bleed == 0:
        t.stanched = 0  # U464
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)  # U463
        judge(s)
