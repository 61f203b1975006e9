"""``Battle``: one battle with names instead of numbers, for scripts, tests, tools and people."""

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core import state_json
from fracas.envs.core.encounter import bundled, not_among, read, validate
from fracas.envs.core.errors import EncounterError, IllegalAction, StateError
from fracas.envs.core.events import Event
from fracas.envs.core.fields import shown
from fracas.envs.core.names import Names
from fracas.envs.core.notation import Action, action_text, find_row
from fracas.envs.core.observation import Layout
from fracas.envs.core.record import DRAW, MAX_EVENTS, MAX_FORCED, address, copy_of, digest
from fracas.envs.core.system import (
    OP_ACT,
    OP_BEGIN,
    OP_FAULTS,
    OP_LOOK,
    OP_REDETERMINE,
    OP_REFRESH,
    REFUSED,
    System,
    system_named,
    system_names,
)


@dataclass(frozen=True)
class Arena:
    """An encounter made ready: what all its battles share.

    Attributes:
        system: the rule system.
        name: the encounter's id or path.
        title: its title.
        record: shape (1,), the state before the first die.
        names: what its units, sides and other things are called.
        sides_of: side index of each unit.
        source: the encounter as it was read.
        digest: short name of all that the encounter says, its texts for people apart.
    """

    system: System
    name: str
    title: str
    record: NDArray[Any]
    names: Names
    sides_of: tuple[int, ...]
    source: Mapping[str, Any]
    digest: str

    @property
    def units(self) -> tuple[str, ...]:
        """Return the ids of the units, in index order."""
        return self.names.units

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides."""
        return self.names.sides

    @property
    def n_rows(self) -> int:
        """Return the size of the action table."""
        return int(self.record["n_rows"][0])

    @property
    def n_floats(self) -> int:
        """Return the size of an observation."""
        return int(self.record["n_floats"][0])

    @cached_property
    def rows(self) -> list[tuple[int, int, int, int]]:
        """Return (verb, a, b, c) of every row of the action table."""
        return self.system.verbs.rows(self.record["blocks"][0])

    @cached_property
    def layout(self) -> Layout:
        """Return what the floats of an observation mean."""
        return self.system.layout(self.record[0])

    def reference(self) -> str | dict[str, Any]:
        """Return what names the encounter anywhere: its bundled id, else all of it."""
        return self.name if self.name in bundled() else copy.deepcopy(dict(self.source))

    def begin(self, seed: int) -> NDArray[Any]:
        """Return a record of shape (1,) set up and run to the first decision."""
        state = copy_of(self.record)
        state["seed"] = seed_word(seed)
        mask = np.zeros(self.n_rows, np.int8)
        self.system.play.call(address(state), OP_BEGIN, 0, 0, address(mask))
        return state


def seed_word(seed: int) -> np.uint64:
    """Return the generator word of a seed; neighbouring seeds give unrelated words.

    Raises:
        ValueError: the seed is negative.
    """
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]


def arena(source: str | Path | Mapping[str, Any] | Arena) -> Arena:
    """Return an encounter made ready.

    Args:
        source: a bundled id (``"undead/alley"``), the path of a YAML file, or a mapping.

    Raises:
        EncounterError: it can't be used; one line says what, where, and what would be accepted.
    """
    if isinstance(source, Arena):
        return source
    data, where = read(source)
    name = data.get("system")
    if name not in system_names():
        raise where.error(("system",), not_among(name, system_names()))
    system = system_named(str(name))
    encounter = validate(system.encounter_model, data, where)
    try:
        record, names = system.setup(encounter)
    except ValueError as error:
        raise where.error(getattr(error, "path", ()), str(error)) from None
    sides_of = tuple(int(u["side"]) for u in record[0]["units"][: len(names.units)])
    said = encounter.model_dump(
        mode="json", by_alias=True, exclude={"title", "description"}, exclude_defaults=True
    )
    name_of_it = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
    return Arena(
        system,
        where.name,
        encounter.title,
        record,
        names,
        sides_of,
        copy.deepcopy(data),
        name_of_it,
    )


def _arena_of(document: Mapping[str, Any]) -> Arena:
    """Return the encounter that a document names or holds; it opens no file of its naming."""
    source = document.get("encounter")
    try:
        if isinstance(source, str) and source in bundled():
            return arena(source)
        if isinstance(source, Mapping):
            return arena(source)
    except EncounterError as error:
        raise StateError(str(error)) from None
    raise StateError(
        f"encounter: a bundled id ({', '.join(bundled())}) or all of an encounter is needed, not"
        f" {shown(source)}; a file is given by Battle.from_json(..., encounter=...)"
    )


class Battle:
    """One battle: legal actions by name, forced dice, readable units and events.

    Args:
        encounter: a bundled id, a YAML path, a mapping, or an ``Arena``.
        seed: seed of the dice.

    Attributes:
        rows: rows of the decisions taken since the battle began; with the seed they are all that
            plays it again.

    Raises:
        EncounterError: the encounter can't be used.
    """

    def __init__(self, encounter: str | Path | Mapping[str, Any] | Arena, seed: int = 0) -> None:
        """Set the battle up and run it to the first decision."""
        self.arena = arena(encounter)
        self.state = self.arena.begin(seed)
        self._mask = np.zeros(self.arena.n_rows, np.int8)
        self._asked = -1  # who took the last asked decision
        self.rows: list[int] = []

    # -- who decides what -------------------------------------------------------------------------

    @property
    def system(self) -> System:
        """Return the rule system."""
        return self.arena.system

    @property
    def units(self) -> tuple[str, ...]:
        """Return the ids of all units, also of those that are down."""
        return self.arena.units

    @property
    def _s(self) -> Any:
        return self.state[0]

    @property
    def decider(self) -> str | None:
        """Return the unit that owes a decision, None when the battle is over."""
        i = int(self._s["decider"])
        return self.units[i] if i >= 0 else None

    @property
    def phase(self) -> str | None:
        """Return what is asked, None when the battle is over."""
        phase = int(self._s["phase"])
        return self.system.phases[phase] if phase > 0 else None

    @property
    def round(self) -> int:
        """Return the number of the round."""
        return int(self._s["round"])

    @property
    def outcome(self) -> str | None:
        """Return the winning side's id, "draw", or None while the battle goes on."""
        winner = int(self._s["winner"])
        if winner == 0:
            return None
        return "draw" if winner == DRAW else self.arena.sides[winner - 1]

    def mask(self, unit: str | None = None) -> NDArray[np.int8]:
        """Return the action mask, shape (rows,), of a unit (default: the decider)."""
        seat = int(self._s["decider"]) if unit is None else self.index(unit)
        mask = np.zeros(self.arena.n_rows, np.int8)
        if seat >= 0:
            self._play(OP_LOOK, seat, 0, mask)
        return mask

    def observation(self, unit: str | None = None) -> NDArray[np.float32]:
        """Return what a unit may know, shape (floats,), of a unit (default: the decider)."""
        seat = int(self._s["decider"]) if unit is None else self.index(unit)
        out = np.zeros(self.arena.n_floats, np.float32)
        if seat >= 0:
            self._play(OP_LOOK, seat, address(out), self._mask)
        return out

    def observe(self, unit: str | None = None) -> dict[str, float]:
        """Return an observation by the names of its floats."""
        return self.arena.layout.read(self.observation(unit))

    def legal(self) -> list[Action]:
        """Return the decider's legal actions, in the order of the table."""
        seat = int(self._s["decider"])
        if seat < 0:
            return []
        return [self.action(int(row)) for row in np.flatnonzero(self.mask())]

    def action(self, row: int) -> Action:
        """Return a row of the table as the present decider would name it."""
        return action_text(self.arena, self._s, max(0, int(self._s["decider"])), row)

    # -- acting -----------------------------------------------------------------------------------

    def act(self, action: Action | int | str, *arguments: Any) -> list[Event]:
        """Take an action for the decider.

        Args:
            action: an ``Action``, a row's index, its text, or a verb followed by ``arguments``.
                Verbs asked for in parts take the arguments of all parts in one call.
            arguments: unit ids, areas, directions and the like.

        Returns:
            What happened up to the next decision.

        Raises:
            IllegalAction: the rules don't allow it now; nothing has changed.
        """
        if self.decider is None:
            raise IllegalAction(f"the battle is over ({self.outcome})")
        before = int(self._s["n_events"])
        if isinstance(action, (Action, int, np.integer)):
            self._take(int(action))
        else:
            self._take_named(action, tuple(str(a) for a in arguments))
        return self.events_since(before)

    def _take(self, row: int) -> None:
        result = self._play(OP_ACT, row, 0, self._mask)
        if result == REFUSED:
            known = 0 <= row < self.arena.n_rows
            name = str(self.action(row)) if known else f"row {row} (of {self.arena.n_rows})"
            raise IllegalAction(f"{name} is not legal for {self.decider} ({self.phase})")
        self.rows.append(row)

    def _take_named(self, verb: str, arguments: tuple[str, ...]) -> None:
        draft = self.copy()
        verbs = self.system.verbs
        name: str | None
        row, name, rest = find_row(draft, verb, arguments)
        draft._take(row)
        while rest:
            name = verbs.verbs[verbs.index[name]].then
            assert name is not None  # arguments are left over only where a part follows
            if draft._was_taken(name, rest):
                rest = rest[len(verbs.verbs[verbs.index[name]].arguments) :]
            else:
                row, name, rest = find_row(draft, name, rest)
                draft._take(row)
        self.state.view(np.uint8)[:] = draft.state.view(np.uint8)
        self.rows = draft.rows

    def _was_taken(self, verb: str, arguments: tuple[str, ...]) -> bool:
        """Tell whether this part, the only legal one, has been taken unasked."""
        number = self.system.verbs.index[verb]
        seat = self._asked
        for row in self._s["taken"][1 : int(self._s["n_taken"])]:
            kind, *numbers = self.arena.rows[int(row)]
            if kind == number:
                kinds = self.system.verbs.verbs[number].arguments
                names = [
                    self.system.argument_names(k, n, self._s, seat, self.arena.names)
                    for k, n in zip(kinds, numbers, strict=False)
                ]
                if all(text in options for text, options in zip(arguments, names, strict=False)):
                    return True
                raise IllegalAction(f"{verb}({', '.join(arguments)}) is not legal")
        return False

    def _play(self, op: int, argument: int, observation: int, mask: NDArray[np.int8]) -> int:
        if op == OP_ACT:
            self._asked = int(self._s["decider"])
        return int(
            self.system.play.call(address(self.state), op, argument, observation, address(mask))
        )

    # -- dice -------------------------------------------------------------------------------------

    def force_dice(self, dice: Sequence[int]) -> None:
        """Fix the next dice, in the order in which they are rolled.

        Raises:
            ValueError: too many, or a die that is no positive number.
        """
        if len(dice) > MAX_FORCED:
            raise ValueError(f"at most {MAX_FORCED} forced dice, not {len(dice)}")
        if any(not 1 <= int(die) <= 100 for die in dice):
            raise ValueError(f"dice are numbers from 1 to 100, not {list(dice)}")
        s = self._s
        s["forced"][:] = 0
        s["forced"][: len(dice)] = dice
        s["n_forced"], s["next_forced"] = len(dice), 0

    @property
    def dice_left(self) -> int:
        """Return the number of forced dice not rolled yet."""
        return int(self._s["n_forced"]) - int(self._s["next_forced"])

    @property
    def dice_rolled(self) -> int:
        """Return the number of dice rolled since the battle began, forced or not."""
        return int(self._s["n_dice"])

    # -- looking ----------------------------------------------------------------------------------

    def index(self, unit: str) -> int:
        """Return a unit's index.

        Raises:
            ValueError: there is no unit of this name.
        """
        if unit not in self.units:
            raise ValueError(f"no unit {unit!r}; units: {', '.join(self.units)}")
        return self.units.index(unit)

    def unit(self, name: str) -> Any:
        """Return a unit's fields, read only, under the rulebook's names."""
        return SimpleNamespace(
            name=name, **self.system.unit_view(self._s, self.index(name), self.arena.names)
        )

    def floor(self) -> list[Any]:
        """Return the items that lie about, in the order laid."""
        items = self.system.floor_view(self._s, self.arena.names)
        return [SimpleNamespace(**item) for item in items]

    def edit(self, unit: str, **fields: Any) -> None:
        """Set fields of a unit, for fixtures and tools.

        Raises:
            ValueError: an unknown field, a value out of range, or a state that would be unsound.
        """
        draft = self.copy()
        self.system.edit(draft._s, self.index(unit), self.arena.names, fields)
        draft.refresh()
        broken = draft.faults()
        if broken:
            raise ValueError(
                f"{unit}: {', '.join(map(str, fields))} would leave {', '.join(broken)}"
            )
        self.state.view(np.uint8)[:] = draft.state.view(np.uint8)

    def refresh(self) -> None:
        """Bring what follows from edited fields up to date."""
        self._play(OP_REFRESH, 0, 0, self._mask)

    def faults(self) -> list[str]:
        """Return the names of broken invariants, empty when the state is sound."""
        return self.system.fault_list(self._play(OP_FAULTS, 0, 0, self._mask))

    def events_since(self, count: int, unit: str | None = None) -> list[Event]:
        """Return what happened since ``count`` events, as a unit may read it (None: all)."""
        s = self._s
        total = int(s["n_events"])
        rows = [s["events"][k % MAX_EVENTS] for k in range(max(count, total - MAX_EVENTS), total)]
        events = [self.system.events.read(row, self.arena.names) for row in rows]
        if unit is None:
            return events
        side = self.arena.sides[self.arena.sides_of[self.index(unit)]]
        return [event for event in events if side in event.sides]

    def board(self, unit: str | None = None) -> str:
        """Return a text picture, as a unit sees it (None: all of it)."""
        seat = None if unit is None else self.index(unit)
        return self.system.board(self._s, self.arena.names, seat)

    def digest(self) -> str:
        """Return a short name of the state's bytes."""
        return digest(self.state)

    # -- as JSON ----------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the whole battle as a JSON document in readable names.

        ``Battle.from_json`` makes the same battle of it, to the byte: dice to come, open windows
        and the log included. The document names a bundled encounter and holds any other whole.
        """
        return state_json.to_json(self.arena, self.state)

    @classmethod
    def from_json(
        cls,
        data: Mapping[str, Any] | str | bytes,
        encounter: str | Path | Mapping[str, Any] | Arena | None = None,
        seed: int = 0,
    ) -> "Battle":
        """Return the battle that a document describes.

        A document made by hand needs ``encounter``, ``round``, the unit whose turn it is, and
        ``units`` with a mapping for each; figures left out are as the encounter begins them.
        Without ``windows`` it is a plain turn, asking its unit for an action.

        Args:
            data: a mapping, or JSON text.
            encounter: the encounter, if the document doesn't hold it or it is read already.
            seed: seed of the dice, for a document without ``dice.seed``.

        Raises:
            StateError: it is no such document, or an unsound battle; one line says where, what is
                wrong, and what would be accepted.
            EncounterError: the keyword ``encounter`` can't be used.
        """
        document = state_json.parse(data)
        made = _arena_of(document) if encounter is None else arena(encounter)
        battle = cls(made, seed)
        battle.state = state_json.from_json(made, document, int(seed_word(seed)))
        battle.refresh()
        if broken := battle.faults():
            raise StateError(f"no sound battle: {', '.join(broken)}")
        if battle.decider is not None and not battle.mask().any():
            raise StateError(f"phase: {battle.decider} has no legal action in {battle.phase}")
        return battle

    # -- copies -----------------------------------------------------------------------------------

    def copy(self) -> "Battle":
        """Return an independent copy, dice and all."""
        other = object.__new__(type(self))
        other.arena = self.arena
        other.state = copy_of(self.state)
        other._mask = self._mask.copy()
        other._asked = self._asked
        other.rows = self.rows.copy()
        return other

    def redetermine(self, unit: str, seed: int) -> "Battle":
        """Return a battle that ``unit`` can't tell from this one, what is hidden drawn anew."""
        other = self.copy()
        other.state["seed"] = seed_word(seed)
        other._play(OP_REDETERMINE, self.index(unit), 0, self._mask)
        return other


__all__ = ["Arena", "Battle", "EncounterError", "IllegalAction", "StateError", "arena", "seed_word"]
