"""Compilation: the two decorators that rules wear, and raw access to a record.

Numba keys a cached function by its own file only, so an edited callee in another file leaves
its callers silently stale. Here the cache folder is named after a digest of every source that
a kernel may reach: the core, the system's own folder and the kernel's own file.

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
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.core.config
import numpy as np
from numba import types
from numba.extending import intrinsic

try:
    import fcntl
except ImportError:  # no POSIX locks on Windows: two processes may then compile the same rules
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.core.config
COMPILED = not _config.DISABLE_JIT

_CORE = Path(__file__).resolve().parent
_ENVS = _CORE.parent
_KEEP = 4

ADDRESS = types.intp
ENTRY_SIGNATURE = types.int64(ADDRESS, types.int64, types.int64, ADDRESS, ADDRESS)
ENTRY_TYPE = types.FunctionType(ENTRY_SIGNATURE)


def sources(file: str) -> list[Path]:
    """Return the source files that decide what a kernel defined in ``file`` compiles to."""
    path = Path(file).resolve()
    system = path.parent if path.parent.parent == _ENVS else _ENVS / path.stem
    found = {path, *_CORE.rglob("*.py")}
    if system.is_dir():
        found.update(system.rglob("*.py"))
    return sorted(found)


def _system(file: str) -> str:
    path = Path(file).resolve()
    return path.parent.name if path.parent.parent == _ENVS else path.stem


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
    folder = cache_root() / f"{_system(file)}-{digest.hexdigest()[:16]}"
    if not folder.is_dir():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            _prune(folder)
    return folder


def _prune(new: Path) -> None:
    """Remove the oldest cache folders of the same system, keeping the last few."""
    system = new.name.rsplit("-", 1)[0]
    folders = sorted(new.parent.glob(f"{system}-*"), key=lambda f: f.stat().st_mtime)
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


def kernel(function: Function) -> Function:
    """Compile ``function`` for use by other kernels only (no Python wrapper is made)."""
    if not COMPILED:
        return function
    with _cached_in(cache_dir(function.__code__.co_filename)):
        jitted = numba.njit(
            cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy"
        )(function)
    return jitted  # type: ignore[no-any-return]


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
            with _compiling(folder, f"{_system(self.file)}.{self.name}"), _cached_in(folder):
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
        cold = not any(folder.glob(f"*{name.rsplit('.', 1)[-1]}*.nbi"))
        if cold and sys.stderr.isatty():
            print(
                f"fracas: compiling the rules once ({name}), about a minute ...",
                file=sys.stderr,
                flush=True,
            )
        yield


# -- memory -----------------------------------------------------------------------------------


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
            raw = (ctypes.c_uint8 * dtype.itemsize).from_address(address)
            return np.frombuffer(raw, dtype=dtype).view(np.recarray)[0]

        return plain
    record = numba.from_dtype(dtype)

    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def compiled(address):  # type: ignore[no-untyped-def]
        return numba.carray(_cast(address, record), (1,))[0]

    return compiled  # type: ignore[no-any-return]


def _vector_at(scalar: Any, dtype: Any) -> Callable[[int, int], Any]:
    if not COMPILED:

        def plain(address: int, size: int) -> Any:
            raw = (ctypes.c_uint8 * (size * np.dtype(dtype).itemsize)).from_address(address)
            return np.frombuffer(raw, dtype=dtype)

        return plain

    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def compiled(address, size):  # type: ignore[no-untyped-def]
        return numba.carray(_cast(address, scalar), (size,))

    return compiled  # type: ignore[no-any-return]


floats_at = _vector_at(types.float32, np.float32)
bytes_at = _vector_at(types.int8, np.int8)
