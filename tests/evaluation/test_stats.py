"""Intervals hold what they promise."""

import numpy as np
import pytest

from fracas.evaluation.stats import (
    Estimate,
    mean_interval,
    ratio_interval,
    score_interval,
    shown,
    student,
)

TRIES = 1500


def drawn_pairs(rng, n, win, draw, same):
    """Return n means of pairs; with chance ``same`` the second battle repeats the first."""
    first, second = (
        rng.choice([1.0, 0.5, 0.0], size=n, p=[win, draw, 1 - win - draw]) for _ in range(2)
    )
    return (first + np.where(rng.random(n) < same, first, second)) / 2


@pytest.mark.parametrize("n", [20, 100, 400])
@pytest.mark.parametrize(
    ("win", "draw", "same"),
    [(0.5, 0, 0), (0.5, 0, 1), (0.9, 0, 0), (0.9, 0.05, 1), (0.4, 0.3, 0.5), (0.02, 0.0, 1)],
)
def test_the_score_lies_in_its_interval_19_times_in_20(n, win, draw, same):
    rng = np.random.default_rng(n)
    truth, hits = win + draw / 2, 0
    for _ in range(TRIES):
        found = score_interval(drawn_pairs(rng, n, win, draw, same))
        hits += found.low <= truth <= found.high
    assert hits / TRIES > 0.925


def test_battles_of_a_pair_are_not_counted_as_independent():
    rng = np.random.default_rng(5)
    repeated = score_interval(drawn_pairs(rng, 400, 0.5, 0, 1))
    independent = score_interval(drawn_pairs(rng, 400, 0.5, 0, 0))
    ratio = (repeated.high - repeated.low) / (independent.high - independent.low)
    assert ratio == pytest.approx(2**0.5, rel=0.1)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_pairs_that_all_end_alike_leave_a_width(value):
    found = score_interval([value] * 10)
    assert found.value == value
    assert found.high - found.low > 0.05
    assert 0 <= found.low <= value <= found.high <= 1
    wider = score_interval([value] * 5)
    assert wider.high - wider.low > found.high - found.low


def test_without_pairs_there_is_no_figure():
    assert score_interval([]) is mean_interval([]) is ratio_interval([], []) is None
    assert ratio_interval([0, 0], [0, 0]) is None


def test_one_pair_has_a_mean_and_no_interval():
    assert mean_interval([3.0]) == Estimate(3.0, None, None)
    assert shown(mean_interval([3.0])) == "3.0"
    assert score_interval([1.0]).low < 0.5


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (1000, 1.962)]
)
def teststudents_quantiles(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, rel=2e-3)


@pytest.mark.parametrize("n", [5, 50])
def test_a_mean_lies_in_its_interval(n):
    rng = np.random.default_rng(n)
    hits = 0
    for _ in range(TRIES):
        found = mean_interval(rng.gamma(4.0, 1.0, n))
        hits += found.low <= 4.0 <= found.high
    assert 0.915 < hits / TRIES < 0.98


def test_a_ratio_is_of_sums_and_its_interval_holds():
    assert ratio_interval([1, 3], [2, 8]).value == 0.4
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(TRIES):
        wholes = rng.integers(20, 200, 60)
        found = ratio_interval(rng.binomial(wholes, rng.beta(3, 7, 60)), wholes)
        hits += found.low <= 0.3 <= found.high
    assert 0.91 < hits / TRIES < 0.98


def test_json_is_rounded_and_knows_none():
    assert Estimate(1 / 3, None, 0.5).to_json() == {"value": 0.333333, "low": None, "high": 0.5}
