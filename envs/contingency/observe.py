"""What a seat may know, as floats in [-1, 1] (section 7), and what each float means.

Blocks: ``battle`` (round, what is asked, what is under way), ``me``, ``ally_i`` (its side's
others), ``enemy_j`` (all of one shape), ``lying_k`` (items on the ground), ``zone_z``. Allies and
enemies stand in slot order; zones are in the seat's frame.
"""

import numpy as np

from fracas.envs.contingency.frame import (
    W_ACTION,
    W_FALL,
    W_INJURY,
    W_PARTS,
    W_TOKENS,
    holds,
    in_zone_frame,
    is_in_play,
    is_secret,
    target_of,
)
from fracas.envs.contingency.options import BY_UNIT
from fracas.envs.contingency.rules_environment import ANNOUNCING, RESOLVING, is_shown
from fracas.envs.contingency.rules_gear import in_hand
from fracas.envs.contingency.rules_harm import is_dreaded, is_suffocating, is_tiring, is_warded
from fracas.envs.contingency.rules_options import seen_options
from fracas.envs.contingency.rules_zones import grapples, has_sight, range_between
from fracas.envs.contingency.state import (
    CARRIED,
    DIFFICULT,
    DOWN,
    EMBEDDED,
    EVENT_KINDS,
    FORCED,
    GROUND,
    MAX_EVENTS,
    MELEE,
    NORMAL,
    RANGED,
    UP,
)
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    N_KEPT,
    N_SPELLS,
    RANGES,
    SEVERITIES,
    SKILLS,
    TECHNIQUES,
    TYPES,
    WEAKNESSES,
)
from fracas.envs.contingency.verbs import (
    ANNOUNCE,
    CAST,
    N_PLANS,
    P_END,
    P_MUDDLE,
    PHASES,
    PLANS,
    REPOSITION,
    VERBS,
)
from fracas.envs.core.jit import kernel
from fracas.envs.core.observation import Layout

N_LYING_SHOWN = 6
_ACTIONS = tuple(verb.name for verb in VERBS.verbs[:ANNOUNCE])

_BATTLE = (
    "round", "rounds_left", "own_initiative", "own_turn",
    *(f"phase_{name}" for name in PHASES[1:]), *(f"type_{name}" for name in TYPES),
    *(f"under_way_{name}" for name in _ACTIONS), "clash", "result", "omens", "moderator",
    "opposed_by", *(f"option_{n}" for n in (1, 2, 3)), "left", "die_1", "die_2", "die_3",
    "die_size", *(f"spell_{n}" for n in range(N_SPELLS)), "own_attacked", "others_attacked",
    *(f"event_{e}_{name}" for e in range(MAX_EVENTS) for name in ("in", *EVENT_KINDS)),
)  # fmt: skip
_HAND = (
    "item", "melee", "ranged", "range", "thrown", "damage", "two_hands", "crushing", "entangling",
    "mechanical", "unloaded", "guard", "coated",
)  # fmt: skip
_STATS = (
    *ATTRIBUTES, *SKILLS, "stamina_max", "wellness_max",
    *(f"slots_max_{n}" for n in range(1, SEVERITIES + 1)),
    *(f"technique_{name}" for name in TECHNIQUES), *(f"knows_{n}" for n in range(N_SPELLS)),
    "heavy", "sapient",
)  # fmt: skip
_NOW = (
    "shown", *(f"range_{name}" for name in RANGES), "in_sight", "aware_of_me", "hidden_from_me",
    "i_am_aware", "i_am_hidden", "marks", "marks_left", "tiring", "breathless", "suffocating",
    "holding", *(f"slots_{n}" for n in range(1, SEVERITIES + 1)), "wellness", "boxes", "prone",
    "restrained", "covered", "fortified", "grant_combat", "grant_any", "frozen",
    *(f"forced_{name}" for name in FORCED[1:]), "forced_by_me", "barred_from_me", "owes_attack",
    "owes_attack_on_me", "owes_dance", "declared", "declared_now", "hit_last", "defended_last_me",
    "engaged_with", "engaged", "no_engage", "grappled", "grappled_by_me", "grapples_me",
    "warded", "dreaded", *(f"keeps_{n}" for n in range(N_SPELLS)), "tokens",
    *(f"strain_{n}" for n in range(N_SPELLS)), *(f"taxing_{n}" for n in range(N_SPELLS)),
    *(f"revealed_{name}" for name in WEAKNESSES), *(f"unspent_{name}" for name in WEAKNESSES),
    "acting", "aimed_at", "moved", "fought",
    *(f"{hand}_{name}" for hand in ("main", "off") for name in _HAND),
    "carried", "carried_melee", "carried_ranged", "embedded",
)  # fmt: skip
_PLAN = ("actions", "announced_all", *(f"pending_{name}" for name in PLANS))
_OWN = (*(f"weakness_{name}" for name in WEAKNESSES), "hide_result", "hidden_from_count")
_UNIT = ("present", "in_play", "reserve", *_STATS, *_NOW, *_PLAN, *_OWN)
_LYING = ("present", "distance", "melee", "ranged", "thrown", "damage", "two_hands", "embedded")
_ZONE = (
    "here", "distance", "sight", "normal", "difficult", "down", "up", "cover", "conceal", "crowd",
    "props", "clutter", "airless", "gas", "hazard", "mired", "covered_from_me",
    *(f"coming_{name}" for name in EVENT_KINDS),
)  # fmt: skip

