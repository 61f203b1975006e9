"""The priority lists of the scripts of ``undead`` in their unit's main phase (section 10.1)."""

import numpy as np

from fracas.envs.core.grid import DX, DY, distance
from fracas.envs.core.jit import kernel
from fracas.envs.undead.conditions import full_movement, is_slowed
from fracas.envs.undead.frame import ally_of, turn_direction
from fracas.envs.undead.rules_attack import gap
from fracas.envs.undead.rules_damage import bonus, defense_dc
from fracas.envs.undead.rules_objects import bandage_slot
from fracas.envs.undead.tables import (
    AIMING,
    ENTERS_REACH,
    HEAD,
    IN_SIGHT,
    MELEE_SKILL,
    PHYSIQUE,
    TORSO,
)
from fracas.envs.undead.verbs import (
    AREA_ARGUMENT,
    COST,
    DISENGAGE,
    GRAPPLE,
    HIDE,
    INTIMIDATE,
    KIND_OF,
    MELEE,
    MOVE,
    NEXT_UNIT,
    PRESSURE,
    PUSH,
    READY,
    READY_KIND,
    SHOT_SEMI,
    SHOT_SINGLE,
    SNEAK,
    SPRAY,
    STAND_UP,
    STEP,
    THROW_WEAPON,
    UNARMED,
)
from fracas.policies.scripted.undead_paths import (
    TO_AMBUSH,
    TO_CREEP,
    TO_HIDE,
    TO_SHOOT,
    TO_SNIPE,
    find_tile,
    is_ambush,
    walk,
)
from fracas.policies.scripted.undead_tactics import (
    ANYBODY,
    BRUISER_ROLE,
    GUNNERS,
    MEDIC_ROLE,
    NEAREST,
    SHAKEN,
    WEAKEST,
    affords,
    aimed,
    appeal,
    draw_weapon,
    drop,
    has_ranged,
    has_shot,
    holds_melee,
    holds_thrown,
    is_shown,
    loaded_verb,
    nearest_gap,
    offered,
    pick_target,
    prepare,
    role_of,
    shoot,
    shooting_range,
)

FAR = 99
NO_AP = 99  # kept back: nothing that costs AP

# -- what several scripts do -----------------------------------------------------------------------


@kernel
def attack(s, i, mask, verb, taste, keep):
    """Return the row of a verb at the target of a taste, its Torso if an area is named; or -1."""
    if not affords(s.units[i], verb, keep):
        return np.int64(-1)
    k = pick_target(s, i, mask, verb, taste, FAR)
    area = TORSO if AREA_ARGUMENT[verb] == 1 else 0
    return aimed(s, i, mask, verb, k, area) if k >= 0 else np.int64(-1)


@kernel
def rushed_area(s, i, k):
    """B1: Torso; Head against undead when bonus - DC >= -4."""
    margin = bonus(s.units[i], MELEE_SKILL) - defense_dc(s, k, HEAD)
    return HEAD if s.units[k].undead != 0 and margin >= -4 else TORSO


@kernel
def get_up(s, i, mask):
    """Return the row of Stand Up, or -1."""
    return offered(s, mask, STAND_UP, 0, 0, 0) if s.units[i].prone != 0 else np.int64(-1)


# -- B1 --------------------------------------------------------------------------------------------


@kernel
def rush(s, i, mask, fields):
    """Return B1's row: melee with all AP; within 4 tiles a weapon for a firearm; else walk."""
    row = get_up(s, i, mask)
    if row >= 0:
        return row
    away = nearest_gap(s, i)
    k = pick_target(s, i, mask, MELEE, WEAKEST, 1)
    if k >= 0:
        return aimed(s, i, mask, MELEE, k, rushed_area(s, i, k))
    if away <= 4:
        row = draw_weapon(s, i, mask, 0)
        if row >= 0:
            return row
    if away <= 1:
        k = pick_target(s, i, mask, UNARMED, WEAKEST, 1)
        if k >= 0:
            return aimed(s, i, mask, UNARMED, k, rushed_area(s, i, k))
        return shoot(s, i, mask, WEAKEST, 0)
    return walk(s, i, mask, fields, -1, 0, False, 0)


# -- B2 --------------------------------------------------------------------------------------------


