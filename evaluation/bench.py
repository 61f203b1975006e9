"""How fast the environments are, on one core, in CPU time of this process.

Only decisions that somebody is asked for count: windows with one answer are settled unasked. The
bare write is a loop that picks a row from a mask seen in play and copies another observation and
another mask into place: what a decision would cost if there were no rules at all.
"""

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from fracas.envs.core.batch import BattleBatch, random_many, write_many
from fracas.envs.core.battle import Arena, arena
from fracas.envs.core.jit import public_kernel
from fracas.evaluation.evaluate import heading
from fracas.evaluation.match import play
from fracas.policies.resolve import resolve, script_names

BATTLES = 256
SAMPLES = 64  # observations and masks that the bare write copies in turn: they fit the cache
GAMES = ("connect_four_v3", "chess_v6")  # PettingZoo's own, for comparison

# Rules, loops and one decision, in a process of its own: CPU seconds past the imports.
_LOAD = """
import sys, time
import fracas.envs
started = time.process_time()
batch = fracas.envs.BattleBatch(sys.argv[1], 1)
batch.step(batch.masks.argmax(axis=1))
print(time.process_time() - started)
"""


@public_kernel
def copy_many(target, source, steps):  # type: ignore[no-untyped-def]
    """Copy one battle after the other, ``steps`` times each."""
    for _ in range(steps):
        for k in range(source.shape[0]):
            target[k, :] = source[k, :]


def cost(run: Callable[[int], int], seconds: float) -> float:
    """Return CPU seconds for each thing that ``run(n)`` does, the best of three.

    Args:
        run: does its thing in n steps and returns how many things that were.
        seconds: about how long each try lasts.
    """
    run(1)  # compiles or loads
    steps, spent = 1, 0.0
    while spent < seconds / 8:
        steps *= 2
        started = time.process_time()
        run(steps)
        spent = time.process_time() - started
    steps = max(1, int(steps * seconds / spent))
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        things = run(steps)
        best = min(best, (time.process_time() - started) / things)
    return best


def bench_encounter(source: str | Arena, seconds: float = 1.0) -> dict[str, Any]:
    """Return the figures of one encounter.

    Args:
        source: the encounter.
        seconds: about how long each figure is measured for.
    """
    made = arena(source)
    batch = BattleBatch(made, BATTLES, seed=1)
    words = np.arange(batch.n, dtype=np.uint64)

    def decide(steps: int) -> int:
        done, finished, wrong = random_many(
            batch.play, batch.template, batch.bytes, batch.observations, batch.masks,
            batch.deciders, words, batch.base, batch.episode, steps,
        )  # fmt: skip
        batch.episode += finished
        if wrong:
            raise RuntimeError(
                f"{made.name}: {wrong} decisions with an empty mask or a refused row"
            )
        return int(done)

    decide(50)  # battles at all stages
    decision = cost(decide, seconds)
    floats, bits = batch.observations[:SAMPLES].copy(), batch.masks[:SAMPLES].copy()
    spare = BattleBatch(made, BATTLES, seed=2)

    def write(steps: int) -> int:
        write_many(spare.observations, spare.masks, words, steps, floats, bits)
        return steps * batch.n

    def copy(steps: int) -> int:
        copy_many(spare.bytes, batch.bytes, steps)
        return steps * batch.n

    bare = cost(write, seconds / 2)
    return {
        "encounter": made.name,
        "batched_decisions_per_s": round(1 / decision),
        "bare_writes_per_s": round(1 / bare),
        "bare_write_ratio": round(bare / decision, 4),
        "aec_decisions_per_s": _aec(made, seconds),
        "battles_per_s": battles_per_s(made, seconds),
        "rows": made.n_rows,
        "floats": made.n_floats,
        "record_bytes": made.system.dtype.itemsize,
        "copy_us": round(cost(copy, seconds / 2) * 1e6, 4),
    }


