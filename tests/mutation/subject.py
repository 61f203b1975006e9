"""A system under mutation: its sources, its mutants, and who reads its tables."""

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutants import (
    Citations,
    Mutant,
    Mutator,
    describe,
    is_enumeration,
    is_pure,
    knowledge,
    mutated,
)

NOT_RULES = {"__init__", "setup", "view", "redetermine"}


class Source:
    """A source file of the rules."""

    def __init__(self, path: Path, prefix: str) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8")
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.cites = Citations(text, prefix)
        self.is_rules = path.stem not in NOT_RULES

    def docstring_after(self, index: int) -> str:
        """Return the docstring that stands below a statement outside functions."""
        after = self.tree.body[index + 1 : index + 2]
        if after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant):
            return str(after[0].value.value)
        return ""


@dataclass(eq=False)
class Table:
    """What runs at import and has mutants (a statement, a function it calls), and who reads it.

    Attributes:
        readers: (file, function) of the functions that read it or what is made of it.
        everywhere: whether the tests or what the system exports depend on it.
    """

    readers: set[tuple[str, str]]
    everywhere: bool


class Subject:
    """A system under mutation: its sources and its mutants.

    Args:
        root: the checkout.
        system: the system's id, the name of its folder.

    Raises:
        ValueError: there is no such system, or it has no rulebook or tests.
    """

    def __init__(self, root: Path, system: str) -> None:
        self.root, self.system = root, system
        self.folder = root / "envs" / system
        self.tests = root / "tests" / "conformance" / system
        rules = self.folder / "RULES.md"
        if not rules.is_file():
            known = ", ".join(sorted(p.parent.name for p in root.glob("envs/*/RULES.md")))
            raise ValueError(f"no system {system!r}: {rules} isn't there; there are: {known}")
        if not self.tests.is_dir():
            raise ValueError(f"no tests for {system}: {self.tests} isn't there")
        found = re.search(r"^\|\s*([A-Z]+)\d{3}\s*\|", rules.read_text("utf-8"), re.MULTILINE)
        if not found:
            raise ValueError(f"{rules}: no table row begins with a clause id")
        self.sources = [Source(path, found[1]) for path in sorted(self.folder.glob("*.py"))]
        core = [ast.parse(p.read_text("utf-8")) for p in sorted((root / "envs/core").glob("*.py"))]
        self.known = knowledge([*(source.tree for source in self.sources), *core])
        self.mutants: list[Mutant] = []
        self.tables: dict[ast.stmt, Table] = {}
        self.home: dict[Mutant, tuple[Source, ast.stmt]] = {}
        self.sites: dict[ast.AST, list[tuple[int, ast.AST | None]]] = {}
        self._imported_by_tests = {
            alias.name
            for path in self.tests.rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom) and system in (node.module or "").split(".")
            for alias in node.names
        }
        self._clauses: dict[str, tuple[str, ...]] = {}
        self._docstrings = {
            node.name: source.cites.of(ast.get_docstring(node) or "")
            for source in self.sources
            for node in source.tree.body
            if isinstance(node, ast.FunctionDef)
        }
        self._at_import = {
            call.func.id
            for source in self.sources
            for node in source.tree.body
            if not isinstance(node, ast.FunctionDef)
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        }
        for source in self.sources:
            if source.is_rules:
                for index, node in enumerate(source.tree.body):
                    self._add(source, index, node)

    def _add(self, source: Source, index: int, top: ast.stmt) -> None:
        general: tuple[str, ...] = ()
        every, is_table = False, not isinstance(top, ast.FunctionDef)
        if isinstance(top, ast.FunctionDef):
            general = source.cites.of(ast.get_docstring(top) or "")
            every = bool(general)
        elif isinstance(top, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            if is_enumeration(top):
                return
            general = source.cites.of(source.docstring_after(index))
            every = bool(general) or self._is_cited_table(top, source)
        else:
            return
        name, body = "", [top]
        if isinstance(top, ast.FunctionDef):
            name, body = top.name, [child for child in top.body if not _is_docstring(child)]
        digest = hashlib.sha256("".join(ast.dump(child) for child in body).encode()).hexdigest()
        for n, (node, kind, new, around) in enumerate(Mutator(self.known, is_table).find(top)):
            placed = node if isinstance(node, (ast.stmt, ast.expr)) else around[-1]
            clauses = source.cites.at(placed) or general
            if kind.startswith("without "):
                clauses += self._clauses_of(kind.split()[1])
            if not every and not clauses:
                continue
            change = describe(node, kind, new, around, self.known.enums)
            mutant = Mutant(
                *(source.path.name, placed.lineno, name),
                *(tuple(dict.fromkeys(clauses)), kind, change, node, new),
            )
            mutant.near = frozenset(self._near([*around, node]))
            key = f"{source.path.name} {name} {digest} {n} {kind} {change}"
            mutant.key = hashlib.sha256(key.encode()).hexdigest()[:24]
            number = len(self.mutants)
            self.mutants.append(mutant)
            self.home[mutant] = (source, top)
            if name and name not in self._at_import:
                self._place(number, mutant, around)
            elif top not in self.tables:
                self.tables[top] = self._readers(top, source)

    def table_of(self, mutant: Mutant) -> int | None:
        """Return which of the tables a mutant is in, None if it can be put in after import."""
        top = self.home[mutant][1]
        return list(self.tables).index(top) if top in self.tables else None

    def _place(self, number: int, mutant: Mutant, around: list[ast.AST]) -> None:
        """Note where the mutant's value can be compared: the widest expression without effects."""
        node: ast.AST = mutant.node
        if isinstance(node, (ast.AugAssign, ast.Return)):
            assert node.value is not None
            self.sites.setdefault(node.value, []).append((number, None))
            return
        site = node
        for outer in reversed(around):
            if isinstance(outer, ast.stmt):
                break
            if isinstance(outer, ast.expr) and not isinstance(outer, (ast.Slice, ast.Starred)):
                if not isinstance(getattr(outer, "ctx", ast.Load()), ast.Load):
                    break
                if not is_pure(outer, self.known.pure):
                    break
                site = outer
        pure = is_pure(site, self.known.pure)
        self.sites.setdefault(site, []).append((number, mutated(site, mutant) if pure else None))

    def _near(self, chain: list[ast.AST]) -> Iterator[str]:
        """Yield the clauses of whatever the widest expression at the end of a chain names."""
        statement = max(k for k, node in enumerate(chain) if isinstance(node, ast.stmt))
        for outer in chain[statement + 1 : statement + 2]:
            for child in ast.walk(outer):
                if isinstance(child, ast.Name):
                    yield from self._clauses_of(child.id)

    def _clauses_of(self, name: str) -> tuple[str, ...]:
        """Return the clauses of a function, or of the rows that hold a constant's name quoted."""
        if name not in self._clauses:
            found = list(self._docstrings.get(name, ()))
            if name.isupper():
                word = f'"{name.lower()}"'
                for source in self.sources:
                    for number, clauses in source.cites.lines.items():
                        if word in source.lines[number - 1]:
                            found += clauses
            self._clauses[name] = tuple(found)
        return self._clauses[name]

    def _is_cited_table(self, top: ast.stmt, home: Source) -> bool:
        """Tell whether a statement fills an array that some citing function reads."""
        stores = any(isinstance(t, ast.Subscript) for t in getattr(top, "targets", []))
        calls = (n for n in ast.walk(top) if isinstance(n, ast.Call))
        if not stores and not any(ast.unparse(n.func).startswith("np.") for n in calls):
            return False
        readers = self._readers(top, home).readers
        return any(
            (source.path.name, node.name) in readers
            and source.is_rules
            and source.cites.of(ast.get_docstring(node) or "")
            for source in self.sources
            for node in source.tree.body
            if isinstance(node, ast.FunctionDef)
        )

    def _readers(self, top: ast.stmt, home: Source) -> Table:
        tainted = set(_assigned(top))
        called: set[str] = set()  # functions that read it, for tables made by calling them
        if isinstance(top, ast.FunctionDef):
            called.add(top.name)
        while True:
            before = len(tainted) + len(called)
            for source in self.sources:
                for node in source.tree.body:
                    if isinstance(node, ast.FunctionDef):
                        if _read(node) & tainted:
                            called.add(node.name)
                    elif _read(node) & (tainted | called):
                        tainted |= _assigned(node)
            if len(tainted) + len(called) == before:
                break
        functions = {
            (source.path.name, node.name)
            for source in self.sources
            for node in source.tree.body
            if isinstance(node, ast.FunctionDef) and _read(node) & tainted
        }
        if isinstance(top, ast.FunctionDef):
            functions.add((home.path.name, top.name))
        return Table(functions, bool(tainted & (self._imported_by_tests | {"SYSTEM"})))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def _assigned(node: ast.stmt) -> frozenset[str]:
    """Return the names of the module that a statement gives or fills."""
    if isinstance(node, ast.ClassDef):
        return frozenset([node.name])
    if isinstance(node, ast.FunctionDef):
        return frozenset()
    own = {
        n for c in ast.walk(node) if isinstance(c, ast.comprehension) for n in ast.walk(c.target)
    }
    stored = [n for n in ast.walk(node) if _is_stored(n) and n not in own]
    names = (n.value if isinstance(n, ast.Subscript) else n for n in stored)
    return frozenset(name.id for name in names if isinstance(name, ast.Name))


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


@cache
def _read(node: ast.stmt) -> frozenset[str]:
    """Return the names of the module that a statement or function reads."""
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    own: set[str] = set()
    if isinstance(node, ast.FunctionDef):
        own = {n.id for n in names if _is_stored(n)}
        own |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
    return frozenset(n.id for n in names if not _is_stored(n)) - own