@kernel
def disengage(s, i, mask):
    """Return the row of Disengage to the tile farthest from enemies, none adjacent to it; or -1."""
    u = s.units[i]
    best, best_row = np.int64(1), np.int64(-1)
    for a in range(8):
        row = offered(s, mask, DISENGAGE, a, 0, 0)
        if row < 0:
            continue
        d = turn_direction(s, u.side, a)
        away = np.int64(FAR)
        for k in range(s.n_units):
            if is_shown(s, i, k):
                away = min(away, distance(u.x + DX[d], u.y + DY[d], s.units[k].x, s.units[k].y))
        if away > best:
            best, best_row = away, row
    return best_row


@kernel
def snipe(s, i, mask, fields, taste):
    """Return B2's row; it keeps 1 AP."""
    u = s.units[i]
    away = nearest_gap(s, i)
    if away <= 1:
        row = disengage(s, i, mask) if affords(u, DISENGAGE, 1) else np.int64(-1)
        return row if row >= 0 else shoot(s, i, mask, taste, 1)
    row = prepare(s, i, mask, False, away > 5, 1)
    if row >= 0:
        return row
    verb = loaded_verb(s, u)
    is_empty = verb < 0
    # A spray gives way to a switch and a semi shot where AP are short.
    may_fire = not is_empty and u.ap - min(2, COST[verb]) >= 1
    if not may_fire and not (is_empty and away <= 5):
        return row
    k = pick_target(s, i, mask, ANYBODY if is_empty else verb, taste, FAR)
    if k < 0:
        k = pick_target(s, i, mask, ANYBODY, taste, FAR)
    if k >= 0:
        x, y, _ = find_tile(s, i, fields, TO_SNIPE, np.int64(u.mv), shooting_range(u), k)
        if x >= 0:
            row = walk(s, i, mask, fields, x, y, True, NO_AP)
    if row < 0:
        row = shoot(s, i, mask, taste, 1)
    if row >= 0 or is_empty or has_shot(s, i):
        return row
    return walk(s, i, mask, fields, -1, 0, False, 1)


# -- B3 --------------------------------------------------------------------------------------------


@kernel
def counter(s, i, mask, fields):
    """Return B3's row: 2 AP to act with, 2 kept; Ready when nothing is in range."""
    u = s.units[i]
    keep = max(2, np.int64(u.ap_turn) - 2)
    row = shoot(s, i, mask, WEAKEST, keep)
    if row < 0:
        row = attack(s, i, mask, MELEE, WEAKEST, keep)
    if row < 0:
        row = attack(s, i, mask, UNARMED, WEAKEST, keep)
    if row < 0:
        row = prepare(s, i, mask, False, True, keep)
    if row < 0 and not has_ranged(s, u, False):
        row = draw_weapon(s, i, mask, keep)
    away = nearest_gap(s, i)
    shoots = loaded_verb(s, u) >= 0
    if row >= 0 or away <= 1 or (shoots and has_shot(s, i)):
        return row
    if away > 3:
        row = walk(s, i, mask, fields, -1, 0, False, keep + 1)
        if row >= 0:
            return row
    if u.ready_trigger < 0 and affords(u, READY, keep):
        return offered(s, mask, READY, IN_SIGHT if shoots else ENTERS_REACH, 0, 0)
    return np.int64(-1)


@kernel
def kind_to_ready(s, i, mask):
    """Return the row of the kind that fits the trigger of the Ready under way: shot or melee."""
    u = s.units[i]
    if s.windows[s.depth - 1].slot == IN_SIGHT:
        verb = loaded_verb(s, u)
    else:
        verb = MELEE if holds_melee(s, u) else UNARMED
    return offered(s, mask, READY_KIND, KIND_OF[verb], 0, 0)


@kernel
def enemy_acts_first(s, i):
    """Tell whether an enemy's turn begins before the next one of unit i."""
    for n in range(1, s.n_units + 1):
        k = s.order[(s.turn_pos + n) % s.n_units]
        if k == i:
            return False
        if s.units[k].side != s.units[i].side and s.units[k].down == 0:
            return True
    return False


# -- B4 --------------------------------------------------------------------------------------------


@kernel
def breaks_hold(s, i, mask):
    """Return the row of a Push at somebody who holds an ally, or -1."""
    for k in range(s.n_units):
        if is_shown(s, i, k) and s.units[k].grappling >= 0 and s.units[k].grappling != i:
            row = aimed(s, i, mask, PUSH, k, 0)
            if row >= 0:
                return row
    return np.int64(-1)


