"""On a symmetric map both seats of a mirrored battle see the same bytes (faults B4 and H4)."""

import numpy as np
import pytest

from fracas.envs import Battle, arena, bundled, system_names
from fracas.envs.core.encounter import read

SYMMETRIC = [name for name in bundled() if read(name)[0].get("symmetric")]
every_system = pytest.mark.parametrize("system", system_names())


def symmetric(of):
    """Yield the encounters of a system that look the same from both seats, made ready."""
    yield from map(arena, of.SYMMETRIC)
    for name, changes, _ in of.VARIANTS:
        data = {**read(name)[0], **changes}
        if data.get("symmetric"):
            yield arena(data)


def random_battles(made, seed, states):
    """Yield battles in random states of an encounter, all phases among them."""
    rng = np.random.default_rng(seed)
    battle = Battle(made, seed=seed)
    for n in range(states):
        for _ in range(int(rng.integers(1, 6))):
            if battle.outcome is not None:
                battle = Battle(battle.arena, seed=seed * 1000 + n)
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        if battle.outcome is None:
            yield battle


def test_the_encounters_meant_to_be_symmetric_are_declared_so(rules):
    assert sorted(SYMMETRIC) == sorted(n for s in system_names() for n in rules(s).SYMMETRIC)


@every_system
def test_B4_H4_both_seats_of_a_mirrored_battle_see_the_same_bytes(system, rules):
    phases = set()
    for made in symmetric(rules(system)):
        for battle in random_battles(made, 1, 400):
            other, unit = rules(system).mirrored(battle)
            assert other.faults() == []
            phases.add(battle.phase)
            for i, seat in enumerate(battle.units):
                twin = other.units[unit(i)]
                assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
                assert battle.mask(seat).tobytes() == other.mask(twin).tobytes()
    assert phases >= rules(system).MIRRORED_PHASES


@every_system
def test_H4_the_same_row_leads_to_mirrored_battles_again(system, rules):
    for made in symmetric(rules(system)):
        goes_on_alike(made, rules(system))


def goes_on_alike(made, of):
    """Take the same row with the same dice in battles and their mirrors."""
    rng = np.random.default_rng(2)
    for battle in random_battles(made, 3, 150):
        other, unit = of.mirrored(battle)
        row = int(rng.choice(np.flatnonzero(battle.mask())))
        dice = [int(die) for die in rng.integers(1, 9, 40)]  # a scatter die of 8 fits too
        before = battle.copy()
        for one in (battle, other):
            one.force_dice(dice)
            one.act(row)
        if of.favours_a_seat(before, battle):
            continue
        assert (battle.phase, battle.round) == (other.phase, other.round)
        if battle.outcome is None:
            seat, twin = battle.decider, other.decider
            assert unit(battle.index(seat)) == other.index(twin)
            assert battle.observation(seat).tobytes() == other.observation(twin).tobytes()
            assert battle.mask().tobytes() == other.mask().tobytes()
