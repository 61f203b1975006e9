"""The import name is fracas.<folder>, in a checkout and in a wheel."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("configs", "envs", "evaluation", "policies", "training")

# Imports all modules under the package argv[1]; prints what was loaded, as JSON.
WALK = """
import importlib, json, pkgutil, sys
top = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(top.__path__, top.__name__ + "."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
print(json.dumps(sorted(sys.modules)))
"""
IMPORT = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
print(json.dumps(sorted(sys.modules)))
"""


def pyproject() -> dict[str, Any]:
    """Return the project's pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def loaded(program: str, name: str, cwd: Path = ROOT) -> set[str]:
    """Return the names of all modules loaded after ``program`` ran in a fresh interpreter."""
    # -P keeps the current folder off sys.path, PYTHONPATH could bring it back.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-P", "-c", program, name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_every_package_is_listed() -> None:
    """An omitted package would be missing from the wheel without a word."""
    setuptools = pyproject()["tool"]["setuptools"]
    inits = (init for folder in FOLDERS for init in (ROOT / folder).rglob("__init__.py"))
    packages = [".".join(("fracas", *init.parent.relative_to(ROOT).parts)) for init in inits]
    assert setuptools["packages"] == sorted(packages)
    assert setuptools["package-dir"] == {f"fracas.{folder}": folder for folder in FOLDERS}


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    assert sorted(str(path) for path in folders if not (path / "__init__.py").exists()) == []


def test_every_data_file_is_in_the_package_data() -> None:
    setuptools = pyproject()["tool"]["setuptools"]
    data = setuptools["package-data"]
    shipped = {
        path
        for package in setuptools["packages"]
        for pattern in (*data["*"], *data.get(package, ()))
        for path in ROOT.joinpath(*package.split(".")[1:]).glob(pattern)
    }
    files = {
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    assert sorted(str(path.relative_to(ROOT)) for path in files - shipped) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_types_are_declared_and_linked(folder: str) -> None:
    assert (ROOT / folder / "py.typed").is_file()
    link = ROOT / ".typing" / "fracas" / folder
    assert link.is_symlink()
    assert os.readlink(link) == f"../../{folder}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_imported_under_its_bare_folder_name(folder: str) -> None:
    """A bare name is a second copy of a module, with classes and tables of its own."""
    names = loaded(WALK, f"fracas.{folder}")
    assert f"fracas.{folder}" in names
    assert sorted(names & {*FOLDERS, "tests"}) == []


def test_bare_names_cannot_be_imported_from_elsewhere(tmp_path: Path) -> None:
    program = "import importlib.util as u, json; print(json.dumps([n for n in {names} if {spec}]))"
    program = program.format(names=FOLDERS, spec="u.find_spec(n)")
    assert loaded(program, "", cwd=tmp_path) == set()


@pytest.mark.parametrize("folder", ["configs", "envs", "policies"])
def test_importing_a_folder_loads_no_learner(folder: str) -> None:
    names = loaded(IMPORT, f"fracas.{folder}")
    assert sorted(names & {"torch", "stable_baselines3", "sb3_contrib", "tensorboard"}) == []
