"""What the scripts of ``contingency`` answer when an action or the environment asks (10.1)."""

import numpy as np

from fracas.envs.contingency.frame import holds, in_zone_frame
from fracas.envs.contingency.rules_environment import UPKEEP_BREATH
from fracas.envs.contingency.rules_gear import kind_in_hand
from fracas.envs.contingency.state import DOWN, MAX_FALL_DICE, MELEE
from fracas.envs.contingency.tables import COMBAT, MAIN, OFF, SLIP_AWAY, W_FOCUS
from fracas.envs.contingency.verbs import (
    BREATHE,
    CAST_AT,
    DECLARE,
    DECLINE,
    DISARM,
    DODGE,
    DROP,
    END_CONCENTRATION,
    ENGAGE,
    ESCAPE,
    FEET,
    GRANT,
    GRAPPLE,
    GUARD,
    HOLD,
    INTIMIDATE,
    LOWER,
    MUDDLE,
    OF_TYPE,
    OPTION,
    PARLEY,
    PRONE,
    REMOVE,
    RESIST,
    REVEAL,
    SHOVE,
    STRIKE,
    TECHNIQUE,
)
from fracas.envs.core.jit import kernel
from fracas.policies.scripted.contingency_acts import (
    AMBUSHER,
    HARRIER,
    SKIRMISHER,
    SLUGGER,
    TURTLE,
    WRESTLER,
    taste_of,
)
from fracas.policies.scripted.contingency_odds import defending, prefers_guard, resisting
from fracas.policies.scripted.contingency_tactics import (
    best_attack,
    first_offered,
    holds_class,
    is_unarmed,
    offered,
    own_damage,
    quarry,
    two_handed,
    worse_first,
)

# -- Defend ----------------------------------------------------------------------------------------


@kernel
def defend(s, i, mask, script):
    """Return the row of a Defend: the default rule; the Turtle guards with a shield."""
    w, u = s.windows[s.depth - 1], s.units[i]
    guard = offered(s, mask, GUARD, 0, 0, 0)
    fresh = u.marks <= u.stamina_max - 2
    if w.verb == ESCAPE:
        return guard if fresh else offered(s, mask, DECLINE, 0, 0, 0)
    k, surprised = np.int64(w.actor), w.hidden != 0 or w.aware == 0
    shield = kind_in_hand(s, u, MAIN).guard != 0 or kind_in_hand(s, u, OFF).guard != 0
    if script == TURTLE and shield and fresh:
        return guard
    guarding = defending(s, i, k, False, surprised, w.result)
    dodging = defending(s, i, k, True, surprised, w.result)
    return guard if prefers_guard(u, guarding, dodging) else offered(s, mask, DODGE, 0, 0, 0)


# -- forced choices --------------------------------------------------------------------------------


@kernel
def costs_attack(w, n, has_attack):
    """Tell whether option n takes a pending attack's place or keeps it from the actor."""
    return has_attack and n == 2 and (w.verb == INTIMIDATE or w.verb == PARLEY)


@kernel
def chosen_option(s, w, options):
    """Common part: the option that a target takes of a set (bits); 0 if it is empty."""
    t = s.units[w.target]
    if t.marks < t.stamina_max - 1 and holds(options, 0):
        return np.int64(1)
    has_attack = t.pending & OF_TYPE[COMBAT] != 0 or t.owes_attack >= 0
    for n in range(2, 4):
        if holds(options, n - 1) and not costs_attack(w, n, has_attack):
            return np.int64(n)
    for n in range(1, 4):
        if holds(options, n - 1):
            return np.int64(n)
    return np.int64(0)


@kernel
def option(s, mask):
    """Return the row of a forced choice."""
    bits = np.int64(0)
    for n in range(3):
        if offered(s, mask, OPTION, n, 0, 0) >= 0:
            bits |= np.int64(1) << n
    return offered(s, mask, OPTION, chosen_option(s, s.windows[s.depth - 1], bits) - 1, 0, 0)


@kernel
def muddle(s, mask):
    """Return the row that removes what the target would choose: "mark one" while it has room."""
    w = s.windows[s.depth - 1]
    shown = np.int64(1)
    for n in range(1, 3):
        if offered(s, mask, MUDDLE, n, 0, 0) >= 0:
            shown |= np.int64(1) << n
    return offered(s, mask, MUDDLE, chosen_option(s, w, shown) - 1, 0, 0)


@kernel
def yield_something(s, i, mask):
    """Return what a unit gives up: a grant, else it falls prone, else the lesser item."""
    u = s.units[i]
    for verb in (GRANT, PRONE):
        row = offered(s, mask, verb, 0, 0, 0)
        if row >= 0:
            return row
    lesser = OFF if kind_in_hand(s, u, OFF).damage <= kind_in_hand(s, u, MAIN).damage else MAIN
    row = offered(s, mask, DROP, lesser, 0, 0)
    return row if row >= 0 else first_offered(s, mask, DROP)


@kernel
def declare(s, i, mask):
    """Return the row that declares the attack which a unit is armed for."""
    k = quarry(s, i, 0)
    plan = best_attack(s, i, k, 1, False, True)[0] if k >= 0 else np.int64(STRIKE)
    return offered(s, mask, DECLARE, plan, 0, 0)


