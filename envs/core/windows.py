"""The stack of open windows: what is under way, innermost on top.

A window is a row of the record's ``windows``: the core knows its ``kind``, the ``stage`` it has
reached, the set of ``candidates`` and the set of units already ``asked``; what it is about is each
system's payload. A rule
opens a window with ``push``; the system's ``advance`` runs the top one until somebody must choose.
"""

from typing import Any

import numpy as np

from fracas.envs.core.jit import kernel


def window(payload: list[Any]) -> np.dtype[np.void]:
    """Return the dtype of a system's windows: the core's fields, then its ``payload``."""
    return np.dtype(
        [("candidates", "u4"), ("asked", "u4"), ("kind", "i1"), ("stage", "i1"), *payload],
    )


@kernel
def push(s, kind):
    """Open a window of ``kind`` on top and return it, with its core fields cleared."""
    w = s.windows[s.depth]
    s.depth += 1
    w.kind = kind
    w.stage = 0
    w.candidates = np.uint32(0)
    w.asked = np.uint32(0)
    return w


@kernel
def pop(s):
    """Close the top window."""
    s.depth -= 1


@kernel
def has_bit(bits, unit):
    """Tell whether a set of units holds ``unit``."""
    return (bits >> np.uint32(unit)) & np.uint32(1) != np.uint32(0)


@kernel
def was_asked(w, unit):
    """Tell whether ``unit`` has had its say in this window."""
    return has_bit(w.asked, unit)


@kernel
def mark_asked(w, unit):
    """Note that ``unit`` has had its say in this window."""
    w.asked |= np.uint32(1) << np.uint32(unit)
