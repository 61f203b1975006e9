"""Brain files that are refused: damaged, altered, of another format, or up to something."""

import hashlib
import json
import sys
import zipfile
from io import BytesIO

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from fracas.policies.brain import ABOUT, GOLDEN, MOST_BYTES, POLICY, Brain, BrainError, digest
from fracas.policies.resolve import PolicyError, resolve


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


def pairwise(model):
    tensor = next(t for t in model.graph.initializer if t.name == "layer_0.bias")
    bias = numpy_helper.to_array(tensor)
    tensor.CopyFrom(numpy_helper.from_array(np.stack([bias, bias]), "layer_0.bias"))


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
    "an empty graph": (lambda d: changed(d, policy=b""), "can't be run ("),
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
        lambda d: graph_with(d, lambda m: m.graph.input.pop()), "can't be run (",
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
    "layers that don't fit": (lambda d: graph_with(d, shapeless), "can't be run ("),
    "a layer that takes two at a time": (lambda d: graph_with(d, pairwise), "can't be run ("),
    "an operator set to come": (
        lambda d: graph_with(d, lambda m: m.opset_import[0].__setattr__("version", 900)),
        "can't be run (",
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


def test_I11_the_graph_asks_for_no_new_runtime(packed):
    model = onnx.load_model_from_string(parts(packed)[POLICY])
    assert model.ir_version == 8
    assert [(one.domain, one.version) for one in model.opset_import] == [("", 17)]


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
