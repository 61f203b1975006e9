"""Encounter files: YAML checked by pydantic, with line numbers in every error.

The core knows titles, sides, maps and limits; each system adds the models of its units and
options (``System.encounter_model``).
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fracas.envs.core.errors import EncounterError

MAX_FILE_BYTES = 1_000_000


class Model(BaseModel):
    """A part of an encounter file: unknown keys are refused, values are not converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Encounter(Model):
    """What the files of all systems have in common."""

    system: str = Field(description="the rule system's id")
    title: str = Field(min_length=1, max_length=80, description="name shown to people")
    description: str = Field(default="", description="what the encounter is about")
    round_limit: int = Field(default=20, ge=1, le=60, description="last round")
    symmetric: bool = Field(
        default=False, description="the map is the same turned by half; both sides then see alike"
    )


# -- bundled files --------------------------------------------------------------------------------


def _folder() -> Any:
    return resources.files("fracas.configs") / "encounters"


def bundled() -> list[str]:
    """Return the ids of the encounters that come with the package, such as ``undead/alley``."""
    return sorted(
        f"{system.name}/{file.name.removesuffix('.yaml')}"
        for system in _folder().iterdir()
        if system.is_dir()
        for file in system.iterdir()
        if file.name.endswith(".yaml")
    )


def read(source: str | Path | Mapping[str, Any]) -> tuple[dict[str, Any], "Source"]:
    """Return the raw content of an encounter and where its lines stand.

    Args:
        source: a bundled id, the path of a YAML file, or a mapping.

    Raises:
        EncounterError: there is no such encounter, or the file is no YAML mapping.
    """
    if isinstance(source, Mapping):
        return dict(source), Source("encounter", {})
    name = str(source)
    if re.fullmatch(r"[a-z_]+/[a-z0-9_-]+", name) and not Path(name).exists():
        system, short = name.split("/")
        file = _folder() / system / f"{short}.yaml"
        if not file.is_file():
            raise EncounterError(_unknown(name))
        return _parse(file.read_text(encoding="utf-8"), name)
    path = Path(name)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise EncounterError(f"{name}: larger than 1 MB, so it is no encounter file")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise EncounterError(f"{name}: not a text file in UTF-8") from None
    except IsADirectoryError:
        raise EncounterError(f"{name}: a folder; name a YAML file or a bundled id") from None
    except OSError as error:
        if ("/" not in name and "." not in name) or isinstance(error, FileNotFoundError):
            raise EncounterError(_unknown(name)) from None
        raise EncounterError(f"{name}: {error.strerror}") from None
    return _parse(text, name)


def _unknown(name: str) -> str:
    known = bundled()
    near = difflib.get_close_matches(name, known, 1, 0.5)
    short = [k for k in known if k.split("/")[1] == name]
    hint = f"; did you mean {(short or near)[0]}?" if short or near else ""
    return f"no encounter {name!r}: neither a file nor one of {', '.join(known)}{hint}"


class Source:
    """Where each key of a file stands.

    Attributes:
        name: the file's name as the user gave it.
    """

    def __init__(self, name: str, lines: dict[tuple[Any, ...], int]) -> None:
        """Keep the line of each path of keys."""
        self.name = name
        self._lines = lines

    def at(self, path: tuple[Any, ...]) -> str:
        """Return ``file:line`` of the nearest key on a path."""
        for n in range(len(path), 0, -1):
            if path[:n] in self._lines:
                return f"{self.name}:{self._lines[path[:n]]}"
        return self.name

    def error(self, path: tuple[Any, ...], message: str) -> EncounterError:
        """Return an error about the key at ``path``."""
        key = ".".join(str(part) for part in path)
        return EncounterError(
            f"{self.at(path)}: {key}: {message}" if key else f"{self.at(path)}: {message}"
        )


