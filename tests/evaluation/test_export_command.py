"""The command ``export``, and commands that take what it writes."""

import io
import json
import sys

import numpy as np
import pytest

from fracas.envs import arena
from fracas.evaluation.cli import main
from fracas.policies import network as networks
from fracas.policies.brain import Brain
from fracas.policies.network import Network, describe


@pytest.fixture(scope="module")
def run(alley, tmp_path_factory):
    """Return the folder of a run as far as export reads it."""
    rng = np.random.default_rng(2)
    shapes = {"layer_0": (alley.n_floats, 16), "rows": (16, alley.n_rows), "value": (16, 1)}
    arrays = {}
    for name, shape in shapes.items():
        arrays[f"{name}.weight"] = rng.normal(0, 0.3, shape).astype(np.float32)
        arrays[f"{name}.bias"] = np.zeros(shape[1], np.float32)
    folder = tmp_path_factory.mktemp("runs") / "alley"
    folder.mkdir()
    told = {"decisions": 4096, "seconds": 2.5, "seed": 3, "scores": {"random": 0.5}}
    network = Network.from_arrays(arrays, "relu")
    networks.save(folder / "policy.npz", network, {**describe(alley), **told})
    return folder


@pytest.fixture(scope="module")
def exported(run):
    words = ["export", str(run), "--pairs", "4", "--against", "random", "--against", "rusher"]
    assert main(words) == 0
    return run.with_suffix(".brain")


def test_it_writes_a_brain_beside_the_run_and_says_so(run, tmp_path, capsys):
    out = tmp_path / "npc.brain"
    words = ["export", str(run), "--out", str(out), "--pairs", "2", "--against", "random"]
    assert main(words) == 0
    text = capsys.readouterr().out
    for part in ("greedy", "drawn", "random", "ms of one core", f"brain: {out} ("):
        assert part in text
    assert [file.name for file in tmp_path.iterdir()] == ["npc.brain"]


def test_I13_the_card_tells_training_scores_with_intervals_and_what_a_decision_takes(exported):
    brain = Brain.load(exported)
    training, scores = brain.card["training"], brain.card["evaluation"]
    assert (training["decisions"], training["seconds"], training["seed"]) == (4096, 2.5, 3)
    made = arena("undead/alley")
    weights = (made.n_floats + 1) * 16 + (16 + 1) * (made.n_rows + 1)  # the layer, then the heads
    assert training["network"] == {"layers": [16], "activation": "relu", "weights": weights}
    met = [(match["policy"], match["against"]) for match in scores["matches"]]
    assert met == [(p, a) for p in ("greedy", "drawn") for a in ("random", "rusher")]
    for match in scores["matches"]:
        assert match["battles"] == 8
        assert match["score"]["low"] <= match["score"]["value"] <= match["score"]["high"]
    times = brain.card["cpu_milliseconds"]
    assert 0 < times["p50"] < 1
    assert times["p50"] <= times["p99"]
    assert len(brain.about["date"]) == 10
    assert exported.stat().st_size < 2_000_000


def test_the_cards_scores_are_those_that_evaluate_finds(exported, capsys):
    words = ["evaluate", "undead/alley", str(exported), "--against", "rusher", "--pairs", "4"]
    assert main([*words, "--greedy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["matches"][0]
    told = Brain.load(exported).card["evaluation"]["matches"][1]
    assert {key: found[key] for key in ("wins", "draws", "losses", "score")} == {
        key: told[key] for key in ("wins", "draws", "losses", "score")
    }


def test_a_brain_may_be_the_baseline_and_the_opponent(exported, capsys, monkeypatch):
    words = ["evaluate", "undead/alley", "random", "--against", str(exported), "--pairs", "2"]
    assert main(words) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("end_turn\n" * 3 + "quit\n"))
    assert main(["play", "undead/alley", "--against", str(exported)]) == 0
    assert "you leave the battle" in capsys.readouterr().out


def test_weights_alone_are_exported_beside_themselves(run):
    words = ["export", str(run / "policy.npz"), "--pairs", "1", "--against", "random"]
    assert main(words) == 0
    Brain.load(run / "policy.brain")


def test_I2_what_training_writes_is_exported(tmp_path):
    pytest.importorskip("sb3_contrib")
    folder = tmp_path / "run"
    settings = ("ppo.battles=8", "ppo.steps=16", "ppo.minibatch=32", "network.layers=[16,16]")
    words = ["train", "undead/alley", "--out", str(folder), "--decisions", "256"]
    assert main([*words, *(word for text in settings for word in ("--set", text))]) == 0
    assert main(["export", str(folder), "--pairs", "1", "--against", "random"]) == 0
    brain = Brain.load(tmp_path / "run.brain")
    network, _ = networks.load(folder)
    observations, masks = brain.golden["observation"], brain.golden["mask"].astype(np.int8)
    assert (brain.choose(observations, masks) == network.choose(observations, masks, None)).all()
    assert brain.card["training"]["decisions"] >= 256
    assert brain.card["training"]["settings"]["ppo"]["battles"] == 8


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("export nothing", "nothing: no such file"),
        ("export .", "is it a training run?"),
        ("export {run} --out npc.zip", "brains are called .brain"),
        ("export {run} --out no/such/npc.brain", "no folder no/such"),
        ("export {run} --against nobody", "no policy 'nobody'"),
        ("export {brain}", "not a network file"),
        ("evaluate undead/rush {brain} --pairs 1", "doesn't fit undead/rush"),
        ("evaluate undead/alley model.zip --pairs 1", "can run code when it is loaded"),
        ("play undead/alley --against broken.brain", "no brain, or a damaged one"),
    ],
)
def test_an_error_is_one_line_and_status_2(
    words, part, run, exported, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.zip").write_bytes(b"PK")
    (tmp_path / "broken.brain").write_bytes(exported.read_bytes()[:-100])
    assert main([word.format(run=run, brain=exported) for word in words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["broken.brain", "model.zip"]
