"""Network files: exact, refused when damaged or made for something else, never unpickled."""

import json

import numpy as np
import pytest

from fracas.policies.base import NO_ROW
from fracas.policies.network import (
    Network,
    NetworkError,
    NetworkPolicy,
    describe,
    load,
    save,
)


def make(floats=6, rows=5, seed=0, activation="relu"):
    rng = np.random.default_rng(seed)
    sizes = {"layer_0": (floats, 7), "layer_1": (7, 4), "rows": (4, rows), "value": (4, 1)}
    arrays = {f"{k}.weight": rng.normal(size=s).astype(np.float32) for k, s in sizes.items()}
    arrays |= {f"{k}.bias": rng.normal(size=s[1]).astype(np.float32) for k, s in sizes.items()}
    return Network.from_arrays(arrays, activation)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_a_file_gives_back_the_same_network(tmp_path, activation) -> None:
    network = make(activation=activation)
    save(tmp_path / "policy.npz", network, {"encounter": "x"})
    for path in (tmp_path, tmp_path / "policy.npz"):
        again, meta = load(path)
        assert again.digest() == network.digest()
        assert meta["encounter"] == "x"
    assert [path.name for path in tmp_path.iterdir()] == ["policy.npz"]


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_the_forward_pass_is_what_it_says(activation) -> None:
    network = make(activation=activation)
    x = np.random.default_rng(1).normal(size=(3, 6)).astype(np.float32)
    masks = np.array([[1, 1, 1, 1, 1], [0, 1, 0, 0, 1], [0, 0, 1, 0, 0]], np.int8)
    x[:, ::2] = 0
    parts, hidden = network.arrays(), x.astype(np.float64)
    for name in ("layer_0", "layer_1"):
        hidden = hidden @ parts[f"{name}.weight"] + parts[f"{name}.bias"]
        hidden = np.maximum(hidden, 0) if activation == "relu" else np.tanh(hidden)
    scores = np.exp(hidden @ parts["rows.weight"] + parts["rows.bias"]) * masks
    value = hidden @ parts["value.weight"] + parts["value.bias"]
    before = x.copy()
    expected = scores / scores.sum(axis=1, keepdims=True)
    assert network.probabilities(x, masks) == pytest.approx(expected, abs=1e-6)
    assert (network.probabilities(x, masks)[masks == 0] == 0).all()
    assert network.choose(x, masks, None).tolist() == expected.argmax(axis=1).tolist()
    assert network.evaluate(x)[1] == pytest.approx(value[:, 0], abs=1e-5)
    assert (x == before).all()


def test_a_battle_gets_the_same_numbers_in_any_batch() -> None:
    network, rng = make(), np.random.default_rng(1)
    x = rng.normal(size=(50, 6)).astype(np.float32)
    scores, values = network.evaluate(x)
    for k in range(50):
        alone = network.evaluate(x[k : k + 1])
        assert (alone[0][0] == scores[k]).all()
        assert alone[1][0] == values[k]


def test_draws_follow_the_probabilities_and_the_seed() -> None:
    arrays = {name: array * np.float32(0.3) for name, array in make().arrays().items()}
    network = Network.from_arrays(arrays, "relu")
    x = np.tile(np.ones(6, np.float32), (40_000, 1))
    masks = np.tile(np.array([1, 1, 0, 1, 1], np.int8), (40_000, 1))
    policy = NetworkPolicy(network, seed=3)
    drawn = policy.act(x, masks)
    expected = network.probabilities(x[:1], masks[:1])[0]
    assert np.bincount(drawn, minlength=5) / 40_000 == pytest.approx(expected, abs=0.01)
    assert drawn.dtype == np.int64
    policy.reset(3)
    assert (policy.act(x, masks) == drawn).all()
    policy.reset(4)
    assert (policy.act(x, masks) != drawn).any()


