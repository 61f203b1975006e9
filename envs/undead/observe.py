"""What a seat may know, as floats in [-1, 1] (U608, U645), and what each float means.

Blocks: ``battle`` (round, what is asked), ``self`` (what only its own side knows of the observer),
``me``, ``ally_i`` (its side's others), ``enemy_j`` (all of one shape), ``floor_k``, ``map``.
Allies and enemies stand in slot order; tiles and directions are in the seat's frame.
"""

import numpy as np

from fracas.envs.core.jit import kernel, lowest
from fracas.envs.core.observation import Layout
from fracas.envs.undead.conditions import full_movement, is_horrified, is_slowed, is_weakened
from fracas.envs.undead.frame import (
    W_ATTACK,
    W_GRANT,
    W_GRAPPLE,
    W_PARTS,
    W_STEP,
    is_turned,
    turn_x,
    turn_y,
)
from fracas.envs.undead.items import BANDAGE, FIREBOMB, FLASHBANG, SECOND_HAND
from fracas.envs.undead.rules_damage import in_line
from fracas.envs.undead.tables import (
    ABILITIES,
    AREAS,
    BLUNT,
    INJURIES,
    MAIN_HAND,
    SKILLS,
    SLASHING,
    TRIGGERS,
)
from fracas.envs.undead.verbs import (
    GRAPPLE,
    MELEE,
    PHASES,
    PUSH,
    READY,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    THROW_WEAPON,
    UNARMED,
)

N_FLOOR_SHOWN = 4
_ATTACKS = (
    "unarmed", "melee", "throw_weapon", "shot_single", "shot_semi", "spray", "grapple", "push",
)  # fmt: skip

_BATTLE = (
    "round", "rounds_left", "own_turn", "ally_turn", "enemy_turn",
    *(f"phase_{name}" for name in PHASES[1:]),
    *(f"attack_{name}" for name in _ATTACKS), *(f"area_{name}" for name in AREAS),
    "points", "aimed_column", *(f"trigger_{name}" for name in TRIGGERS), "hidden_sensed",
)  # fmt: skip
_HAND = (
    "item", "melee", "thrown", "single", "semi", "full", "two_hands", "light", "blunt", "slashing",
    "full_load", "special", "full_mode", "jam",
)  # fmt: skip
_POCKET = (
    "used", "melee", "thrown", "firearm", "ammo", "bandage", "bomb", "flashbang", "rounds",
)  # fmt: skip
_SELF = tuple(f"slot_{s}_{name}" for s in range(8) for name in _POCKET)
_UNIT = (
    "present", "up", "shown", "x", "y", "dx", "dy", "near", "adjacent", "sight", "hp", "hp_max",
    "stress", "stress_left", "ap", "mv", "mv_full", "guard", "undead",
    *ABILITIES, *SKILLS, "prone", "hidden", "sneaking", "slowed", "weakened", "stunned",
    "horrified", "fears_observer", "bleed", "stanched", *INJURIES,
    "grappled", "grappling", "held_by_observer", "armour_head", "armour_torso", "turn_now",
    "waits", "acting", "aimed_at",
    *(f"{hand}_{name}" for hand in ("main", "off") for name in _HAND),
    "armed", "armed_kind", "rounds", "detect_bonus", "sense_tier",
    "sensed_dx", "sensed_dy", "sensed_tile",
)  # fmt: skip
_FLOOR = (
    "present", "dx", "dy", "near", "melee", "thrown", "firearm", "light", "blunt", "full_load",
    "special",
)  # fmt: skip

N_BATTLE, N_SELF, N_UNIT, N_FLOOR = len(_BATTLE), len(_SELF), len(_UNIT), len(_FLOOR)
_PHASE_AT = 5
_ATTACK_AT = _PHASE_AT + len(PHASES) - 1
_AREA_AT = _ATTACK_AT + len(_ATTACKS)
_POINTS_AT = _AREA_AT + len(AREAS)
_TRIGGER_AT = _POINTS_AT + 2
_SENSED_AT = _TRIGGER_AT + len(TRIGGERS)

