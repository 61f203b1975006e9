"""Figures of a report, as SVG that stands inside a page.

Text stays text. Colours are the page's own (``currentColor`` and variables of its style sheet), so
a figure follows the page into the dark and onto paper, and no meaning hangs on colour alone:
what belongs to the second of two is drawn hollow. Equal figures give equal text.
"""

import io
import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

from fracas.evaluation.stats import Estimate, shown

INK, LINE, FIRST, SECOND = "#010203", "#040506", "#070809", "#0a0b0c"
"""Stand-ins for the colours of the page."""

_COLOURS = {
    INK: "currentColor",
    LINE: "var(--line)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
}
_WIDTH = 9.4  # inches
_STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8,
    "grid.color": LINE,
    "grid.linewidth": 0.5,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": LINE,
    "xtick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.color": LINE,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
}
_NOT_PRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_PAGE_WIDE = re.compile(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>", re.DOTALL)
_NEEDLESS = (
    re.compile(r"(?<=<g) id=\"[^\"]*\""),
    re.compile(r" transform=\"rotate\(-0 [^\"]*\""),
)
_FAMILY = re.compile(r"'DejaVu Sans'(?:, [^;\"]*)?sans-serif")


def printable(text: object) -> str:
    """Return a text in one line, without the characters that no page may hold."""
    return " ".join(_NOT_PRINTABLE.sub("\ufffd", str(text)).split())


def short(name: object, most: int = 26) -> str:
    """Return a name for an axis; of a long one its end, which tells runs apart."""
    text = printable(name)
    return text if len(text) <= most else "\u2026" + text[1 - most :]


class _Figure:
    """Panels of equal size in rows, and what somebody hears who doesn't see them.

    Args:
        name: names the figure's parts in the page; each figure needs another.
        title: what the figure shows.
        panels: how many.
        columns: panels in a row.
        height: of one row, in inches.
        left: room for labels at the left of each panel, in inches.
        foot: room for labels below, in inches.
    """

    def __init__(
        self,
        name: str,
        title: str,
        panels: int,
        columns: int,
        height: float,
        left: float,
        foot: float = 0.5,
    ) -> None:
        from matplotlib.figure import Figure

        self.name, self.title = name, title
        rows = math.ceil(panels / columns)
        whole = rows * height
        self._canvas = Figure(figsize=(_WIDTH, whole))
        self.axes = [
            self._canvas.add_axes(
                (
                    (panel % columns * (_WIDTH / columns) + left) / _WIDTH,
                    1 - (panel // columns * height + height - foot) / whole,
                    (_WIDTH / columns - left - 0.2) / _WIDTH,
                    (height - foot - 0.3) / whole,
                )
            )
            for panel in range(panels)
        ]

    def svg(self, told: str) -> str:
        """Return the figure.

        Args:
            told: its figures in words.
        """
        out = io.StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        self._canvas.savefig(out, format="svg", metadata=nothing)
        text = _PAGE_WIDE.sub("", out.getvalue(), count=1)
        head, _, rest = text[text.index("<svg") :].partition(">")
        box = head[head.index("viewBox") :].split('"')[1]  # the page sets the size
        for stand_in, colour in _COLOURS.items():
            rest = rest.replace(stand_in, colour)
        for needless in _NEEDLESS:
            rest = needless.sub("", rest)
        for before in (' id="', "url(#", 'href="#'):
            rest = rest.replace(before, f"{before}{self.name}-")
        rest = re.sub(r" *\n *", "\n", _FAMILY.sub("inherit", rest))
        return (
            f'<svg viewBox="{box}" role="img" aria-labelledby="{self.name} {self.name}-told">'
            f'<title id="{self.name}">{escape(printable(self.title))}</title>'
            f'<desc id="{self.name}-told">{escape(printable(told))}</desc>{rest}'
        )


@contextmanager
def _drawing(name: str) -> Iterator[None]:
    """Draw in the page's style, whatever the reader's own settings of matplotlib."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # the browser has others
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE | {"svg.hashsalt": name})
        yield


def curves(
    name: str, title: str, lines: Sequence[tuple[str, Sequence[float], Sequence[float]]]
) -> str:
    """Return a panel for each line of scores in %.

    Args:
        name: of the figure in the page.
        title: what it shows.
        lines: (label, millions of decisions, scores).
    """
    with _drawing(name):
        figure = _Figure(name, title, len(lines), 4, height=1.45, left=0.35, foot=0.35)
        most = max(xs[-1] for _, xs, _ in lines)
        for axes, (label, xs, ys) in zip(figure.axes, lines, strict=True):
            axes.plot(xs, ys, color=FIRST, linewidth=1.2)
            axes.plot(xs[-1:], ys[-1:], "o", color=FIRST, markersize=3)
            axes.axhline(50, color=LINE, linewidth=0.8, linestyle=(0, (3, 2)))
            axes.set_title(f"{short(label)}: {ys[-1]:.0f}")
            axes.set_xlim(0, most * 1.02)
            axes.set_ylim(0, 100)
            axes.set_yticks((0, 50, 100))
            axes.grid(axis="y")
            axes.locator_params(axis="x", nbins=4)
            axes.xaxis.set_major_formatter("{x:g} M")
        told = (f"{label} from {ys[0]:.0f} to {ys[-1]:.0f}" for label, _, ys in lines)
        return figure.svg("Score in % at the beginning and at the end: " + "; ".join(told))


Rows = Sequence[tuple[str, Sequence[Estimate | None]]]
"""(label, an estimate for each series)."""


def intervals(name: str, title: str, panels: Sequence[tuple[str, Rows]], unit: str) -> list[str]:
    """Return figures of points with intervals, one in a row, a panel for each group.

    Args:
        name: of the figures in the page.
        title: what they show.
        panels: (heading, rows of one series).
        unit: what is measured.
    """
    ends = [e.value if e.high is None else e.high for e in _estimates(panels)]
    limits = (0.0, max(ends, default=1.0) * 1.05)

    def draw(axes: Any, rows: Rows) -> None:
        for y, (_, (estimate,)) in enumerate(rows):
            _whisker(axes, y, estimate, FIRST, "o")

    return _rows_figures(name, title, panels, ("",), unit, 0.19, limits, draw)


def bars(
    name: str, title: str, panels: Sequence[tuple[str, Rows]], series: Sequence[str], unit: str
) -> list[str]:
    """Return figures of bars with intervals, one for each series in a row, a panel for each group.

    Args:
        name: of the figures in the page.
        title: what they show.
        panels: (heading, rows).
        series: names of the one or two series; the second is drawn hollow.
        unit: what is measured.
    """
    values = [v for e in _estimates(panels) for v in (e.value, e.low, e.high) if v is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    room = (high - low or 1.0) * 0.03
    thick = 0.8 / len(series)

    def draw(axes: Any, rows: Rows) -> None:
        axes.axvline(0, color=LINE, linewidth=0.8)
        for number, colour in zip(range(len(series)), (FIRST, SECOND), strict=False):
            at = [y - 0.4 + thick * (number + 0.5) for y in range(len(rows))]
            found = [estimates[number] for _, estimates in rows]
            lengths = [0.0 if estimate is None else estimate.value for estimate in found]
            face = "none" if number else (colour, 0.65)
            axes.barh(at, lengths, thick * 0.8, facecolor=face, edgecolor=colour, linewidth=0.8)
            for y, estimate in zip(at, found, strict=True):
                _whisker(axes, y, estimate, INK, "")

    height = 0.16 * len(series) + 0.06
    limits = (low - (room if low else 0.0), high + room)
    return _rows_figures(name, title, panels, series, unit, height, limits, draw)


def _rows_figures(
    name: str,
    title: str,
    panels: Sequence[tuple[str, Rows]],
    series: Sequence[str],
    unit: str,
    height: float,
    limits: tuple[float, float],
    draw: Callable[[Any, Rows], None],
) -> list[str]:
    """Return a figure for every two panels; their rows are labelled, the first at the top."""
    figures = []
    for start in range(0, len(panels), 2):
        some = panels[start : start + 2]
        columns = min(2, len(panels))
        most = max(len(rows) for _, rows in some)
        with _drawing(f"{name}{start}"):
            figure = _Figure(
                f"{name}{start}", title, len(some), columns, most * height + 0.85, left=1.65
            )
            for axes, (heading, rows) in zip(figure.axes, some, strict=True):
                draw(axes, rows)
                axes.set_title(short(heading, 44))
                axes.set_yticks(range(len(rows)), [short(label) for label, _ in rows])
                axes.set_ylim(most - 0.5, -0.5)
                axes.set_xlim(limits)
                axes.set_xlabel(unit)
                axes.grid(axis="x")
                axes.locator_params(axis="x", nbins=6)
            figures.append(figure.svg(_told(some, series)))
    return figures


def _whisker(axes: Any, y: float, estimate: Estimate | None, colour: str, mark: str) -> None:
    if estimate is None:
        return
    if estimate.low is not None and estimate.high is not None:
        axes.plot((estimate.low, estimate.high), (y, y), color=colour, linewidth=1, clip_on=False)
    if mark:
        axes.plot((estimate.value,), (y,), mark, color=colour, markersize=4)


def _estimates(panels: Sequence[tuple[str, Rows]]) -> list[Estimate]:
    return [e for _, rows in panels for _, found in rows for e in found if e is not None]


def _told(panels: Sequence[tuple[str, Rows]], series: Sequence[str]) -> str:
    return " ".join(
        f"{heading}: "
        + "; ".join(
            f"{label} "
            + ", ".join(
                f"{name} {shown(estimate)}".strip()
                for name, estimate in zip(series, estimates, strict=True)
            )
            for label, estimates in rows
        )
        + "."
        for heading, rows in panels
    )
