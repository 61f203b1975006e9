"""The option ``--report``, and what a report says of trained networks."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

CURVE_POINTS = 200

Report = Annotated[
    Path | None,
    typer.Option("--report", help="write a page, FILE.html, and FILE.json beside it"),
]


def write_report(page: Path, document: dict[str, Any], repeat: str) -> None:
    """Write what a command found as a page, and as JSON beside it.

    Args:
        page: the file.
        document: what was found.
        repeat: the command that finds it again.

    Raises:
        ReportError: a file can't be written.
        RunError: the learning curve of a policy is damaged.
    """
    from fracas.evaluation import report
    from fracas.policies.resolve import script_names

    scripts = script_names(document["rules"]["system"])
    training = [training_of(name) for name in document["policies"] if name not in scripts]
    report.write(page, report.report(document, repeat, training))
    print(f"wrote {page}", file=sys.stderr)


def training_of(name: str) -> dict[str, Any]:
    """Return how a network was trained, with at most ``CURVE_POINTS`` points of its curve.

    Args:
        name: its file, or the folder of its run.

    Raises:
        RunError: the learning curve is damaged.
    """
    from fracas.policies import network as networks
    from fracas.training.checkpoint import RunFolder

    meta = networks.load(name)[1]
    path = Path(name)
    curve = RunFolder(path.parent if path.name == networks.POLICY_FILE else path).curve()
    step = max(1, -(-len(curve.rows) // CURVE_POINTS))
    rows = curve.rows[::-step][::-1]  # counted from the end, which stays
    return {
        "policy": name,
        **{key: meta.get(key) for key in ("decisions", "seconds", "seed")},
        "curve": {
            "decisions": [row["decisions"] for row in rows],
            "scores": {n: [row.get(n) for row in rows] for n in curve.opponents()},
        },
    }
