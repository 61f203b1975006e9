"""Brains: what they answer, whom they fit, and which files are refused."""

import hashlib
import json
import subprocess
import sys
import zipfile
from io import BytesIO

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from fracas.envs import Battle, BattleBatch, arena
from fracas.policies.brain import (
    ABOUT,
    GOLDEN,
    MOST_BYTES,
    POLICY,
    Brain,
    BrainError,
    digest,
)
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


def test_other_rules_are_refused_unless_accepted(brain_file, packed, alley, tmp_path):
    Brain.load(brain_file).check_fit(alley)
    brain_file.write_bytes(changed(packed, about=lambda a: a["fits"].update(rules="0" * 16)))
    brain = Brain.load(brain_file)
    with pytest.raises(BrainError, match="any_rules=True") as caught:
        brain.check_fit(alley)
    assert str(caught.value).startswith(f"{brain_file}: exported with rules 0000")
    with pytest.raises(PolicyError, match="any_rules=True"):
        resolve(str(brain_file), alley)
    Brain.load(brain_file, any_rules=True).check_fit(alley)


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


# -- files that are refused ------------------------------------------------------------------------


def parts(data):
    with zipfile.ZipFile(BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(members, compression=zipfile.ZIP_STORED):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", compression) as file:
        for name, content in members:
            file.writestr(name, content)
    return out.getvalue()


def changed(data, about=None, sign=True, **members):
    """Return a brain with changed members, and with digests that fit them if it is signed."""
    found = parts(data)
    found |= {{"policy": POLICY, "golden": GOLDEN}[key]: value for key, value in members.items()}
    told = json.loads(found[ABOUT])
    if about is not None:
        about(told)
    if sign:
        for name in (POLICY, GOLDEN):
            told["files"][name]["sha256"] = hashlib.sha256(found[name]).hexdigest()
        told["sha256"] = digest(told)
    return zipped({**found, ABOUT: json.dumps(told)}.items())


def about_as(data, text):
    return zipped({**parts(data), ABOUT: text}.items())


def graph_with(data, change):
    """Return a brain whose graph was changed."""
    model = onnx.load_model_from_string(parts(data)[POLICY])
    change(model)
    return changed(data, policy=model.SerializeToString())


def golden_with(data, place, value):
    golden = bytearray(parts(data)[GOLDEN])
    golden[place : place + 4 if place != -4 else None] = np.float32(value).tobytes()
    return changed(data, golden=bytes(golden))


def external(model):
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="/etc/passwd")


def loop(model):
    body = helper.make_graph([], "body", [], [])
    model.graph.node.append(helper.make_node("Loop", ["", ""], [], body=body))


def shapeless(model):
    del model.graph.node[:-2]
    model.graph.node.insert(0, helper.make_node("Tanh", ["observation"], ["rows.all"]))


def weights(model):
    tensor = next(t for t in model.graph.initializer if t.name == "rows.weight")
    tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor) * 1.01, "rows.weight"))


def lying(data):
    """Return a brain one of whose members inflates to far more than its header says."""
    found = parts(data)
    out = zipped({**found, GOLDEN: b"\0" * 50_000_000}.items(), compression=zipfile.ZIP_DEFLATED)
    true = (50_000_000).to_bytes(4, "little")
    assert out.count(true) == 2
    return out.replace(true, len(found[GOLDEN]).to_bytes(4, "little"))


def large(data):
    most = MOST_BYTES[ABOUT]
    return zipped({**parts(data), ABOUT: b" " * (most + 1)}.items(), zipfile.ZIP_DEFLATED)


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


