"""What names an encounter: a bundled id, a file, a mapping; and one line for what names none."""

import builtins

import pytest

from fracas.envs import EncounterError, arena, system_names
from fracas.envs.core.encounter import hint, not_among

SOUND = """\
system: undead
title: Test
map: .a.b
sides:
  - {id: red, units: [{mark: a}]}
  - {id: blue, units: [{mark: b}]}
"""


def fault_of(source):
    with pytest.raises(EncounterError) as caught:
        arena(source)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    return text


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("undead/aley", "undead/alley"),
        ("undead/alley.yaml", "undead/alley"),
        ("Undead/Alley", "undead/alley"),
        ("clinic", "undead/clinic"),
    ],
)
def test_an_unknown_bundled_id_near_a_known_one(name, near):
    expected = f"no encounter {name!r}, neither a file nor a bundled id; did you mean {near}?"
    assert fault_of(name) == expected


@pytest.mark.parametrize("name", ["gone.yaml", "no/such/file.yaml", "", "a\0b", "e.yaml/x", None])
def test_an_unknown_name_like_no_other(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(SOUND)
    text = fault_of(name)
    assert text.startswith(
        f"no encounter {str(name)!r}, neither a file nor a bundled id; there are "
    )
    assert "undead/alley" in text


def test_a_misspelt_file_beside_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cellar.yaml").write_text(SOUND)
    for name in ("celar.yaml", "cellar.yml"):
        assert fault_of(name).endswith("; did you mean cellar.yaml?")


def test_a_folder_instead_of_a_file(tmp_path):
    assert fault_of(tmp_path) == f"{tmp_path}: a folder; a YAML file or a bundled id is needed"


def test_a_file_wins_over_a_bundled_id_of_its_name_and_a_folder_does_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "undead" / "alley").mkdir(parents=True)
    assert arena("undead/alley").title == "E1 Alley"
    (tmp_path / "undead" / "lot").write_text(SOUND)
    assert arena("undead/lot").title == "Test"


def test_an_unreadable_file(tmp_path, monkeypatch):
    (tmp_path / "e.yaml").write_text(SOUND)
    real = builtins.open

    def refuse(file, *arguments, **more):
        if str(file).endswith("e.yaml"):
            raise PermissionError(13, "Permission denied")
        return real(file, *arguments, **more)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "open", refuse)
    assert fault_of("e.yaml") == (
        "e.yaml: can't be read (Permission denied); a YAML file or a bundled id is needed"
    )


def test_a_name_longer_than_files_have_is_shortened():
    assert len(fault_of("x" * 5000)) < 400


def test_the_text_of_an_encounter_instead_of_its_name():
    expected = "a file's name or a bundled id is needed, not the text of an encounter"
    assert fault_of(SOUND) == expected


def test_faults_of_a_mapping_name_the_key():
    sides = [{"id": "red", "units": [{"mark": "a", "kind": "gunnar"}]}]
    sides.append({"id": "blue", "units": [{"mark": "b"}]})
    sound = {"system": "undead", "title": "t", "map": ".a.b", "sides": sides}
    assert fault_of(sound) == (
        "encounter: sides.0.units.0.kind: no stat block 'gunnar'; did you mean gunner?"
    )
    assert fault_of({"system": "undead"}).startswith("encounter: title: this key is missing")
    assert fault_of({}) == f"encounter: system: {not_among(None, system_names())}"
    assert fault_of({**sound, "sides": tuple(sides)}).startswith(
        "encounter: sides: a list is needed"
    )


def test_a_hint_names_the_nearest_word_or_all():
    assert hint("gunnar", ["gunner", "guard"]) == "did you mean gunner?"
    assert hint("zzz", ["gunner", "guard"]) == "there are gunner, guard"
