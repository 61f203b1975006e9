"""What every policy can do, whatever makes its choices."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

NO_ROW = -1
"""Row for a battle in which nobody owes a decision; ``BattleBatch.step`` leaves it alone."""


class Policy(Protocol):
    """Chooses rows of the action table for many battles at once.

    A policy answers for whichever unit owes the decision in each battle. The same seed, followed by
    the same calls, gives the same answers.
    """

    def reset(self, seed: int) -> None:
        """Start anew, as a policy made with this seed."""

    def act(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.int8],
        states: NDArray[Any] | None = None,
    ) -> NDArray[np.int64]:
        """Return a legal row for each battle.

        Args:
            observations: (battles, floats), of each battle's decider.
            masks: (battles, rows), of the same; all zero where the battle is over.
            states: (battles,) records or (battles, bytes), for policies that look at more than
                the observation (scripts, search). What their seat can't know is none of their
                business.

        Returns:
            (battles,) rows, NO_ROW where the mask is all zero.
        """
