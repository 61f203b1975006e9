"""Intervals of what a match measures.

The two battles of a pair share their dice, so they are not independent: every interval here is
taken over pairs (one number a pair), never over battles.

* A **score** (0 to 1) gets an Agresti-Coull interval on the pairs' means: as if ``z * z / 2`` pairs
  more had been lost and as many won. So it has a width also where every pair ended alike, where
  the plain formula and the bootstrap give none.
* A **mean** (rounds, decisions) and a **ratio** (share of a verb in all decisions) get Student's
  interval.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
METHOD = "95 %, over pairs; scores: Agresti-Coull on the means of pairs, others: Student"


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval; ``low`` and ``high`` are None where there is no saying."""

    value: float
    low: float | None
    high: float | None

    def to_json(self) -> dict[str, float | None]:
        """Return it as a mapping, rounded to six digits."""
        return {
            key: None if number is None else round(number, 6)
            for key, number in (("value", self.value), ("low", self.low), ("high", self.high))
        }


def score_interval(pairs: ArrayLike) -> Estimate | None:
    """Return the mean of the pairs' scores with its interval; None without pairs.

    Args:
        pairs: mean score of each pair, 0 to 1.
    """
    x = np.asarray(pairs, np.float64)
    if x.size == 0:
        return None
    extra = Z * Z / 2
    n = x.size + 2 * extra
    centre = (float(x.sum()) + extra) / n
    square = (float(((x - centre) ** 2).sum()) + extra * (centre**2 + (1 - centre) ** 2)) / n
    half = Z * math.sqrt(square / n)
    return Estimate(float(x.mean()), max(0.0, centre - half), min(1.0, centre + half))


def mean_interval(pairs: ArrayLike) -> Estimate | None:
    """Return the mean of one number a pair with its interval; None without pairs."""
    x = np.asarray(pairs, np.float64)
    if x.size == 0:
        return None
    return _around(float(x.mean()), x - x.mean(), x.size, -math.inf, math.inf)


def ratio_interval(parts: ArrayLike, wholes: ArrayLike) -> Estimate | None:
    """Return ``sum(parts) / sum(wholes)`` of one part and one whole a pair; None without any."""
    part, whole = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    total = float(whole.sum())
    if total == 0:
        return None
    value = float(part.sum()) / total
    return _around(value, (part - value * whole) * (whole.size / total), whole.size, 0.0, 1.0)


def _around(
    value: float, residuals: NDArray[np.float64], n: int, least: float, most: float
) -> Estimate:
    """Return Student's interval from the residuals of n pairs."""
    if n < 2:
        return Estimate(value, None, None)
    half = student(n - 1) * math.sqrt(float((residuals**2).sum()) / (n - 1) / n)
    return Estimate(value, max(least, value - half), min(most, value + half))


def student(freedom: int) -> float:
    """Return Student's quantile for ``LEVEL`` (Hill's expansion; exact for 1 and 2)."""
    if freedom == 1:
        return math.tan(math.pi * LEVEL / 2)
    if freedom == 2:
        return LEVEL * math.sqrt(2 / (1 - LEVEL**2))
    z, v = Z, freedom
    return float(
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def shown(estimate: Estimate | None, scale: float = 1.0, digits: int = 1) -> str:
    """Return ``55.0 [50.1, 59.8]`` for a table."""
    if estimate is None:
        return "-"
    text = f"{estimate.value * scale:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} [{estimate.low * scale:.{digits}f}, {estimate.high * scale:.{digits}f}]"


def write_estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    """Return an estimate as JSON can hold it; null where there is none."""
    return None if estimate is None else estimate.to_json()


def read_estimate(data: Any) -> Estimate | None:
    """Return what ``write_estimate`` wrote."""
    return None if data is None else Estimate(data["value"], data["low"], data["high"])
