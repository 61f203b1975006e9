"""Scripts in whole battles: always legal, the same on both seats, blind to what is hidden."""

import numpy as np
import pytest

from fracas.envs import Battle, arena, bundled
from fracas.envs.contingency.options import OPTIONS
from fracas.envs.core.batch import script_many, word_of
from fracas.envs.core.encounter import read
from fracas.policies.scripted import choose_of, scripts_of

ENCOUNTERS = [name for name in bundled() if name.split("/")[0] in ("undead", "contingency")]
SYMMETRIC = [name for name in ENCOUNTERS if arena(name).record["symmetric"][0]]
GROUND = {"undead": "undead/alley", "contingency": "contingency/bridge"}
LIMIT = 6000


def number_of(name):
    """Return how many scripts an encounter's system has."""
    return len(scripts_of(name.split("/")[0]))


def play(where, first, second, n, seed=1, goes_first=None):
    """Return (winners, decisions) of n battles between two scripts, by number.

    With ``goes_first`` that side's units come first in turn order, or in round 1.
    """
    template = where.record.copy()
    if goes_first is not None and where.system.name == "undead":
        units = np.arange(len(where.units)).reshape(2, -1)[:: 1 - 2 * goes_first]
        template["order"][0, : len(where.units)], template["fixed_order"] = units.T.ravel(), 1
    elif goes_first is not None:
        template["fixed_initiative"] = goes_first
    size = template.dtype.itemsize
    base = np.uint64(seed)
    words = np.array([word_of(base, k) for k in range(n)], np.uint64)
    noises = np.array([word_of(base + np.uint64(99), k) for k in range(n)], np.uint64)
    results = np.zeros((3, n), np.int64)
    failed = script_many(
        where.system.play.function, choose_of(where.system.name).function,
        template.view(np.uint8).reshape(size), np.zeros((n, size), np.uint8), words, noises,
        np.tile(np.array([first, second]), (n, 1)), np.array(where.sides_of),
        np.zeros((n, where.n_rows), np.int8), np.zeros((0, 0), np.int8),
        np.zeros((0, 0), np.int64), LIMIT, *results,
    )  # fmt: skip
    names = scripts_of(where.system.name)
    assert failed == -1, f"{names[first]} against {names[second]} took an illegal row"
    return results[0], results[2]


def score(winners):
    """Return the share of the first side, a draw counting half."""
    return np.mean(winners == 0) + np.mean(winners == -1) / 2


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_script_is_legal_at_every_decision_and_ends_every_battle(name):
    where = arena(name)
    for script in range(number_of(name)):
        for other in range(number_of(name)):
            winners, _ = play(where, script, other, 40 if script and other else 10)
            assert (winners != -2).all()


BY_INDEX = {"contingency/cellar", "contingency/market"}
"""Where both sides breathe gas in index order (C485), and where more lies than can be named."""


@pytest.mark.parametrize("name", [name for name in SYMMETRIC if name not in BY_INDEX])
def test_F5_scripts_do_the_same_on_both_seats_of_a_symmetric_encounter(name):
    """Dice depend on their kind and number only, so that the swapped battle is the same battle.

    Random play throws objects, whose scatter knows north from south. Ambushers hide from several,
    who look for them in index order, whichever side begins (C259, C472).
    """
    where, names = arena(name), scripts_of(name.split("/")[0])
    seekers = len(where.units) > 2 and "ambusher" in names
    numbers = [k for k in range(1, len(names)) if not seekers or names[k] != "ambusher"]
    for script in numbers:
        for other in numbers[numbers.index(script) :]:
            one, decisions = play(where, script, other, 60, goes_first=0)
            two, again = play(where, other, script, 60, goes_first=1)
            assert np.array_equal(decisions, again), (names[script], names[other])
            assert np.array_equal(one == 0, two == 1)
            assert np.array_equal(one == 1, two == 0)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_contingency_scripts_are_legal_under_every_ruling(option):
    definition = read(GROUND["contingency"])[0]
    n = number_of(GROUND["contingency"])
    for value in option.values[1:]:
        where = arena({**definition, "options": {option.name: value}})
        for script in range(1, n):
            assert (play(where, script, script % (n - 1) + 1, 10)[0] != -2).all()


@pytest.mark.parametrize(
    ("name", "script"),
    [(name, script) for name in SYMMETRIC for script in scripts_of(name.split("/")[0])[1:]],
)
def test_F5_mirror_matches_score_a_half(name, script):
    """In ``undead`` the first side goes first on equal initiative totals, 1 in 20 at most."""
    number = scripts_of(name.split("/")[0]).index(script)
    assert abs(score(play(arena(name), number, number, 4000)[0]) - 0.5) < 0.05


@pytest.mark.parametrize(
    ("name", "script"), [(GROUND[s], n) for s in GROUND for n in scripts_of(s)[1:]]
)
def test_F5_every_script_beats_random_play_from_both_seats(name, script):
    where, number = arena(name), scripts_of(name.split("/")[0]).index(script)
    assert score(play(where, number, 0, 300)[0]) > 0.75
    assert score(play(where, 0, number, 300)[0]) < 0.25


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_scripts_see_only_what_their_seat_may_see(name):
    """The choice is the same in every state that the decider can't tell from the true one."""
    rng = np.random.default_rng(5)
    for first in range(1, number_of(name)):
        battle = Battle(name, seed=first)
        numbers = (first, int(rng.integers(1, number_of(name))))
        for seed in range(120):
            if battle.decider is None:
                break
            script = numbers[battle.arena.sides_of[battle.index(battle.decider)]]
            row = _row(battle, script)
            assert row == _row(battle.redetermine(battle.decider, seed), script)
            battle.act(row)


def _row(battle, script):
    choose, mask = choose_of(battle.system.name), battle.mask()
    row = choose.call(battle.state.ctypes.data, script, 0, 0, mask.ctypes.data)
    assert mask[row] == 1
    return row


@pytest.mark.parametrize("name", ["undead/clinic", "contingency/market"])
def test_choosing_changes_nothing(name):
    battle = Battle(name, seed=1)
    before = battle.state.tobytes()
    for script in range(number_of(name)):
        _row(battle, script)
    assert battle.state.tobytes() == before
