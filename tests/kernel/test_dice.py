"""Dice: forced first, then streams of their own for each kind."""

from collections import Counter

import numpy as np
import pytest

from fracas.envs import Battle, BattleBatch
from fracas.envs.core.batch import word_of
from fracas.envs.core.record import HEADER


def duel(**options):
    return {
        "system": "undead",
        "title": "duel",
        "map": ".....\n.....",
        "order": ["red_0", "blue_0"],
        "sides": [
            {"id": "red", "units": [{"at": [0, 0], "hands": ["knife"], "hp": 14}]},
            {"id": "blue", "units": [{"at": [1, 0], "hp": 14}]},
        ],
        **options,
    }


def test_forced_dice_come_first_and_the_generator_goes_on_after_them():
    battle = Battle(duel(), seed=3)
    battle.force_dice([16, 20])
    battle.act("melee", "blue_0", "torso")
    assert battle.dice_left == 0
    assert [die["value"] for die in battle.state[0]["dice"][:2]] == [16, 20]
    free = Battle(duel(), seed=3)
    free.act("melee", "blue_0", "torso")
    battle.act("melee", "blue_0", "torso")
    first = free.state[0]["dice"][0]["value"]
    assert battle.state[0]["dice"][2]["value"] == first  # forced dice used up no generator word


def test_too_many_or_impossible_dice_are_refused():
    battle = Battle(duel())
    with pytest.raises(ValueError, match="at most 48"):
        battle.force_dice([1] * 49)
    with pytest.raises(ValueError, match="from 1 to 100"):
        battle.force_dice([0])


def test_the_nth_die_of_a_kind_does_not_depend_on_other_rolls():
    plain, other = Battle(duel(), seed=11), Battle(duel(), seed=11)
    other.act("inspect")  # a die of another kind in between
    values = []
    for battle in (plain, other):
        before = battle.dice_rolled
        battle.act("melee", "blue_0", "torso")
        values.append(battle.state[0]["dice"][before]["value"])
    assert values[0] == values[1]


def test_dice_are_uniform():
    batch = BattleBatch("undead/alley", n=4000, seed=1)
    rolled = [s["dice"][:3] for s in batch.states]  # whose units go first in a tie, then initiative
    assert all(dice["sides"].tolist() == [2, 20, 20] for dice in rolled)
    assert abs(sum(int(dice["value"][0]) == 1 for dice in rolled) - 2000) < 3.3 * 1000**0.5
    counts = Counter(int(die) for dice in rolled for die in dice["value"][1:])
    expected = 8000 / 20
    chi = sum((counts[k] - expected) ** 2 / expected for k in range(1, 21))
    assert chi < 43.8  # 99.9 % point of chi-square with 19 degrees of freedom
    assert set(counts) == set(range(1, 21))


def test_neighbouring_seeds_share_no_episode():
    words = {
        seed: {int(word_of(BattleBatch("undead/alley", 1, seed=seed).base, k)) for k in range(500)}
        for seed in range(6)
    }
    assert len(set.union(*words.values())) == 3000


def test_every_record_opens_with_the_common_header():
    from fracas.envs import SYSTEMS

    for system in SYSTEMS:
        for name in HEADER.names:
            assert system.dtype.fields[name][1] == HEADER.fields[name][1], name
        assert system.dtype.itemsize < 4096
        assert np.zeros(1, system.dtype).tobytes() == bytes(system.dtype.itemsize)
