"""Where to go: floods over the map's bit rows, and the tiles that the scripts look for.

A flood holds one word per row of the map, so that a layer costs a few dozen machine words; it is
made in ``fields`` that the door lends, since kernels make no arrays. Tiles cost 1 movement,
difficult ones 2 (U108); corners are cut as U109 allows. Tiles held by units that the seat may see
are no way; a Hidden enemy doesn't stand in the way of what its seat plans. Everything is searched
in the seat's own frame, so that both seats of a symmetric map act alike.
"""

import numpy as np

from fracas.envs.core.grid import DX, DY, bit, distance, has_line
from fracas.envs.core.jit import kernel
from fracas.envs.undead.frame import turn_direction, turn_x, turn_y
from fracas.envs.undead.rules_movement import is_hiding_place
from fracas.envs.undead.verbs import MOVE, STAND_UP, STEP
from fracas.policies.scripted.undead_tactics import affords, expected_tile, is_shown, offered

_ONE = np.uint32(1)

N_FIELDS = 5  # goals, free tiles, the layer, tiles a layer late, tiles touched

NONE = -999  # the worth of a tile that serves nothing
NO_WAY, NO_MOVEMENT = -1, -2
"""Answers of ``first_step`` when there is no row."""

TO_HIDE, TO_AMBUSH, TO_SHOOT, TO_CREEP, TO_SNIPE = range(5)
"""What ``find_tile`` looks for. The nearest tile: to hide on; out of all sight and within range of
where an enemy is expected; with sight and range to an enemy. The best tile: out of all sight,
closest to where an enemy is expected; with sight and range to one enemy, farthest from it."""


@kernel
def spread(s, y, rows):
    """Return the tiles of row y that are one step from a tile of ``rows`` (U108 U109)."""
    touched = (rows[y] << _ONE) | (rows[y] >> _ONE)
    for side in (-1, 1):
        o = y + side
        if o >= 0 and o < s.height:
            f, w, v = rows[o], s.walls[o], s.walls[y]
            touched |= f
            touched |= (f << _ONE) & ~(w & (v << _ONE))
            touched |= (f >> _ONE) & ~(w & (v >> _ONE))
    return touched


@kernel
def free_tiles(s, i, around_units, out):
    """Write the tiles that unit i may plan to stand on."""
    full = (_ONE << np.uint32(s.width)) - _ONE
    for y in range(s.height):
        out[y] = full & ~(s.walls[y] | s.obstacles[y])
    if around_units:
        for k in range(s.n_units):
            u = s.units[k]
            if k != i and (is_shown(s, i, k) or (u.side == s.units[i].side and u.down == 0)):
                out[u.y] &= ~(_ONE << np.uint32(u.x))


@kernel
def step_row(s, i, mask, rows):
    """Return the row of a legal step onto a tile of ``rows``, NO_MOVEMENT if none is legal."""
    u = s.units[i]
    for n in range(8):
        a = 2 * n % 8 + n // 4  # straight ones before diagonals
        d = turn_direction(s, u.side, a)
        x, y = u.x + DX[d], u.y + DY[d]
        if x >= 0 and y >= 0 and x < s.width and y < s.height and bit(rows, x, y):
            row = offered(s, mask, STEP, a, 0, 0)
            if row >= 0:
                return row
    return np.int64(NO_MOVEMENT)


@kernel
def first_step(s, i, mask, fields, enters, around_units):
    """Return the first step of a cheapest way to one of the goals, the first field.

    With ``enters`` the way ends on the tile itself, else beside it; with ``around_units`` units bar
    it. The answer is a row, NO_WAY, or NO_MOVEMENT when no step of a way is legal now.
    """
    u = s.units[i]
    goals, free, front, late, touched = fields[0], fields[1], fields[2], fields[3], fields[4]
    free_tiles(s, i, around_units, free)
    for y in range(s.height):
        free[y] &= ~goals[y]
        front[y] = goals[y]
        late[y] = np.uint32(0)
    near = True
    while True:
        for y in range(s.height):
            touched[y] = spread(s, y, front)
        if bit(touched, u.x, u.y):
            return step_row(s, i, mask, front) if enters or not near else np.int64(NO_WAY)
        left = np.uint32(0)
        for y in range(s.height):
            fresh = touched[y] & free[y]
            free[y] &= ~fresh
            front[y] = (fresh & ~s.difficult[y]) | late[y]
            late[y] = fresh & s.difficult[y]
            left |= front[y] | late[y]
        near = False
        if left == np.uint32(0):
            return np.int64(NO_WAY)