@kernel
def reveal(s, mask):
    """Return the row that shows a weakness, that of Focus first and that of Dodge last."""
    row = np.int64(-1)
    for weakness in range(W_FOCUS + 1):
        shown = offered(s, mask, REVEAL, weakness, 0, 0)
        row = shown if shown >= 0 else row
    return row


# -- effects, omens --------------------------------------------------------------------------------


@kernel
def effect(s, i, mask):
    """Wrestler: DISARM who wields both hands, SHOVE over a drop, GRAPPLE, DISARM, PRONE."""
    k = np.int64(s.windows[s.depth - 1].target)
    if two_handed(s, k):
        row = first_offered(s, mask, DISARM)
        if row >= 0:
            return row
    for slot in range(s.n_zones):
        z = np.int64(in_zone_frame(s, s.units[i].side, slot))
        row = offered(s, mask, SHOVE, slot, 0, 0)
        if row >= 0 and s.edges[s.units[k].zone, z] == DOWN:
            return row
    for verb in (GRAPPLE, DISARM, PRONE):
        row = first_offered(s, mask, verb)
        if row >= 0:
            return row
    return np.int64(-1)


@kernel
def technique(s, mask, script):
    """Return the row of a technique; only Skirmisher and Ambusher slip away."""
    slip = offered(s, mask, TECHNIQUE, SLIP_AWAY, 0, 0)
    if slip >= 0 and script != SKIRMISHER and script != AMBUSHER:
        return np.int64(-1)
    return first_offered(s, mask, TECHNIQUE)


@kernel
def engage(s, i, mask, script):
    """Return the row that engages the target: of Slugger, Harrier, Turtle and Wrestler, or -1."""
    wants = script in (SLUGGER, HARRIER, TURTLE, WRESTLER)
    armed = script == WRESTLER or holds_class(s, s.units[i], MELEE) or is_unarmed(s, i)
    best, found = np.int64(-1), np.int64(-1)
    for slot in range(s.side_size):
        row = offered(s, mask, ENGAGE, slot, 0, 0)
        if row >= 0 and wants and armed:
            k = np.int64(s.first[1 - s.units[i].side] + slot)
            key = worse_first(s, i, k, taste_of(script), own_damage(s, i))
            if key > best:
                best, found = key, row
    return found


# -- breath, falls, concentration ------------------------------------------------------------------


@kernel
def breathe(s, i, mask):
    """Return the row that meets gas: hold if Resist is below 0.6 and the level 0."""
    u = s.units[i]
    gas = np.int64(s.zones[u.zone].gas)
    if s.windows[0].stage == UPKEEP_BREATH:
        return offered(s, mask, BREATHE, 0, 0, 0)
    if u.breathless == 0 and resisting(s, i, gas) < 0.6:
        return offered(s, mask, HOLD, 0, 0, 0)
    return offered(s, mask, RESIST, 0, 0, 0)


@kernel
def lower(s, mask):
    """Return the row that lowers a fall die: to 3 as many as omens can remove, the rest to 1."""
    w = s.windows[s.depth - 1]
    small = 0
    for k in range(MAX_FALL_DICE):
        small += 1 if 0 < w.dice[k] <= 3 else 0
    best, found = np.int64(-1), np.int64(-1)
    if w.omens > small:
        for k in range(MAX_FALL_DICE):
            row = offered(s, mask, LOWER, k, 0, 0)
            if row >= 0 and w.dice[k] - 3 <= w.budget and w.dice[k] > best:
                best, found = np.int64(w.dice[k]), row
    for k in range(MAX_FALL_DICE):
        row = offered(s, mask, LOWER, k, 1, 0)
        if found < 0 and row >= 0:
            found = row
    return found


@kernel
def land(s, mask):
    """Return the row that removes the largest fall die, else that of landing on one's feet."""
    w = s.windows[s.depth - 1]
    best, found = np.int64(-1), np.int64(-1)
    for k in range(MAX_FALL_DICE):
        row = offered(s, mask, REMOVE, k, 0, 0)
        if row >= 0 and w.dice[k] > best:
            best, found = np.int64(w.dice[k]), row
    return found if found >= 0 else offered(s, mask, FEET, 0, 0, 0)


@kernel
def end_dearest(s, i, mask):
    """Return the row that ends the kept effect that asks for most."""
    u = s.units[i]
    best, found = np.int64(-1), np.int64(-1)
    for k in range(u.kept.shape[0]):
        row = offered(s, mask, END_CONCENTRATION, k, 0, 0)
        if row >= 0:
            asked = np.int64(s.spells[u.kept[k] - 1].concentration + u.tokens[k])
            if asked > best:
                best, found = asked, row
    return found


@kernel
def aim(s, i, mask, script):
    """Return the row that aims an attack spell at the target of a script."""
    best, found = np.int64(-1), np.int64(-1)
    for slot in range(s.side_size):
        row = offered(s, mask, CAST_AT, slot, 0, 0)
        if row >= 0:
            k = np.int64(s.first[1 - s.units[i].side] + slot)
            key = worse_first(s, i, k, taste_of(script), own_damage(s, i))
            if key > best:
                best, found = key, row
    return found
