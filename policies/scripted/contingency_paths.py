"""Where the scripts of ``contingency`` go: cheapest ways over zones, and the zones they look for.

The costs of all zones stand in one word, six bits each, since kernels make no arrays. Scripts go
down no drop, and into water or gas only if their goal lies there. Zones are searched in the seat's
own frame, so that both seats of a symmetric map act alike.
"""

import numpy as np

from fracas.envs.contingency.frame import in_zone_frame
from fracas.envs.contingency.rules_movement import edge_cost
from fracas.envs.contingency.state import DIFFICULT, DOWN, NORMAL
from fracas.envs.contingency.tables import CLOSE
from fracas.envs.contingency.verbs import CROWD, DASH, HIDE, STEP, STOP, SURROUNDINGS
from fracas.envs.core.jit import kernel
from fracas.policies.scripted.contingency_tactics import (
    count_enemies_in,
    gap_to,
    nearest_gap,
    offered,
)

NO_WAY = 63
_DETOUR = 8
"""What a zone without air, with gas or a hazard counts for on the way."""

# -- costs -----------------------------------------------------------------------------------------


@kernel
def way_cost(s, here, z):
    """Return what a step costs on a script's map, ``NO_WAY`` for none."""
    cost = np.int64(edge_cost(s, here, z))
    return cost if cost > 0 and s.edges[here, z] != DOWN else np.int64(NO_WAY)


@kernel
def is_foul(s, z):
    """Tell whether a zone has no air, gas or a hazard."""
    zone = s.zones[z]
    return zone.airless != 0 or zone.gas != 0 or zone.hazard != 0


@kernel
def cost_in(costs, z):
    """Return the cost of a zone from a word of costs."""
    return (costs >> (6 * z)) & 63


@kernel
def nowhere_but(s, home):
    """Return the costs of zones before any way is known."""
    costs = np.int64(0)
    for z in range(s.n_zones):
        if z != home:
            costs |= np.int64(NO_WAY) << np.int64(6 * z)
    return costs


@kernel
def costs_of_ways(s, home, back):
    """Return the costs of the cheapest ways from a zone to every other, in one word.

    With ``back`` the ways lead from every zone to it.
    """
    costs, before = nowhere_but(s, home), np.int64(-1)
    while costs != before:
        before = costs
        for z in range(s.n_zones):
            if cost_in(costs, z) < NO_WAY:
                toll = cost_in(costs, z) + (_DETOUR if z != home and is_foul(s, z) else 0)
                for x in range(s.n_zones):
                    cost = (way_cost(s, x, z) if back else way_cost(s, z, x)) + toll
                    if cost < cost_in(costs, x):
                        costs += (cost - cost_in(costs, x)) << np.int64(6 * x)
    return costs


@kernel
def costs_to(s, goal):
    """Return the costs of the cheapest ways from every zone to a goal."""
    return costs_of_ways(s, goal, True)


@kernel
def costs_from(s, start):
    """Return the costs of the cheapest ways from a zone to every zone."""
    return costs_of_ways(s, start, False)


@kernel
def step_to(s, i, mask, goal):
    """Return the row of the next step on the cheapest way to a zone, else that of STOP."""
    here, side = np.int64(s.units[i].zone), s.units[i].side
    stop = offered(s, mask, STOP, 0, 0, 0)
    costs = costs_to(s, goal)
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, side, slot))
        row = offered(s, mask, STEP, slot, 0, 0)
        if row >= 0 and way_cost(s, here, z) < NO_WAY:
            toll = cost_in(costs, z) + (_DETOUR if z != goal and is_foul(s, z) else 0)
            if way_cost(s, here, z) + toll == cost_in(costs, here):
                return row
    return stop


# -- goals -----------------------------------------------------------------------------------------


@kernel
def has_view(s, z, k, reach):
    """Tell whether unit k would be in sight and range from a zone."""
    t = s.units[k]
    return (s.zones[z].sight >> t.zone) & 1 != 0 and gap_to(s, z, k) + 1 <= max(CLOSE, reach)


@kernel
def stand_off(s, i, k, reach, budget):
    """Skirmisher: return the zone within a budget that is farthest from enemies.

    One with sight of k within range before all; of equal ones one with cover, then the closest.
    """
    u = s.units[i]
    here, best, found = np.int64(u.zone), np.int64(-1), np.int64(u.zone)
    costs = costs_from(s, here)
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, u.side, slot))
        cost = cost_in(costs, z)
        if cost > budget or (z != here and is_foul(s, z)):
            continue
        key = np.int64(1 if k >= 0 and has_view(s, z, k, reach) else 0)
        key = key * 16 + min(np.int64(15), nearest_gap(s, i, z))
        key = (key * 2 + (1 if s.zones[z].cover != 0 else 0)) * 64 + 63 - cost
        if key > best:
            best, found = key, z
    return found


@kernel
def cover_beside(s, i):
    """Turtle: return its own zone or a neighbour with cover and no enemy, its own first; or -1."""
    u = s.units[i]
    here = np.int64(u.zone)
    if s.zones[here].cover != 0:
        return here
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, u.side, slot))
        is_next = s.zones[z].cover != 0 and way_cost(s, here, z) < NO_WAY
        if is_next and count_enemies_in(s, i, z) == 0:
            return z
    return np.int64(-1)


@kernel
def props_ahead(s, i, k):
    """Wrestler: return the nearest PROPS zone that lies closer to unit k, or -1."""
    u = s.units[i]
    here = np.int64(u.zone)
    home = np.int64(s.units[k].zone)
    costs, ways = costs_to(s, home), costs_from(s, here)
    best, found = np.int64(NO_WAY), np.int64(-1)
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, u.side, slot))
        if z != here and s.zones[z].props != 0 and cost_in(costs, z) < cost_in(costs, here):
            cost = cost_in(ways, z)
            if cost < best:
                best, found = cost, z
    return found


# -- hiding ----------------------------------------------------------------------------------------


@kernel
def may_dash_to(s, i, z):
    """C258 C261: a zone that i could dash to, to hide there."""
    u = s.units[i]
    edge = s.edges[u.zone, z]
    passable = NORMAL <= edge <= DIFFICULT
    return passable and u.prone == 0 and (s.zones[z].conceal != 0 or s.zones[z].cover != 0)


@kernel
def has_hiding_place(s, i):
    """Ambusher: CONCEAL or COVER next to it, or a hiding place where it stands."""
    u = s.units[i]
    for z in range(s.n_zones):
        if may_dash_to(s, i, z):
            return True
    return s.zones[u.zone].conceal != 0 or s.zones[u.zone].crowd > 0


@kernel
def hide(s, i, mask, k):
    """Return the row of HIDE, or -1: a dash to where no enemy is, close to k; else in place."""
    side = s.units[i].side
    best, found = np.int64(-999), np.int64(-1)
    for slot in range(s.n_zones):
        row = offered(s, mask, HIDE, DASH + slot, 0, 0)
        if row >= 0:
            z = np.int64(in_zone_frame(s, side, slot))
            key = -count_enemies_in(s, i, z) * 16 - (gap_to(s, z, k) if k >= 0 else 0)
            if key > best:
                best, found = key, row
    for way in (CROWD, SURROUNDINGS):
        row = offered(s, mask, HIDE, way, 0, 0)
        if row >= 0 and best <= -16:
            return row
    return found
