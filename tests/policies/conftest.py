"""Scenes for scripts: a battle at somebody's decision, and what a script says to it."""

import pytest

from fracas.envs import Battle
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
