"""Scripted baselines of ``undead`` (section 10.1): priority lists that run inside the loop.

Each script is a list of rows in order of priority; the first that the mask allows is taken, and a
turn in which none applies is ended. Scripts know what their seat may know. Where the text leaves a
choice, this is what they do:

- Windows that a script's text doesn't name are passed, and the Blunt table is rolled on; B8 takes
  the free Grapple, as it grapples whom it can. Nobody tries to escape from a hold.
- Enemies that are Hidden are nobody's targets; only B5 goes after them, to where its side sensed
  or last saw them move.
- Melee means a melee weapon in hand, else Unarmed with empty hands. Who walks stands up first.
- B3, B5 and B6 reload and unjam too, whoever is near; all take a carried firearm into empty hands.
- A unit that has nothing left to shoot (B5: or to throw) plays B2, B5 and the later B6 as B1. B3
  then draws a melee weapon. A firearm that is of no more use is dropped for bare hands.
- B1 without any melee weapon keeps its firearm and fires it when adjacent.
- "Defends" (B1) and "the better" (B3): the reaction with the higher guard, Dodge where equal.
- B2 aims at the Torso; before it fires, and before it reloads with an enemy within 5, it steps to
  the farthest tile in range with sight that its movement reaches. With nobody in sight it walks and
  Moves towards the nearest enemy. The switch "if AP allows" is made if 1 AP is left after the shot.
- B3 keeps one of its 2 AP for Ready when it has to close in, so it Moves once at most. The enemy
  whose turn is in progress is not "still to act".
- B4 strikes Unarmed when it can't grapple (1 AP, target held already); it never releases anybody.
- B5 steps out of cover while sneaking if it can attack from there in the same turn; else it goes to
  the tile of ambush, or, in ambush or with none in reach, creeps closer out of all sight. Without
  Hidden and a hiding place within this turn's reach it attacks as it stands, else it makes for the
  nearest hiding place, else for the enemy. Best weapon: a spray, else highest bonus, lowest cost.
- B6 spends the first 2 AP of a turn on Intimidate; with nobody in range it closes in to 2 tiles.
- B7 takes a unit for what it does best: Aiming a gunner, Melee a bruiser, Medicine a medic. A medic
  walks to an ally in need; a bruiser fights whoever is adjacent only if that is its choice or it
  finds no way. Sides that pick who acts (``initiative.mode``) pick bruiser, gunner, medic.
- B8 takes the step that brings it closest as the crow flies, and Moves when out of movement; a
  living unit empties its hands first.
"""

import numpy as np

from fracas.envs.core.batch import pick
from fracas.envs.core.dice import mix
from fracas.envs.core.jit import bytes_at, entry, kernel
from fracas.envs.undead.rules_attack import dodge_guard, parry_guard
from fracas.envs.undead.state import MAX_HEIGHT, state_at
from fracas.envs.undead.tables import TORSO
from fracas.envs.undead.verbs import (
    CHOOSE_KIND,
    CHOOSE_NEXT,
    DEFEND,
    DODGE,
    END_TURN,
    MAIN,
    MELEE,
    OPP_MELEE,
    OPP_UNARMED,
    OPPORTUNITY,
    PARRY,
    PASS,
    READY_FIRE,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    STOP,
    STRONG_CHOICE,
    STRONG_GRAPPLE,
    TABLE,
    UNARMED,
)
from fracas.policies.scripted.undead_lists import (
    are_all_shaken,
    attack,
    counter,
    enemy_acts_first,
    kind_to_ready,
    next_of_team,
    rush,
    rushed_area,
    shake,
    shamble,
    snipe,
    stalk,
    tend,
    wrestle,
)
from fracas.policies.scripted.undead_paths import N_FIELDS
from fracas.policies.scripted.undead_tactics import (
    BRUISER_ROLE,
    GUNNER_ROLE,
    GUNNERS,
    MEDIC_ROLE,
    VULNERABLE,
    WEAKEST,
    WRESTLED,
    has_ranged,
    offered,
    role_of,
)

SCRIPTS = (
    "random", "rusher", "marksman", "counterpuncher", "wrestler", "stalker", "breaker",
    "field_team", "shambler",
)  # fmt: skip
"""Names of the scripts B0 to B8, in the order of the numbers that ``choose`` takes."""

(
    RANDOM, RUSHER, MARKSMAN, COUNTERPUNCHER, WRESTLER, STALKER, BREAKER, FIELD_TEAM, SHAMBLER,
) = range(len(SCRIPTS))  # fmt: skip

# -- windows ---------------------------------------------------------------------------------------


