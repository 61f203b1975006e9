"""The command ``fracas``: each command imports what it needs when it runs.

Data goes to stdout, progress and errors to stderr. Exit status: 0 done, 1 the answer is no (a
ledger with gaps, too many battles cut off), 2 an error in one line, 130 interrupted.
"""

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer
import typer.core

from fracas.evaluation.cli import contest, export, learn, look, person, replay

INTERRUPTED = 130
LONGEST = 200  # word in an error that is shown whole
_USAGE: Any = typer.BadParameter.__mro__[2]  # what all errors of command-line parsing are


class _Commands(typer.core.TyperGroup):
    """The commands; a word that is none, and near none, is answered with all of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except _USAGE as error:
            if "Did you mean" not in error.message:
                error.message += f" There are {', '.join(self.commands)}."
            raise


app = typer.Typer(
    name="fracas",
    cls=_Commands,
    help="Tabletop combat rules as masked environments: train, evaluate, play.",
    epilog="Start with `fracas quickstart`, or with `fracas list` and `fracas show undead/alley`.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _add(name: str, command: Callable[..., Any]) -> None:
    """Add a command; the lines of its examples stay as they stand."""
    text = inspect.getdoc(command) or ""
    app.command(name, help=text.replace("Examples:\n", "\b\nExamples:\n"))(command)


_add("quickstart", learn.quickstart)
_add("list", look.list_)
_add("show", look.show)
_add("play", person.play)
_add("train", learn.train)
_add("evaluate", contest.evaluate)
_add("balance", contest.balance)
_add("tactics", contest.tactics)
_add("export", export.export)
_add("replay", replay.replay)
_add("check", look.check)
_add("bench", contest.bench)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Args:
        arguments: words after the program's name; those of the process if left out.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = typer.main.get_command(app)
    try:
        status = command.main(words or ["--help"], prog_name="fracas", standalone_mode=False)
        sys.stdout.flush()
        return _interrupted() if status == INTERRUPTED else int(status or 0)
    except _USAGE as error:
        return _fail(error.format_message())
    except KeyboardInterrupt:
        return _interrupted()
    except typer.Abort as error:
        if isinstance(error.__cause__, EOFError):  # a file that ended, not a person who left
            raise error.__cause__ from None
        return _interrupted()
    except BrokenPipeError:  # the reader (head, less) has gone
        _leave_stdout()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        try:
            sys.stdout.flush()
        except OSError:  # its disk is full, say: Python must not try again when it ends
            _leave_stdout()
        return _fail(f"{where}{error.strerror or error}")
    except MemoryError as error:
        return _fail(f"not enough memory: {error}")
    except Exception as error:
        if type(error).__module__.startswith("fracas.") and isinstance(error, ValueError):
            return _fail(str(error))
        raise


def _leave_stdout() -> None:
    """Send what is still to be printed nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupted() -> int:
    print("fracas: interrupted", file=sys.stderr)
    return INTERRUPTED


def _fail(message: str) -> int:
    # Names come from files and people: no escape code may reach the terminal, no name fill it.
    words = (w if len(w) <= LONGEST else f"{w[:40]}...{w[-40:]}" for w in message.split())
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(words))
    print(f"fracas: {line}", file=sys.stderr)
    return 2
