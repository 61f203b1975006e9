"""Uniform play over the legal rows, from a generator of its own."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


class RandomPolicy:
    """Draws every legal row with the same probability.

    Args:
        seed: seed of its generator.
    """

    def __init__(self, seed: int = 0) -> None:
        """Make the generator."""
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start the generator anew."""
        self._rng = np.random.default_rng(seed)

    def act(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        states: NDArray[Any] | None = None,
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle, -1 where the mask is all zero."""
        legal = np.asarray(masks) != 0
        up_to = legal.cumsum(axis=1)
        drawn = self._rng.integers(np.maximum(up_to[:, -1], 1))
        return np.where(up_to[:, -1] > 0, (up_to > drawn[:, None]).argmax(axis=1), -1)
