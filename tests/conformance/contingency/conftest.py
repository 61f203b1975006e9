"""The fixtures: a scene (``scene``, ``fours``) and the ``chances`` of what may come of it.

``scene`` is fixture F of the rules, with what a test asks for on top.

A and A2 are of side ``one``, B and B2 of side ``two``; they exist if they are given (A and B
always). ``V`` (side one) and ``W`` (side two) stand engaged in a zone of their own, out of
everybody's sight; W has Brawl pending, so that what A did can be looked at before the round ends.
"""

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from fracas.envs.contingency.setup import argument_sizes
from fracas.envs.contingency.state_names import at_announcing
from fracas.envs.contingency.tables import ATTRIBUTES, SKILLS
from fracas.envs.contingency.verbs import VERBS
from fracas.envs.core.batch import act_many
from fracas.envs.core.battle import Battle, arena
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.jit import COMPILED
from fracas.envs.core.testing import Scene

SIDES = {"A": "one", "A2": "one", "A3": "one", "V": "one",
         "B": "two", "B2": "two", "B3": "two", "W": "two"}  # fmt: skip
LINE = ("Z0", "Z1", "Z2", "Z3")
ASIDE = "aside"
# What the encounter says of a unit; the rest is written into the state.
IN_ENCOUNTER = (
    *ATTRIBUTES, *SKILLS, "sapient", "weaknesses", "techniques", "spells", "hands", "carried",
    "armour", "slots", "zone", "beast", "stamina_max", "wellness_max", "reserve",
)  # fmt: skip
DECLINES = {
    "defend": "decline", "muddle": "keep", "technique": "keep", "contest": "let", "embed": "fall",
    "skilled": "keep", "lower": "done", "land": "keep", "less_strain": "keep",
}  # fmt: skip
CHUNK = 4096  # battles held at once
FOUR = dict.fromkeys((*ATTRIBUTES, *SKILLS), 4)
RESTS = ("announce", "next", "influence", "movement", "interaction", "combat", "any")


def unit_of(name, given):
    figures = {
        **dict.fromkeys(ATTRIBUTES, 8), **dict.fromkeys(SKILLS, 6), "slots": [1, 1, 1, 1, 1],
        "weaknesses": ["dodge"], "hands": ["sword"],
        "zone": ASIDE if name in "VW" else "Z0",
    }  # fmt: skip
    return {"id": name, **figures, **{k: v for k, v in given.items() if k in IN_ENCOUNTER}}


def encounter(units, zones, edges, no_sight, ground, events, options, more):
    names = [*zones, ASIDE]
    sides = [
        {"id": side, "units": [unit_of(n, u) for n, u in units.items() if SIDES[n] == side]}
        for side in ("one", "two")
    ]
    return {
        "system": "contingency",
        "title": "scene",
        "zones": {**zones, ASIDE: {}},
        "edges": list(edges),
        "no_sight": [*no_sight, *([zone, ASIDE] for zone in names[:-1])],
        "ground": list(ground),
        "events": list(events),
        "sides": sides,
        "options": options,
        "initiative": "one",
        "round_limit": 20,
        **more,
    }


class ContingencyScene(Scene):
    """A scene with what only this system has."""

    def announce(self, **plans):
        """Announce for every unit that is asked, until somebody must resolve; none by default."""
        while self.phase == "announce":
            unit = self.decider
            for plan in plans.pop(unit, ()):
                self.declare("announce", plan)
            if self.phase == "announce" and self.decider == unit:
                self.declare("done")
        assert not plans, f"not asked: {', '.join(plans)}"

    def zone(self, name):
        """Return a zone's row of the record."""
        s = self.battle.state[0]
        return s["zones"][self.battle.arena.names.words["zone"].index(name)]

    def finish_round(self, dice=()):
        """Forgo what is left of the round; stop at its first decision after, or the next round.

        ``dice`` are those of the environment's phase.
        """
        now = self.round
        while self.round == now and self.phase is not None and self.legal("forgo"):
            self.act("forgo", dice=dice)

    @property
    def side(self):
        """Return the fields of the record that belong to the sides: attacked, attacked_last."""
        return self.battle.state[0]


def with_all_verbs(ready):
    """Return the encounter with the rows of every verb: scenes bring things about later."""
    record = ready.record.copy()
    s = record[0]
    s["n_rows"] = VERBS.place(s["blocks"], argument_sizes(s), [True] * len(VERBS.verbs))
    return dataclasses.replace(ready, record=record)


def write(battle, name, fields):
    battle.system.edit(battle.state[0], battle.index(name), battle.arena.names, fields)


