"""Is an encounter fair? Every policy on each side, and the best that each side can do of it.

A side that may pick among policies, knowing what the other may pick from, plays a matrix game. Its
*value* is the score of the first side when both mix their policies as well as they can: one half
is fair. It tells more than a policy against itself, which may suit one side and not the other.

The value is found by linear programming (von Neumann's minimax theorem). Its interval is the
percentile bootstrap over pairs: the same seeds, drawn anew, in all meetings.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena
from fracas.evaluation.evaluate import heading
from fracas.evaluation.match import DRAWN, LIMIT, play
from fracas.evaluation.stats import (
    LEVEL,
    Estimate,
    read_estimate,
    score_interval,
    shown,
    write_estimate,
)
from fracas.policies.base import Policy

RESAMPLES = 200
LEAST_SHARE = 0.005


class BalanceError(ValueError):
    """What can't be measured, in one line."""


def solve(scores: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Return the value of a matrix game and a best mix of each player.

    Args:
        scores: (rows, columns) score of the player who picks rows; the other gets the rest of 1.

    Raises:
        BalanceError: scipy is not installed.
    """
    rows, columns = scores.shape
    # The largest v, and the mix x, with which no column leaves the row player less than v.
    found = _linprog()(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-scores.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    mix, other = np.clip(found.x[:-1], 0, None), np.clip(-found.ineqlin.marginals, 0, None)
    return float(found.x[-1]), mix / mix.sum(), other / other.sum()


def _linprog() -> Callable[..., Any]:
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise BalanceError("the balance needs scipy: pip install 'fracas[eval]'") from None
    return linprog


def balance(
    arena: Arena,
    policies: Sequence[tuple[str, Policy]],
    pairs: int,
    seed: int = 0,
    limit: int = LIMIT,
    progress: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Play each policy on each side against each on the other, and return the document.

    Args:
        arena: the encounter, of two sides.
        policies: (name, policy) that either side may pick.
        pairs: battles of each meeting.
        seed: seed of dice and policies.
        limit: decisions after which a battle is cut off; it counts as drawn.
        progress: called after each meeting.

    Raises:
        BalanceError: there are not two sides, or scipy is not installed.
        MatchError: a policy took a row that the rules refuse.
    """
    if len(arena.sides) != 2:
        raise BalanceError(f"{arena.name}: two sides are needed, not {len(arena.sides)}")
    _linprog()  # asked for before any battle
    size = len(policies)
    points, drawn, rounds = np.zeros((3, size, size, pairs))
    for i, (_, one) in enumerate(policies):
        for j, (_, other) in list(enumerate(policies))[i:]:
            match = play(arena, one, other, pairs, seed, limit, usage=False)
            for side, cell in ((0, (i, j)), (1, (j, i))):
                which = match.side == side  # one battle of each pair
                points[cell] = match.side_points(0)[which]
                drawn[cell] = match.winner[which] <= DRAWN
                rounds[cell] = match.rounds[which]
            progress()
    value, first, second = solve(points.mean(axis=2))
    names = [name for name, _ in policies]
    return {
        **heading(arena, "balance"),
        "seed": seed,
        "pairs": pairs,
        "decision_limit": limit,
        "interval": f"{LEVEL:.0%}; scores: Agresti-Coull, value: bootstrap of {RESAMPLES}",
        "policies": names,
        "value": write_estimate(_value(points, value, seed)),
        "draws": _round(first @ drawn.mean(axis=2) @ second),
        "rounds": _round(first @ rounds.mean(axis=2) @ second),
        "mix": {
            side: {
                name: _round(share)
                for name, share in zip(names, mix, strict=True)
                if share >= LEAST_SHARE
            }
            for side, mix in zip(arena.sides, (first, second), strict=True)
        },
        "meetings": [
            {
                arena.sides[0]: one,
                arena.sides[1]: other,
                "wins": int((points[i, j] == 1).sum()),
                "draws": int(drawn[i, j].sum()),
                "losses": int((points[i, j] == 0).sum()),
                "score": write_estimate(score_interval(points[i, j])),
                "rounds": _round(rounds[i, j].mean()),
            }
            for i, one in enumerate(names)
            for j, other in enumerate(names)
        ],
    }


def _value(points: NDArray[np.float64], value: float, seed: int) -> Estimate:
    draw = np.random.default_rng(seed)
    pairs = points.shape[2]  # meetings share their dice, so all are drawn together
    values = [
        solve(points[:, :, draw.integers(pairs, size=pairs)].mean(axis=2))[0]
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(values, (0.5 - LEVEL / 2, 0.5 + LEVEL / 2))
    return Estimate(value, float(low), float(high))


def _round(value: float) -> float:
    return round(float(value), 6)


# -- tables ----------------------------------------------------------------------------------------


def tables(document: Mapping[str, Any]) -> list[Any]:
    """Return a rich table: the first side's scores by what both pick, best mixes, the value."""
    from rich.table import Table

    encounter, mix = document["encounter"], document["mix"]
    first, second = encounter["sides"]
    mixes = "; ".join(
        f"{side} "
        + ", ".join(
            f"{name} {share:.0%}" for name, share in sorted(own.items(), key=lambda m: -m[1])
        )
        for side, own in mix.items()
    )
    table = Table(
        title=f"{encounter['title']} ({encounter['id']}): score of {first} in %, draws in brackets",
        caption=f"At their best ({mixes}) {first} scores "
        f"{shown(read_estimate(document['value']), 100)}, {document['draws']:.0%} are drawn, "
        f"{document['rounds']:.1f} rounds. Seed {document['seed']}, {document['pairs']} battles "
        "each.",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column(f"{first} \\ {second}")
    for name in document["policies"]:
        table.add_column(name, justify="right", overflow="fold")
    for name in document["policies"]:
        cells = [m for m in document["meetings"] if m[first] == name]
        table.add_row(
            name,
            *(
                f"{m['score']['value'] * 100:.0f} ({m['draws'] / document['pairs'] * 100:.0f})"
                for m in cells
            ),
        )
    return [table]
