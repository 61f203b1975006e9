"""What several commands share: options, output, progress."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

Encounter = Annotated[str, typer.Argument(help="bundled id such as undead/alley, or a YAML file")]
Json = Annotated[bool, typer.Option("--json", help="print JSON instead of tables")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="seed of dice and policies")]


class CommandError(ValueError):
    """An error of a command, in one line."""


def to_json(document: Any) -> str:
    """Return a document as JSON text; equal documents give equal text."""
    import json

    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def write_json(document: Any, out: Path | None) -> None:
    """Write a document into a file, if one is named.

    Raises:
        OSError: it can't be written.
    """
    if out is not None:
        out.write_text(to_json(document), encoding="utf-8")
        print(f"wrote {out}", file=sys.stderr)


def output(document: Any, tables: list[Any], as_json: bool) -> None:
    """Print a document as JSON, or its tables."""
    if as_json:
        sys.stdout.write(to_json(document))
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 160)
    for table in tables:
        console.print(table)


def progress_bar() -> Any:
    """Return a progress bar on stderr that shows only on a terminal and vanishes at the end."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)
