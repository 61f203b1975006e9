"""The command ``replay``: a battle file, decision by decision."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fracas.evaluation.cli.common import (
    LOST,
    CommandError,
    Json,
    number_in,
    output,
    picture,
    since,
)

if TYPE_CHECKING:
    from fracas.evaluation.replay import Replay


def replay(
    file: Annotated[Path, typer.Argument(help="battle file")],
    everything: Annotated[
        bool, typer.Option("--all", help="print all decisions instead of asking for each")
    ] = False,
    seat: Annotated[
        str | None, typer.Option("--seat", help="unit: only its decisions and what it may know")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="only play it again and compare every state")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a recorded battle.

    Each decision has its board, what happened before it, the alternatives and the choice. In a
    terminal Enter goes on, b back, a number there, q out. --verify exits with 1 if the battle
    doesn't go as recorded.

    Examples:
      fracas play undead/alley --save battle.json && fracas replay battle.json
      fracas replay battle.json --verify
      fracas replay battle.json --all --seat red_0 > red_0.txt
    """
    from fracas.evaluation.replay import ReplayError, load

    if verify and (everything or as_json or seat is not None):
        raise CommandError("--verify shows nothing, so --all, --seat and --json don't go with it")
    found = load(file)
    if seat is not None and seat not in found.arena.units:
        raise CommandError(f"no unit {seat!r}: one of {', '.join(found.arena.units)}")
    fault = f"{file}: leaves the recorded path: {found.fault}"
    if verify:
        if found.changed is not None:
            raise ReplayError(f"{file}: can't be verified: {found.changed}")
        if found.fault is not None:
            print(f"fracas: {fault}", file=sys.stderr)
            raise typer.Exit(1)
        result = found.file.result
        print(f"{file}: {len(found.file.actions)} decisions lead to {result.digest} as recorded")
        return
    if found.changed is not None:
        print(f"fracas: {file}: {found.changed}; it may go otherwise", file=sys.stderr)
    elif found.fault is not None:
        raise ReplayError(fault)
    view = View(found, seat)
    if as_json:
        output([view.entry(n) for n in range(len(view.shown))], [], as_json)
    else:
        print(heading(found))
        if everything or not (sys.stdin.isatty() and sys.stdout.isatty()):
            for n in range(len(view.shown)):
                print("\n".join(view.page(n)))
        else:
            view.browse()
    if found.fault is not None:
        raise ReplayError(fault)


def heading(found: "Replay") -> str:
    """Return a line about the battle and who played it."""
    made, file = found.arena, found.file
    players = ", ".join(f"{side} by {name}" for side, name in file.policies.items())
    return f"{made.title} ({file.encounter.id}): {players}; {len(file.actions)} decisions"


class View:
    """What is shown of a battle: each decision in turn, and what there is at the end.

    Args:
        replay: the battle.
        seat: unit whose decisions are shown, with what it may know; None: everything.

    Attributes:
        shown: numbers of the states that are shown, from 0; the last one is the end.
    """

    def __init__(self, replay: "Replay", seat: str | None) -> None:
        self.replay, self.seat = replay, seat
        last = len(replay.states) - 1
        index = None if seat is None else replay.arena.units.index(seat)
        self.shown = [
            k for k in range(last) if index is None or replay.states[k]["decider"][0] == index
        ] + [last]

    def events(self, n: int) -> Iterator[str]:
        """Yield what happened before entry n, since the one before it."""
        seen = 0
        first = 0
        if n > 0:
            first = self.shown[n - 1] + 1
            seen = int(self.replay.states[first - 1]["n_events"][0])
        for k in range(first, self.shown[n] + 1):
            seen, events, lost = since(self.replay.battle(k), seen, self.seat)
            if lost:
                yield LOST.strip()
            yield from (str(event) for event in events)

    def choice(self, n: int) -> str | None:
        """Return the decision that was taken at entry n, None at the end."""
        k = self.shown[n]
        if k == len(self.replay.states) - 1:
            return None
        return self.replay.file.actions[k].text

    def asks(self, n: int) -> bool:
        """Tell whether a decision is owed at entry n that the seat knows of."""
        decider = self.replay.battle(self.shown[n]).decider
        return decider is not None and self.seat in (None, decider)

    def entry(self, n: int) -> dict[str, Any]:
        """Return an entry as JSON holds it."""
        battle = self.replay.battle(self.shown[n])
        asks, choice = self.asks(n), self.choice(n)
        return {
            "number": n + 1,
            "round": battle.round,
            "events": list(self.events(n)),
            "board": battle.board(self.seat),
            "decider": battle.decider if asks else None,
            "phase": battle.phase if asks else None,
            "legal": [str(action) for action in battle.legal()] if asks else [],
            "action": None if choice is None else choice.partition(": ")[2],
            "outcome": battle.outcome,
        }

    def page(self, n: int) -> list[str]:
        """Return an entry as lines."""
        battle = self.replay.battle(self.shown[n])
        lines = [f"  {event}" for event in self.events(n)]
        choice = self.choice(n)
        title = f"-- {n + 1} of {len(self.shown)} "
        lines += ["", title.ljust(60, "-")]
        lines += picture(battle, self.seat) if self.asks(n) else battle.board(self.seat).split("\n")
        if choice is not None:
            lines.append(f"> {choice}")
        elif battle.outcome is None:
            lines.append(f"the record ends in round {battle.round}, the battle isn't over")
        else:
            lines.append(f"outcome: {battle.outcome}, round {battle.round}")
        return lines

    def browse(self, ask: Callable[[str], str] = input, say: Callable[[str], Any] = print) -> None:
        """Show entry after entry, as a person asks for them.

        Args:
            ask: prompt -> a line of the person's; raises EOFError when there are no more.
            say: takes text for the person.
        """
        at, last = 0, len(self.shown) - 1
        say("\n".join(self.page(at)))
        while True:
            try:
                words = ask("Enter: next, b: back, a number, q: quit> ").strip()
            except EOFError:
                return
            number = number_in(words)
            if words == "q" or (words in ("", "n") and at == last):
                return
            if words in ("", "n"):
                at += 1
            elif words == "b" and at > 0:
                at -= 1
            elif number is not None and 1 <= number <= last + 1:
                at = number - 1
            else:
                say(f"  Enter, n, b, q, or a number from 1 to {last + 1}")
                continue
            say("\n".join(self.page(at)))
