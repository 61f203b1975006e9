"""Runs: repeatable, resumable bit for bit, whole when interrupted, and they learn."""

import json
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from fracas.policies import network as networks
from fracas.policies.network import NetworkPolicy
from fracas.training.checkpoint import RunError, RunFolder, read_run, read_state
from fracas.training.train import Run, entropy_at, train

pytest.importorskip("torch")


def interrupt_after(updates):
    """Return a report function that presses Ctrl-C after so many updates."""
    left = [updates]

    def report(status):
        left[0] -= 1
        if left[0] == 0:
            signal.raise_signal(signal.SIGINT)

    return report


def final_state(folder):
    """Return everything that the future of a run depends on."""
    checkpoint = RunFolder(folder).checkpoints()[-1]
    run = read_run(checkpoint)
    run.pop("seconds")
    arrays = {name: array.tobytes() for name, array in read_state(checkpoint).items()}
    return run, arrays, networks.load(folder)[0].digest()


def test_a_resumed_run_equals_an_uninterrupted_one_bit_for_bit(small, runs) -> None:
    train(small(), runs / "whole", progress=False)
    with pytest.raises(KeyboardInterrupt):
        train(small(), runs / "cut", progress=interrupt_after(2))
    assert read_run(RunFolder(runs / "cut").checkpoints()[-1])["decisions"] == 2 * 128
    result = train(None, runs / "cut", resume=True, progress=False)
    assert result.status.decisions == 4 * 128
    assert final_state(runs / "cut") == final_state(runs / "whole")


def test_D13_the_same_seed_gives_the_same_run_and_another_seed_another(small, runs) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        train(small(seed=seed), runs / name, progress=False)
    assert final_state(runs / "a") == final_state(runs / "b")
    assert final_state(runs / "a")[2] != final_state(runs / "c")[2]


def test_an_interrupted_run_leaves_a_usable_checkpoint(small, runs, duel) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        train(small(), runs / "run", progress=interrupt_after(1))
    assert signal.getsignal(signal.SIGINT) is before
    policy = NetworkPolicy.load(runs / "run", arena=duel)
    masks = np.eye(duel.n_rows, dtype=np.int8)
    seen = np.zeros((duel.n_rows, duel.n_floats), np.float32)
    assert (policy.act(seen, masks) == np.arange(duel.n_rows)).all()
    meta = json.loads((runs / "run" / "meta.json").read_text())
    assert meta["decisions"] == 128
    assert meta["rows"] == duel.n_rows


def test_H1_frozen_weights_are_the_same_at_the_end_and_after_resuming(small, runs) -> None:
    with pytest.raises(KeyboardInterrupt):
        train(small(opponents__most_frozen=8), runs / "run", progress=interrupt_after(2))

    def frozen():
        folder = RunFolder(runs / "run")
        run = read_run(folder.checkpoints()[-1])
        members = [m for m in run["pool"]["members"].values() if m["kind"] == "frozen"]
        held = folder.weights(run)
        return {m["name"]: (m["digest"], held[m["digest"]].digest()) for m in members}

    early = frozen()
    train(None, runs / "run", resume=True, progress=False)
    late = frozen()
    assert early
    assert all(kept == held for kept, held in (early | late).values())
    shared = early.keys() & late.keys()
    assert shared
    assert {name: early[name] for name in shared} == {name: late[name] for name in shared}
    assert len({digest for digest, _ in late.values()}) == len(late)


def test_old_checkpoints_and_weights_are_removed(small, runs) -> None:
    config = small(checkpoint_every=128, keep=2, decisions=128 * 8)
    train(config, runs / "run", progress=False)
    folder = RunFolder(runs / "run")
    assert [int(path.name) for path in folder.checkpoints()] == [128 * 7, 128 * 8]
    used = {d for path in folder.checkpoints() for d in folder.weights(read_run(path))}
    assert {path.stem for path in (runs / "run" / "league").iterdir()} == used
    assert not list((runs / "run").rglob(".new-*"))


def test_a_run_can_be_made_longer_but_not_another_one(small, runs) -> None:
    train(small(), runs / "run", progress=False)
    longer = small(decisions=128 * 6)
    assert train(longer, runs / "run", resume=True, progress=False).status.decisions == 128 * 6
    with pytest.raises(RunError, match="begun with another seed"):
        train(small(seed=9), runs / "run", resume=True, progress=False)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda c: (c / "run.json").write_text("{"), "damaged"),
        (lambda c: (c / "run.json").write_text("{}"), "decisions: this key is missing"),
        (lambda c: (c / "state.npz").write_bytes(b"no"), "altered since it was written"),
        (lambda c: (c / "model.zip").write_bytes(b"no"), "altered since it was written"),
        (lambda c: (c / "model.zip").unlink(), "damaged"),
    ],
)
def test_a_damaged_checkpoint_is_an_error_in_one_line(small, runs, damage, message) -> None:
    train(small(decisions=128), runs / "run", progress=False)
    damage(RunFolder(runs / "run").checkpoints()[-1])
    with pytest.raises(RunError) as caught:
        train(small(decisions=256), runs / "run", resume=True, progress=False)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_folders_that_cannot_be_used(small, runs) -> None:
    with pytest.raises(RunError, match="no training run in this folder"):
        train(None, runs / "none", resume=True, progress=False)
    with pytest.raises(RunError, match="needs a configuration"):
        train(None, runs / "none", progress=False)
    train(small(decisions=128), runs / "run", progress=False)
    with pytest.raises(RunError, match="holds a run already"):
        train(small(), runs / "run", progress=False)
    (runs / "file").write_text("")
    with pytest.raises(RunError, match="file"):
        train(small(), runs / "file", progress=False)