N_BATTLE, N_UNIT, N_LYING, N_ZONE = len(_BATTLE), len(_UNIT), len(_LYING), len(_ZONE)
N_HAND = len(_HAND)

_B = {name: k for k, name in enumerate(_BATTLE)}
_PHASE_AT, _TYPE_AT, _WAY_AT = (
    _B["phase_announce"],
    _B["type_influence"],
    _B["under_way_anticipate"],
)
_CLASH_AT, _OPTION_AT, _DIE_AT = _B["clash"], _B["option_1"], _B["die_1"]
_SPELL_AT, _ATTACKED_AT, _EVENT_AT = _B["spell_0"], _B["own_attacked"], _B["event_0_in"]
_EVENT_SIZE = 1 + len(EVENT_KINDS)

_U = {name: k for k, name in enumerate(_UNIT)}
_STATS_AT, _SKILL_AT, _STAMINA_AT = _U["agility"], _U["accuracy"], _U["stamina_max"]
_NOW_AT, _RANGE_AT, _SIGHT_AT = _U["shown"], _U["range_engaged"], _U["in_sight"]
_MARKS_AT, _SLOTS_AT, _FORCED_AT = _U["marks"], _U["slots_1"], _U["forced_freeze"]
_BOND_AT, _KEEPS_AT, _REVEALED_AT = _U["engaged_with"], _U["keeps_0"], _U["revealed_dodge"]
_ACTING_AT, _HAND_AT, _CARRIED_AT = _U["acting"], _U["main_item"], _U["carried"]
_PLAN_AT, _OWN_AT = _U["actions"], _U["weakness_dodge"]


def layout(s: object) -> Layout:
    """Return what the floats of a battle's observations mean.

    Args:
        s: the record (its zones and side size decide the shape).
    """
    size, zones = int(s["side_size"]), int(s["n_zones"])  # type: ignore[index]
    return Layout(
        (
            ("battle", _BATTLE),
            ("me", _UNIT),
            *((f"ally_{k}", _UNIT) for k in range(size - 1)),
            *((f"enemy_{k}", _UNIT) for k in range(size)),
            *((f"lying_{k}", _LYING) for k in range(N_LYING_SHOWN)),
            *((f"zone_{z}", _ZONE) for z in range(zones)),
        )
    )


# -- the battle ------------------------------------------------------------------------------------


