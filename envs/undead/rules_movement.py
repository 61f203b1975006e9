"""Turn, AP, movement, hiding (3.2): one ``may_`` above each ``do_``."""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.grid import (
    CORNERS,
    DIRECTIONS,
    DX,
    DY,
    around,
    bit,
    cell,
    distance,
    is_beside,
)
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import push
from fracas.envs.undead.conditions import full_movement, halve_movement, is_slowed
from fracas.envs.undead.events import (
    C_HIDDEN,
    C_PRONE,
    C_SLOWED,
    E_BLOCKED,
    E_GAINED,
    E_LOST,
    E_MOVED,
)
from fracas.envs.undead.frame import W_GRANT, W_STEP
from fracas.envs.undead.options import PLACE_ANY_WALL, PLACE_OWN
from fracas.envs.undead.rules_damage import (
    EVERYBODY,
    closed_around,
    end_grapple,
    fall_prone,
    in_line,
    is_open,
    look_around,
    lose_hidden,
    readers,
    sees,
    unit_at,
)
from fracas.envs.undead.verbs import (
    COST,
    GRANT_STEPS,
    GRANT_TOWARDS,
    READY_FIRE,
)

# -- costs (U101) ---------------------------------------------------------------------------------


@kernel
def pay(s, i, verb):
    """U101: actions and reactions are paid from the same AP."""
    s.units[i].ap -= COST[verb]


# -- steps (U108 to U110, U116, U133, U135, U607, U621) -------------------------------------------


@kernel
def step_cost(s, u, d):
    """U108 U133: movement for a step in direction d: difficult 2, Prone 1 more."""
    return 1 + bit(s.difficult, u.x + DX[d], u.y + DY[d]) + u.prone


@kernel
def grant(s):
    """Return the innermost window of granted steps."""
    n = s.depth - 1
    while s.windows[n].kind != W_GRANT:
        n -= 1
    return s.windows[n]


@kernel
def points_left(s, u, granted):
    """U110: a grant is a pool of its own, apart from the turn's movement."""
    return np.int64(grant(s).points) if granted else np.int64(u.mv)


@kernel
def is_granted(s):
    """Tell whether the step now asked for is one of a grant."""
    return s.phase == GRANT_STEPS or s.phase == GRANT_TOWARDS


@kernel
def ways(s, i):
    """U108 U109 U607 U621: the directions in which tile and corner let unit i go one tile."""
    u = s.units[i]
    x, y = np.int64(u.x), np.int64(u.y)
    walls = around(s.walls, x, y)
    closed = closed_around(s, x, y) | CORNERS[walls]  # U109
    for k in range(s.n_units):
        other = s.units[k]
        dx, dy = other.x - x, other.y - y
        if is_beside(dx, dy) and other.down == 0:
            if other.hidden == 0 or other.side == u.side:
                closed |= cell(dx, dy)  # U108; U607: a Hidden enemy on the tile doesn't show
    free = DIRECTIONS[511 - closed] + 0
    if u.horrified_t != 0:
        for d in range(8):
            if approaches_horror(s, i, x + DX[d], y + DY[d]):
                free &= ~(1 << d)
    return free


@kernel
def approaches_horror(s, i, x, y):
    """U621: Horrified, it may not come nearer to the source while it sees it (so not Down)."""
    u = s.units[i]
    k = u.horror_source
    if k < 0 or not sees(s, i, k):
        return False
    source = s.units[k]
    return distance(x, y, source.x, source.y) < distance(u.x, u.y, source.x, source.y)


@kernel
def may_step(s, i, free):
    """U108: those of the ``ways`` off its tile that there is movement for."""
    u = s.units[i]
    points = points_left(s, u, is_granted(s))
    if points <= u.prone:
        return 0
    if points == 1 + u.prone:  # U133: no more than a plain tile costs
        free &= ~np.int64(DIRECTIONS[around(s.difficult, np.int64(u.x), np.int64(u.y))])
    if s.phase == GRANT_TOWARDS:  # U445: each step lessens the distance to the target
        target = s.units[grant(s).target]
        left = distance(u.x, u.y, target.x, target.y)
        for d in range(8):
            if distance(u.x + DX[d], u.y + DY[d], target.x, target.y) >= left:
                free &= ~(1 << d)
    return free


