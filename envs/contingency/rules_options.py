"""What the target of an Influence action chooses, and what follows (C142 to C145)."""

import numpy as np

from fracas.envs.contingency.events import (
    E_CHOSE,
    E_DECLARED,
    E_GRANTED_COMBAT,
    E_MUDDLED,
    E_REVEALED,
)
from fracas.envs.contingency.frame import EVERYBODY, holds, readers
from fracas.envs.contingency.options import INFORMATION, THIS_ROUND
from fracas.envs.contingency.rules_actions import (
    count_bits,
    count_forced,
    drop_pending,
    first_of,
    force_movement,
    make_way,
    may_be_forced,
    one_more,
    owe_attack,
    pending_of,
)
from fracas.envs.contingency.rules_gear import do_let_go, in_hand, is_loose, is_weapon
from fracas.envs.contingency.rules_gear import sheathe as sheathe_item
from fracas.envs.contingency.rules_harm import is_suffocating, mark
from fracas.envs.contingency.rules_rolls import grant_any
from fracas.envs.contingency.rules_zones import fall_prone
from fracas.envs.contingency.state import AWAY, FREEZE, TOWARD
from fracas.envs.contingency.tables import MAIN, MOVEMENT, OFF
from fracas.envs.contingency.verbs import (
    ANTICIPATE,
    FEINT,
    INTIMIDATE,
    P_DECLARE,
    P_REVEAL,
    P_YIELD,
    PARLEY,
    RECOVER,
)
from fracas.envs.core.events import note
from fracas.envs.core.jit import kernel

BEGIN, ROLL, FOCUS_ASKED, FOCUSED, MUDDLING, CHOOSING, FOLLOW_UP, REPLACING, OVER = range(9)


@kernel
def may_recover_instead(s, k):
    """C188: Recover is possible and not performed yet."""
    u = s.units[k]
    return (
        u.breathless == 0
        and not is_suffocating(s, u)
        and u.grappled_by == 0
        and not holds(u.performed, RECOVER)
    )


@kernel
def recover_instead(s, k):
    """C188 C183: Recover replaces all that is pending; owed attack and movement stay, as added."""
    u = s.units[k]
    had_combat = u.owes_attack >= 0 and u.attack_added == 0
    drop_pending(s, k, ~(1 << RECOVER))
    u.pending = 1 << RECOVER
    u.recovering = 1
    if had_combat:
        u.attack_added = 1
    owed = count_forced(u) + (1 if u.attack_added != 0 else 0)
    u.n = min(8, u.order + 1 + owed)


ONE, TWO, THREE = 1, 2, 4


@kernel
def has_loose_item(s, k):
    """C163: it holds an item that it can drop."""
    u = s.units[k]
    return is_loose(s, u, MAIN) or is_loose(s, u, OFF)


@kernel
def possible_options(s, w):
    """C143: the options that the target can carry out, as bits; marking one is always possible."""
    i, k = np.int64(w.actor), np.int64(w.target)
    t = s.units[k]
    bits = ONE
    if w.verb == ANTICIPATE:
        if t.declared < 0:  # C155
            bits |= TWO
        if t.weaknesses & ~t.revealed != 0:  # C158
            bits |= THREE
    elif w.verb == FEINT:
        bits |= THREE
        if t.prone == 0 or has_loose_item(s, k):  # C163 C166
            bits |= TWO
    elif w.verb == INTIMIDATE:
        if may_be_forced(s, k):  # C177
            bits |= TWO | THREE
    elif w.verb == PARLEY:
        bits |= THREE
        if may_recover_instead(s, k):  # C188
            bits |= TWO
    else:
        if holds(t.engaged, i) or may_be_forced(s, k):  # C199 C177
            bits |= TWO
        if t.owes_attack < 0 and not holds(t.barred, i):  # C202
            if t.fought == 0:  # `resolve.order = by_unit`: its Combat action is spent
                bits |= THREE
    return bits


@kernel
def seen_options(s, w):
    """C145: the options as the muddler sees them, who doesn't know what weaknesses are left.

    Anticipate's third counts as possible until all three kinds are revealed.
    """
    options = np.int64(w.options)
    if w.verb == ANTICIPATE:
        options = options & ~THREE | (THREE if s.units[w.target].revealed != 7 else 0)
    return options


@kernel
def may_muddle(s, w, n):
    """C145: an option that can be carried out, if another remains; the mask betrays nothing.

    Anticipate's third counts as one that remains only while no kind is revealed.
    """
    sure = np.int64(w.options)
    if w.verb == ANTICIPATE:
        sure = sure & ~THREE | (THREE if s.units[w.target].revealed == 0 else 0)
    bit = 1 << (n - 1)
    return seen_options(s, w) & bit != 0 and sure & ~bit != 0


