"""Encounter files: YAML checked by pydantic, with file, line and key in every error.

The core knows titles, sides, maps and limits; each system adds the models of its units and
options (``System.encounter_model``).
"""

import contextlib
import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    create_model,
    field_validator,
)

from fracas.envs.core.errors import EncounterError
from fracas.envs.core.options import Option
from fracas.envs.core.yaml_text import loaded, one_line, shortened

MAX_FILE_BYTES = 1_000_000


class Model(BaseModel):
    """A part of an encounter file: unknown keys are refused, values are not converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Encounter(Model):
    """What the files of all systems have in common."""

    system: str = Field(description="the rule system's id")
    title: str = Field(min_length=1, max_length=80, description="name shown to people")
    description: str = Field(default="", description="what the encounter is about")
    round_limit: int = Field(default=20, ge=1, le=60, description="last round")
    symmetric: bool = Field(
        default=False, description="the map is the same turned by half; both sides then see alike"
    )


UnitId = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=24)]
UNIT_ID: Any = Field(
    default=None,
    description="letters, digits and _, a letter first; default: side and number, as red_0",
)


class Side(Model):
    """What the sides of all systems have in common."""

    id: str = Field(
        pattern=r"^[a-z][a-z0-9]*$",
        max_length=16,
        description="small letters and digits, a letter first",
    )

    @field_validator("id")
    @classmethod
    def _is_no_result(cls, name: str) -> str:
        if name == "draw":
            raise ValueError("'draw' names a result; a side needs another id")
        return name


# -- faults ----------------------------------------------------------------------------------------


class SetupError(ValueError):
    """A fault that shows only when the parts of a file are put together.

    Attributes:
        path: the keys that lead to what it is about.
    """

    def __init__(self, path: tuple[Any, ...], message: str) -> None:
        """Keep the path."""
        super().__init__(message)
        self.path = path


@contextlib.contextmanager
def about(*path: Any) -> Iterator[None]:
    """Turn a ``ValueError`` from inside into a ``SetupError`` about ``path``."""
    try:
        yield
    except ValueError as error:
        raise SetupError((*path, *getattr(error, "path", ())), str(error)) from None


def hint(word: object, known: Iterable[str]) -> str:
    """Return ``did you mean x?`` for a word near one of ``known``, else all that is known."""
    names = list(known)
    near = difflib.get_close_matches(str(word), names, 1, 0.6)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"


class Source:
    """Where each key of a file stands.

    Attributes:
        name: the file's name as the user gave it.
    """

    def __init__(self, name: str, lines: Mapping[tuple[Any, ...], int], data: Any = None) -> None:
        """Keep the line of each path of keys, and the content that the paths lead through."""
        self.name = name
        self._lines = lines
        self._data = data

    def at(self, path: tuple[Any, ...]) -> str:
        """Return ``file:line`` of the nearest part on a path."""
        for n in range(len(path), -1, -1):
            if path[:n] in self._lines:
                return f"{self.name}:{self._lines[path[:n]]}"
        return self.name

    def error(self, path: tuple[Any, ...], message: str) -> EncounterError:
        """Return an error about the part at ``path``."""
        key = ".".join(str(part) for part in self._known(path))
        return one_line(
            f"{self.at(path)}: {key}: {message}" if key else f"{self.at(path)}: {message}"
        )

    def _known(self, path: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the path as far as the file goes, and the key that a mapping lacks."""
        part = self._data
        if part is None:
            return path
        for n, step in enumerate(path):
            if isinstance(part, Mapping):
                if step not in part:
                    return path[: n + 1]
            elif not isinstance(part, list) or step not in range(len(part)):
                return path[:n]
            part = part[step]
        return path


# -- reading ---------------------------------------------------------------------------------------


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


ENCOUNTER = "an encounter is a mapping of keys (system, title, sides, ...)"


def read(
    source: str | Path | Mapping[str, Any], meant: str = ENCOUNTER
) -> tuple[dict[str, Any], Source]:
    """Return the raw content of an encounter and where its lines stand.

    Args:
        source: a bundled id, the path of a YAML file (which wins over an id), or a mapping.
        meant: what a file that holds no mapping should have been.

    Raises:
        EncounterError: there is no such encounter, or the file is no YAML mapping.
    """
    if isinstance(source, Mapping):
        data = dict(source)
        return data, Source("encounter", {}, data)
    name = str(source)
    if name in bundled() and not os.path.isfile(name):
        return _parse((_folder() / f"{name}.yaml").read_bytes(), name, meant)
    return _parse(_file_content(name), name, meant)


