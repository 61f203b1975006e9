"""The mutation run finds each kind of mutant, kills what tests notice, and lists the rest."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
sys.path.append(str(TESTS / "mutation"))
from mutants import Citations, Mutator, describe, knowledge  # noqa: E402

EXPLAINED = TESTS / "mutation" / "explained"
RULES = "# Rules\n\n| id | rule |\n| --- | --- |\n| T001 | reach |\n| T002 | cost |\n"
TABLES = """
COST = [1, 2]  # T002
NAMES = 7
"""
KERNEL = '''
from toy.tables import COST


def reach(distance):
    """T001: at most 2."""
    return distance <= 2


def pay(points, verb):
    if points >= COST[verb]:  # T002
        return points - COST[verb]
    return points


def endless(n):
    """T001: counts down."""
    while n > 0:
        n -= 1
    return n
'''
CHECKS = """
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "envs"))
from toy.rules import endless, pay, reach


@pytest.mark.clause("T001")
def test_reach():
    assert reach(1)
    assert not reach(4)


@pytest.mark.clause("T002")
def test_cost():
    assert pay(4, 0) == 3
    assert pay(4, 1) == 2
    assert pay(0, 0) == 0


@pytest.mark.clause("T001")
def test_countdown():
    assert endless(3) == 0
"""


def changes(source: str, table: bool = False) -> set[str]:
    tree = ast.parse(source)
    known = knowledge([tree, ast.parse("A, B, C = range(3)")])
    return {
        describe(node, kind, new, around, known.enums).split(" in: ")[0]
        for node, kind, new, around in Mutator(known, table).find(tree.body[0])
    }


def test_comparisons_get_their_neighbour_and_their_negation():
    found = changes("def f(a, b):\n    return a < b")
    assert found == {"a < b -> a <= b", "a < b -> a >= b"}
    assert changes("def f(a, b):\n    return a == b") == {"a == b -> a != b"}


def test_conditions_become_true_and_false_and_operands_drop_out():
    found = changes("def f(a, b):\n    if a and not b:\n        pass")
    assert {"a and (not b) -> True", "a and (not b) -> False"} <= found
    assert {"a and (not b) -> a or not b", "not b -> b", "a -> True", "not b -> True"} <= found


def test_integers_move_by_one_where_that_differs_from_the_boundary():
    assert {"5 -> 6", "5 -> 4"} <= changes("def f(s):\n    s.x = 5")
    found = changes("def f(x):\n    return x >= 5")
    assert found == {"x >= 5 -> x > 5", "x >= 5 -> x < 5", "5 -> 4"}
    assert changes("def f(s):\n    s.x = -1") == {"-1 -> 0"}
    assert changes("def f(s):\n    return s.x != 0") == {"s.x != 0 -> s.x == 0"}


def test_arithmetic_min_booleans_returns_and_names():
    assert "a + b -> a - b" in changes("def f(a, b):\n    return g(a + b)")
    assert "s.x += a -> s.x -= a" in changes("def f(s, a):\n    s.x += a")
    assert "min(a, b) -> max(a, b)" in changes("def f(a, b):\n    return min(a, b)")
    assert "True -> False" in changes("def f(a):\n    return g(True)")
    assert "return a and b -> return not (a and b)" in changes("def f(a, b):\n    return a and b")
    assert "B -> C" in changes("def f(s):\n    s.x = B")


def test_tables_lose_names_and_change_figures():
    assert "without B in [A, B]" in changes("COST[[A, B]] = 1", table=True)
    assert {"1 -> 2", "1 -> 0"} <= changes("COST[[A, B]] = 1", table=True)


def test_asserts_docstrings_and_the_event_log_have_no_mutants():
    source = 'def f(s: int = 3):\n    """One 1."""\n    assert s > 1\n    note(s, 1, s > 2)'
    assert changes(source) == set()


def test_citations_stand_on_the_line_above_it_or_in_a_range():
    cites = Citations("# -- part (T009)\na = 1  # T001 to T003\n# T005\nb = 2\nc = 3\n", "T")
    assert cites.lines == {2: ("T001", "T002", "T003"), 4: ("T005",)}


@pytest.fixture
def toy(tmp_path):
    files = {
        "envs/toy/RULES.md": RULES,
        "envs/toy/__init__.py": "",
        "envs/toy/tables.py": TABLES,
        "envs/toy/rules.py": KERNEL,
        "tests/conformance/toy/test_toy.py": CHECKS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def run(root, *args):
    start = (
        "import sys; sys.path.insert(0, sys.argv[1]); import mutations; from pathlib import Path"
    )
    code = f"{start}; sys.exit(mutations.main(sys.argv[3:], Path(sys.argv[2])))"
    command = [sys.executable, "-c", code, str(TESTS), str(root), "--jobs", "1", *args]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ})


def results(root):
    lines = (root / "build" / "mutations-toy.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_run_kills_lists_survivors_and_goes_on_where_it_stopped(toy, monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "-n 2")  # what a user's shell may say changes nothing
    first = run(toy, "toy", "--json")
    assert first.returncode == 1, first.stderr
    found = json.loads(first.stdout)
    survivors = {one["change"] for one in found["survivors"]}
    # Distances 2 and 3 are tested by nothing, nor are points that just suffice.
    assert survivors == {
        "distance <= 2 -> distance < 2",
        "2 -> 3 in: distance <= 2",
        "points >= COST[verb] -> points > COST[verb]",
    }
    assert {one["related"] for one in found["survivors"]} == {0}
    assert found["killed"] == found["mutants"] - len(survivors)
    by_change = {one["change"]: one for one in results(toy) if "mutant" in one}
    assert by_change["n -= 1 -> n += 1"]["how"] == "time limit"
    assert by_change["2 -> 3 in: [1, 2]"]["by"].endswith("test_cost")

    before = results(toy)
    (toy / "tests/mutation/explained").mkdir(parents=True)
    (toy / "tests/mutation/explained/toy.yaml").write_text(
        "- {file: rules.py, function: reach, why: nobody stands there,"
        " changes: ['distance <= 2 -> distance < 2']}\n",
        encoding="utf-8",
    )
    second = run(toy, "toy")
    assert second.returncode == 1
    assert results(toy) == before
    *lines, counts = second.stdout.splitlines()
    assert "3 survived (1 explained)" in counts
    assert [line.endswith("): nobody stands there") for line in lines] == [False, False, True]

    tests = toy / "tests/conformance/toy"
    more = CHECKS.split("@pytest")[0] + (
        "def test_border():\n    assert reach(2) and not reach(3) and pay(2, 1) == 0\n"
    )
    (tests / "test_border.py").write_text(more, encoding="utf-8")
    again = run(toy, "toy")
    assert again.returncode == 0, again.stdout
    redone = results(toy)[len(before) :]
    assert {one["change"] for one in redone if "mutant" in one} == survivors
    assert {one["test"] for one in redone if "test" in one} == {
        "tests/conformance/toy/test_border.py::test_border"
    }


@pytest.mark.parametrize("path", sorted(EXPLAINED.glob("*.yaml")), ids=lambda path: path.stem)
def test_explanations_are_of_mutants_that_there_are(path):
    program = (
        "import sys; sys.path[:0] = sys.argv[1:3]; from pathlib import Path; import mutations;"
        "from subject import Subject; subject = Subject(mutations.ROOT, sys.argv[3]);"
        "there = {(m.file, m.function, m.change) for m in subject.mutants};"
        "print(*(set(mutations.explained(mutations.ROOT, sys.argv[3])) - there), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(TESTS), str(TESTS / "mutation"), path.stem],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.strip() == ""


def test_errors_are_one_line(toy):
    for args, words in (
        (("other",), "there are: toy"),
        (("toy", "--only", "T999"), "no mutants of T999"),
        (("toy", "--jobs", "0"), "--jobs is 1 or more"),
    ):
        failed = run(toy, *args)
        assert failed.returncode == 2
        assert words in failed.stderr
        assert failed.stderr.count("\n") == 1


def test_a_mutant_of_a_real_kernel_is_killed(tmp_path):
    here = tmp_path / "tests" / "conformance" / "undead"
    here.mkdir(parents=True)
    (tmp_path / "envs").symlink_to(TESTS.parent / "envs")
    shown = TESTS / "conformance" / "undead" / "conftest.py"
    (here / "conftest.py").write_text(shown.read_text(encoding="utf-8"), encoding="utf-8")
    (here / "test_bands.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.clause('U002')\n"
        "def test_unarmed(scene):\n"
        "    s = scene()\n"
        "    s.act('unarmed', 'B', 'torso', dice=[15])\n"
        "    assert s.unit('B').hp == 5\n",
        encoding="utf-8",
    )
    done = run(tmp_path, "undead", "--only", "U002", "--json")
    found = json.loads(done.stdout)
    assert found["killed"] > 0
    assert any(one["change"] == "-5 -> -6 in: margin >= -5" for one in found["survivors"])
