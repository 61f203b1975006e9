"""Battle files: written from any battle, played again to the same bytes, refused when altered."""

import json
import os

import numpy as np
import pytest

from fracas.envs import Battle, arena, bundled, system_names
from fracas.envs.core.encounter import read
from fracas.evaluation import replay
from fracas.evaluation.cli import main
from fracas.evaluation.match import MatchError, begun, play
from fracas.evaluation.replay import Keeper, ReplayError, load, record_match, write
from fracas.policies.resolve import first_baseline, resolve, script_names

every_encounter = pytest.mark.parametrize("encounter", bundled())


# -- recording -------------------------------------------------------------------------------------


@every_encounter
def test_a_battle_is_played_again_to_the_same_bytes(encounter, saved):
    battle, path = saved(encounter)
    again = load(path)
    assert (again.fault, again.changed) == (None, None)
    assert len(again.states) == int(battle.state["decisions"][0]) + 1
    assert again.battle(-1).digest() == battle.digest()
    assert again.file.result.outcome == battle.outcome is not None
    assert begun(again.arena, battle.state["seed"][0]).digest() == Battle(encounter, 4).digest()


def test_equal_battles_give_equal_files(saved):
    texts = {saved(seed=seed)[1].read_bytes() for seed in (1, 1, 2)}
    assert len(texts) == 2


def test_a_battle_that_is_not_over_is_recorded_too(saved):
    battle, path = saved(decisions=7)
    again = load(path)
    assert again.fault is None
    assert again.file.result.outcome is None
    assert again.battle(-1).decider == battle.decider is not None


def test_an_action_given_in_one_call_is_recorded_by_its_parts(document):
    battle = Battle("undead/alley", seed=7)
    while battle.decider != "red_0":
        battle.act("end_turn")
    before = len(battle.rows)
    battle.act("ready", "enemy_in_sight", "shot_single")
    assert len(battle.rows) == before + 2
    texts = [action["text"] for action in document(battle)["actions"][before:]]
    assert texts == ["red_0: ready(enemy_in_sight)", "red_0: ready_kind(shot_single)"]


def test_a_refused_action_and_what_a_copy_does_are_not_recorded(drawn):
    battle = Battle("undead/alley", seed=7)
    drawn(battle.copy(), decisions=5)
    with pytest.raises(ValueError, match="not legal"):
        battle.act("pass")
    with pytest.raises(ValueError, match="not legal"):
        battle.act("ready", "enemy_in_sight", "nothing")
    assert battle.rows == []


@pytest.mark.parametrize("how", ["dice", "edit", "state"])
def test_a_battle_that_seed_and_decisions_do_not_lead_to_is_refused(how, drawn, document):
    battle = Battle("undead/alley", seed=1)
    if how == "dice":
        battle.force_dice([20])
    elif how == "edit":
        battle.edit("red_0", hp=3)
    else:
        battle.state = drawn(Battle("undead/alley", seed=1), decisions=3).state
    with pytest.raises(ReplayError, match="follows from its seed and its decisions"):
        document(battle)


# -- encounters of one's own -----------------------------------------------------------------------


@pytest.fixture
def own(tmp_path):
    """Return the path of an encounter file that is no bundled one."""
    text = {**read("undead/alley")[0], "title": "Mine", "round_limit": 3}
    path = tmp_path / "own.yaml"
    path.write_text(json.dumps(text), "utf-8")  # JSON is YAML too
    return path


def test_a_file_holds_the_whole_of_an_encounter_that_is_not_bundled(own, tmp_path, drawn, document):
    battle = drawn(Battle(own, 2))
    path = tmp_path / "battle.json"
    write(document(battle), path)
    own.unlink()
    again = load(path)
    assert again.fault is None
    assert (again.arena.title, again.file.encounter.id) == ("Mine", str(own))
    assert main(["replay", str(path), "--verify"]) == 0


def test_a_mapping_is_handed_over(own, drawn, document):
    content = read(own)[0]
    battle = drawn(Battle(content, 2), decisions=4)
    assert document(battle, content)["encounter"]["content"] == content
    with pytest.raises(ReplayError, match="the encounter can't be recorded: no encounter"):
        document(battle)
    with pytest.raises(ReplayError, match="no longer what the battle was begun with"):
        document(battle, {**content, "round_limit": 4})


