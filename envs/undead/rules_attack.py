"""Attacks (3.3, 3.4) and defence: declared here, carried through by ``resume_attack``.

An attack is a window: defence, roll, effects, the choice of a strong Unarmed hit, the save.
"""

import numpy as np

from fracas.envs.core.events import note
from fracas.envs.core.grid import distance
from fracas.envs.core.jit import kernel
from fracas.envs.core.windows import pop, push
from fracas.envs.undead.conditions import (
    is_slowed,
    is_weakened,
)
from fracas.envs.undead.events import (
    C_JAMMED,
    E_AIMED,
    E_AREA,
    E_GAINED,
    E_GUARD,
    E_ROLLED,
)
from fracas.envs.undead.frame import W_ATTACK, W_GRAPPLE, can_target
from fracas.envs.undead.rules_damage import (
    EVERYBODY,
    bonus,
    clear_slot,
    damage,
    defense_dc,
    gain_stress,
    in_line,
    judge,
    lay,
    lose_hidden,
    outcome_of,
    readers,
    skill_roll,
    strong_effect,
    succeeds,
)
from fracas.envs.undead.rules_items import has_empty_hands, held
from fracas.envs.undead.rules_movement import pay
from fracas.envs.undead.tables import (
    AIMING,
    BLUNT,
    D_ATTACK,
    FULL_MODE,
    HEAD,
    MAIN_HAND,
    MELEE_SKILL,
    PHYSIQUE,
    PIERCING,
    REFLEX,
    SEMI_MODE,
    SLASHING,
    STRONG_FAILURE,
    STRONG_SUCCESS,
    TORSO,
)
from fracas.envs.undead.verbs import (
    DEFEND,
    GRAPPLE,
    MELEE,
    OPP_UNARMED,
    PUSH,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    STRONG_CHOICE,
    STRONG_GRAPPLE,
    THROW_WEAPON,
    UNARMED,
)

# -- who can be attacked --------------------------------------------------------------------------


@kernel
def gap(s, i, k):
    """Return the distance between two units in tiles."""
    return distance(s.units[i].x, s.units[i].y, s.units[k].x, s.units[k].y)


@kernel
def is_adjacent(s, i, k):
    """Reach is 1 tile (U201 U212 U222 U233)."""
    return gap(s, i, k) <= 1


@kernel
def has_reach(s, i):
    """Tell whether anybody at all is in reach: U199 U201 U212 U222 U233."""
    for k in range(s.n_units):
        if is_adjacent(s, i, k) and k != i and s.units[k].down == 0:
            return True
    return False


@kernel
def may_unarmed(s, i, k):
    """U201 U202: adjacent, empty hands; a grappler strikes the unit it holds only (U617)."""
    u = s.units[i]
    return (
        can_target(s, i, k)
        and is_adjacent(s, i, k)
        and (u.grappling == k or (u.grappling < 0 and has_empty_hands(s, u)))
    )


@kernel
def may_melee(s, i, k, hand):
    """U212 U213 U220: adjacent, a melee weapon in this hand."""
    u = s.units[i]
    kind = s.item_kinds[held(u, hand)]
    return kind.melee != 0 and can_target(s, i, k) and is_adjacent(s, i, k)


@kernel
def may_throw_weapon(s, i, k, hand):
    """U301 U302 U310: a thrown weapon in this hand, within 3 + Physique, in sight."""
    u = s.units[i]
    return (
        s.item_kinds[held(u, hand)].thrown != 0
        and can_target(s, i, k)
        and in_line(s, i, k)
        and gap(s, i, k) <= 3 + u.ability[PHYSIQUE]
    )


@kernel
def fires(s, u, hand, verb):
    """U332 U342 U352 U362: a loaded, unjammed firearm that fires this way in its present mode."""
    kind = s.item_kinds[held(u, hand)]
    gun = u.items[MAIN_HAND + hand]
    if gun.jam != 0:
        return False
    if verb == SHOT_SINGLE:
        return kind.single != 0 and gun.rounds >= 1  # U333
    if verb == SHOT_SEMI:  # without a switch it always is in semi mode
        return kind.semi != 0 and gun.mode == SEMI_MODE and gun.rounds >= 1  # U342 U343
    in_mode = kind.switch == 0 or gun.mode == FULL_MODE
    return kind.full != 0 and in_mode and gun.rounds >= 5  # U352 U353


@kernel
def may_shoot(s, i, k, hand, verb):
    """U331 U341 U351 U310 U009: within 10 + Aiming, in sight, a firearm that fires so."""
    u = s.units[i]
    return (
        fires(s, u, hand, verb)
        and can_target(s, i, k)
        and in_line(s, i, k)
        and gap(s, i, k) <= 10 + u.skill[AIMING]
    )


