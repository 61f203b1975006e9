"""Stamina, breath, injuries, armour, defeat, and concentration (3.4, 3.6, 3.7)."""

import numpy as np

from fracas.envs.contingency.events import (
    C_HOLDING,
    E_ARMOUR,
    E_BREATHLESS,
    E_DRAWN,
    E_GAINED,
    E_INJURED,
    E_ITEM_FELL,
    E_MARKED,
    E_OUT,
    E_SPELL_ENDED,
    E_TOKEN,
    E_WON,
    E_WORN_DOWN,
)
from fracas.envs.contingency.frame import EVERYBODY, W_INJURY, W_TOKENS, holds, is_in_play, readers
from fracas.envs.contingency.options import (
    BREATHLESS_ONLY,
    FIXED_FOUR,
    RULE_WELLNESS,
    TRACK_WELLNESS,
    TWO_THIRDS,
)
from fracas.envs.contingency.rules_zones import part
from fracas.envs.contingency.state import CARRIED, EMBEDDED, GROUND, HELD
from fracas.envs.contingency.tables import CON, DREAD, MIRE, N_KEPT, SEVERITIES, WARD
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel, public_kernel
from fracas.envs.core.record import DRAW
from fracas.envs.core.windows import push

MOST_OWED = 100
"""Injuries of a severity, or damage tokens, that a unit owes at most: more than any could bear."""

# -- concentration (3.4) ---------------------------------------------------------------------------


@kernel
def count_kept(u):
    """Return how many effects a unit keeps up."""
    n = 0
    for k in range(N_KEPT):
        n += 1 if u.kept[k] != 0 else 0
    return n


@kernel
def requirement(s, u):
    """C060 C441: units kept and damage tokens on them, together."""
    total = 0
    for k in range(N_KEPT):
        if u.kept[k] != 0:
            total += s.spells[u.kept[k] - 1].concentration + u.tokens[k]
    return total


@kernel
def keeps(u, spell):
    """Tell whether a unit keeps a spell up (C065)."""
    for k in range(N_KEPT):
        if u.kept[k] == spell + 1:
            return True
    return False


@kernel
def mires(s, i, z):
    """Tell whether a unit keeps up a MIRE on a zone."""
    u = s.units[i]
    for k in range(N_KEPT):
        if u.kept[k] != 0 and s.spells[u.kept[k] - 1].effect == MIRE and u.kept_target[k] == z:
            return True
    return False


@kernel
def end_concentration(s, i, k):
    """C066: the effect and its tokens end at once."""
    u = s.units[i]
    spell, z = u.kept[k] - 1, u.kept_target[k] + 0
    u.kept[k] = 0
    u.kept_target[k] = 0
    u.tokens[k] = 0
    if s.spells[spell].effect == MIRE and not mires(s, i, z):
        s.zones[z].mired &= ~(1 << i)
    note(s, E_SPELL_ENDED, i, -1, spell, 0, -1, -1, readers(s, i))


@kernel
def is_under(s, k, effect):
    """Tell whether somebody keeps an effect on unit k (WARD, DREAD of 1.6)."""
    if s.n_spells == 0:
        return False
    for i in range(s.n_units):
        u = s.units[i]
        for n in range(N_KEPT):
            if (
                u.kept[n] != 0
                and u.kept_target[n] == k
                and s.spells[u.kept[n] - 1].effect == effect
            ):
                return True
    return False


@kernel
def is_warded(s, k):
    """1.6 WARD: Defend rolls have advantage."""
    return is_under(s, k, WARD)


@kernel
def is_dreaded(s, k):
    """1.6 DREAD: Combat rolls have disadvantage."""
    return is_under(s, k, DREAD)


@kernel
def place_tokens(s, i, k, n):
    """C062: n damage tokens on a kept effect."""
    u = s.units[i]
    u.tokens[k] = min(15, u.tokens[k] + n)
    note(s, E_TOKEN, i, -1, u.kept[k] - 1, n, -1, -1, readers(s, i))


@kernel
def owing(s, kind, i, severity):
    """Return the open window of what unit i must choose (``W_TOKENS``, ``W_INJURY``), or a new one.

    A single blow may bring a dozen injuries (C104): they are counted in one window.
    """
    for n in range(s.depth):
        w = s.windows[n]
        if w.kind == kind and w.actor == i and w.a == severity:
            return w
    w = push(s, kind)
    w.actor = i
    w.a = severity
    w.budget = 0
    return w


