"""For tests: the marker ``clause``, and ``Scene``, a battle driven by forced dice.

A scene is told a verb and the dice that it should need. Windows that the test doesn't speak of are
declined, and when the turn goes on, every forced die must have been used and no other die rolled.
So a test states its dice exactly, or fails.
"""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Battle
from fracas.envs.core.errors import IllegalAction
from fracas.envs.core.events import Event

Test = TypeVar("Test", bound=Callable[..., Any])


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the clauses of a rulebook that it checks.

    Args:
        ids: clause ids, such as ``"U543"``.
    """
    import pytest  # a dependency of tests only

    return pytest.mark.clause(*ids)


class Scene:
    """A battle as a conformance test drives it.

    Args:
        battle: the battle; it is copied.
        passes: phase -> the action by which ``act`` answers it, unless the test does.
        rest: phases in which dice are counted, apart from the end of the battle.
    """

    def __init__(self, battle: Battle, passes: Mapping[str, str], rest: Iterable[str]) -> None:
        """Begin with the battle's present state."""
        self.battle = battle.copy()
        self.passes = dict(passes)
        self.rest = frozenset(rest)
        self.dice_used = 0
        self._log: list[Event] = self.battle.events_since(0)

    # -- acting ---------------------------------------------------------------------------

    def act(
        self, verb: str, *arguments: Any, dice: Sequence[int] | None = None, by: str | None = None
    ) -> list[Event]:
        """Take an action, answer the windows that follow as ``passes`` says, count the dice.

        Args:
            verb: the verb's name.
            arguments: its arguments.
            dice: dice to roll, in order; None leaves them free.
            by: the unit that must be the one to decide.

        Returns:
            What happened.
        """
        start = self.battle.dice_rolled
        new = self.declare(verb, *arguments, dice=dice, by=by)
        while self.phase in self.passes:
            new += self._take(self.passes[self.phase], ())
        self.dice_used = self.battle.dice_rolled - start
        if self.phase is None or self.phase in self.rest:
            left = self.battle.dice_left
            assert left == 0, f"{left} forced dice are left over after {verb}"
            if dice is not None:
                assert not self._free_dice, f"{verb} rolled {self._free_dice} dice not forced"
        return new

    def declare(
        self, verb: str, *arguments: Any, dice: Sequence[int] | None = None, by: str | None = None
    ) -> list[Event]:
        """Take an action and stop at the next decision; dice left over wait for later calls."""
        if by is not None:
            assert self.decider == by, f"{self.decider} decides ({self.phase}), not {by}"
        if dice is not None:
            s = self.battle.state[0]
            waiting = s["forced"][int(s["next_forced"]) : int(s["n_forced"])]
            self.battle.force_dice([*dice, *(int(die) for die in waiting)])
        start = self.battle.dice_rolled
        self._free_dice = 0
        new = self._take(verb, arguments)
        self.dice_used = self.battle.dice_rolled - start
        return new

    def _take(self, verb: str, arguments: Sequence[Any]) -> list[Event]:
        forced, rolled = self.battle.dice_left, self.battle.dice_rolled
        new = self.battle.act(verb, *arguments)
        self._free_dice += self.battle.dice_rolled - rolled - (forced - self.battle.dice_left)
        broken = self.battle.faults()
        assert not broken, f"after {verb}: {', '.join(broken)}"
        self._log += new
        return new

    # -- legality ---------------------------------------------------------------------------

    def _matching(self, verb: str, arguments: Sequence[Any]) -> list[int]:
        """Return the decider's legal rows of a verb that begin with these arguments."""
        battle, system = self.battle, self.battle.system
        number = system.verbs.index[verb]
        kinds = system.verbs.verbs[number].arguments
        assert len(arguments) <= len(kinds), f"{verb} takes {len(kinds)} arguments"
        s = battle.state[0]
        seat = int(s["decider"])
        found = []
        for row in np.flatnonzero(battle.mask()):
            kind, *numbers = battle.arena.rows[int(row)]
            if kind == number and all(
                str(text) in system.argument_names(k, n, s, seat, battle.arena.names)
                for text, k, n in zip(arguments, kinds, numbers, strict=False)
            ):
                found.append(int(row))
        return found

    def rows(self, verb: str, *arguments: Any) -> list[str]:
        """Return the texts of the legal rows of a verb that begin with these arguments."""
        return [str(self.battle.action(row)) for row in self._matching(verb, arguments)]

    def legal(self, verb: str, *arguments: Any) -> bool:
        """Tell whether a legal row begins with these arguments.

        Verbs that are asked for in parts may be named with the arguments of all parts.
        """
        verbs = self.battle.system.verbs
        found = verbs.verbs[verbs.index[verb]]
        if found.then is None or len(arguments) <= len(found.arguments):
            return bool(self._matching(verb, arguments))
        try:
            self.battle.copy().act(verb, *arguments)
        except IllegalAction:
            return False
        return True

    def refused(self, verb: str, *arguments: Any) -> None:
        """Check that a call is refused and changes nothing."""
        assert not self.legal(verb, *arguments), f"{verb}{arguments} is legal"
        before = self.bytes()
        try:
            self.battle.act(verb, *arguments)
        except IllegalAction:
            assert self.bytes() == before, f"{verb}{arguments} was refused but changed the state"
        else:
            raise AssertionError(f"{verb}{arguments} was not refused")

    # -- looking ---------------------------------------------------------------------------

    @property
    def phase(self) -> str | None:
        """Return what is asked, None when the battle is over."""
        return self.battle.phase

    @property
    def decider(self) -> str | None:
        """Return the unit that owes a decision, None when the battle is over."""
        return self.battle.decider

    @property
    def round(self) -> int:
        """Return the number of the round."""
        return self.battle.round

    @property
    def winner(self) -> str | None:
        """Return the winning side's id, "draw", or None."""
        return self.battle.outcome

    def unit(self, name: str) -> Any:
        """Return a unit's fields, read only."""
        return self.battle.unit(name)

    def floor(self) -> list[Any]:
        """Return the items that lie about, in the order laid."""
        return self.battle.floor()

    def observe(self, unit: str) -> dict[str, float]:
        """Return what a unit may know, by name."""
        return self.battle.observe(unit)

    def observation(self, unit: str) -> NDArray[np.float32]:
        """Return what a unit may know, as a vector."""
        return self.battle.observation(unit)

    def mask(self, unit: str) -> NDArray[np.int8]:
        """Return a unit's action mask, all zero when it owes no decision."""
        return self.battle.mask(unit)

    def saw(self, unit: str) -> list[str]:
        """Return the texts of all events that a unit may read, since the start."""
        side = self.battle.arena.sides[self.battle.arena.sides_of[self.battle.index(unit)]]
        return [event.text for event in self._log if side in event.sides]

    def bytes(self) -> bytes:
        """Return the bytes of the state."""
        return self.battle.state.tobytes()

    # -- changing ---------------------------------------------------------------------------

    def set(self, unit: str, **fields: Any) -> None:
        """Set fields of a unit in mid-scene."""
        self.battle.edit(unit, **fields)

    def copy(self) -> "Scene":
        """Return an independent copy."""
        other = copy.copy(self)
        other.battle = self.battle.copy()
        other._log = list(self._log)
        return other
