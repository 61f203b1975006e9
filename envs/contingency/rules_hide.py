"""Hide (C250 to C262)."""

import numpy as np

from fracas.envs.contingency.events import E_HID
from fracas.envs.contingency.frame import EVERYBODY, holds, is_enemy, own_side
from fracas.envs.contingency.rules_actions import end_action
from fracas.envs.contingency.rules_harm import enter_airless
from fracas.envs.contingency.rules_movement import is_held
from fracas.envs.contingency.rules_rolls import beats, note_roll, penalty, roll_quietly
from fracas.envs.contingency.rules_zones import has_sight, is_grappling, notice, put
from fracas.envs.contingency.state import DIFFICULT, NORMAL
from fracas.envs.contingency.tables import (
    AGI,
    AWARENESS,
    CHA,
    D_ACTION,
    D_DETECT,
    KNO,
    STEALTH,
    WIL,
    WIS,
)
from fracas.envs.contingency.verbs import CROWD, DASH, NERVE, SURROUNDINGS
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel


@kernel
def may_hide(s, i, way):
    """C250 C258 C261: not engaged, held or frozen; what each way of hiding needs."""
    u = s.units[i]
    if u.engaged != 0 or is_held(u) or u.frozen != 0 or is_grappling(s, i):
        return False
    zone = s.zones[u.zone]
    if way == SURROUNDINGS:
        return zone.conceal != 0
    if way == NERVE:
        return is_hidden_from_any(s, i)
    if way == CROWD:
        return zone.crowd > 0
    z = way - DASH
    edge = s.edges[u.zone, z]
    return (
        u.prone == 0
        and (edge == NORMAL or edge == DIFFICULT)
        and (s.zones[z].conceal != 0 or s.zones[z].cover != 0)
    )


@kernel
def is_hidden_from_any(s, i):
    """C253 C258: hidden from some enemy in play."""
    for k in range(s.n_units):
        if is_enemy(s, i, k) and holds(s.units[i].hidden_from, k):
            return True
    return False


@kernel
def stealth_attribute(way):
    """C251 to C254: what each way of hiding is rolled with."""
    if way == SURROUNDINGS:
        return WIS
    if way == NERVE:
        return WIL
    return CHA if way == CROWD else AGI


@kernel
def do_hide(s, w):
    """C250 to C262: the hider's one roll against each enemy with sight of its zone."""
    i, way = np.int64(w.actor), np.int64(w.a)
    u = s.units[i]
    if u.out != 0:
        end_action(s)
        return
    if way >= DASH:
        put(s, i, way - DASH)
        enter_airless(s, i)
    w.result, w.omens, w.moderator = roll_quietly(
        s, i, stealth_attribute(way), STEALTH, False, u.heavy != 0, penalty(s, i), D_ACTION
    )  # C129
    u.hide_result = w.result  # C260
    fooled = 0
    for k in range(s.n_units):
        if is_enemy(s, i, k):
            fooled += spot(s, i, k, np.int64(w.result))
    note_roll(s, i, D_ACTION, w.result, own_side(s, i) if fooled > 0 else EVERYBODY)  # C472
    end_action(s)


@kernel
def spot(s, i, k, result):
    """C255 to C262: who fails to detect the hider doesn't see it (1); who detects is aware (0)."""
    u = s.units[i]
    fooled = True  # C259: without sight it fails without a roll
    if has_sight(s, k, u.zone):
        found = roll_quietly(s, k, KNO, AWARENESS, False, False, 0, D_DETECT)[0]  # C025: no action
        fooled = beats(s, result, found)
        note_roll(s, k, D_DETECT, found, own_side(s, i) if fooled else EVERYBODY)
    if fooled:
        u.hidden_from |= 1 << k
        note(s, E_HID, i, k, -1, 0, -1, -1, own_side(s, i))
        return 1
    u.hidden_from &= ~(1 << k)
    notice(s, k, i)
    return 0