_U = {name: k for k, name in enumerate(_UNIT)}
_ABILITY_AT, _SKILL_AT = _U["physique"], _U["athletics"]
_INJURY_AT, _HAND_AT, _CLOSED_AT = _U["concussion"], _U["main_item"], _U["armed"]
_CONDITION_AT, _HOLD_AT = _U["prone"], _U["grappled"]
N_HAND, N_POCKET = len(_HAND), len(_POCKET)
N_AREAS = len(AREAS)

_TILE_VALUE = np.array([0.0, 0.25, 0.5, 0.75, 1.0], np.float32)


def layout(s: object) -> Layout:
    """Return what the floats of a battle's observations mean.

    Args:
        s: the record (its map and side size decide the shape).
    """
    size, width, height = int(s["side_size"]), int(s["width"]), int(s["height"])  # type: ignore[index]
    return Layout(
        (
            ("battle", _BATTLE),
            ("self", _SELF),
            ("me", _UNIT),
            *((f"ally_{k}", _UNIT) for k in range(size - 1)),
            *((f"enemy_{k}", _UNIT) for k in range(size)),
            *((f"floor_{k}", _FLOOR) for k in range(N_FLOOR_SHOWN)),
            ("map", tuple(f"{x},{y}" for y in range(height) for x in range(width))),
        )
    )


@kernel
def attack_slot(verb):
    """Return the place of a declared verb among the attacks shown, or -1."""
    if verb == UNARMED:
        return 0
    if verb == MELEE:
        return 1
    if verb == THROW_WEAPON:
        return 2
    if verb == SHOT_SINGLE:
        return 3
    if verb == SHOT_SEMI:
        return 4
    if verb == SPRAY:
        return 5
    if verb == GRAPPLE:
        return 6
    return 7 if verb == PUSH else -1


@kernel
def write_battle(s, i, out):
    """Write the block ``battle``."""
    u = s.units[i]
    out[0] = min(1.0, s.round * 0.02)
    out[1] = min(1.0, (s.round_limit - s.round) * 0.02)
    if s.turn_unit >= 0:
        if s.turn_unit == i:
            out[2] = 1.0
        elif s.units[s.turn_unit].side == u.side:
            out[3] = 1.0
        else:
            out[4] = 1.0
    count = 0  # the best that an ally's senses told (U438)
    for k in range(s.count[u.side]):
        count = max(count, np.int64(s.units[s.first[u.side] + k].sense_count))
    out[_SENSED_AT] = count * 0.15
    if s.decider != i or s.depth == 0:
        return
    out[_PHASE_AT + s.phase - 1] = 1.0
    w = s.windows[s.depth - 1]
    if w.kind == W_ATTACK or w.kind == W_GRAPPLE:
        slot = attack_slot(w.verb)
        if slot >= 0:
            out[_ATTACK_AT + slot] = 1.0
        out[_AREA_AT + w.area] = 1.0
    elif w.kind == W_PARTS:
        if w.verb == READY:
            out[_TRIGGER_AT + w.slot] = 1.0
        elif w.x >= 0:
            out[_POINTS_AT + 1] = (1 + turn_x(s, u.side, w.x)) * 0.05
    elif w.kind == W_GRANT:
        out[_POINTS_AT] = w.points * 0.0625


@kernel
def write_pocket(s, item, out):
    """Write what an item slot holds."""
    if item.item <= SECOND_HAND:
        return
    kind = s.item_kinds[item.item]
    out[0] = 1.0
    out[1] = kind.melee
    out[2] = kind.thrown
    out[3] = kind.firearm
    out[4] = 1.0 if kind.rounds > 0 and kind.firearm == 0 else 0.0
    out[5] = 1.0 if item.item == BANDAGE else 0.0
    out[6] = 1.0 if item.item == FIREBOMB else 0.0
    out[7] = 1.0 if item.item == FLASHBANG else 0.0
    out[8] = item.rounds * 0.033


@kernel
def special(item):
    """Return a figure for the items whose effects are rules of their own."""
    if item == BANDAGE:
        return 0.33
    if item == FIREBOMB:
        return 0.67
    return 1.0 if item == FLASHBANG else 0.0