@kernel
def do_step(s, i, d):
    """U135: declared; a Hidden enemy there stops it (U607); else Hidden ends and windows open."""
    u = s.units[i]
    granted = is_granted(s)
    if bumps(s, i, d):
        spend(s, i, granted, step_cost(s, u, d))
        return
    if u.sneaking == 0:
        lose_hidden(s, i)  # U116; U115: sneaking keeps it
    w = push(s, W_STEP)
    w.actor = i
    w.direction = d
    w.flag = granted
    w.x = u.x
    w.y = u.y


@kernel
def bumps(s, i, d):
    """U607: a Hidden enemy on the tile is revealed, and the step doesn't happen.

    Nor does it if anybody has come there since it was declared (`trigger.nest`).
    """
    u = s.units[i]
    k = unit_at(s, u.x + DX[d], u.y + DY[d])
    if k < 0:
        return False
    if s.units[k].side != u.side:
        lose_hidden(s, k)
    note(s, E_BLOCKED, i, -1, -1, 0, -1, -1, readers(s, i))
    return True


@kernel
def spend(s, i, granted, cost):
    """U110 U546: movement is spent from its own pool, what is left if less."""
    if granted:
        w = grant(s)
        w.points = max(0, np.int64(w.points) - cost)
    else:
        u = s.units[i]
        u.mv = max(0, np.int64(u.mv) - cost)


@kernel
def can_still_step(s, w):
    """U546 U550 U617: the mover is up, where it was, in no grapple, and has movement for it."""
    u = s.units[w.actor]
    stands = u.down == 0 and u.grappled_by < 0 and u.grappling < 0 and u.x == w.x and u.y == w.y
    return stands and present_cost(s, w) <= points_left(s, u, w.flag != 0)


@kernel
def present_cost(s, w):
    """U135: what the step under way costs by now, wherever its mover is."""
    x, y = w.x + DX[w.direction], w.y + DY[w.direction]
    return 1 + bit(s.difficult, x, y) + s.units[w.actor].prone


@kernel
def move_to(s, i, x, y):
    """A step or Disengage ends on (x, y): sight, holds, and who stands Hidden beside (U605)."""
    u = s.units[i]
    u.x = x
    u.y = y
    look_around(s, i)
    note(s, E_MOVED, i, -1, -1, 0, x, y, readers(s, i))
    if s.options.hidden_adjacent_reveals != 0:
        for k in range(s.n_units):  # U605; U606: nothing else in an enemy's movement ends Hidden
            other = s.units[k]
            if other.side != u.side and distance(x, y, other.x, other.y) <= 1:
                lose_hidden(s, k)


@kernel
def complete_step(s, w):
    """U135: the cost is worked out anew; then the unit moves, or doesn't (U546)."""
    i = np.int64(w.actor)
    possible = can_still_step(s, w)
    spend(s, i, w.flag != 0, present_cost(s, w))
    if not possible:
        note(s, E_BLOCKED, i, -1, -1, 0, -1, -1, readers(s, i))
    elif not bumps(s, i, w.direction):
        move_to(s, i, w.x + DX[w.direction], w.y + DY[w.direction])


# -- Move, Sneaky Movement, Disengage -------------------------------------------------------------


@kernel
def may_move(s, i):
    """U105 U107: movement below full (not asked of a readied Move)."""
    u = s.units[i]
    return s.phase == READY_FIRE or u.mv < full_movement(s, u)


@kernel
def do_move(s, i):
    """U105 U107: movement is reset to full."""
    u = s.units[i]
    u.mv = full_movement(s, u)


@kernel
def may_sneak(s, i):
    """U111 U117: Hidden, and not sneaking yet."""
    u = s.units[i]
    return u.hidden != 0 and u.sneaking == 0


