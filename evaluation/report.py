"""A report: one page that stands alone, and the same as JSON beside it.

A report is the document of a command together with the words that repeat it, the ledger's line
and the learning curves of the networks it judged.
"""

import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fracas.envs import system_named
from fracas.envs.core.files import written_whole
from fracas.evaluation.ledger import LedgerError, ledger
from fracas.evaluation.page import page


class ReportError(ValueError):
    """A report that can't be written, in one line."""


def json_beside(file: Path) -> Path:
    """Return the name of the JSON file that belongs to a page."""
    return file.with_suffix(".json")


def ready(file: Path, taken: Path | None = None) -> None:
    """Check that a report can be written, before the battles are played.

    Args:
        file: the page.
        taken: a file that the command writes besides.

    Raises:
        ReportError: it can't.
    """
    if file.suffix != ".html":
        raise ReportError(f"{file}: a report is an HTML page, so name it {file.stem or 'x'}.html")
    if not file.parent.is_dir():
        raise ReportError(f"{file}: there is no folder {file.parent}")
    for path in (file, json_beside(file)):
        if path.is_dir():
            raise ReportError(f"{path}: is a folder")
        if taken is not None and path.absolute() == taken.absolute():
            raise ReportError(f"{path}: the report is written there; name another file for --out")
    needs_matplotlib()


def needs_matplotlib() -> None:
    """Check that figures can be drawn.

    Raises:
        ReportError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise ReportError("a report needs matplotlib: pip install 'fracas[eval]'")


def command_line(command: str, *words: str, **options: Any) -> str:
    """Return a command as one would type it.

    Args:
        command: its name.
        words: its arguments.
        options: its options; a sequence is one given repeatedly, False one left out.
    """
    line = ["fracas", command, *words]
    for name, value in options.items():
        flag = f"--{name}"
        if isinstance(value, bool):
            line += [flag] if value else []
        elif isinstance(value, (list, tuple)):
            for each in value:
                line += [flag, each]
        else:
            line += [flag, str(value)]
    return shlex.join(line)


def report(
    document: Mapping[str, Any], repeat: str, training: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return the document of ``evaluate`` or ``tactics`` with what its page needs besides.

    Args:
        document: what the command found.
        repeat: the command that finds it again.
        training: how each network was trained: ``policy``, ``decisions``, ``seconds`` and ``seed``
            (None where unknown), and ``curve``: ``decisions``, and ``scores`` by opponent.
    """
    return {
        **document,
        "repeat": repeat,
        "ledger": _ledger(document["rules"]["system"]),
        "training": list(training),
    }


def _ledger(system: str) -> str:
    """Return how many clauses of the rulebook are tested and cited, in one line."""
    try:
        found = ledger(system, system_named(system).clauses).to_json()
    except LedgerError as error:
        return f"{system}: not drawn up ({error})"
    gaps = ", ".join(f"{len(ids)} {title}" for title, ids in found["missing"].items())
    return (
        f"{system}: {found['clauses']} clauses, {found['tested']} tested, {found['cited']} cited by"
        f" code; {found['options']} options, {found['options_tested']} tested;"
        f" {found['tests']} tests; {gaps or 'nothing is missing'}"
    )


def write(file: Path, found: Mapping[str, Any]) -> None:
    """Write a report: the page, and JSON of the same name beside it.

    Args:
        file: the page.
        found: the report.

    Raises:
        ReportError: a file can't be written; none changes before both are ready.
    """
    texts = {
        json_beside(file): json.dumps(found, indent=2, ensure_ascii=False) + "\n",
        file: page(found),
    }
    try:
        with ExitStack() as stack:  # all are written before the first takes its place
            for path, text in texts.items():
                written = stack.enter_context(written_whole(path))
                written.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise ReportError(f"{error.filename}: {error.strerror or error}") from None
