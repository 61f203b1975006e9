"""A seat can't tell a redetermined battle from the true one: what is hidden stays hidden.

Since ``redetermine`` redraws every kind of secret, this also shows that observations, masks and
the texts a seat reads don't depend on any.
"""

import numpy as np
import pytest

from fracas.envs import Battle, IllegalAction, bundled

STATES = 100


def random_states(name, seed):
    """Yield battles in random states of an encounter."""
    rng = np.random.default_rng(seed)
    battle = Battle(name, seed=seed)
    for n in range(STATES):
        for _ in range(int(rng.integers(1, 9))):
            if battle.outcome is not None:
                battle = Battle(battle.arena, seed=seed * 1000 + n)
            battle.act(int(rng.choice(np.flatnonzero(battle.mask()))))
        if battle.outcome is None:
            yield battle


@pytest.mark.parametrize("name", bundled())
def test_E13_a_redetermined_battle_looks_the_same_to_the_whole_side(name):
    changed = 0
    for n, battle in enumerate(random_states(name, 3)):
        for unit in battle.units:
            other = battle.redetermine(unit, seed=n)
            assert other.faults() == []
            side = battle.arena.sides_of[battle.index(unit)]
            for seat in battle.units:
                if battle.arena.sides_of[battle.index(seat)] == side:
                    same = battle.observation(seat).tobytes() == other.observation(seat).tobytes()
                    assert same, (unit, seat, n)
                    assert battle.mask(seat).tobytes() == other.mask(seat).tobytes()
                    assert battle.board(seat) == other.board(seat)
            assert (battle.decider, battle.phase) == (other.decider, other.phase)
            changed += battle.state.tobytes()[8:] != other.state.tobytes()[8:]
    assert changed > STATES // 10  # more than the seed was redrawn


@pytest.mark.parametrize("name", bundled())
def test_E13_an_error_text_tells_no_secret(name):
    for n, battle in enumerate(random_states(name, 4)):
        other = battle.redetermine(battle.decider, seed=n)
        row = int(np.flatnonzero(battle.mask() == 0)[n % 7])
        texts = []
        for one in (battle, other):
            with pytest.raises(IllegalAction) as error:
                one.act(row)
            texts.append(str(error.value))
        assert texts[0] == texts[1]


@pytest.mark.parametrize("name", bundled())
def test_a_redetermined_battle_can_be_played_to_its_end(name):
    rng = np.random.default_rng(9)
    for n, battle in enumerate(random_states(name, 5)):
        if n % 10 == 0:
            other = battle.redetermine(battle.decider, seed=n)
            while other.outcome is None:
                other.act(int(rng.choice(np.flatnonzero(other.mask()))))
                assert other.faults() == []
