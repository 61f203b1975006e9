"""The command ``fracas``: output, one-line errors, exit status."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from fracas.envs import system_names
from fracas.evaluation import ledger as ledgers
from fracas.evaluation.cli import main, person
from fracas.evaluation.cli.learn import bundled_run
from fracas.evaluation.cli.person import Session
from fracas.policies.resolve import resolve

COMMANDS = (
    "quickstart list show play train evaluate balance tactics export replay check bench".split()
)
PROGRAM = "import sys; from fracas.evaluation.cli import main; sys.exit(main())"


def fracas(*words, **options):
    command = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


# -- help ------------------------------------------------------------------------------------------


def test_help_is_quick_and_loads_neither_rules_nor_learner():
    program = PROGRAM.replace(
        "sys.exit(main())",
        "main(['--help']); print(sorted({'numba', 'pydantic', 'torch'} & set(sys.modules)))",
    )
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        best = min(best, time.perf_counter() - started)
    assert done.stdout.endswith("[]\n")
    assert best < 0.5
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command, capsys):
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"\n    fracas {command}" in text.partition("Examples:")[2]


def test_alone_it_shows_its_help(capsys):
    assert main([]) == 0
    assert "Usage: fracas" in capsys.readouterr().out


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("evalute x", "evaluate"),
        ("show", "Missing argument"),
        ("show undead/aley", "did you mean undead/alley?"),
        ("show nowhere.yaml", "nowhere.yaml"),
        ("evaluate undead/alley russher", "did you mean rusher?"),
        ("evaluate undead/alley random --against nobody", "nobody"),
        ("evaluate undead/alley random --pairs 0", "--pairs"),
        ("evaluate undead/alley random --pairs many", "--pairs"),
        ("evaluate undead/alley random --against random --pairs 1 --out no/such/x.json", "no/such"),
        ("play undead/alley --side green", "one of red, blue"),
        ("play undead/alley --against rushr", "did you mean rusher?"),
        ("check chess", f"one of {', '.join(system_names())}"),
        ("bench undead/aley", "did you mean undead/alley?"),
        ("train undead/aley --out run", "did you mean undead/alley?"),
        ("train undead/alley --config nothing", "no training run"),
        ("train --set ppo.battle=3", "did you mean battles?"),
        ("train --resume", "--out FOLDER"),
        ("train --resume --out nothing", "no training run in this folder"),
    ],
)
def test_an_error_is_one_line_and_status_2(words, part, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fracas: ")
    assert part in err
    assert err.count("\n") == 1


def test_a_fault_of_ours_keeps_its_traceback(monkeypatch):
    def broken(*arguments):
        raise ZeroDivisionError

    monkeypatch.setattr("fracas.evaluation.ledger.ledger", broken)
    with pytest.raises(ZeroDivisionError):
        main(["check"])


def test_ctrl_c_is_status_130():
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "play", "undead/alley"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # A shell that runs the tests in the background lets its children ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout is not None
    assert "E1 Alley" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "fracas: interrupted"
    assert "Traceback" not in out + err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise")
def test_a_reader_that_goes_away_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "show", "undead/alley", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(60) in (0, 1)


# -- list, show, check -----------------------------------------------------------------------------


def test_list_names_all_encounters_and_scripts(capsys):
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert main(["list", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ids = [entry["id"] for entry in data["encounters"]]
    assert "undead/alley" in ids
    assert data["policies"]["undead"][:2] == ["random", "rusher"]
    for name in (*ids, *data["policies"]["undead"]):
        assert name in text


def test_show_tells_map_units_and_sizes(capsys):
    assert main(["show", "undead/alley"]) == 0
    text = capsys.readouterr().out
    for part in (".A.#...x.....", "side blue", "inventory knife, clip6", "round limit: 20"):
        assert part in text
    assert main(["show", "undead/alley", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["units"]["red_0"]["hands"] == ["revolver"]
    assert data["rows"] > 100


def test_check_is_complete_here(capsys):
    assert main(["check", "--json"]) == 0
    assert all(entry["complete"] for entry in json.loads(capsys.readouterr().out)["systems"])


def test_check_with_a_gap_is_status_1(capsys, monkeypatch):
    gap = ledgers.Ledger("undead", ("U001", "U002"), (), {"U001": ["t:1"]}, {"U001": ["c:1"]})
    monkeypatch.setattr(ledgers, "ledger", lambda *arguments: gap)
    assert main(["check"]) == 1
    text = capsys.readouterr().out
    assert "undead: clauses without a test: U002" in text


def test_check_without_tests_says_so(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(ledgers, "__file__", str(tmp_path / "evaluation" / "ledger.py"))
    assert main(["check"]) == 2
    assert "run it from a checkout" in capsys.readouterr().err


# -- evaluate --------------------------------------------------------------------------------------

EVALUATE = ["evaluate", "undead/alley", "rusher", "--against", "random", "--pairs", "4"]


def test_D13_evaluate_twice_gives_the_same_bytes(capsys, tmp_path):
    texts = []
    for seed in ("5", "5", "6"):
        file = tmp_path / "document.json"
        assert main([*EVALUATE, "--seed", seed, "--json", "--out", str(file)]) == 0
        texts.append(capsys.readouterr().out)
        assert file.read_text(encoding="utf-8") == texts[-1]
    assert texts[0] == texts[1] != texts[2]


def test_D13_evaluate_in_two_processes_gives_the_same_bytes():
    runs = [
        fracas(*EVALUATE, "--json", env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    ]
    assert [run.returncode for run in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout != ""
    assert json.loads(runs[0].stdout)["matches"][0]["battles"] == 8


def test_evaluate_prints_a_table(capsys):
    assert main(EVALUATE) == 0
    text = capsys.readouterr().out
    assert "rusher" in text
    assert "E1 Alley" in text


def test_H17_evaluate_fails_when_too_many_battles_are_cut_off(capsys):
    assert main([*EVALUATE, "--limit", "5"]) == 1
    assert "100.0% of a match's battles were cut off after 5 decisions" in capsys.readouterr().err
    assert main([*EVALUATE, "--limit", "5", "--most-cut", "1"]) == 0


# -- play ------------------------------------------------------------------------------------------


def test_play_with_piped_input():
    done = fracas("play", "undead/alley", "--seed", "3", input="help\nend_turn\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "[8] end_turn" in done.stdout
    assert "red_0's turn ends" in done.stdout
    assert "you leave the battle" in done.stdout


def test_play_ends_with_its_input():
    done = fracas("play", "undead/alley", "--side", "blue", input="")
    assert done.returncode == 0
    assert done.stdout.endswith("you leave the battle in round 1\n")


@pytest.fixture
def session(alley):
    """Return a function that plays on with answers and returns (session, outcome, text)."""
    from fracas.envs import Battle

    def play(*answers, side="red", against="rusher", seed=3, on=()):
        lines, said = itertools.chain(answers, itertools.cycle(on)), []

        def ask(prompt):
            for line in lines:
                return line
            raise EOFError

        policy = resolve(against, alley)
        policy.reset(seed)
        found = Session(Battle(alley, seed), side, policy, ask, said.append)
        return found, found.run(), "\n".join(said)

    return play


def test_a_battle_is_played_to_its_end(session):
    found, outcome, text = session(on=["0"])
    assert found.battle.decider is None
    assert outcome == "blue"
    assert f"you lose in round {found.battle.round}" in text


def test_actions_are_taken_by_number_and_by_name(session):
    for answer in ("8", "end_turn", "end_turn()"):
        assert "red_0's turn ends" in session(answer)[2]
    assert "red_0 moves to (2, 1)" in session("step E")[2]
    assert "red_0 moves to (2, 1)" in session("step(E)")[2]


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ("999", "there is no action 999"),
        ("-1", "no verb"),
        ("shoot blue_0", "no verb 'shoot'"),
        ("melee blue_0 torso", "is not legal"),
        ("step", "fits several actions"),
        ("step N N", "takes 1 arguments"),
        ("(((", "no verb"),
        ("help shoot", "no verb 'shoot'"),
        ("help melee", "hit with a melee weapon (cost: 1 AP"),
    ],
)
def test_an_answer_that_is_none_is_explained_and_asked_again(session, answer, part):
    found, outcome, text = session(answer)
    assert outcome is None
    assert part in text
    assert found.battle.decider == "red_0"
    assert "red_0 moves" not in text


def test_the_person_reads_only_what_its_side_may(session, monkeypatch):
    """A stalker hides: where it goes then, and what it carries, isn't told."""
    happened, since = [], person.since

    def spy(battle, seen, unit):
        happened.extend(since(battle, seen, None)[1])
        return since(battle, seen, unit)

    monkeypatch.setattr(person, "since", spy)
    _, _, text = session(on=["end_turn", "pass"], against="stalker", seed=1)
    told = [line[2:] for line in text.splitlines() if line[:2] == "  " and line[2] not in " ["]
    assert told == [str(event) for event in happened if "red" in event.sides]
    assert any("red" not in event.sides for event in happened)
    assert "blue_0         hidden" in text
    assert "blue_0: movement" not in text


def test_J4_quickstart_runs_through(tmp_path, capsys):
    pytest.importorskip("sb3_contrib")
    out = tmp_path / "run"
    words = ["quickstart", "--minutes", "0.02", "--pairs", "2", "--out", str(out)]
    assert main(words) == 0
    text = capsys.readouterr().out
    for part in ("1. training", "2. 2 pairs", "3. a battle", "outcome:", f"The run lies in {out}"):
        assert part in text
    assert (out / "policy.npz").is_file()
    assert main(["replay", str(out / "battle.json"), "--verify"]) == 0
    assert main(["evaluate", "undead/alley", str(out), "--against", "random", "--pairs", "2"]) == 0
    assert main(["train", "--resume", "--out", str(out), "--minutes", "0.03"]) == 0
    assert f"run: {out}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("encounter", "run"),
    [
        (None, "alley"),
        ("undead/alley", "alley"),
        ("contingency/bridge", "bridge"),
        ("undead/lot", "default"),
        ("elsewhere/bridge.yaml", "default"),
    ],
)
def test_an_encounter_is_trained_by_the_run_of_its_name_or_the_default_one(encounter, run) -> None:
    assert bundled_run(encounter) == run
