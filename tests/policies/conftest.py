"""Scenes for scripts: a battle at somebody's decision, and what a script says to it."""

import numpy as np
import pytest

from fracas.envs import Battle, arena
from fracas.envs.contingency.state_names import at_announcing
from fracas.envs.contingency.tables import ATTRIBUTES, SKILLS
from fracas.policies.brain import Brain
from fracas.policies.export import pack, write
from fracas.policies.network import Network, describe
from fracas.policies.scripted import contingency
from fracas.policies.scripted.undead import SCRIPTS, choose

OPEN = "\n".join(["." * 16] * 9)
IN_ENCOUNTER = (
    "kind at hands inventory gear hidden surprised prone physique reason agility presence athletics"
    " melee resilience awareness medicine aiming stealth reflex morale intimidation hp undead"
    " stress_limit"
).split()
USUAL_DIE = 10


def _place(board=OPEN, options=None, order=None, **units):
    """Return a battle in the main phase of its first unit; names before ``M`` are red."""
    sides = {"red": [], "blue": []}
    for name, unit in units.items():
        figures = {key: value for key, value in unit.items() if key in IN_ENCOUNTER}
        sides["red" if name < "M" else "blue"].append(
            {"id": name, "hp": 6, "stress_limit": 4, **figures, "at": list(unit["at"])}
        )
    battle = Battle(
        {
            "system": "undead", "title": "scene", "map": board, "options": options or {},
            "sides": [{"id": side, "units": members} for side, members in sides.items()],
            **({} if options and "initiative.mode" in options else {"order": order or [*units]}),
        }
    )  # fmt: skip
    for name, unit in units.items():
        for key, value in unit.items():
            if key not in IN_ENCOUNTER:
                battle.edit(name, **{key: value})
    return battle


def _says(battle, script, noise=0):
    """Return the text of a script's choice, after a check that it is legal."""
    mask = battle.mask()
    row = choose.call(battle.state.ctypes.data, SCRIPTS.index(script), noise, 0, mask.ctypes.data)
    assert mask[row] == 1
    return str(battle.action(row))


def _turn(battle, script, dice=USUAL_DIE, until=None):
    """Return what a script does in the turn of the unit that decides; windows are passed."""
    unit, done = battle.decider, []
    while battle.outcome is None and (not done or done[-1] != "end_turn"):
        battle.force_dice([dice] * 8)
        if battle.decider == unit:
            done.append(_says(battle, script))
            if until is not None and done[-1].startswith(until):
                return done
            battle.act(done[-1])
        else:
            battle.act("pass")
    return done


def _asked(battle, *action):
    """Take an action of the unit in turn, whose answer somebody else owes."""
    battle.force_dice([USUAL_DIE] * 8)
    battle.act(*action)
    return battle


@pytest.fixture
def place():
    """Return a function that sets a battle up."""
    return _place


@pytest.fixture
def says():
    """Return a function that asks a script."""
    return _says


@pytest.fixture
def turn():
    """Return a function that plays a turn."""
    return _turn


@pytest.fixture
def asked():
    """Return a function that acts until somebody must answer."""
    return _asked


# -- contingency -----------------------------------------------------------------------------------

LINE = ("Z0", "Z1", "Z2", "Z3")
WAYS = (("Z0", "Z1"), ("Z1", "Z2"), ("Z2", "Z3"))
IN_STAT_BLOCK = (
    *ATTRIBUTES, *SKILLS, "sapient", "weaknesses", "techniques", "spells", "hands", "carried",
    "armour", "slots", "zone", "beast", "stamina_max", "hidden", "hide_result", "aware",
)  # fmt: skip


