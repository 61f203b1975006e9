"""Cast (C460 to C468) and the spells of 1.6: BOLT, WARD, MIRE, DREAD."""

import numpy as np

from fracas.envs.contingency.events import E_FAILED, E_KEPT, E_STRAINED, E_SUCCEEDED
from fracas.envs.contingency.frame import ally_of, enemy_of, holds, is_in_play, readers
from fracas.envs.contingency.rules_actions import begin_action, end_action
from fracas.envs.contingency.rules_attack import resume_attack
from fracas.envs.contingency.rules_gear import is_loose
from fracas.envs.contingency.rules_harm import count_kept, keeps, mark
from fracas.envs.contingency.rules_influence import focus
from fracas.envs.contingency.rules_movement import is_held
from fracas.envs.contingency.rules_rolls import (
    beats,
    note_omens,
    omens_by_margin,
    penalty,
    roll_skill,
    use_grants,
)
from fracas.envs.contingency.rules_wrestle import OVER as ATTACK_OVER
from fracas.envs.contingency.rules_zones import alert, has_sight, may_target, range_between, uncover
from fracas.envs.contingency.tables import (
    ARCANA,
    BOLT,
    CON,
    D_ACTION,
    DREAD,
    KNO,
    MAIN,
    MIRE,
    N_KEPT,
    NEAR,
    OFF,
    WARD,
)
from fracas.envs.contingency.verbs import CAST, P_LESS
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

MOST_STRAIN = 15

# -- who may cast ----------------------------------------------------------------------------------


@kernel
def is_able_to_cast(s, i):
    """C461 C399: not grappled, restrained or holding breath."""
    u = s.units[i]
    return not is_held(u) and u.holding == 0


@kernel
def has_room_to_keep(s, i, spell):
    """C065: not kept already, and one of three places free."""
    u = s.units[i]
    return s.spells[spell].concentration == 0 or (not keeps(u, spell) and count_kept(u) < N_KEPT)


@kernel
def may_cast(s, i, spell):
    """C461 C065: both hands empty, and something to aim at."""
    u = s.units[i]
    return (
        holds(u.spells, spell)
        and u.main == 0
        and u.off == 0
        and is_able_to_cast(s, i)
        and has_room_to_keep(s, i, spell)
        and has_aim(s, i, spell)
    )


@kernel
def could_cast(s, i):
    """C045: a spell could be cast with hands let go and concentration ended."""
    u = s.units[i]
    if not is_able_to_cast(s, i):
        return False
    if (u.main != 0 and not is_loose(s, u, MAIN)) or (
        u.off != 0 and u.off != u.main and not is_loose(s, u, OFF)
    ):
        return False
    for spell in range(s.n_spells):
        if holds(u.spells, spell) and has_aim(s, i, spell):
            return True
    return False


@kernel
def may_aim(s, i, spell, a):
    """1.6 C467: enemies, then allies, then zones; each spell has its own kind, up to Near."""
    effect = s.spells[spell].effect
    size = np.int64(s.side_size)
    if a < size:
        k = enemy_of(s, i, a)
        if k < 0 or (effect != BOLT and effect != DREAD):
            return False
        return may_target(s, i, k) and range_between(s, i, k) <= NEAR
    if a < 2 * size:
        k = ally_of(s, i, a - size)
        if effect != WARD or k < 0 or not is_in_play(s, k):
            return False
        z = s.units[k].zone
        return is_near(s, i, z) and has_sight(s, i, z)  # C081
    return effect == MIRE and is_near(s, i, a - 2 * size)


@kernel
def is_near(s, i, z):
    """Tell whether a zone is the unit's own or next to it."""
    return s.distance[s.units[i].zone, z] <= 1


@kernel
def has_aim(s, i, spell):
    """Tell whether a spell has anything to aim at."""
    for a in range(2 * s.side_size + s.n_zones):
        if may_aim(s, i, spell, a):
            return True
    return False


# -- casting ---------------------------------------------------------------------------------------

BEGIN, ROLLED, STRAIN, ASKED, OVER = 0, 1, ATTACK_OVER, ATTACK_OVER + 1, ATTACK_OVER + 2