@kernel
def write_hand(s, item, out):
    """Write what a hand shows to everybody: the item, its mode and jam (U645)."""
    if item.item <= SECOND_HAND:
        return
    kind = s.item_kinds[item.item]
    out[0] = 1.0
    out[1] = kind.melee
    out[2] = kind.thrown
    out[3] = kind.single
    out[4] = kind.semi
    out[5] = kind.full
    out[6] = 1.0 if kind.hands == 2 else 0.0
    out[7] = kind.lightweight
    if kind.melee != 0:
        out[8] = 1.0 if kind.damage == BLUNT else 0.0
        out[9] = 1.0 if kind.damage == SLASHING else 0.0
    out[10] = kind.rounds * 0.033
    out[11] = special(item.item)
    out[12] = item.mode
    out[13] = item.jam


@kernel
def write_block(s, i, k, out):
    """Write a unit's block as seat i may see it; a Hidden enemy shows only that it is Hidden."""
    me, u = s.units[i], s.units[k]
    out[0] = 1.0
    out[1] = 1.0 - u.down
    out[18] = u.undead
    for n in range(4):
        out[_ABILITY_AT + n] = u.ability[n] * 0.25
    for n in range(10):
        out[_SKILL_AT + n] = u.skill[n] * 0.25
    out[11] = u.hp_max * 0.07
    if u.down != 0:
        return
    is_enemy = u.side != me.side
    c = out[_CONDITION_AT:]
    c[1] = u.hidden
    if is_enemy and u.hidden != 0:
        write_sensed(s, i, u.slot, out[_CLOSED_AT + 5 :])
        return
    turn = -1 if is_turned(s, me.side) else 1
    out[2] = 1.0
    out[3] = turn_x(s, me.side, u.x) * 0.05
    out[4] = turn_y(s, me.side, u.y) * 0.05
    if me.down == 0:
        dx, dy = np.int64(u.x) - me.x, np.int64(u.y) - me.y
        away = max(abs(dx), abs(dy))
        out[5] = dx * turn * 0.05
        out[6] = dy * turn * 0.05
        out[7] = 1.0 - away * 0.05
        out[8] = 1.0 if away <= 1 else 0.0
        out[9] = 1.0 if k == i or in_line(s, i, k) else 0.0
    out[10] = u.hp * 0.07
    out[12] = u.stress * 0.08
    out[13] = (u.stress_limit - u.stress) * 0.08
    out[14] = u.ap * 0.16
    out[15] = u.mv * 0.06
    out[16] = full_movement(s, u) * 0.06
    out[17] = (u.guard - 10) * 0.1
    c[0] = u.prone
    c[2] = u.sneaking
    c[3] = 1.0 if is_slowed(s, u) else 0.0
    c[4] = 1.0 if is_weakened(u) else 0.0
    c[5] = u.stunned_t * 0.5
    c[6] = 1.0 if is_horrified(s, u) else 0.0
    c[7] = 1.0 if u.horror_source == i else 0.0
    c[8] = min(np.int64(u.bleed), 3) * 0.33
    c[9] = u.stanched
    for n in range(5):
        out[_INJURY_AT + n] = u.injury[n]
    h = out[_HOLD_AT:]
    h[0] = 1.0 if u.grappled_by >= 0 else 0.0
    h[1] = 1.0 if u.grappling >= 0 else 0.0
    h[2] = 1.0 if u.grappled_by == i else 0.0
    h[3] = u.armour[0] * 0.5
    h[4] = u.armour[1] * 0.5
    h[5] = 1.0 if s.turn_unit == k else 0.0
    h[6] = 1.0 - ((s.acted >> np.uint16(k)) & np.uint16(1))
    if s.decider == i and s.depth > 1:
        w = s.windows[s.depth - 1]
        if w.kind == W_ATTACK or w.kind == W_GRAPPLE or w.kind == W_STEP:
            h[7] = 1.0 if w.actor == k else 0.0
            h[8] = 1.0 if w.kind != W_STEP and w.target == k else 0.0
    write_hand(s, u.items[MAIN_HAND], out[_HAND_AT:])
    write_hand(s, u.items[MAIN_HAND + 1], out[_HAND_AT + N_HAND :])
    if not is_enemy:  # U645: closed to the other side
        p = out[_CLOSED_AT:]
        p[0] = (u.ready_trigger + 1) * 0.16
        p[1] = (u.ready_kind + 1) * 0.035
        p[2] = u.items[MAIN_HAND].rounds * 0.033
        p[3] = u.detect_bonus * 0.1
        p[4] = u.sense_tier * 0.33


