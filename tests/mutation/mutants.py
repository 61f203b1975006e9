"""Mutants of rules: which lines cite a clause, and what can be changed on them.

See ``mutations.py`` for what is done with them.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

# -- what a mutant is -----------------------------------------------------------------------------

COMPARISONS: dict[type, tuple[type, ...]] = {  # the neighbour at the boundary, the negation
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# The constant that gives the same as the neighbour at the boundary: `> 5` as `>= 5` is `> 4`.
SAME_AS_BOUNDARY = {ast.Lt: 1, ast.LtE: -1, ast.Gt: -1, ast.GtE: 1}
CALLS_WITHOUT_EFFECT = set("max min abs range len int bool sum any all tuple enumerate zip".split())


@dataclass(eq=False)
class Mutant:
    """One change to one place.

    Attributes:
        file: name of the source file.
        line: its line.
        function: the function around it, "" for a table.
        clauses: clauses that the place cites.
        near: clauses of the functions and rows that the expression around it names.
        kind: what sort of change.
        change: before -> after, readable.
        node: the syntax node that changes.
        new: what takes its place.
        key: digest of the function and the change.
    """

    file: str
    line: int
    function: str
    clauses: tuple[str, ...]
    kind: str
    change: str
    node: ast.AST = field(repr=False)
    new: ast.AST = field(repr=False)
    near: frozenset[str] = frozenset()
    key: str = ""

    def matches(self, wanted: str | None) -> bool:
        """Tell whether it is in the file, or cites the clause, that is wanted (None: any)."""
        return wanted in (None, self.file, self.file.removesuffix(".py"), *self.clauses)


def replaced(node: Any, swap: dict[int, Callable[[Any], Any]]) -> Any:
    """Return a copy of a tree in which nodes are exchanged; each gets its own copy to use."""
    if isinstance(node, list):
        return [replaced(child, swap) for child in node]
    if not isinstance(node, ast.AST):
        return node
    copy = type(node)(**{name: replaced(value, swap) for name, value in ast.iter_fields(node)})
    if isinstance(node, (ast.stmt, ast.expr, ast.arg, ast.keyword, ast.excepthandler)):
        ast.copy_location(copy, node)
    return swap[id(node)](copy) if id(node) in swap else copy


def mutated(tree: ast.AST, mutant: Mutant) -> Any:
    """Return a copy of a tree with a mutant in it."""
    return replaced(tree, {id(mutant.node): lambda _: mutant.new})


# -- which lines cite -----------------------------------------------------------------------------


class Citations:
    """The clauses that each line of a source cites.

    Args:
        source: the text.
        prefix: what clause ids begin with.
    """

    def __init__(self, source: str, prefix: str) -> None:
        self._one = re.compile(
            rf"\b({prefix})(\d{{3}})(?:(?:-|\s+to[\s#]+){prefix}(\d{{3}}))?\b",
        )
        self.lines: dict[int, tuple[str, ...]] = {}
        waiting: tuple[str, ...] = ()
        for number, line in enumerate(source.splitlines(), 1):
            found = self.of(line)
            text = line.strip()
            if text.startswith("# --"):
                continue  # a heading speaks of a section, not of a line
            if text.startswith("#"):
                waiting += found
            elif text:
                if found or waiting:
                    self.lines[number] = waiting + found
                waiting = ()

    def of(self, text: str) -> tuple[str, ...]:
        """Return the clauses that a text names, in ranges too."""
        return tuple(
            f"{match[1]}{number:03d}"
            for match in self._one.finditer(text)
            for number in range(int(match[2]), int(match[3] or match[2]) + 1)
        )

    def at(self, node: ast.AST) -> tuple[str, ...]:
        """Return the clauses cited on the lines of a node."""
        if not isinstance(node, (ast.stmt, ast.expr)):
            return ()
        last = node.end_lineno or node.lineno
        if isinstance(node, (ast.If, ast.While, ast.For)):
            last = node.body[0].lineno - 1
        found = [c for n in range(node.lineno, last + 1) for c in self.lines.get(n, ())]
        return tuple(dict.fromkeys(found))


# -- the mutator ----------------------------------------------------------------------------------


@dataclass
class Knowledge:
    """What the mutator knows of all sources of a system together.

    Attributes:
        pure: names of functions without effects.
        boolean: names of functions that answer yes or no.
        enums: name -> (its neighbour in the enumeration, the neighbour's number).
    """

    pure: set[str] = field(default_factory=set)
    boolean: set[str] = field(default_factory=set)
    enums: dict[str, tuple[str, int]] = field(default_factory=dict)


def calls(node: ast.AST) -> set[str] | None:
    """Return the names of the functions that code calls, None if it does more than calculate."""
    called: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.Call):
            function = child.func
            if isinstance(function, ast.Name):
                called.add(function.id)
            elif not ast.unparse(function).startswith("np."):
                return None
        elif isinstance(child, (ast.Attribute, ast.Subscript)):
            if not isinstance(child.ctx, ast.Load):
                return None
        elif isinstance(child, (ast.NamedExpr, ast.Global, ast.Yield, ast.Await)):
            return None
    return called - CALLS_WITHOUT_EFFECT


def is_pure(node: ast.AST, pure: set[str]) -> bool:
    """Tell whether code only calculates, and calls only what does."""
    called = calls(node)
    return called is not None and called <= pure


def is_boolean(node: ast.AST | None, boolean: set[str]) -> bool:
    """Tell whether an expression is a yes or no by its form."""
    return (
        isinstance(node, (ast.Compare, ast.BoolOp))
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in boolean
        )
    )


def knowledge(trees: Iterable[ast.Module]) -> Knowledge:
    """Read what the mutator must know."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    known = Knowledge()
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.Assign) and is_enumeration(node):
                names = [n.id for n in node.targets[0].elts]  # type: ignore[attr-defined]
                for k, name in enumerate(names):
                    other = (k + 1) % len(names)
                    known.enums[name] = (names[other], other)
    called = {
        name: [calls(child) for node in nodes for child in node.body]
        for name, nodes in functions.items()
    }
    returned = {
        name: [n.value for f in nodes for n in ast.walk(f) if isinstance(n, ast.Return)]
        for name, nodes in functions.items()
    }
    while True:
        before = len(known.pure) + len(known.boolean)
        for name in functions:
            if all(names is not None and names <= known.pure for names in called[name]):
                known.pure.add(name)
            if any(is_boolean(value, known.boolean) for value in returned[name]):
                known.boolean.add(name)
        if len(known.pure) + len(known.boolean) == before:
            return known


