"""Which verbs win: what winners use more than losers, and what a side loses without a verb.

*Usage* compares winners with losers: the share of a tactic in a side's decisions, and the lift,
winners' share over losers' share. It shows what goes with winning, not what brings it about. The
shares of each policy stand beside it.

*Knock-out* asks the other question. The same battles, with the same dice, are played again while
one side may not use a tactic, and the change of that side's score is what the tactic is worth to
it against these opponents. Policies are not trained anew: they make do with what is left.

A tactic is a verb, or a verb with one of its options (an area aimed at, a trigger waited for).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena, arena
from fracas.evaluation.evaluate import heading
from fracas.evaluation.match import LIMIT, Match, play
from fracas.evaluation.stats import (
    METHOD,
    Estimate,
    Z,
    mean_interval,
    read_estimate,
    shown,
    student,
    write_estimate,
)
from fracas.policies.resolve import resolve

SHOWN = 20


@dataclass(frozen=True)
class Tactic:
    """A verb, or a verb with one option, and the rows of the action table that carry it out.

    Attributes:
        name: such as ``"melee"`` or ``"melee head"``.
        verb: the verb's name.
        rows: (rows,) 1 for its rows.
    """

    name: str
    verb: str
    rows: NDArray[np.int8]


def tactics_of(made: Arena) -> list[Tactic]:
    """Return the tactics that an encounter's action table holds, verbs before their options.

    Verbs that only decline, and those that ask for the next part of another, are none.
    """
    table = made.system.verbs
    parts = {verb.then for verb in table.verbs}
    found: dict[str, tuple[str, list[int]]] = {}
    for row, (number, *_) in enumerate(made.rows):
        verb = table.verbs[number]
        if not verb.declines and verb.name not in parts:
            found.setdefault(verb.name, (verb.name, []))[1].append(row)
    for row, (number, *values) in enumerate(made.rows):
        verb = table.verbs[number]
        options = [
            made.system.argument_name(kind, value, made.record[0], 0, made.names)
            for kind, value in zip(verb.arguments, values, strict=False)
            if kind in table.options
        ]
        if options and verb.name not in parts:
            name = " ".join([verb.name, *options])
            found.setdefault(name, (verb.name, []))[1].append(row)
    return [Tactic(name, verb, _marks(made.n_rows, rows)) for name, (verb, rows) in found.items()]


def _marks(size: int, rows: Sequence[int]) -> NDArray[np.int8]:
    marks = np.zeros(size, np.int8)
    marks[list(rows)] = 1
    return marks


# -- battles ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Meetings:
    """What is played again and again: each policy against each other, on the same seeds.

    Attributes:
        arena: the encounter.
        policies: their names; one alone meets itself.
        pairs: seeds of each meeting; every pair is a battle for each side.
        seed: seed of dice and policies.
        limit: decisions after which a battle is cut off; it counts as drawn.
    """

    arena: Arena
    policies: tuple[str, ...]
    pairs: int
    seed: int
    limit: int = LIMIT

    def play(
        self, usage: bool = False, barred: NDArray[np.int8] | None = None
    ) -> list[tuple[str, str, Match]]:
        """Play all meetings; return (first, second, match).

        Args:
            usage: whether to count rows taken.
            barred: (sides, rows) 1 for what a side may not take.
        """
        made = self.arena
        players = {name: resolve(name, made) for name in self.policies}
        names = list(combinations(self.policies, 2)) or [(self.policies[0], self.policies[0])]
        groups = np.arange(made.n_rows) if usage else None
        return [
            (
                one,
                other,
                play(
                    made, players[one], players[other], self.pairs, self.seed, self.limit, usage,
                    groups, barred,
                ),
            )
            for one, other in names
        ]  # fmt: skip

    def scores(self, matches: Sequence[Match], side: int) -> NDArray[np.float64]:
        """Return (pairs,) the score of a side in the battles of each seed."""
        return np.mean([m.per_pair(m.side_points(side)) for m in matches], axis=0)


# -- usage -----------------------------------------------------------------------------------------


def used(matches: Sequence[Match], side: int) -> NDArray[np.int64]:
    """Return (rows,) how often a side took each row."""
    total = np.zeros(matches[0].usage.shape[2], np.int64)
    for m in matches:
        total += m.usage[m.side == side, 0].sum(axis=0) + m.usage[m.side != side, 1].sum(axis=0)
    return total


def lift(parts: NDArray[Any], wholes: NDArray[Any]) -> Estimate | None:
    """Return winners' share over losers' share, with an interval over seeds.

    The interval is Student's on the logarithm, by the delta method.

    Args:
        parts: (2, seeds) decisions of the tactic, by winners and losers.
        wholes: (2, seeds) all their decisions.

    Returns:
        None where winners or losers never used it.
    """
    part, whole = parts.sum(axis=1), wholes.sum(axis=1)
    if (part == 0).any() or (whole == 0).any():
        return None
    value = float((part[0] / whole[0]) / (part[1] / whole[1]))
    n = parts.shape[1]
    if n < 2:
        return Estimate(value, None, None)
    each = parts / part[:, None] - wholes / whole[:, None]
    error = math.sqrt(n / (n - 1) * float(((each[0] - each[1]) ** 2).sum()))
    width = math.exp(student(n - 1) * error)
    return Estimate(value, value / width, value * width)


def usage_table(
    meetings: Sequence[tuple[str, str, Match]], known: Sequence[Tactic], pairs: int
) -> list[dict[str, Any]]:
    """Return for each tactic used its share among winners, losers, each policy; and the lift.

    Args:
        meetings: (first, second, match) of what was played.
        known: the tactics.
        pairs: seeds of each meeting.
    """
    rows = meetings[0][2].usage.shape[2]
    taken = np.zeros((2, pairs, rows))
    by_policy = {name: np.zeros(rows) for one, other, _ in meetings for name in (one, other)}
    for one, other, m in meetings:
        for player, name in enumerate((one, other)):
            by_policy[name] += m.usage[:, player].sum(axis=0)
        for player, won in ((0, m.won), (1, m.lost)):
            np.add.at(taken[0], m.pair[won], m.usage[won, player])
            np.add.at(taken[1], m.pair[won], m.usage[won, 1 - player])
    wholes = taken.sum(axis=2)
    table: list[dict[str, Any]] = []
    for tactic in known:
        parts = taken @ tactic.rows
        if parts.any():
            winners, losers = (
                float(part / whole) if whole else None
                for part, whole in zip(parts.sum(axis=1), wholes.sum(axis=1), strict=True)
            )
            table.append(
                {
                    "tactic": tactic.name,
                    "verb": tactic.verb,
                    "winners": _round(winners),
                    "losers": _round(losers),
                    "lift": write_estimate(lift(parts, wholes)),
                    "policies": {
                        name: _round(float(own @ tactic.rows / max(1.0, own.sum())))
                        for name, own in by_policy.items()
                    },
                }
            )
    return sorted(table, key=lambda row: -_certainty(row["lift"]))


def _certainty(found: dict[str, Any] | None) -> float:
    """Return how far a lift is from 1 for certain, in logarithms; 0 where that can't be told."""
    if found is None or found["low"] is None:
        return 0.0
    return max(math.log(found["low"]), -math.log(found["high"]), 0.0)


