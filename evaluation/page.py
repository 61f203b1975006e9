"""The page of a report: HTML that loads nothing and runs no script.

It is made of the report only, so equal reports give equal pages, byte for byte.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from fracas.evaluation import plots
from fracas.evaluation.plots import printable
from fracas.evaluation.stats import Estimate, read_estimate, shown

MOST_ROWS = 30
MOST_VERBS = 10
AHEAD, BEHIND, UNDECIDED = "\u25b2", "\u25bc", "\u2248"

Row = tuple[Sequence[str], Sequence[str]]
"""Of a table: names, and cells as HTML."""


def page(found: Mapping[str, Any]) -> str:
    """Return the page of a report."""
    encounter = found["encounter"]
    title = f"{encounter['title']} ({encounter['id']})"
    sides = "; ".join(f"{side}: {', '.join(units)}" for side, units in encounter["sides"].items())
    lead, sections = _tactics(found) if found["command"] == "tactics" else _evaluation(found)
    header = [
        f"<h1>{_text(title)}</h1>",
        f'<p class="soft">{_text(sides)}</p>',
        f'<p class="lead">{lead}</p>',
    ]
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=_text(f"{title}: {found['command']}"),
        header="\n".join(header),
        body="\n".join([*sections, _repeat(found)]),
    )


# -- parts -----------------------------------------------------------------------------------------


def _text(value: object) -> str:
    return escape(printable(value))


def _name(value: object) -> str:
    """Return a name that may be broken where a path has its joints."""
    return re.sub(r"([/\\_.-])", r"\1<wbr>", _text(value))


def _section(heading: str, *parts: str) -> str:
    return "\n".join(["<section>", f"<h2>{_text(heading)}</h2>", *parts, "</section>"])


def _figure(caption: str, *svgs: str) -> str:
    drawn = "\n".join(f"<div>{svg}</div>" for svg in svgs)
    return f"<figure><figcaption>{_text(caption)}</figcaption>\n{drawn}</figure>"


def _table(heads: Sequence[str], rows: Sequence[Row], caption: str, kind: str = "plain") -> str:
    names = len(rows[0][0]) if rows else 1
    head = "".join(
        f'<th scope="col"{" class=name" if k < names else ""}>{_name(text)}</th>'
        for k, text in enumerate(heads)
    )
    lines = []
    for (first, *others), cells in rows:
        named = "".join(f"<td class=name>{_name(name)}</td>" for name in others)
        lines.append(f'<tr><th scope="row">{_name(first)}</th>{named}{"".join(cells)}</tr>')
    return "\n".join(
        [
            f'<div class="wide"><table class={kind}><caption>{_text(caption)}</caption>',
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *lines,
            "</tbody></table></div>",
        ]
    )


def _cells(*cells: str) -> list[str]:
    return [f"<td>{cell}</td>" for cell in cells]


def _figures(estimate: Estimate | None, scale: float = 1.0, digits: int = 1) -> str:
    """Return an estimate whose interval stays in one piece."""
    figure, _, interval = shown(estimate, scale, digits).partition(" ")
    return f"<b>{figure}</b> <small>{interval}</small>"


def _percent(estimate: Estimate | None) -> Estimate | None:
    if estimate is None:
        return None
    low, high = (None if v is None else v * 100 for v in (estimate.low, estimate.high))
    return Estimate(estimate.value * 100, low, high)


def _sign(estimate: Estimate, even: float) -> str:
    """Return on which side of ``even`` an estimate certainly lies."""
    if estimate.low is not None and estimate.low > even:
        return AHEAD
    if estimate.high is not None and estimate.high < even:
        return BEHIND
    return UNDECIDED


def _repeat(found: Mapping[str, Any]) -> str:
    encounter, rules = found["encounter"], found["rules"]
    facts = {
        "command": f"<code>{_text(found['repeat'])}</code>",
        "seed": _text(found["seed"]),
        "pairs": _text(f"{found['pairs']}, each the same dice with the sides swapped"),
        "decision limit": _text(f"{found['decision_limit']} a battle"),
        "intervals": _text(found["interval"]),
        "encounter": f"{_text(encounter['id'])}, digest <code>{_text(encounter['digest'])}</code>",
        "rules": f"{_text(rules['system'])}, digest <code>{_text(rules['digest'])}</code>",
        "ledger": _text(found["ledger"]),
        "version": _text(f"fracas {found['fracas']}"),
    }
    listed = "\n".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts.items())
    text = "With equal digests the command plays the same battles again, to the same figures."
    return _section("To repeat it", f"<p>{text}</p>", f"<dl>\n{listed}\n</dl>")


# -- evaluate --------------------------------------------------------------------------------------


def mean_of(estimates: Sequence[Estimate | None]) -> Estimate | None:
    """Return the mean of estimates.

    Its interval is the mean of theirs. The meetings share their seeds, so they may err together;
    this is wide enough even if they all do.
    """
    known = [estimate for estimate in estimates if estimate is not None]
    if not known:
        return None

    def mean(part: Callable[[Estimate], float | None]) -> float | None:
        values = [value for value in map(part, known) if value is not None]
        return sum(values) / len(values) if len(values) == len(known) else None

    value = sum(estimate.value for estimate in known) / len(known)
    return Estimate(value, mean(lambda e: e.low), mean(lambda e: e.high))


def _evaluation(found: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the lead and the sections of an evaluation."""
    by_policy = {
        name: [m for m in found["matches"] if m["policy"] == name] for name in found["policies"]
    }
    scores = {n: [read_estimate(m["score"]) for m in ms] for n, ms in by_policy.items()}
    means = {name: mean_of(estimates) for name, estimates in scores.items()}
    matrix = _table(
        ["policy", *found["baselines"], "mean"],
        [
            ([name], [_score_cell(estimate) for estimate in (*scores[name], means[name])])
            for name in by_policy
        ],
        "Score in % of each policy (row) against each baseline (column), with its interval."
        f" {AHEAD} ahead, {BEHIND} behind, {UNDECIDED} undecided: the interval holds 50.",
        "matrix",
    )
    rounds = [
        (name, [(m["against"], [read_estimate(m["rounds"])]) for m in ms])
        for name, ms in by_policy.items()
    ]
    sides = list(found["encounter"]["sides"])
    players = [lambda m: m["verbs"]["policy"], lambda m: m["verbs"]["against"]]
    seats = [lambda m, side=side: m["by_side"][side]["verbs"] for side in sides]
    verbs = [(name, _verb_rows(ms, players)) for name, ms in by_policy.items()]
    by_side = [(name, _verb_rows(ms, seats)) for name, ms in by_policy.items()]
    return _lead(means, scores), [
        _section(
            "Scores",
            matrix,
            f'<p class="soft">Score: {_text(found["score"])}. The interval of a mean is the mean of'
            " the intervals, since the meetings share their dice.</p>",
        ),
        *_curves(found),
        _section(
            "Rounds",
            _figure(
                "Mean length of a battle against each baseline, with its interval.",
                *plots.intervals("rounds", "Rounds of a battle", rounds, "rounds"),
            ),
        ),
        _section(
            "Verbs",
            _figure(
                "Share in a side's decisions, mean over the meetings with its interval: filled the"
                f" policy, hollow those who stood against it. The {MOST_VERBS} verbs used most.",
                *plots.bars("verbs", "Use of verbs", verbs, ("own", "against"), "% of decisions"),
            ),
            _figure(
                f"The same of the policy by the side that it played: filled {_text(sides[0])},"
                f" hollow {_text(sides[-1])}.",
                *plots.bars("sides", "Use of verbs by side", by_side, sides, "% of decisions"),
            ),
        ),
        _section("Meetings", _meetings(found)),
    ]


