"""Dice are an input: first the forced list in the record, then a counter-based generator.

The n-th die of a kind is a hash of (seed, kind, n) and of nothing else. So equal seeds give
equal dice on every platform, and two policies that play the same seed meet the same dice of each
kind however many decisions lie between (common random numbers).
"""

import numpy as np

from fracas.envs.core.jit import kernel
from fracas.envs.core.record import MAX_DICE_LOG

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""What a stream of words goes on by: `mix(word + GOLDEN)` is the next."""

_KIND = np.uint64(0xD1B54A32D192ED03)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def mix(word):
    """Return a hash of a 64-bit word (the finaliser of SplitMix64, Steele et al. 2014)."""
    word = (word ^ (word >> _30)) * _M1
    word = (word ^ (word >> _27)) * _M2
    return word ^ (word >> _31)


@kernel
def below(word, n):
    """Return a number in 0 .. n-1 from the upper half of a hash."""
    return np.int64(((word >> _32) * np.uint64(n)) >> _32)


@kernel
def roll(s, sides, kind):
    """Return one die of ``sides``, from the forced list if it holds one; the trace keeps it."""
    if s.next_forced < s.n_forced:
        value = np.int64(s.forced[s.next_forced])
        s.next_forced += 1
    else:
        count = np.uint64(s.dice_count[kind])
        s.dice_count[kind] += np.uint32(1)
        word = s.seed + np.uint64(kind + 1) * _KIND + count * GOLDEN
        value = 1 + below(mix(mix(word)), sides)
    die = s.dice[s.n_dice % MAX_DICE_LOG]
    die.kind = kind
    die.sides = sides
    die.value = value
    s.n_dice += 1
    return value


@kernel
def draw(s, n):
    """Return a number in 0 .. n-1 that is no die (for redetermination) and move the word on."""
    s.seed = mix(s.seed + GOLDEN)
    return below(s.seed, n)
