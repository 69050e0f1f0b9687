"""COAT's figures as SVG text: each point of a line with its interval, published ones muted."""

from collections.abc import Iterator, Sequence

from evaluation import rate_charts
from evaluation.coat.tables.cells import Cell, Chart, Line, Point
from evaluation.metrics.intervals import NOT_MEASURED, Estimate, Figure, Undefined
from evaluation.rate_charts import Block, Rated
from games.drawing import Canvas


def is_empty(chart: Chart) -> bool:
    """Whether nothing in it was measured here."""
    return not any(point.cell.value is not None for line in _own(chart) for point in line.points)


def draw(chart: Chart, canvas: Canvas) -> str:
    """A block for each group of points, such as a number of options; without groups for each x."""
    return rate_charts.blocks(list(_blocks(chart)), canvas, title=chart.title)


def told(chart: Chart) -> str:
    """What is seen, in a sentence."""
    measured = [
        f"{line.name} {point.group} {point.x}".replace("  ", " ") + f": {point.cell.value:.0%}"
        for line in _own(chart)
        for point in line.points
        if point.cell.value is not None
    ]
    return f"{chart.title}. " + "; ".join(measured)


def _blocks(chart: Chart) -> Iterator[Block]:
    """Of points that somebody here has a figure of, or the paper."""
    places = dict.fromkeys((point.group, point.x) for line in chart.lines for point in line.points)
    for group, x in places:
        rows = list(_rows(chart.lines, group, x))
        if any(isinstance(row.figure, Estimate) for row in rows):
            yield Block(", ".join(filter(None, (group, f"{x} {chart.x}".strip()))), rows)


def _rows(lines: Sequence[Line], group: str, x: str) -> Iterator[Rated]:
    for line in lines:
        for point in line.points:
            if (point.group, point.x) == (group, x) and _shown(line, point):
                yield Rated(line.name, _figure(point.cell), "muted" if line.published else "accent")


def _shown(line: Line, point: Point) -> bool:
    return not line.published or point.cell.value is not None


def _figure(cell: Cell) -> Figure:
    if cell.value is None:
        return Undefined(cell.why or NOT_MEASURED)
    return Estimate(cell.value, cell.questions, cell.within or Undefined(NOT_MEASURED))


def _own(chart: Chart) -> list[Line]:
    return [line for line in chart.lines if not line.published]
