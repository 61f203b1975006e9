"""Named pieces that make up an observation, and the way back from numbers to names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Layout:
    """What each float of an observation means.

    The vector is made of blocks in a fixed order: globals, the observing unit, allies, enemies,
    what lies about, map. Blocks of units all look alike, so that a network may treat units as a
    set.

    Attributes:
        blocks: (name of the block, names of its floats), in order.
    """

    blocks: tuple[tuple[str, tuple[str, ...]], ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the name of every float, such as ``"enemy_0.hp"``."""
        return tuple(f"{block}.{name}" for block, names in self.blocks for name in names)

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Return where each block stands: name -> (first, past the last)."""
        spans, at = {}, 0
        for block, names in self.blocks:
            spans[block] = (at, at + len(names))
            at += len(names)
        return spans

    def __len__(self) -> int:
        """Return the number of floats."""
        return sum(len(names) for _, names in self.blocks)

    def read(self, vector: NDArray[np.float32] | Sequence[float]) -> dict[str, float]:
        """Return the vector as a mapping from names to numbers.

        Raises:
            ValueError: the vector has another length.
        """
        if len(vector) != len(self):
            raise ValueError(f"observation has {len(vector)} floats, the layout {len(self)}")
        return dict(zip(self.names, (float(x) for x in vector), strict=True))
