"""What tests of all systems need to know of each: ``tests/systems/<system>.py``.

A test that takes an argument of ``SCENES`` runs once for each system, or for each case where the
system gives several. A system gives None where its rules can't bring the scene about.
"""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from fracas.envs import system_names

SCENES = (
    "scene_fall",
    "scene_victory",
    "scene_mutual_kill",
    "scene_first_blow",
    "scene_pending",
    "scene_reactors",
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


@pytest.fixture(scope="session")
def rules():
    """Return a function: name of an encounter or system -> what the tests know of the system."""
    return lambda name: module_of(name.split("/")[0])
