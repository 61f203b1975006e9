"""Files that are whole or not there."""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO


@contextlib.contextmanager
def written_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its place only when the block ends.

    It is written beside its place and renamed. If the block fails, or is interrupted, it is
    removed, and what stood in its place stays. Devices and pipes are written straight away.

    Args:
        path: the file.

    Raises:
        OSError: it can't be written; its ``filename`` is the path as it was given.
    """
    place, beside = _places(path)
    try:
        with beside.open("wb") as file:
            yield file
        if beside != place:
            os.replace(beside, place)
    except BaseException as error:
        if beside != place:
            with contextlib.suppress(OSError):
                beside.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(beside)):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        raise


def check_writable(path: str | Path) -> None:
    """Meet now the error that writing a file would meet later; nothing is left behind.

    Args:
        path: the file.

    Raises:
        OSError: as ``written_whole``.
    """
    place, beside = _places(path)
    if beside != place:
        try:
            beside.open("wb").close()
            beside.unlink()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None


def _places(path: str | Path) -> tuple[Path, Path]:
    """Return where a file belongs, links followed, and where it is written first."""
    place = Path(os.path.realpath(path))
    if place.is_symlink():  # followed as far as it goes: a loop
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if place.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    device = place.exists() and not place.is_file()
    return place, place if device else place.with_name(f".{place.name}.new")
