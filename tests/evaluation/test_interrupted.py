"""Commands that are stopped or can't write: one line, and nothing is lost or half-written."""

import errno
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from fracas.evaluation.cli import main
from fracas.policies import network as networks
from fracas.training.checkpoint import RunFolder

PROGRAM = "import sys; from fracas.evaluation.cli import main; sys.exit(main())"
SMALL = (
    "--set ppo.battles=4 --set ppo.steps=16 --set ppo.minibatch=32 --set network.layers=[8]"
    " --set tensorboard=false"
)
EVALUATE = "evaluate undead/alley random --against random --pairs 1"
TRAIN = f"train undead/alley --out run {SMALL} --decisions"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def raising(error, after=0):
    """Return a function that wraps another: after so many calls of it, the error comes."""
    left = [after]

    def make(then):
        def call(*arguments, **more):
            if left[0] == 0:
                raise error
            left[0] -= 1
            return then(*arguments, **more)

        return call

    return make


def files_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- Ctrl-C ----------------------------------------------------------------------------------------

LONG_PARTS = {
    "list": "fracas.envs.arena",
    "show undead/alley": "fracas.envs.arena",
    "play undead/alley": "fracas.evaluation.cli.person.Session.turn",
    "evaluate undead/alley random --pairs 1 --out r.json": "fracas.evaluation.evaluate.play",
    "balance undead/alley random --out r.json": "fracas.evaluation.balance.play",
    "tactics undead/alley random --out r.json": "fracas.evaluation.tactics.tactics",
    "bench undead/alley --out r.json": "fracas.evaluation.bench.cost",
    "replay b.json": "fracas.evaluation.replay.load",
    "export run": "fracas.policies.network.load",
    "check": "fracas.evaluation.ledger.ledger",
    f"{TRAIN} 64": "fracas.training.train.Run",
    "quickstart --out run": "fracas.training.train.train",
}


@pytest.mark.parametrize("words", LONG_PARTS)
def test_ctrl_c_is_one_line_and_status_130(words, here, capsys, monkeypatch):
    if words.startswith(("train", "quickstart")):
        pytest.importorskip("sb3_contrib")
    (here / "r.json").write_text("kept")
    monkeypatch.setattr(LONG_PARTS[words], raising(KeyboardInterrupt)(None))
    words = words.replace("bench", "bench --no-loads")
    assert main(words.split()) == 130
    assert capsys.readouterr().err == "fracas: interrupted\n"
    assert files_of(here) == {here / "r.json": b"kept"}


def test_ctrl_c_while_a_result_is_written_keeps_the_one_before(here, capsys, monkeypatch):
    (here / "r.json").write_text("kept")
    assert main(EVALUATE.split()) == 0  # the rules are compiled, and files renamed for it, by now
    capsys.readouterr()
    monkeypatch.setattr(os, "replace", raising(KeyboardInterrupt)(None))
    assert main(f"{EVALUATE} --out r.json".split()) == 130
    assert capsys.readouterr().err == "fracas: interrupted\n"
    assert files_of(here) == {here / "r.json": b"kept"}


def test_ctrl_c_while_a_checkpoint_is_written_keeps_the_one_before(here, capsys, monkeypatch):
    pytest.importorskip("sb3_contrib")
    assert main(f"{TRAIN} 64".split()) == 0
    before = {k: v for k, v in files_of(here).items() if "checkpoints" in k.parts}
    monkeypatch.setattr("numpy.savez", raising(KeyboardInterrupt)(None))
    capsys.readouterr()
    assert main("train --resume --out run --decisions 128".split()) == 130
    assert capsys.readouterr().err == "fracas: interrupted\n"
    assert {k: v for k, v in files_of(here).items() if "checkpoints" in k.parts} == before
    assert not list((here / "run").rglob(".*"))
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert main("train --resume --out run --decisions 128".split()) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
def test_ctrl_c_ends_training_with_a_checkpoint_that_can_be_used(here):
    pytest.importorskip("sb3_contrib")
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *f"{TRAIN} 100000000".split()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A shell that runs the tests in the background lets its children ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        until = time.monotonic() + 300
        while not any(path.stat().st_size for path in here.glob("run/logs/*/progress.csv")):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "fracas: interrupted"
    assert "Traceback" not in err
    networks.load(here / "run")
    assert len(RunFolder(here / "run").checkpoints()) == 1
    assert main("evaluate undead/alley run --against random --pairs 1".split()) == 0


# -- nothing can be written ------------------------------------------------------------------------

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
CLOSED = PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@pytest.mark.parametrize("error", [FULL, CLOSED], ids=["full disk", "no permission"])
def test_a_result_that_cannot_be_written_leaves_the_one_before(error, here, capsys, monkeypatch):
    (here / "r.json").write_text("kept")
    assert main(EVALUATE.split()) == 0  # the rules are compiled, and files renamed for it, by now
    capsys.readouterr()
    monkeypatch.setattr(os, "replace", raising(error)(None))
    assert main(f"{EVALUATE} --out r.json".split()) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"fracas: r.json: {error.strerror}\n")
    assert files_of(here) == {here / "r.json": b"kept"}


@pytest.mark.parametrize("command", ["evaluate undead/alley random", "tactics undead/alley random"])
def test_a_place_that_is_closed_is_met_before_the_battles(command, here, capsys, monkeypatch):
    monkeypatch.setattr("fracas.evaluation.match.play", raising(AssertionError)(None))
    monkeypatch.setattr("pathlib.Path.open", raising(CLOSED)(None))
    assert main([*command.split(), "--out", "r.json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"fracas: --out r.json: {CLOSED.strerror}\n")


def test_a_disk_that_fills_up_while_training_leaves_the_checkpoint_before(
    here, capsys, monkeypatch
):
    pytest.importorskip("sb3_contrib")
    monkeypatch.setattr("numpy.savez", raising(FULL, after=3)(np.savez))
    assert main([*f"{TRAIN} 640".split(), "--set", "checkpoint_every=64"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("fracas: run/")
    assert err.endswith(": No space left on device\n")
    assert not list((here / "run").rglob(".*"))
    kept = RunFolder(here / "run").checkpoints()
    assert len(kept) == 1
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert main("train --resume --out run --decisions 640".split()) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
def test_a_full_disk_under_the_output_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "check", "undead"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.stderr == "fracas: No space left on device\n"
    assert done.returncode == 2