@kernel
def write_sensed(s, i, slot, out):
    """U438: what an ally's senses told of the Hidden enemy in a slot: direction, perhaps tile."""
    me = s.units[i]
    turn = -1 if is_turned(s, me.side) else 1
    best = 0
    for n in range(s.count[me.side]):
        a = s.units[s.first[me.side] + n]
        if a.sense_tier > best and a.sense_dir[slot] > 0:
            best = a.sense_tier + 0
            if a.sense_x[slot] >= 0:
                out[0] = turn_x(s, me.side, a.sense_x[slot]) * 0.05
                out[1] = turn_y(s, me.side, a.sense_y[slot]) * 0.05
                out[2] = 1.0
            else:
                d = a.sense_dir[slot] - 1
                out[0] = ((1 if 1 <= d <= 3 else 0) - (1 if d >= 5 else 0)) * turn
                out[1] = ((1 if 3 <= d <= 5 else 0) - (1 if d == 7 or d <= 1 else 0)) * turn


@kernel
def write_floor(s, i, out):
    """Write the items laid last that lie open."""
    me = s.units[i]
    turn = -1 if is_turned(s, me.side) else 1
    n = 0
    for k in range(s.n_floor - 1, -1, -1):
        f = s.floor[k]
        if f.hidden == 0:
            o = out[n * N_FLOOR :]
            dx, dy = np.int64(f.x) - me.x, np.int64(f.y) - me.y
            o[0] = 1.0
            o[1] = dx * turn * 0.05
            o[2] = dy * turn * 0.05
            o[3] = 1.0 - max(abs(dx), abs(dy)) * 0.05
            kind = s.item_kinds[f.item]
            o[4] = kind.melee
            o[5] = kind.thrown
            o[6] = kind.firearm
            o[7] = kind.lightweight
            o[8] = 1.0 if kind.melee != 0 and kind.damage == BLUNT else 0.0
            o[9] = kind.rounds * 0.033
            o[10] = special(f.item)
            n += 1
            if n == N_FLOOR_SHOWN:
                return


@kernel
def write_map(s, side, out):
    """Write the kind of every tile, in the side's frame."""
    width, height = np.int64(s.width), np.int64(s.height)
    turned = is_turned(s, side)
    n = 0
    for y in range(height):
        ty = height - 1 - y if turned else y
        special = s.walls[ty] | s.obstacles[ty] | s.difficult[ty] | s.hiding[ty]
        while special != np.uint32(0):
            x = lowest(np.uint64(special))
            bit = np.uint32(1) << np.uint32(x)
            special &= ~bit
            k = n + (width - 1 - x if turned else x)
            if s.difficult[ty] & bit != np.uint32(0):
                out[k] = 0.25
            elif s.hiding[ty] & bit != np.uint32(0):
                out[k] = 0.5
            elif s.obstacles[ty] & bit != np.uint32(0):
                out[k] = 0.75
            else:
                out[k] = 1.0
        n += width


@kernel
def observe(s, i, out):
    """Write what seat i may know."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    u = s.units[i]
    write_battle(s, i, out)
    at = N_BATTLE
    if u.down == 0:
        for slot in range(8):
            write_pocket(s, u.items[slot], out[at + slot * N_POCKET :])
    at += N_SELF
    write_block(s, i, i, out[at : at + N_UNIT])
    at += N_UNIT
    for slot in range(s.count[u.side]):
        k = s.first[u.side] + slot
        if k != i:
            place = at + (slot if slot < u.slot else slot - 1) * N_UNIT
            write_block(s, i, k, out[place : place + N_UNIT])
    at += (s.side_size - 1) * N_UNIT
    for slot in range(s.count[1 - u.side]):
        k = s.first[1 - u.side] + slot
        write_block(s, i, k, out[at + slot * N_UNIT : at + (slot + 1) * N_UNIT])
    at += s.side_size * N_UNIT
    write_floor(s, i, out[at:])
    at += N_FLOOR_SHOWN * N_FLOOR
    write_map(s, u.side, out[at:])
