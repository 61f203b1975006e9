"""Scripted baselines of ``contingency`` (section 10.1): plans and choices that run inside the loop.

At every announcing decision a script makes its set of actions anew and announces the next of them;
in its turn it takes the best row of what is pending, else it forgoes. Scripts know what their seat
may know. Where the text leaves a choice, this is what they do:

- ``hit`` takes the target to defend by the default rule; an unaware one doesn't defend. ``threat``
  chooses between Strike, Shoot, Throw, BOLT and, with nothing better, a Jab. An attack spell is the
  weapon of whoever has empty hands and knows one; a net counts as severity 1.
- The focus target is taken among those that can be attacked as the unit stands; walks lead to it
  among those seen, else to the nearest enemy whose place the side knows. Nobody walks down a drop,
  or through water, gas or hazards unless the goal lies there. Whoever shoots or casts stops once it
  reaches its target. A walk that is no longer needed is forgone.
- Whoever holds no weapon of use readies one first: loads, or draws the carried one of most damage.
  Who is prone and doesn't walk announces STAND too. Who is held and has nobody to attack, and the
  Skirmisher and the Ambusher whenever they are held, announce ESCAPE. Of a set of actions a
  breathless unit announces the walk, else what gets its weapon ready, else the attack.
- A forced choice that isn't "mark one" goes to the lowest number; standing frozen and Recover take
  a pending attack's place. Of a Parley it grants advantage, of a Feint it falls prone. It declares
  the attack it is armed for and reveals the weakness of Focus first. All muddle as the Trickster.
- A grappler guards against Escape while two units are unmarked. Techniques are used when offered,
  SLIP_AWAY by Skirmisher and Ambusher only; thrown weapons that hit stay embedded; whoever may
  contest an object does. Breath is held in phase 5 only, when gas bites.
- Fall dice are lowered to 3 while an omen can remove them, and then to 1.
- 2 without a melee weapon in hand shoots, throws or casts in place of Strike; out of reach it walks
  and strikes, and taunts nobody. Its TAUNT is for the one it will strike.
- 3 holds its zone with FORTIFY and STRIKE (BRAWL without a melee weapon) at whoever comes. The walk
  to cover next door comes on top of TAKE_COVER and RECOVER. Whether an enemy came within Near is
  read from the battle's log, as far as that goes back; when none did, it plays 1.
- 4 takes, of the actions for which it has its reason, the one with the best chance, and ANTICIPATE
  when there is none. With nobody to talk to it walks until one is Near. Its Strike is a Harry where
  a Clash would hit too rarely. SHOOT and BOLT count as the attack of who has no other.
- 5 without missiles in hand draws or picks one up, or walks to where one lies and no enemy is; with
  none to be had it plays 1. With an unloaded crossbow and an enemy Near it walks off to reload;
  cornered, it reloads where it is.
- 6 is unseen while no enemy is aware of it. Itself counts among the two allies, and one is enough
  when it is alone. Rounds of even number are those to hide in; then as in 1. It dashes to where no
  enemy is, else it hides in place if it can.
- 7 stops in PROPS zones on its way; it jabs, with Strength, whom it grapples already.
"""

import numpy as np

from fracas.envs.contingency.state import NOT_FORCED, state_at
from fracas.envs.contingency.verbs import (
    CONTEST,
    DECLINE,
    DONE,
    EMBED,
    FOCUS,
    FORGO,
    KEEP,
    LESS_STRAIN,
    P_ANNOUNCE,
    P_ANY,
    P_BREATH,
    P_CONTEST,
    P_DECLARE,
    P_DEFEND,
    P_EFFECT,
    P_EMBED,
    P_END,
    P_ENGAGE,
    P_FOCUS,
    P_INFLUENCE,
    P_INSTANT,
    P_LAND,
    P_LESS,
    P_LOWER,
    P_MUDDLE,
    P_OPTION,
    P_REVEAL,
    P_SPELL,
    P_STEP,
    P_TECHNIQUE,
    P_YIELD,
    STOP,
)
from fracas.envs.core.batch import pick
from fracas.envs.core.dice import mix
from fracas.envs.core.jit import bytes_at, entry, kernel
from fracas.policies.scripted.contingency_acts import (
    AMBUSHER,
    HARRIER,
    RANDOM,
    SKIRMISHER,
    SLUGGER,
    TRICKSTER,
    TURTLE,
    WRESTLER,
    act,
    combat,
    step,
)
from fracas.policies.scripted.contingency_choices import (
    aim,
    breathe,
    declare,
    defend,
    effect,
    end_dearest,
    engage,
    land,
    lower,
    muddle,
    option,
    reveal,
    technique,
    yield_something,
)
from fracas.policies.scripted.contingency_lists import (
    announce,
    harrier_plans,
    slugger_plans,
    turtle_plans,
)
from fracas.policies.scripted.contingency_roles import (
    ambusher_plans,
    skirmisher_plans,
    trickster_plans,
    wrestler_plans,
)
from fracas.policies.scripted.contingency_tactics import (
    offered,
)

