"""How a model's loss fell while it was tuned, as SVG text."""

import math
from collections.abc import Sequence

from evaluation import chart_parts
from evaluation.chart_parts import BOTTOM, LEFT, PLOT_HEIGHT, TOP
from games import drawing
from games.drawing import Axes, Canvas, Scale

TITLE = "Loss by step"
TICKS = 4


def loss(losses: Sequence[float], canvas: Canvas) -> str:
    """A line over the steps done so far, from no loss to the largest."""
    height = TOP + PLOT_HEIGHT + BOTTOM
    if not losses:
        return chart_parts.empty(TITLE, height, canvas)
    top = _top(max(losses))
    axes = Axes(
        Scale(1, max(2, len(losses)), LEFT, canvas.width - 20),
        Scale(0, top, TOP + PLOT_HEIGHT, TOP),
    )
    marks = [*canvas.mark(), *_levels(top, axes, canvas), *_steps(len(losses), axes, canvas)]
    points = [axes.at(number, each) for number, each in enumerate(losses, start=1)]
    marks.append(drawing.path(points, canvas.palette.accent))
    marks.append(drawing.dot(points[-1], canvas.palette.accent))
    return drawing.picture(canvas, marks, height=height, title=TITLE)


def _top(highest: float) -> float:
    """The next round number above: 1, 2 or 5 of some power of ten."""
    power = 10.0 ** math.floor(math.log10(max(highest, 1e-6)))
    return next(digit * power for digit in (1, 2, 5, 10) if highest <= digit * power)


def _levels(top: float, axes: Axes, canvas: Canvas) -> list[str]:
    muted, line = canvas.palette.muted, canvas.palette.line
    marks = [drawing.text((8, 30), "loss", muted)]
    for at in range(TICKS + 1):
        value = top * at / TICKS
        level = axes.y(value)
        marks.append(drawing.rule((axes.x.start, level), (axes.x.end, level), line))
        marks.append(drawing.text((axes.x.start - 8, level), f"{value:.3g}", muted, anchor="end"))
    return marks


def _steps(count: int, axes: Axes, canvas: Canvas) -> list[str]:
    bottom = TOP + PLOT_HEIGHT + 14
    muted = canvas.palette.muted
    marks = [drawing.text((8, bottom), "step", muted)]
    for number in sorted({1, max(1, count // 2), count}):
        marks.append(drawing.text((axes.x(number), bottom), f"{number}", muted, anchor="middle"))
    return marks
