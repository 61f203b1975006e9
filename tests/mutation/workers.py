"""Processes that run tests with a mutant in the rules, and tests with probes in them."""

import ast
import contextlib
import gc
import importlib.machinery
import json
import multiprocessing
import os
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutants import Mutant, mutated, replaced
from subject import Subject

SECONDS = 2.0  # CPU that a test may take with a mutant, beside ten times what it takes without
FIRST = 8  # tests of a table's mutant that are tried before all others are collected
UNBORN = 4  # how a child ends when the rules can't be imported with its mutant

# -- code that is changed -------------------------------------------------------------------------


def code_of(tree: ast.FunctionDef, file: str) -> types.CodeType:
    """Compile a function without its decorators."""
    tree.decorator_list = []
    module = ast.fix_missing_locations(ast.Module([tree], []))
    made = compile(module, file, "exec", dont_inherit=True)
    codes = (c for c in made.co_consts if isinstance(c, types.CodeType))
    return next(code for code in codes if code.co_name == tree.name)


def function_at(path: Path, tree: ast.FunctionDef) -> types.FunctionType:
    """Return the loaded function that a definition made, inside whatever wraps it."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file).name == path.name and Path(file).resolve() == path.resolve():
            found = vars(module).get(tree.name)
            for function in (found, *getattr(found, "__dict__", {}).values()):
                if isinstance(function, types.FunctionType):
                    return function
    raise LookupError(f"{path.name}: {tree.name} isn't loaded")


class Probes:
    """Probes in the rules: which mutants make a difference while a test runs.

    Args:
        subject: the system.
    """

    def __init__(self, subject: Subject) -> None:
        self.size = len(subject.mutants) + len(subject.tables)
        self.flags = bytearray(self.size)  # 1: reached, 2: differs
        self.busy = False
        self.codes: list[tuple[types.FunctionType, types.CodeType]] = []
        swap: dict[int, Callable[[Any], Any]] = {
            id(site): self._call(others) for site, others in subject.sites.items()
        }
        readers: dict[tuple[str, str], list[int]] = {}
        for number, table in enumerate(subject.tables.values(), len(subject.mutants)):
            for reader in table.readers:
                readers.setdefault(reader, []).append(number)
        touched = {id(top) for _, top in subject.home.values()}
        for source in subject.sources:
            for top in source.tree.body:
                numbers = readers.get((source.path.name, getattr(top, "name", "")), [])
                if isinstance(top, ast.FunctionDef) and (numbers or id(top) in touched):
                    tree = replaced(top, swap)
                    if numbers:
                        nothing = ast.Constant(None)
                        reach = self._call([(number, None) for number in numbers])(nothing)
                        tree.body.insert(0, ast.copy_location(ast.Expr(reach), top))
                    code = code_of(tree, str(source.path))
                    self.codes.append((function_at(source.path, top), code))

    @staticmethod
    def _call(others: Sequence[tuple[int, ast.AST | None]]) -> Callable[[Any], ast.Call]:
        def make(original: ast.expr) -> ast.Call:
            empty = ast.arguments([], [], None, [], [], None, [])
            lambdas = [
                ast.Constant(None) if other is None else ast.Lambda(empty, other)
                for other in (original, *(new for _, new in others))
            ]
            numbers = ast.Constant(tuple(number for number, _ in others))
            call = ast.Call(ast.Name("_probe", ast.Load()), [numbers, *lambdas], [])
            return ast.copy_location(call, original) if hasattr(original, "lineno") else call

        return make

    def install(self) -> None:
        """Put the probes into the loaded rules, for the rest of the process's life."""
        for function, code in self.codes:
            function.__globals__["_probe"] = self.probe
            function.__code__ = code

    def probe(self, numbers: tuple[int, ...], original: Any, *others: Any) -> Any:
        """Return the true value, and note which mutants' values differ from it."""
        if self.busy:
            return original()
        value, flags = original(), self.flags
        for number, other in zip(numbers, others, strict=True):
            if flags[number] != 2:
                self.busy = True
                try:
                    flags[number] = 1 if other is not None and same(value, other()) else 2
                except Exception:
                    flags[number] = 2
                finally:
                    self.busy = False
        return value

    def bits(self, level: int) -> str:
        """Return the set of mutants whose flag is at least ``level``."""
        return f"{sum(1 << k for k, flag in enumerate(self.flags) if flag >= level):x}"


def same(value: Any, other: Any) -> bool:
    """Tell whether two values can't lead to different ends; records and arrays always can."""
    if isinstance(value, tuple) and isinstance(other, tuple) and len(value) == len(other):
        return all(same(a, b) for a, b in zip(value, other, strict=True))
    if value is other:
        return True
    for either in (value, other):
        if getattr(either, "shape", ()) or getattr(getattr(either, "dtype", None), "names", None):
            return False
    return bool(value == other)


# -- children -------------------------------------------------------------------------------------


def forked(work: Callable[[int], int]) -> tuple[str, int]:
    """Run ``work`` in a child; return what it wrote to its pipe, and how the child ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 3
        try:
            os.close(reading)
            code = work(writing)
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    return text, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def say(pipe: int, text: str) -> None:
    """Write a line to a pipe."""
    data = f"{text}\n".encode()
    while data:
        data = data[os.write(pipe, data) :]


def passes(item: pytest.Item) -> bool:
    """Run a test."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def hunt(items: Sequence[pytest.Item], seconds: dict[str, float], pipe: int) -> int:
    """Run tests until one fails (1); 0 if none does. The last test written is the killer.

    The time limit counts CPU, and the system's default for its signal ends endless loops.
    """
    for item in items:
        say(pipe, item.nodeid)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + 10 * seconds[item.nodeid])
        if not passes(item):
            return 1
    return 0


