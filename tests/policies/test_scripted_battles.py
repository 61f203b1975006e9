"""Scripts in whole battles: always legal, the same on both seats, blind to what is hidden."""

import numpy as np
import pytest

from fracas.envs import Battle, arena, bundled
from fracas.envs.core.batch import script_many, word_of
from fracas.policies.scripted.undead import SCRIPTS, choose

ENCOUNTERS = [name for name in bundled() if name.startswith("undead/")]
SYMMETRIC = [name for name in ENCOUNTERS if arena(name).record["symmetric"][0]]
NUMBER = {name: number for number, name in enumerate(SCRIPTS)}
LIMIT = 4000


def play(where, first, second, n, seed=1, order=None):
    """Return (winners, decisions) of n battles between two scripts, by number."""
    template = where.record.copy()
    if order is not None:
        template["order"][0, : len(order)], template["fixed_order"] = order, 1
    size = template.dtype.itemsize
    base = np.uint64(seed)
    words = np.array([word_of(base, k) for k in range(n)], np.uint64)
    noises = np.array([word_of(base + np.uint64(99), k) for k in range(n)], np.uint64)
    results = np.zeros((3, n), np.int64)
    failed = script_many(
        where.system.play.function, choose.function, template.view(np.uint8).reshape(size),
        np.zeros((n, size), np.uint8), words, noises, np.tile(np.array([first, second]), (n, 1)),
        np.array(where.sides_of), np.zeros((n, where.n_rows), np.int8),
        np.zeros((0, 0), np.int8), np.zeros((0, 0), np.int64), LIMIT, *results,
    )  # fmt: skip
    assert failed == -1, f"{SCRIPTS[first]} against {SCRIPTS[second]} took an illegal row"
    return results[0], results[2]


def score(winners):
    """Return the share of the first side, a draw counting half."""
    return np.mean(winners == 0) + np.mean(winners == -1) / 2


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_script_is_legal_at_every_decision_and_ends_every_battle(name):
    where = arena(name)
    for script in range(len(SCRIPTS)):
        for other in range(len(SCRIPTS)):
            winners, _ = play(where, script, other, 40 if script and other else 10)
            assert (winners != -2).all()


@pytest.mark.parametrize("name", SYMMETRIC)
def test_F5_scripts_do_the_same_on_both_seats_of_a_symmetric_encounter(name):
    """Dice depend on their kind and number only, so that the swapped battle is the same battle.

    Random play throws objects, whose scatter knows north from south.
    """
    where = arena(name)
    units = np.arange(len(where.units)).reshape(2, -1)
    first, second = units.T.ravel(), units[::-1].T.ravel()
    for script in range(1, len(SCRIPTS)):
        for other in range(script, len(SCRIPTS)):
            one, decisions = play(where, script, other, 60, order=first)
            two, again = play(where, other, script, 60, order=second)
            assert np.array_equal(decisions, again), (SCRIPTS[script], SCRIPTS[other])
            assert np.array_equal(one == 0, two == 1)
            assert np.array_equal(one == 1, two == 0)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_F5_mirror_matches_score_a_half(name):
    """Of equal initiative totals the first side goes first (section 2.1), 1 in 20 at most."""
    where = arena(name)
    for script in range(1, len(SCRIPTS)):
        assert abs(score(play(where, script, script, 4000)[0]) - 0.5) < 0.05


@pytest.mark.parametrize("script", SCRIPTS[1:])
def test_F5_every_script_beats_random_play_from_both_seats(script):
    where = arena("undead/alley")
    assert score(play(where, NUMBER[script], 0, 300)[0]) > 0.75
    assert score(play(where, 0, NUMBER[script], 300)[0]) < 0.25


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_scripts_see_only_what_their_seat_may_see(name):
    """The choice is the same in every state that the decider can't tell from the true one."""
    rng = np.random.default_rng(5)
    for first in range(1, len(SCRIPTS)):
        battle = Battle(name, seed=first)
        numbers = (first, int(rng.integers(1, len(SCRIPTS))))
        for seed in range(120):
            if battle.decider is None:
                break
            script = numbers[battle.arena.sides_of[battle.index(battle.decider)]]
            row = _row(battle, script)
            assert row == _row(battle.redetermine(battle.decider, seed), script)
            battle.act(row)


def _row(battle, script):
    mask = battle.mask()
    row = choose.call(battle.state.ctypes.data, script, 0, 0, mask.ctypes.data)
    assert mask[row] == 1
    return row


def test_choosing_changes_nothing():
    battle = Battle("undead/clinic", seed=1)
    before = battle.state.tobytes()
    for script in range(len(SCRIPTS)):
        _row(battle, script)
    assert battle.state.tobytes() == before