def is_enumeration(node: ast.stmt) -> bool:
    """Tell whether a statement is ``A, B, C = range(...)``: renumbering it can't be loaded."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and all(isinstance(name, ast.Name) for name in node.targets[0].elts)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "range"
    )


def integer(node: ast.AST | None) -> int | None:
    """Return the value of a written integer, -1 among them."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = integer(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def _number(value: int) -> ast.expr:
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


class Mutator:
    """Finds the mutants of a function or of a statement outside functions."""

    def __init__(self, known: Knowledge, table: bool) -> None:
        self.known = known
        self.table = table

    def find(self, tree: ast.stmt) -> Iterator[tuple[ast.AST, str, ast.AST, list[ast.AST]]]:
        """Yield (node, kind, what takes its place, nodes around it from the outermost)."""
        boolean = isinstance(tree, ast.FunctionDef) and tree.name in self.known.boolean
        starts = tree.body if isinstance(tree, ast.FunctionDef) else [tree]
        for start in starts:
            for node, around in self._walk(start, [tree]):
                for kind, new in self._changes(node, around, boolean):
                    yield node, kind, new, around

    def _walk(
        self, node: ast.AST, around: list[ast.AST]
    ) -> Iterator[tuple[ast.AST, list[ast.AST]]]:
        if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom)) or (
            isinstance(node, ast.Call) and ast.unparse(node.func) == "note"
        ):
            return  # the log of events is no rule
        if isinstance(node, (ast.stmt, ast.expr)):  # not operators: the parser shares them
            yield node, around
        if integer(node) is not None:
            return
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "decorator_list", "args") and not isinstance(node, ast.Call):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self._walk(child, [*around, node])

    def _changes(
        self, node: ast.AST, around: list[ast.AST], boolean: bool
    ) -> Iterator[tuple[str, ast.AST]]:
        above = around[-1]
        if self._is_condition(node, above):
            whole = not isinstance(above, ast.BoolOp)
            if not isinstance(above, ast.While) and (
                whole or isinstance(getattr(above, "op", None), ast.And)
            ):
                yield "condition", ast.Constant(True)
            if whole or isinstance(getattr(above, "op", None), ast.Or):
                yield "condition", ast.Constant(False)
        if isinstance(node, ast.Compare):
            for k, op in enumerate(node.ops):
                for other in COMPARISONS[type(op)]:
                    ops = [*node.ops[:k], other(), *node.ops[k + 1 :]]
                    yield "comparison", ast.Compare(node.left, ops, node.comparators)
        elif isinstance(node, ast.BoolOp):
            new = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and/or", ast.BoolOp(new, node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "not", node.operand
        elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            if integer(node.right) != 0:  # `x + 0` is how a field is copied
                new_op = OPERATORS[type(node.op)]()
                yield "arithmetic", ast.BinOp(node.left, new_op, node.right)
        elif isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            new_op = OPERATORS[type(node.op)]()
            yield "arithmetic", ast.AugAssign(node.target, new_op, node.value)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("min", "max"):
            name = "max" if ast.unparse(node.func) == "min" else "min"
            yield "min/max", ast.Call(ast.Name(name, ast.Load()), node.args, node.keywords)
        elif isinstance(node, ast.Return) and boolean and node.value is not None:
            if not isinstance(node.value, ast.Compare | ast.Constant):
                yield "return", ast.Return(ast.UnaryOp(ast.Not(), node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield "boolean", ast.Constant(not node.value)
        elif integer(node) is not None:
            yield from self._integers(node, above)
        elif isinstance(node, ast.Name) and node.id in self.known.enums:
            # Not where a comparison's other mutants, or leaving a name out, say as much.
            listed = isinstance(above, ast.List) or (self.table and _are_names(above))
            if isinstance(node.ctx, ast.Load) and not isinstance(above, ast.Compare) and not listed:
                yield "name", ast.Constant(self.known.enums[node.id][1])
        if self.table and isinstance(node, (ast.Tuple, ast.List, ast.Set)) and _are_names(node):
            for k in range(len(node.elts)):
                rest = [*node.elts[:k], *node.elts[k + 1 :]]
                copy = ast.Set(rest) if isinstance(node, ast.Set) else type(node)(rest, node.ctx)
                yield f"without {ast.unparse(node.elts[k])}", copy

    @staticmethod
    def _is_condition(node: ast.AST, above: ast.AST) -> bool:
        if isinstance(above, (ast.If, ast.While, ast.IfExp)):
            return node is above.test and not isinstance(node, ast.Constant)
        return isinstance(above, ast.BoolOp)

    @staticmethod
    def _integers(node: ast.AST, above: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        value = integer(node)
        assert value is not None
        steps = [1] if value == -1 else [1, -1]  # -1 points nowhere, and -2 does so too
        if isinstance(above, ast.Compare) and len(above.ops) == 1:
            op, left = type(above.ops[0]), node is above.left
            if value == 0 and op in (ast.Eq, ast.NotEq):
                return  # flags: the negation is the same
            same = SAME_AS_BOUNDARY.get(op, 0) * (-1 if left else 1)
            steps = [step for step in steps if step != same]
        for step in steps:
            yield "constant", _number(value + step)


def _are_names(node: ast.AST) -> bool:
    elements = getattr(node, "elts", [])
    return (
        len(elements) > 1
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        and all(isinstance(element, ast.Name) for element in elements)
    )


def describe(node: ast.AST, kind: str, new: ast.AST, around: list[ast.AST], enums: Any) -> str:
    """Return a change in words: before -> after, with what stands around a mere constant."""

    def text(node: ast.AST) -> str:
        return re.sub(r"\s+", " ", ast.unparse(node))

    before, after = text(node), text(new)
    if kind == "name":
        after = enums[before][0]
    if kind.startswith("without "):
        return f"{kind} in {before[:60]}"
    if isinstance(node, (ast.Constant, ast.Name, ast.UnaryOp)):
        near = next((n for n in reversed(around) if isinstance(n, (ast.expr, ast.stmt))), node)
        if isinstance(near, (ast.If, ast.While)):
            near = near.test
        where = text(near).splitlines()[0]
        return f"{before} -> {after} in: {where if len(where) < 90 else where[:87] + '...'}"
    return f"{before} -> {after}"
