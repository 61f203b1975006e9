"""Combat actions and BOLT (3.17), stage by stage as 2.4 orders them."""

import numpy as np

from fracas.envs.contingency.events import (
    C_RESTRAINED,
    E_EMBEDDED,
    E_FAILED,
    E_GAINED,
    E_ITEM_FELL,
    E_SUCCEEDED,
    E_TOXIN,
)
from fracas.envs.contingency.frame import holds, is_in_play, readers
from fracas.envs.contingency.options import (
    CLEVER_ALWAYS,
    CLEVER_NEVER,
    DEFENDED_NONE,
    OMENS_OFF,
    STEP_IN_UNCOVERS,
)
from fracas.envs.contingency.rules_actions import end_action, settle_attack
from fracas.envs.contingency.rules_defend import may_defend, roll_dodge, roll_guard
from fracas.envs.contingency.rules_gear import in_hand, kind_in_hand, out_of_hands
from fracas.envs.contingency.rules_harm import injure, is_dreaded, is_tiring, lay_down, mark, stress
from fracas.envs.contingency.rules_rolls import (
    beats,
    may_use,
    note_omens,
    omens_by_margin,
    penalty,
    roll_skill,
    triggered,
    use_grants,
)
from fracas.envs.contingency.rules_wrestle import (
    BEGIN,
    CHOOSING,
    DEFENCE,
    GUARDED,
    OMENS,
    OVER,
    SETTLED,
    TECHNIQUE,
    has_effect,
)
from fracas.envs.contingency.rules_zones import (
    alert,
    engage,
    may_reach_engaged,
    may_target,
    notice,
    range_between,
    uncover,
)
from fracas.envs.contingency.state import EMBEDDED, MELEE, NOWHERE, RANGED
from fracas.envs.contingency.tables import (
    ACCURACY,
    AGI,
    ARCANA,
    CLOSE,
    CON,
    D_ACTION,
    D_RESIST,
    FIN,
    FOLLOW_UP,
    FORTITUDE,
    KNO,
    MAIN,
    NEAR,
    OFF,
    STR,
    UNARMED,
    WIS,
)
from fracas.envs.contingency.verbs import (
    CAST,
    DECLINE,
    DODGE,
    GUARD,
    HARRY,
    JAB,
    P_DEFEND,
    P_EFFECT,
    P_EMBED,
    P_TECHNIQUE,
    PAIR,
    SHOOT,
    STRIKE,
    THROW,
    WRESTLE,
)
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

# -- who may be attacked ---------------------------------------------------------------------------


@kernel
def may_attack(s, i, k):
    """C148 C175 C201 C234 C491: a target, none barred; what is owed first; grapplers only."""
    u = s.units[i]
    return (
        may_target(s, i, k)
        and u.covered == 0
        and not holds(u.barred, k)
        and (u.owes_attack < 0 or u.owes_attack == k)
    )


@kernel
def is_in_grasp(s, i, k):
    """C491: a grappled unit strikes, throws at and wrestles its grapplers only."""
    u = s.units[i]
    return u.grappled_by == 0 or holds(u.grappled_by, k)


@kernel
def may_strike(s, i, k, hand):
    """C320 C321 C083: a melee weapon in that hand, the target in its range or by stepping in."""
    u = s.units[i]
    kind = kind_in_hand(s, u, hand)
    if kind.weapon != MELEE or (hand == OFF and u.main == u.off):
        return False
    if not may_attack(s, i, k) or not is_in_grasp(s, i, k):
        return False
    if kind.reach != 0:
        return range_between(s, i, k) <= kind.range
    return may_reach_engaged(s, i, k)


@kernel
def may_shoot(s, i, k):
    """C330 C337 C491: a loaded ranged weapon, the target in its range; not while grappled."""
    u = s.units[i]
    n = in_hand(u, MAIN)
    if n < 0 or s.item_kinds[s.items[n].kind].weapon != RANGED or u.grappled_by != 0:
        n = in_hand(u, OFF)
        if n < 0 or s.item_kinds[s.items[n].kind].weapon != RANGED or u.grappled_by != 0:
            return False
    kind = s.item_kinds[s.items[n].kind]
    return (
        (kind.reload == 0 or s.items[n].loaded != 0)
        and may_attack(s, i, k)
        and range_between(s, i, k) <= kind.range
    )