def test_a_checkpoint_is_sb3s_own_file_too(small, runs) -> None:
    from sb3_contrib import MaskablePPO

    train(small(decisions=128), runs / "run", progress=False)
    model = MaskablePPO.load(RunFolder(runs / "run").checkpoints()[-1] / "model.zip")
    network = networks.load(runs / "run")[0]
    bias = model.policy.action_net.bias.detach().numpy()
    assert (bias == network.arrays()["rows.bias"]).all()


def test_minutes_end_a_run(small, runs) -> None:
    result = train(small(decisions=None, minutes=0.005), runs / "run", progress=False)
    assert 0.3 <= result.status.seconds < 20
    assert result.status.done == 1


def test_the_report_adds_up(small, runs) -> None:
    told = []
    train(small(), runs / "run", progress=told.append)
    assert [status.decisions for status in told] == [128, 256, 384, 512]
    assert told[-1].done == 1
    assert sum(told[-1].shares.values()) == pytest.approx(1)
    assert all(0 <= score <= 1 for score in told[-1].scores.values())
    assert (runs / "run" / "logs" / "from_000000000000" / "progress.csv").is_file()


def test_J1_playing_a_run_needs_no_torch(small, runs) -> None:
    train(small(decisions=128), runs / "run", progress=False)
    program = (
        "import sys; from fracas.policies.network import NetworkPolicy\n"
        f"NetworkPolicy.load({str(runs / 'run')!r})\n"
        "assert not {'torch', 'stable_baselines3', 'sb3_contrib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-P", "-c", program], check=True, cwd=runs)


@pytest.mark.slow
def test_B1_C2_the_duel_is_learned_in_a_minute(small, runs) -> None:
    """Against random play only; the score is that of the last hundred games or so."""
    config = small(
        decisions=300_000, ppo__battles=64, ppo__steps=32, ppo__minibatch=512, ppo__epochs=4,
        network__layers=[32], opponents__random=1.0, opponents__scripted=0.0,
        opponents__frozen=0.0, opponents__latest=0.0,
    )  # fmt: skip
    told = []
    train(config, runs / "run", progress=told.append)
    first, last = told[2].scores["random"], told[-1].scores["random"]
    assert first < 0.65
    assert last > 0.85
    assert told[-1].results["cut"] == 0


def test_the_learning_curve_goes_on_where_the_run_was_taken_up(small, runs) -> None:
    train(small(), runs / "whole", progress=False)
    with pytest.raises(KeyboardInterrupt):
        train(small(), runs / "cut", progress=interrupt_after(2))
    file = runs / "cut" / "curve.csv"
    lost = "\n".join([*file.read_text().splitlines(), "384,9.9,0.1\n"])  # no checkpoint followed it
    file.write_text(lost)
    train(None, runs / "cut", resume=True, progress=False)
    rows = [RunFolder(runs / name).curve().rows for name in ("whole", "cut")]
    assert [row["decisions"] for row in rows[0]] == [128, 256, 384, 512]
    scores = [(n, row[n]) for row in rows[0] for n in row if n not in ("decisions", "seconds")]
    assert scores
    assert all(0 <= score <= 1 and not name.startswith("self_") for name, score in scores)
    assert [{**row, "seconds": 0} for row in rows[0]] == [{**row, "seconds": 0} for row in rows[1]]


@pytest.mark.parametrize(
    "text", ["nothing\n1\n", "decisions,seconds\n1\n", "decisions,seconds\n1,2,3\n", "\udc80\0"]
)
def test_a_damaged_learning_curve_is_one_line(runs, text) -> None:
    (runs / "curve.csv").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RunError, match=r"curve\.csv: a damaged learning curve") as caught:
        RunFolder(runs).curve()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("last", "ends"), [(None, 0.04), (0.0, 0.0), (0.01, 0.01)])
def test_the_weight_of_the_entropy_falls_to_its_last(small, runs, last, ends) -> None:
    more = {} if last is None else {"ppo.last_entropy": last}
    config = small(**{"ppo.entropy": 0.04, **more})
    assert [entropy_at(config.ppo, done) for done in (0, 0.5, 1)] == pytest.approx(
        [0.04, (0.04 + ends) / 2, ends]
    )
    run = Run(config, RunFolder(runs / "run"))
    weights = []
    run.go(lambda _: weights.append(run.model.ent_coef), threading.Event())
    assert len(weights) == 4
    assert weights == pytest.approx([entropy_at(config.ppo, k / 4) for k in (1, 2, 3, 4)])
