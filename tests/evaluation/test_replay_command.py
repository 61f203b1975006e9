"""The commands that write battle files, and the one that shows them."""

import json

import pytest

from fracas.envs import Battle, bundled
from fracas.evaluation.cli import main
from fracas.evaluation.cli.replay import View
from fracas.evaluation.replay import load

every_encounter = pytest.mark.parametrize("encounter", bundled())


class Typed:
    """A terminal's input: lines, or errors to raise instead."""

    def __init__(self, lines):
        self.lines = iter(lines)

    def isatty(self):
        return True

    def readline(self):
        line = next(self.lines)
        if isinstance(line, str):
            return f"{line}\n"
        raise line


# -- play --save -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "end", "status"),
    [
        (["step E", "ready enemy_in_sight shot_single"], "quit", 0),
        (["end_turn"], EOFError, 0),
        (["end_turn"], KeyboardInterrupt, 130),
        ([], KeyboardInterrupt, 130),
        (["0"] * 1000, EOFError, 0),
    ],
)
def test_play_saves_the_battle_however_it_ends(answers, end, status, tmp_path, monkeypatch, capsys):
    path = tmp_path / "mine.json"
    monkeypatch.setattr("sys.stdin", Typed([*answers, end]))
    assert main(["play", "undead/alley", "--seed", "3", "--save", str(path)]) == status
    assert f"wrote {path}" in capsys.readouterr().err
    again = load(path)
    assert again.fault is None
    assert again.file.policies == {"red": "a person", "blue": "rusher"}
    if len(answers) > 2:
        assert again.file.result.outcome is not None
    elif len(answers) == 2:
        texts = [action.text for action in again.file.actions]
        assert texts[-2:] == ["red_0: ready(enemy_in_sight)", "red_0: ready_kind(shot_single)"]


# -- showing ---------------------------------------------------------------------------------------


@every_encounter
def test_every_decision_is_shown_with_board_events_alternatives_and_choice(
    encounter, saved, capsys
):
    battle, path = saved(encounter, decisions=25)
    assert main(["replay", str(path), "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["number"] for entry in entries] == list(range(1, 27))
    again = Battle(encounter, 4)
    seen, told = 0, []
    for entry, row in zip(entries, [*battle.rows, None], strict=True):
        told += [str(event) for event in again.events_since(seen)]
        seen = int(again.state["n_events"][0])
        assert entry["board"] == again.board()
        assert (entry["decider"], entry["phase"]) == (again.decider, again.phase)
        assert entry["legal"] == [str(action) for action in again.legal()]
        assert entry["action"] == (None if row is None else str(again.action(row)))
        assert entry["action"] is None or entry["action"] in entry["legal"]
        if row is not None:
            again.act(row)
    assert [event for entry in entries for event in entry["events"]] == told
    assert main(["replay", str(path), "--all"]) == 0
    text = capsys.readouterr().out
    for entry in entries[:-1]:
        assert f"\n> {entry['decider']}: {entry['action']}\n" in text
        assert f"\n{entry['board']}\n" in text
        assert all(f"\n  {event}\n" in text for event in entry["events"])
    assert "the record ends in round" in text


def test_the_end_is_told(saved, capsys):
    battle, path = saved()
    assert main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("E1 Alley (undead/alley): red by random, blue by random; ")
    assert text.endswith(f"outcome: {battle.outcome}, round {battle.round}\n")


@every_encounter
def test_a_seat_is_shown_its_own_decisions_and_what_it_may_know(encounter, saved, capsys):
    battle, path = saved(encounter)
    again = load(path)
    seat = battle.units[-1]
    side = battle.arena.sides[battle.arena.sides_of[-1]]
    assert main(["replay", str(path), "--json", "--seat", seat]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert {entry["decider"] for entry in entries} == {seat, None}
    own = [k for k in range(len(again.states) - 1) if again.battle(k).decider == seat]
    assert [entry["board"] for entry in entries[:-1]] == [again.battle(k).board(seat) for k in own]
    told, seen = [], 0
    for k in range(len(again.states)):
        told += again.battle(k).events_since(seen)
        seen = int(again.states[k]["n_events"][0])
    assert [event for entry in entries for event in entry["events"]] == [
        str(event) for event in told if side in event.sides
    ]


def test_what_a_seat_may_not_know_is_left_out(saved):
    """In random play of the stalkers somebody hides, and is not on the enemy's board then."""
    battle, path = saved("undead/stalkers")
    again = load(path)
    seat = battle.units[-1]
    view, whole = View(again, seat), View(again, None)
    boards = zip(
        (view.entry(n)["board"] for n in range(len(view.shown))),
        (whole.entry(k)["board"] for k in view.shown),
        strict=True,
    )
    assert any(mine != full for mine, full in boards)


def test_a_seat_that_is_none_is_refused(saved, capsys):
    _, path = saved(decisions=3)
    assert main(["replay", str(path), "--seat", "green_0"]) == 2
    assert capsys.readouterr().err == "fracas: no unit 'green_0': one of red_0, blue_0\n"


@pytest.mark.parametrize("other", [["--all"], ["--json"], ["--seat", "red_0"]])
def test_verify_goes_alone(other, saved, capsys):
    _, path = saved(decisions=3)
    assert main(["replay", str(path), "--verify", *other]) == 2
    assert "--verify shows nothing" in capsys.readouterr().err


def test_a_person_goes_through_the_decisions(saved):
    _, path = saved(decisions=5)
    view = View(load(path), None)

    def shown(*answers):
        lines, said = iter(answers), []

        def ask(prompt):
            for line in lines:
                return line
            raise EOFError

        view.browse(ask, said.append)
        return [
            int(text.partition("-- ")[2].split()[0]) if "-- " in text else text for text in said
        ]

    hint = "  Enter, n, b, q, or a number from 1 to 6"
    assert shown() == [1]
    assert shown("", "n", "b", "q", "n") == [1, 2, 3, 2]
    assert shown("5", "", "", "n") == [1, 5, 6]
    assert shown("b", "0", "7", "what", "²", "9" * 5000, "6", "b") == [1, *[hint] * 6, 6, 5]


def test_in_a_terminal_it_asks(saved, monkeypatch, capsys):
    _, path = saved(decisions=5)
    monkeypatch.setattr("sys.stdin", Typed(["", "q"]))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    assert "-- 2 of 6 " in text
    assert "-- 3 of 6 " not in text


def test_help_has_examples(capsys):
    assert main(["replay", "--help"]) == 0
    assert "\n    fracas replay battle.json --verify" in capsys.readouterr().out
