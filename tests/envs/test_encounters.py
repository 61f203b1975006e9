"""The bundled encounters: played to their ends, schemas and names as they should be."""

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml

from fracas import configs
from fracas.envs import SYSTEMS, Battle, BattleBatch, bundled
from fracas.envs.core.encounter import schema

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "configs" / "encounters"
every_encounter = pytest.mark.parametrize("name", bundled())
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def content(name):
    return yaml.safe_load((FILES / f"{name}.yaml").read_text(encoding="utf-8"))


# Play -------------------------------------------------------------------------------------------


@every_encounter
@pytest.mark.parametrize("seed", range(3))
def test_a_random_battle_comes_to_an_end_without_faults(name, seed):
    battle, random = Battle(name, seed=seed), np.random.default_rng(seed)
    for _ in range(20_000):
        assert battle.faults() == []
        if battle.decider is None:
            break
        battle.act(int(random.choice(np.flatnonzero(battle.mask()))))
    assert battle.outcome in (*battle.arena.sides, "draw")


@every_encounter
def test_a_batch_of_random_battles_comes_to_an_end(name):
    batch, random = BattleBatch(name, n=3, seed=1), np.random.default_rng(1)
    for _ in range(20_000):
        rows = [
            -1 if done else random.choice(np.flatnonzero(mask))
            for done, mask in zip(batch.done, batch.masks, strict=True)
        ]
        batch.step(rows)
        if batch.done.all():
            break
    assert batch.done.all()
    assert [batch.battle(k).faults() for k in range(3)] == [[], [], []]


# Schema and names -------------------------------------------------------------------------------


@every_system
def test_the_exported_schema_is_up_to_date(system):
    file = FILES / f"{system.name}.schema.json"
    fresh = schema(system.encounter_model)
    jsonschema.Draft202012Validator.check_schema(fresh)
    same = json.loads(file.read_text(encoding="utf-8")) == fresh
    assert same, "the loader has changed; if that is meant: python tests/schemas.py --update"


@every_encounter
def test_a_bundled_file_names_its_schema_and_fits_it(name):
    system = name.split("/")[0]
    first = (FILES / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# yaml-language-server: $schema=../{system}.schema.json"
    known = json.loads((FILES / f"{system}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(known).validate(content(name))


@every_system
def test_the_schema_refuses_what_the_loader_refuses(system, rules):
    known = schema(system.encounter_model)
    first = next(name for name in bundled() if name.startswith(f"{system.name}/"))
    wrong = ({"titel": "x"}, {"round_limit": 0}, {"sides": []}, *rules(system.name).REFUSED)
    for change in wrong:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(known).validate({**content(first), **change})


def test_bundled_training_runs_are_opened_by_name():
    names = configs.training_names()
    assert names == sorted(names)
    for name in names:
        assert isinstance(yaml.safe_load(configs.training(name).read_text("utf-8")), dict)


def test_an_unknown_training_run_is_one_plain_line():
    with pytest.raises(ValueError, match=r"^no training run 'nothing'; .*$"):
        configs.training("nothing")
