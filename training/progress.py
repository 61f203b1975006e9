"""What a training run says of itself while it goes on."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(frozen=True)
class Status:
    """How far a run has come.

    Attributes:
        decisions: the learner's decisions so far.
        done: share of the run that is over, 0 to 1.
        seconds: of training so far, earlier sessions included.
        speed: decisions per second since the session began.
        scores: running score against each opponent (1 a win, 0.5 a draw), by name.
        results: episodes ``won``, ``drawn``, ``lost`` and ``cut`` so far.
        shares: shares of time that the rules (``env``), the rest of the rollouts and the gradient
            steps (``learn``) took.
        stage: what goes on where it isn't play to win, such as ``lessons 40%``.
    """

    decisions: int
    done: float
    seconds: float
    speed: float
    scores: dict[str, float] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)
    stage: str = ""

    def grouped(self) -> dict[str, float]:
        """Return the scores with one mean, ``selves``, for all frozen selves."""
        selves = [score for name, score in self.scores.items() if name.startswith("self_")]
        grouped = {k: v for k, v in self.scores.items() if not k.startswith("self_")}
        if selves:
            grouped["selves"] = sum(selves) / len(selves)
        return grouped

    def line(self, width: int = 60) -> str:
        """Return the scores in one line, frozen selves together."""
        text = ""
        for name, score in self.grouped().items():
            part = f"{name} {score:.2f}"
            if text and len(text) + len(part) + 2 > width:
                return text + " ..."
            text += f"  {part}" if text else part
        return text


class Curve:
    """How the running scores went: a row after every update.

    Attributes:
        rows: column -> figure: ``decisions``, ``seconds``, and the score against each opponent
            that had been met, frozen selves together.
    """

    FIXED = ("decisions", "seconds")

    def __init__(self) -> None:
        self.rows: list[dict[str, float]] = []

    def add(self, status: Status) -> None:
        """Add a row."""
        scores = {name: round(score, 4) for name, score in status.grouped().items()}
        seconds = round(status.seconds, 1)
        self.rows.append({"decisions": status.decisions, "seconds": seconds, **scores})

    def opponents(self) -> list[str]:
        """Return the names of the score columns, in the order in which they were met."""
        columns = dict.fromkeys(name for row in self.rows for name in row)
        return [name for name in columns if name not in self.FIXED]

    def to_csv(self) -> str:
        """Return it as CSV; a score that was not known yet is left empty."""
        text = io.StringIO()
        writer = csv.DictWriter(text, [*self.FIXED, *self.opponents()], lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue()

    @classmethod
    def from_csv(cls, text: str) -> "Curve":
        """Return what ``to_csv`` wrote.

        Raises:
            ValueError: it is something else.
        """
        curve = cls()
        for row in csv.DictReader(io.StringIO(text), restval="", restkey="more"):
            known = {name: float(figure) for name, figure in row.items() if figure != ""}
            if any(name not in known for name in cls.FIXED):
                raise ValueError(f"row {len(curve.rows) + 1} has no {' or '.join(cls.FIXED)}")
            curve.rows.append({**known, "decisions": int(known["decisions"])})
        return curve


class Bar:
    """A progress bar on the terminal's standard error; silent where there is none."""

    def __init__(self, name: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        self._width = max(20, console.width - 66)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=16),
            TextColumn("{task.percentage:3.0f}%"),
            TextColumn("{task.fields[decisions]:,} decisions {task.fields[speed]:,.0f}/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[scores]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(name, total=1.0, decisions=0, speed=0.0, scores="")

    def __enter__(self) -> Callable[[Status], None]:
        self._bar.start()
        return self.show

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, status: Status) -> None:
        """Bring the bar up to date."""
        self._bar.update(
            self._task,
            completed=status.done,
            decisions=status.decisions,
            speed=status.speed,
            scores=status.stage or status.line(self._width),
        )
