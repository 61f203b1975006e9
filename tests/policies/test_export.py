"""What goes into a brain file."""

import json
import sys
import zipfile
from io import BytesIO

import numpy as np
import pytest

from fracas.envs import arena
from fracas.envs.core.encounter import read
from fracas.policies.brain import Brain, BrainError
from fracas.policies.export import golden_cases, pack, row_names, write
from fracas.policies.network import NetworkError, describe

UNEVEN = {
    "system": "undead",
    "title": "Two against one",
    "map": "......\n......\n......",
    "options": {"target.allies": True},
    "sides": [
        {"id": "red", "units": [{"at": [0, 0]}]},
        {"id": "blue", "units": [{"at": [4, 0]}, {"at": [4, 1]}]},
    ],
}


@pytest.fixture(scope="module")
def uneven():
    return arena(UNEVEN)


def test_rows_are_named_as_their_decider_calls_them(alley):
    names = row_names(alley)
    assert len(names) == len(set(names)) == alley.n_rows
    for name in ("step(N)", "end_turn", "unarmed(enemy_0, head)", "melee(enemy_0, torso, main)"):
        assert name in names


def test_slots_that_one_side_leaves_empty_are_named_too(uneven):
    names = row_names(uneven)
    assert len(names) == len(set(names)) == uneven.n_rows
    met = {name.partition("(")[2].rstrip(")") for name in names if name.startswith("push(")}
    assert met == {"enemy_0", "enemy_1", "ally_0", "ally_1"}


def test_an_encounter_of_ones_own_goes_in_whole(uneven, make_network):
    network = make_network(uneven.n_floats, uneven.n_rows)
    brain = Brain.from_bytes(pack(network, describe(uneven), UNEVEN, {}))
    brain.check_fit(uneven)
    assert brain.encounter["definition"] == UNEVEN
    assert brain.encounter["sides"] == {"red": ["red_0"], "blue": ["blue_0", "blue_1"]}
    assert brain.options == {"target.allies": True}


def test_of_a_file_only_its_name_goes_in(uneven, make_network, tmp_path):
    path = tmp_path / "cellar.yaml"
    path.write_text(json.dumps(UNEVEN), encoding="utf-8")
    made = arena(path)
    data = pack(make_network(made.n_floats, made.n_rows), describe(made), path, {})
    brain = Brain.from_bytes(data)
    assert brain.encounter["id"] == "cellar"
    assert str(tmp_path) not in json.dumps(brain.about)


def test_the_bundled_encounter_goes_in_as_it_stands(brain):
    assert brain.encounter["definition"] == read("undead/alley")[0]
    assert brain.encounter["id"] == "undead/alley"


def test_equal_networks_give_equal_files(alley, network, packed):
    card = {"training": {"decisions": 0}}
    assert pack(network, describe(alley), "undead/alley", card) == packed


def test_the_file_is_small_and_holds_no_pickle(packed):
    assert len(packed) < 2_000_000
    with zipfile.ZipFile(BytesIO(packed)) as file:
        assert file.namelist() == ["brain.json", "policy.onnx", "golden.bin"]
        assert json.loads(file.read("brain.json"))["format"] == 1


def test_golden_cases_come_from_play(alley, network):
    observations, masks, logits, values = golden_cases(network, alley)
    assert len(observations) == len(np.unique(observations, axis=0)) == 64
    assert (masks.sum(axis=1) > 0).all()
    assert ((logits == -1e9) == (masks == 0)).all()
    np.testing.assert_array_equal(values, network.evaluate(observations)[1])
    phases = [name for name in alley.layout.names if name.startswith("battle.phase")]
    at = [alley.layout.names.index(name) for name in phases]
    assert len(np.unique(observations[:, at], axis=0)) > 1  # reactions too


def test_a_network_for_another_encounter_is_refused(alley, network):
    with pytest.raises(NetworkError, match="doesn't fit undead/rush"):
        pack(network, describe(alley), "undead/rush", {})


def test_without_onnx_it_says_so(alley, network, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(BrainError, match="pip install 'fracas"):
        pack(network, describe(alley), "undead/alley", {})


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "npc.brain"
    for content in (b"one", b"two"):
        write(path, content)
        assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["npc.brain"]