def pytest_main(root: Path, args: Sequence[str], plugin: object) -> None:
    """Run pytest's session quietly, with a plugin that has its own loop over the tests."""
    os.chdir(root)
    os.environ.pop("PYTEST_ADDOPTS", None)  # such as -n 2, whose workers know nothing of the plugin
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    options = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", f"--rootdir={root}"]
    pytest.main([*options, *args], plugins=[plugin])


class Collected:
    """A worker that has all tests collected, and runs each task in a child of its own."""

    def __init__(self, subject: Subject, pipe: Connection) -> None:
        self.subject, self.pipe = subject, pipe
        self.probes: Probes | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve tasks instead of running the tests."""
        self.items = {item.nodeid: item for item in session.items}
        marks = {
            name: sorted({c for mark in item.iter_markers("clause") for c in mark.args})
            for name, item in self.items.items()
        }
        self.pipe.send(None if session.testsfailed else marks)
        gc.freeze()
        with contextlib.suppress(EOFError):
            while (task := self.pipe.recv()) is not None:
                kind, *arguments = task
                self.pipe.send(self.probe(*arguments) if kind == "probe" else self.try_(*arguments))
        return True

    def probe(self, names: list[str]) -> tuple[str, int]:
        """Run tests with the probes in."""
        if self.probes is None:
            self.probes = Probes(self.subject)
        return forked(lambda pipe: self._probe(names, pipe))

    def _probe(self, names: list[str], pipe: int) -> int:
        assert self.probes is not None
        self.probes.install()
        for name in names:
            self.probes.flags[:] = bytes(self.probes.size)
            start = time.process_time()
            passed = passes(self.items[name])
            seconds = round(time.process_time() - start, 4)
            bits = {"differs": self.probes.bits(2), "reached": self.probes.bits(1)}
            say(pipe, json.dumps({"test": name, "passed": passed, "seconds": seconds, **bits}))
        return 0

    def try_(self, number: int, names: list[str], seconds: dict[str, float]) -> tuple[str, int]:
        """Run tests with a mutant in."""
        mutant = self.subject.mutants[number]
        source, top = self.subject.home[mutant]
        assert isinstance(top, ast.FunctionDef)
        code = code_of(mutated(top, mutant), str(source.path))
        function = function_at(source.path, top)

        def work(pipe: int) -> int:
            function.__code__ = code
            return hunt([self.items[name] for name in names], seconds, pipe)

        return forked(work)


def serve_collected(subject: Subject, pipe: Connection) -> None:
    """Be a worker for mutants of functions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pytest_main(subject.root, [str(subject.tests)], Collected(subject, pipe))


class Chosen:
    """Runs the tests named, in their order, in a process that has a table's mutant."""

    def __init__(self, names: list[str], seconds: dict[str, float], pipe: int) -> None:
        self.names, self.seconds, self.pipe = names, seconds, pipe

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Run them and end the process."""
        items = {item.nodeid: item for item in session.items}
        found = [items[name] for name in self.names if name in items]
        if session.testsfailed or not found:
            os._exit(UNBORN)
        os._exit(hunt(found, self.seconds, self.pipe))


def serve_fresh(subject: Subject, pipe: Connection) -> None:
    """Be a worker for mutants of tables: each child imports the rules anew."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError):
        while (task := pipe.recv()) is not None:
            _, number, names, seconds = task
            text, code = "", 0
            for some in (names[:FIRST], names[FIRST:]):
                if code == 0 and some:
                    text, code = forked(_fresh(subject, subject.mutants[number], some, seconds))
            pipe.send((text, code))


def _fresh(
    subject: Subject, mutant: Mutant, names: list[str], seconds: dict[str, float]
) -> Callable[[int], int]:
    source, _ = subject.home[mutant]
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: Any, name: str) -> Any:
        if Path(loader.path).resolve() != source.path.resolve():
            return original(loader, name)
        tree = ast.fix_missing_locations(mutated(source.tree, mutant))
        return compile(tree, loader.path, "exec", dont_inherit=True)

    def work(pipe: int) -> int:
        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        files = dict.fromkeys(name.split("::")[0] for name in names)
        pytest_main(subject.root, list(files), Chosen(names, seconds, pipe))
        return UNBORN

    return work


class Workers:
    """Processes that take tasks.

    Args:
        serve: what each does.
        subject: the system.
        jobs: how many.
    """

    def __init__(
        self, serve: Callable[[Subject, Connection], None], subject: Subject, jobs: int
    ) -> None:
        context = multiprocessing.get_context("fork")
        self.pipes = []
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            context.Process(target=serve, args=(subject, theirs), daemon=True).start()
            theirs.close()
            self.pipes.append(ours)

    def run(self, tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], str, int]]:
        """Yield each task with its child's text and exit code, as they end."""
        waiting, busy = list(reversed(tasks)), {}
        free = list(self.pipes)
        while waiting or busy:
            while waiting and free:
                pipe = free.pop()
                busy[pipe] = waiting.pop()
                pipe.send(busy[pipe])
            for pipe in wait(list(busy)):
                try:
                    text, code = pipe.recv()  # type: ignore[union-attr]
                except EOFError:
                    raise ValueError("a worker ended before its task") from None
                yield busy.pop(pipe), text, code  # type: ignore[call-overload]
                free.append(pipe)  # type: ignore[arg-type]

    def close(self) -> None:
        """Let the workers end."""
        for pipe in self.pipes:
            pipe.send(None)
            pipe.close()
