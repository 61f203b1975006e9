"""Battle files: a battle as the seed and the decisions that lead to it, as JSON.

A file names its encounter (a bundled id, or all of its content), the digests of encounter and
rules, the generator word, the policies, every decision as a row and as text with the digest of the
state that it led to, and the result. Equal battles give equal files.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from fracas.envs import bundled, system_names
from fracas.envs.core.battle import Arena, Battle, arena
from fracas.envs.core.encounter import Model, Source, read, validate
from fracas.envs.core.errors import EncounterError
from fracas.envs.core.files import written_whole
from fracas.envs.core.record import copy_of, digest
from fracas.evaluation.evaluate import heading
from fracas.evaluation.match import Match, begun

FORMAT = 1
COMMAND = "replay"
MAX_BYTES = 10_000_000

NEEDED = "a battle file is needed, as `fracas play --save` and `fracas evaluate` write them"


class ReplayError(ValueError):
    """A battle file that can't be used, or a battle that can't be recorded, in one line."""


# -- the file --------------------------------------------------------------------------------------

Digest = Annotated[str, Field(pattern="^[0-9a-f]{16}$", description="16 digits, 0 to 9 and a to f")]
Word = Annotated[
    str, Field(pattern="^[0-9]{1,20}$", description="a whole number as text, below 2 to the 64th")
]
Name = Annotated[
    str, Field(max_length=1000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$", description="a line of text")
]


class EncounterPart(Model):
    """The encounter."""

    id: str = Field(description="bundled id, or where its content came from")
    title: str = Field(description="name shown to people")
    digest: Digest
    sides: dict[str, list[str]] = Field(description="units of each side")
    options: dict[str, Any] = Field(description="rulings that differ")
    content: dict[str, Any] | None = Field(description="all of it; null for a bundled one")


class RulesPart(Model):
    """The rules."""

    system: str = Field(description="the rule system's id")
    digest: Digest


class ActionPart(Model):
    """A decision."""

    row: int = Field(ge=0, le=32767, description="row of the action table")
    text: Name = Field(description="who decided, and what")
    digest: Digest = Field(description="of the state that it led to")


class ResultPart(Model):
    """What came of the battle."""

    outcome: str | None = Field(description="side that won, draw, or null if it wasn't over")
    round: int
    decisions: int
    digest: Digest


class BattleFile(Model):
    """A whole battle file."""

    command: Literal["replay"] = Field(description="the command that reads it")
    format: Literal[1]
    fracas: Name = Field(description="version that wrote it")
    encounter: EncounterPart
    rules: RulesPart
    seed: Word = Field(description="generator word, a whole number as text")
    policies: dict[str, Name] = Field(description="who played each side")
    start: Digest = Field(description="digest of the state before the first decision")
    actions: list[ActionPart] = Field(description="the decisions")
    result: ResultPart


# -- recording -------------------------------------------------------------------------------------


def record(
    battle: Battle, policies: Mapping[str, str], encounter: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the document of a battle, over or not.

    Args:
        battle: the battle.
        policies: who plays each side.
        encounter: what the battle was made of, if that was a mapping.

    Raises:
        ReplayError: seed and decisions alone don't lead to it, or its encounter is lost.
    """
    made = battle.arena
    again = begun(made, battle.state["seed"][0])
    start = again.digest()
    actions = []
    for row in battle.rows:
        text = _text(again, row)
        again.act(row)
        actions.append({"row": row, "text": text, "digest": again.digest()})
    if again.digest() != battle.digest():
        raise ReplayError(
            f"{made.name}: only a battle that follows from its seed and its decisions can be"
            " recorded, none with forced dice, edited units, or begun from another state"
        )
    content = _content(made, encounter)
    options = (read(made.name)[0] if content is None else content).get("options", {})
    head = heading(made, COMMAND)
    return {
        **head,
        "format": FORMAT,
        "encounter": {**head["encounter"], "options": options, "content": content},
        "seed": str(int(battle.state["seed"][0])),
        "policies": {side: policies[side] for side in made.sides},
        "start": start,
        "actions": actions,
        "result": _result(battle),
    }


