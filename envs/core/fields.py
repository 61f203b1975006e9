"""What the numbers of a record name: the vocabulary of a system's ``StateTable``.

A *meaning* turns one number of the record into a JSON value and back, a *part* one or several
fields of a row; rows are mappings of parts. Reading checks everything: what is no value of its
kind is a ``SetupError`` that carries the path inside the document.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fracas.envs.core.encounter import SetupError, about, hint
from fracas.envs.core.names import Names


@dataclass(frozen=True)
class Kit:
    """What meanings look up.

    Attributes:
        names: names of the encounter's units, sides and other things.
        s: the whole record.
    """

    names: Names
    s: Any

    def words(self, of: Sequence[str] | str) -> Sequence[str]:
        """Return fixed words as they are, or the encounter's ``"unit"``, ``"side"``, ..."""
        if not isinstance(of, str):
            return of
        own = {"unit": self.names.units, "side": self.names.sides}
        return own[of] if of in own else self.names.words[of]

    def size(self, of: int | str) -> int:
        """Return a number as it is, or the value of the record's field of this name."""
        return int(self.s[of]) if isinstance(of, str) else of


# -- kinds of JSON values --------------------------------------------------------------------------


def shown(value: Any) -> str:
    """Return a JSON value as messages name it, shortened."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, (dict, list, tuple)):
        return "a mapping" if isinstance(value, dict) else "a list"
    if isinstance(value, (int, float)):
        return f"{value:.6g}" if abs(value) < 1e300 else "a huge number"
    if not isinstance(value, str):
        return f"a {type(value).__name__}"
    return repr(value if len(value) <= _LONG else f"{value[:_LONG]}...")


_LONG = 40


def nearest(text: str, words: Sequence[str]) -> str:
    """Return the nearest of the known words, or all of them."""
    return hint(text[:_LONG], words) if words else "there are none"


def whole(value: Any, low: int, high: int) -> int:
    """Return a whole number that lies in a range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"a whole number from {low} to {high} is needed, not {shown(value)}")
    if not low <= value <= high:
        raise ValueError(f"{low} to {high} is accepted, not {shown(value)}")
    return value


