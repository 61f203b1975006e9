"""Tile geometry on bit rows: bit x of ``rows[y]`` tells about tile (x, y)."""

import numpy as np

from fracas.envs.core.jit import kernel


@kernel
def bit(rows, x, y):
    """Tell whether tile (x, y) is marked in ``rows``."""
    return (rows[y] >> np.uint32(x)) & np.uint32(1) != np.uint32(0)


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
    for k in range(1, n):
        side = (2 * k * m + n) // (2 * n)
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