@kernel
def throw_range(kind):
    """C341 C342 C351: a thrown weapon's range, Close for another melee weapon; -1 not thrown."""
    if kind.thrown >= 0:
        return np.int64(kind.thrown)
    return CLOSE if kind.weapon == MELEE and kind.natural == 0 else np.int64(-1)


@kernel
def may_throw(s, i, k, hand, choice):
    """C340 to C343 C351 C491: a throwable weapon in that hand, the target in range."""
    u = s.units[i]
    if in_hand(u, hand) < 0 or (hand == OFF and u.main == u.off):
        return False
    return (
        may_attack(s, i, k)
        and is_in_grasp(s, i, k)
        and range_between(s, i, k) <= throw_range(kind_in_hand(s, u, hand))
        and may_use(s, i, PAIR[THROW, 0], PAIR[THROW, 1], choice)
    )


@kernel
def may_brawl(s, i, k):
    """C360 C374 C083 C491: Engaged, or by stepping in; no hand needed."""
    return may_attack(s, i, k) and is_in_grasp(s, i, k) and may_reach_engaged(s, i, k)


@kernel
def has_attack_on(s, i, k, plans):
    """C046 C202: some Combat action of ``plans`` has a legal row on k."""
    if holds(plans, STRIKE) and (may_strike(s, i, k, MAIN) or may_strike(s, i, k, OFF)):
        return True
    if holds(plans, SHOOT) and may_shoot(s, i, k):
        return True
    if holds(plans, THROW):
        for hand in range(2):
            if may_throw(s, i, k, hand, 0) or may_throw(s, i, k, hand, 1):
                return True
    return holds(plans, JAB) and may_brawl(s, i, k)


# -- the attacker's roll ---------------------------------------------------------------------------


@kernel
def weapon_of(s, w):
    """Return the figures of the item that an attack is made with."""
    return s.item_kinds[s.items[w.item - 1].kind if w.item > 0 else 0]


@kernel
def is_clever(s, i, k):
    """C366 C158: a PROPS zone or a revealed weakness (`wrestle.clever`)."""
    if s.options.wrestle_clever == CLEVER_ALWAYS:
        return True
    if s.options.wrestle_clever == CLEVER_NEVER:
        return False
    revealed = s.units[k].revealed != 0 and s.options.weakness_effect == 0
    return s.zones[s.units[i].zone].props != 0 or revealed


@kernel
def gather_attack(s, w):
    """2.5: what helps and hinders the attacker (C333 C334 C342 C344 C366 C490 C493)."""
    i, k = np.int64(w.actor), np.int64(w.target)
    u, t = s.units[i], s.units[k]
    helps, hinders = w.advantage != 0, w.disadvantage != 0
    is_combat = w.verb != CAST
    if use_grants(s, i, k, is_combat):
        helps = True
    if is_combat:
        if u.prone != 0 or u.restrained != 0 or is_dreaded(s, i):
            hinders = True
        if w.verb == SHOOT and (u.moved != 0 or u.engaged != 0):
            hinders = True
        if w.verb == THROW and (u.engaged != 0 or weapon_of(s, w).thrown < 0):
            hinders = True
        if (w.verb == SHOOT or w.verb == THROW) and t.prone != 0:
            if range_between(s, i, k) >= NEAR:
                hinders = True
        if w.verb == WRESTLE and not is_clever(s, i, k):
            hinders = True
    elif u.strain[w.spell] > 0:  # C463
        hinders = True
    w.advantage = 1 if helps else 0
    w.disadvantage = 1 if hinders else 0


@kernel
def attack_dice(s, w):
    """C322 C326 C331 C332 C343 C361 C365 C311: (attribute, skill) of an attack."""
    kind = weapon_of(s, w)
    if w.verb == STRIKE:
        return np.int64(AGI if w.a == HARRY else STR), np.int64(kind.skill)
    if w.verb == SHOOT:
        return np.int64(WIS if kind.mechanical != 0 else FIN), np.int64(ACCURACY)
    if w.verb == CAST:
        return np.int64(KNO), np.int64(ARCANA)
    attribute = np.int64(PAIR[w.verb, w.a])
    return attribute, np.int64(ACCURACY if w.verb == THROW else UNARMED)


