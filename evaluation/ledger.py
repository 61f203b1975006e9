"""The ledger of clauses: what the rulebook says, what tests check, what code cites.

A clause is defined by a row of a table in ``RULES.md`` that starts with its id. A test checks it
that wears ``@clause("U543")``. Code cites it in a comment, a docstring or the verb table, alone or
within a range (``U541-U543``, ``U541 to U543``). An option of the rulebook is checked by a test
that wears ``@clause("option:area.head")``. The sources are read, not imported.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_OPTION = re.compile(r"^\|\s*`([a-z_]+(?:\.[a-z_0-9]+)+)`\s*\|", re.MULTILINE)


class LedgerError(ValueError):
    """The ledger can't be drawn up: one line says why."""


@dataclass(frozen=True)
class Ledger:
    """Who speaks of which clause; each mapping leads to places such as ``step.py:12``.

    Attributes:
        system: the rule system's id.
        defined: clauses of the rulebook.
        tested: clauses and options that tests are marked with.
        cited: clauses that code cites.
        options: options of the rulebook.
    """

    system: str
    defined: tuple[str, ...]
    options: tuple[str, ...]
    tested: dict[str, list[str]] = field(default_factory=dict)
    cited: dict[str, list[str]] = field(default_factory=dict)

    @property
    def missing(self) -> dict[str, dict[str, list[str]]]:
        """Return what is wrong: heading -> id -> places (none for an id that nobody names)."""
        clauses, options = set(self.defined), {f"option:{name}" for name in self.options}
        found: dict[str, dict[str, list[str]]] = {
            "clauses without a test": {n: [] for n in sorted(clauses - self.tested.keys())},
            "clauses that no code cites": {n: [] for n in sorted(clauses - self.cited.keys())},
            "options without a test": {n: [] for n in sorted(options - self.tested.keys())},
            "marks of unknown ids": {
                n: self.tested[n] for n in sorted(self.tested.keys() - clauses - options)
            },
            "citations of unknown ids": {
                n: self.cited[n] for n in sorted(self.cited.keys() - clauses)
            },
        }
        return {title: names for title, names in found.items() if names}

    def to_json(self) -> dict[str, Any]:
        """Return counts and what is missing."""
        clauses = set(self.defined)
        return {
            "system": self.system,
            "clauses": len(clauses),
            "tested": len(clauses & self.tested.keys()),
            "cited": len(clauses & self.cited.keys()),
            "options": len(self.options),
            "options_tested": sum(f"option:{name}" in self.tested for name in self.options),
            "tests": len({place for places in self.tested.values() for place in places}),
            "missing": self.missing,
            "complete": not self.missing,
        }


def checkout() -> Path:
    """Return the folder that holds ``envs`` and ``tests``.

    Raises:
        LedgerError: the package is installed without its tests.
    """
    root = Path(__file__).resolve().parents[1]
    if not (root / "tests" / "conformance").is_dir():
        raise LedgerError(
            "the ledger reads the tests, and this installation has none: run it from a checkout"
        )
    return root


def ledger(system: str, prefix: str, root: Path | None = None) -> Ledger:
    """Draw up the ledger of a system.

    Args:
        system: its id, the name of its folder.
        prefix: letter of its clause ids.
        root: folder with ``envs`` and ``tests``; the checkout if left out.

    Raises:
        LedgerError: rulebook or tests aren't there.
    """
    root = root or checkout()
    rules = root / "envs" / system / "RULES.md"
    tests = root / "tests" / "conformance" / system
    if not rules.is_file():
        raise LedgerError(f"no rulebook at {rules}")
    if not tests.is_dir():
        raise LedgerError(f"no tests at {tests}: run it from a checkout")
    text = rules.read_text(encoding="utf-8")
    defined = re.findall(rf"^\|\s*({prefix}\d{{3}})\s*\|", text, re.MULTILINE)
    twice = sorted({name for name in defined if defined.count(name) > 1})
    if twice:
        raise LedgerError(f"{rules}: defined twice: {', '.join(twice)}")
    book = Ledger(system, tuple(defined), tuple(dict.fromkeys(_OPTION.findall(text))))
    for path in sorted(tests.rglob("*.py")):
        for name, line in marks(path.read_text(encoding="utf-8")):
            book.tested.setdefault(name, []).append(f"{path.name}:{line}")
    for path in sorted((root / "envs" / system).rglob("*.py")):
        for name, line in citations(path.read_text(encoding="utf-8"), prefix):
            if line > 0 or name in book.defined:
                book.cited.setdefault(name, []).append(f"{path.name}:{abs(line)}")
    return book


def marks(source: str) -> Iterator[tuple[str, int]]:
    """Yield (id, line) of every ``@clause(...)`` on a test of a source text.

    Raises:
        LedgerError: an id is computed, so that the source doesn't show it.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        for mark in node.decorator_list:
            if not isinstance(mark, ast.Call):
                continue
            if ast.unparse(mark.func).rpartition(".")[2] != "clause":
                continue
            for argument in mark.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise LedgerError(
                        f"{node.name}: an id of @clause is written out, not {ast.unparse(argument)}"
                    )
                yield argument.value, node.lineno


def citations(source: str, prefix: str) -> Iterator[tuple[str, int]]:
    """Yield (id, line) of every clause that a source text names, in ranges too.

    The line of a number between the ends of a range is negative: numbers have gaps, so not each
    of them need be a clause.
    """
    cite = re.compile(rf"\b{prefix}(\d{{3}})(?:(?:-|\s+to[\s#]+){prefix}(\d{{3}}))?\b")
    for match in cite.finditer(source):
        first, last = int(match[1]), int(match[2] or match[1])
        line = source.count("\n", 0, match.start()) + 1
        for number in range(first, last + 1):
            yield f"{prefix}{number:03d}", line if number in (first, last) else -line
