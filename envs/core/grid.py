"""Tile geometry on bit rows: bit x of ``rows[y]`` tells about tile (x, y)."""

import numpy as np

from fracas.envs.core.jit import kernel

DX = np.array([0, 1, 1, 1, 0, -1, -1, -1])
DY = np.array([-1, -1, 0, 1, 1, 1, 0, -1])
"""Where a direction leads: N clockwise to NW."""

CELL = 3 * DY + DX + 4
"""A direction's place in the set of the nine tiles around one: bit 3 * dy + dx + 4."""

_SETS = range(1 << 9)
DIRECTIONS = np.array([sum((s >> c & 1) << d for d, c in enumerate(CELL)) for s in _SETS], np.int16)
"""The directions of a set of tiles around one."""

CORNERS = np.array(
    [
        sum(1 << CELL[d] for d in (1, 3, 5, 7) if s >> CELL[d - 1] & s >> CELL[(d + 1) % 8] & 1)
        for s in _SETS
    ],
    np.int16,
)
"""The diagonal tiles between two tiles of a set that both touch the middle."""


@kernel
def bit(rows, x, y):
    """Tell whether tile (x, y) is marked in ``rows``."""
    return (rows[y] >> np.uint32(x)) & np.uint32(1) != np.uint32(0)


@kernel
def around(rows, x, y):
    """Return which of the nine tiles around (x, y) are marked in ``rows``: see ``CELL``."""
    found = 0
    for n in range(3):
        ty = y - 1 + n
        if ty >= 0 and ty < rows.shape[0]:
            three = (np.uint64(rows[ty]) << np.uint64(1)) >> np.uint64(x)
            found |= np.int64(three & np.uint64(7)) << (3 * n)
    return found


@kernel
def outside(x, y, width, height):
    """Return which of the nine tiles around (x, y) lie off the map."""
    found = 0
    if x == 0:
        found |= 0b001001001
    if x == width - 1:
        found |= 0b100100100
    if y == 0:
        found |= 0b000000111
    if y == height - 1:
        found |= 0b111000000
    return found


@kernel
def cell(dx, dy):
    """Return the set of the one tile (dx, dy) off, both -1 to 1."""
    return 1 << (3 * dy + dx + 4)


@kernel
def is_beside(dx, dy):
    """Tell whether a tile (dx, dy) off is one of the nine."""
    return max(abs(dx), abs(dy)) <= 1  # one test: neither part can be foreseen


@kernel
def distance(x0, y0, x1, y1):
    """Return the Chebyshev distance in tiles (a diagonal step counts 1)."""
    return max(abs(np.int64(x1) - x0), abs(np.int64(y1) - y0))


@kernel
def _line_is_clear(walls, x0, y0, x1, y1):
    """Tell whether the line from 0 to 1 meets no wall between its ends."""
    dx, dy = np.int64(x1) - x0, np.int64(y1) - y0
    ax, ay = abs(dx), abs(dy)
    sx = 1 if dx > 0 else -1
    sy = 1 if dy > 0 else -1
    n, m = max(ax, ay), min(ax, ay)
    side, rest = 0, n  # side = (2 * k * m + n) // (2 * n), without a division
    for k in range(1, n):
        rest += 2 * m
        if rest >= 2 * n:
            rest -= 2 * n
            side += 1
        if ax >= ay:
            x, y = x0 + sx * k, y0 + sy * side
        else:
            x, y = x0 + sx * side, y0 + sy * k
        if bit(walls, x, y):
            return False
    return True


@kernel
def has_line(walls, x0, y0, x1, y1):
    """Tell whether there is sight between two tiles: one of the two lines is clear."""
    return _line_is_clear(walls, x0, y0, x1, y1) or _line_is_clear(walls, x1, y1, x0, y0)


@kernel
def compass(dx, dy):
    """Return the direction (0 = N, clockwise) of a far tile; diagonals between 1:2 and 2:1."""
    ax, ay = abs(dx), abs(dy)
    if 2 * ay <= ax:
        return 2 if dx > 0 else 6
    if 2 * ax <= ay:
        return 4 if dy > 0 else 0
    if dx > 0:
        return 1 if dy < 0 else 3
    return 7 if dy < 0 else 5


@kernel
def sign(n):
    """Return -1, 0 or 1."""
    return (1 if n > 0 else 0) - (1 if n < 0 else 0)
