"""Memory stays flat however many battles one process plays (fault J2).

As a script it plays more of each way and prints resident memory at every tenth of them:
``python tests/properties/test_memory.py 100000 [way ...]``.
"""

import gc
import os
import re
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fracas.envs import Arena, Battle, BattleBatch, arena, bundled, make
from fracas.evaluation.match import play
from fracas.policies.resolve import resolve, script_names

AT_ONCE = 256
GROWTH = 2.0  # MB that a tenth of the battles may add on the average
SMALL = {"scripts": 3000, "batch": 1500, "battle": 150, "env": 150, "brain": 1000}


def resident() -> float:
    """Return the process's resident memory in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def drawn(rng, masks):
    """Return a random legal row for each mask, -1 where there is none."""
    return np.where(masks.any(axis=1), (rng.random(masks.shape) * masks).argmax(axis=1), -1)


# Each way plays ``n`` battles of an encounter to their end.


def by_scripts(where: Arena, n: int, seed: int) -> None:
    names = script_names(where.system.name)
    one, other = (resolve(name, where) for name in (names[-1], names[0]))
    match = play(where, one, other, -(-n // len(where.sides)), seed)
    assert match.ended.all()


def by_batch(where: Arena, n: int, seed: int) -> None:
    rng, batch = np.random.default_rng(seed), BattleBatch(where, AT_ONCE, seed)
    finished = 0
    while finished < n:
        batch.step(drawn(rng, batch.masks))
        over = np.flatnonzero(batch.done)
        finished += len(over)
        batch.restart(over)


def by_battle(where: Arena, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for k in range(n):
        battle = Battle(where, seed=seed * n + k)
        while battle.outcome is None:
            battle.act(int(drawn(rng, battle.mask()[None])[0]))


def by_env(where: Arena, n: int, seed: int) -> None:
    rng, env = np.random.default_rng(seed), make(where)
    for k in range(n):
        env.reset(seed=seed * n + k)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            done = terminated or truncated
            env.step(None if done else int(drawn(rng, seen["action_mask"][None])[0]))


@cache
def brain_of(name: str) -> Any:
    """Return a brain of random weights."""
    from fracas.policies.brain import Brain
    from fracas.policies.export import pack
    from fracas.policies.network import Network, describe

    where, rng = arena(name), np.random.default_rng(0)
    heads = {"layer_0": (where.n_floats, 16), "rows": (16, where.n_rows), "value": (16, 1)}
    arrays = {f"{k}.weight": rng.normal(0, 0.1, of).astype(np.float32) for k, of in heads.items()}
    arrays |= {f"{k}.bias": np.zeros(of[1], np.float32) for k, of in heads.items()}
    network = Network.from_arrays(arrays, "relu")
    return Brain.from_bytes(pack(network, describe(where), name, {"training": {"decisions": 0}}))


def by_brain(where: Arena, n: int, seed: int) -> None:
    script = resolve(script_names(where.system.name)[0], where)
    match = play(where, brain_of(where.name), script, -(-n // len(where.sides)), seed)
    assert match.ended.all()


WAYS = {
    "scripts": by_scripts, "batch": by_batch, "battle": by_battle, "env": by_env, "brain": by_brain,
}  # fmt: skip


def measure(way: str, n: int) -> list[float]:
    """Return resident memory before and after each tenth of n battles, the first one left out.

    What is compiled, loaded or kept once comes in with the first tenth.
    """
    where = arena(bundled()[0])
    found = []
    for tenth in range(11):
        WAYS[way](where, max(1, n // 10), tenth)
        found.append(resident())
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("way", WAYS)
def test_J2_memory_is_flat_over_many_battles(way: str) -> None:
    """In a process of its own, where nothing else has left free memory behind."""
    done = subprocess.run(
        [sys.executable, "-P", __file__, str(SMALL[way]), way],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    sizes = [float(size) for size in re.findall(r"(\d+\.\d) MB", done.stdout)]
    assert len(sizes) == 11
    assert np.median(sizes[-3:]) - np.median(sizes[1:4]) < GROWTH, sizes


if __name__ == "__main__":
    count = int(sys.argv[1])
    for name in sys.argv[2:] or WAYS:
        start = time.perf_counter()
        sizes = ", ".join(f"{size:.1f} MB" for size in measure(name, count))
        print(f"{name} {count} battles, {time.perf_counter() - start:.0f} s: {sizes}", flush=True)