@kernel
def write_battle(s, i, out):
    """Write the block ``battle``: what is asked shows to the decider alone."""
    side = s.units[i].side
    out[0] = s.round * 0.033
    out[1] = (s.round_limit - s.round) * 0.033
    out[2] = 1.0 if s.initiative == side else 0.0
    out[3] = 1.0 if s.turn_side == side else 0.0
    out[_ATTACKED_AT] = s.attacked_last[side]
    out[_ATTACKED_AT + 1] = s.attacked_last[1 - side]
    for e in range(s.n_scheduled):
        if is_shown(s, e):
            o = out[_EVENT_AT + e * _EVENT_SIZE :]
            o[0] = 1.0 - (s.scheduled[e].round - s.round) * 0.5
            o[1 + s.scheduled[e].kind] = 1.0
    if s.decider != i or s.depth == 0:
        return
    out[_PHASE_AT + s.phase - 1] = 1.0
    if s.windows[0].stage == RESOLVING and s.options.resolve_order != BY_UNIT:
        out[_TYPE_AT + s.windows[0].a] = 1.0
    w = s.windows[s.depth - 1]
    if w.kind == W_ACTION:
        write_action(s, w, out)
    elif w.kind == W_FALL:
        out[_CLASH_AT + 2] = min(np.int64(w.omens), 3) * 0.33
        out[_CLASH_AT + 8] = w.budget * 0.04
        for k in range(3):
            out[_DIE_AT + k] = w.dice[k] * 0.08
        out[_DIE_AT + 3] = w.sides * 0.08
    elif w.kind == W_PARTS and w.verb == CAST:
        out[_SPELL_AT + w.spell] = 1.0
    elif w.kind == W_TOKENS:
        out[_CLASH_AT + 8] = min(np.int64(w.budget), 5) * 0.2
    elif w.kind == W_INJURY:
        out[_CLASH_AT + 8] = w.a * 0.2
    elif s.phase == P_END:
        out[_CLASH_AT + 1] = w.result * 0.04


@kernel
def write_action(s, w, out):
    """Write what an action under way has come to (C311: its result is known)."""
    out[_WAY_AT + w.verb] = 1.0
    out[_CLASH_AT] = w.a if w.a < 2 else 0
    out[_CLASH_AT + 1] = w.result * 0.04
    out[_CLASH_AT + 2] = min(np.int64(w.omens), 3) * 0.33
    out[_CLASH_AT + 3] = min(np.int64(w.moderator), 2) * 0.5
    if w.verb == REPOSITION:
        out[_CLASH_AT + 8] = w.budget * 0.08
    elif w.budget > 0:
        out[_CLASH_AT + 4] = min(np.int64(w.budget), 25) * 0.04
    options = seen_options(s, w) if s.phase == P_MUDDLE else np.int64(w.options)
    for n in range(3):
        out[_OPTION_AT + n] = (options >> n) & 1
    if w.verb == CAST:
        out[_SPELL_AT + w.spell] = 1.0


# -- units -----------------------------------------------------------------------------------------


@kernel
def write_stats(u, out):
    """Write a stat block: it is known of everybody."""
    for k in range(len(ATTRIBUTES)):
        out[_STATS_AT + k] = u.attribute[k] * 0.08
    for k in range(len(SKILLS)):
        out[_SKILL_AT + k] = u.skill[k] * 0.08
    o = out[_STAMINA_AT:]
    o[0] = u.stamina_max * 0.08
    o[1] = u.wellness_max * 0.16
    for k in range(SEVERITIES):
        o[2 + k] = u.slots_max[k] * 0.2
    for k in range(len(TECHNIQUES)):
        o[7 + k] = (u.techniques >> k) & 1
    for k in range(N_SPELLS):
        o[10 + k] = (u.spells >> k) & 1
    o[14] = u.heavy
    o[15] = u.sapient


@kernel
def write_hand(s, u, hand, out):
    """Write what a hand holds."""
    n = in_hand(u, hand)
    if n < 0:
        return
    item = s.items[n]
    kind = s.item_kinds[item.kind]
    out[0] = 1.0
    out[1] = 1.0 if kind.weapon == MELEE else 0.0
    out[2] = 1.0 if kind.weapon == RANGED else 0.0
    out[3] = kind.range * 0.25
    out[4] = (kind.thrown + 1) * 0.2
    out[5] = kind.damage * 0.2
    out[6] = kind.hands - 1 if kind.hands > 1 else 0
    out[7] = kind.crushing
    out[8] = 1.0 if kind.entangling != 0 else 0.0
    out[9] = kind.mechanical
    out[10] = 1.0 if kind.reload != 0 and item.loaded == 0 else 0.0
    out[11] = kind.guard * 0.1
    out[12] = 1.0 if item.toxin != 0 else 0.0


@kernel
def write_gear(s, k, out):
    """Write what a unit carries and what sticks in it."""
    for n in range(s.n_items):
        item = s.items[n]
        if item.where == k:
            if item.place == CARRIED:
                kind = s.item_kinds[item.kind]
                out[0] += 0.25
                out[1] += 0.25 if kind.weapon == MELEE else 0.0
                out[2] += 0.25 if kind.weapon == RANGED else 0.0
            elif item.place == EMBEDDED:
                out[3] += 0.05