@kernel
def defend(s, i, mask, script):
    """Return the reaction to an attack, or -1."""
    u = s.units[i]
    dodge, parry = offered(s, mask, DODGE, 0, 0, 0), offered(s, mask, PARRY, 0, 0, 0)
    better = parry if dodge < 0 or (parry >= 0 and parry_guard(u) > dodge_guard(u)) else dodge
    if script == RUSHER:
        return better if u.hp <= 3 else np.int64(-1)
    if script == MARKSMAN:
        return dodge if dodge_guard(u) - u.guard >= 2 else np.int64(-1)
    if script == COUNTERPUNCHER:
        is_first = u.guard == s.options.defense_base
        is_enemys = s.turn_unit >= 0 and s.units[s.turn_unit].side != u.side
        return better if is_first and is_enemys else np.int64(-1)
    if script == WRESTLER:
        return parry
    return np.int64(-1) if script == SHAMBLER else dodge  # B5, B6


@kernel
def strike_back(s, i, mask, script):
    """Return the opportunity attack, or -1."""
    if script == COUNTERPUNCHER:
        if s.units[i].ap <= 1 and enemy_acts_first(s, i):
            return np.int64(-1)
    elif script != RUSHER and script != SHAMBLER:
        return np.int64(-1)
    mover = np.int64(s.windows[s.depth - 1].actor)
    area = rushed_area(s, i, mover) if script == RUSHER else TORSO
    for hand in range(2):
        row = offered(s, mask, OPP_MELEE, area, hand, 0)
        if row >= 0:
            return row
    return offered(s, mask, OPP_UNARMED, area, 0, 0)


@kernel
def fire_readied(s, i, mask):
    """Return the row of the readied attack at the weakest, or -1."""
    for verb in (MELEE, UNARMED, SHOT_SEMI, SHOT_SINGLE, SPRAY):
        row = attack(s, i, mask, verb, WEAKEST, 0)
        if row >= 0:
            return row
    return np.int64(-1)


@kernel
def answer(s, i, mask, script, in_team):
    """Return the row of a script in a window, or -1."""
    phase = s.phase
    if phase == DEFEND:
        return defend(s, i, mask, script)
    if phase == OPPORTUNITY:
        return strike_back(s, i, mask, script)
    if phase == READY_FIRE:
        return fire_readied(s, i, mask)
    if phase == CHOOSE_KIND:
        return kind_to_ready(s, i, mask)
    if phase == STRONG_CHOICE:
        holds = script in (WRESTLER, SHAMBLER)
        return offered(s, mask, STRONG_GRAPPLE if holds else TABLE, 0, 0, 0)
    return next_of_team(s, i, mask) if in_team and phase == CHOOSE_NEXT else np.int64(-1)


@kernel
def otherwise(s, mask):
    """Return the row for when nothing applies: end the turn, pass, stop, else the first legal."""
    for verb in (END_TURN, PASS, STOP):
        row = offered(s, mask, verb, 0, 0, 0)
        if row >= 0:
            return row
    row = np.int64(0)
    while mask[row] == 0:
        row += 1
    return row


# -- the door --------------------------------------------------------------------------------------


@kernel
def plays(s, i, script):
    """Return the script that a unit goes by at the moment.

    In B7 that of its role; B2 for B6 once all are shaken; B1 for whom has nothing left to shoot.
    """
    u = s.units[i]
    if script == FIELD_TEAM:
        script = WRESTLER if role_of(u) == BRUISER_ROLE else MARKSMAN
    elif script == BREAKER and are_all_shaken(s, i):
        script = MARKSMAN
    if script == MARKSMAN and not has_ranged(s, u, False):
        return RUSHER
    if script == STALKER and not has_ranged(s, u, True):
        return RUSHER
    return script


@entry
def choose(record, script, noise, observation, mask):
    """Return the row that a script takes for the decider.

    Args:
        record: address of the record.
        script: its number in ``SCRIPTS``.
        noise: a random word, for random choices.
        observation: not used.
        mask: address of the decider's mask.
    """
    s = state_at(record)
    rows = bytes_at(mask, np.int64(s.n_rows))
    if script == RANDOM:
        return pick(rows, mix(np.uint64(noise)))
    i = np.int64(s.decider)
    in_team = script == FIELD_TEAM
    part = plays(s, i, script)
    if s.phase != MAIN:
        row = answer(s, i, rows, part, in_team)
        return row if row >= 0 else otherwise(s, rows)
    role = role_of(s.units[i])
    fields = np.empty((N_FIELDS, MAX_HEIGHT), np.uint32)
    row = np.int64(-1)
    if in_team and role == MEDIC_ROLE:
        row = tend(s, i, rows, fields)
    if row >= 0:
        return row
    if part == RUSHER:
        row = rush(s, i, rows, fields)
    elif part == MARKSMAN:
        row = snipe(s, i, rows, fields, VULNERABLE if in_team and role == GUNNER_ROLE else WEAKEST)
    elif part == COUNTERPUNCHER:
        row = counter(s, i, rows, fields)
    elif part == WRESTLER:
        row = wrestle(s, i, rows, fields, GUNNERS if in_team else WRESTLED)
    elif part == STALKER:
        row = stalk(s, i, rows, fields)
    elif part == BREAKER:
        row = shake(s, i, rows, fields)
    else:
        row = shamble(s, i, rows)
    return row if row >= 0 else otherwise(s, rows)
