"""The bench, with very short measurements."""

import numpy as np
import pytest

from fracas.envs.core.batch import write_many
from fracas.evaluation import bench

KEYS = {
    "encounter", "batched_decisions_per_s", "bare_writes_per_s", "bare_write_ratio",
    "aec_decisions_per_s", "battles_per_s", "rows", "floats", "record_bytes", "copy_us",
    "compile_cold_s", "load_warm_s",
}  # fmt: skip


@pytest.fixture(scope="module")
def document():
    return bench.bench(["undead/alley"], seconds=0.02, loads=False)


def test_every_figure_is_there(document):
    (entry,) = document["encounters"]
    assert set(entry) == KEYS
    for key in KEYS - {"encounter", "battles_per_s", "compile_cold_s", "load_warm_s"}:
        assert entry[key] > 0
    assert entry["compile_cold_s"] is entry["load_warm_s"] is None


def test_all_pairs_of_scripts_play(document):
    rates = document["encounters"][0]["battles_per_s"]
    assert len(rates["pairings"]) == 15
    assert "random" not in "".join(rates["pairings"])
    assert rates["slowest"] == min(rates["pairings"].values()) <= rates["mean"]


def test_the_tables_show_it(document):
    table, games = bench.tables(document)
    assert table.row_count == len(KEYS) - 2 + 2
    assert games.row_count == len(document["pettingzoo_decisions_per_s"])


def test_the_bare_write_writes_what_play_wrote():
    rng = np.random.default_rng(0)
    floats = rng.random((3, 40), np.float32)
    bits = (rng.random((3, 20)) < 0.3).astype(np.int8)
    bits[:, 7] = 1
    observations, masks = np.zeros((5, 40), np.float32), np.repeat(bits[:1], 5, axis=0)
    words = np.arange(5, dtype=np.uint64)
    assert write_many(observations, masks, words, 4, floats, bits) >= 0
    for k in range(5):
        same = (np.sort(floats, axis=1) == np.sort(observations[k])).all(axis=1)
        source = int(np.flatnonzero(same)[0])  # every float of one observation, each once
        assert (np.sort(masks[k]) == np.sort(bits[source])).all()
    assert len({row.tobytes() for row in observations}) == 3


def test_cost_counts_things_and_not_steps():
    spin = np.zeros(20000)

    def run(things):
        def work(steps):
            for _ in range(steps):
                np.sort(spin)
            return steps * things

        return work

    assert bench.cost(run(1), 0.05) / bench.cost(run(10), 0.05) == pytest.approx(10, rel=0.6)


@pytest.mark.slow
def test_compiling_from_nothing_and_loading_are_told_apart():
    times = bench.load_times("undead/alley")
    assert times["compile_cold_s"] > 5 * times["load_warm_s"] > 0
