"""The command ``play``: a person in the terminal against a policy."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fracas.evaluation.cli.common import (
    LOST,
    CommandError,
    Encounter,
    Seed,
    number_in,
    picture,
    since,
)

if TYPE_CHECKING:
    from fracas.envs import Battle
    from fracas.policies.base import Policy

HELP = """\
  12                       take action 12 of the list
  melee blue_0 torso       the same by name; melee(blue_0, torso) works too
  help melee               what a verb does and costs
  board                    board and actions once more
  quit                     leave the battle"""


def play(
    encounter: Encounter,
    side: Annotated[
        str | None, typer.Option("--side", help="side to play; the first if left out")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            help="script, run folder, .brain or .npz file; the first script if left out",
        ),
    ] = None,
    seed: Seed = 0,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="write the battle here, over or not, for `fracas replay`"),
    ] = None,
) -> None:
    """Play in the terminal against any policy.

    You see what your side may know, no more. Answers can be piped in, one a line.

    Examples:
      fracas play undead/alley
      fracas play undead/alley --side blue --against runs/alley --seed 7
      fracas play undead/alley --save battle.json
      (echo end_turn; echo quit) | fracas play undead/alley
    """
    from fracas.envs import Battle, arena
    from fracas.evaluation import replay
    from fracas.policies.resolve import first_baseline, resolve, script_names

    made = arena(encounter)
    chosen = made.sides[0] if side is None else side
    if chosen not in made.sides:
        raise CommandError(f"no side {chosen!r}: one of {', '.join(made.sides)}")
    name = against or first_baseline(script_names(made.system.name))
    policy = resolve(name, made)
    policy.reset(seed)
    if save is not None:
        replay.check_target(save)
    battle = Battle(made, seed)
    print(f"{made.title}: you play {chosen} against {name}. Type help for help.")
    try:
        Session(battle, chosen, policy).run()
    finally:
        if save is not None:
            players = {side: "a person" if side == chosen else name for side in made.sides}
            replay.write(replay.record(battle, players), save)
            print(f"wrote {save}", file=sys.stderr)


class Session:
    """A battle between a person and a policy.

    Args:
        battle: the battle, begun.
        side: id of the person's side; the policy plays all others.
        policy: the opponent.
        ask: prompt -> a line of the person's; raises EOFError when there are no more.
        say: takes a line for the person.
    """

    def __init__(
        self,
        battle: "Battle",
        side: str,
        policy: "Policy",
        ask: Callable[[str], str] = input,
        say: Callable[[str], Any] = print,
    ) -> None:
        self.battle, self.side, self.policy = battle, side, policy
        self.ask, self.say = ask, say
        number = battle.arena.sides.index(side)
        sides_of = zip(battle.units, battle.arena.sides_of, strict=True)
        self.own = [unit for unit, of in sides_of if of == number]
        self.seen = 0

    def run(self) -> str | None:
        """Play to the end, or until the person leaves; return the outcome."""
        while self.battle.decider is not None:
            if self.battle.decider in self.own:
                self.news()
                if not self.turn():
                    self.say(f"you leave the battle in round {self.battle.round}")
                    return None
            else:
                answer(self.battle, self.policy)
                self.news()
        self.news()
        self.say(self.battle.board(self.own[0]))
        outcome = self.battle.outcome
        words = {self.side: "you win", "draw": "a draw"}
        self.say(f"{words.get(str(outcome), 'you lose')} in round {self.battle.round}")
        return outcome

    def news(self) -> None:
        """Tell what happened since the last time, as far as the side may read it."""
        self.seen, events, lost = since(self.battle, self.seen, self.own[0])
        if lost:
            self.say(LOST)
        for event in events:
            self.say(f"  {event}")

    def turn(self) -> bool:
        """Ask for a decision until one is taken; tell whether the person goes on."""
        self.picture()
        legal = self.battle.legal()
        while True:
            try:
                words = self.ask(f"{self.battle.decider}> ").strip()
            except EOFError:
                return False
            if words in ("quit", "exit", "q"):
                return False
            if words in ("board", "b"):
                self.picture()
            elif words.split(" ")[0] in ("help", "h", "?"):
                self.help(words.partition(" ")[2].strip())
            elif (number := number_in(words)) is not None:
                if number < len(legal):
                    self.battle.act(legal[number])
                    return True
                self.say(f"there is no action {words}: 0 to {len(legal) - 1}, or help")
            elif words:
                error = self.named(words)
                if error is None:
                    return True
                self.say(error)

    def named(self, words: str) -> str | None:
        """Take an action by name; return what is wrong with it, if anything."""
        parts = [words] if "(" in words else words.split()
        try:
            self.battle.act(parts[0], *parts[1:])
        except ValueError as error:
            return str(error)
        return None

    def picture(self) -> None:
        """Show the board, the deciding unit's own figures, and its numbered actions."""
        self.say("")
        for line in picture(self.battle, self.battle.decider):
            self.say(line)

    def help(self, verb: str) -> None:
        """Tell how to answer, or what a verb does."""
        verbs = {v.name: v for v in self.battle.system.verbs.verbs}
        if verb in verbs:
            v = verbs[verb]
            self.say(f"  {verb}: {v.help} (cost: {v.cost}; clauses {v.clauses})")
        elif verb:
            self.say(f"  no verb {verb!r}; verbs: {', '.join(verbs)}")
        else:
            self.say(HELP)


def answer(battle: "Battle", policy: "Policy") -> None:
    """Let a policy take the decision that is owed."""
    state = battle.state.view("u1").reshape(1, -1)
    rows = policy.act(battle.observation()[None], battle.mask()[None], state)
    battle.act(int(rows[0]))