@kernel
def can_muddle(s, w):
    """C144 C145: an omen, and something to remove."""
    return w.omens > 0 and (may_muddle(s, w, 1) or may_muddle(s, w, 2) or may_muddle(s, w, 3))


@kernel
def do_muddle(s, w, n):
    """C144: one option is taken away before the target chooses."""
    w.omens -= 1
    w.options &= ~(1 << (n - 1))
    note(s, E_MUDDLED, w.actor, -1, -1, n, -1, -1, EVERYBODY)


@kernel
def take_option(s, w, n):
    """Carry out the option that the target chose, or ask what belongs to it."""
    i, k = np.int64(w.actor), np.int64(w.target)
    t = s.units[k]
    note(s, E_CHOSE, k, -1, -1, n, -1, -1, EVERYBODY)
    w.options = 1 << (n - 1)
    w.stage = OVER
    if n == 1:  # C108: the Taxing option
        mark(s, k, 1)
    elif w.verb == ANTICIPATE:
        w.stage = FOLLOW_UP
    elif w.verb == FEINT:
        if n == 3:
            t.grant_combat = 1 + s.units[i].side  # C164
            note(s, E_GRANTED_COMBAT, k, -1, -1, 0, -1, -1, readers(s, k))
        else:
            w.stage = FOLLOW_UP
    elif w.verb == INTIMIDATE:
        impose(s, w, FREEZE if n == 2 else AWAY)
    elif w.verb == PARLEY:
        if n == 2:
            recover_instead(s, k)
        else:
            w.stage = FOLLOW_UP
    elif n == 3:
        owe_attack(s, k, i)
    elif holds(t.engaged, i):  # C199
        grant_any(s, k, np.int64(s.units[i].side))
    else:
        impose(s, w, TOWARD)


@kernel
def impose(s, w, kind):
    """C177: a forced movement replaces a pending Movement action (it says which), or is added."""
    i, k = np.int64(w.actor), np.int64(w.target)
    plans = pending_of(s.units[k], MOVEMENT)
    force_movement(s, k, kind, i)
    if count_bits(plans) > 1:
        w.stage = REPLACING
    elif plans != 0:
        make_way(s, k, first_of(plans))
    else:
        one_more(s, k)


@kernel
def ask_follow_up(s, w):
    """C156 C158 C163 C189: what the target declares, reveals, or gives up."""
    s.decider = w.target
    if w.verb == ANTICIPATE:
        s.phase = P_DECLARE if w.options == TWO else P_REVEAL
    else:
        s.phase = P_YIELD
    return True


@kernel
def may_drop(s, w, k, hand):
    """C163 C189 C190: Feint takes any held item, Parley a weapon."""
    u = s.units[k]
    return is_loose(s, u, hand) if w.verb == FEINT else is_weapon(s, u, hand)


@kernel
def do_declare(s, w, plan):
    """C154 C155 C156: shown to all; for the first action of next round (`anticipate.next`)."""
    t = s.units[w.target]
    t.declared = plan
    t.declared_round = s.round + (0 if s.options.anticipate_next == THIS_ROUND else 1)
    note(s, E_DECLARED, w.target, -1, plan, 0, -1, -1, EVERYBODY)
    w.stage = OVER


@kernel
def do_reveal(s, w, weakness):
    """C157 C158: the weakness is known; the next roll of that kind has disadvantage."""
    t = s.units[w.target]
    t.revealed |= 1 << weakness
    if s.options.weakness_effect != INFORMATION:
        t.unspent |= 1 << weakness
    note(s, E_REVEALED, w.target, -1, weakness, 0, -1, -1, EVERYBODY)
    w.stage = OVER


@kernel
def do_yield_prone(s, w):
    """C163: the target falls prone."""
    fall_prone(s, np.int64(w.target))
    w.stage = OVER


@kernel
def do_yield_drop(s, w, hand):
    """C163 C189: the target drops an item."""
    do_let_go(s, np.int64(w.target), hand)
    w.stage = OVER


@kernel
def do_yield_sheathe(s, w, hand):
    """C189: the target sheathes a weapon."""
    sheathe_item(s, np.int64(w.target), in_hand(s.units[w.target], hand))
    w.stage = OVER


@kernel
def do_yield_grant(s, w):
    """C189: the next action against the target has advantage."""
    grant_any(s, np.int64(w.target), np.int64(s.units[w.actor].side))
    w.stage = OVER
