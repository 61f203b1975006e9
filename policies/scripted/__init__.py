"""Scripted baselines, one module per system: ``SCRIPTS`` and the door ``choose``.

Inside compiled loops a script is a number; ``ScriptedPolicy`` is the same script for Python.
"""

import importlib
import importlib.util
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.batch import head_at, word_of
from fracas.envs.core.battle import Arena, seed_word
from fracas.envs.core.jit import Entry, public_kernel
from fracas.envs.core.system import System, system_named, system_names


def _module(system: str) -> Any:
    name = f"fracas.policies.scripted.{system}"
    if system not in system_names() or importlib.util.find_spec(name) is None:
        known = ", ".join(system_names())
        raise ValueError(f"no scripted policies for {system!r}; there are some for {known}")
    return importlib.import_module(name)


def scripts_of(system: str) -> tuple[str, ...]:
    """Return the names of a system's scripts, in the order of their numbers.

    Raises:
        ValueError: there are none.
    """
    return tuple(_module(system).SCRIPTS)


def choose_of(system: str) -> Entry:
    """Return the door ``choose(record, script, noise, observation, mask) -> row`` of a system.

    Raises:
        ValueError: there is none.
    """
    return _module(system).choose


@public_kernel
def choose_many(choose, states, script, base, first, masks, rows):
    """Write a script's row for every battle, -1 where the battle is over."""
    for k in range(states.shape[0]):
        record = states.ctypes.data + k * states.shape[1]
        mask = masks.ctypes.data + k * masks.shape[1]
        rows[k] = -1
        if head_at(record).decider >= 0:
            noise = np.int64(word_of(base, first + k) >> np.uint64(1))
            rows[k] = choose(record, script, noise, 0, mask)


class ScriptedPolicy:
    """A script of a system as a policy; it needs the states.

    Args:
        system: the encounter made ready, the system, or its name.
        name: the script's name, or its number.
        seed: seed of what it draws.

    Attributes:
        choose: the system's door to its scripts.
        script: the script's number.

    Raises:
        ValueError: there is no such script.
    """

    def __init__(self, system: Arena | System | str, name: str | int, seed: int = 0) -> None:
        """Look the script up."""
        found = system.system if isinstance(system, Arena) else system
        names = scripts_of(found if isinstance(found, str) else found.name)
        self.system = system_named(found) if isinstance(found, str) else found
        if name not in names and name not in range(len(names)):
            raise ValueError(f"no script {name!r} for {self.system.name}: {', '.join(names)}")
        self.script = names.index(name) if isinstance(name, str) else int(name)
        self.name = names[self.script]
        self.choose = choose_of(self.system.name)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start anew with a seed."""
        self._base = seed_word(seed)
        self._asked = 0

    def act(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        states: NDArray[Any] | None = None,
    ) -> NDArray[np.int64]:
        """Return the script's row for each battle, -1 where the battle is over.

        Raises:
            ValueError: the states are missing or not those of its system.
        """
        if states is None:
            raise ValueError(f"the script {self.name} needs the states of the battles")
        legal = np.ascontiguousarray(masks, np.int8)
        size = self.system.dtype.itemsize
        records = np.ascontiguousarray(states).view(np.uint8).reshape(len(legal), -1)
        if records.shape[1] != size:
            raise ValueError(f"states of {self.system.name} have {size} bytes each")
        rows = np.empty(len(legal), np.int64)
        choose_many(  # type: ignore[no-untyped-call]
            self.choose.function, records, self.script, self._base, self._asked, legal, rows
        )
        self._asked += len(legal)
        return rows