# -- declaring ------------------------------------------------------------------------------------


@kernel
def is_melee_verb(verb):
    """U528: melee attacks and the grapple."""
    return verb == UNARMED or verb == MELEE or verb == GRAPPLE or verb == PUSH


@kernel
def declare(s, kind, i, k, verb, area, hand):
    """Open the window of an attack or grapple; Hidden ends, its advantage stays (U603, U604).

    Items and Ready are quiet, as all that isn't named in U604 (U415, U515).
    """
    u = s.units[i]
    w = push(s, kind)
    w.actor = i
    w.target = k
    w.verb = verb
    w.area = area
    w.slot = MAIN_HAND + hand
    w.item = held(u, hand)
    w.flag = (
        u.hidden != 0
        and s.options.hidden_attack_advantage != 0
        and kind == W_ATTACK  # U043
        and s.units[k].side != u.side  # U603
    )
    w.points = 0
    w.total = 0
    lose_hidden(s, i)
    note(s, E_AIMED, i, k, verb, 0, -1, -1, readers(s, k))  # `target.allies`: it may be Hidden
    return w


@kernel
def do_attack(s, i, k, verb, area, hand):
    """Declare one of the six attacks (U043): ammunition and thrown weapons go."""
    u = s.units[i]
    declare(s, W_ATTACK, i, k, verb, area, hand)
    note(s, E_AREA, i, k, area, 0, -1, -1, readers(s, k))
    gun = u.items[MAIN_HAND + hand]
    if verb == SHOT_SINGLE or verb == SHOT_SEMI:
        gun.rounds -= 1  # U333 U343
    elif verb == SPRAY:
        gun.rounds -= 5  # U353
    elif verb == THROW_WEAPON:
        clear_slot(u, MAIN_HAND + hand)  # U309


# -- defence (U520 to U535) -----------------------------------------------------------------------


@kernel
def raises(s, u, guard):
    """U532: only a reaction that raises D is offered, unless the option shows all."""
    return guard > u.guard or s.options.reaction_prune_useless == 0


@kernel
def dodge_guard(u):
    """U524: 10 + Agility + Reflex."""
    return 10 + bonus(u, REFLEX)


@kernel
def parry_guard(u):
    """U529: 10 + Physique + Melee (of different families: ability and skill are named apart)."""
    return 10 + np.int64(u.ability[PHYSIQUE]) + u.skill[MELEE_SKILL]


@kernel
def may_react(s, i):
    """U535: no reactions when Down, Stunned or without AP."""
    u = s.units[i]
    return u.down == 0 and u.stunned_t == 0 and u.ap > 0


@kernel
def may_dodge(s, i):
    """U522 U611 U523 U532: not Slowed; raises D (not the undead: U643)."""
    u = s.units[i]
    return (
        may_react(s, i) and u.undead == 0 and not is_slowed(s, u) and raises(s, u, dodge_guard(u))
    )


@kernel
def may_parry(s, i, verb):
    """U527 U624 U528 U532: not Weakened; against melee attacks and grapples; raises D."""
    u = s.units[i]
    return (
        may_react(s, i)
        and u.undead == 0
        and is_melee_verb(verb)
        and not is_weakened(u)
        and raises(s, u, parry_guard(u))
    )


@kernel
def do_defend(s, i, guard):
    """U524 U525 U529 U530: D becomes the new figure until the end of the turn in progress."""
    s.units[i].guard = guard
    note(s, E_GUARD, -1, i, -1, guard, -1, -1, EVERYBODY)


# -- the attack sequence (section 2, U041, U042) --------------------------------------------------

DEFENCE, ROLL, CHOICE, SAVE, AFTER_GRAPPLE = range(5)


@kernel
def asks_defence(s, w):
    """U533 U534: the target is asked after the declaration, before dice."""
    return may_dodge(s, w.target) or may_parry(s, w.target, w.verb)


@kernel
def offer_defence(s, w):
    """U532: one defence choice for each attack (`reaction.defence_per_attack`)."""
    if w.asked < np.uint32(s.options.reaction_defence_per_attack) and asks_defence(s, w):
        w.asked += np.uint32(1)
        s.decider = w.target
        s.phase = DEFEND
        return True
    w.stage = ROLL
    return False


@kernel
def attack_skill(verb):
    """U204 U215: Melee; U304 U335: Aiming."""
    return MELEE_SKILL if verb == UNARMED or verb == MELEE else AIMING


