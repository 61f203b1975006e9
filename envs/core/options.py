"""Rulings that an encounter may change, each with its default and alternatives.

An option's name in files is dotted (``strong.save_dc``); in the record its dots are underscores.
Words are stored as their place in the list of allowed values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Option:
    """A ruling.

    Attributes:
        name: dotted name.
        values: what is allowed, the default first; words, booleans or numbers.
        help: what it decides.
    """

    name: str
    values: tuple[Any, ...]
    help: str

    @property
    def field(self) -> str:
        """Return its name in the record."""
        return self.name.replace(".", "_")

    @property
    def default(self) -> Any:
        """Return the value it has unless an encounter says otherwise."""
        return self.values[0]

    def encode(self, value: Any) -> int:
        """Return the number that stands for ``value`` in the record.

        Raises:
            ValueError: the option doesn't take this value.
        """
        for i, allowed in enumerate(self.values):
            if type(allowed) is type(value) and allowed == value:
                return int(value) if isinstance(value, int) else i
        accepted = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in self.values)
        raise ValueError(f"{self.name} is {accepted}, not {value!r}")

    def decode(self, number: int) -> Any:
        """Return the value that ``number`` stands for in the record."""
        if isinstance(self.default, bool):
            return bool(number)
        if isinstance(self.default, int) or number not in range(len(self.values)):
            return int(number)
        return self.values[number]


def options_dtype(options: Sequence[Option]) -> np.dtype[Any]:
    """Return the dtype of a record's ``options``."""
    return np.dtype([(option.field, "i1") for option in options])


def write_options(s: Any, options: Sequence[Option], chosen: Any) -> None:
    """Write the options that a file chose (an ``options_model``) into a record."""
    for option in options:
        s["options"][option.field] = option.encode(getattr(chosen, option.field))
