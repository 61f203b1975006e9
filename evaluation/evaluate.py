"""Policies against baselines: one JSON document, and tables made of it."""

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fracas.envs.core.battle import Arena
from fracas.envs.core.record import digest
from fracas.envs.core.system import rules_digest
from fracas.evaluation.match import LIMIT, Match, play
from fracas.evaluation.stats import (
    METHOD,
    mean_interval,
    ratio_interval,
    read_estimate,
    score_interval,
    shown,
    write_estimate,
)
from fracas.policies.base import Policy

FORMAT = 1
MOST_VERBS = 6


def heading(arena: Arena, command: str) -> dict[str, Any]:
    """Return what every document says of its encounter and the rules."""
    try:
        release = version("fracas")
    except PackageNotFoundError:
        release = "unknown"
    sides = {side: [] for side in arena.sides}  # type: dict[str, list[str]]
    for unit, side in zip(arena.units, arena.sides_of, strict=True):
        sides[arena.sides[side]].append(unit)
    return {
        "command": command,
        "format": FORMAT,
        "fracas": release,
        "encounter": {
            "id": arena.name,
            "title": arena.title,
            "digest": digest(arena.record),
            "sides": sides,
        },
        "rules": {"system": arena.system.name, "digest": rules_digest(arena.system.name)},
    }


def evaluate(
    arena: Arena,
    policies: Sequence[tuple[str, Policy]],
    baselines: Sequence[tuple[str, Policy]],
    pairs: int,
    seed: int = 0,
    limit: int = LIMIT,
    progress: Callable[[], None] = lambda: None,
    record: int = 0,
    recorded: Callable[[Match, str, str], None] | None = None,
) -> dict[str, Any]:
    """Play each policy against each baseline and return the document.

    Equal arguments give equal documents, byte for byte: no clock and no path goes in.

    Args:
        arena: the encounter.
        policies: (name, policy) to be judged.
        baselines: (name, policy) to be met.
        pairs: seeds of each meeting; every pair is a battle for each side.
        seed: seed of dice and policies.
        limit: decisions after which a battle is cut off.
        progress: called after each meeting.
        record: number of battles of each meeting, from the first, whose rows are kept.
        recorded: called after each meeting with its match and the names of the two.

    Raises:
        MatchError: a policy took a row that the rules refuse.
    """
    matches = []
    for name, policy in policies:
        for against, baseline in baselines:
            match = play(arena, policy, baseline, pairs, seed, limit, record=record)
            if recorded is not None:
                recorded(match, name, against)
            matches.append({"policy": name, "against": against, **summary(match)})
            progress()
    return {
        **heading(arena, "evaluate"),
        "seed": seed,
        "pairs": pairs,
        "decision_limit": limit,
        "interval": METHOD,
        "score": "wins + half the draws, of battles that ended",
        "policies": [name for name, _ in policies],
        "baselines": [name for name, _ in baselines],
        "matches": matches,
    }


def summary(match: Match) -> dict[str, Any]:
    """Return the figures of a match; wins, draws, losses and truncated add up to battles."""
    sides = match.arena.sides
    return {
        **_counts(match),
        "by_side": {
            side: {
                **_counts(match, match.side == number),
                "verbs": _usage(match, 0, match.side == number),
            }
            for number, side in enumerate(sides)
        },
        "rounds": write_estimate(mean_interval(match.per_pair(match.rounds))),
        "decisions": write_estimate(mean_interval(match.per_pair(match.decisions))),
        "verbs": {"policy": _usage(match, 0), "against": _usage(match, 1)},
    }


def _counts(match: Match, which: NDArray[np.bool_] | None = None) -> dict[str, Any]:
    chosen = np.ones(len(match.side), np.bool_) if which is None else which
    wins, losses = int((match.won & chosen).sum()), int((match.lost & chosen).sum())
    truncated = int((~match.ended & chosen).sum())
    battles = int(chosen.sum())
    return {
        "battles": battles,
        "wins": wins,
        "draws": battles - wins - losses - truncated,
        "losses": losses,
        "truncated": truncated,
        "score": write_estimate(score_interval(match.scores(which))),
    }


def _usage(match: Match, player: int, which: NDArray[np.bool_] | None = None) -> dict[str, Any]:
    """Return count and share of each verb that a policy took, the commonest first."""
    counts = match.counts(player, which)
    wholes = counts.sum(axis=1)
    totals = counts.sum(axis=0).astype(int)
    verbs = match.arena.system.verbs.verbs
    order = sorted(np.flatnonzero(totals), key=lambda v: (-totals[v], v))
    return {
        verbs[v].name: {
            "count": int(totals[v]),
            "share": write_estimate(ratio_interval(counts[:, v], wholes)),
        }
        for v in order
    }


def truncated_share(document: dict[str, Any]) -> float:
    """Return the largest share of cut-off battles among the document's matches."""
    return max(m["truncated"] / m["battles"] for m in document["matches"])


# -- tables ----------------------------------------------------------------------------------------


def tables(document: dict[str, Any]) -> list[Any]:
    """Return rich tables of results and of the verbs most used."""
    from rich.table import Table

    encounter = document["encounter"]
    results = Table(
        title=f"{encounter['title']} ({encounter['id']})",
        caption=f"score in %, intervals {document['interval']}; seed {document['seed']}, "
        f"rules {document['rules']['digest']}",
        title_justify="left",
        caption_justify="left",
    )
    results.add_column("policy")
    results.add_column("against")
    for title in ("battles", "won", "drawn", "lost", "cut", "score"):
        results.add_column(title, justify="right")
    for side in encounter["sides"]:
        results.add_column(f"as {side}", justify="right")
    results.add_column("rounds", justify="right")
    results.add_column("decisions", justify="right")
    for m in document["matches"]:
        results.add_row(
            m["policy"],
            m["against"],
            *(str(m[key]) for key in ("battles", "wins", "draws", "losses", "truncated")),
            shown(read_estimate(m["score"]), 100),
            *(_point(part["score"]) for part in m["by_side"].values()),
            shown(read_estimate(m["rounds"])),
            shown(read_estimate(m["decisions"]), digits=0),
        )
    usage = Table(title="verbs most used, % of decisions", title_justify="left")
    usage.add_column("policy")
    usage.add_column("against")
    usage.add_column("verbs", overflow="fold")
    for m in document["matches"]:
        most = list(m["verbs"]["policy"].items())[:MOST_VERBS]
        text = ", ".join(f"{verb} {_point(use['share'])}" for verb, use in most)
        usage.add_row(m["policy"], m["against"], text)
    return [results, usage]


def _point(data: Any) -> str:
    return "-" if data is None else f"{data['value'] * 100:.1f}"
