"""Draw a state that a seat can't tell from the true one (for search).

Redrawn, from the record's ``seed``: tiles of Hidden enemies (any free open tile), their detection
bonus, rounds loaded, what lies in which enemy's inventory, triggers and kinds that enemies have
readied, hidden floor items, and all dice to come. Kept: what was open when it was last seen and
can't have changed since without ending Hidden, such as Health.
"""

from fracas.envs.core.dice import draw, mix
from fracas.envs.core.grid import DX, DY
from fracas.envs.core.jit import kernel
from fracas.envs.undead.frame import W_STEP
from fracas.envs.undead.rules_damage import is_open, look_around, unit_at
from fracas.envs.undead.rules_items import copy_item
from fracas.envs.undead.rules_ready import may_ready_kind
from fracas.envs.undead.tables import MAIN_HAND, TRIGGERS
from fracas.envs.undead.verbs import N_KINDS

_TRIES = 400
_N_TRIGGERS = len(TRIGGERS)


@kernel
def is_busy(s, k):
    """Tell whether an open window speaks of unit k, so that it must stay as it is."""
    for n in range(1, s.depth):
        if s.windows[n].actor == k or s.windows[n].target == k:
            return True
    return s.turn_unit == k and s.depth > 1


@kernel
def is_awaited(s, x, y):
    """Tell whether a step under way leads to a tile: nobody stands there (U607)."""
    for n in range(1, s.depth):
        w = s.windows[n]
        if w.kind == W_STEP and w.x + DX[w.direction] == x and w.y + DY[w.direction] == y:
            return True
    return False


@kernel
def redraw_tile(s, k):
    """Put a Hidden unit on a free open tile."""
    u = s.units[k]
    for _ in range(_TRIES):
        x, y = draw(s, s.width), draw(s, s.height)
        if is_open(s, x, y) and unit_at(s, x, y) < 0 and not is_awaited(s, x, y):
            u.x = x
            u.y = y
            break
    look_around(s, k)


@kernel
def redraw_loads(s, k):
    """Redraw the rounds in a unit's firearms and magazines."""
    u = s.units[k]
    for slot in range(u.items.shape[0]):
        item = u.items[slot]
        kind = s.item_kinds[item.item]
        if kind.rounds > 0:
            least = 0 if kind.firearm != 0 else 1
            item.rounds = least + draw(s, kind.rounds + 1 - least)


@kernel
def swap_pockets(s, side):
    """Shuffle what lies in the inventories of a side's units that are up."""
    n = s.count[side] * MAIN_HAND
    for a in range(n):
        b = draw(s, n)
        i, k = s.first[side] + a // MAIN_HAND, s.first[side] + b // MAIN_HAND
        if s.units[i].down == 0 and s.units[k].down == 0 and not (is_busy(s, i) or is_busy(s, k)):
            one, two = s.units[i].items[a % MAIN_HAND], s.units[k].items[b % MAIN_HAND]
            item, rounds, mode, jam = one.item + 0, one.rounds + 0, one.mode + 0, one.jam + 0
            copy_item(one, two.item, two.rounds, two.mode, two.jam)
            copy_item(two, item, rounds, mode, jam)


@kernel
def redetermine(s, i):
    """Redraw what seat i can't know."""
    side = 1 - s.units[i].side
    swap_pockets(s, side)
    for n in range(s.count[side]):
        k = s.first[side] + n
        u = s.units[k]
        if u.down != 0 or is_busy(s, k):
            continue
        redraw_loads(s, k)
        if u.ready_trigger >= 0:
            u.ready_trigger = draw(s, _N_TRIGGERS)
            kind = draw(s, N_KINDS)
            if may_ready_kind(s, kind):
                u.ready_kind = kind
        if u.hidden != 0 and u.grappled_by < 0 and u.grappling < 0:
            u.detect_bonus = 3 * draw(s, 4)
            redraw_tile(s, k)
    for k in range(s.n_floor):
        f = s.floor[k]
        if f.hidden != 0:
            for _ in range(_TRIES):
                x, y = draw(s, s.width), draw(s, s.height)
                if is_open(s, x, y):
                    f.x = x
                    f.y = y
                    break
    s.seed = mix(s.seed)