def _parse(text: str, name: str) -> tuple[dict[str, Any], Source]:
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        lines: dict[tuple[Any, ...], int] = {}
        for path, line in _walk(node, (), name):
            lines[path] = line
        data = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{name}:{mark.line + 1}" if mark else name
        raise EncounterError(f"{where}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        if isinstance(error, EncounterError):
            raise
        raise EncounterError(f"{name}: not YAML: {str(error).splitlines()[0]}") from None
    if not isinstance(data, dict):
        what = "empty" if data is None else f"a {type(data).__name__}"
        raise EncounterError(f"{name}: an encounter is a mapping of keys, this is {what}")
    return data, Source(name, lines)


def _walk(node: Any, path: tuple[Any, ...], name: str) -> Iterator[tuple[tuple[Any, ...], int]]:
    if isinstance(node, yaml.MappingNode):
        seen: dict[Any, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if key.value in seen:
                raise EncounterError(
                    f"{name}:{line}: {key.value}: stands twice (first on line {seen[key.value]})"
                )
            seen[key.value] = line
            yield (*path, key.value), line
            yield from _walk(value, (*path, key.value), name)
    elif isinstance(node, yaml.SequenceNode):
        for k, value in enumerate(node.value):
            yield (*path, k), value.start_mark.line + 1
            yield from _walk(value, (*path, k), name)


def validate(model: type[Encounter], data: dict[str, Any], source: Source) -> Any:
    """Return the encounter as ``model``.

    Raises:
        EncounterError: the first fault, with file, line, key and what would be accepted.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        path = tuple(part for part in first["loc"] if not (isinstance(part, str) and "[" in part))
        raise source.error(path, _message(model, first, path)) from None


def _message(model: type[BaseModel], error: Any, path: tuple[Any, ...]) -> str:
    kind, key = error["type"], path[-1] if path else ""
    if kind == "extra_forbidden":
        known = _keys(model, path[:-1])
        near = difflib.get_close_matches(str(key), known, 1, 0.6)
        hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(known)}"
        return f"unknown key; {hint}"
    if kind == "missing":
        return "this key is missing"
    text = str(error["msg"]).removeprefix("Value error, ")
    text = text[:1].lower() + text[1:]
    value = error.get("input")
    if kind == "value_error" or isinstance(value, (dict, list)):
        return text
    return f"{text} (got {value!r})"


def _keys(model: Any, path: tuple[Any, ...]) -> list[str]:
    """Return the keys that a model takes at a path."""
    for part in path:
        if isinstance(part, int):
            continue
        fields = getattr(model, "model_fields", {})
        found = next((f for n, f in fields.items() if part in (n, f.alias)), None)
        if found is None:
            return []
        model = _inner(found.annotation)
    return [f.alias or n for n, f in getattr(model, "model_fields", {}).items()]


def _inner(annotation: Any) -> Any:
    """Return the model inside ``list[Model]``, ``Model | None`` and the like."""
    for part in getattr(annotation, "__args__", ()):
        inner = _inner(part)
        if hasattr(inner, "model_fields"):
            return inner
    return annotation


# -- maps -----------------------------------------------------------------------------------------


def map_rows(text: str, tiles: str, marks: str, width: int, height: int) -> list[str]:
    """Return the rows of a text map.

    Args:
        text: the block, one row a line.
        tiles: characters that are tiles.
        marks: characters that mark start tiles.
        width: most columns.
        height: most rows.

    Raises:
        ValueError: ragged, too large, or with an unknown character.
    """
    rows = [row.rstrip() for row in text.strip("\n").split("\n")]
    if not rows or not rows[0]:
        raise ValueError("the map is empty")
    if len(rows) > height or len(rows[0]) > width:
        raise ValueError(
            f"at most {width} columns and {height} rows, not {len(rows[0])} and {len(rows)}"
        )
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {y + 1} has {len(row)} tiles, the first has {len(rows[0])}")
        for x, tile in enumerate(row):
            if tile not in tiles and tile not in marks:
                raise ValueError(
                    f"row {y + 1}, column {x + 1}: {tile!r} is neither a tile ({' '.join(tiles)}) nor a unit's mark"
                )
    return rows


def schema(model: type[Encounter]) -> dict[str, Any]:
    """Return the JSON schema of a system's encounter files, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **model.model_json_schema(),
    }
