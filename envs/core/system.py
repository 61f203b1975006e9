"""The contract that every system fulfils, and the operations of its door.

A system's ``play`` is an entry ``(record, operation, argument, observation, mask) -> int``:

===============  =====================  ===========================================================
operation        argument               does
===============  =====================  ===========================================================
OP_LOOK          seat (unit index)      write the seat's observation and mask; return the decider
OP_ACT           row                    take it and run to the next decision; write the next
                                        decider's observation and mask; return it, -1 when over, or
                                        REFUSED with the record untouched
OP_BEGIN         -                      set up and run to the first decision, as OP_ACT
OP_LEGAL         row                    return 1 if the decider may take the row, else 0
OP_FAULTS        -                      return the bit set of broken invariants
OP_REDETERMINE   seat                   redraw what the seat can't know, from ``seed``
OP_REFRESH       -                      bring what follows from edited fields up to date
===============  =====================  ===========================================================

``mask`` must point to ``n_rows`` bytes except for LEGAL, FAULTS, REDETERMINE, REFRESH;
``observation`` may be 0 to leave it out.
"""

import ast
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.events import EventTable
from fracas.envs.core.jit import Entry, sources
from fracas.envs.core.names import Names
from fracas.envs.core.observation import Layout
from fracas.envs.core.verbs import VerbTable

if TYPE_CHECKING:  # kernels import this file: what they don't need must not decide their cache
    from fracas.envs.core.fields import StateTable

OP_LOOK, OP_ACT, OP_BEGIN, OP_LEGAL, OP_FAULTS, OP_REDETERMINE, OP_REFRESH = range(7)

REFUSED = -2
"""What OP_ACT returns for a row that the mask refuses."""


@dataclass(frozen=True)
class System:
    """All that the rest of the code knows of a rule system.

    Attributes:
        name: its id.
        title: the rulebook's name.
        dtype: the record.
        verbs: the verb table.
        play: the door into its kernels.
        events: kinds of events and their sentences.
        phases: names of the phases, in the kernel's order; the first means that nobody decides.
        windows: names of the kinds of windows.
        dice: names of the kinds of dice.
        fault_names: names of the invariants, bit by bit.
        encounter_model: pydantic model of an encounter file.
        setup: validated encounter -> (record of shape (1,) ready for OP_BEGIN, names); raises
            ValueError with an attribute ``path`` for what is wrong.
        layout: record -> meaning of the observation's floats.
        argument_name: (kind of argument, number, record, deciding seat, names) -> its name.
        argument_names: the same -> every text that names it, the name first.
        shows_optional: (record, deciding seat, verb) -> whether its optional argument matters.
        unit_view: (record, unit index, names) -> readable fields, as the rulebook names them.
        floor_view: (record, names) -> items that lie about, readable.
        secrets: (record, unit index, names) -> what only its own side knows of a unit, in words.
        vitality: records (n,) -> (n, units) how far each unit is from defeat: 1 whole, 0 out.
        edit: (record, unit index, names, fields) -> writes them; ValueError for a bad one.
        board: (record, names, seat or None) -> text picture.
        state: what the fields of the record name, for battles as JSON.
        clauses: prefix of its clause ids.
    """

    name: str
    title: str
    dtype: np.dtype[Any]
    verbs: VerbTable
    play: Entry
    events: EventTable
    phases: Sequence[str]
    windows: Sequence[str]
    dice: Sequence[str]
    fault_names: Sequence[str]
    encounter_model: type[Any]
    setup: Callable[[Any], tuple[NDArray[Any], Names]]
    layout: Callable[[Any], Layout]
    argument_name: Callable[[str, int, Any, int, Names], str]
    argument_names: Callable[[str, int, Any, int, Names], list[str]]
    shows_optional: Callable[[Any, int, str], bool]
    unit_view: Callable[[Any, int, Names], Mapping[str, Any]]
    floor_view: Callable[[Any, Names], list[dict[str, Any]]]
    secrets: Callable[[Any, int, Names], str]
    vitality: Callable[[NDArray[Any]], NDArray[np.float32]]
    edit: Callable[[Any, int, Names, Mapping[str, Any]], None]
    board: Callable[[Any, Names, int | None], str]
    state: "StateTable"
    clauses: str

    def __reduce__(self) -> Any:
        """Pickle it by name: compiled doors can't be carried, the other process has its own."""
        return system_named, (self.name,)

    def fault_list(self, bits: int) -> list[str]:
        """Return the names of the invariants whose bits are set."""
        return [name for k, name in enumerate(self.fault_names) if bits >> k & 1]


_SYSTEMS: dict[str, System] = {}


def register_system(system: System) -> None:
    """Make a system known by its name."""
    _SYSTEMS[system.name] = system


def system_named(name: str) -> System:
    """Return a registered system.

    Raises:
        KeyError: there is none of this name.
    """
    return _SYSTEMS[name]


def system_names() -> list[str]:
    """Return the names of the registered systems."""
    return list(_SYSTEMS)


@cache
def rules_digest(system_name: str) -> str:
    """Return a short name of the code that decides how a battle of a system goes.

    Comments, docstrings and layout don't count: only what the code says.
    """
    name = hashlib.sha256()
    for path in sources(system_named(system_name).play.file):
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            match node:
                case ast.Module() | ast.ClassDef() | ast.FunctionDef() if ast.get_docstring(node):
                    del node.body[0]
        name.update(path.name.encode())
        name.update(ast.dump(tree).encode())
    return name.hexdigest()[:16]
