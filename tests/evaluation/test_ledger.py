"""The ledger of clauses, on a small made-up system and at home."""

from pathlib import Path

import pytest

from fracas.evaluation.ledger import LedgerError, citations, ledger, marks

RULES = """
| id | rule |
| --- | --- |
| X001 | One. See X003. |
| X002 | Two. |
| X003 | Three. |
| X007 | Seven. |

| option | default |
| --- | --- |
| `speed.base` | 4 |
"""
CODE = '''
"""What X001 says."""
A = 1  # X002 to
# X007
'''
TESTS = """
@clause("X001", "X002", "option:speed.base")
@parametrize("x", [1])
def test_one(): ...

class TestMore:
    @pytest.mark.clause("X003")
    def test_two(self): ...

@clause("X007")
def test_three(): ...
"""


@pytest.fixture
def root(tmp_path) -> Path:
    for path, text in (
        ("envs/toy/RULES.md", RULES),
        ("envs/toy/step.py", CODE),
        ("tests/conformance/toy/test_toy.py", TESTS),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def change(root, path, old, new):
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_complete_book(root):
    book = ledger("toy", "X", root)
    assert book.missing == {}
    assert book.to_json() == {
        "system": "toy", "clauses": 4, "tested": 4, "cited": 4, "options": 1, "options_tested": 1,
        "tests": 3, "missing": {}, "complete": True,
    }  # fmt: skip


TEST, STEP = "tests/conformance/toy/test_toy.py", "envs/toy/step.py"
SPEED = "option:speed.base"


@pytest.mark.parametrize(
    ("path", "old", "new", "title", "names"),
    [
        (TEST, '"X002", ', "", "clauses without a test", ["X002"]),
        (TEST, "X003", "X009", "marks of unknown ids", ["X009"]),
        (TEST, f', "{SPEED}"', "", "options without a test", [SPEED]),
        (TEST, "speed.base", "speed.bass", "marks of unknown ids", ["option:speed.bass"]),
        (STEP, "What X001 says", "", "clauses that no code cites", ["X001"]),
        (STEP, "X007", "X008", "citations of unknown ids", ["X008"]),
        (STEP, "to\n# X007", "", "clauses that no code cites", ["X003", "X007"]),
        ("envs/toy/RULES.md", "| X003 | Three. |\n", "", "marks of unknown ids", ["X003"]),
    ],
)  # fmt: skip
def test_every_gap_is_named(root, path, old, new, title, names):
    change(root, path, old, new)
    missing = ledger("toy", "X", root).missing
    assert sorted(missing[title]) == names


def test_places_are_told(root):
    change(root, "tests/conformance/toy/test_toy.py", "X003", "X009")
    assert ledger("toy", "X", root).missing["marks of unknown ids"] == {"X009": ["test_toy.py:8"]}


def test_the_gaps_in_a_range_of_numbers_are_no_fault():
    found = list(citations("# X001-X003", "X"))
    assert found == [("X001", 1), ("X002", -1), ("X003", 1)]


def test_ids_of_another_letter_or_length_are_not_taken_for_clauses():
    assert list(citations("Y001 X01 X0011 AX001 XX001", "X")) == []


def test_a_computed_mark_is_refused():
    with pytest.raises(LedgerError, match="written out"):
        list(marks("@clause(*IDS)\ndef test(): ..."))


def test_a_clause_defined_twice_is_refused(root):
    change(root, "envs/toy/RULES.md", "| X002 |", "| X001 |")
    with pytest.raises(LedgerError, match="defined twice: X001"):
        ledger("toy", "X", root)


@pytest.mark.parametrize(("folder", "message"), [("envs", "no rulebook"), ("tests", "checkout")])
def test_what_is_not_there_is_said(root, folder, message):
    (root / folder).rename(root / "elsewhere")
    with pytest.raises(LedgerError, match=message):
        ledger("toy", "X", root)