@kernel
def wrestle(s, i, mask, fields, taste):
    """Return B4's row: hands empty, hold, strike whom it holds."""
    u = s.units[i]
    if u.grappling >= 0:
        return aimed(s, i, mask, UNARMED, u.grappling + 0, TORSO)
    row = drop(s, i, mask, False)
    if row < 0:
        row = get_up(s, i, mask)
    if row < 0:
        row = breaks_hold(s, i, mask)
    if row >= 0:
        return row
    k = pick_target(s, i, mask, ANYBODY, taste, FAR)
    if k >= 0 and gap(s, i, k) > 1 and (taste == GUNNERS or nearest_gap(s, i) > 1):
        row = walk(s, i, mask, fields, np.int64(s.units[k].x), np.int64(s.units[k].y), False, 0)
    if row < 0:
        row = attack(s, i, mask, GRAPPLE, taste, 0)
    return row if row >= 0 else attack(s, i, mask, UNARMED, taste, 0)


# -- B5 --------------------------------------------------------------------------------------------


@kernel
def ambush_area(s, i, k, skill):
    """B5: Head if, with advantage, bonus - DC >= -8, else Torso."""
    u = s.units[i]
    return HEAD if u.hidden != 0 and bonus(u, skill) - defense_dc(s, k, HEAD) >= -8 else TORSO


@kernel
def best_attack(s, i, mask):
    """Return the row of an attack with the best weapon, or -1."""
    u = s.units[i]
    fights = bonus(u, MELEE_SKILL) > bonus(u, AIMING)
    for n in range(7):
        verb, skill = SPRAY, AIMING
        if n == 1 or n == 5:
            if fights != (n == 1):
                continue
            verb, skill = MELEE, MELEE_SKILL
        elif n == 2:
            verb = SHOT_SEMI
        elif n == 3:
            verb = THROW_WEAPON
        elif n == 4:
            verb = SHOT_SINGLE
        elif n == 6:
            verb, skill = UNARMED, MELEE_SKILL
        k = pick_target(s, i, mask, verb, WEAKEST, FAR)
        if k >= 0:
            return aimed(s, i, mask, verb, k, ambush_area(s, i, k, skill))
    return np.int64(-1)


@kernel
def reach_and_cost(s, u):
    """Return range and AP of the farthest-reaching weapon that is ready in hand, or (-1, 0)."""
    verb = loaded_verb(s, u)
    if verb >= 0:
        return shooting_range(u), np.int64(COST[verb])
    if holds_thrown(s, u):
        return 3 + np.int64(u.ability[PHYSIQUE]), np.int64(COST[THROW_WEAPON])
    return np.int64(-1), np.int64(0)


@kernel
def lurk(s, i, mask, fields):
    """Return the row of B5 Hidden: attack; step out to attack; to the ambush; closer."""
    u = s.units[i]
    row = best_attack(s, i, mask)
    if row < 0:
        row = prepare(s, i, mask, True, True, 0)
    reach, cost = reach_and_cost(s, u)
    if row >= 0 or reach < 0:
        return row
    points = np.int64(u.mv)
    if u.sneaking == 0:
        cost += COST[SNEAK]
        if not is_slowed(s, u):
            points = points // 2
    in_ambush = is_ambush(s, i, np.int64(u.x), np.int64(u.y), reach)
    x, y = np.int64(-1), np.int64(-1)
    for what in (TO_SHOOT, TO_AMBUSH, TO_CREEP):
        is_idle = (what == TO_SHOOT and u.ap < cost) or (what == TO_AMBUSH and in_ambush)
        if x < 0 and not is_idle:
            x, y, _ = find_tile(s, i, fields, what, points, reach, -1)
    if x < 0:
        return x
    if u.sneaking == 0:
        return offered(s, mask, SNEAK, 0, 0, 0)
    return walk(s, i, mask, fields, x, y, True, NO_AP)


