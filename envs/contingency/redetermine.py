"""Draw a state that a seat can't tell from the true one (for search).

Redrawn, from the record's ``seed``: the plans that enemies have made while announcing goes on,
their weaknesses that aren't revealed, where enemies are that are hidden from the whole side and
how tired they are, and all dice to come. Kept: what is open, and what an action under way speaks
of.
"""

from fracas.envs.contingency.frame import W_ACTION, is_in_play, is_secret, target_of
from fracas.envs.contingency.legal import may_announce
from fracas.envs.contingency.rules_environment import ANNOUNCING
from fracas.envs.contingency.rules_options import THREE, possible_options
from fracas.envs.contingency.tables import WEAKNESSES
from fracas.envs.contingency.verbs import ANTICIPATE, N_PLANS, P_MUDDLE
from fracas.envs.core.dice import draw, mix
from fracas.envs.core.jit import kernel

_TRIES = 40
_ALL_WEAKNESSES = (1 << len(WEAKNESSES)) - 1


@kernel
def is_busy(s, k):
    """Tell whether an action under way speaks of unit k, so that it must stay as it is."""
    for n in range(1, s.depth):
        if s.windows[n].actor == k or target_of(s.windows[n]) == k:
            return True
    return s.turn_unit == k


@kernel
def redraw_plan(s, k):
    """C029: another plan that the unit could have announced."""
    u = s.units[k]
    u.announced = 0
    u.pending = 0
    u.n = 0
    for _ in range(draw(s, s.options.actions_max + 1)):
        for _ in range(_TRIES):
            plan = draw(s, N_PLANS)
            if may_announce(s, k, plan):
                u.announced |= 1 << plan
                u.pending |= 1 << plan
                u.n += 1
                break


@kernel
def redraw_weaknesses(s, k):
    """Section 7: what is revealed stays; the rest may be anything, but not nothing (1.4).

    Whether any is left is option 3 of an Anticipate under way (C157): nobody but the target knows
    until it is asked.
    """
    u = s.units[k]
    bits = u.revealed | draw(s, _ALL_WEAKNESSES + 1)
    u.weaknesses = bits if bits != 0 else 1 << draw(s, len(WEAKNESSES))
    for n in range(1, s.depth):
        w = s.windows[n]
        if w.kind == W_ACTION and w.verb == ANTICIPATE and w.target == k:
            if s.phase == P_MUDDLE:
                w.options = w.options & ~THREE | possible_options(s, w) & THREE
            elif w.options & THREE != 0:
                while u.weaknesses & ~u.revealed == 0:
                    u.weaknesses |= 1 << draw(s, len(WEAKNESSES))


@kernel
def redraw_secret(s, k):
    """Section 7: a unit hidden from the whole side may be anywhere, and as tired as any."""
    u = s.units[k]
    for _ in range(_TRIES):
        z = draw(s, s.n_zones)
        if s.zones[z].airless == 0 or u.holding != 0:
            u.zone = z
            break
    u.covered = 0
    u.marks = draw(s, u.stamina_max + 1)
    u.hide_result = 1 + draw(s, 16)


@kernel
def redetermine(s, i):
    """Redraw what seat i can't know."""
    side = 1 - s.units[i].side
    announcing = s.depth == 1 and s.windows[0].stage == ANNOUNCING
    for n in range(s.count[side]):
        k = s.first[side] + n
        u = s.units[k]
        redraw_weaknesses(s, k)
        if not is_in_play(s, k):
            continue
        if is_secret(s, k) and u.engaged == 0 and u.grappled_by == 0 and not is_busy(s, k):
            redraw_secret(s, k)
        if announcing and s.options.intent_secret != 0 and u.announced_all != 0:
            redraw_plan(s, k)
    s.seed = mix(s.seed)
