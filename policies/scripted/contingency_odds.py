"""Exact chances for the scripts of ``contingency``: rolls, attacks, defences, Influence (10.1).

Of what is to be rolled only the sizes of dice, the known advantages and the number of actions
count. A target is taken to defend as the common part of the scripts has it.
"""

import numpy as np

from fracas.envs.contingency.frame import holds
from fracas.envs.contingency.options import (
    DEFEND_DISADVANTAGE,
    HIGHEST,
    PENALTY_FLAT,
    REROLL,
    SIDE_ONLY,
    TIE_ACTOR,
)
from fracas.envs.contingency.rules_attack import is_clever
from fracas.envs.contingency.rules_defend import defence_leans, held_guard
from fracas.envs.contingency.rules_gear import in_hand
from fracas.envs.contingency.rules_harm import is_dreaded
from fracas.envs.contingency.rules_influence import feels_in_control, feels_weaker, skill_of
from fracas.envs.contingency.rules_rolls import balance, larger
from fracas.envs.contingency.rules_zones import range_between
from fracas.envs.contingency.tables import (
    ACCURACY,
    AGI,
    ARCANA,
    CON,
    DISCIPLINE,
    ENDURANCE,
    FIN,
    FORTITUDE,
    KNO,
    NEAR,
    REFLEX,
    SIZES,
    STR,
    UNARMED,
    W_FOCUS,
    WIL,
    WIS,
)
from fracas.envs.contingency.verbs import (
    ANTICIPATE,
    CAST,
    FEINT,
    HARRY,
    INTIMIDATE,
    PAIR,
    PARLEY,
    SHOOT,
    STRIKE,
    TAUNT,
    THROW,
    WRESTLE,
)
from fracas.envs.core.jit import kernel

MOST = 2 * max(SIZES)
"""The highest result of two dice."""

# -- the table -------------------------------------------------------------------------------------


def _tail(results):
    """Return the chance of at least 0, 1, ... of equally likely results."""
    counts = np.bincount(np.ravel(results), minlength=MOST + 1)
    return counts[::-1].cumsum()[::-1] / counts.sum()


def _third_die(high, low, lean, highest):
    """C003 C004: a third die of the attribute's size, the lowest or highest of three is dropped."""
    faces = [np.arange(1, high + 1), np.arange(1, low + 1), np.arange(1, high + 1)]
    dice = np.sort(np.stack(np.meshgrid(*faces[: 2 + abs(lean)])), axis=0)
    kept = dice[-2:] if lean > 0 else dice[:2]
    return _tail(kept.max(axis=0) if highest else kept.sum(axis=0))


def _reroll(high, low, lean, highest):
    """`dice.advantage = reroll`: both dice twice, the better or worse pair is kept."""
    plain = _third_die(high, low, 0, highest)
    if lean == 0:
        return plain
    return 1 - (1 - plain) ** 2 if lean > 0 else plain**2


def _table():
    found = np.array(
        [
            [
                [
                    [[way(high, low, lean, highest) for low in SIZES] for high in SIZES]
                    for lean in (-1, 0, 1)
                ]
                for highest in (False, True)
            ]
            for way in (_third_die, _reroll)
        ]
    )
    found.flags.writeable = False
    return found


AT_LEAST = _table()
"""Chance of at least a result: by `dice.advantage`, `dice.combine`, disadvantage, plain or
advantage, size of the attribute die, of the skill die (d4 is 0), result."""

assert (REROLL, HIGHEST) == (1, 1)

# -- rolls -----------------------------------------------------------------------------------------


@kernel
def at_least(s, u, attribute, skill, lean, flat, result):
    """Return the chance that a unit's roll comes to a result, flat modifiers included (C002)."""
    need = np.int64(result - flat)
    if result <= 0 or need <= 0:
        return 1.0
    if need > MOST:
        return 0.0
    high, low = (u.attribute[attribute] - 4) // 2, (u.skill[skill] - 4) // 2
    return AT_LEAST[s.options.dice_advantage, s.options.dice_combine, lean + 1, high, low, need]


@kernel
def beating(s, u, attribute, skill, lean, flat, t, attribute2, skill2, lean2, flat2):
    """Return the chance that u's roll beats the opposing one of t (C008)."""
    chance = 0.0
    tie = 1 if s.options.opposed_tie == TIE_ACTOR else 0
    above = 1.0
    for result in range(MOST + 1):
        here = above
        above = at_least(s, u, attribute, skill, lean, flat, result + 1)
        if here > above:
            lost = at_least(s, t, attribute2, skill2, lean2, flat2, result + tie)
            chance += (here - above) * (1.0 - lost)
    return chance


@kernel
def penalty_for(s, n):
    """C033: what n actions cost each roll."""
    if s.options.penalty_mode == PENALTY_FLAT:
        return -2 if n > 1 else 0
    return -2 * max(0, n - 1)


@kernel
def has_grant(s, i, k, is_combat):
    """C164 C189: a grant on k that i's next action would use."""
    u, t = s.units[i], s.units[k]
    if s.options.grants_users == SIDE_ONLY:
        mine = 1 + u.side
        return t.grant_any == mine or (is_combat and t.grant_combat == mine)
    return t.grant_any != 0 or (is_combat and t.grant_combat != 0)


# -- Defend ----------------------------------------------------------------------------------------


@kernel
def prefers_guard(u, guarding, dodging):
    """Common part: Guard if its chance is 0.10 above Dodge and two units are unmarked."""
    return guarding >= dodging + 0.1 - 1e-9 and u.marks <= u.stamina_max - 2


@kernel
def defence_lean(s, k, i, is_dodge, surprised):
    """Return -1, 0 or 1 for k's Dodge or Guard against i."""
    helps, hinders = defence_leans(s, k, i, is_dodge, surprised)
    return balance(s, k, helps, hinders)