@kernel
def write_now(s, i, k, out):
    """Write what changes in play of a unit that the seat knows of."""
    me, u = s.units[i], s.units[k]
    out[_NOW_AT] = 1.0
    if is_in_play(s, i):
        out[_RANGE_AT + (0 if i == k else range_between(s, i, k))] = 1.0
        o = out[_SIGHT_AT:]
        o[0] = 1.0 if has_sight(s, i, u.zone) else 0.0
        o[1] = (u.aware_of >> i) & 1
        o[2] = (u.hidden_from >> i) & 1
        o[3] = (me.aware_of >> k) & 1
        o[4] = (me.hidden_from >> k) & 1
    o = out[_MARKS_AT:]
    o[0] = u.marks * 0.08
    o[1] = (u.stamina_max - u.marks) * 0.08
    o[2] = 1.0 if is_tiring(s, u) else 0.0
    o[3] = u.breathless * 0.11
    o[4] = 1.0 if is_suffocating(s, u) else 0.0
    o[5] = u.holding
    o = out[_SLOTS_AT:]
    for n in range(SEVERITIES):
        o[n] = u.slots[n] * 0.2
    o[5] = u.wellness * 0.16
    o[6] = u.boxes * 0.33
    o[7] = u.prone
    o[8] = u.restrained * 0.11
    o[9] = u.covered
    o[10] = u.fortified
    o[11] = 1.0 if u.grant_combat != 0 else 0.0
    o[12] = 1.0 if u.grant_any != 0 else 0.0
    o[13] = u.frozen
    o = out[_FORCED_AT:]
    for n in range(u.forced.shape[0]):
        if u.forced[n] != 0:
            o[u.forced[n] - 1] = 1.0
            if u.forced_from[n] == i:
                o[3] = 1.0
    o[4] = (u.barred >> i) & 1
    o[5] = 1.0 if u.owes_attack >= 0 else 0.0
    o[6] = 1.0 if u.owes_attack == i else 0.0
    o[7] = u.owes_dance
    o[8] = (u.declared + 1) * 0.045
    o[9] = 1.0 if u.declared >= 0 and u.declared_round == s.round else 0.0
    o[10] = u.hit_last
    o[11] = (u.defended_last >> i) & 1
    o = out[_BOND_AT:]
    o[0] = (u.engaged >> i) & 1
    o[1] = 1.0 if u.engaged != 0 else 0.0
    o[2] = (u.no_engage >> i) & 1
    o[3] = 1.0 if u.grappled_by != 0 else 0.0
    o[4] = (u.grappled_by >> i) & 1
    o[5] = 1.0 if grapples(s, k, i) else 0.0
    if s.n_spells > 0:
        o[6] = 1.0 if is_warded(s, k) else 0.0
        o[7] = 1.0 if is_dreaded(s, k) else 0.0
        write_magic(u, out[_KEEPS_AT:])
    o = out[_REVEALED_AT:]
    for n in range(len(WEAKNESSES)):
        o[n] = (u.revealed >> n) & 1
        o[3 + n] = (u.unspent >> n) & 1
    o = out[_ACTING_AT:]
    if s.decider == i and s.depth > 1:
        w = s.windows[s.depth - 1]
        o[0] = 1.0 if w.actor == k else 0.0
        o[1] = 1.0 if target_of(w) == k else 0.0
    o[2] = u.moved
    o[3] = u.fought
    write_hand(s, u, 0, out[_HAND_AT:])
    write_hand(s, u, 1, out[_HAND_AT + N_HAND :])
    write_gear(s, k, out[_CARRIED_AT:])


@kernel
def write_magic(u, out):
    """Write what a unit keeps up, and the strain of its spells."""
    for k in range(N_KEPT):
        if u.kept[k] != 0:
            out[u.kept[k] - 1] = 1.0
            out[N_SPELLS] += u.tokens[k] * 0.02
    for k in range(N_SPELLS):
        out[N_SPELLS + 1 + k] = u.strain[k] * 0.06
        out[2 * N_SPELLS + 1 + k] = (u.taxing >> k) & 1


@kernel
def write_plan(s, k, out):
    """Write a unit's plan (C029)."""
    u = s.units[k]
    out[0] = u.n * 0.125
    out[1] = u.announced_all
    for plan in range(N_PLANS):
        out[2 + plan] = (u.pending >> plan) & 1