@kernel
def attack_total(s, w):
    """U603 U612 to U616: gather advantage and disadvantage, then roll."""
    u, t = s.units[w.actor], s.units[w.target]
    is_melee = is_melee_verb(w.verb)
    advantage = w.flag != 0 or (is_melee and t.prone != 0)  # U603 U613
    disadvantage = (
        (is_melee and u.prone != 0)  # U612
        or (t.prone != 0 and gap(s, w.actor, w.target) >= 2)  # U614: so far only shots and throws
        or (u.grappled_by >= 0 and u.grappled_by != w.target)  # U616
    )
    skill = attack_skill(w.verb)
    return skill_roll(s, w.actor, skill, D_ATTACK, True, advantage, disadvantage)  # U620


@kernel
def roll_attack(s, w):
    """Roll, ordinary effects, and what a strong outcome leads to."""
    i, k = w.actor + 0, w.target + 0
    dc = defense_dc(s, k, w.area)
    total = attack_total(s, w)
    w.total = total
    margin = total - dc
    outcome = outcome_of(margin)
    note(s, E_ROLLED, i, k, outcome, total, -1, -1, readers(s, k))
    t = s.units[k]
    if w.verb == THROW_WEAPON:
        lay(s, w.item, 0, 0, 0, t.x, t.y)  # U309: on the target's tile, before the effects
    if succeeds(s, outcome):
        hurt = 1  # U205 U216 U305 U336 U346
        if w.verb == SPRAY:  # U356 to U358
            hurt = min(margin, 5) if margin > 0 else np.int64(s.options.full_auto_zero_margin)
        if w.area == HEAD and t.undead != 0:
            hurt += 1  # U644
        w.points = hurt
        damage(s, k, hurt)
    if outcome == STRONG_FAILURE:
        gain_stress(s, i, 1)  # U210 U219 U308 U339 U349 U361
        if w.verb == UNARMED:
            damage(s, i, 1)  # U210
        elif (w.verb == SHOT_SEMI or w.verb == SPRAY) and s.units[i].down == 0:  # U042
            s.units[i].items[w.slot].jam = 1  # U349 U361
            note(s, E_GAINED, -1, i, C_JAMMED, 0, -1, -1, EVERYBODY)
    judge(s)
    if outcome == STRONG_SUCCESS and t.down == 0:  # U041
        w.stage = CHOICE if w.verb == UNARMED else SAVE
    else:
        pop(s)


@kernel
def table_of(s, w):
    """U206 U217 U337: Blunt, Slashing for the undead (U643); the weapon's type; Piercing."""
    if w.verb == UNARMED:
        return SLASHING if s.units[w.actor].undead != 0 else BLUNT
    if w.verb == MELEE or w.verb == THROW_WEAPON:
        return np.int64(s.item_kinds[w.item].damage)
    return PIERCING


@kernel
def resume_attack(s, w):
    """Carry an attack on by one stage; tell whether somebody must choose."""
    if w.stage == DEFENCE:
        if s.units[w.actor].down != 0 or s.units[w.target].down != 0:
            pop(s)
            return False
        return offer_defence(s, w)
    if w.stage == ROLL:
        roll_attack(s, w)
        return False
    if w.stage == CHOICE:
        s.decider = w.actor
        s.phase = STRONG_CHOICE
        return True
    if w.stage == SAVE:
        skill = attack_skill(w.verb)
        kind = table_of(s, w)
        pop(s)  # the window is read to the end; nothing is opened meanwhile
        strong_effect(s, w.actor, w.target, kind, w.area, skill, w.total, w.points)
        judge(s)
        return False
    pop(s)
    return False


@kernel
def do_strong_choice(s, verb):
    """U206 U207: the table, or a Grapple for 0 AP."""
    w = s.windows[s.depth - 1]
    if verb == STRONG_GRAPPLE:
        w.stage = AFTER_GRAPPLE
        declare(s, W_GRAPPLE, w.actor, w.target, GRAPPLE, TORSO, 0)
    else:
        w.stage = SAVE


# -- Opportunity Attack (U540 to U550) ------------------------------------------------------------


@kernel
def may_opportunity(s, i, k):
    """U541 U544 U547: sees the mover beside it; empty hands or a melee weapon; AP (U535)."""
    return may_react(s, i) and (
        may_opp_unarmed(s, i, k) or may_opp_melee(s, i, k, 0) or may_opp_melee(s, i, k, 1)
    )


@kernel
def may_opp_unarmed(s, i, k):
    """U544: by the requirements of Unarmed Attack."""
    return may_unarmed(s, i, k)


@kernel
def may_opp_melee(s, i, k, hand):
    """U544: by the requirements of Basic Melee Attack."""
    return (
        s.units[i].grappling < 0  # U617
        and s.units[i].undead == 0  # U643
        and may_melee(s, i, k, hand)
    )


@kernel
def do_opportunity(s, i, k, verb, area, hand):
    """U540 U545: the reaction's own AP is the only cost; resolved before the step."""
    pay(s, i, verb)
    do_attack(s, i, k, UNARMED if verb == OPP_UNARMED else MELEE, area, hand)