@kernel
def begin_cast(s, i, spell, target, zone):
    """C465: the cast begins; a Taxing spell marks 1, which may end it."""
    w = begin_action(s, i, CAST, target)
    w.spell = spell
    w.zone = zone
    if holds(s.units[i].taxing, spell):
        mark(s, i, 1)


@kernel
def resume_cast(s, w):
    """Carry a cast on: the roll and what opposes it, the strain, the end."""
    i = np.int64(w.actor)
    effect = s.spells[w.spell].effect
    if w.stage == BEGIN and s.units[i].out != 0:  # C155 C465: by what it marked
        w.stage = OVER
        return False
    if w.stage < STRAIN:
        if effect == BOLT:  # C468
            return resume_attack(s, w)
        if w.stage == BEGIN:
            roll_cast(s, w)
            w.stage = ROLLED
        else:
            w.stage = STRAIN
            if w.success != 0:
                keep_up(s, w)
        return False
    if w.stage == STRAIN:
        w.stage = ASKED
        if w.omens > 0:  # C466
            s.decider = i
            s.phase = P_LESS
            return True
        return False
    if w.stage == ASKED:
        w.stage = OVER
        place_strain(s, w)
        return False
    if s.units[i].out == 0 and w.target >= 0 and (effect == BOLT or effect == DREAD):
        uncover(s, i)  # C471 C314
        alert(s, i, np.int64(w.target))
    end_action(s)
    return False


@kernel
def roll_cast(s, w):
    """C460 C463 C467: Knowledge + Arcana against Focus or the spell's difficulty."""
    i, k = np.int64(w.actor), np.int64(w.target)
    dread = s.spells[w.spell].effect == DREAD
    helps = dread and use_grants(s, i, k, False)
    w.result, w.omens, w.moderator = roll_skill(
        s, i, KNO, ARCANA, helps, s.units[i].strain[w.spell] > 0, penalty(s, i), D_ACTION
    )
    note_omens(s, i, w.omens)
    difficulty = np.int64(s.spells[w.spell].difficulty)
    if dread and w.aware != 0 and is_in_play(s, k):
        difficulty = focus(s, k)
        won = beats(s, w.result, difficulty)
    else:
        if dread:
            difficulty = np.int64(s.options.difficulty_passive)
        won = w.result >= difficulty
    more, less = omens_by_margin(s, w.result, difficulty)
    w.omens += more
    w.moderator += less
    w.success = 1 if won else 0
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))


@kernel
def keep_up(s, w):
    """C060 1.6: the effect lasts while it is kept up."""
    i = np.int64(w.actor)
    u = s.units[i]
    for k in range(N_KEPT):
        if u.kept[k] == 0:
            u.kept[k] = w.spell + 1
            u.tokens[k] = 0
            if s.spells[w.spell].effect == MIRE:
                u.kept_target[k] = w.zone
                s.zones[w.zone].mired |= 1 << i
            else:
                u.kept_target[k] = w.target
            note(s, E_KEPT, i, -1, w.spell, 0, -1, -1, readers(s, i))
            return


@kernel
def do_less_strain(s, w):
    """C466: an omen for one token fewer."""
    w.omens -= 1
    w.budget = 1


@kernel
def place_strain(s, w):
    """C462 C464 C465: tokens of the spell; a strained success first removes some."""
    i = np.int64(w.actor)
    u, spell = s.units[i], np.int64(w.spell)
    tokens = np.int64(u.strain[spell])
    strained = tokens > 0
    if strained and w.success != 0:
        tokens -= min(tokens, np.int64(u.attribute[CON]) // 2)
    tokens = min(MOST_STRAIN, tokens + s.spells[spell].strain - w.budget)
    u.strain[spell] = max(0, tokens)
    if strained and w.success == 0:
        u.taxing |= 1 << spell
    if u.strain[spell] <= s.spells[spell].strain:
        u.taxing &= ~(1 << spell)
    note(s, E_STRAINED, i, -1, -1, u.strain[spell], -1, -1, readers(s, i))