@kernel
def begin_attack(s, w):
    """2.4 steps 1 and 2: step in, note the attack, gather, roll; a thrown item leaves the hand."""
    i, k = np.int64(w.actor), np.int64(w.target)
    u = s.units[i]
    kind = weapon_of(s, w)
    close_up = (w.verb == STRIKE and kind.reach == 0) or w.verb == JAB or w.verb == WRESTLE
    if close_up and not holds(u.engaged, k):  # C083
        engage(s, i, k)
        w.zone = u.zone
        if s.options.ambush_step_in == STEP_IN_UNCOVERS:
            uncover(s, i)
            notice(s, k, i)
            w.hidden = 0
            w.aware = 1
    s.attacked[u.side] = 1  # C313
    if w.verb != CAST:
        settle_attack(s, i, k)
    gather_attack(s, w)
    if w.verb == THROW:
        out_of_hands(s, i, w.item - 1)
        s.items[w.item - 1].place = NOWHERE
        s.items[w.item - 1].where = 0
    elif w.verb == SHOOT and kind.reload != 0:
        s.items[w.item - 1].loaded = 0  # C337
    attribute, skill = attack_dice(s, w)
    w.result, w.omens, w.moderator = roll_skill(
        s, i, attribute, skill, w.advantage != 0, w.disadvantage != 0, penalty(s, i), D_ACTION
    )
    note_omens(s, i, w.omens)


# -- Defend (C420 to C431) -------------------------------------------------------------------------


# -- stages ----------------------------------------------------------------------------------------


@kernel
def resume_attack(s, w):
    """Carry an attack on (2.4); tell whether somebody must choose."""
    i, k = np.int64(w.actor), np.int64(w.target)
    if w.stage == BEGIN:
        if s.units[i].out != 0:
            w.stage = OVER
            return False
        begin_attack(s, w)
        w.stage = DEFENCE
        return False
    if w.stage == DEFENCE:
        if may_defend(s, w):
            s.decider = k
            s.phase = P_DEFEND
            return True
        do_defend(s, w, DECLINE)
        return False
    if w.stage == GUARDED:
        if s.units[k].out != 0:
            w.stage = OVER
            return False
        settle_attack_roll(s, w, GUARD)
        return False
    if w.stage == SETTLED:
        if w.b != 0:
            poison(s, k, w.item - 1)
        w.stage = OMENS
        if w.success != 0 and is_in_play(s, k) and w.verb == WRESTLE:
            w.stage = CHOOSING
        return False
    if w.stage == CHOOSING:
        w.stage = OMENS
        if is_in_play(s, i) and is_in_play(s, k) and has_effect(s, w):
            w.stage = CHOOSING
            s.decider = i
            s.phase = P_EFFECT
            return True
        return False
    if w.stage == OMENS:
        w.stage = TECHNIQUE
        if may_embed(s, w):
            s.decider = k
            s.phase = P_EMBED
            return True
        return False
    if w.stage == TECHNIQUE:
        w.stage = OVER
        if may_follow_up(s, w):
            w.options = 1 << FOLLOW_UP
            s.decider = i
            s.phase = P_TECHNIQUE
            return True
        return False
    finish_attack(s, w)
    return False


@kernel
def do_defend(s, w, verb):
    """2.4 step 3: the answer; a Guard costs one stress before it is rolled (C425)."""
    if verb == GUARD:
        w.stage = GUARDED
        stress(s, np.int64(w.target), 1)
    else:
        settle_attack_roll(s, w, verb)


@kernel
def settle_attack_roll(s, w, verb):
    """2.4 steps 3 and 4: the defence is rolled, then who wins (C420 to C431, C008, C009)."""
    i, k = np.int64(w.actor), np.int64(w.target)
    w.stage = SETTLED
    difficulty = np.int64(s.options.difficulty_passive)
    surprised = w.hidden != 0 or w.aware == 0  # C090
    if verb == DODGE:
        difficulty = roll_dodge(s, k, i, surprised)
        won = beats(s, w.result, difficulty)
    elif verb == GUARD:
        difficulty = roll_guard(s, k, i, surprised, False)
        won = beats(s, w.result, difficulty)
    else:
        won = w.result >= difficulty
    more, less = omens_by_margin(s, w.result, difficulty)
    w.omens += more
    w.moderator += less
    w.success = 1 if won else 0
    note(s, E_SUCCEEDED if won else E_FAILED, i, -1, -1, 0, -1, -1, readers(s, i))
    w.options = 0
    if won:
        s.units[k].hit = 1  # C312
    elif verb != DECLINE:
        s.units[k].defended |= 1 << i  # C431
        w.options = 1
        if verb == GUARD and w.verb != SHOOT and w.verb != THROW and w.verb != CAST:
            mark(s, i, 1)  # C427 C428
    take_effect(s, w)