@kernel
def write_own(s, k, out):
    """Write what only its own side knows of a unit."""
    u = s.units[k]
    for n in range(len(WEAKNESSES)):
        out[n] = (u.weaknesses >> n) & 1
    out[3] = u.hide_result * 0.04
    hidden = 0
    for n in range(s.n_units):
        hidden += (u.hidden_from >> n) & 1
    out[4] = hidden * 0.25


@kernel
def write_unit(s, i, k, out):
    """Write a unit's block as seat i may see it; of a secret enemy the stat block only."""
    u = s.units[k]
    out[0] = 1.0
    out[1] = 1.0 - u.out
    out[2] = u.reserve
    write_stats(u, out)
    is_own = u.side == s.units[i].side
    if not is_in_play(s, k) or (not is_own and is_secret(s, k)):
        return
    write_now(s, i, k, out)
    announcing = s.windows[0].stage <= ANNOUNCING and s.options.intent_secret != 0
    if is_own or not announcing:
        write_plan(s, k, out[_PLAN_AT:])
    if is_own:
        write_own(s, k, out[_OWN_AT:])


# -- items on the ground, zones --------------------------------------------------------------------


@kernel
def write_lying(s, i, out):
    """Write the items on the ground, in index order, and those embedded in the seat."""
    here = s.units[i].zone
    n = 0
    for k in range(s.n_items):
        item = s.items[k]
        embedded = item.place == EMBEDDED and item.where == i
        if item.place == GROUND or embedded:
            kind = s.item_kinds[item.kind]
            o = out[n * N_LYING :]
            o[0] = 1.0
            o[1] = 0.0 if embedded else min(np.int64(s.distance[here, item.where]), 4) * 0.25
            o[2] = 1.0 if kind.weapon == MELEE else 0.0
            o[3] = 1.0 if kind.weapon == RANGED else 0.0
            o[4] = (kind.thrown + 1) * 0.2
            o[5] = kind.damage * 0.2
            o[6] = kind.hands - 1 if kind.hands > 1 else 0
            o[7] = 1.0 if embedded else 0.0
            n += 1
            if n == N_LYING_SHOWN:
                return


@kernel
def write_zone(s, i, z, out):
    """Write a zone as it lies from the seat's."""
    here = s.units[i].zone
    zone, edge = s.zones[z], s.edges[here, z]
    out[0] = 1.0 if z == here else 0.0
    out[1] = min(np.int64(s.distance[here, z]), 4) * 0.25
    out[2] = (s.zones[here].sight >> z) & 1
    out[3] = 1.0 if edge == NORMAL else 0.0
    out[4] = 1.0 if edge == DIFFICULT else 0.0
    out[5] = 1.0 if edge == DOWN else 0.0
    out[6] = 1.0 if edge == UP else 0.0
    out[7] = zone.cover
    out[8] = zone.conceal
    out[9] = zone.crowd * 0.16
    out[10] = zone.props
    out[11] = zone.clutter
    out[12] = zone.airless
    out[13] = zone.gas * 0.25
    out[14] = zone.hazard
    out[15] = 1.0 if zone.mired != 0 else 0.0
    out[16] = 1.0 if zone.cover != 0 and holds(zone.cover_from, here) else 0.0
    for e in range(s.n_scheduled):
        if s.scheduled[e].zone == z and is_shown(s, e):
            out[17 + s.scheduled[e].kind] = 1.0


@kernel
def observe(s, i, out):
    """Write what seat i may know."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    u = s.units[i]
    write_battle(s, i, out)
    at = N_BATTLE
    write_unit(s, i, i, out[at : at + N_UNIT])
    at += N_UNIT
    for slot in range(s.count[u.side]):
        k = np.int64(s.first[u.side]) + slot
        if k != i:
            place = at + (slot if slot < u.slot else slot - 1) * N_UNIT
            write_unit(s, i, k, out[place : place + N_UNIT])
    at += (s.side_size - 1) * N_UNIT
    for slot in range(s.count[1 - u.side]):
        k = np.int64(s.first[1 - u.side]) + slot
        write_unit(s, i, k, out[at + slot * N_UNIT : at + (slot + 1) * N_UNIT])
    at += s.side_size * N_UNIT
    if not is_in_play(s, i):
        return
    write_lying(s, i, out[at:])
    at += N_LYING_SHOWN * N_LYING
    for z in range(s.n_zones):
        place = at + in_zone_frame(s, u.side, z) * N_ZONE
        write_zone(s, i, z, out[place : place + N_ZONE])
