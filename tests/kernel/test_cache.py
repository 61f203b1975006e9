"""Compiled code is never older than its sources, and old folders don't pile up."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from fracas.envs.core import jit
from fracas.envs.undead import step

PROGRAM = textwrap.dedent(
    """
    import sys
    import numpy as np
    from fracas.envs.core.jit import entry
    from fracas.callee import answer

    @entry
    def door(record, op, argument, observation, mask):
        return answer(argument)

    print(door.call(0, 0, 20, 0, 0))
    """
)
CALLEE = textwrap.dedent(
    """
    from fracas.envs.core.jit import kernel

    @kernel
    def answer(n):
        return n + {}
    """
)


@pytest.fixture
def copy(tmp_path):
    """A copy of the core beside two kernel files, in a tree of its own."""
    package = tmp_path / "tree" / "fracas"
    core = package / "envs" / "core"
    shutil.copytree(Path(jit.__file__).parent, core, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "callee.py").write_text(CALLEE.format(1))
    (package / "caller.py").write_text(PROGRAM)
    return package


def run(package: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import fracas.caller"],
        env={
            **{k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"},
            "PYTHONPATH": str(package.parent),
            "NUMBA_CACHE_DIR": str(package.parent / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",  # tells an edit within the second by its size only
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def test_an_edited_callee_in_another_file_is_compiled_anew(copy):
    assert run(copy) == 21
    (copy / "callee.py").write_text(CALLEE.format(1000))
    assert run(copy) == 1020
    (copy / "callee.py").write_text(CALLEE.format(1))
    assert run(copy) == 21


def test_old_cache_folders_are_pruned(copy):
    for n in range(6):
        (copy / "callee.py").write_text(CALLEE.format(n))
        assert run(copy) == 20 + n
    folders = [f.name for f in (copy.parent / "cache" / "fracas").iterdir()]
    assert 0 < len([f for f in folders if "caller" in f]) <= 3


def test_the_digest_covers_what_a_kernel_imports_and_no_more():
    names = {path.name for path in jit.sources(step.__file__)}
    assert {"step.py", "rules_attack.py", "tables.py", "dice.py", "jit.py"} <= names
    assert {"aec.py", "encounter.py", "view.py"} & names == set()