@kernel
def defending(s, k, i, is_dodge, surprised, result):
    """Return the chance that k's Dodge or Guard stands against a result (C008)."""
    t = s.units[k]
    lean = defence_lean(s, k, i, is_dodge, surprised)
    flat = -s.options.triggered_penalty * t.triggered
    need = result + (1 if s.options.opposed_tie == TIE_ACTOR else 0)
    if is_dodge:
        return at_least(s, t, AGI, REFLEX, lean, flat, need)
    return at_least(s, t, STR, ENDURANCE, lean, flat + held_guard(s, t), need)


@kernel
def resisting(s, i, toxin):
    """Return the chance that i resists a toxin (C390)."""
    u = s.units[i]
    flat = -s.options.triggered_penalty * u.triggered
    lean = balance(s, i, False, False)
    return at_least(s, u, CON, FORTITUDE, lean, flat, np.int64(s.toxins[toxin].difficulty))


# -- attacks ---------------------------------------------------------------------------------------


@kernel
def attack_lean(s, i, k, verb, item, spell, moves):
    """Return -1, 0 or 1 for i's attack on k with item number ``item`` (2.5)."""
    u, t = s.units[i], s.units[k]
    kind = s.item_kinds[s.items[item].kind if item >= 0 else 0]
    helps, hinders = has_grant(s, i, k, verb != CAST), False
    if verb == CAST:
        hinders = u.strain[spell] > 0
    else:
        hinders = u.prone != 0 or u.restrained != 0 or is_dreaded(s, i)
        if verb == SHOOT and (moves or u.moved != 0 or u.engaged != 0):
            hinders = True
        if verb == THROW and (u.engaged != 0 or kind.thrown < 0):
            hinders = True
        if SHOOT <= verb <= THROW and t.prone != 0 and range_between(s, i, k) >= NEAR:
            hinders = True
        if verb == WRESTLE and not is_clever(s, i, k):
            hinders = True
    return balance(s, i, helps, hinders)


@kernel
def attack_dice(s, i, verb, a, item):
    """Return (attribute, skill) of an attack; ``a`` is its mode or which of two attributes."""
    kind = s.item_kinds[s.items[item].kind if item >= 0 else 0]
    if verb == STRIKE:
        return np.int64(AGI if a == HARRY else STR), np.int64(kind.skill)
    if verb == SHOOT:
        return np.int64(WIS if kind.mechanical != 0 else FIN), np.int64(ACCURACY)
    if verb == CAST:
        return np.int64(KNO), np.int64(ARCANA)
    return np.int64(PAIR[verb, a]), np.int64(ACCURACY if verb == THROW else UNARMED)


@kernel
def hit(s, i, k, verb, a, item, spell, n, moves):
    """Return the chance that i's attack hits k when i has n actions and ``moves`` before it."""
    u, t = s.units[i], s.units[k]
    attribute, skill = attack_dice(s, i, verb, a, item)
    lean = attack_lean(s, i, k, verb, item, spell, moves)
    flat = penalty_for(s, n)
    aware = holds(t.aware_of, i)
    if not aware and s.options.ambush_defend != DEFEND_DISADVANTAGE:
        return at_least(s, u, attribute, skill, lean, flat, s.options.difficulty_passive)
    surprised = holds(u.hidden_from, k) or not aware
    less = -s.options.triggered_penalty * t.triggered
    dodged = beating(
        s, u, attribute, skill, lean, flat,
        t, AGI, REFLEX, defence_lean(s, k, i, True, surprised), less,
    )  # fmt: skip
    if t.marks > t.stamina_max - 2:
        return dodged
    guarded = beating(
        s, u, attribute, skill, lean, flat,
        t, STR, ENDURANCE, defence_lean(s, k, i, False, surprised), less + held_guard(s, t),
    )  # fmt: skip
    return guarded if prefers_guard(t, 1.0 - guarded, 1.0 - dodged) else dodged


@kernel
def throws_with(u):
    """C014: which of Strength and Finesse a Throw is rolled with."""
    return larger(u, PAIR[THROW, 0], PAIR[THROW, 1])


@kernel
def item_in(u, hand):
    """Return the item in a hand, -1 for none; a two-handed one is in the main hand alone."""
    return np.int64(-1) if hand == 1 and u.main == u.off else np.int64(in_hand(u, hand))


# -- Influence -------------------------------------------------------------------------------------


@kernel
def swaying(s, i, k, verb, n):
    """Return the chance that i's Influence action on k succeeds, nothing offered or promised."""
    u, t = s.units[i], s.units[k]
    helps, hinders = has_grant(s, i, k, False), False
    if verb == ANTICIPATE:
        hinders = t.sapient == 0
    elif verb == FEINT:
        helps = helps or holds(u.defended_last, k)
    elif verb == INTIMIDATE:
        helps = helps or feels_weaker(s, k, i)
        hinders = feels_in_control(s, k, i)
    elif verb == PARLEY:
        hinders = s.attacked_last[u.side] != 0
    elif verb == TAUNT:
        hinders = u.hit_last != 0
    lean = balance(s, i, helps, hinders)
    attribute = np.int64(PAIR[verb, larger(u, PAIR[verb, 0], PAIR[verb, 1])])
    skill, flat = np.int64(skill_of(verb)), penalty_for(s, n)
    if not holds(t.aware_of, i):
        return at_least(s, u, attribute, skill, lean, flat, s.options.difficulty_passive)
    weak = balance(s, k, False, holds(t.unspent, W_FOCUS))
    less = -s.options.triggered_penalty * t.triggered
    return beating(s, u, attribute, skill, lean, flat, t, WIL, DISCIPLINE, weak, less)