@kernel
def walk(s, i, mask, fields, x, y, enters, keep):
    """Return the row that brings unit i nearer to a tile: Stand Up, a step or Move; or -1.

    With x = -1 it goes to the nearest enemy that shows. With ``enters`` it goes onto the tile, else
    beside it; ``keep`` AP are kept. The way leads through units where they leave none.
    """
    u = s.units[i]
    goals = fields[0]
    for n in range(s.height):
        goals[n] = np.uint32(0)
    if x >= 0:
        goals[y] = _ONE << np.uint32(x)
    else:
        for k in range(s.n_units):
            if is_shown(s, i, k):
                goals[s.units[k].y] |= _ONE << np.uint32(s.units[k].x)
    row = np.int64(NO_WAY)
    for around_units in (True, False):
        if row == NO_WAY:
            row = first_step(s, i, mask, fields, enters, around_units)
    if row == NO_WAY:
        return row
    if u.prone != 0 and affords(u, STAND_UP, keep):
        up = offered(s, mask, STAND_UP, 0, 0, 0)
        if up >= 0:
            return up
    if row >= 0:
        return row
    return offered(s, mask, MOVE, 0, 0, 0) if affords(u, MOVE, keep) else np.int64(-1)


# -- tiles -----------------------------------------------------------------------------------------


@kernel
def is_unseen(s, i, x, y):
    """Tell whether no enemy that shows has line of sight to a tile (U134)."""
    for k in range(s.n_units):
        if is_shown(s, i, k):
            e = s.units[k]
            if has_line(s.walls, np.int64(x), np.int64(y), np.int64(e.x), np.int64(e.y)):
                return False
    return True


@kernel
def expected_gap(s, i, x, y):
    """Return the distance of a tile to the nearest one where an enemy is expected, 99 for none."""
    best = np.int64(99)
    side = 1 - s.units[i].side
    for n in range(s.count[side]):
        ex, ey = expected_tile(s, i, s.first[side] + n)
        if ex >= 0:
            best = min(best, distance(x, y, ex, ey))
    return best


@kernel
def is_ambush(s, i, x, y, reach):
    """Tell whether a tile is out of all sight and within ``reach`` of an enemy's expected tile."""
    return expected_gap(s, i, x, y) <= reach and is_unseen(s, i, x, y)


@kernel
def sights(s, k, x, y, reach):
    """Tell whether unit k is within ``reach`` and in line of a tile."""
    e = s.units[k]
    return distance(x, y, e.x, e.y) <= reach and has_line(
        s.walls, np.int64(x), np.int64(y), np.int64(e.x), np.int64(e.y)
    )


@kernel
def sights_any(s, i, x, y, reach):
    """Tell whether an enemy that shows is within ``reach`` and in line of a tile."""
    for k in range(s.n_units):  # noqa: SIM110 - a kernel has no any()
        if is_shown(s, i, k) and sights(s, k, x, y, reach):
            return True
    return False


@kernel
def worth(s, i, what, x, y, reach, target, least):
    """Return how well a tile serves a purpose of which the best tile is wanted.

    It is NONE for a tile that doesn't, or that is not better than ``least``.
    """
    if what == TO_CREEP:
        fit = -expected_gap(s, i, x, y)
        return fit if fit > least and is_unseen(s, i, x, y) else np.int64(NONE)
    fit = distance(x, y, s.units[target].x, s.units[target].y)
    return fit if fit > least and sights(s, target, x, y, reach) else np.int64(NONE)


@kernel
def serves(s, i, what, x, y, reach):
    """Tell whether a tile serves a purpose of which the nearest tile is wanted."""
    if what == TO_HIDE:
        return is_hiding_place(s, x, y) and is_unseen(s, i, x, y)
    if what == TO_AMBUSH:
        return is_ambush(s, i, x, y, reach)
    return sights_any(s, i, x, y, reach)


@kernel
def find_tile(s, i, fields, what, points, reach, target):
    """Return (x, y, cost) of a tile for a purpose, reached with ``points`` movement; x = -1: none.

    The own tile is not among them; the best tile must be better than it.
    """
    u = s.units[i]
    side = u.side
    if u.prone != 0:
        points = points // 2  # U133
    free, front, late, touched = fields[1], fields[2], fields[3], fields[4]
    free_tiles(s, i, True, free)
    for y in range(s.height):
        front[y], late[y] = np.uint32(0), np.uint32(0)
    front[u.y] = _ONE << np.uint32(u.x)
    free[u.y] &= ~front[u.y]
    wants_best = what >= TO_CREEP
    best = np.int64(NONE)
    if wants_best:
        best = worth(s, i, what, np.int64(u.x), np.int64(u.y), reach, target, best)
    best_x, best_y, best_cost = np.int64(-1), np.int64(-1), np.int64(0)
    for cost in range(1, points + 1):
        for y in range(s.height):
            touched[y] = spread(s, y, front) & free[y]
        left = np.uint32(0)
        for y in range(s.height):
            free[y] &= ~touched[y]
            front[y] = (touched[y] & ~s.difficult[y]) | late[y]
            late[y] = touched[y] & s.difficult[y]
            left |= front[y] | late[y]
        if left == np.uint32(0):
            break
        for n in range(s.height):
            y = np.int64(turn_y(s, side, n))
            if front[y] == np.uint32(0):
                continue
            for m in range(s.width):
                x = np.int64(turn_x(s, side, m))
                if not bit(front, x, y):
                    continue
                if wants_best:
                    fit = worth(s, i, what, x, y, reach, target, best)
                    if fit > best:
                        best, best_x, best_y, best_cost = fit, x, y, np.int64(cost)
                elif serves(s, i, what, x, y, reach):
                    return x, y, np.int64(cost)
    return best_x, best_y, best_cost
