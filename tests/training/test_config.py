"""Training files: what is accepted, and one line for what is not."""

import pytest

from fracas.configs import training_names
from fracas.envs import EncounterError
from fracas.training.config import TrainConfig, load, parse_override, to_yaml
from fracas.training.train import make_pool


@pytest.mark.parametrize("name", training_names())
def test_bundled_runs_load_and_have_opponents(name) -> None:
    import numpy as np

    from fracas.envs import arena

    config = load(name)
    assert make_pool(config, arena(config.encounter), np.random.default_rng(0)).members


def test_a_configuration_survives_its_file(small, tmp_path) -> None:
    config = small(ppo__learning_rate=0.00003)
    (tmp_path / "c.yaml").write_text(to_yaml(config))
    assert load(tmp_path / "c.yaml") == config


def test_every_key_says_what_it_is_for() -> None:
    schema = TrainConfig.model_json_schema()
    for model in (schema, *schema["$defs"].values()):
        for name, field in model["properties"].items():
            assert "description" in field or "$ref" in field, name


def test_overrides_win_over_the_file() -> None:
    given = dict(map(parse_override, ["ppo.battles=64", "seed=9", "opponents.scripts=[rusher]"]))
    config = load("quickstart", given)
    assert (config.ppo.battles, config.seed, config.opponents.scripts) == (64, 9, ["rusher"])
    assert config.encounter == load("quickstart").encounter


FILE = "encounter: undead/alley\nminutes: 1\nppo:\n  battles: 8\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE + "  stepz: 4\n", "t.yaml:5: ppo.stepz: unknown key; did you mean steps?"),
        (FILE + "  gamma: high\n", "t.yaml:5: ppo.gamma: a number above 0 and at most 1 is needed"),
        (FILE + "  battles: 4\n", "t.yaml:5: ppo.battles: stands twice"),
        (FILE + "keep: -1\n", "t.yaml:5: keep: a whole number from 1 to 1000 is needed, not -1"),
        ("minutes: 1\n", "encounter: this key is missing"),
        ("encounter: x/y\n", "a run needs an end: give `decisions` or `minutes`"),
        (FILE + "opponents: {random: 0, scripted: 0, latest: 0}\n", "t.yaml:5: opponents: give"),
        (FILE + "a: [\n", "not YAML"),
        ("", "mapping"),
    ],
)
def test_faults_in_a_file_name_the_line_and_the_key(text, message, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(text)
    with pytest.raises(EncounterError) as caught:
        load("t.yaml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "ppo.battles",
            0,
            "given beside the file: ppo.battles: a whole number from 1 to 65536 is needed, not 0",
        ),
        ("ppo.batles", 1, "given beside the file: ppo.batles: unknown key; did you mean battles?"),
        ("seed.deep", 1, "given beside the file: seed"),
    ],
)
def test_faults_in_an_override_name_the_key(key, value, message) -> None:
    with pytest.raises(EncounterError) as caught:
        load("quickstart", {key: value})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["ppo.battles", "=3", "a=["])
def test_an_override_is_key_equals_value(text) -> None:
    with pytest.raises(EncounterError):
        parse_override(text)


def test_an_unknown_run_names_the_known_ones() -> None:
    with pytest.raises(
        EncounterError, match=r"no training run 'quickstat'.*did you mean quickstart"
    ):
        load("quickstat")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"opponents__scripts": ["ruhser"]}, "no script 'ruhser'; known: random, rusher"),
        ({"side": "green"}, "no side 'green'; sides: red, blue"),
        (
            {"opponents__networks": ["nowhere.npz"], "opponents__files": 1.0},
            "nowhere.npz: no such file",
        ),
    ],
)
def test_what_the_encounter_does_not_have_is_named(small, duel, changes, message) -> None:
    import numpy as np

    with pytest.raises(ValueError, match=r"opponents|side|nowhere") as caught:
        make_pool(small(**changes), duel, np.random.default_rng(0))
    assert message in str(caught.value)