# -- knock-out -------------------------------------------------------------------------------------


def change_interval(changes: NDArray[np.float64]) -> Estimate | None:
    """Return the mean of changes of a score, each -1 to 1, with its interval.

    Student's interval after adding ``Z * Z`` changes more, half of them 1 and half -1 (as Agresti
    and Coull do for shares), so that there is a width also where nothing changed in the sample.
    """
    plain = mean_interval(changes)
    if plain is None or changes.size < 2:
        return plain
    n = changes.size + Z * Z
    centre = float(changes.sum()) / n
    square = (float(((changes - centre) ** 2).sum()) + Z * Z * (1 + centre**2)) / n
    half = student(changes.size - 1) * math.sqrt(square / n)
    return Estimate(plain.value, max(-1.0, centre - half), min(1.0, centre + half))


def knock_out(meetings: Meetings, side: int, rows: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return (pairs,) scores of a side that may not use some rows."""
    barred = np.zeros((len(meetings.arena.sides), rows.size), np.int8)
    barred[side] = rows
    return meetings.scores([m for _, _, m in meetings.play(barred=barred)], side)


def tactics(
    source: Any,
    policies: Sequence[str],
    pairs: int = 200,
    seed: int = 0,
    limit: int = LIMIT,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Play the policies against each other and return the document.

    Args:
        source: the encounter: an id, a path, or a mapping.
        policies: names as ``resolve`` takes them; one alone meets itself.
        pairs: seeds of each meeting; every pair is a battle for each side.
        seed: seed of dice and policies.
        limit: decisions after which a battle is cut off; it counts as drawn.
        jobs: processes.
        progress: called with how many knock-outs are done, and of how many.

    Raises:
        PolicyError: a policy doesn't exist or doesn't fit.
        MatchError: a policy took a row that the rules refuse.
    """
    made = arena(source)
    meetings = Meetings(made, tuple(dict.fromkeys(policies)), pairs, seed, limit)
    base = meetings.play(usage=True)
    matches = [match for _, _, match in base]
    known = tactics_of(made)
    before = [meetings.scores(matches, side) for side in range(len(made.sides))]
    tasks = [
        (side, tactic)
        for side in range(len(made.sides))
        for tactic in known
        if (used(matches, side) @ tactic.rows) > 0
    ]
    after = _run([(meetings, side, tactic.rows) for side, tactic in tasks], jobs, progress)
    table: list[dict[str, Any]] = [
        {
            "side": made.sides[side],
            "forbidden": tactic.name,
            "verb": tactic.verb,
            "score": _round(float(scores.mean())),
            "change": write_estimate(change_interval(scores - before[side])),
        }
        for (side, tactic), scores in zip(tasks, after, strict=True)
    ]
    table.sort(key=lambda row: (-abs(row["change"]["value"]), row["forbidden"], row["side"]))
    return {
        **heading(made, "tactics"),
        "seed": seed,
        "pairs": pairs,
        "decision_limit": limit,
        "interval": METHOD,
        "policies": list(meetings.policies),
        "battles": sum(len(match.side) for match in matches),
        "meetings": [
            {
                "first": one,
                "second": other,
                "wins": int(m.won.sum()),
                "draws": int((m.winner < 0).sum()),
                "losses": int(m.lost.sum()),
            }
            for one, other, m in base
        ],
        "scores": {
            name: write_estimate(mean_interval(before[side]))
            for side, name in enumerate(made.sides)
        },
        "usage": usage_table(base, known, pairs),
        "knock_out": table,
    }


def _run(
    tasks: list[tuple[Meetings, int, NDArray[np.int8]]],
    jobs: int,
    progress: Callable[[int, int], None],
) -> list[NDArray[np.float64]]:
    """Run knock-outs, in the order given whatever the number of processes."""
    if jobs == 1:
        results = (knock_out(*task) for task in tasks)
    else:
        from joblib import Parallel, delayed

        results = Parallel(n_jobs=jobs, return_as="generator")(
            delayed(knock_out)(*t) for t in tasks
        )
    found = []
    for result in results:
        found.append(result)
        progress(len(found), len(tasks))
    return found


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


# -- tables ----------------------------------------------------------------------------------------


def tables(document: Mapping[str, Any]) -> list[Any]:
    """Return rich tables: scores of the sides, knock-outs, usage."""
    from rich.table import Table

    encounter = document["encounter"]
    sides = ", ".join(
        f"{side} {shown(read_estimate(score), 100)}" for side, score in document["scores"].items()
    )
    out = Table(
        title=f"{encounter['title']} ({encounter['id']}): what a side's score loses without a verb",
        caption=f"scores in %: {sides}; {document['battles']} battles of "
        f"{', '.join(document['policies'])}; seed {document['seed']}",
        title_justify="left",
        caption_justify="left",
    )
    for title in ("side", "forbidden"):
        out.add_column(title)
    for title in ("score", "change"):
        out.add_column(title, justify="right")
    for row in document["knock_out"][:SHOWN]:
        out.add_row(
            row["side"],
            row["forbidden"],
            f"{row['score'] * 100:.1f}",
            shown(read_estimate(row["change"]), 100),
        )
    usage = Table(
        title="what winners use more than losers, and what each policy uses",
        caption="% of decisions",
        title_justify="left",
    )
    usage.add_column("tactic")
    for title in ("winners", "losers", "lift", *document["policies"]):
        usage.add_column(title, justify="right")
    for row in document["usage"][:SHOWN]:
        usage.add_row(
            row["tactic"],
            *(
                "-" if row[key] is None else f"{row[key] * 100:.1f}"
                for key in ("winners", "losers")
            ),
            shown(read_estimate(row["lift"]), digits=2),
            *(f"{row['policies'][name] * 100:.1f}" for name in document["policies"]),
        )
    return [out, usage]
