"""Long masked random play of every bundled encounter: what must hold after each decision.

As a script it plays more: ``python tests/properties/test_random_play.py 2000000``.
"""

import sys
from collections import Counter

import numpy as np
import pytest

from fracas.envs import Arena, arena, bundled
from fracas.envs.core.encounter import read
from fracas.envs.core.record import address
from fracas.envs.core.system import OP_ACT, OP_BEGIN, OP_FAULTS, OP_LEGAL, OP_LOOK, REFUSED

DECISIONS = 60_000


class Game:
    """A battle driven through the system's door, with the arrays it writes to."""

    def __init__(self, made: Arena) -> None:
        self.arena, self.door = made, made.system.play.call
        self.bytes = np.zeros(made.system.dtype.itemsize, np.uint8)
        self.state = self.bytes.view(made.system.dtype)
        self.observation = np.zeros(made.n_floats, np.float32)
        self.mask = np.zeros(made.n_rows, np.int8)
        self.at = [address(a) for a in (self.bytes, self.observation, self.mask)]

    def play(self, op: int, argument: int = 0) -> int:
        return self.door(self.at[0], op, argument, self.at[1], self.at[2])

    def begin(self, word: int) -> int:
        self.bytes[:] = self.arena.record.view(np.uint8)
        self.state["seed"] = word
        return self.play(OP_BEGIN)

    def copy(self) -> "Game":
        other = Game(self.arena)
        for name in ("bytes", "observation", "mask"):
            getattr(other, name)[:] = getattr(self, name)
        return other


def random_play(name: str, decisions: int, seed: int = 0, every: int = 50) -> Counter[str]:
    """Play random legal rows; look closely at one state in ``every``.

    Returns:
        How many battles ended, by the value of ``winner``, and how many decisions they had.
    """
    rng = np.random.default_rng([seed, len(name)])
    made = arena(name)
    limit = read(name)[0].get("round_limit", 20)
    game = Game(made)
    counts: Counter[str] = Counter()
    decider = -1
    for n in range(decisions):
        if decider < 0:
            decider = game.begin(int(rng.integers(2**63)))
        rows = game.mask.nonzero()[0]
        assert len(rows) > 1, (name, n)  # a single answer is given without asking
        assert decider == game.state["decider"][0]
        if n % every == 0:
            look_closely(game, rng)
        row = int(rows[rng.integers(len(rows))])
        decider = game.play(OP_ACT, row)
        assert decider != REFUSED, (name, n, row)
        faults = game.play(OP_FAULTS)
        assert faults == 0, (name, n, made.system.fault_list(faults))
        assert 1 <= game.state["round"][0] <= limit, (name, n)
        if decider < 0:
            winner = int(game.state["winner"][0])
            assert winner != 0
            assert not game.mask.any()
            assert game.play(OP_ACT, row) == REFUSED
            look_at_all_seats(game)
            counts[f"winner {winner}"] += 1
            counts["decisions"] += int(game.state["decisions"][0])
    return counts


def look_closely(game: Game, rng: np.random.Generator) -> None:
    """Check one state: legality row by row, refusals, all seats, a copy's independence."""
    before = game.bytes.tobytes()
    mask = game.mask.copy()
    legal = np.array([game.play(OP_LEGAL, row) for row in range(len(mask))])
    assert (legal == mask).all(), np.flatnonzero(legal != mask)
    illegal = np.flatnonzero(mask == 0)
    tried = rng.choice(illegal, min(8, len(illegal)), replace=False).tolist()
    for row in (*tried, -1, len(mask), 2**40):
        assert game.play(OP_LEGAL, row) == 0
        assert game.play(OP_ACT, row) == REFUSED
    look_at_all_seats(game)
    assert game.bytes.tobytes() == before
    copies = [game.copy(), game.copy()]
    rows = []
    for _ in range(20):  # two copies given the same rows stay equal, the original as it was
        if copies[0].state["decider"][0] < 0:
            break
        rows.append(int(rng.choice(np.flatnonzero(copies[0].mask))))
        for copy in copies:
            copy.play(OP_ACT, rows[-1])
    assert copies[0].bytes.tobytes() == copies[1].bytes.tobytes()
    assert copies[0].observation.tobytes() == copies[1].observation.tobytes()
    assert game.bytes.tobytes() == before
    assert (game.mask == mask).all()


def look_at_all_seats(game: Game) -> None:
    """Check what each seat sees; the decider's observation and mask are back afterwards."""
    decider = int(game.state["decider"][0])
    kept = game.observation.copy(), game.mask.copy()
    for seat in (*range(len(game.arena.units)), decider):
        if seat >= 0:
            game.observation[:], game.mask[:] = np.nan, 7
            assert game.play(OP_LOOK, seat) == decider
            assert np.isfinite(game.observation).all(), seat
            assert np.abs(game.observation).max() <= 1, seat
            assert game.mask.max() == (seat == decider)
            assert game.mask.min() == 0
    if decider >= 0:
        assert game.observation.tobytes() == kept[0].tobytes()
        assert game.mask.tobytes() == kept[1].tobytes()


@pytest.mark.parametrize("name", bundled())
def test_random_play_keeps_every_invariant(name: str) -> None:
    counts = random_play(name, DECISIONS // len(bundled()))
    assert counts["decisions"] > 0


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    for encounter in bundled():
        found = random_play(encounter, asked // len(bundled()), seed=1)
        print(encounter, dict(sorted(found.items())), flush=True)
