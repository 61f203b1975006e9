"""Recorded battles stay as they are, and between them show all that a system has."""

import importlib.util
from pathlib import Path

import pytest

from fracas.envs import system_names

HERE = Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location("record_playthroughs", HERE / "record.py")
record = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(record)

UPDATE = "python tests/playthroughs/record.py --update"


@pytest.mark.parametrize("path", record.files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_is_as_recorded(path):
    old = path.read_text(encoding="utf-8")
    new = record.fresh(old)
    for n, (was, now) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        assert was == now, f"{path.name}:{n} differs; if that is meant: {UPDATE}"
    assert old == new, f"{path.name} has another length; if that is meant: {UPDATE}"


@pytest.mark.parametrize("name", system_names())
def test_every_verb_phase_and_window_occurs_in_some_playthrough(name):
    assert record.missing(name) == set(), f"another seed in a file (--find), then: {UPDATE}"
