"""What must hold in every state between decisions."""

from fracas.envs.contingency.frame import W_ROUND, holds, is_in_play
from fracas.envs.contingency.state import CARRIED, EMBEDDED, GROUND, HELD, MAX_WINDOWS
from fracas.envs.contingency.tables import MIRE, N_KEPT, SEVERITIES
from fracas.envs.contingency.verbs import DANCE, RECOVER
from fracas.envs.core.jit import kernel

FAULTS = (
    "figure_out_of_range",
    "engaged_not_mutual",
    "engaged_across_zones",
    "grapple_across_zones",
    "hands_inconsistent",
    "item_nowhere",
    "out_unit_acts",
    "decider_missing",
    "windows_out_of_bounds",
    "plan_inconsistent",
    "mire_inconsistent",
    "hidden_from_own_side",
    "kept_inconsistent",
)
(
    F_RANGE, F_ENGAGED, F_APART, F_GRAPPLE, F_HANDS, F_ITEM, F_OUT_ACTS, F_DECIDER,
    F_WINDOWS, F_PLAN, F_MIRE, F_HIDDEN, F_KEPT,
) = range(len(FAULTS))  # fmt: skip


ADDED = 1 << DANCE | 1 << RECOVER
"""What may be pending without having been announced (C188, C193)."""


@kernel
def hands_fault(s, i):
    """C497: what a hand holds is held by the unit; a two-handed item fills both hands."""
    u = s.units[i]
    for hand in range(2):
        n = (u.main if hand == 0 else u.off) - 1
        if n >= 0:
            if n >= s.n_items or s.items[n].place != HELD or s.items[n].where != i:
                return True
            if (s.item_kinds[s.items[n].kind].hands == 2) != (u.main == u.off):
                return True
    return False


@kernel
def figures_fault(u):
    """Tell whether a figure of a unit is out of its bounds (section 7)."""
    for k in range(SEVERITIES):
        if u.slots[k] < 0 or u.slots[k] > u.slots_max[k]:
            return True
    return (
        u.marks < 0
        or u.marks > u.stamina_max
        or u.breathless < 0
        or u.breathless > 9
        or u.wellness < 0
        or u.wellness > u.wellness_max
        or u.boxes < 0
        or u.boxes > 3
        or u.n < 0
        or u.n > 8
        or u.hide_result < 0
        or u.revealed & ~u.weaknesses != 0
        or u.unspent & ~u.revealed != 0
    )


@kernel
def bonds_faults(s, i):
    """Return the bits of broken pairs."""
    u = s.units[i]
    bits = 0
    for k in range(s.n_units):
        t = s.units[k]
        if holds(u.engaged, k):
            if not holds(t.engaged, i):
                bits |= 1 << F_ENGAGED
            if t.zone != u.zone or not is_in_play(s, k) or t.side == u.side:
                bits |= 1 << F_APART
        if holds(u.grappled_by, k) and (t.zone != u.zone or not is_in_play(s, k)):
            bits |= 1 << F_GRAPPLE
        if holds(u.hidden_from, k) and t.side == u.side:
            bits |= 1 << F_HIDDEN
    return bits


@kernel
def kept_faults(s, i):
    """Return the bits of broken concentration (C060 to C067)."""
    u = s.units[i]
    bits = 0
    for k in range(N_KEPT):
        if u.kept[k] == 0:
            if u.tokens[k] != 0:
                bits |= 1 << F_KEPT
        else:
            for n in range(k):
                if u.kept[n] == u.kept[k]:
                    bits |= 1 << F_KEPT
            if s.spells[u.kept[k] - 1].effect == MIRE:
                if not holds(s.zones[u.kept_target[k]].mired, i):
                    bits |= 1 << F_MIRE
    for z in range(s.n_zones):
        if holds(s.zones[z].mired, i):
            found = False
            for k in range(N_KEPT):
                if u.kept[k] != 0 and u.kept_target[k] == z:
                    found = found or s.spells[u.kept[k] - 1].effect == MIRE
            if not found:
                bits |= 1 << F_MIRE
    return bits


@kernel
def unit_faults(s, i):
    """Return the bits of one unit's broken invariants."""
    u = s.units[i]
    bits = kept_faults(s, i)
    if figures_fault(u):
        bits |= 1 << F_RANGE
    if hands_fault(s, i):
        bits |= 1 << F_HANDS
    if u.pending & ~u.announced & ~ADDED != 0:
        bits |= 1 << F_PLAN
    if not is_in_play(s, i):
        if u.pending != 0 or u.engaged != 0 or u.grappled_by != 0 or s.decider == i:
            bits |= 1 << F_OUT_ACTS
        return bits
    if u.zone < 0 or u.zone >= s.n_zones:
        return bits | 1 << F_RANGE
    return bits | bonds_faults(s, i)


@kernel
def item_fault(s, n):
    """Tell whether an item is in no place, or in a hand that doesn't hold it."""
    item = s.items[n]
    if item.place == GROUND:
        return item.where < 0 or item.where >= s.n_zones
    if item.place == HELD:
        u = s.units[item.where]
        return u.main != n + 1 and u.off != n + 1
    if item.place == CARRIED or item.place == EMBEDDED:
        return item.where < 0 or item.where >= s.n_units
    return s.depth == 1


@kernel
def faults(s):
    """Return the bit set of broken invariants, 0 when the state is sound."""
    bits = 0
    for i in range(s.n_units):
        bits |= unit_faults(s, i)
    for n in range(s.n_items):
        if item_fault(s, n):
            bits |= 1 << F_ITEM
    if (s.decider < 0) != (s.winner != 0) or (s.winner == 0 and s.phase == 0):
        bits |= 1 << F_DECIDER
    if s.depth < 1 or s.depth > MAX_WINDOWS or s.windows[0].kind != W_ROUND:
        bits |= 1 << F_WINDOWS
    return bits