# -- what a hit does (C323 to C328, C336, C346, C362 to C364) --------------------------------------


@kernel
def take_effect(s, w):
    """2.4 step 5: what the attack does to a target still in play."""
    k = np.int64(w.target)
    t = s.units[k]
    if t.out != 0:
        return
    if w.verb == STRIKE and w.a == HARRY:
        if w.success != 0:
            mark(s, k, 2)  # C323
        elif w.options == 0 or s.options.harry_on_defend != DEFENDED_NONE:
            mark(s, k, 1)  # C324 C325
        return
    if w.success == 0:
        return
    if w.verb == JAB:
        tiring = is_tiring(s, t)  # C364
        mark(s, k, 1)
        if tiring and w.a == 0:  # C363: rolled with Strength
            injure(s, k, 1, True)
    elif w.verb == CAST:
        injure(s, k, s.spells[w.spell].severity, True)
    elif w.verb != WRESTLE:
        kind = weapon_of(s, w)
        if kind.entangling != 0:  # C346
            t.restrained = kind.entangling
            note(s, E_GAINED, k, -1, C_RESTRAINED, 0, -1, -1, readers(s, k))
        elif injure(s, k, kind.damage, kind.crushing == 0) > 0:
            w.b = 1  # C392: once the injury has its slot


@kernel
def poison(s, k, n):
    """C392: an Envenomed weapon's hit that injures uses the coating up and targets the victim."""
    toxin = s.items[n].toxin + 0
    s.items[n].toxin = 0
    if toxin > 0:
        expose(s, k, toxin)


@kernel
def expose(s, k, toxin):
    """C390 C391: Resist, else the toxin's effect."""
    if not is_in_play(s, k):
        return
    figures = s.toxins[toxin]
    note(s, E_TOXIN, k, -1, toxin, 0, -1, -1, readers(s, k))
    result = roll_skill(s, k, CON, FORTITUDE, False, False, triggered(s, k), D_RESIST)[0]
    if result < figures.difficulty:
        if figures.severity > 0:
            injure(s, k, figures.severity, False)
        mark(s, k, figures.marks)


# -- Wrestle (C365 to C373) ------------------------------------------------------------------------


# -- omens, the end (C347 to C350, C313, C314) -----------------------------------------------------


@kernel
def may_embed(s, w):
    """C349 C013: a throw that hit, a moderator omen, a target still in play."""
    return (
        w.verb == THROW
        and w.success != 0
        and w.moderator > 0
        and s.options.omens_moderator != OMENS_OFF
        and is_in_play(s, w.target)
    )


@kernel
def do_embed(s, w):
    """C349: the weapon stays in the target."""
    item = s.items[w.item - 1]
    item.place = EMBEDDED
    item.where = w.target
    note(s, E_EMBEDDED, w.target, -1, item.kind, 0, -1, -1, readers(s, np.int64(w.target)))


@kernel
def may_follow_up(s, w):
    """1.6 FOLLOW_UP, C050 C055: an omen on a successful Strike, a Jab that is legal."""
    i, k = np.int64(w.actor), np.int64(w.target)
    u = s.units[i]
    return (
        w.verb == STRIKE
        and w.success != 0
        and w.omens > 0
        and w.instant == 0
        and holds(u.techniques, FOLLOW_UP)
        and is_in_play(s, k)
        and holds(u.engaged, k)
    )


@kernel
def finish_attack(s, w):
    """2.4 step 7: the thrown item falls, the attacker is seen, awareness is brought up to date."""
    i, k = np.int64(w.actor), np.int64(w.target)
    if w.verb == THROW and s.items[w.item - 1].place == NOWHERE:
        lay_down(s, w.item - 1, s.units[k].zone)  # C347 C348
        note(s, E_ITEM_FELL, k, -1, s.items[w.item - 1].kind, 0, -1, -1, readers(s, k))
    if s.units[i].out == 0:
        uncover(s, i)  # C314
        alert(s, i, k)
    if w.zone >= 0:  # C471: engaged by a step-in
        uncover(s, k)
    end_action(s)