def _stage(
    zones=None, edges=WAYS, no_sight=(), ground=(), events=(), options=None, round=2,
    initiative="one", **units,
):  # fmt: skip
    """Return a battle at its first announcing decision; names before ``M`` are of side one.

    Everybody has d8 and d6, a sword, and stands in Z0, the first of four zones in a line.
    """
    sides = {"one": [], "two": []}
    for name, unit in units.items():
        figures = {
            **dict.fromkeys(ATTRIBUTES, 8), **dict.fromkeys(SKILLS, 6), "slots": [1, 1, 1, 1, 1],
            "weaknesses": ["dodge"], "hands": ["sword"], "zone": "Z0",
        }  # fmt: skip
        figures.update({k: v for k, v in unit.items() if k in IN_STAT_BLOCK})
        sides["one" if name < "M" else "two"].append({"id": name, **figures})
    battle = Battle(
        {
            "system": "contingency", "title": "scene", "initiative": initiative, "round_limit": 20,
            "zones": {**{zone: {} for zone in LINE}, **(zones or {})},
            "edges": [list(e) if isinstance(e, tuple) else e for e in edges],
            "no_sight": [list(pair) for pair in no_sight], "ground": list(ground),
            "events": list(events), "options": options or {},
            "sides": [{"id": side, "units": members} for side, members in sides.items()],
        }
    )  # fmt: skip
    while battle.phase == "breath":
        battle.act("breathe")
    battle.state["round"] = round
    for name, unit in units.items():
        for key, value in unit.items():
            if key not in IN_STAT_BLOCK:
                battle.edit(name, **{key: value})
    at_announcing(battle.state[0])
    battle.refresh()
    return battle


def _tells(battle, script):
    """Return the text of a script's choice, after a check that it is legal."""
    number = contingency.SCRIPTS.index(script)
    mask = battle.mask()
    row = contingency.choose.call(battle.state.ctypes.data, number, 0, 0, mask.ctypes.data)
    assert mask[row] == 1
    return str(battle.action(row))


def _plans(battle, script):
    """Return what a script announces for the unit that decides, which has it then announced."""
    unit, found = battle.decider, []
    while battle.phase == "announce" and battle.decider == unit:
        found.append(_tells(battle, script))
        battle.act(found[-1])
    return [text[9:-1] for text in found if text != "done"]


def _begin(battle, dice=(), **plans):
    """Announce for every unit, nothing by default; stop at the first decision after that."""
    battle.force_dice(dice)
    now = battle.round
    while battle.phase == "announce" and battle.round == now:
        unit = battle.decider
        for plan in plans.pop(unit, ()):
            battle.act("announce", plan)
        if battle.phase == "announce" and battle.decider == unit:
            battle.act("done")
    assert not plans
    return battle


@pytest.fixture
def stage():
    """Return a function that sets a battle of ``contingency`` up."""
    return _stage


@pytest.fixture
def tells():
    """Return a function that asks a script of ``contingency``."""
    return _tells


@pytest.fixture
def plans():
    """Return a function that lets a script announce."""
    return _plans


@pytest.fixture
def begin():
    """Return a function that announces for everybody."""
    return _begin


# -- networks and brains ---------------------------------------------------------------------------


def _network(floats, rows, layers=(32, 16), activation="relu", seed=1):
    """Return a network of random weights."""
    rng = np.random.default_rng(seed)
    widths, arrays = [floats, *layers], {}
    heads = [(f"layer_{k}", *widths[k : k + 2]) for k in range(len(layers))]
    for name, size, width in (*heads, ("rows", widths[-1], rows), ("value", widths[-1], 1)):
        arrays[f"{name}.weight"] = rng.normal(0, 2 / size**0.5, (size, width)).astype(np.float32)
        arrays[f"{name}.bias"] = rng.normal(0, 0.1, width).astype(np.float32)
    return Network.from_arrays(arrays, activation)


@pytest.fixture(scope="session")
def make_network():
    """Return a function that makes networks of random weights."""
    return _network


@pytest.fixture(scope="session")
def alley():
    return arena("undead/alley")


@pytest.fixture(scope="session")
def network(alley):
    return _network(alley.n_floats, alley.n_rows)


@pytest.fixture(scope="session")
def packed(alley, network):
    """Return the content of a brain file."""
    return pack(network, describe(alley), "undead/alley", {"training": {"decisions": 0}})


@pytest.fixture(scope="session")
def brain(packed):
    return Brain.from_bytes(packed)


@pytest.fixture
def brain_file(packed, tmp_path):
    write(tmp_path / "npc.brain", packed)
    return tmp_path / "npc.brain"
