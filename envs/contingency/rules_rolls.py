"""Rolls, omens and penalties (3.1, C031 to C035), advantage that others have granted."""

import numpy as np

from fracas.envs.contingency.events import E_GRANTED, E_OMENS, E_ROLLED
from fracas.envs.contingency.frame import readers
from fracas.envs.contingency.options import (
    ALL_DISADVANTAGE,
    HIGHEST,
    MARGIN,
    PENALTY_FLAT,
    PENALTY_PROGRESSIVE,
    REROLL,
    SIDE_ONLY,
    TIE_ACTOR,
)
from fracas.envs.core.dice import roll
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- what is rolled --------------------------------------------------------------------------------


@kernel
def combine(s, one, two):
    """C001: the sum of the kept dice, or by option the higher of them."""
    return max(one, two) if s.options.dice_combine == HIGHEST else one + two


@kernel
def balance(s, i, advantage, disadvantage):
    """C005 C006: one or several sources are the same; one of each cancel out."""
    if s.options.breathless_effect == ALL_DISADVANTAGE and s.units[i].breathless > 0:
        disadvantage = True
    return (1 if advantage else 0) - (1 if disadvantage else 0)


@kernel
def roll_third(s, kind, high, low, lean):
    """C003 C004: a third die of the attribute's size; the lowest or highest is dropped.

    On a tie the one rolled last is dropped. Returns the kept dice with their sizes.
    """
    one, two = roll(s, high, kind), roll(s, low, kind)
    if lean == 0:
        return one, two, high, low
    three = roll(s, high, kind)
    if lean > 0:
        if three <= one and three <= two:
            return one, two, high, low
        if two <= one:
            return one, three, high, high
        return two, three, low, high
    if three >= one and three >= two:
        return one, two, high, low
    if two >= one:
        return one, three, high, high
    return two, three, low, high


@kernel
def roll_twice(s, kind, high, low, lean):
    """`dice.advantage = reroll`: both dice twice, the better or worse pair is kept."""
    one, two = roll(s, high, kind), roll(s, low, kind)
    if lean == 0:
        return one, two, high, low
    other, another = roll(s, high, kind), roll(s, low, kind)
    gain = combine(s, other, another) - combine(s, one, two)
    if gain * lean > 0:
        return other, another, high, low
    return one, two, high, low


@kernel
def note_roll(s, i, kind, result, sides):
    """Tell of a roll."""
    note(s, E_ROLLED, i, -1, kind, result, -1, -1, sides)


@kernel
def roll_skill(s, i, attribute, skill, advantage, disadvantage, flat, kind):
    """C001 to C006: roll attribute + skill; return (result, player omens, moderator omens)."""
    result, omens, moderator = roll_quietly(
        s, i, attribute, skill, advantage, disadvantage, flat, kind
    )
    note_roll(s, i, kind, result, readers(s, i))
    return result, omens, moderator


@kernel
def roll_quietly(s, i, attribute, skill, advantage, disadvantage, flat, kind):
    """Roll as ``roll_skill`` does, and tell nobody yet."""
    u = s.units[i]
    lean = balance(s, i, advantage, disadvantage)
    high, low = np.int64(u.attribute[attribute]), np.int64(u.skill[skill])
    if s.options.dice_advantage == REROLL:
        one, two, size1, size2 = roll_twice(s, kind, high, low, lean)
    else:
        one, two, size1, size2 = roll_third(s, kind, high, low, lean)
    result = max(0, combine(s, one, two) + flat)  # C002
    omens, moderator = 0, 0
    if s.options.omens_source != MARGIN:
        omens = (1 if one == size1 else 0) + (1 if two == size2 else 0)  # C010
        omens += 1 if one == two and one != 1 else 0
        moderator = (1 if one == 1 else 0) + (1 if two == 1 else 0)  # C011
    return result, omens, moderator


@kernel
def size_of(u, attribute, skill):
    """Return how large the dice of a roll are, to compare who leads (C244 C273)."""
    return u.attribute[attribute] + u.skill[skill]


# -- what is enough --------------------------------------------------------------------------------


@kernel
def beats(s, result, opposing):
    """C008: higher; a tie favours the triggered roll (`opposed.tie`)."""
    return result > opposing or (s.options.opposed_tie == TIE_ACTOR and result == opposing)


@kernel
def omens_by_margin(s, result, difficulty):
    """`omens.source = margin`: one sign for each 3 points of margin, for or against."""
    if s.options.omens_source != MARGIN:
        return 0, 0
    return max(0, result - difficulty) // 3, max(0, difficulty - result) // 3


@kernel
def note_omens(s, i, omens):
    """Tell of player omens."""
    if omens > 0:
        note(s, E_OMENS, i, -1, -1, omens, -1, -1, readers(s, i))


# -- flat modifiers --------------------------------------------------------------------------------


@kernel
def penalty(s, i):
    """C033 to C035: -2 for each action past the first; n is read when the roll is made."""
    u = s.units[i]
    if s.options.penalty_mode == PENALTY_PROGRESSIVE:
        return -2 * max(0, u.order - 1)
    if s.options.penalty_mode == PENALTY_FLAT:
        return -2 if u.n > 1 else 0
    return -2 * max(0, u.n - 1)


@kernel
def triggered(s, i):
    """C032 C380: a triggered roll takes no penalty, by option one for each made this round."""
    u = s.units[i]
    flat = -s.options.triggered_penalty * u.triggered
    u.triggered = min(100, u.triggered + 1)
    return flat


# -- which attribute -------------------------------------------------------------------------------


@kernel
def larger(u, first, second):
    """C014: 0 for the larger of two attributes, the first on a tie, else 1."""
    return 1 if u.attribute[second] > u.attribute[first] else 0


@kernel
def may_use(s, i, first, second, choice):
    """C014: both of two attributes are offered only by option; else the larger die."""
    return s.options.attr_ask != 0 or choice == larger(s.units[i], first, second)


# -- grants ----------------------------------------------------------------------------------------


@kernel
def grant_any(s, k, side):
    """C189 C199: the next action of any type against k has advantage; ``side`` brought it about."""
    s.units[k].grant_any = 1 + side
    note(s, E_GRANTED, k, -1, -1, 0, -1, -1, readers(s, k))


@kernel
def use_grants(s, i, k, is_combat):
    """C164 C165 C190 C496: use the grants on k up; tell whether they give i advantage."""
    t = s.units[k]
    only = 1 + s.units[i].side if s.options.grants_users == SIDE_ONLY else 0
    found = t.grant_any != 0 and (only == 0 or t.grant_any == only)
    if found:
        t.grant_any = 0
    if is_combat and t.grant_combat != 0 and (only == 0 or t.grant_combat == only):
        t.grant_combat = 0
        found = True
    return found
