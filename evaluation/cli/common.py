"""What several commands share: options, output, progress."""

import math
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from fracas.envs import Battle
    from fracas.envs.core.events import Event

WIDTH = 100
LOST = "  ... (more happened than is kept)"

MOST_SEED = 2**63 - 1
MOST_PAIRS = 1_000_000
MOST_DECISIONS = 1_000_000_000
Encounter = Annotated[str, typer.Argument(help="bundled id such as undead/alley, or a YAML file")]
Json = Annotated[bool, typer.Option("--json", help="print JSON instead of tables")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=MOST_SEED, help="seed of dice and policies")
]
Greedy = Annotated[
    bool, typer.Option("--greedy", help="networks take the likeliest action, not a drawn one")
]
Limit = Annotated[
    int,
    typer.Option(
        "--limit",
        min=1,
        max=MOST_DECISIONS,
        help="decisions after which a battle is cut off (evaluate leaves it out, the others "
        "count it as drawn)",
    ),
]
Out = Annotated[Path | None, typer.Option("--out", help="write the JSON here too")]


class CommandError(ValueError):
    """An error of a command, in one line."""


def finite(value: float | None) -> float | None:
    """Refuse an option that is not a number or without end, which no range excludes."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"a finite number is needed, not {value}")
    return value


def check_place(option: str, path: Path | None) -> None:
    """Refuse a file that can't be written before anything is worked out for it.

    Raises:
        CommandError: its folder isn't there or is closed, or the file is a folder itself.
    """
    from fracas.envs.core.files import check_writable

    if path is None:
        return
    if not path.parent.is_dir():
        raise CommandError(f"{option} {path}: no folder {path.parent}")
    if path.is_dir():
        raise CommandError(f"{option} {path}: a folder; the name of a file is needed")
    try:
        check_writable(path)
    except OSError as error:
        raise CommandError(f"{option} {path}: {error.strerror}") from None


def to_json(document: Any) -> str:
    """Return a document as JSON text; equal documents give equal text."""
    import json

    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def write_json(document: Any, out: Path | None) -> None:
    """Write a document into a file, if one is named.

    Raises:
        OSError: it can't be written.
    """
    from fracas.envs.core.files import written_whole

    if out is not None:
        with written_whole(out) as file:
            file.write(to_json(document).encode())
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


# -- a battle as text ------------------------------------------------------------------------------


def picture(battle: "Battle", viewer: str | None) -> list[str]:
    """Return board, the decider's own figures and its numbered actions, as lines.

    Args:
        battle: a battle in which somebody owes a decision.
        viewer: unit that looks at the board; all of it is shown if None.
    """
    unit = str(battle.decider)
    lines = [f"round {battle.round}, {unit}: {battle.phase}", *battle.board(viewer).splitlines()]
    private = battle.system.secrets(battle.state[0], battle.index(unit), battle.arena.names)
    if private:
        lines.append(f"{unit}: {private}")
    by_verb: dict[str, list[str]] = {}
    for number, action in enumerate(battle.legal()):
        by_verb.setdefault(action.verb, []).append(f"[{number}]\u00a0{action}")
    for texts in by_verb.values():
        line = "  ".join(text.replace(" ", "\u00a0") for text in texts)
        parts = textwrap.wrap(
            line, WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False
        )
        lines += [part.replace("\u00a0", " ") for part in parts]
    return lines


def number_in(words: str) -> int | None:
    """Return the number that a person typed, or None."""
    return int(words) if words.isdecimal() and len(words) < 10 else None


def since(battle: "Battle", seen: int, unit: str | None) -> tuple[int, list["Event"], bool]:
    """Return (events so far, those past ``seen`` that a unit may read, whether some are lost)."""
    from fracas.envs.core.record import MAX_EVENTS

    total = int(battle.state[0]["n_events"])
    return total, battle.events_since(seen, unit), total - seen > MAX_EVENTS