REFUSED = {
    "empty": (lambda d: b"", "no brain"),
    "text": (lambda d: b"PK is not enough", "no brain"),
    "a pickle": (lambda d: b"cos\nsystem\n(S'true'\ntR.", "no brain"),
    "truncated": (lambda d: d[: len(d) // 2], "no brain, or a damaged one"),
    "without its end": (lambda d: d[:-8], "no brain, or a damaged one"),
    "a flipped bit": (flipped, "no brain, or a damaged one"),
    "no member": (lambda d: zipped([]), "a brain is brain.json"),
    "a member missing": (
        lambda d: zipped([x for x in parts(d).items() if x[0] != GOLDEN]), "a brain is brain.json",
    ),
    "a member more": (
        lambda d: zipped([*parts(d).items(), ("x.pkl", b"")]), "a brain is brain.json",
    ),
    "a large member": (large, "brain.json is larger than 8 MB"),
    "a lying header": (lying, "damaged"),
    "another compression": (
        lambda d: zipped(parts(d).items(), zipfile.ZIP_BZIP2), "neither stored nor deflated",
    ),
    "a later format": (
        lambda d: changed(d, lambda a: a.update(format=2)), "format 2; this version reads format 1",
    ),
    "no JSON": (lambda d: about_as(d, b"{"), "can't be read"),
    "deep JSON": (
        lambda d: about_as(d, b"[" * 10**6), "can't be read",
    ),
    "JSON of another kind": (
        lambda d: about_as(d, b"[]"), "can't be read",
    ),
    "altered words": (
        lambda d: changed(d, lambda a: a["card"].update(score=1), sign=False),
        "brain.json was altered",
    ),
    "an altered network": (
        lambda d: changed(d, sign=False, policy=parts(d)[POLICY] + b"\0"),
        "policy.onnx was altered",
    ),
    "altered cases": (
        lambda d: changed(d, sign=False, golden=parts(d)[GOLDEN][:-1] + b"\0"),
        "golden.bin was altered",
    ),
    "a key missing": (lambda d: changed(d, lambda a: a.pop("card")), "lacks or misuses a key"),
    "a card that is a list": (lambda d: changed(d, lambda a: a.update(card=[])), "mappings"),
    "a name less": (lambda d: changed(d, lambda a: a["names"].pop()), "rows and"),
    "a name twice": (
        lambda d: changed(d, lambda a: a["names"].__setitem__(0, a["names"][1])), "of its own",
    ),
    "a name that moves the cursor": (
        lambda d: changed(d, lambda a: a["fits"].update(encounter="\x1b[2J")), "is no name",
    ),
    "a float less": (lambda d: changed(d, lambda a: a["layout"][0][1].pop()), "rows and"),
    "a layout of another kind": (
        lambda d: changed(d, lambda a: a.update(layout=[1])), "lacks or misuses a key",
    ),
    "another action table": (
        lambda d: changed(
            d, lambda a: (a["names"].append("x"), a["fits"].update(rows=a["fits"]["rows"] + 1)),
            golden=b"",
        ),
        "golden.bin has 0 bytes",
    ),
    "no golden case": (lambda d: changed(d, lambda a: a.update(golden=0)), "0 golden cases"),
    "more golden cases": (lambda d: changed(d, lambda a: a.update(golden=65)), "65 cases need"),
    "many golden cases": (
        lambda d: changed(d, lambda a: a.update(golden=10**9)), "1 to 1000 are needed",
    ),
    "another network": (lambda d: graph_with(d, weights), "doesn't give the answers"),
    "another value": (lambda d: golden_with(d, -4, 0.9), "doesn't give the answers"),
    "a value that is no number": (
        lambda d: golden_with(d, -4, np.nan), "doesn't give the answers",
    ),
    "an observation that is no number": (lambda d: golden_with(d, 0, np.nan), "not finite"),
    "no graph": (lambda d: changed(d, policy=b"\x08"), "policy.onnx: not an ONNX graph"),
    "an empty graph": (lambda d: changed(d, policy=b""), "can't be run by onnxruntime"),
    "weights in another file": (lambda d: graph_with(d, external), "more than dense layers"),
    "a loop": (lambda d: graph_with(d, loop), "operator 'Loop'"),
    "an attribute": (
        lambda d: graph_with(
            d, lambda m: m.graph.node[0].attribute.append(helper.make_attribute("alpha", 2.0))
        ),
        "more than dense layers and a mask (field 5)",
    ),
    "another operator": (
        lambda d: graph_with(
            d, lambda m: m.graph.node.append(helper.make_node("Exp", ["value"], ["x"]))
        ),
        "operator 'Exp'",
    ),
    "another domain": (
        lambda d: graph_with(d, lambda m: m.graph.node[0].__setattr__("domain", "evil")), "field 7",
    ),
    "an input less": (
        lambda d: graph_with(d, lambda m: m.graph.input.pop()), "can't be run by onnxruntime",
    ),
    "an output less": (lambda d: graph_with(d, lambda m: m.graph.output.pop()), "not 4"),
    "an output of another name": (
        lambda d: graph_with(
            d,
            lambda m: (
                m.graph.output[1].__setattr__("name", "worth"),
                m.graph.node[-1].output.__setitem__(0, "worth"),
            ),
        ),
        "'worth'",
    ),
    "layers that don't fit": (lambda d: graph_with(d, shapeless), "can't be run by onnxruntime"),
    "an operator set to come": (
        lambda d: graph_with(d, lambda m: m.opset_import[0].__setattr__("version", 900)),
        "can't be run by onnxruntime",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_I11_a_file_that_is_not_sound_is_refused_in_one_line(what, packed, tmp_path):
    change, part = REFUSED[what]
    path = tmp_path / "npc.brain"
    path.write_bytes(change(packed))
    with pytest.raises(BrainError) as caught:
        Brain.load(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert part in text
    assert text.isprintable()
    assert len(text) < len(str(path)) + 350


def test_a_member_twice_is_refused(packed):
    members = [*parts(packed).items()]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([*members, members[0]])
    with pytest.raises(BrainError, match="a brain is"):
        Brain.from_bytes(data)


def test_a_changed_file_with_digests_that_fit_is_accepted(packed):
    """So the refusals above are for what they name, not for the way the file was written."""
    assert Brain.from_bytes(changed(packed)).names == Brain.from_bytes(packed).names


@pytest.mark.parametrize(
    ("name", "part"), [("none.brain", "No such file"), (".", "Is a directory")]
)
def test_a_file_that_is_none_is_refused(name, part, tmp_path):
    with pytest.raises(BrainError, match=part):
        Brain.load(tmp_path / name)


def test_without_onnxruntime_it_says_so(packed, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(BrainError, match="pip install onnxruntime"):
        Brain.from_bytes(packed)


def test_without_the_engine_it_says_so(brain, monkeypatch):
    monkeypatch.setitem(sys.modules, "fracas.envs", None)
    with pytest.raises(BrainError, match="deciding from a state needs all of fracas"):
        brain.decide({})


def test_I11_the_graph_asks_for_no_new_runtime(packed):
    model = onnx.load_model_from_string(parts(packed)[POLICY])
    assert model.ir_version == 8
    assert [(one.domain, one.version) for one in model.opset_import] == [("", 17)]