@kernel
def stalk(s, i, mask, fields):
    """Return B5's row: Hidden it lurks, else it gets Hidden if it can."""
    u = s.units[i]
    if u.hidden != 0:
        return lurk(s, i, mask, fields)
    row = offered(s, mask, HIDE, 0, 0, 0)
    if row >= 0:
        return row
    x, y, cost = find_tile(s, i, fields, TO_HIDE, np.int64(FAR), 0, -1)
    in_time = np.int64(u.mv) + full_movement(s, u) * (u.ap - COST[HIDE])
    if x >= 0 and u.ap >= COST[HIDE] and cost <= in_time:
        row = walk(s, i, mask, fields, x, y, True, COST[HIDE])
    if row < 0:
        row = best_attack(s, i, mask)
    if row < 0:
        row = prepare(s, i, mask, True, True, 0)
    if row >= 0:
        return row
    if x >= 0:
        return walk(s, i, mask, fields, x, y, True, 0)
    return walk(s, i, mask, fields, -1, 0, False, 0) if nearest_gap(s, i) > 1 else row


# -- B6 --------------------------------------------------------------------------------------------


@kernel
def are_all_shaken(s, i):
    """Tell whether every enemy shows and stands at its Stress limit."""
    for k in range(s.n_units):
        e = s.units[k]
        is_up = e.side != s.units[i].side and e.down == 0
        if is_up and (e.hidden != 0 or appeal(s, i, k, SHAKEN) > -60):
            return False
    return True


@kernel
def shake(s, i, mask, fields):
    """Return B6's row: Intimidate twice, keep 2 AP, shoot with the rest."""
    u = s.units[i]
    away = nearest_gap(s, i)
    row = np.int64(-1)
    if away >= 2 and u.ap_turn - u.ap < 2:
        row = attack(s, i, mask, INTIMIDATE, SHAKEN, 2)
    if row < 0:
        row = shoot(s, i, mask, WEAKEST, 2)
    if row < 0:
        row = prepare(s, i, mask, False, True, 2)
    if row >= 0 or away <= 2 or has_shot(s, i):
        return row
    return walk(s, i, mask, fields, -1, 0, False, 2)


# -- B7 --------------------------------------------------------------------------------------------


@kernel
def tend(s, i, mask, fields):
    """Return the row for a Bleeding ally of <= 4 Health or >= 2 ticks, itself included; or -1."""
    u = s.units[i]
    if bandage_slot(u) < 0:
        return np.int64(-1)
    for slot in range(s.count[u.side]):
        t = s.units[s.first[u.side] + slot]
        if t.down == 0 and t.bleed > 0 and t.stanched == 0 and (t.hp <= 4 or t.bleed >= 2):
            row = offered(s, mask, PRESSURE, slot, 0, 0)
            if row < 0 and u.ap > 0:
                row = walk(s, i, mask, fields, np.int64(t.x), np.int64(t.y), False, COST[PRESSURE])
            if row >= 0:
                return row
    return np.int64(-1)


@kernel
def next_of_team(s, i, mask):
    """Return the row of who acts next: bruiser, gunner, medic."""
    best, best_row = np.int64(FAR), np.int64(-1)
    for slot in range(s.count[s.units[i].side]):
        row = offered(s, mask, NEXT_UNIT, slot, 0, 0)
        if row >= 0:
            role = role_of(s.units[ally_of(s, i, slot)])
            place = 0 if role == BRUISER_ROLE else 2 if role == MEDIC_ROLE else 1
            if place < best:
                best, best_row = np.int64(place), row
    return best_row


# -- B8 --------------------------------------------------------------------------------------------


@kernel
def shamble(s, i, mask):
    """Return B8's row: the nearest enemy; hold it, else strike it; walk straight at it."""
    u = s.units[i]
    if u.grappling >= 0:
        return aimed(s, i, mask, UNARMED, u.grappling + 0, TORSO)
    row = get_up(s, i, mask)
    if row < 0:
        row = drop(s, i, mask, False)
    k = pick_target(s, i, mask, ANYBODY, NEAREST, FAR)
    if row >= 0 or k < 0:
        return row
    if gap(s, i, k) <= 1:
        row = aimed(s, i, mask, GRAPPLE, k, 0)
        return row if row >= 0 else aimed(s, i, mask, UNARMED, k, TORSO)
    e = s.units[k]
    dx, dy = np.int64(e.x) - u.x, np.int64(e.y) - u.y
    best = dx * dx + dy * dy
    for a in range(8):
        d = turn_direction(s, u.side, a)
        left = (dx - DX[d]) ** 2 + (dy - DY[d]) ** 2
        if left < best:
            step = offered(s, mask, STEP, a, 0, 0)
            if step >= 0:
                best, row = left, step
    if row < 0 and u.mv < 2:
        row = offered(s, mask, MOVE, 0, 0, 0)
    return row
