"""What the charts share: their measures, axes, whiskers, bands and lines."""

import math
from collections.abc import Iterable, Sequence

from evaluation.metrics.intervals import Estimate, Figure, Interval
from games import drawing
from games.drawing import Axes, Canvas, Point, Scale

ROW, TOP, BOTTOM = 26, 48, 30
LEFT, PLOT_HEIGHT = 60, 220
# Width of a letter of the charts' size, on average.
_LETTER = 7.6
# A number of two digits beside the next.
TURN_ROOM = 19


Numbered = Sequence[tuple[int, Figure]]


def value(figure: Figure) -> float:
    return figure.value if isinstance(figure, Estimate) else 0.0


def n(figure: Figure) -> int:
    return figure.n if isinstance(figure, Estimate) else 0


def empty(title: str, height: float, canvas: Canvas) -> str:
    middle = canvas.width / 2, height / 2
    words = drawing.text(middle, "Nothing to draw yet", canvas.palette.muted, anchor="middle")
    return drawing.picture(canvas, [*canvas.mark(), words], height=height, title=title)


def cut(name: str, letters: int) -> str:
    """The name, or as much of it as fits; the table beside the chart has it whole."""
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def share_axis(x: Scale, bottom: float, canvas: Canvas) -> list[str]:
    line, muted = canvas.palette.line, canvas.palette.muted
    marks = []
    for share in (0, 0.5, 1) if canvas.narrow else (0, 0.25, 0.5, 0.75, 1):
        at = x(share)
        marks.append(drawing.rule((at, TOP), (at, bottom), line))
        marks.append(drawing.text((at, bottom + 16), f"{share:.0%}", muted, anchor="middle"))
    if canvas.chance is not None:
        at = x(canvas.chance)
        marks.append(drawing.rule((at, TOP), (at, bottom), muted, dashed=True))
        marks.append(drawing.text((at, TOP - 10), "chance", muted, anchor="middle"))
    return marks


def whisker(name: str, figure: Figure, axes: Axes, *, at: int, colour: str) -> list[str]:
    x, y = axes.x, axes.y(at)
    room = int((x.start - 14) / _LETTER)
    marks = [drawing.text((x.start - 10, y), cut(name, room), colour, anchor="end")]
    if not isinstance(figure, Estimate):
        return [*marks, drawing.text((x.start + 4, y), "n/a", colour)]
    if isinstance(figure.interval, Interval):
        ends = (x(figure.interval.low), y), (x(figure.interval.high), y)
        marks.append(drawing.rule(*ends, colour, width=2))
    marks.append(drawing.dot((x(figure.value), y), colour, radius=5))
    return [*marks, drawing.text((x.end + 8, y), f"{figure.value:.0%}", colour)]


def bit_scale(figures: Iterable[Figure]) -> tuple[float, float]:
    """(step, top) of the axis of bits, with at most five steps above what is drawn."""
    ends = [
        figure.interval.high if isinstance(figure.interval, Interval) else figure.value
        for figure in figures
        if isinstance(figure, Estimate)
    ]
    highest = max(ends, default=0.0)
    step = next((step for step in (0.05, 0.1, 0.2, 0.5) if highest <= 5 * step), 1.0)
    return step, step * max(1, math.ceil(highest / step))


def bit_axis(axes: Axes, step: float, canvas: Canvas) -> list[str]:
    muted, x = canvas.palette.muted, axes.x
    marks = [drawing.text((8, 30), "bits", muted)]
    for at in range(round(axes.y.high / step) + 1):
        level = axes.y(at * step)
        marks.append(drawing.rule((x.start, level), (x.end, level), canvas.palette.line))
        marks.append(drawing.text((x.start - 8, level), f"{at * step:.4g}", muted, anchor="end"))
    return marks


def band(figures: Numbered, axes: Axes, colour: str, *, opacity: float = 0.18) -> list[str]:
    """An area for each run of turns with an interval: none is drawn where there is none."""
    upper: list[tuple[int, Point]] = []
    lower: list[tuple[int, Point]] = []
    for number, figure in figures:
        if isinstance(figure, Estimate) and isinstance(figure.interval, Interval):
            upper.append((number, axes.at(number, figure.interval.high)))
            lower.append((number, axes.at(number, figure.interval.low)))
    return [
        drawing.area([*above, *reversed(below)], colour, opacity=opacity)
        for above, below in zip(runs(upper), runs(lower), strict=True)
    ]


def line(figures: Numbered, axes: Axes, colour: str, *, dashed: bool = False) -> list[str]:
    """A line through each run of turns with a figure, and a dot for each of them."""
    points = [
        (number, axes.at(number, figure.value))
        for number, figure in figures
        if isinstance(figure, Estimate)
    ]
    lines = [drawing.path(run, colour, dashed=dashed) for run in runs(points)]
    return lines + [drawing.dot(point, colour, radius=2.5) for _, point in points]


def runs(points: Sequence[tuple[int, Point]]) -> list[list[Point]]:
    """The points of numbers that follow one another, cut where a number is left out."""
    runs: list[list[Point]] = []
    before = None
    for number, point in points:
        if before is None or number != before + 1:
            runs.append([])
        runs[-1].append(point)
        before = number
    return runs


def turn_axis(counts: Sequence[tuple[int, int]], x: Scale, canvas: Canvas) -> list[str]:
    """Turn numbers and under them n, which stands in two rows by turns where one is too narrow.

    Only every second turn or fewer where the numbers would touch, as on a phone.
    """
    top, muted = TOP + PLOT_HEIGHT, canvas.palette.muted
    room = (x.end - x.start) / len(counts)
    widest = _LETTER * max(len(str(n)) for _, n in counts) + 4
    step = max(math.ceil(TURN_ROOM / room), math.ceil(widest / (2 * room)))
    rows = 1 if step * room >= widest else 2
    marks = [
        drawing.text((8, top + 14), "turn", muted),
        drawing.text((8, top + 32), "n", muted),
    ]
    for at, (number, n) in enumerate(counts[::step]):
        marks.append(drawing.text((x(number), top + 14), str(number), muted, anchor="middle"))
        place = x(number), top + 32 + 16 * (at % rows)
        marks.append(drawing.text(place, str(n), muted, anchor="middle"))
    return marks


def count_ticks(highest: int) -> list[int]:
    """Whole numbers from 0 to the highest, with at most four round ones between."""
    sizes = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next((size for size in sizes if highest <= 5 * size), highest)
    between = [at for at in range(step, highest, step) if highest - at >= step / 2]
    return [0, *between, highest]


def apart(levels: Sequence[float], gap: float, *, lowest: float) -> list[float]:
    """Rising levels moved until each is a gap below the one before, none below the lowest."""
    moved: list[float] = []
    for level in levels:
        moved.append(max(level, moved[-1] + gap) if moved else level)
    for at in reversed(range(len(moved))):
        below = moved[at + 1] - gap if at + 1 < len(moved) else lowest
        moved[at] = min(moved[at], below)
    return moved


def plain(name: str, colour: str) -> str:
    """A fill of one colour, named as the hatched ones beside it."""
    return f'<linearGradient id="{name}"><stop stop-color="{colour}"/></linearGradient>'