def test_a_file_that_has_changed_since_the_battle_began_is_not_recorded_as_it_is_now(
    own, drawn, document
):
    battle = drawn(Battle(own, 2), decisions=4)
    own.write_text(own.read_text("utf-8").replace('"round_limit": 3', '"round_limit": 4'), "utf-8")
    with pytest.raises(ReplayError, match="no longer what the battle was begun with"):
        document(battle)


# -- matches ---------------------------------------------------------------------------------------


@every_encounter
@pytest.mark.parametrize("asked", [False, True], ids=["kernel", "asked"])
def test_the_recorded_battles_of_a_match_are_those_that_were_counted(
    encounter, asked, plain, tmp_path
):
    made = arena(encounter)
    names = "random", first_baseline(script_names(made.system.name))
    policies = [resolve(name, made) for name in names]
    if asked:
        policies = [plain(policy) for policy in policies]
    match = play(made, *policies, 2, seed=5, record=3)
    assert [len(rows) for rows in match.rows] == match.decisions[:3].tolist()
    for k in range(3):
        path = tmp_path / f"{k}.json"
        write(record_match(match, k, names), path)
        again = load(path)
        assert again.fault is None
        result = again.file.result
        winner = match.winner[k]
        assert result.outcome == (made.sides[winner] if winner >= 0 else "draw")
        assert (result.round, result.decisions) == (match.rounds[k], match.decisions[k])
        assert int(again.file.seed) == match.words[k]
        assert again.file.policies[made.sides[match.side[k]]] == names[0]
        assert sorted(again.file.policies.values()) == sorted(names)


def test_recording_changes_no_battle_and_may_ask_for_more_than_there_are(alley):
    one, other = resolve("rusher", alley), resolve("random", alley)
    bare, kept = play(alley, one, other, 5), play(alley, one, other, 5, record=100)
    assert bare.rows == []
    assert len(kept.rows) == 10
    for key in ("winner", "rounds", "decisions", "usage"):
        assert (getattr(bare, key) == getattr(kept, key)).all(), key


def test_rows_that_are_counted_are_those_recorded(alley):
    one, other = resolve("rusher", alley), resolve("random", alley)
    match = play(alley, one, other, 3, groups=np.arange(alley.n_rows), record=6)
    for rows, usage in zip(match.rows, match.usage, strict=True):
        assert np.bincount(rows, minlength=alley.n_rows).tolist() == usage.sum(axis=0).tolist()


@pytest.mark.parametrize("asked", [False, True], ids=["kernel", "asked"])
def test_barred_rows_and_the_limit_hold_in_recorded_battles(alley, plain, asked):
    policies = [resolve(name, alley) for name in ("rusher", "marksman")]
    if asked:
        policies = [plain(policy) for policy in policies]
    step = alley.system.verbs.index["step"]
    barred = np.zeros((2, alley.n_rows), np.int8)
    barred[0] = [verb == step for verb, *_ in alley.rows]
    match = play(alley, *policies, 1, limit=9, barred=barred, record=2)
    for k in range(2):
        document = record_match(match, k, ("rusher", "marksman"))
        texts = [action["text"] for action in document["actions"]]
        assert len(texts) == 9
        assert not [text for text in texts if text.startswith("red_0: step")]
    assert any("blue_0: step" in text for text in texts)


@pytest.mark.parametrize("key", ["winner", "rounds", "decisions"])
def test_a_battle_that_ends_otherwise_than_the_counted_one_is_an_error(alley, key):
    match = play(alley, resolve("rusher", alley), resolve("random", alley), 1, record=2)
    match.battle(1)
    getattr(match, key)[1] += 1
    with pytest.raises(MatchError, match="battle 2 of a match ended with"):
        match.battle(1)


def test_evaluate_writes_the_first_battles_of_each_meeting(alley, tmp_path, capsys):
    folder = tmp_path / "some" / "battles"
    words = ["evaluate", "undead/alley", "rusher", "random", "--against", "random", "--pairs", "2"]
    saving = ["--save-battles", "3", "--battles-dir", str(folder)]
    assert main([*words, *saving, "--json"]) == 0
    with_files = capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert capsys.readouterr().out == with_files
    meetings = ("1-rusher-random", "2-random-random")
    files = [f"{meeting}-{k}.json" for meeting in meetings for k in (1, 2, 3)]
    assert sorted(os.listdir(folder)) == files
    for file in files:
        assert main(["replay", str(folder / file), "--verify"]) == 0


