"""Charts of rates: a line for each with its interval, in one block or several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evaluation import chart_parts
from evaluation.chart_parts import BOTTOM, ROW, TOP
from evaluation.metrics.intervals import Figure
from games import drawing
from games.drawing import Axes, Canvas, Scale

Tone = Literal["ink", "accent", "muted"]


@dataclass(frozen=True)
class Rated:
    name: str
    figure: Figure
    tone: Tone = "ink"


@dataclass(frozen=True)
class Block:
    """heading: stands above its lines."""

    heading: str
    lines: Sequence[Rated]


def rates(lines: Sequence[Rated], canvas: Canvas, *, title: str) -> str:
    return blocks([Block("", lines)], canvas, title=title)


def blocks(shown: Sequence[Block], canvas: Canvas, *, title: str) -> str:
    """The blocks one below the other over one axis of shares."""
    rows = sum(len(block.lines) + bool(block.heading) for block in shown)
    height = TOP + ROW * rows + BOTTOM
    if not rows:
        return chart_parts.empty(title, height + 2 * ROW, canvas)
    axes = Axes(
        Scale(0, 1, 150 if canvas.narrow else 190, canvas.width - 52),
        Scale(0, 1, TOP + ROW / 2, TOP + 3 * ROW / 2),
    )
    marks = canvas.mark() + chart_parts.share_axis(axes.x, height - BOTTOM, canvas)
    at = 0
    for block in shown:
        if block.heading:
            place = 8, axes.y(at)
            marks.append(drawing.text(place, block.heading, canvas.palette.muted))
            at += 1
        for line in block.lines:
            colour = getattr(canvas.palette, line.tone)
            marks += chart_parts.whisker(line.name, line.figure, axes, at=at, colour=colour)
            at += 1
    return drawing.picture(canvas, marks, height=height, title=title)