def record_match(
    match: Match, k: int, names: tuple[str, str], encounter: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the document of a recorded battle of a match.

    Args:
        match: the match.
        k: number of the battle.
        names: of the first and the second policy.
        encounter: as for ``record``.

    Raises:
        MatchError: played again, it doesn't end as the one that was counted.
        ReplayError: its encounter is lost.
    """
    first = match.arena.sides[match.side[k]]
    policies = {side: names[0 if side == first else 1] for side in match.arena.sides}
    return record(match.battle(k), policies, encounter)


def _text(battle: Battle, row: int) -> str:
    return f"{battle.decider}: {battle.action(row)}"


def _result(battle: Battle) -> dict[str, Any]:
    return {
        "outcome": battle.outcome,
        "round": battle.round,
        "decisions": int(battle.state["decisions"][0]),
        "digest": battle.digest(),
    }


def _is_bundled(name: str) -> bool:
    return name in bundled() and not os.path.isfile(name)


def _content(made: Arena, given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return what a file must hold of an encounter, so that it stands alone."""
    if given is None and _is_bundled(made.name):
        return None
    try:
        content: dict[str, Any] = json.loads(
            json.dumps(read(made.name if given is None else given)[0], allow_nan=False)
        )
        same = digest(arena(content).record) == digest(made.record)
    except (EncounterError, TypeError, ValueError) as error:
        raise ReplayError(f"the encounter can't be recorded: {error}") from None
    if not same:
        raise ReplayError(f"{made.name}: no longer what the battle was begun with")
    return content


# -- writing ---------------------------------------------------------------------------------------


def check_target(path: Path) -> None:
    """Check that a battle file can be written, before a battle is played for it.

    Raises:
        ReplayError: there is no such folder, or something else than a file is in the way.
    """
    if not path.parent.is_dir():
        raise ReplayError(f"{path}: there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise ReplayError(f"{path}: not a file; the name of a file is needed")


def write(document: Mapping[str, Any], path: Path) -> None:
    """Write a battle file, whole or not at all.

    Raises:
        ReplayError: its name can't be that of a file.
        OSError: it can't be written.
    """
    check_target(path)
    with written_whole(path) as file:
        file.write(f"{json.dumps(document, indent=1, ensure_ascii=False)}\n".encode())


class Keeper:
    """Writes the recorded battles of one match after another into a folder.

    Their names are number of the meeting, policies, number of the battle:
    ``3-rusher-random-1.json``.

    Args:
        folder: the folder; made if it isn't there.

    Raises:
        OSError: it can't be made.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.meetings = 0

    def __call__(self, match: Match, policy: str, baseline: str) -> None:
        """Write the recorded battles of a match between two policies."""
        self.meetings += 1
        names = [re.sub(r"[^\w.-]+", "-", name).strip("-.")[-40:] for name in (policy, baseline)]
        for k in range(len(match.rows)):
            file = f"{self.meetings}-{'-'.join(names)}-{k + 1}.json"
            write(record_match(match, k, (policy, baseline)), self.folder / file)


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class Replay:
    """A battle file, its battle played again as far as it goes.

    Attributes:
        name: the file's name.
        file: its content.
        arena: the encounter.
        changed: how the rules differ from those of the battle, or None; digests of states then
            say nothing and are not compared.
        states: the state before each decision, and the last one.
        fault: at which decision the battle leaves the recorded path, and how, or None.
    """

    name: str
    file: BattleFile
    arena: Arena
    changed: str | None
    states: list[NDArray[Any]] = field(default_factory=list)
    fault: str | None = None

    def battle(self, k: int) -> Battle:
        """Return the battle as it was before decision ``k``, counted from 0."""
        battle = Battle(self.arena)
        battle.state = copy_of(self.states[k])
        return battle

    def follow(self) -> None:
        """Play the battle again up to its end or to where it leaves the recorded path."""
        battle = begun(self.arena, np.uint64(int(self.file.seed)))
        self.states = [copy_of(battle.state)]
        if self._differs(battle, self.file.start):
            self.fault = f"before decision 1: begins as {battle.digest()}, not {self.file.start}"
            return
        for number, action in enumerate(self.file.actions, 1):
            wrong = self._take(battle, action)
            if wrong is not None:
                self.fault = f"decision {number}: {wrong}"
                return
            self.states.append(copy_of(battle.state))
        told = self.file.result.model_dump()
        for key, value in _result(battle).items():
            if value != told[key] and self.changed is None:
                where = f"after decision {len(self.file.actions)}"
                self.fault = f"{where}: result.{key} is {value}, not {told[key]}"
                return

    def _take(self, battle: Battle, action: ActionPart) -> str | None:
        """Take a decision; return how it differs from the recorded one, if it does."""
        if battle.decider is None:
            return f"the battle is over already (outcome {battle.outcome})"
        row = action.row
        if row >= self.arena.n_rows or not battle.mask()[row]:
            return f"row {row} ({action.text}) is not legal for {battle.decider} ({battle.phase})"
        text = _text(battle, row)
        if text != action.text:
            return f"row {row} is {text!r}, not {action.text!r}"
        battle.act(row)
        if self._differs(battle, action.digest):
            return f"{text} leads to {battle.digest()}, not {action.digest}"
        return None

    def _differs(self, battle: Battle, expected: str) -> bool:
        return self.changed is None and battle.digest() != expected


def load(path: str | Path) -> Replay:
    """Return a battle file, played again.

    Raises:
        ReplayError: it can't be used; one line says what, where, and what would be accepted.
    """
    name = str(path)
    data = _data(name)
    if data.get("command") != COMMAND:
        raise ReplayError(f"{name}: its command isn't {COMMAND!r}; {NEEDED}")
    if data.get("format") != FORMAT or isinstance(data["format"], bool):
        given = json.dumps(data.get("format"))[:40]
        raise ReplayError(f"{name}: format {given}; this version reads format {FORMAT}")
    try:
        file: BattleFile = validate(BattleFile, data, Source(name, {}, data))
    except EncounterError as error:
        raise ReplayError(str(error)) from None
    if int(file.seed) >= 2**64:
        raise ReplayError(f"{name}: seed: a number below 2 to the 64th is needed")
    replay = _opened(name, file)
    replay.follow()
    return replay


def _data(name: str) -> dict[str, Any]:
    """Return the content of a JSON file that holds an object."""
    try:
        if os.path.isdir(name):
            raise ReplayError(f"{name}: a folder; {NEEDED}")
        with open(name, "rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ReplayError(f"no file {name!r}; {NEEDED}") from None
    except OSError as error:
        raise ReplayError(f"{name[:200]}: can't be read ({error.strerror}); {NEEDED}") from None
    if len(content) > MAX_BYTES:
        raise ReplayError(f"{name}: larger than 10 MB; battle files are smaller")
    try:
        text = content.decode("utf-8-sig")
        data = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ReplayError(f"{name}: not a text file in UTF-8; {NEEDED}") from None
    except json.JSONDecodeError as error:
        if not text.strip():
            raise ReplayError(f"{name}: the file is empty; {NEEDED}") from None
        where = f"{name}:{error.lineno}"
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise ReplayError(f"{where}: the file breaks off here; {NEEDED}") from None
        raise ReplayError(f"{where}: not JSON ({error.msg}); {NEEDED}") from None
    except RecursionError:
        raise ReplayError(f"{name}: nested too deeply; {NEEDED}") from None
    except ValueError as error:  # a constant or a number that JSON or Python doesn't take
        raise ReplayError(f"{name}: not JSON ({error}); {NEEDED}") from None
    if not isinstance(data, dict):
        raise ReplayError(f"{name}: not a JSON object; {NEEDED}")
    return data


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _opened(name: str, file: BattleFile) -> Replay:
    """Return a file with its encounter made ready, both checked against each other."""
    part, rules = file.encounter, file.rules
    if rules.system not in system_names():
        known = ", ".join(system_names())
        raise ReplayError(f"{name}: rules.system: one of {known} is needed, not {rules.system!r}")
    if part.content is None and not _is_bundled(part.id):
        raise ReplayError(
            f"{name}: encounter.id: no bundled encounter {part.id!r};"
            f" one of {', '.join(bundled())} or the whole encounter as content is needed"
        )
    source: Any = part.id if part.content is None else part.content
    try:
        made = arena(source)
        options = read(source)[0].get("options", {})
    except EncounterError as error:
        raise ReplayError(f"{name}: encounter: {error}") from None
    head = heading(made, COMMAND)
    expected = head["rules"]["digest"]
    changed = None
    if rules.digest != expected:
        changed = f"the rules have changed since (digest {rules.digest}, now {expected})"
    checks = {
        "rules.system": (rules.system, made.system.name),
        "encounter.sides": (part.sides, head["encounter"]["sides"]),
        "encounter.options": (part.options, options),
        "policies": (list(file.policies), list(made.sides)),
    }
    if changed is None:  # they may have changed the record too, and with it its digest
        checks["encounter.digest"] = (part.digest, head["encounter"]["digest"])
    for key, (given, needed) in checks.items():
        if given != needed:
            shown = [json.dumps(value)[:200] for value in (needed, given)]
            raise ReplayError(f"{name}: {key}: the encounter has {shown[0]}, not {shown[1]}")
    return Replay(name, file, made, changed)
