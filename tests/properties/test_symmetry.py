"""On a symmetric map both seats of a mirrored battle see the same bytes (faults B4 and H4)."""

import numpy as np
import pytest

from fracas.envs import Battle, bundled, system_names
from fracas.envs.core.encounter import read

SYMMETRIC = [name for name in bundled() if read(name)[0].get("symmetric")]


def random_battles(name, seed, states):
    """Yield battles in random states of an encounter, all phases among them."""
    rng = np.random.default_rng(seed)
    battle = Battle(name, seed=seed)
    for n in range(states):
        for _ in range(int(rng.integers(1, 6))):
            if battle.outcome is not None:
                battle = Battle(battle.arena, seed=seed * 1000 + n)
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        if battle.outcome is None:
            yield battle


def test_the_encounters_meant_to_be_symmetric_are_declared_so(rules):
    assert sorted(SYMMETRIC) == sorted(n for s in system_names() for n in rules(s).SYMMETRIC)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_B4_H4_both_seats_of_a_mirrored_battle_see_the_same_bytes(name, rules):
    phases = set()
    for battle in random_battles(name, 1, 400):
        other, unit = rules(name).mirrored(battle)
        assert other.faults() == []
        phases.add(battle.phase)
        for i, seat in enumerate(battle.units):
            twin = other.units[unit(i)]
            assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
            assert battle.mask(seat).tobytes() == other.mask(twin).tobytes()
    assert phases >= rules(name).MIRRORED_PHASES


@pytest.mark.parametrize("name", SYMMETRIC)
def test_H4_the_same_row_leads_to_mirrored_battles_again(name, rules):
    rng = np.random.default_rng(2)
    for battle in random_battles(name, 3, 150):
        other, unit = rules(name).mirrored(battle)
        row = int(rng.choice(np.flatnonzero(battle.mask())))
        dice = [int(die) for die in rng.integers(1, 9, 40)]  # a scatter die of 8 fits too
        if rules(name).knows_north(battle):
            continue
        for one in (battle, other):
            one.force_dice(dice)
            one.act(row)
        assert (battle.phase, battle.round) == (other.phase, other.round)
        if battle.outcome is None:
            seat, twin = battle.decider, other.decider
            assert unit(battle.index(seat)) == other.index(twin)
            assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
            assert battle.mask().tobytes() == other.mask().tobytes()