def test_names_of_policies_lead_nowhere_else(alley, tmp_path):
    match = play(alley, resolve("rusher", alley), resolve("random", alley), 1, record=1)
    Keeper(tmp_path / "files")(match, "../up/runs/x.npz", "a" * 300)
    (name,) = os.listdir(tmp_path / "files")
    assert name == f"1-up-runs-x.npz-{'a' * 40}-1.json"


# -- verifying -------------------------------------------------------------------------------------


def test_verify_says_in_a_line_that_all_is_as_recorded(saved, capsys):
    battle, path = saved()
    assert main(["replay", str(path), "--verify"]) == 0
    out, err = capsys.readouterr()
    assert out == f"{path}: {len(battle.rows)} decisions lead to {battle.digest()} as recorded\n"
    assert err == ""


OTHER = "0" * 16


@pytest.mark.parametrize(
    ("keys", "value", "part"),
    [
        (("seed",), "12", "before decision 1: begins as"),
        (("start",), OTHER, "before decision 1: begins as"),
        (("actions", 5, "row"), 9999, "decision 6: row 9999"),
        (("actions", 4, "row"), lambda row: row + 1, "decision 5: row"),
        (("actions", 3, "text"), "red_0: fly", "not 'red_0: fly'"),
        (("actions", 7, "digest"), OTHER, f"not {OTHER}"),
        (("actions",), lambda rows: rows[:-1], "after decision 11: result.decisions is 11, not 12"),
        (("actions",), lambda rows: rows[:2] + rows[3:], "decision 3: "),
        (("result", "round"), 59, "result.round is"),
        (("result", "outcome"), "red", "result.outcome is None, not red"),
        (("result", "digest"), OTHER, "result.digest is"),
    ],
)
def test_verify_says_at_which_decision_an_altered_file_leaves_the_path(
    keys, value, part, altered, capsys
):
    path = altered(keys, value)
    assert main(["replay", str(path), "--verify"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"fracas: {path}: leaves the recorded path: ")
    assert part in err
    assert err.count("\n") == 1
    assert main(["replay", str(path)]) == 2  # nor is it shown as if it were the battle
    assert capsys.readouterr() == ("", err)


def test_decisions_after_the_end_are_named(saved, capsys):
    battle, path = saved()
    document = json.loads(path.read_text("utf-8"))
    document["actions"].append(document["actions"][-1])
    path.write_text(json.dumps(document), "utf-8")
    assert main(["replay", str(path), "--verify"]) == 1
    text = f"decision {len(battle.rows) + 1}: the battle is over already"
    assert text in capsys.readouterr().err


def test_a_battle_of_other_rules_is_shown_with_a_warning_but_not_verified(altered, capsys):
    path = altered(("rules", "digest"), OTHER)
    assert main(["replay", str(path), "--verify"]) == 2
    assert f"can't be verified: the rules have changed since (digest {OTHER}" in (
        capsys.readouterr().err
    )
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "-- 13 of 13 " in out
    assert err.startswith(f"fracas: {path}: the rules have changed since")
    assert err.count("\n") == 1


def test_under_other_rules_it_is_shown_as_far_as_it_goes(altered, capsys):
    path = altered(("rules", "digest"), OTHER)
    document = json.loads(path.read_text("utf-8"))
    document["actions"][6]["row"] = 9999
    path.write_text(json.dumps(document), "utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert "-- 7 of 7 " in out
    assert "leaves the recorded path: decision 7: row 9999" in err


# -- files that can't be used ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "value", "part"),
    [
        (("format",), 0, "format 0; this version reads format 1"),
        (("format",), True, "format true; this version reads format 1"),
        (("format",), "1", 'format "1"; this version reads format 1'),
        (("command",), "evaluate", "its command isn't 'replay'; a battle file is needed"),
        (
            ("rules", "system"),
            "chess",
            f"rules.system: one of {', '.join(system_names())} is needed, not 'chess'",
        ),
        (("encounter", "id"), "undead/aley", "no bundled encounter 'undead/aley'; one of"),
        (("encounter", "id"), "undead/horde", "encounter.sides: the encounter has"),
        (("encounter", "digest"), OTHER, "encounter.digest: the encounter has"),
        (
            ("encounter", "options"),
            {"move.base": 9},
            'encounter.options: the encounter has {"initiative.tie": "lot"}, not {"move.base": 9}',
        ),
        (("encounter", "content"), {"system": "undead"}, "encounter: encounter: title: this key"),
        (("encounter", "content"), [], "encounter.content: a mapping of keys is needed"),
        (("encounter", "sides", "red"), "red_0", "encounter.sides.red: a list is needed"),
        (("policies",), {"red": "x"}, 'policies: the encounter has ["red", "blue"]'),
        (("policies", "red"), "a\u001b[2J", "policies.red: "),
        (("seed",), 5, "seed: a text is needed, not 5"),
        (("seed",), "-5", "seed: '-5' doesn't fit"),
        (("seed",), str(2**64), "seed: a number below 2 to the 64th is needed"),
        (("actions",), {}, "actions: a list is needed"),
        (("actions", 2), 7, "actions.2: a mapping of keys is needed"),
        (("actions", 2, "row"), "7", "actions.2.row: a whole number from 0 to 32767"),
        (("actions", 2, "row"), 1.5, "actions.2.row: a whole number"),
        (("actions", 2, "row"), -1, "actions.2.row: a whole number from 0 to 32767"),
        (("actions", 2, "row"), 2**64, "actions.2.row: a whole number from 0 to 32767"),
        (("actions", 2, "digest"), "xyz", "actions.2.digest: 'xyz' doesn't fit"),
        (("actions", 2), {"row": 1, "text": "a", "digst": OTHER}, "did you mean digest?"),
        (("result", "round"), None, "result.round: a whole number is needed, not nothing"),
        (("result",), {}, "result.outcome: this key is missing"),
    ],
)
def test_a_wrong_part_is_named_in_one_line(keys, value, part, altered, capsys):
    path = altered(keys, value)
    before = path.read_bytes()
    for words in ([], ["--verify"], ["--json"]):
        assert main(["replay", str(path), *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"fracas: {path}: ")
        assert part in err
        assert err.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "the file is empty"),
        (b"system: undead\n", ":1: not JSON (Expecting value)"),
        (b'{\n"a": 1,,\n}', ":2: not JSON"),
        (b'{"command": "replay",\n "actions": [', ":2: the file breaks off here"),
        (b'{"command": "repl', ":1: the file breaks off here"),
        (b"[1]", "not a JSON object"),
        (b'{"a": 1}', "its command isn't 'replay'"),
        (b'{"command": "replay"}', "format null; this version reads format 1"),
        (b'{"seed": NaN}', "NaN is no number"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "not JSON (Exceeds the limit"),
        (b"\xff\xfe\x00{", "not a text file in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{" + b" " * 10_000_000 + b"}", "larger than 10 MB"),
    ],
    ids=range(13),
)
def test_a_file_that_is_none_is_refused_in_one_line(content, part, tmp_path, capsys):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1


def test_a_file_that_breaks_off_anywhere_is_refused(saved):
    _, path = saved(decisions=3)
    content = path.read_bytes().rstrip()
    for size in range(0, len(content), 7):
        path.write_bytes(content[:size])
        with pytest.raises(ReplayError, match=r"breaks off here|is empty|not JSON"):
            load(path)


def test_what_is_no_file_is_refused(tmp_path, capsys):
    for path, part in ((tmp_path, "a folder"), (tmp_path / "no.json", "no file")):
        assert main(["replay", str(path)]) == 2
        assert part in capsys.readouterr().err


# -- writing ---------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(saved, monkeypatch, drawn, document):
    battle, path = saved(decisions=3)
    before = path.read_bytes()

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(replay.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write(document(drawn(battle)), path)
    assert os.listdir(path.parent) == [path.name]
    assert path.read_bytes() == before


def test_a_place_where_no_file_can_be_is_refused_before_the_battle(tmp_path, capsys):
    for path, part in (
        (tmp_path / "none" / "x.json", "there is no folder"),
        (tmp_path, "not a file"),
        ("/dev/null", "not a file"),
    ):
        assert main(["play", "undead/alley", "--save", str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert part in err