def _file_content(name: str) -> bytes:
    if "\n" in name:
        raise EncounterError(
            "a file's name or a bundled id is needed, not the text of an encounter"
        )
    short = shortened(name, 200)
    if os.path.isdir(name):
        raise EncounterError(f"{short}: a folder; a YAML file or a bundled id is needed")
    try:
        with open(name, "rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise EncounterError(_unknown(name)) from None
    except OSError as error:
        raise one_line(
            f"{short}: can't be read ({error.strerror}); a YAML file or a bundled id is needed"
        ) from None
    if len(content) > MAX_FILE_BYTES:
        raise EncounterError(f"{short}: larger than 1 MB; encounter files are smaller")
    return content


def _unknown(name: str) -> str:
    known = bundled()
    near = next((k for k in known if k.split("/")[1] == name), name)
    file = _near_file(name)
    told = f"did you mean {file}?" if file else hint(near, known)
    return f"no encounter {_shown(name)}, neither a file nor a bundled id; {told}"


def _near_file(name: str) -> str | None:
    """Return a YAML file of the same folder whose name is nearly the same but for its ending."""
    try:
        files = {p.stem: str(p) for p in Path(name).parent.glob("*.y*ml") if p.is_file()}
        near = difflib.get_close_matches(Path(name).stem, files, 1, 0.6)
    except (OSError, ValueError):
        return None
    return files[near[0]] if near else None


def _parse(content: bytes, name: str, meant: str) -> tuple[dict[str, Any], Source]:
    data, lines = loaded(content, name)
    if not isinstance(data, dict):
        what = "the file is empty" if data is None else f"this is {_shown(data)}"
        raise EncounterError(f"{name}: {what}; {meant}")
    return data, Source(name, lines, data)


# -- checking --------------------------------------------------------------------------------------


def validate(model: type[BaseModel], data: Any, source: Source) -> Any:
    """Return what a file holds as ``model``.

    Raises:
        EncounterError: one fault, with file, line, key and what would be accepted.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        # A misspelt key tells more than the missing one that it should have been.
        faults = error.errors(include_url=False)
        fault = min(faults, key=lambda fault: fault["type"] != "extra_forbidden")
        path = _keys(fault["loc"], data)
        raise source.error(path, _message(schema(model), fault, path)) from None


def _keys(place: Iterable[int | str], data: Any) -> tuple[int | str, ...]:
    """Return a place as pydantic names it without the kinds (``list[Item]``) that it tried."""
    path: list[int | str] = []
    for step in place:
        inside = isinstance(data, Mapping) and step in data
        if isinstance(step, str) and "[" in step and not inside:
            continue
        path.append(step)
        listed = isinstance(data, list) and step in range(len(data))
        data = data[step] if inside or listed else None
    return tuple(path)


_NEEDED = {
    "bool_type": "true or false",
    "dict_type": "a mapping of keys",
    "list_type": "a list",
    "model_type": "a mapping of keys",
    "string_type": "a text",
}
_FIGURES = (
    "int_type",
    "int_from_float",
    "float_type",
    "finite_number",
    "greater_than_equal",
    "greater_than",
    "less_than_equal",
    "less_than",
)
_LENGTHS = {
    "too_long": "items",
    "too_short": "items",
    "string_too_long": "characters",
    "string_too_short": "characters",
}
_LIMITS = {  # what JSON schemas call the limits of a list, a text, a number
    "items": (
        ("minItems", "at least"),
        ("maxItems", "at most"),
        ("maxProperties", "at most"),
    ),
    "characters": (("minLength", "at least"), ("maxLength", "at most")),
    "number": (
        ("minimum", "at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "below"),
    ),
}


def _message(whole: Mapping[str, Any], fault: Any, path: tuple[Any, ...]) -> str:
    """Return in plain words what is wrong and what would be accepted."""
    kind, value = fault["type"], fault.get("input")
    parts = _schemas_at(whole, path)
    if kind == "extra_forbidden":
        known = [
            name for part in _schemas_at(whole, path[:-1]) for name in part.get("properties", ())
        ]
        return f"unknown key; {hint(path[-1], known)}"
    if kind == "missing":
        meaning = next((f" ({p['description']})" for p in parts if "description" in p), "")
        return f"this key is missing{meaning}"
    if kind == "literal_error":
        return not_among(value, [word for part in parts for word in _words(part)])
    if kind == "value_error":
        return str(fault["msg"]).removeprefix("Value error, ")
    if kind in _FIGURES:
        integer = any(part.get("type") == "integer" for part in parts)
        needed = f"a{' whole' * integer} number {_limits(parts, 'number')}".rstrip()
        return f"{needed} is needed, not {_shown(value)}"
    if kind in _LENGTHS:
        what = _LENGTHS[kind]
        length = len(value) if isinstance(value, (str, list, dict)) else 0
        return f"{_limits(parts, what)} {what} are needed, not {length}"
    if kind in _NEEDED:
        text = f"{_NEEDED[kind]} is needed, not {_shown(value)}"
        plain = kind == "string_type" and value is not None and not isinstance(value, (list, dict))
        return f"{text}; put it in quotes" if plain else text
    if kind == "string_pattern_mismatch":
        meaning = next((p["description"] for p in parts if "description" in p), fault["msg"])
        return f"{_shown(value)} doesn't fit: {meaning}"
    text = str(fault["msg"])
    return f"{text[:1].lower()}{text[1:]}, not {_shown(value)}"


def _limits(parts: Sequence[Mapping[str, Any]], what: str) -> str:
    """Return the limits of a list, text or number in words."""
    found = {
        word: part[key]
        for key, word in _LIMITS[what]
        for part in parts
        if part.get(key) is not None
    }
    if found.keys() == {"at least", "at most"}:
        low, high = found["at least"], found["at most"]
        return f"exactly {low}" if low == high else f"from {low} to {high}"
    return " and ".join(f"{word} {limit}" for word, limit in found.items())


def not_among(value: Any, words: Sequence[Any]) -> str:
    """Return that a value is none of ``words``, with the nearest of them or all."""
    if isinstance(value, str):
        near = difflib.get_close_matches(value, [w for w in words if isinstance(w, str)], 1, 0.6)
        if near:
            return f"{value!r} is unknown; did you mean {near[0]}?"
    figures = sorted(w for w in words if isinstance(w, int) and not isinstance(w, bool))
    texts = [_shown(w).strip("'") for w in words if not isinstance(w, int) or isinstance(w, bool)]
    accepted = ", ".join([*texts, *map(str, figures)])
    return f"{'one of ' * (len(words) > 1)}{accepted} is needed, not {_shown(value)}"


def _shown(value: Any) -> str:
    """Return a value as people write it, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return shortened(repr(value) if isinstance(value, str) else str(value), 60)


def _words(part: Mapping[str, Any]) -> list[Any]:
    return list(part.get("enum", [part["const"]] if "const" in part else []))


def _schemas_at(whole: Mapping[str, Any], path: tuple[Any, ...]) -> list[Mapping[str, Any]]:
    """Return the alternatives that a JSON schema allows at a path."""
    found = _alternatives(whole, whole)
    for step in path:
        inner = [p["items"] for p in found if isinstance(step, int) and "items" in p]
        for p in found:
            if step in p.get("properties", {}):
                inner.append(p["properties"][step])
            elif isinstance(p.get("additionalProperties"), dict):
                inner.append(p["additionalProperties"])
        found = [part for p in inner for part in _alternatives(whole, p)]
    return found


def _alternatives(whole: Mapping[str, Any], part: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "$ref" in part:
        return _alternatives(whole, whole["$defs"][part["$ref"].rpartition("/")[2]])
    inner = [p for alternative in part.get("anyOf", ()) for p in _alternatives(whole, alternative)]
    return [part, *inner]


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a system's encounter files, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **model.model_json_schema(),
    }


# -- options --------------------------------------------------------------------------------------


def _value_of(option: Option) -> Any:
    """Return the type of an option's value; true is not 1 here, nor 4.0 the same as 4."""

    def check(value: Any) -> Any:
        if not any(type(value) is type(v) and value == v for v in option.values):
            raise ValueError(not_among(value, option.values))
        return value

    return Annotated[Literal[option.values], BeforeValidator(check)]


def options_model(options: Sequence[Option], **more: Any) -> type[BaseModel]:
    """Return the model of an encounter file's ``options``.

    Args:
        options: rulings that are one value each.
        more: further fields, as for ``pydantic.create_model``.
    """
    fields: dict[str, Any] = {
        option.field: (
            _value_of(option),
            Field(default=option.default, alias=option.name, description=option.help),
        )
        for option in options
    }
    model = create_model("OptionsModel", __base__=Model, **{**fields, **more})
    model.__doc__ = "Rulings that an encounter may change."
    return model


# -- maps ------------------------------------------------------------------------------------------


def map_rows(text: str, tiles: str, marks: str, width: int, height: int) -> list[str]:
    """Return the rows of a text map.

    Args:
        text: the block, one row a line.
        tiles: characters that are tiles.
        marks: characters that mark start tiles.
        width: most columns.
        height: most rows.

    Raises:
        SetupError: ragged, too large, or with an unknown character; its path is the line's number
            inside the block.
    """
    body = text.lstrip("\n")
    first = len(text) - len(body)
    rows = [row.rstrip() for row in body.rstrip().split("\n")]
    if not rows[0]:
        raise SetupError((), f"no tiles; a tile is one of {' '.join(tiles)}")
    if len(rows) > height or len(rows[0]) > width:
        size = f"{len(rows[0])} columns and {len(rows)} rows"
        raise SetupError((), f"at most {width} columns and {height} rows, not {size}")
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            if tile not in tiles and tile not in marks:
                where = f"row {y + 1}, column {x + 1}"
                accepted = f"a tile ({' '.join(tiles)}) or a unit's mark ({' '.join(marks)})"
                raise SetupError((first + y,), f"{where}: {accepted} is needed, not {tile!r}")
        if len(row) != len(rows[0]):
            raise SetupError(
                (first + y,), f"row {y + 1} has {len(row)} tiles, not {len(rows[0])} as the first"
            )
    return rows
