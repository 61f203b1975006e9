"""Push, Grapple, Escape, Release (3.3): declared, answered by the target, rolled."""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.grid import sign
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import pop, push
from fracas.envs.undead.conditions import (
    full_movement,
    halve_movement,
    is_slowed,
)
from fracas.envs.undead.events import (
    C_GRAPPLED,
    E_GAINED,
    E_PUSHED,
    E_ROLLED,
)
from fracas.envs.undead.frame import W_GRANT, W_GRAPPLE, can_target
from fracas.envs.undead.rules_attack import DEFENCE, ROLL, declare, is_adjacent, offer_defence
from fracas.envs.undead.rules_damage import (
    EVERYBODY,
    damage,
    defense_dc,
    end_grapple,
    fall_prone,
    gain_stress,
    judge,
    outcome_of,
    readers,
    skill_roll,
    succeeds,
)
from fracas.envs.undead.rules_items import has_empty_hands
from fracas.envs.undead.rules_movement import shove
from fracas.envs.undead.tables import (
    ATHLETICS,
    D_ATTACK,
    MELEE_SKILL,
    PHYSIQUE,
    REFLEX,
    STRONG_FAILURE,
    STRONG_SUCCESS,
    TORSO,
)
from fracas.envs.undead.verbs import (
    ESCAPE_MELEE,
    GRAPPLE,
    PUSH,
)

# -- Push (U221 to U231) --------------------------------------------------------------------------


@kernel
def may_push(s, i, k):
    """U222 U231: adjacent; the pusher in no grapple."""
    return can_target(s, i, k) and is_adjacent(s, i, k)


@kernel
def do_push(s, i, k):
    """U229: neither attack nor grapple, so no defence window (`push.is_attack` opens one)."""
    w = declare(s, W_GRAPPLE, i, k, PUSH, TORSO, 0)
    if s.options.push_is_attack == 0:
        w.stage = ROLL


@kernel
def roll_push(s, i, k):
    """U223 U224 U226 to U228: Athletics against the Torso's DC."""
    dc = defense_dc(s, k, TORSO)
    total = skill_roll(s, i, ATHLETICS, D_ATTACK, True, False, False)
    outcome = outcome_of(total - dc)
    note(s, E_ROLLED, i, k, outcome, total, -1, -1, readers(s, k))
    if succeeds(s, outcome):
        u, t = s.units[i], s.units[k]
        dx, dy = sign(np.int64(t.x) - u.x), sign(np.int64(t.y) - u.y)  # U225
        shove(s, k, dx, dy, 1 + np.int64(u.skill[ATHLETICS]))
        note(s, E_PUSHED, i, k, -1, 0, t.x, t.y, readers(s, k))
    if outcome == STRONG_SUCCESS:
        fall_prone(s, k)  # U226: after moving
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)


# -- Grapple (U232 to U240) -----------------------------------------------------------------------


@kernel
def may_grapple(s, i, k):
    """U233 U234 U240: adjacent, empty hands, neither in a grapple.

    Of the roller's own holds only Grappled is asked for: one who holds another strikes, and so
    grapples, nobody else (U617).
    """
    u = s.units[i]
    if not can_target(s, i, k) or not is_adjacent(s, i, k):
        return False
    t = s.units[k]
    return u.grappled_by < 0 and t.grappled_by < 0 and t.grappling < 0 and has_empty_hands(s, u)


@kernel
def do_grapple(s, i, k):
    """U043: no attack, though Dodge and Parry answer it (U523, U528)."""
    declare(s, W_GRAPPLE, i, k, GRAPPLE, TORSO, 0)


@kernel
def roll_grapple(s, i, k):
    """U235 to U239: Athletics against the Torso's DC."""
    dc = defense_dc(s, k, TORSO)
    total = skill_roll(s, i, ATHLETICS, D_ATTACK, True, False, False)
    outcome = outcome_of(total - dc)
    note(s, E_ROLLED, i, k, outcome, total, -1, -1, EVERYBODY)
    u, t = s.units[i], s.units[k]
    if succeeds(s, outcome):
        was = is_slowed(s, t)
        t.grappled_by = i
        u.grappling = k
        halve_movement(s, t, was)
        note(s, E_GAINED, i, k, C_GRAPPLED, 0, -1, -1, EVERYBODY)
    if outcome == STRONG_SUCCESS:
        damage(s, k, 1)  # U237
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)  # U239


@kernel
def resume_contact(s, w):
    """Carry a Grapple or Push on: defence, roll."""
    i, k, verb = w.actor + 0, w.target + 0, w.verb + 0
    if w.stage == DEFENCE:
        return offer_defence(s, w)
    pop(s)
    if verb == PUSH:
        roll_push(s, i, k)
    else:
        roll_grapple(s, i, k)
    judge(s)
    return False


# -- Escape, Release (U241 to U249) ---------------------------------------------------------------


@kernel
def may_escape(s, i):
    """U241: only for a Grappled unit."""
    return s.units[i].grappled_by >= 0


@kernel
def do_escape(s, i, verb):
    """U242 to U248: Reflex or Melee against 10 + the grappler's Physique + Athletics."""
    u = s.units[i]
    holder = s.units[u.grappled_by]
    dc = 10 + np.int64(holder.ability[PHYSIQUE]) + holder.skill[ATHLETICS]  # U243
    skill = MELEE_SKILL if verb == ESCAPE_MELEE else REFLEX
    total = skill_roll(s, i, skill, D_ATTACK, True, False, False)
    outcome = outcome_of(total - dc)
    note(s, E_ROLLED, i, -1, outcome, total, -1, -1, EVERYBODY)
    if succeeds(s, outcome):
        end_grapple(s, i)
    if outcome == STRONG_SUCCESS:
        w = push(s, W_GRANT)  # U245 U246
        w.actor = i
        w.target = -1
        w.points = full_movement(s, u) // 2
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)
        judge(s)


@kernel
def may_release(s, i):
    """U249: for the grappler."""
    return s.units[i].grappling >= 0


@kernel
def do_release(s, i):
    """U249: both flags go."""
    end_grapple(s, i)