@kernel
def owe_tokens(s, i, n):
    """C062 C063: n damage tokens on kept effects; with several the unit chooses one by one."""
    u = s.units[i]
    kept = count_kept(u)
    if kept == 1:
        for k in range(N_KEPT):
            if u.kept[k] != 0:
                place_tokens(s, i, k, n)
    elif kept != 0:
        w = owing(s, W_TOKENS, i, 0)
        w.budget = min(MOST_OWED, w.budget + n)


# -- stamina and breath (3.6) ----------------------------------------------------------------------


@public_kernel
def is_tiring(s, u):
    """C103: half the track is marked (`stamina.tiring`)."""
    if s.options.stamina_tiring == TWO_THIRDS:
        return 3 * u.marks >= 2 * u.stamina_max
    return 2 * u.marks >= u.stamina_max


@public_kernel
def is_suffocating(s, u):
    """C107: the level is above half the CON die (`breath.suffocation`)."""
    limit = 4 if s.options.breath_suffocation == FIXED_FOUR else u.attribute[CON] // 2
    return u.breathless > limit


@kernel
def more_breathless(s, i):
    """C105: Breathless +1, 9 at most."""
    u = s.units[i]
    u.breathless = min(9, u.breathless + 1)
    note(s, E_BREATHLESS, i, -1, -1, u.breathless, -1, -1, readers(s, i))


@kernel
def hold_breath(s, i):
    """C395 C398: begin or go on holding one's breath, Breathless +1."""
    u = s.units[i]
    if u.holding == 0:
        u.holding = 1
        note(s, E_GAINED, i, -1, C_HOLDING, 0, -1, -1, readers(s, i))
    more_breathless(s, i)


@kernel
def enter_airless(s, i):
    """C396: on entering an AIRLESS zone the breath is held at once."""
    u = s.units[i]
    if s.zones[u.zone].airless != 0 and u.holding == 0:
        hold_breath(s, i)


@kernel
def mark(s, i, n):
    """C100 C104 C109: mark n units one by one; past a full track breath, then injuries."""
    u = s.units[i]
    if u.out == 0 and n > 0:
        note(s, E_MARKED, i, -1, -1, n, -1, -1, readers(s, i))
    for _ in range(n):
        if u.out != 0:
            return
        if u.marks < u.stamina_max:
            u.marks += 1
        elif u.breathless == 0:
            more_breathless(s, i)
        elif s.options.stamina_overflow != BREATHLESS_ONLY:
            injure(s, i, 1, False)


@kernel
def stress(s, i, n):
    """C102: stress is marked on the stamina track (`stress.track`)."""
    if s.options.stress_track == TRACK_WELLNESS:
        wear_down(s, i, n)
    else:
        mark(s, i, n)


# -- injuries (3.7) --------------------------------------------------------------------------------


@kernel
def wear_down(s, i, n):
    """C123 C126: wellness falls; at 0 the unit is taken out."""
    u = s.units[i]
    if u.out != 0:
        return
    u.wellness = max(0, u.wellness - n)
    note(s, E_WORN_DOWN, i, -1, -1, n, -1, -1, readers(s, i))
    if u.wellness == 0:
        take_out(s, i)


@kernel
def fitting_slots(u, severity):
    """C121: the severities from ``severity`` on with a free slot, as bits (bit 0: severity 1)."""
    bits = 0
    for k in range(severity - 1, SEVERITIES):
        if u.slots[k] > 0:
            bits |= 1 << k
    return bits


@kernel
def cross(s, i, k):
    """C121 C126: cross a slot of severity k + 1 out; a fatal one takes the unit out."""
    u = s.units[i]
    u.slots[k] -= 1
    if k == SEVERITIES - 1 and s.options.defeat_rule != RULE_WELLNESS:
        take_out(s, i)


@kernel
def place_injury(s, i, severity):
    """C121 to C123: the lowest fitting slot (`injury.ask`: the unit chooses), else wellness."""
    u = s.units[i]
    while severity > 0 and u.out == 0:
        bits = fitting_slots(u, severity)
        if bits != 0:
            if s.options.injury_ask != 0 and bits & (bits - 1) != 0:
                w = owing(s, W_INJURY, i, severity)
                w.budget = min(MOST_OWED, w.budget + 1)
                return
            k = 0
            while not holds(bits, k):
                k += 1
            cross(s, i, k)
            return
        wear_down(s, i, 1)
        severity -= 1


