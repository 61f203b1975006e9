"""Compilation: the two decorators that rules wear, and raw access to a record.

Numba keys a cached function by its own file only, so an edited callee in another file leaves
its callers silently stale. Here the cache folder is named after a digest of every source that
an entry may reach: its own file and all that this imports from the package. What is cached is
entries with all that they call, and public kernels.

``@kernel`` functions are called by kernels only. ``@entry`` functions are the few doors from
outside: C functions of five integers (address of the record, operation, argument, address of
the observation, address of the mask), so that Python, a compiled loop and another language
reach them alike, and so that loops are compiled once for all systems.

With ``NUMBA_DISABLE_JIT=1`` both decorators leave plain Python behind, which reads and writes
the same memory through numpy views.
"""

import contextlib
import ctypes
import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numba
import numba.core.config
import numpy as np
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

from fracas.envs.core.record import view

try:
    import fcntl
except ImportError:  # no POSIX locks on Windows: two processes may then compile the same rules
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.core.config
COMPILED = not _config.DISABLE_JIT

_ROOT = Path(__file__).resolve().parents[2]
_IMPORT = re.compile(r"^from (fracas\.[\w.]+) import", re.MULTILINE)
_KEEP = 3

ADDRESS = types.intp
ENTRY_SIGNATURE = types.int64(ADDRESS, types.int64, types.int64, ADDRESS, ADDRESS)
ENTRY_TYPE = types.FunctionType(ENTRY_SIGNATURE)


def sources(file: str) -> list[Path]:
    """Return the source files that decide what a kernel in ``file`` compiles to.

    These are the file itself and whatever it imports from this package, directly or not.
    """
    found: set[Path] = set()
    waiting = [Path(file).resolve()]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for module in _IMPORT.findall(path.read_text(encoding="utf-8")):
            base = _ROOT.joinpath(*module.split(".")[1:])
            waiting += [p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()]
    return sorted(found)


def _name(file: str) -> str:
    path = Path(file)
    return f"{path.parent.name}.{path.stem}"


def cache_root() -> Path:
    """Return the folder that holds all cache folders."""
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "fracas"


