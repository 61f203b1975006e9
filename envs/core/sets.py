"""Sets as bits of a word: of verbs, rows of a verb, units."""

import numpy as np

from fracas.envs.core.jit import kernel


@kernel
def is_in(bits, member):
    """Tell whether a set of 64 bits holds ``member``."""
    return (bits >> np.uint64(member)) & np.uint64(1) != np.uint64(0)


@kernel
def without(bits, member):
    """Return a set of 64 bits without one member."""
    return bits & ~(np.uint64(1) << np.uint64(member))


@kernel
def choice(member, holds):
    """Return the set of 64 bits that holds ``member`` if ``holds``, else nothing."""
    return np.uint64(1 if holds else 0) << np.uint64(member)
