"""What tests of all systems need to know of each: ``tests/systems/<system>.py``.

A test that takes an argument of ``SCENES`` runs once for each system, or for each case where the
system gives several. A system gives None where its rules can't bring the scene about. A test that
takes ``any_encounter`` (encounter, edits of units by which its battles begin) runs once for each
bundled one and for each system's ``NARROW`` ones, which bring about what is rare.
"""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from fracas.envs import bundled, system_names

SCENES = (
    "scene_fall",
    "scene_victory",
    "scene_mutual_kill",
    "scene_first_blow",
    "scene_pending",
    "scene_reactors",
    "scene_mover_falls",
    "scene_exclusive",
    "scene_chance",
    "scene_leaving",
    "scene_defence",
    "scene_cost",
    "scene_corpse",
    "scene_unseen",
)


@cache
def module_of(system: str) -> ModuleType:
    """Return what the tests know of a system."""
    path = Path(__file__).parent / "systems" / f"{system}.py"
    spec = importlib.util.spec_from_file_location(f"scenes_of_{system}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for scene in SCENES:
        if scene in metafunc.fixturenames:
            cases = []
            for system in system_names():
                given = getattr(module_of(system), scene)
                several = given if isinstance(given, dict) else {"": given}
                cases += [
                    pytest.param(make, id="-".join(filter(None, (system, case))))
                    for case, make in several.items()
                    if make is not None
                ]
            metafunc.parametrize(scene, cases)
    if "any_encounter" in metafunc.fixturenames:
        narrow = [
            pytest.param(encounter, id=f"{system}-{name}")
            for system in system_names()
            for name, encounter in module_of(system).NARROW.items()
        ]
        plain = [pytest.param((name, {}), id=name) for name in bundled()]
        metafunc.parametrize("any_encounter", [*plain, *narrow])


@pytest.fixture(scope="session")
def rules():
    """Return a function: name of an encounter or system -> what the tests know of the system."""
    return lambda name: module_of(name.split("/")[0])


@pytest.fixture(scope="session")
def down():
    """Return a function: battle -> the units that are out of the fight."""
    return lambda battle: [
        unit for unit in battle.units if module_of(battle.system.name).is_down(battle, unit)
    ]
