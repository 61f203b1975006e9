"""The document of an evaluation."""

import io
import json

import pytest

from fracas.evaluation import evaluate as judge
from fracas.policies.resolve import PolicyError, resolve, script_names


def document(alley, seed=1):
    policies = [("idle-named", resolve("rusher", alley))]
    baselines = [(name, resolve(name, alley)) for name in ("random", "marksman")]
    return judge.evaluate(alley, policies, baselines, 6, seed)


def test_D13_the_same_seed_twice_gives_the_same_bytes(alley):
    one, again, other = (json.dumps(document(alley, seed)) for seed in (1, 1, 2))
    assert one == again != other


def test_it_says_what_was_played(alley):
    found = document(alley)
    assert found["encounter"]["id"] == "undead/alley"
    assert found["encounter"]["sides"] == {"red": ["red_0"], "blue": ["blue_0"]}
    assert len(found["encounter"]["digest"]) == len(found["rules"]["digest"]) == 16
    assert (found["seed"], found["pairs"]) == (1, 6)
    meetings = [(m["policy"], m["against"], m["battles"]) for m in found["matches"]]
    assert meetings == [("idle-named", "random", 12), ("idle-named", "marksman", 12)]


def test_every_figure_has_an_interval(alley):
    for match in document(alley)["matches"]:
        sides = match["by_side"].values()
        uses = [use["share"] for by in match["verbs"].values() for use in by.values()]
        scores = [match["score"], *(side["score"] for side in sides)]
        for figure in (*scores, *uses, match["rounds"], match["decisions"]):
            assert figure["low"] <= figure["value"] <= figure["high"]


def test_the_tables_show_it(alley):
    from rich.console import Console

    console = Console(width=200, file=io.StringIO())
    for table in judge.tables(document(alley)):
        console.print(table)
    text = console.file.getvalue()
    for word in ("E1 Alley", "idle-named", "marksman", "as red", "95 %", "melee"):
        assert word in text


def test_scripts_are_found_by_name(alley):
    assert script_names("undead")[0] == "random"
    assert script_names("chess") == ("random",)
    for name in script_names("undead"):
        assert resolve(name, alley) is not None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("russher", "did you mean rusher?"),
        ("zzz", "neither one of random, rusher"),
        (".", "no policy.npz in this folder"),
        ("", "no policy ''"),
        ("a\0b", "no policy"),
    ],
)
def test_a_name_of_nothing_is_one_line_that_says_what_there_is(
    alley, tmp_path, monkeypatch, name, message
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PolicyError, match=message.replace("?", r"\?")) as caught:
        resolve(name, alley)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_network_is_refused(alley, tmp_path):
    file = tmp_path / "policy.npz"
    file.write_bytes(b"PK nothing")
    with pytest.raises(PolicyError, match="not a network file"):
        resolve(str(file), alley)


def test_a_run_is_suggested_by_its_folder(alley, tmp_path):
    (tmp_path / "alley_1").mkdir()
    (tmp_path / "alley_1" / "policy.npz").write_bytes(b"")
    with pytest.raises(PolicyError, match=r"did you mean .*alley_1"):
        resolve(str(tmp_path / "aley_1"), alley)
