"""Same seed, same bytes: in one process, in several, compiled or not, in a batch or alone.

As a script it prints a digest for each battle: ``test_same_bytes.py [battles] [decisions]``.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fracas.envs import BattleBatch, arena, bundled, system_names
from fracas.envs.core.record import address
from fracas.envs.core.system import OP_ACT, OP_BEGIN, OP_LOOK

PLAIN_BATTLES = 2  # of each encounter; 200 were compared by hand

FULL = sorted((Path(__file__).parents[1] / "systems" / "full").glob("*.yaml"))
"""An encounter of each system with as many units as there can be."""


def trace(name: str | Path, seed: int, decisions: int) -> str:
    """Return a digest of state, mask and all seats' observations after each decision."""
    made = arena(name)
    play = made.system.play.call
    rng = np.random.default_rng(seed)
    state = made.record.copy()
    state["seed"] = rng.integers(2**63)
    floats, mask = np.zeros(made.n_floats, np.float32), np.zeros(made.n_rows, np.int8)
    at = address(state)
    play(at, OP_BEGIN, 0, 0, address(mask))
    found = hashlib.sha256()
    for _ in range(decisions):
        decider = int(state["decider"][0])
        found.update(state.tobytes())
        for seat in (*range(len(made.units)), decider):
            if seat >= 0:
                play(at, OP_LOOK, seat, address(floats), address(mask))
                found.update(floats.tobytes() + mask.tobytes())
        if decider < 0:
            break
        play(at, OP_ACT, int(rng.choice(np.flatnonzero(mask))), 0, address(mask))
    return found.hexdigest()[:16]


def traces(battles: int, decisions: int) -> list[str]:
    """Return a line with name, seed and digest for each battle of each encounter."""
    encounters = {name: name for name in bundled()} | {f"full {path.stem}": path for path in FULL}
    return [
        f"{name} {seed} {trace(encounter, seed, decisions)}"
        for name, encounter in encounters.items()
        for seed in range(battles)
    ]


def test_full_sides_are_full_in_each_system() -> None:
    assert [path.stem for path in FULL] == list(system_names())
    for path in FULL:
        made = arena(path)
        assert made.system.name == path.stem
        assert len(made.sides_of) == len(made.record[0]["units"])
        assert sum(made.sides_of) * 2 == len(made.sides_of)


def elsewhere(battles: int, decisions: int, **environment: str) -> list[str]:
    """Return ``traces`` as another process makes them."""
    done = subprocess.run(
        [sys.executable, "-P", __file__, str(battles), str(decisions)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("name", bundled())
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(name: str) -> None:
    assert trace(name, 1, 200) == trace(name, 1, 200)
    assert trace(name, 1, 200) != trace(name, 2, 200)


def test_D1_the_same_seed_gives_the_same_bytes_in_other_processes() -> None:
    here = traces(3, 150)
    for hash_seed in ("0", "1", "random"):
        assert elsewhere(3, 150, PYTHONHASHSEED=hash_seed) == here


def test_compiled_and_plain_python_give_the_same_bytes() -> None:
    plain = elsewhere(PLAIN_BATTLES, 60, NUMBA_DISABLE_JIT="1")
    assert plain == traces(PLAIN_BATTLES, 60)


@pytest.mark.parametrize("name", bundled())
def test_a_batch_plays_as_single_battles_do(name: str) -> None:
    made = arena(name)
    play = made.system.play.call
    batch = BattleBatch(made, 6, seed=3)
    rng = np.random.default_rng(4)
    states = [made.record.copy() for _ in range(batch.n)]
    floats, mask = np.zeros(made.n_floats, np.float32), np.zeros(made.n_rows, np.int8)
    for k, state in enumerate(states):
        state["seed"] = batch.states["seed"][k]
        play(address(state), OP_BEGIN, 0, 0, address(mask))
    for _ in range(200):
        rows = [int(rng.choice(np.flatnonzero(m))) if m.any() else -1 for m in batch.masks]
        batch.step(rows)
        for k, (state, row) in enumerate(zip(states, rows, strict=True)):
            if row < 0:
                continue
            decider = play(address(state), OP_ACT, row, address(floats), address(mask))
            assert decider == batch.deciders[k]
            assert state.tobytes() == batch.states[k].tobytes()
            assert (mask == batch.masks[k]).all()
            assert batch.done[k] == (decider < 0)
            if decider >= 0:
                assert floats.tobytes() == batch.observations[k].tobytes()


if __name__ == "__main__":
    print("\n".join(traces(int(sys.argv[1]), int(sys.argv[2]))))