def battles_per_s(made: Arena, seconds: float) -> dict[str, Any]:
    """Return how many battles a second scripts play: each pairing, the slowest, the mean.

    ``random`` is left out. The pairings are of different scripts, both sides played.
    """
    names = [name for name in script_names(made.system.name) if name != "random"]
    last = names.index("breaker") + 1 if "breaker" in names else len(names)
    policies = {name: resolve(name, made) for name in names[:last]}
    pairings = list(itertools.combinations(policies, 2))
    rates: dict[str, float] = {}
    for one, other in pairings:

        def run(pairs: int, one: str = one, other: str = other) -> int:
            match = play(made, policies[one], policies[other], pairs, seed=pairs, usage=False)
            return len(match.winner)

        rates[f"{one} - {other}"] = round(1 / cost(run, seconds / len(pairings)), 1)
    if not rates:
        return {"slowest": None, "mean": None, "pairings": {}}
    # the mean over battles: as many of each pairing, so their costs are averaged
    mean = len(rates) / sum(1 / rate for rate in rates.values())
    return {"slowest": min(rates.values()), "mean": round(mean, 1), "pairings": rates}


def _aec(made: Arena, seconds: float) -> int:
    from fracas.envs import make

    return round(1 / cost(_loop(make(made)), seconds))


def _loop(env: Any) -> Callable[[int], int]:
    """Return PettingZoo's loop with random legal actions, counting decisions."""
    rng = np.random.default_rng(0)
    seeds = itertools.count(1)

    def episodes() -> Iterator[None]:
        while True:
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                yield

    stream = episodes()

    def run(steps: int) -> int:
        for _ in itertools.islice(stream, steps):
            pass
        return steps

    return run


def peers(seconds: float) -> dict[str, int]:
    """Return decisions a second of PettingZoo's own games, as far as they are installed."""
    rates = {}
    for name in GAMES:
        try:
            game = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
        except ImportError:
            continue
        rates[name] = round(1 / cost(_loop(game.env()), seconds))
    return rates


def load_times(encounter: str) -> dict[str, float]:
    """Return CPU seconds to a first decision with an empty cache, and with a filled one."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NUMBA_CACHE_DIR": folder}
        seconds = [
            float(
                subprocess.run(
                    [sys.executable, "-c", _LOAD, encounter],
                    env=env, check=True, capture_output=True, text=True,
                ).stdout
            )
            for _ in range(3)
        ]  # fmt: skip
    return {"compile_cold_s": round(seconds[0], 2), "load_warm_s": round(min(seconds[1:]), 2)}


def bench(
    encounters: Sequence[str],
    seconds: float = 1.0,
    loads: bool = True,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Measure encounters and peers in one run and return the document.

    Args:
        encounters: ids or paths.
        seconds: about how long each figure is measured for.
        loads: whether to measure compiling too (a minute a system).
        progress: called with what is measured next.
    """
    times: dict[str, dict[str, float]] = {}
    found = []
    arenas = [arena(source) for source in encounters]  # all sound, before any is measured
    for source, made in zip(encounters, arenas, strict=True):
        system = made.system.name
        if loads and system not in times:
            progress(f"{system}: compiling anew in a process of its own")
            times[system] = load_times(source)
        progress(source)
        entry = bench_encounter(made, seconds)
        found.append({**entry, **times.get(system, {"compile_cold_s": None, "load_warm_s": None})})
    progress("PettingZoo's own games")
    head = heading(arenas[0], "bench")
    return {
        **{key: head[key] for key in ("command", "format", "fracas")},
        "clock": "CPU time of one process, one core; best of three",
        "machine": {"cores": os.cpu_count(), "python": sys.version.split()[0]},
        "encounters": found,
        "pettingzoo_decisions_per_s": peers(seconds),
    }


def tables(document: dict[str, Any]) -> list[Any]:
    """Return rich tables of the figures: a column an encounter, a line a figure."""
    from rich.table import Table

    table = Table(title="speed, one core", caption=document["clock"], title_justify="left")
    table.add_column("")
    for entry in document["encounters"]:
        table.add_column(entry["encounter"], justify="right")
    rows = [key for key in document["encounters"][0] if key not in ("encounter", "battles_per_s")]
    for key in rows:
        table.add_row(key, *(_number(entry[key]) for entry in document["encounters"]))
    for key in ("slowest", "mean"):
        cells = (_number(entry["battles_per_s"][key]) for entry in document["encounters"])
        table.add_row(f"battles_per_s, {key}", *cells)
    games = Table(title="PettingZoo's own games, decisions a second", title_justify="left")
    games.add_column("game")
    games.add_column("rate", justify="right")
    for name, rate in document["pettingzoo_decisions_per_s"].items():
        games.add_row(name, _number(rate))
    return [table, games]


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:g}"
