"""The record: one battle as one fixed-size numpy value.

Every system's record starts with the header below, which is all that the core reads; behind it
stand the system's own fields. Copying a battle is copying its bytes, comparing is comparing bytes,
saving is ``tobytes``. Records are packed: padding would be bytes that nobody sets.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

NONE = -1
"""No unit, no row: the value of every index field that points nowhere."""

DRAW = 127
"""Value of ``winner`` for a draw; 0 while the battle goes on, side index + 1 for a win."""

MAX_FORCED = 48
MAX_EVENTS = 32
MAX_DICE_LOG = 32
MAX_DICE_KINDS = 16
MAX_TAKEN = 16

EVENT = np.dtype(
    [
        ("number", "i2"),  # damage, total, distance: what the kind's sentence names
        ("kind", "i1"),
        ("actor", "i1"),  # unit index or -1
        ("target", "i1"),  # unit index or -1
        ("what", "i1"),  # item, area, condition, verb: what the kind's sentence names
        ("x", "i1"),
        ("y", "i1"),
        ("sides", "u1"),  # bit set of the sides that may read it
    ],
)

DIE = np.dtype([("kind", "i1"), ("sides", "i1"), ("value", "i1")])

BLOCK = np.dtype([("start", "i2"), ("n1", "i1"), ("n2", "i1"), ("n3", "i1")])
"""Where a verb's rows stand in the action table: ``start + (a * n2 + b) * n3 + c``; -1: none."""


def header(n_verbs: int) -> list[Any]:
    """Return the fields that open every system's record.

    Args:
        n_verbs: number of verbs of the system, the length of ``blocks``.
    """
    return [
        ("seed", "u8"),  # generator word; the n-th die of a kind depends on it alone
        ("decisions", "i4"),  # decisions answered so far (those taken unasked not counted)
        ("n_events", "i4"),  # events so far; the last MAX_EVENTS are kept
        ("n_dice", "i4"),  # dice rolled so far; the last MAX_DICE_LOG are kept
        ("dice_count", "u4", MAX_DICE_KINDS),  # dice of each kind drawn from the generator
        ("n_rows", "i2"),  # size of the action table
        ("n_floats", "i2"),  # size of the observation
        ("round", "i2"),
        ("decider", "i1"),  # unit that owes a decision, -1 when the battle is over
        ("phase", "i1"),  # what is asked
        ("winner", "i1"),  # 0 none, side index + 1, DRAW
        ("depth", "i1"),  # open windows
        ("n_units", "i1"),
        ("n_sides", "i1"),
        ("n_forced", "i1"),
        ("next_forced", "i1"),
        ("n_taken", "i1"),  # rows taken since the last asked decision, that one first
        ("taken", "i2", MAX_TAKEN),
        ("forced", "i1", MAX_FORCED),
        ("dice", DIE, MAX_DICE_LOG),
        ("events", EVENT, MAX_EVENTS),
        ("blocks", BLOCK, n_verbs),
    ]


HEADER = np.dtype(header(1)[:-1])
"""The header alone (without ``blocks``): what loops over records of any system read."""


class FieldRecord(np.record):  # type: ignore[misc]
    """A record whose fields are attributes, as the compiler sees it.

    Fields win over numpy's methods of the same name (``item``), and signed integers come out as
    Python integers, since the compiler widens narrow ones before it calculates.
    """

    def __getattribute__(self, name: str) -> Any:
        """Return a field, else whatever a numpy scalar has under the name."""
        get = np.void.__getattribute__
        fields = None if name.startswith("_") else get(self, "dtype").fields
        if fields is None or name not in fields:
            return get(self, name)
        value: Any = get(self, "getfield")(*fields[name][:2])
        if value.dtype.names is not None:
            return value.view((FieldRecord, value.dtype))
        return int(value) if value.dtype.kind == "i" and value.ndim == 0 else value

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a field through to the array."""
        get = np.void.__getattribute__
        get(self, "setfield")(value, *get(self, "dtype").fields[name][:2])


def view(array: NDArray[Any]) -> Any:
    """Return the first record of an array with its fields as attributes; writes go through."""
    return array.view(np.dtype((FieldRecord, array.dtype)))[0]


def copy_of(state: NDArray[Any]) -> NDArray[Any]:
    """Return an independent copy, made through bytes (numpy copies records field by field)."""
    return state.view(np.uint8).copy().view(state.dtype)


def address(array: NDArray[Any]) -> int:
    """Return the address of the array's first byte."""
    return int(array.ctypes.data)


def digest(state: NDArray[Any]) -> str:
    """Return a short name of the record's bytes."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


def layout(dtype: np.dtype[Any], indent: str = "") -> str:
    """Return a table of offsets, types and names of a record's fields."""
    lines = []
    assert dtype.fields is not None
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]
        base, shape = field.base, field.shape
        size = "x".join(str(n) for n in shape)
        kind = "record" if base.names else base.str.lstrip("<|")
        lines.append(f"{indent}{offset:5d}  {kind:7s} {size:6s} {name}")
        if base.names:
            lines.append(layout(base, indent + "      "))
    return "\n".join(lines)