SCRIPTS = (
    "random", "slugger", "harrier", "turtle", "trickster", "skirmisher", "ambusher", "wrestler",
)  # fmt: skip
"""Names of the scripts 0 to 7, in the order of the numbers that ``choose`` takes."""

assert (0, len(SCRIPTS) - 1) == (RANDOM, WRESTLER)

# -- the door --------------------------------------------------------------------------------------


@kernel
def plans_of(s, i, script):
    """Return the set of actions that a script announces."""
    if script == SLUGGER:
        return slugger_plans(s, i)
    if script == HARRIER:
        return harrier_plans(s, i)
    if script == TURTLE:
        return turtle_plans(s, i)
    if script == TRICKSTER:
        return trickster_plans(s, i)
    if script == SKIRMISHER:
        return skirmisher_plans(s, i)
    return ambusher_plans(s, i) if script == AMBUSHER else wrestler_plans(s, i)


@kernel
def answer_choice(s, i, mask, script):
    """Return the row of a script in a choice that an action under way asks for, or -1."""
    phase = s.phase
    if phase == P_OPTION:
        return option(s, mask)
    if phase == P_MUDDLE:
        return muddle(s, mask)
    if phase == P_YIELD:
        return yield_something(s, i, mask)
    if phase == P_DECLARE:
        return declare(s, i, mask)
    if phase == P_REVEAL:
        return reveal(s, mask)
    if phase == P_EFFECT:
        return effect(s, i, mask)
    if phase == P_TECHNIQUE:
        return technique(s, mask, script)
    if phase == P_EMBED:
        return offered(s, mask, EMBED, 0, 0, 0)
    if phase == P_CONTEST:
        return offered(s, mask, CONTEST, 0, 0, 0)
    if phase == P_LESS:
        return offered(s, mask, LESS_STRAIN, 0, 0, 0)
    if phase == P_FOCUS:
        return offered(s, mask, FOCUS, 0, 0, 0)
    return np.int64(-1)


@kernel
def answer(s, i, mask, script):
    """Return the row of a script at any other decision, or -1."""
    phase = s.phase
    if phase == P_DEFEND:
        return defend(s, i, mask, script)
    if phase == P_STEP:
        if s.windows[s.depth - 1].forced != NOT_FORCED:
            return offered(s, mask, STOP, 0, 0, 0)
        return step(s, i, mask, script)
    if phase == P_ENGAGE:
        return engage(s, i, mask, script)
    if phase == P_INSTANT:
        return combat(s, i, mask, script)
    if phase == P_SPELL:
        return aim(s, i, mask, script)
    if phase == P_BREATH:
        return breathe(s, i, mask)
    if phase == P_LOWER:
        return lower(s, mask)
    if phase == P_LAND:
        return land(s, mask)
    if phase == P_END:
        return end_dearest(s, i, mask)
    return answer_choice(s, i, mask, script)


@kernel
def otherwise(s, mask):
    """Return the row for when nothing applies: end, forgo, stop, keep, else the first legal."""
    for verb in (DONE, FORGO, STOP, KEEP, DECLINE):
        row = offered(s, mask, verb, 0, 0, 0)
        if row >= 0:
            return row
    row = np.int64(0)
    while mask[row] == 0:
        row += 1
    return row


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
    if s.phase == P_ANNOUNCE:
        row = announce(s, i, rows, plans_of(s, i, script))
    elif s.phase >= P_INFLUENCE and s.phase <= P_ANY:
        row = act(s, i, rows, script)
    else:
        row = answer(s, i, rows, script)
    return row if row >= 0 else otherwise(s, rows)
