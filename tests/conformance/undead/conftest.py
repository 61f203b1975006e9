"""The fixture ``scene``: fixture F0 of the rules, with what a test asks for on top."""

import dataclasses
from types import SimpleNamespace

import pytest

from fracas.envs.core.battle import Battle, arena
from fracas.envs.core.testing import Scene
from fracas.envs.undead.observe import layout
from fracas.envs.undead.setup import argument_sizes
from fracas.envs.undead.tables import ABILITIES, SKILLS
from fracas.envs.undead.verbs import VERBS

OPEN_MAP = "\n".join(["." * 15] * 15)
PLACES = {"A": {"side": 1, "at": (7, 7)}, "B": {"side": 2, "at": (8, 7)}}
REACTIONS = dict.fromkeys(("defend", "opportunity", "ready_fire"), "pass")
# What the encounter says of a unit; the rest is written into the state once its turn has begun.
IN_ENCOUNTER = (*ABILITIES, *SKILLS, "undead", "surprised", "hands", "inventory", "gear")


def encounter(units, field, floor, options, order, more):
    sides = {1: [], 2: []}
    for name, unit in units.items():
        figures = {key: unit[key] for key in IN_ENCOUNTER if key in unit}
        sides[unit["side"]].append(
            {"id": name, "at": list(unit["at"]), "hp": 6, "stress_limit": 4, **figures}
        )
    lying = [
        {**(item if isinstance(item, dict) else {"item": item}), "at": [x, y]}
        for item, x, y in floor
    ]
    return {
        "system": "undead",
        "title": "scene",
        "map": field,
        "sides": [{"id": "one", "units": sides[1]}, {"id": "two", "units": sides[2]}],
        "floor": lying,
        "options": options,
        **({"order": order} if order else {}),
        **more,
    }


def with_all_verbs(ready):
    """Return the encounter with the rows of every verb: scenes bring items in later."""
    record = ready.record.copy()
    s = record[0]
    s["n_rows"] = VERBS.place(s["blocks"], argument_sizes(s), [True] * len(VERBS.verbs))
    s["n_floats"] = len(layout(s))
    return dataclasses.replace(ready, record=record)


def write_figures(battle, unit, name, in_turn):
    s, index = battle.state[0], battle.index(name)
    fields = {key: unit[key] for key in unit if key not in (*IN_ENCOUNTER, "side", "at")}
    maximum = {"hp_max": fields.pop("hp_max")} if "hp_max" in fields else {}
    battle.system.edit(s, index, battle.arena.names, {**maximum, **fields})
    if in_turn and "mv" not in unit:
        s["units"][index]["mv"] = battle.unit(name).mv_full


class UndeadScene(Scene):
    """A scene with what only this system has."""

    def end_turn(self, dice=()):
        return self.act("end_turn", dice=dice)

    def item(self, unit, name):
        """Return an item that a unit carries; what is in hand comes first."""
        items = [item for item in self.unit(unit).items if item and item["item"] == name]
        assert items, f"{unit} carries no {name}"
        return SimpleNamespace(**items[-1])


def make(
    A=None,  # noqa: N803
    B=None,  # noqa: N803
    C=None,  # noqa: N803
    D=None,  # noqa: N803
    map=OPEN_MAP,
    options=None,
    floor=(),
    turn="A",
    initiative=None,
    **more,
):
    given = {"A": A or {}, "B": B or {}, "C": C, "D": D}
    units = {n: {**PLACES.get(n, {}), **unit} for n, unit in given.items() if unit is not None}
    names = list(units)
    first = names.index(turn)
    # The unit in turn begins the battle, so that nobody else has had a turn yet.
    order = None if initiative else names[first:] + names[:first]
    ready = with_all_verbs(arena(encounter(units, map, floor, options or {}, order, more)))
    s = ready.record[0]
    if initiative:
        s["forced"][: len(initiative)] = initiative
        s["n_forced"] = len(initiative)
    battle = Battle(ready)
    s = battle.state[0]
    if battle.phase == "next_unit":
        battle.act("next_unit", turn)
    if initiative is None:
        index = [battle.index(name) for name in names]
        s["order"][: len(index)] = index
        s["turn_pos"] = first
        for k in index[:first]:
            s["acted"] |= 1 << k
    assert battle.dice_left == 0
    assert battle.dice_rolled == len(initiative or ())
    for name, unit in units.items():
        write_figures(battle, unit, name, battle.decider == name)
    battle.refresh()
    assert battle.faults() == []
    return UndeadScene(battle, REACTIONS, ["main"])


@pytest.fixture
def scene():
    return make