@kernel
def injure(s, i, severity, armoured):
    """C120 C128 C062: an injury; armour takes 1 of an attack's or spell's, at the price of a box.

    Returns the severity after armour, 0 for no injury.
    """
    u = s.units[i]
    if u.out != 0:
        return 0
    severity = min(SEVERITIES, np.int64(severity))
    if armoured and u.boxes > 0:
        u.boxes -= 1
        severity -= 1
        note(s, E_ARMOUR, i, -1, -1, 0, -1, -1, readers(s, i))
    if severity <= 0:
        return 0
    note(s, E_INJURED, i, -1, -1, severity, -1, -1, readers(s, i))
    place_injury(s, i, severity)
    if u.out == 0:
        owe_tokens(s, i, severity)
    return severity


# -- taken out, victory ----------------------------------------------------------------------------


@kernel
def lay_down(s, n, z):
    """C127 C347 C454: item n lies on the ground of a zone."""
    item = s.items[n]
    if item.place == HELD:
        u = s.units[item.where]
        if u.main == n + 1:
            u.main = 0
        if u.off == n + 1:
            u.off = 0
    item.place = GROUND
    item.where = z


@kernel
def drop_item(s, i, n):
    """An item of unit i falls in its zone."""
    lay_down(s, n, s.units[i].zone)
    note(s, E_ITEM_FELL, i, -1, s.items[n].kind, 0, -1, -1, readers(s, i))


@kernel
def take_out(s, i):
    """C126 C127 C044 C067: the unit leaves the board; what it has falls, what it holds ends."""
    u = s.units[i]
    if u.out != 0:
        return
    u.out = 1
    note(s, E_OUT, i, -1, -1, 0, -1, -1, EVERYBODY)
    for n in range(s.n_items):
        item = s.items[n]
        if item.where == i and (
            item.place == HELD or item.place == CARRIED or item.place == EMBEDDED
        ):
            if s.item_kinds[item.kind].natural == 0:
                drop_item(s, i, n)
    for k in range(s.n_units):
        part(s, i, k)
        t = s.units[k]
        t.no_engage &= ~(1 << i)
        t.hidden_from &= ~(1 << i)
        t.barred &= ~(1 << i)
    for k in range(N_KEPT):
        if u.kept[k] != 0:
            end_concentration(s, i, k)
    u.pending = 0
    u.no_engage = 0
    u.hidden_from = 0
    u.barred = 0
    u.holding = 0
    u.covered = 0
    u.fortified = 0
    u.grant_any = 0
    u.grant_combat = 0
    u.owes_attack = -1
    u.attack_added = 0
    u.owes_dance = 0
    u.declared = -1
    u.recovering = 0
    for k in range(u.forced.shape[0]):
        u.forced[k] = 0
        u.forced_from[k] = -1


@kernel
def finish(s, winner):
    """Record the result."""
    s.winner = winner
    if winner == DRAW:
        note(s, E_DRAWN, -1, -1, -1, 0, -1, -1, EVERYBODY)
    else:
        note(s, E_WON, -1, -1, -1, winner, -1, -1, EVERYBODY)


@kernel
def has_units(s, side):
    """Tell whether a side has a unit in play or in reserve."""
    for n in range(s.count[side]):
        if s.units[s.first[side] + n].out == 0:
            return True
    return False


@kernel
def judge(s):
    """C130: after an action or phase 5, a side with nobody left loses; both: a draw."""
    if s.winner == 0:
        one, two = has_units(s, 0), has_units(s, 1)
        if not one and not two:
            finish(s, DRAW)
        elif not one or not two:
            finish(s, 1 if one else 2)


@kernel
def worry(s, i):
    """C173: slots crossed, 1 tiring, 2 breathless, 1 prone, 2 grappled or restrained."""
    u = s.units[i]
    w = 0
    for k in range(SEVERITIES):
        w += u.slots_max[k] - u.slots[k]
    w += 1 if is_tiring(s, u) else 0
    w += 2 if u.breathless > 0 else 0
    w += 1 if u.prone != 0 else 0
    return w + (2 if u.grappled_by != 0 or u.restrained != 0 else 0)


@kernel
def count_in_play(s, side):
    """Return how many units of a side are in play."""
    n = 0
    for k in range(s.count[side]):
        n += 1 if is_in_play(s, s.first[side] + k) else 0
    return n