def _lead(
    means: Mapping[str, Estimate | None], scores: Mapping[str, Sequence[Estimate | None]]
) -> str:
    rated = [(mean.value, name) for name, mean in means.items() if mean is not None]
    if not rated:
        return "No battle was played to its end."
    best = max(rated, key=lambda pair: pair[0])[1]
    signs = [_sign(estimate, 0.5) for estimate in scores[best] if estimate is not None]
    what = "has the highest mean score," if len(means) > 1 else "scores"
    ahead, behind, undecided = (signs.count(sign) for sign in (AHEAD, BEHIND, UNDECIDED))
    return (
        f"<b>{_text(best)}</b> {what} {shown(means[best], 100)} %: ahead of {ahead} of {len(signs)}"
        f" baselines, behind {behind}, undecided {undecided}."
    )


def _score_cell(estimate: Estimate | None) -> str:
    if estimate is None:
        return "<td>-</td>"
    colour = "ahead" if estimate.value > 0.5 else "behind"
    strength = 0.05 + 0.8 * abs(estimate.value - 0.5)
    return (
        f'<td style="background: rgba(var(--{colour}), {strength:.2f})">'
        f"{_sign(estimate, 0.5)} {_figures(estimate, 100)}</td>"
    )


def _verb_rows(
    matches: Sequence[Mapping[str, Any]], uses: Sequence[Callable[[Any], Mapping[str, Any]]]
) -> list[tuple[str, list[Estimate | None]]]:
    """Return the verbs used most, with the mean share of each in every one of the ``uses``."""
    never = {"share": {"value": 0.0, "low": 0.0, "high": 0.0}}

    def share(verb: str, use: Callable[[Any], Mapping[str, Any]]) -> Estimate | None:
        found = [use(m).get(verb, never)["share"] for m in matches]
        return _percent(mean_of([read_estimate(one) for one in found]))

    verbs = dict.fromkeys(verb for use in uses for m in matches for verb in use(m))
    rows = [(verb, [share(verb, use) for use in uses]) for verb in verbs]
    rows.sort(key=lambda row: -max(0.0 if e is None else e.value for e in row[1]))
    return rows[:MOST_VERBS]


