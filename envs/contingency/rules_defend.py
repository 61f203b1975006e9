"""Defend: Dodge and Guard (C420 to C431)."""

from fracas.envs.contingency.frame import holds, is_in_play
from fracas.envs.contingency.options import DEFEND_DISADVANTAGE
from fracas.envs.contingency.rules_gear import kind_in_hand
from fracas.envs.contingency.rules_harm import is_warded
from fracas.envs.contingency.rules_rolls import roll_skill, triggered
from fracas.envs.contingency.tables import (
    AGI,
    D_DEFEND,
    ENDURANCE,
    MAIN,
    OFF,
    REFLEX,
    STR,
    W_DODGE,
    W_GUARD,
)
from fracas.envs.core.jit import kernel


@kernel
def is_behind_cover(s, i, k):
    """C231 C232: k is covered, and the attacker i in a zone on the other side."""
    t = s.units[k]
    z = s.units[i].zone
    return t.covered != 0 and z != t.zone and holds(s.zones[t.zone].cover_from, z)


@kernel
def may_defend(s, w):
    """C088 C380 C381: in play and aware of the attacker (`ambush.defend`)."""
    return is_in_play(s, w.target) and (
        w.aware != 0 or s.options.ambush_defend == DEFEND_DISADVANTAGE
    )


@kernel
def defence_leans(s, k, i, is_dodge, surprised):
    """2.5: (advantage, disadvantage) of a Dodge or Guard of k against i (C211 C231 C233 C430)."""
    t = s.units[k]
    helps = t.fortified != 0 or is_warded(s, k) or (is_dodge and is_behind_cover(s, i, k))
    hinders = t.restrained != 0 or surprised
    if is_dodge:
        hinders = hinders or t.prone != 0 or t.grappled_by != 0 or t.heavy != 0
        hinders = hinders or holds(t.unspent, W_DODGE)
    else:
        hinders = hinders or holds(t.unspent, W_GUARD)
    return helps, hinders


@kernel
def held_guard(s, u):
    """C429: what held shields add to Guard."""
    total = kind_in_hand(s, u, MAIN).guard + 0
    return total + (kind_in_hand(s, u, OFF).guard if u.main != u.off else 0)


@kernel
def roll_dodge(s, k, i, surprised):
    """C422: Agility + Reflex."""
    t = s.units[k]
    helps, hinders = defence_leans(s, k, i, True, surprised)
    t.unspent &= ~(1 << W_DODGE)
    return roll_skill(s, k, AGI, REFLEX, helps, hinders, triggered(s, k), D_DEFEND)[0]


@kernel
def roll_guard(s, k, i, surprised, led):
    """C424 C429 C273: Strength + Endurance, and 2 for a shield."""
    t = s.units[k]
    helps, hinders = defence_leans(s, k, i, False, surprised)
    t.unspent &= ~(1 << W_GUARD)
    flat = triggered(s, k) + held_guard(s, t)
    return roll_skill(s, k, STR, ENDURANCE, helps or led, hinders, flat, D_DEFEND)[0]
