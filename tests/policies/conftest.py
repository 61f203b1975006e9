"""Scenes for scripts: a battle at somebody's decision, and what a script says to it."""

import numpy as np
import pytest

from fracas.envs import Battle, arena
from fracas.policies.brain import Brain
from fracas.policies.export import pack, write
from fracas.policies.network import Network, describe
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
