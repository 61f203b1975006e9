"""Every verb, phase, kind of window, kind of event and kind of dice occurs in sampled play.

Random play is steered to the verbs used least so far; what an encounter's own options never
bring about is met in variants of it.
"""

from collections import Counter

import numpy as np
import pytest

from fracas.envs import Battle, bundled, system_named, system_names
from fracas.envs.core.encounter import read

DECISIONS = 8_000

# What the bundled encounters don't hold or rarely bring about: (encounter, changes to it).
FRAY = {
    "system": "undead",
    "title": "Fray",
    "map": ".hx..\n.~.h.\n..#..",
    "kinds": {
        "strong": {
            **dict.fromkeys(("physique", "reason", "agility", "presence"), 4),
            **dict.fromkeys(("melee", "athletics", "awareness", "aiming", "reflex"), 4),
            "hp": 14,
        },
        "weak": {"physique": -1, "reason": -1, "agility": -1, "presence": -1, "hp": 14},
    },
    "sides": [
        {
            "id": "red",
            "units": [
                {"kind": "strong", "at": [0, 0]},
                {
                    "kind": "strong",
                    "at": [0, 1],
                    "hands": ["bat", "knife"],
                    "inventory": ["flashbang"],
                },
            ],
        },
        {
            "id": "blue",
            "units": [
                {"kind": "weak", "at": [4, 0], "hidden": True, "hands": ["pistol"]},
                {"kind": "weak", "at": [4, 1], "hidden": True, "inventory": ["bandage"]},
                {"kind": "weak", "at": [3, 1], "hidden": True},
            ],
        },
    ],
}

VARIANTS = {
    "undead": [
        (FRAY, {}),
        (FRAY, {"options": {"hide.place": "any_wall", "trigger.nest": True}}),
        ("undead/clinic", {"options": {"initiative.mode": "side", "ap.per_turn": 6}}),
        (
            "undead/lot",
            {
                "floor": [
                    {"item": "spear", "at": [2, 0]},
                    {"item": "knife", "at": [3, 1], "hidden": True},
                    {"item": "knife", "at": [12, 8], "hidden": True},
                    {"item": "rifle", "at": [13, 8]},
                    {"item": "stone", "at": [1, 4]},
                ],
                "options": {"hide.place": "any_wall"},
            },
        ),
        ("undead/rush", {"options": {"goal.zone": {"red": [[0, 3], [2, 3]]}}}),
    ]
}


def played(system):
    """Yield battles of a system, each with what to count before and after every decision."""
    for name in bundled():
        if name.startswith(f"{system}/"):
            yield Battle(name, seed=1)
    for name, changes in VARIANTS.get(system, []):
        yield Battle({**read(name)[0], **changes}, seed=2)


def sample(system):
    """Return counts of what occurred in steered random play."""
    rng = np.random.default_rng(5)
    seen = {kind: Counter() for kind in ("verb", "phase", "window", "event", "dice", "outcome")}
    for first in played(system):
        battle = first
        table = battle.system
        read_events = 0
        for n in range(DECISIONS):
            if battle.outcome is not None:
                seen["outcome"][battle.outcome == "draw"] += 1
                battle, read_events = Battle(battle.arena, seed=n), 0
            state = battle.state[0]
            seen["phase"][battle.phase] += 1
            for window in state["windows"][: int(state["depth"])]:
                seen["window"][table.windows[int(window["kind"])]] += 1
            rows = np.flatnonzero(battle.mask())
            verbs = [table.verbs.verbs[battle.arena.rows[row][0]].name for row in rows]
            if rng.random() < 0.6:
                least = min(seen["verb"][verb] for verb in verbs)
                rows = [r for r, v in zip(rows, verbs, strict=True) if seen["verb"][v] == least]
            row = int(rng.choice(rows))
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
def occurred(request):
    return system_named(request.param), sample(request.param)


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
            words = system.events.words[system.events.kinds.index(kind)]
            found = {what for k, what in seen["event"] if k == kind}
            assert set(words) - found == set()


def test_every_kind_of_die_is_rolled(occurred):
    system, seen = occurred
    assert set(system.dice) - set(seen["dice"]) == set()


def test_battles_are_won_and_drawn(occurred):
    assert set(occurred[1]["outcome"]) == {True, False}