def test_C4_an_empty_mask_gives_no_row_and_no_probabilities() -> None:
    masks = np.array([[0, 1, 0, 0, 0], [0, 0, 0, 0, 0]], np.int8)
    for greedy in (True, False):
        policy = NetworkPolicy(make(), greedy=greedy)
        assert policy.act(np.zeros((2, 6), np.float32), masks).tolist() == [1, NO_ROW]
    with pytest.raises(ValueError, match="battle 1 has no legal row"):
        make().probabilities(np.zeros((2, 6), np.float32), masks)


def test_only_legal_rows_are_drawn_however_lopsided_the_scores() -> None:
    arrays = make().arrays()
    arrays = {name: array * 300 for name, array in arrays.items()}
    network = Network.from_arrays(arrays, "relu")
    rng = np.random.default_rng(0)
    masks = (rng.random((5000, 5)) < 0.4).astype(np.int8)
    masks[np.arange(5000), rng.integers(0, 5, 5000)] = 1
    rows = network.choose(rng.normal(size=(5000, 6)).astype(np.float32), masks, rng)
    assert masks[np.arange(5000), rows].all()


def test_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="takes 6 floats and 5 rows, not 6 and 4"):
        NetworkPolicy(make()).act(np.zeros((1, 6), np.float32), np.ones((1, 4), np.int8))


def damaged(path, change):
    save(path, make(), {})
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    change(arrays)
    np.savez(path, **arrays)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: a.pop("rows.bias"), "rows.bias is missing"),
        (lambda a: a.pop("meta"), "not a network file"),
        (lambda a: a.update({"meta": np.array("{}")}), "not a network file"),
        (lambda a: a.update({"meta": np.array('"x"')}), "not a network file"),
        (
            lambda a: a.update({"meta": np.array(json.dumps({"format": 9, "activation": "relu"}))}),
            "format 9; this version reads format 1",
        ),
        (
            lambda a: a.update({"meta": np.array(json.dumps({"format": 1, "activation": "gelu"}))}),
            "activation 'gelu': relu or tanh is needed",
        ),
        (lambda a: a.update({"rows.bias": np.zeros(5)}), "rows.bias is float64"),
        (lambda a: a.update({"rows.bias": np.zeros(4, np.float32)}), "5 columns"),
        (lambda a: a.update({"value.bias": np.full(1, np.nan, np.float32)}), "not finite"),
        (lambda a: a.update({"layer_1.weight": np.zeros((9, 4), np.float32)}), "layer_1 takes 9"),
        (lambda a: a.update({"rows.bias": np.array([object()] * 5)}), "not a network file"),
    ],
)
def test_a_damaged_file_is_an_error_in_one_line(tmp_path, change, message) -> None:
    damaged(tmp_path / "a.npz", change)
    with pytest.raises(NetworkError) as caught:
        load(tmp_path / "a.npz")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_network_file_is_named(tmp_path) -> None:
    (tmp_path / "a.npz").write_bytes(b"PK\x03\x04 and more")
    (tmp_path / "b.npz").write_text("text")
    for name, message in {
        "a.npz": "not a network file", "b.npz": "not a network file", "c.npz": "no such file",
        ".": "no policy.npz in this folder",
    }.items():  # fmt: skip
        with pytest.raises(NetworkError, match=message):
            load(tmp_path / name)


def test_a_network_of_another_encounter_is_refused(tmp_path, duel) -> None:
    fitting = make(duel.n_floats, duel.n_rows)
    save(tmp_path / "a.npz", fitting, describe(duel))
    NetworkPolicy.load(tmp_path / "a.npz", arena=duel)
    for key, value in {"rows": 3, "digest": "0", "system": "chess"}.items():
        save(tmp_path / "b.npz", fitting, describe(duel) | {key: value})
        with pytest.raises(NetworkError, match=f"{key} {value}"):
            NetworkPolicy.load(tmp_path / "b.npz", arena=duel)
