"""Brains: what they answer, whom they fit, and which files are refused."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO

import numpy as np
import pytest

from fracas.envs import Battle, BattleBatch, arena
from fracas.policies.brain import POLICY, Brain, BrainError
from fracas.policies.export import onnx_of
from fracas.policies.resolve import PolicyError, resolve

HELLO = """
import json, sys
from fracas.policies import Brain
brain = Brain.load(sys.argv[1])
case = brain.golden["observation"][0], brain.golden["mask"][0]
best = brain.rank(*case).actions[0]
assert best.row == brain.choose(case[0][None], case[1][None])[0]
known = "torch numba gymnasium pettingzoo pydantic yaml onnx typer rich fracas.envs".split()
print(json.dumps([best.action, [name for name in known if name in sys.modules]]))
"""


def walk(where, network, battles, seed=5, steps=10_000):
    """Yield (observations, masks) of battles that a network plays until all are over."""
    batch = BattleBatch(where, battles, seed)
    batch.restart()
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        asked = batch.deciders >= 0
        if not asked.any():
            return
        yield batch.observations[asked], batch.masks[asked]
        batch.step(network.choose(batch.observations, batch.masks, rng))


# -- asking ----------------------------------------------------------------------------------------


def test_I14_a_game_needs_numpy_and_onnxruntime_only(brain_file):
    done = subprocess.run(
        [sys.executable, "-c", HELLO, str(brain_file)], capture_output=True, text=True, check=True
    )
    action, loaded = json.loads(done.stdout)
    assert action
    assert loaded == []


def test_I1_I2_the_brain_answers_as_its_network_in_play(alley, network, brain):
    decisions = 0
    for observations, masks in walk(alley, network, 8):
        logits, values = network.evaluate(observations)
        found, worth = brain.evaluate(observations, masks)
        legal = masks != 0
        assert np.abs(found - logits)[legal].max() < 1e-4
        assert (found[~legal] == -1e9).all()
        assert np.abs(values - worth).max() < 1e-4
        decisions += len(masks)
    assert decisions > 300


def test_its_greedy_actions_are_its_networks_over_whole_battles(alley, network, brain):
    decisions = 0
    for observations, masks in walk(alley, network, 200):
        rows = brain.choose(observations, masks)
        assert (rows == network.choose(observations, masks, None)).all()
        assert masks[np.arange(len(rows)), rows].all()
        decisions += len(rows)
    assert decisions > 10_000


@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("rows", [1, 2, 3, 1000])
def test_I4_any_number_of_rows_is_exported_right(make_network, rows, activation):
    import onnxruntime

    network = make_network(5, rows, (8,), activation)
    session = onnxruntime.InferenceSession(onnx_of(network), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(rows)
    observations = rng.normal(size=(9, 5)).astype(np.float32)
    masks = rng.random((9, rows)) < 0.5
    logits, values = session.run(None, {"observation": observations, "mask": masks})
    meant, worth = network.evaluate(observations)
    np.testing.assert_allclose(logits, np.where(masks, meant, np.float32(-1e9)), atol=1e-5)
    np.testing.assert_allclose(values, worth, atol=1e-5)


@pytest.mark.parametrize("greedy", [True, False])
def test_I5_ten_thousand_random_masks_and_never_a_refused_row(brain, greedy):
    rng = np.random.default_rng(3)
    observations = rng.uniform(-1, 1, (10_000, len(brain.floats))).astype(np.float32)
    masks = (rng.random((10_000, brain.n_rows)) < rng.random((10_000, 1)) ** 4).astype(np.int8)
    rows = brain.choose(observations, masks, greedy=greedy, temperature=3.0)
    some = masks.any(axis=1)
    assert 0 < some.sum() < len(some)
    assert masks[np.flatnonzero(some), rows[some]].all()
    assert (rows[~some] == -1).all()


def test_I5_where_nothing_is_legal_there_is_nothing_to_rank(brain):
    with pytest.raises(BrainError, match="nothing is legal"):
        brain.rank(brain.golden["observation"][0], np.zeros(brain.n_rows, np.int8))


def test_I7_I8_any_batch_gives_the_same_answers(brain):
    observations, masks = brain.golden["observation"], brain.golden["mask"]
    logits, values = brain.evaluate(observations, masks)
    for size in (1, 7, 64, 3, 1, 33):
        found, worth = brain.evaluate(observations[:size], masks[:size])
        np.testing.assert_allclose(found, logits[:size], atol=1e-4)
        np.testing.assert_allclose(worth, values[:size], atol=1e-4)
    assert brain.choose(observations[:0], masks[:0]).shape == (0,)


def test_I10_its_choices_are_as_spread_as_the_networks(brain, network):
    observations, masks = brain.golden["observation"], brain.golden["mask"]

    def entropy(chances):
        return -(chances * np.log(np.maximum(chances, 1e-30))).sum(axis=1).mean()

    meant = entropy(network.probabilities(observations, masks.astype(np.int8)))
    assert meant > 0.1
    assert entropy(brain.probabilities(observations, masks)) == pytest.approx(meant, rel=0.001)
    assert len(set(brain.choose(observations, masks))) > 3


@pytest.mark.parametrize("patterns", [True, False])
def test_I16_the_answers_are_those_of_an_unoptimised_run(packed, brain, patterns):
    import onnxruntime

    graph = zipfile.ZipFile(BytesIO(packed)).read(POLICY)
    sessions = []
    for level in ("ORT_DISABLE_ALL", "ORT_ENABLE_ALL"):
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
        options.enable_mem_pattern = patterns
        sessions.append(
            onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        )
    rng = np.random.default_rng(0)
    for size in rng.integers(1, 65, 40):
        some = rng.choice(len(brain.golden["mask"]), size)
        case = {key: brain.golden[key][some] for key in ("observation", "mask")}
        ours = brain.evaluate(case["observation"], case["mask"])
        for session in sessions:
            for found, meant in zip(session.run(None, case), ours, strict=True):
                np.testing.assert_allclose(found, meant, atol=1e-4)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda o, m: (o[:, 1:], m), "observations of shape"),
        (lambda o, m: (o, m[:, 1:]), "masks of shape"),
        (lambda o, m: (o[:1], m), "masks of shape"),
        (lambda o, m: (o[0], m[0]), "observations of shape"),
        (lambda o, m: (o * np.float32(np.nan), m), "not finite"),
    ],
)
def test_I16_a_question_outside_the_schema_is_refused(brain, change, part):
    with pytest.raises(BrainError, match=part):
        brain.choose(*change(brain.golden["observation"], brain.golden["mask"]))


def test_I17_the_host_gets_probabilities_and_a_temperature(brain):
    observation, mask = brain.golden["observation"][3], brain.golden["mask"][3]
    ranking = brain.rank(observation, mask)
    assert sorted(one.row for one in ranking.actions) == np.flatnonzero(mask).tolist()
    assert sum(one.probability for one in ranking.actions) == pytest.approx(1)
    falling = [one.probability for one in ranking.actions]
    assert falling == sorted(falling, reverse=True)
    assert [one.action for one in ranking.actions] == [brain.names[o.row] for o in ranking.actions]
    assert ranking.value == pytest.approx(float(brain.golden["value"][3]), abs=1e-4)
    scores = brain.golden["logits"][3][[one.row for one in ranking.actions]] / 2
    meant = np.exp(scores - scores.max())
    hot = [one.probability for one in brain.rank(observation, mask, temperature=2).actions]
    np.testing.assert_allclose(hot, meant / meant.sum(), atol=1e-4)


def test_a_temperature_near_0_is_greedy_and_a_high_one_is_chance(brain):
    observations, masks = brain.golden["observation"], brain.golden["mask"]
    cold = brain.choose(observations, masks, greedy=False, temperature=1e-300)
    assert (cold == brain.choose(observations, masks)).all()
    hot = brain.probabilities(observations, masks, temperature=1e9)
    np.testing.assert_allclose(hot, masks / masks.sum(axis=1, keepdims=True), atol=1e-6)
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(BrainError, match="a number above 0"):
            brain.probabilities(observations, masks, wrong)


def test_draws_follow_the_seed_and_the_probabilities(brain_file):
    brain = Brain.load(brain_file, greedy=False, seed=4)
    observations = np.repeat(brain.golden["observation"][3:4], 20_000, axis=0)
    masks = np.repeat(brain.golden["mask"][3:4], 20_000, axis=0)
    first = brain.act(observations, masks)
    assert (first != brain.act(observations, masks)).any()
    brain.reset(4)
    assert (first == brain.act(observations, masks)).all()
    assert (first == Brain.load(brain_file, greedy=False, seed=4).act(observations, masks)).all()
    chances = brain.probabilities(observations[:1], masks[:1])[0]
    shares = np.bincount(first, minlength=brain.n_rows) / len(first)
    assert np.abs(shares - chances).max() < 0.02


def test_it_tells_names_layout_and_card(alley, brain):
    assert brain.layout == alley.layout.spans
    assert brain.floats == alley.layout.names
    assert "melee(enemy_0, torso, main)" in brain.names
    assert (brain.system, brain.encounter["id"]) == ("undead", "undead/alley")
    assert brain.encounter["definition"]["title"] == alley.title
    assert brain.card == {"training": {"decisions": 0}}


# -- battles ---------------------------------------------------------------------------------------


@pytest.fixture
def from_json(monkeypatch):
    """Let a battle stand for its own state."""
    monkeypatch.setattr(Battle, "from_json", staticmethod(lambda state: state), raising=False)


def test_I19_it_plays_whole_turns_from_states_by_the_names_of_the_battle(brain, from_json):
    battle = Battle("undead/alley", 3)
    turns = set()
    while battle.outcome is None and battle.round < 3:
        turns.add(battle.decider)
        ranking = brain.decide(battle)
        assert {one.action for one in ranking.actions} == {str(a) for a in battle.legal()}
        assert ranking.actions[0].row == brain.choose(
            battle.observation()[None], battle.mask()[None]
        )
        battle.act(ranking.actions[0].action)
    assert turns == {"red_0", "blue_0"}


def test_a_state_of_another_encounter_is_refused(brain, from_json):
    with pytest.raises(BrainError, match="made for undead/alley") as caught:
        brain.decide(Battle("undead/rush", 3))
    assert "\n" not in str(caught.value)


def test_a_battle_that_is_over_has_no_decision(brain, from_json):
    battle = Battle("undead/alley", 3)
    while battle.decider is not None:
        battle.act(brain.decide(battle).actions[-1].row)
    with pytest.raises(BrainError, match="the battle is over"):
        brain.decide(battle)


def test_a_policys_name_may_be_a_brain(brain_file, alley):
    assert resolve(str(brain_file), alley, greedy=True).greedy
    assert not resolve(str(brain_file), alley).greedy
    with pytest.raises(PolicyError, match=r"npc\.brain: made for undead/alley"):
        resolve(str(brain_file), arena("undead/rush"))
    with pytest.raises(PolicyError, match=r"did you mean .*npc\.brain\?"):
        resolve(str(brain_file.with_name("nbc.brain")), alley)


def test_a_zip_is_never_loaded(alley, tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(b"")
    with pytest.raises(PolicyError, match="can run code when it is loaded"):
        resolve(str(path), alley)


def test_without_the_engine_it_says_so(brain, monkeypatch):
    monkeypatch.setitem(sys.modules, "fracas.envs", None)
    with pytest.raises(BrainError, match="deciding from a state needs all of fracas"):
        brain.decide({})
