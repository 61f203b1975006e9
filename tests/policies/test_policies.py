"""Policies for Python: batches of observations in, legal rows out."""

import numpy as np
import pytest

from fracas.envs import BattleBatch
from fracas.policies.base import Policy
from fracas.policies.random import RandomPolicy
from fracas.policies.scripted import ScriptedPolicy, choose_of, scripts_of
from fracas.policies.scripted.undead import SCRIPTS, choose


def play(policy: Policy, n: int = 16, seed: int = 0):
    """Return the rows that a policy takes, playing both sides of n battles."""
    batch = BattleBatch("undead/alley", n, seed=seed)
    taken = []
    while not batch.done.all() and len(taken) < 300:
        rows = policy.act(batch.observations, batch.masks, batch.states)
        assert np.array_equal(rows == -1, batch.done)
        batch.step(rows)  # refuses what is not legal
        taken.append(rows)
    return np.array(taken)


def test_scripts_are_found_by_system_and_name():
    assert scripts_of("undead") == SCRIPTS
    assert choose_of("undead") is choose
    batch = BattleBatch("undead/alley", 1)
    for system in ("undead", batch.arena, batch.arena.system):
        assert ScriptedPolicy(system, "rusher").script == 1
    assert ScriptedPolicy("undead", 4).name == "wrestler"


@pytest.mark.parametrize("make", [RandomPolicy, lambda seed: ScriptedPolicy("undead", 0, seed)])
def test_D13_the_same_seed_gives_the_same_play(make):
    policy = make(3)
    first = play(policy)
    policy.reset(3)
    assert np.array_equal(first, play(policy))
    assert not np.array_equal(first[:100], play(make(4))[:100])


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_play_batches_to_the_end(name):
    assert play(ScriptedPolicy("undead", name)).shape[1] == 16


@pytest.mark.parametrize("make", [RandomPolicy, lambda: ScriptedPolicy("undead", "random")])
def test_random_draws_every_legal_row_alike(make):
    batch = BattleBatch("undead/alley", 1)
    masks = np.repeat(batch.masks, 200, axis=0)
    states = np.repeat(batch.bytes, 200, axis=0)
    policy, counts = make(), np.zeros(masks.shape[1])
    legal = np.flatnonzero(batch.masks[0])
    while counts.sum() < 400 * len(legal):
        rows = policy.act(np.zeros((200, 0), np.float32), masks, states)
        counts += np.bincount(rows, minlength=len(counts))
    assert counts[batch.masks[0] == 0].sum() == 0
    expected = counts.sum() / len(legal)
    chi = ((counts[legal] - expected) ** 2 / expected).sum()
    assert chi < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_records_and_bytes_are_the_same_states():
    batch = BattleBatch("undead/alley", 8)
    policy = ScriptedPolicy("undead", "stalker")
    rows = policy.act(batch.observations, batch.masks, batch.states)
    assert np.array_equal(rows, policy.act(batch.observations, batch.masks, batch.bytes))


def test_errors_are_one_line():
    batch = BattleBatch("undead/alley", 2)
    with pytest.raises(ValueError, match=r"^no scripted policies for 'undeed'; .* undead$"):
        ScriptedPolicy("undeed", "rusher")
    for name in ("rushr", 9, -1):
        with pytest.raises(ValueError, match=r"^no script .* for undead: random, rusher, "):
            ScriptedPolicy("undead", name)
    policy = ScriptedPolicy("undead", "rusher")
    with pytest.raises(ValueError, match=r"^the script rusher needs the states"):
        policy.act(batch.observations, batch.masks)
    with pytest.raises(ValueError, match=r"^states of undead have \d+ bytes each$"):
        policy.act(batch.observations, batch.masks, batch.bytes[:, :-1])