def make(
    A=None,  # noqa: N803
    B=None,  # noqa: N803
    A2=None,  # noqa: N803
    B2=None,  # noqa: N803
    A3=None,  # noqa: N803
    B3=None,  # noqa: N803
    zones=None,
    edges=(("Z0", "Z1"), ("Z1", "Z2"), ("Z2", "Z3")),
    no_sight=(),
    ground=(),
    events=(),
    options=None,
    apart=False,
    engaged=None,
    announce=None,
    witness=True,
    round=2,
    initiative="one",
    attacked_last=(),
    **more,
):
    given = {"A": A or {}, "A2": A2, "A3": A3, "V": {} if witness else None,
             "B": B or {}, "B2": B2, "B3": B3, "W": {} if witness else None}  # fmt: skip
    units = {name: unit for name, unit in given.items() if unit is not None}
    field = (
        {**{zone: {} for zone in LINE}, **(zones or {})}
        if zones is None or set(zones) <= set(LINE)
        else dict(zones)
    )
    ways = [list(edge) if isinstance(edge, tuple) else edge for edge in edges]
    data = encounter(units, field, ways, no_sight, ground, events, options or {}, more)
    battle = Battle(with_all_verbs(arena(data)))
    while battle.phase == "breath":
        battle.act("breathe")
    assert battle.phase == "announce", battle.phase
    s = battle.state[0]
    s["round"] = round
    for window in s["windows"][: int(s["depth"])]:
        assert int(window["kind"]) == 0
    if initiative == "two":
        s["initiative"] = 1
    pairs = [("A", "B")] if engaged is None and not apart else list(engaged or ())
    if witness:
        pairs.append(("V", "W"))
    for one, two in pairs:
        if battle.unit(one).zone == battle.unit(two).zone:
            mates = battle.unit(one).engaged | {two}
            write(battle, one, {"engaged": mates})
    for name, unit in units.items():
        fields = {key: value for key, value in unit.items() if key not in IN_ENCOUNTER}
        write(battle, name, fields)
    for side in attacked_last:
        s["attacked_last"][["one", "two"].index(side)] = 1
    battle.state["n_dice"] = 0
    restart_announcing(battle)
    assert battle.faults() == [], battle.faults()
    scene = ContingencyScene(battle, DECLINES, RESTS)
    if announce is not None:
        scene.announce(**({"W": ["brawl"]} if witness else {}), **announce)
    return scene


def restart_announcing(battle):
    """Ask again who must announce: what was written may have changed who can."""
    at_announcing(battle.state[0])
    battle.refresh()


@pytest.fixture
def scene():
    return make


# --- chances: all dice at once


def rows_of(battle, states, masks, call):
    """Return the rows of a call, as a battle where it is legal takes them."""
    alike = zip(states["decider"].tolist(), map(bytes, masks), strict=True)
    for k in {asked: k for k, asked in enumerate(alike)}.values():
        asked = battle.copy()
        asked.state, asked.rows = states[k : k + 1].copy(), []
        try:
            asked.act(*call)
        except IllegalAction:
            continue
        return asked.rows
    raise AssertionError(f"{call} is legal in none of the battles")


def play(battle, states, masks, calls, rows):
    """Take each call in every battle where it is legal."""
    flat = states.view(np.uint8).reshape(len(states), -1)
    nothing, deciders = np.zeros((len(states), 0), np.float32), np.zeros(len(states), np.int64)
    for call in calls:
        if call not in rows:
            rows[call] = rows_of(battle, states, masks, call)
        for row in rows[call]:
            chosen = np.where(masks[:, row] != 0, row, -1)
            entry = battle.system.play.function
            assert act_many(entry, flat, chosen, nothing, masks, deciders) == -1


def values(battle, states, name):
    """Return a unit's field in every battle, or the phase."""
    if name == "phase":
        return [battle.system.phases[int(phase)] for phase in states["phase"]]
    unit, field = name.split(".")
    found = states["units"][field][:, battle.index(unit)].tolist()
    return [tuple(value) if isinstance(value, list) else value for value in found]


def chances_of(s, calls, dice, *fields, dice_may_follow=False):
    """Return the exact distribution of fields after the calls, over all lists of dice.

    The dice must be those rolled, with their sizes, and no others (unless free ones may follow).
    A die (sides, face) shows that face only.
    """
    faces = [[die[1]] if isinstance(die, tuple) else range(1, die + 1) for die in dice]
    sizes = [die[0] if isinstance(die, tuple) else die for die in dice]
    lists = np.array(list(product(*faces)))
    if len(lists) > 64 and not COMPILED:
        pytest.skip("takes long in plain Python")
    start, counts, rows = s.battle.dice_rolled, Counter(), {}
    for at in range(0, len(lists), CHUNK):
        part = lists[at : at + CHUNK]
        states = np.repeat(s.battle.state, len(part))
        states["forced"][:, : len(dice)] = part
        states["n_forced"], states["next_forced"] = len(dice), 0
        masks = np.repeat(s.battle.mask()[np.newaxis], len(part), 0)
        play(s.battle, states, masks, calls, rows)
        assert set(states["next_forced"]) == {len(dice)}
        assert dice_may_follow or set(states["n_dice"] - start) == {len(dice)}
        log = states["dice"]["sides"][:, start : start + len(dice)]
        assert (log == sizes).all()
        counts.update(zip(*(values(s.battle, states, name) for name in fields), strict=True))
    single = len(fields) == 1
    return {k[0] if single else k: Fraction(n, len(lists)) for k, n in counts.items()}


def make_of_fours(plan=(), a=(), b=(), **more):
    """Return a scene whose units have d4 for everything."""
    announce = more.pop("announce", {"A": list(plan)})
    others = {name: {**FOUR, **more.pop(name)} for name in ("A2", "B2") if name in more}
    a, b = {**FOUR, **dict(a)}, {**FOUR, **dict(b)}
    return make(A=a, B=b, announce=announce, **others, **more)


@pytest.fixture
def fours():
    return make_of_fours


@pytest.fixture
def chances():
    return chances_of