@kernel
def do_sneak(s, i):
    """U112: Slowed until the end of its turn."""
    u = s.units[i]
    was = is_slowed(s, u)
    u.sneaking = 1
    halve_movement(s, u, was)
    note(s, E_GAINED, -1, i, C_SLOWED, 0, -1, -1, readers(s, i))


@kernel
def may_disengage(free):
    """U129: all ``ways`` off its tile, free of movement."""
    return free + 0


@kernel
def do_disengage(s, i, d):
    """U127 U128 U130 U135: one tile; nobody may react; Hidden ends."""
    u = s.units[i]
    if not bumps(s, i, d):
        lose_hidden(s, i)
        move_to(s, i, u.x + DX[d], u.y + DY[d])


# -- Hide -----------------------------------------------------------------------------------------


@kernel
def is_hiding_place(s, x, y):
    """U119: an `h` tile on the own tile or beside it (`hide.place` may narrow or widen it)."""
    if s.options.hide_place == PLACE_OWN:
        return bit(s.hiding, x, y)
    if s.options.hide_place == PLACE_ANY_WALL:
        return around(s.walls, x, y) | around(s.obstacles, x, y) != 0
    return around(s.hiding, x, y) != 0


@kernel
def is_in_enemy_line(s, i, count_hidden):
    """Tell whether an enemy not Down has line of sight to unit i."""
    for k in range(s.n_units):
        other = s.units[k]
        if other.side != s.units[i].side and (count_hidden or other.hidden == 0):
            if in_line(s, i, k):
                return True
    return False


@kernel
def may_hide(s, i):
    """U119 U120 U122: a place, no enemy sight; not Hidden, in no grapple."""
    u = s.units[i]
    return (
        u.hidden == 0
        and is_hiding_place(s, np.int64(u.x), np.int64(u.y))
        and not is_in_enemy_line(s, i, False)  # U134: Hidden enemies don't count
    )


@kernel
def do_hide(s, i):
    """U121: gain Hidden; the unit doesn't move."""
    s.units[i].hidden = 1
    note(s, E_GAINED, -1, i, C_HIDDEN, 0, -1, -1, EVERYBODY)


@kernel
def test_sneaking(s, i):
    """U113 U114 U134: having sneaked, it keeps Hidden out of every enemy's line of sight."""
    u = s.units[i]
    if u.sneaking != 0:
        u.sneaking = 0
        if is_in_enemy_line(s, i, True):
            lose_hidden(s, i)


# -- Prone ----------------------------------------------------------------------------------------


@kernel
def may_stand_up(s, i):
    """U123 U124 U125: Prone, and not pinned (Prone and Grappled)."""
    u = s.units[i]
    return u.prone != 0 and u.grappled_by < 0


@kernel
def do_stand_up(s, i):
    """U123: Prone is removed."""
    s.units[i].prone = 0
    note(s, E_LOST, -1, i, C_PRONE, 0, -1, -1, readers(s, i))


@kernel
def may_drop_prone(s, i):
    """U126: not Prone yet."""
    return s.units[i].prone == 0


@kernel
def do_drop_prone(s, i):
    """U126: gain Prone."""
    fall_prone(s, i)


# -- being moved ----------------------------------------------------------------------------------


@kernel
def shove(s, k, dx, dy, tiles):
    """U225 U231 U250: move unit k up to ``tiles`` in direction (dx, dy).

    It stops before a wall, obstacle, edge, corner or unit; a Hidden unit that stops it is revealed.
    """
    u = s.units[k]
    moved = False
    for _ in range(tiles):
        x, y = u.x + dx, u.y + dy
        if not is_open(s, x, y) or (bit(s.walls, x, u.y) and bit(s.walls, u.x, y)):
            break
        other = unit_at(s, x, y)
        if other >= 0:
            lose_hidden(s, other)
            break
        u.x = x
        u.y = y
        moved = True
    if moved:
        look_around(s, k)
        end_grapple(s, k)