def mapping(value: Any, what: str = "keys") -> dict[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise ValueError(f"a mapping of {what} is needed, not {shown(value)}")
    return value


def sequence(value: Any, low: int, high: int) -> list[Any]:
    """Return a JSON array of a fitting length; from Python a tuple will do."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"a list is needed, not {shown(value)}")
    if not low <= len(value) <= high:
        count = f"{high}" if low == high else f"{low} to {high}"
        raise ValueError(f"{count} items are accepted, not {len(value)}")
    return list(value)


def word(value: Any, words: Sequence[str]) -> int:
    """Return the place of a word among ``words``."""
    if not isinstance(value, str):
        raise ValueError(f"a name is needed, not {shown(value)}; {nearest('', words)}")
    if value not in words:
        raise ValueError(f"{shown(value)} is unknown; {nearest(value, words)}")
    return list(words).index(value)


def known_keys(value: Mapping[Any, Any], keys: Sequence[str], needed: Sequence[str] = ()) -> None:
    """Refuse a mapping with an unknown key or without a needed one."""
    for key in value:
        if key not in keys:
            raise SetupError((key,), f"unknown key; {nearest(str(key), keys)}")
    for key in needed:
        if key not in value:
            raise SetupError((key,), "this key is missing")


# -- meanings --------------------------------------------------------------------------------------


class Meaning(Protocol):
    """What one number of a record says."""

    def show(self, number: int, kit: Kit) -> Any:
        """Return the number as a JSON value."""

    def number(self, value: Any, kit: Kit) -> int:
        """Return the number of a JSON value; ValueError if it is none of this kind."""


@dataclass(frozen=True)
class Number:
    """A figure.

    Attributes:
        low: least.
        high: most, or the record's field that holds it.
    """

    low: int
    high: int | str

    def show(self, number: int, kit: Kit) -> Any:
        """Return it as it is."""
        return number

    def number(self, value: Any, kit: Kit) -> int:
        """Return it checked."""
        return whole(value, self.low, kit.size(self.high))


@dataclass(frozen=True)
class Place:
    """A column or row: 0 to one less than the record's field ``size`` says.

    Attributes:
        size: the field.
        unset: number that stands for none and reads null.
    """

    size: str
    unset: int | None = None

    def show(self, number: int, kit: Kit) -> Any:
        """Return it as it is."""
        return None if number == self.unset else number

    def number(self, value: Any, kit: Kit) -> int:
        """Return it checked."""
        if value is None and self.unset is not None:
            return self.unset
        return whole(value, 0, kit.size(self.size) - 1)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def show(self, number: int, kit: Kit) -> Any:
        """Return it as a truth value."""
        return bool(number)

    def number(self, value: Any, kit: Kit) -> int:
        """Return 0 or 1."""
        if not isinstance(value, bool):
            raise ValueError(f"true or false is needed, not {shown(value)}")
        return int(value)


@dataclass(frozen=True)
class Word:
    """One of some words, or of the encounter's ``"unit"``, ``"side"``, ...

    Attributes:
        of: the words, or the kind of the encounter's names.
        unset: number that stands for none of them and reads null.
    """

    of: Sequence[str] | str
    unset: int | None = None

    def show(self, number: int, kit: Kit) -> Any:
        """Return the word."""
        return None if number == self.unset else kit.words(self.of)[number]

    def number(self, value: Any, kit: Kit) -> int:
        """Return the word's number."""
        if value is None and self.unset is not None:
            return self.unset
        found = word(value, kit.words(self.of))
        if found == self.unset:
            raise ValueError(f"null is needed, not {shown(value)}")
        return found


@dataclass(frozen=True)
class Bits:
    """A set of words, as bits."""

    of: Sequence[str] | str

    def show(self, number: int, kit: Kit) -> Any:
        """Return the words in it."""
        return [name for k, name in enumerate(kit.words(self.of)) if number >> k & 1]

    def number(self, value: Any, kit: Kit) -> int:
        """Return the bits."""
        words = kit.words(self.of)
        found = 0
        for k, name in enumerate(sequence(value, 0, len(words))):
            with about(k):
                bit = 1 << word(name, words)
                if found & bit:
                    raise ValueError(f"{name} stands twice")
                found |= bit
        return found


# -- parts -----------------------------------------------------------------------------------------


class Part(Protocol):
    """What one or several fields of a row say."""

    def show(self, row: Any, kit: Kit) -> Any:
        """Return them as a JSON value."""

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write a JSON value into them; ValueError if it is none of this kind."""


@dataclass(frozen=True)
class One:
    """One number: a field, or an element of a field of many."""

    field: str
    meaning: Meaning
    index: int | None = None

    def get(self, row: Any) -> int:
        """Return the number."""
        return int(row[self.field] if self.index is None else row[self.field][self.index])

    def put(self, row: Any, number: int) -> None:
        """Write the number."""
        if self.index is None:
            row[self.field] = number
        else:
            row[self.field][self.index] = number

    def show(self, row: Any, kit: Kit) -> Any:
        """Return it as a JSON value."""
        return self.meaning.show(self.get(row), kit)

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write it."""
        self.put(row, self.meaning.number(value, kit))


@dataclass(frozen=True)
class Together:
    """Several numbers as one list, such as a tile ``[x, y]``.

    Attributes:
        parts: the numbers.
        unset: value of all of them that reads null.
    """

    parts: tuple[One, ...]
    unset: int | None = None

    def show(self, row: Any, kit: Kit) -> Any:
        """Return them as a list, or null."""
        if self.unset is not None and all(one.get(row) == self.unset for one in self.parts):
            return None
        return [one.show(row, kit) for one in self.parts]

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write them."""
        if value is None and self.unset is not None:
            for one in self.parts:
                one.put(row, self.unset)
            return
        values = sequence(value, len(self.parts), len(self.parts))
        for k, (one, text) in enumerate(zip(self.parts, values, strict=True)):
            with about(k):
                one.read(text, row, kit)


@dataclass(frozen=True)
class Many:
    """A list of equal parts: one for each element of fields of many.

    Attributes:
        part: index -> the part.
        count: how many, or the record's field that says it.
    """

    part: Callable[[int], Part]
    count: int | str

    def show(self, row: Any, kit: Kit) -> Any:
        """Return them as a list."""
        return [self.part(k).show(row, kit) for k in range(kit.size(self.count))]

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write them."""
        n = kit.size(self.count)
        for k, one in enumerate(sequence(value, n, n)):
            with about(k):
                self.part(k).read(one, row, kit)


@dataclass(frozen=True)
class Named:
    """The numbers of a field of many, each under a word."""

    field: str
    words: Sequence[str]
    meaning: Meaning

    def show(self, row: Any, kit: Kit) -> Any:
        """Return them as a mapping."""
        return {n: One(self.field, self.meaning, k).show(row, kit) for k, n in self._numbered}

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write those that the mapping names."""
        known_keys(mapping(value), self.words)
        for k, name in self._numbered:
            if name in value:
                with about(name):
                    One(self.field, self.meaning, k).read(value[name], row, kit)

    @property
    def _numbered(self) -> list[tuple[int, str]]:
        return list(enumerate(self.words))


@dataclass(frozen=True)
class Flags:
    """The words whose element in a field of many is 1."""

    field: str
    words: Sequence[str]

    def show(self, row: Any, kit: Kit) -> Any:
        """Return the words."""
        return [name for k, name in enumerate(self.words) if row[self.field][k]]

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write 1 for each word of a list, 0 for the others."""
        bits = Bits(self.words).number(value, kit)
        row[self.field] = [bits >> k & 1 for k in range(len(self.words))]


@dataclass(frozen=True)
class Own:
    """What only the system can put in words."""

    shows: Callable[[Any, Kit], Any]
    reads: Callable[[Any, Any, Kit], None]

    def show(self, row: Any, kit: Kit) -> Any:
        """Return it as a JSON value."""
        return self.shows(row, kit)

    def read(self, value: Any, row: Any, kit: Kit) -> None:
        """Write it."""
        self.reads(value, row, kit)


# -- rows ------------------------------------------------------------------------------------------


def show_row(parts: Mapping[str, Part], row: Any, kit: Kit) -> dict[str, Any]:
    """Return a row as a mapping."""
    return {key: part.show(row, kit) for key, part in parts.items()}


def read_row(parts: Mapping[str, Part], value: Mapping[str, Any], row: Any, kit: Kit) -> None:
    """Write those parts of a row that a mapping names."""
    for key, part in parts.items():
        if key in value:
            with about(key):
                part.read(value[key], row, kit)


@dataclass(frozen=True)
class StateTable:
    """What a system's record says, beyond what the core knows and what the encounter fixes.

    Attributes:
        unit: what the row of a unit says. Left out are what the encounter fixes for good and what
            OP_REFRESH works out anew.
        figures: keys of ``unit`` that are written only where they differ from the encounter's.
        battle: what the rest of the record says.
        needed: keys of ``battle`` that even a document made by hand has.
        windows: for each kind of window what its row says.
        ordinary: record -> writes a plain turn of the unit whose turn it is, for documents that
            leave the windows out; what they do say is written over it.
        check: (record, names) -> ValueError with an attribute ``path`` for what contradicts itself
            and isn't among the invariants that OP_FAULTS knows.
    """

    unit: Mapping[str, Part]
    figures: tuple[str, ...]
    battle: Mapping[str, Part]
    needed: tuple[str, ...]
    windows: Sequence[Mapping[str, Part]]
    ordinary: Callable[[Any], None]
    check: Callable[[Any, Names], None]
