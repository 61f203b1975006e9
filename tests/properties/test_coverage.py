"""Every verb, phase, kind of window, kind of event and kind of dice occurs in sampled play.

Random play is steered to the verbs used least so far; what an encounter's own options never
bring about is met in variants of it.
"""

from collections import Counter

import numpy as np
import pytest

from fracas.envs import Battle, arena, bundled, system_named, system_names
from fracas.envs.core.encounter import read

DECISIONS = 8_000


def played(system, variants):
    """Yield (encounter, edits of units) of a system."""
    for name in bundled():
        if name.startswith(f"{system}/"):
            yield arena(name), {}
    for name, changes, edits in variants:
        yield arena({**read(name)[0], **changes}), edits


def begun(made, edits, seed):
    """Return a battle at its first decision, units edited."""
    battle = Battle(made, seed)
    for unit, fields in edits.items():
        battle.edit(unit, **fields)
    return battle


def sample(system, variants):
    """Return counts of what occurred in steered random play."""
    rng = np.random.default_rng(5)
    used = Counter()  # verbs with their first argument
    seen = {kind: Counter() for kind in ("verb", "phase", "window", "event", "dice", "outcome")}
    for made, edits in played(system, variants):
        battle = begun(made, edits, 1)
        table = battle.system
        read_events = 0
        for n in range(DECISIONS):
            if battle.outcome is not None:
                seen["outcome"][battle.outcome == "draw"] += 1
                battle, read_events = begun(made, edits, n), 0
            state = battle.state[0]
            seen["phase"][battle.phase] += 1
            for window in state["windows"][: int(state["depth"])]:
                seen["window"][table.windows[int(window["kind"])]] += 1
            rows = np.flatnonzero(battle.mask())
            kinds = [battle.arena.rows[row][:2] for row in rows]
            if rng.random() < 0.6:
                least = min(used[kind] for kind in kinds)
                rows = [r for r, kind in zip(rows, kinds, strict=True) if used[kind] == least]
            row = int(rng.choice(rows))
            used[battle.arena.rows[row][:2]] += 1
            seen["verb"][table.verbs.verbs[battle.arena.rows[row][0]].name] += 1
            battle.act(row)
            for event in battle.events_since(read_events):
                seen["event"][event.kind, event.what] += 1
            read_events = int(state["n_events"])
            for die in state["dice"]:
                if die["value"]:
                    seen["dice"][table.dice[int(die["kind"])]] += 1
    return seen


@pytest.fixture(scope="module", params=system_names())
def occurred(request, rules):
    return system_named(request.param), sample(request.param, rules(request.param).VARIANTS)


def test_every_verb_is_used(occurred):
    system, seen = occurred
    assert {v.name for v in system.verbs.verbs} - set(seen["verb"]) == set()


def test_every_phase_is_reached(occurred):
    system, seen = occurred
    assert set(system.phases[1:]) - set(seen["phase"]) == set()


def test_every_kind_of_window_opens(occurred):
    system, seen = occurred
    assert set(system.windows) - set(seen["window"]) == set()


def test_every_kind_of_event_happens(occurred):
    system, seen = occurred
    assert set(system.events.kinds) - {kind for kind, _ in seen["event"]} == set()


def test_every_condition_and_injury_occurs(occurred):
    system, seen = occurred
    for kind in ("gained", "injured"):
        if kind in system.events.kinds:
            words = system.events.words[system.events.kinds.index(kind)] or ()
            found = {what for k, what in seen["event"] if k == kind}
            assert set(words) - found == set()


def test_every_kind_of_die_is_rolled(occurred):
    system, seen = occurred
    assert set(system.dice) - set(seen["dice"]) == set()


def test_battles_are_won_and_drawn(occurred):
    assert set(occurred[1]["outcome"]) == {True, False}