def _curves(found: Mapping[str, Any]) -> list[str]:
    """Return a section for each network that was judged."""
    sections = []
    for number, training in enumerate(found["training"]):
        curve = training["curve"]
        parts = [f"{training[key]:,.0f} {key}" for key in ("decisions", "seconds") if training[key]]
        parts += [] if training["seed"] is None else [f"seed {training['seed']}"]
        lines = []
        for name, values in curve["scores"].items():
            known = [
                (x, y) for x, y in zip(curve["decisions"], values, strict=True) if y is not None
            ]
            lines.append((name, [x / 1e6 for x, _ in known], [y * 100 for _, y in known]))
        lines.sort(key=lambda line: line[2][-1])
        heading = f"Learning curve of {training['policy']}"
        trained = f"<p>Trained for {_text(', '.join(parts) or 'a time that is not known')}.</p>"
        drawn = (
            _figure(
                "Running score in % against each opponent while it learned, the hardest first, by"
                " millions of the learner's decisions; the heading ends with the last score."
                " Latest: the network itself; selves: the mean against former selves.",
                plots.curves(f"curve{number}", heading, lines),
            )
            if lines
            else '<p class="soft">No curve: there is no curve.csv beside the weights.</p>'
        )
        sections.append(_section(heading, trained, drawn))
    return sections


def _meetings(found: Mapping[str, Any]) -> str:
    sides = [f"as {side}" for side in found["encounter"]["sides"]]
    rows = [
        (
            [m["policy"], m["against"]],
            _cells(
                *(f"{m[key]:,}" for key in ("battles", "wins", "draws", "losses", "truncated")),
                *(_figures(read_estimate(p["score"]), 100) for p in (m, *m["by_side"].values())),
                _figures(read_estimate(m["rounds"])),
                _figures(read_estimate(m["decisions"]), digits=0),
            ),
        )
        for m in found["matches"]
    ]
    heads = ["policy", "against", "battles", "won", "drawn", "lost", "cut", "score %", *sides]
    caption = "Every meeting. Battles cut off at the decision limit count in no score."
    return _table([*heads, "rounds", "decisions"], rows, caption)


# -- tactics ---------------------------------------------------------------------------------------


def _tactics(found: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the lead and the sections of a report on tactics."""
    scores = ", ".join(
        f"{side} {shown(read_estimate(score), 100)}" for side, score in found["scores"].items()
    )
    shares = [f"{name} %" for name in found["policies"]]
    usage = [
        (
            [row["tactic"]],
            _cells(
                *("-" if row[k] is None else f"{row[k] * 100:.1f}" for k in ("winners", "losers")),
                _lift(read_estimate(row["lift"])),
                *(f"{row['policies'][name] * 100:.1f}" for name in found["policies"]),
            ),
        )
        for row in found["usage"][:MOST_ROWS]
    ]
    meetings = [
        ([m["first"], m["second"]], _cells(*(f"{m[k]:,}" for k in ("wins", "draws", "losses"))))
        for m in found["meetings"]
    ]
    return f"Scores of the sides in %: {_text(scores)}.", [
        _section("What a side loses without a verb", _knock_out(found)),
        _section(
            "What winners use more than losers",
            _table(
                ["tactic", "winners %", "losers %", "lift", *shares],
                usage,
                "Share in the decisions of winners and of losers, the one over the other with its"
                " interval, and the share in the decisions of each policy."
                f" {AHEAD} winners use it more, {BEHIND} less, {UNDECIDED} undecided."
                f" The {len(usage)} furthest from 1 of {len(found['usage'])}; all are in the JSON"
                " file beside this page.",
            ),
        ),
        _section(
            "Meetings",
            _table(["first", "second", "won", "drawn", "lost"], meetings, "Results of the first."),
        ),
        *_curves(found),
    ]


def _knock_out(found: Mapping[str, Any]) -> str:
    most = MOST_ROWS // len(found["scores"])
    panels = []
    for side in found["scores"]:
        rows = [row for row in found["knock_out"] if row["side"] == side][:most]
        changes = [[_percent(read_estimate(row["change"]))] for row in rows]
        names = [row["forbidden"] for row in rows]
        panels.append((f"{side} without", list(zip(names, changes, strict=True))))
    title = "Change of a side's score"
    return _figure(
        f"{title}, in points of 100, when the same battles are played again and it may not use the"
        f" verb, or the verb with that option; with its interval. The {most} largest of each side;"
        " all are in the JSON file beside this page.",
        *plots.bars("knockout", title, panels, ("",), "points of score"),
    )


def _lift(estimate: Estimate | None) -> str:
    return "-" if estimate is None else f"{_sign(estimate, 1.0)} {_figures(estimate, digits=2)}"
