"""Is an encounter fair: the value of a matrix game, on games and encounters known beforehand."""

import builtins
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml

from fracas.envs import arena
from fracas.evaluation.balance import BalanceError, balance, solve, tables
from fracas.evaluation.cli import main
from fracas.policies.resolve import resolve

NAMES = ("rusher", "marksman", "shambler")


def document(source, names=NAMES, **given):
    made = arena(source)
    players = [(name, resolve(name, made)) for name in names]
    return balance(made, players, **{"pairs": 40, "seed": 3, **given})


@pytest.fixture(scope="module")
def alley():
    return document("undead/alley")


def test_rock_paper_scissors_is_worth_a_half_by_an_even_mix() -> None:
    value, first, second = solve(np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]))
    assert value == pytest.approx(0.5)
    assert first == pytest.approx([1 / 3] * 3)
    assert second == pytest.approx([1 / 3] * 3)


def test_what_is_never_best_is_left_out_of_a_mix() -> None:
    # Rows 0 and 1 against columns 0 and 1: p of row 0 leaves .2p + .8(1 - p) and .6p + .4(1 - p),
    # equal at p = 1/2, value 1/2; columns 0 with q: .2q + .6(1 - q) = .8q + .4(1 - q), q = 1/4.
    # Row 2 is below both rows' mix, column 2 above both columns'.
    scores = np.array([[0.2, 0.6, 0.9], [0.8, 0.4, 0.9], [0.1, 0.3, 0.9]])
    value, first, second = solve(scores)
    assert value == pytest.approx(0.5)
    assert first == pytest.approx([0.5, 0.5, 0])
    assert second == pytest.approx([0.25, 0.75, 0])


def test_no_other_choice_does_better_against_a_best_mix() -> None:
    scores = np.random.default_rng(5).random((6, 4))
    value, first, second = solve(scores)
    assert (first @ scores >= value - 1e-9).all()
    assert (scores @ second <= value + 1e-9).all()


def test_meetings_say_what_each_pick_scores_on_each_side(alley) -> None:
    assert alley["encounter"]["id"] == "undead/alley"
    assert [(m["red"], m["blue"]) for m in alley["meetings"]] == [
        (one, other) for one in NAMES for other in NAMES
    ]
    for m in alley["meetings"]:
        assert m["wins"] + m["draws"] + m["losses"] == 40
        assert m["score"]["value"] == pytest.approx((m["wins"] + m["draws"] / 2) / 40)
        assert m["score"]["low"] < m["score"]["value"] < m["score"]["high"]
        assert 1 <= m["rounds"] <= 20


def test_the_value_lies_in_its_interval_and_between_the_meetings(alley) -> None:
    found = [m["score"]["value"] for m in alley["meetings"]]
    assert min(found) <= alley["value"]["value"] <= max(found)
    assert alley["value"]["low"] < alley["value"]["value"] < alley["value"]["high"]
    assert alley["value"]["low"] < 0.5 < alley["value"]["high"], "the alley is symmetric"
    for mix in alley["mix"].values():
        assert set(mix) <= set(NAMES)
        assert sum(mix.values()) == pytest.approx(1, abs=0.02)


def test_a_side_made_stronger_is_found() -> None:
    content = yaml.safe_load(
        (Path(__file__).parents[2] / "configs/encounters/undead/alley.yaml").read_text("utf-8")
    )
    content["sides"][0]["units"][0].update(hp=14)
    content["sides"][1]["units"][0].update(hp=1)
    content["symmetric"] = False
    assert document(content)["value"]["low"] > 0.7
    content["sides"][0]["units"][0].update(hp=1)
    content["sides"][1]["units"][0].update(hp=14)
    assert document(content)["value"]["high"] < 0.3


def test_a_pick_that_plays_as_another_does_changes_neither_value_nor_interval() -> None:
    made = arena("undead/alley")
    one = [("rusher", resolve("rusher", made)), ("shambler", resolve("shambler", made))]
    twice = [*one, ("rusher again", resolve("rusher", made))]
    assert balance(made, twice, 30, 5)["value"] == balance(made, one, 30, 5)["value"]


def test_equal_arguments_give_equal_documents(alley) -> None:
    assert document("undead/alley") == alley
    assert document("undead/alley", seed=4)["meetings"] != alley["meetings"]


def test_battles_cut_off_count_as_drawn() -> None:
    found = document("undead/alley", pairs=4, limit=1)
    assert found["draws"] == 1
    assert all(m["draws"] == 4 for m in found["meetings"])
    assert found["value"]["value"] == pytest.approx(0.5)


def test_the_table_shows_every_meeting_and_the_value(alley, capsys) -> None:
    from rich.console import Console

    Console(width=200).print(*tables(alley))
    out = capsys.readouterr().out
    for m in alley["meetings"]:
        assert f"{m['score']['value'] * 100:.0f} ({m['draws'] / 40 * 100:.0f})" in out
    assert f"red scores {alley['value']['value'] * 100:.1f} [" in out


def test_without_scipy_one_line_says_what_to_install(monkeypatch) -> None:
    real = builtins.__import__

    def refuse(name, *rest):
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(BalanceError, match=r"fracas\[eval\]"):
        solve(np.ones((1, 1)))


def test_without_scipy_no_battle_is_played(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    made = arena("undead/alley")
    with pytest.raises(BalanceError, match="scipy"):
        balance(made, [("one", resolve("rusher", made))], 2, progress=lambda: pytest.fail("played"))


def test_the_command_writes_what_it_prints(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["balance", "contingency/hunt", "slugger", "skirmisher", "--pairs", "10"]
    assert main([*words, "--json", "--out", "b.json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert json.loads(Path("b.json").read_text("utf-8")) == printed
    assert printed["policies"] == ["slugger", "skirmisher"]
    assert main(words) == 0
    assert "Boar hunt" in capsys.readouterr().out
