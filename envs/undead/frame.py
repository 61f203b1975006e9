"""The decider's frame: slots of allies and enemies, and the turned map of the second side."""

from fracas.envs.core.jit import kernel

WINDOWS = ("turn", "action", "step", "attack", "grapple", "ready", "grant", "parts")
W_TURN, W_ACTION, W_STEP, W_ATTACK, W_GRAPPLE, W_READY, W_GRANT, W_PARTS = range(8)
"""What can be under way: a turn; an action (until its ready check is done); a step; an attack; a
grapple or push; a ready check; granted steps; an action whose parts are being asked for."""


@kernel
def is_turned(s, side):
    """Tell whether a side sees the map turned by half (symmetric maps, second side)."""
    return s.symmetric != 0 and side == 1


@kernel
def turn_direction(s, side, d):
    """Turn a direction between the map's frame and a side's."""
    return (d + 4) % 8 if is_turned(s, side) else d


@kernel
def turn_directions(s, side, bits):
    """Turn a set of directions between the map's frame and a side's."""
    return (bits << 4 | bits >> 4) & 0xFF if is_turned(s, side) else bits + 0


@kernel
def turn_x(s, side, x):
    """Turn a column between the map's frame and a side's."""
    return s.width - 1 - x if is_turned(s, side) else x + 0


@kernel
def turn_y(s, side, y):
    """Turn a row between the map's frame and a side's."""
    return s.height - 1 - y if is_turned(s, side) else y + 0


@kernel
def ally_of(s, i, slot):
    """Return the unit in a slot of i's own side, or -1."""
    side = s.units[i].side
    return s.first[side] + slot if slot < s.count[side] else -1


@kernel
def enemy_of(s, i, slot):
    """Return the unit in a slot of the other side, or -1."""
    side = 1 - s.units[i].side
    return s.first[side] + slot if slot < s.count[side] else -1


@kernel
def target_of(s, i, j):
    """Return the unit that argument ``target`` names: enemy slots, then ally slots (U199)."""
    if j < s.side_size:
        return enemy_of(s, i, j)
    return ally_of(s, i, j - s.side_size)


@kernel
def anyone_of(s, i, j):
    """Return the unit that argument ``anyone`` names: ally slots, then enemy slots (U456)."""
    if j < s.side_size:
        return ally_of(s, i, j)
    return enemy_of(s, i, j - s.side_size)


@kernel
def target_slot(s, i, k):
    """Return the ``target`` argument by which i names unit k."""
    other = s.units[k]
    return other.slot + 0 if other.side != s.units[i].side else s.side_size + other.slot


@kernel
def can_target(s, i, k):
    """U199 U602: a unit in play, not itself, not a Hidden enemy."""
    if k < 0 or k == i:
        return False
    other = s.units[k]
    return other.down == 0 and (other.hidden == 0 or other.side == s.units[i].side)
