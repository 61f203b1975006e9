"""The decider's frame: slots of allies and enemies, mirrored zones, who may read what."""

import numpy as np

from fracas.envs.core.jit import kernel, public_kernel

WINDOWS = ("round", "parts", "action", "fall", "tokens", "injury")
W_ROUND, W_PARTS, W_ACTION, W_FALL, W_TOKENS, W_INJURY = range(len(WINDOWS))
"""What can be under way: a round; a spell whose aim is being asked for; an action; a fall; damage
tokens to be placed; an injury whose slot is to be chosen."""

EVERYBODY = 3


@kernel
def target_of(w):
    """Return whom a window is about besides its actor; -1 nobody (other kinds have no target)."""
    return np.int64(w.target) if w.kind == W_ACTION or w.kind == W_PARTS else np.int64(-1)


@kernel
def holds(bits, member):
    """Tell whether a set in a record holds ``member``."""
    return (np.int64(bits) >> np.int64(member)) & 1 != 0


@kernel
def in_zone_frame(s, side, z):
    """Turn a zone between the map's frame and a side's (symmetric maps, second side)."""
    return s.zones[z].mirror + 0 if s.symmetric != 0 and side == 1 else z + 0


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
def is_in_play(s, k):
    """Tell whether a unit has arrived and hasn't been taken out."""
    u = s.units[k]
    return u.out == 0 and u.reserve == 0


@kernel
def is_enemy(s, i, k):
    """Tell whether k is a unit in play of the other side."""
    return k >= 0 and s.units[k].side != s.units[i].side and is_in_play(s, k)


@public_kernel
def is_secret(s, k):
    """Section 7: hidden from every unit in play of the other side."""
    u = s.units[k]
    if u.hidden_from == 0:
        return False
    for n in range(s.count[1 - u.side]):
        i = s.first[1 - u.side] + n
        if is_in_play(s, i) and not holds(u.hidden_from, i):
            return False
    return True


@kernel
def readers(s, k):
    """Return the sides that may read what unit k does: the other not while k is secret."""
    return 1 << s.units[k].side if is_secret(s, k) else EVERYBODY


@kernel
def own_side(s, k):
    """Return the set that holds the side of unit k alone."""
    return 1 << s.units[k].side
