"""What must hold in every state between decisions."""

from fracas.envs.core.grid import bit, has_line
from fracas.envs.core.jit import kernel
from fracas.envs.undead.frame import W_TURN
from fracas.envs.undead.items import NOTHING, SECOND_HAND
from fracas.envs.undead.rules_damage import in_line, is_open, unit_at
from fracas.envs.undead.state import MAX_FLOOR, MAX_WINDOWS
from fracas.envs.undead.tables import MAIN_HAND, OFF_HAND

FAULTS = (
    "figure_out_of_range",
    "two_units_on_a_tile",
    "unit_off_open_ground",
    "sight_stale",
    "grapple_not_mutual",
    "grapple_out_of_reach",
    "hands_inconsistent",
    "down_unit_acts",
    "down_with_health",
    "decider_missing",
    "windows_out_of_bounds",
    "floor_out_of_bounds",
    "undead_afflicted",
    "stress_over_limit",
    "nest_unbalanced",
    "movement_outside_turn",
)
(
    F_RANGE, F_SHARED, F_GROUND, F_SIGHT, F_GRAPPLE, F_REACH, F_HANDS, F_DOWN_ACTS, F_DOWN_HEALTH,
    F_DECIDER, F_WINDOWS, F_FLOOR, F_UNDEAD, F_STRESS, F_NEST, F_MOVEMENT,
) = range(len(FAULTS))  # fmt: skip


@kernel
def hands_fault(s, u):
    """A two-handed item fills both hands and nothing else marks the second."""
    two = s.item_kinds[u.items[MAIN_HAND].item].hands == 2
    if two != (u.items[OFF_HAND].item == SECOND_HAND):
        return True
    for slot in range(OFF_HAND):
        if u.items[slot].item == SECOND_HAND:
            return True
    return s.item_kinds[u.items[OFF_HAND].item].hands == 2 or (
        u.down != 0 and (u.items[MAIN_HAND].item != NOTHING or u.items[OFF_HAND].item != NOTHING)
    )


@kernel
def unit_faults(s, i):
    """Return the bits of one unit's broken invariants."""
    u = s.units[i]
    bits = 0
    if (
        u.hp < 0
        or u.hp > u.hp_max
        or u.stress < 0
        or u.ap < 0
        or u.ap > 6
        or u.mv < 0
        or u.mv > 16
        or u.guard < 0
        or u.guard > 30
        or u.bleed < 0
        or u.detect_bonus > 9
        or u.slowed_t > 2
        or u.stunned_t > 2
        or u.weakened_t > 2
        or u.horrified_t > 2
    ):
        bits |= 1 << F_RANGE
    if u.stress > u.stress_limit:
        bits |= 1 << F_STRESS
    if (u.hp == 0) != (u.down != 0) and u.stress < u.stress_limit:
        bits |= 1 << F_DOWN_HEALTH
    if hands_fault(s, u):
        bits |= 1 << F_HANDS
    if u.undead != 0 and (u.bleed > 0 or u.stunned_t > 0 or u.horrified_t > 0 or u.stress > 0):
        bits |= 1 << F_UNDEAD
    if u.mv > 0 and s.turn_unit != i:
        bits |= 1 << F_MOVEMENT
    if u.down != 0:
        if u.grappled_by >= 0 or u.grappling >= 0 or u.ready_trigger >= 0 or u.hidden != 0:
            bits |= 1 << F_DOWN_ACTS
        if s.decider == i:
            bits |= 1 << F_DOWN_ACTS
        return bits
    if not is_open(s, u.x, u.y):
        bits |= 1 << F_GROUND
    if unit_at(s, u.x, u.y) != i:
        bits |= 1 << F_SHARED
    for k in range(s.n_units):
        other = s.units[k]
        if k != i and other.down == 0:
            if in_line(s, i, k) != has_line(s.walls, u.x + 0, u.y + 0, other.x + 0, other.y + 0):
                bits |= 1 << F_SIGHT
    if u.grappling >= 0:
        held = s.units[u.grappling]
        if held.grappled_by != i:
            bits |= 1 << F_GRAPPLE
        elif max(abs(u.x + 0 - held.x), abs(u.y + 0 - held.y)) > 1:
            bits |= 1 << F_REACH
    if u.grappled_by >= 0 and s.units[u.grappled_by].grappling != i:
        bits |= 1 << F_GRAPPLE
    return bits


@kernel
def faults(s):
    """Return the bit set of broken invariants, 0 when the state is sound."""
    bits = 0
    for i in range(s.n_units):
        bits |= unit_faults(s, i)
    if (s.decider < 0) != (s.winner != 0) or (s.winner == 0 and s.phase == 0):
        bits |= 1 << F_DECIDER
    if s.depth < 1 or s.depth > MAX_WINDOWS or s.windows[0].kind != W_TURN:
        bits |= 1 << F_WINDOWS
    if s.depth == 1 and s.nest != 0:
        bits |= 1 << F_NEST
    if s.n_floor < 0 or s.n_floor > MAX_FLOOR:
        bits |= 1 << F_FLOOR
    for k in range(s.n_floor):
        f = s.floor[k]
        if f.item <= SECOND_HAND or bit(s.walls, f.x, f.y):
            bits |= 1 << F_FLOOR
    return bits