@cache
def cache_dir(file: str) -> Path:
    """Return the cache folder of kernels defined in ``file``, named by a digest of its sources."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for path in sources(file):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    folder = cache_root() / f"{_name(file)}-{digest.hexdigest()[:16]}"
    with contextlib.suppress(OSError):
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(folder)
    return folder


def _prune(new: Path) -> None:
    """Remove the oldest cache folders of the same source file, keeping the last few."""
    name = new.name.rsplit("-", 1)[0]
    folders = sorted(new.parent.glob(f"{name}-*"), key=lambda f: f.stat().st_mtime)
    for old in folders[:-_KEEP]:
        shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, for those who call it to take in.

    Only entries optimise what they took in and turn it into machine code. Numba would do both for
    every kernel and all that it reaches, so that compiling took twice the time.
    """

    codegen: Any = SimpleNamespace(set_env=lambda name, environment: None)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class _PartCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Any) -> Any:
        self.state.library = _Part(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def kernel(function: Function) -> Function:
    """Compile ``function`` for use by other kernels only.

    No wrappers for Python are made, and arrays are not counted: kernels allocate nothing.
    """
    if not COMPILED:
        return function
    jitted = numba.njit(
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        error_model="numpy",
        pipeline_class=_PartCompiler,
        _nrt=False,
    )(function)
    return _widened(jitted)  # type: ignore[no-any-return]


def _widened(jitted: Any) -> Any:
    """Let signed integers of every width, and literals, arrive as one type.

    Records hold narrow integers and rules pass literals, so that without this a function would be
    compiled again for each combination of widths that it is called with (twice the time in all).
    """
    template = jitted.get_call_template

    def widen(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return template(tuple(widen(a) for a in args), {k: widen(a) for k, a in kws.items()})

    jitted.get_call_template = get_call_template
    return jitted


def public_kernel(function: Function) -> Function:
    """Compile ``function`` for kernels and for Python (loops over entries, a few predicates)."""
    if not COMPILED:
        return function
    with _cached_in(cache_dir(function.__code__.co_filename)):
        return numba.njit(cache=True, error_model="numpy")(function)  # type: ignore[no-any-return]


class Entry:
    """A door into a system's kernels.

    Attributes:
        function: what a compiled loop takes as its first argument (a numba ``cfunc``; the plain
            function without the compiler).
        seconds: what compiling or loading it cost, in seconds.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        """Compile ``function`` (or load it from the cache)."""
        self.name = function.__name__
        self.file = function.__code__.co_filename
        self._plain = function
        self._compiled: Any = None
        self.seconds = 0.0

    def _load(self) -> Any:
        if self._compiled is None:
            started = time.perf_counter()
            folder = cache_dir(self.file)
            with _compiling(folder, _name(self.file)), _cached_in(folder):
                self._compiled = numba.cfunc(ENTRY_SIGNATURE, cache=True, error_model="numpy")(
                    self._plain
                )
            self.seconds = time.perf_counter() - started
        return self._compiled

    @property
    def function(self) -> Any:
        """Return what a loop calls."""
        return self._load() if COMPILED else self

    @property
    def call(self) -> Callable[[int, int, int, int, int], int]:
        """Return the function that Python calls."""
        return self._load().ctypes if COMPILED else self  # type: ignore[no-any-return]

    def __call__(self, record: int, op: int, argument: int, observation: int, mask: int) -> int:
        """Run the plain function (only without the compiler)."""
        with np.errstate(over="ignore"):
            return int(self._plain(record, op, argument, observation, mask))


def entry(function: Callable[..., int]) -> Entry:
    """Make ``function(record, op, argument, observation, mask) -> int`` a door for outsiders.

    It is compiled, or loaded from the cache, when it is first used.
    """
    return Entry(function)


@contextlib.contextmanager
def _compiling(folder: Path, name: str) -> Iterator[None]:
    """Let one process compile while others wait for its result, and say so on a terminal."""
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                lock = stack.enter_context((folder / ".lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
        cold = not any(folder.rglob("*.nbi"))
        if cold and sys.stderr.isatty():
            print(
                f"fracas: compiling the rules once ({name}), about a minute ...",
                file=sys.stderr,
                flush=True,
            )
        yield


# -- bits ----------------------------------------------------------------------------------------


@intrinsic
def _trailing_zeros(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), codegen


@kernel
def lowest(bits):
    """Return the smallest member of a set of 64 bits that isn't empty."""
    if COMPILED:
        return _trailing_zeros(bits)
    return (int(bits) & -int(bits)).bit_length() - 1


# -- memory ---------------------------------------------------------------------------------------


@intrinsic
def _cast(typingctx: Any, address: Any, target: Any) -> Any:
    pointer = types.CPointer(target.instance_type)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(pointer))

    return pointer(address, target), codegen


def record_at(dtype: np.dtype[Any]) -> Callable[[int], Any]:
    """Return a kernel function ``address -> record`` for records of ``dtype``."""
    if not COMPILED:

        def plain(address: int) -> Any:
            raw: Any = (ctypes.c_uint8 * dtype.itemsize).from_address(address)
            return view(np.frombuffer(raw, dtype=dtype))

        return plain
    record = numba.from_dtype(dtype)

    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def compiled(address):
        return numba.carray(_cast(address, record), (1,))[0]

    return compiled  # type: ignore[no-any-return]


def _vector_at(scalar: Any, dtype: Any) -> Callable[[int, int], Any]:
    if not COMPILED:

        def plain(address: int, size: int) -> Any:
            raw: Any = (ctypes.c_uint8 * (size * np.dtype(dtype).itemsize)).from_address(address)
            return np.frombuffer(raw, dtype=dtype)

        return plain

    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def compiled(address, size):
        return numba.carray(_cast(address, scalar), (size,))

    return compiled  # type: ignore[no-any-return]


floats_at = _vector_at(types.float32, np.float32)
bytes_at = _vector_at(types.int8, np.int8)
