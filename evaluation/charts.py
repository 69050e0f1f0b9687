"""The charts of a campaign's figures, each from its summary to SVG text."""

import math
from collections.abc import Callable, Iterable, Sequence

from evaluation.metrics.information import TurnGain
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.metrics.summary import Summary
from games import drawing
from games.drawing import Axes, Canvas, Palette, Point, Scale

ROW, TOP, BOTTOM = 26, 48, 30
LEFT, PLOT_HEIGHT = 60, 220
MOST_PLAYERS = 40
NOBODY_PLAYED = "Simulated, no person played"


def success(summary: Summary, canvas: Canvas) -> str:
    """Each player's success rate with its interval, the best first, above them their mean."""
    best = ((name, summary.players[name].rate) for name in summary.best_first[:MOST_PLAYERS])
    shown = [("Average", summary.average.rate), *best]
    height = TOP + ROW * len(shown) + BOTTOM
    x = Scale(0, 1, 150 if canvas.narrow else 190, canvas.width - 52)
    marks = canvas.mark() + _share_axis(x, height - BOTTOM, canvas)
    rows = Scale(0, 1, TOP + ROW / 2, TOP + 3 * ROW / 2)
    for at, (name, figure) in enumerate(shown):
        colour = canvas.palette.ink if at else canvas.palette.accent
        marks += _whisker(name, figure, Axes(x, rows), at=at, colour=colour)
    return drawing.picture(canvas, marks, height=height, title="Success by player")


def gain(summary: Summary, canvas: Canvas) -> str:
    """Mean gain by turn with its interval as a band, and the expected gain as a dashed line."""
    turns = summary.gain_by_turn
    height, title = TOP + PLOT_HEIGHT + 2 * BOTTOM, "Information gain by turn"
    if not turns:
        return _empty(title, height, canvas)
    step, highest = _bit_scale(turns)
    axes = Axes(
        Scale(1, max(2, len(turns)), LEFT, canvas.width - (20 if canvas.narrow else 110)),
        Scale(0, highest, TOP + PLOT_HEIGHT, TOP),
    )
    marks = canvas.mark() + _bit_axis(axes, step, canvas) + _bands(turns, axes, canvas)
    expected = ((turn.number, turn.expected) for turn in turns)
    gained = ((turn.number, turn.gain) for turn in turns)
    marks += _line(expected, axes, canvas.palette.unsure, dashed=True)
    marks += _line(gained, axes, canvas.palette.accent)
    marks += _gain_labels(turns, axes, canvas)
    marks += _turn_axis([(turn.number, _n(turn.gain)) for turn in turns], axes.x, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


def profile(summary: Summary, canvas: Canvas) -> str:
    """The four shares at each turn, one bar a turn, the parts in the same order from below."""
    turns = summary.profile
    height, title = TOP + PLOT_HEIGHT + 2 * BOTTOM, "What is asked, by turn"
    if not any(turn.read for turn in turns):
        return _empty(title, height, canvas)
    right = canvas.width - (8 if canvas.narrow else 110)
    axes = Axes(
        Scale(0.5, turns[-1].number + 0.5, LEFT - 8, right), Scale(0, 1, TOP + PLOT_HEIGHT, TOP)
    )
    marks = [_fills(canvas), *canvas.mark()]
    for turn in turns:
        marks += _bar(turn, axes)
    marks += [
        drawing.text((LEFT - 14, axes.y(share)), f"{share:.0%}", canvas.palette.muted, anchor="end")
        for share in (0, 0.5, 1)
    ]
    marks += _profile_labels(axes, canvas)
    marks += _turn_axis([(turn.number, turn.read) for turn in turns], axes.x, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


CHARTS: dict[str, Callable[[Summary, Canvas], str]] = {
    "success": success,
    "gain": gain,
    "profile": profile,
}


def _value(figure: Figure) -> float:
    return figure.value if isinstance(figure, Estimate) else 0.0


def _n(figure: Figure) -> int:
    return figure.n if isinstance(figure, Estimate) else 0


def _empty(title: str, height: float, canvas: Canvas) -> str:
    middle = canvas.width / 2, height / 2
    words = drawing.text(middle, "Nothing to draw yet", canvas.palette.muted, anchor="middle")
    return drawing.picture(canvas, [*canvas.mark(), words], height=height, title=title)


def _share_axis(x: Scale, bottom: float, canvas: Canvas) -> list[str]:
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


def _whisker(name: str, figure: Figure, axes: Axes, *, at: int, colour: str) -> list[str]:
    x, y = axes.x, axes.y(at)
    marks = [drawing.text((x.start - 10, y), name, colour, anchor="end")]
    if not isinstance(figure, Estimate):
        return [*marks, drawing.text((x.start + 4, y), "n/a", colour)]
    if isinstance(figure.interval, Interval):
        ends = (x(figure.interval.low), y), (x(figure.interval.high), y)
        marks.append(drawing.rule(*ends, colour, width=2))
    marks.append(drawing.dot((x(figure.value), y), colour, radius=5))
    return [*marks, drawing.text((x.end + 8, y), f"{figure.value:.0%}", colour)]


def _bit_scale(turns: Sequence[TurnGain]) -> tuple[float, float]:
    """(step, top) of the axis of bits, with at most five steps above what is drawn."""
    ends = [
        figure.interval.high if isinstance(figure.interval, Interval) else figure.value
        for turn in turns
        for figure in (turn.gain, turn.expected)
        if isinstance(figure, Estimate)
    ]
    highest = max(ends, default=0.0)
    step = next((step for step in (0.05, 0.1, 0.2, 0.5) if highest <= 5 * step), 1.0)
    return step, step * max(1, math.ceil(highest / step))


def _bit_axis(axes: Axes, step: float, canvas: Canvas) -> list[str]:
    muted, x = canvas.palette.muted, axes.x
    marks = [drawing.text((8, 30), "bits", muted)]
    for at in range(round(axes.y.high / step) + 1):
        level = axes.y(at * step)
        marks.append(drawing.rule((x.start, level), (x.end, level), canvas.palette.line))
        marks.append(drawing.text((x.start - 8, level), f"{at * step:.4g}", muted, anchor="end"))
    return marks


def _bands(turns: Sequence[TurnGain], axes: Axes, canvas: Canvas) -> list[str]:
    """An area for each run of turns with an interval: none is drawn where there is none."""
    upper: list[tuple[int, Point]] = []
    lower: list[tuple[int, Point]] = []
    for turn in turns:
        if isinstance(turn.gain, Estimate) and isinstance(turn.gain.interval, Interval):
            upper.append((turn.number, axes.at(turn.number, turn.gain.interval.high)))
            lower.append((turn.number, axes.at(turn.number, turn.gain.interval.low)))
    return [
        drawing.area([*above, *reversed(below)], canvas.palette.accent)
        for above, below in zip(_runs(upper), _runs(lower), strict=True)
    ]


def _line(
    figures: Iterable[tuple[int, Figure]], axes: Axes, colour: str, *, dashed: bool = False
) -> list[str]:
    """A line through each run of turns with a figure, and a dot for each of them."""
    points = [
        (number, axes.at(number, figure.value))
        for number, figure in figures
        if isinstance(figure, Estimate)
    ]
    lines = [drawing.path(run, colour, dashed=dashed) for run in _runs(points)]
    return lines + [drawing.dot(point, colour, radius=2.5) for _, point in points]


def _runs(points: Sequence[tuple[int, Point]]) -> list[list[Point]]:
    """The points of numbers that follow one another, cut where a number is left out."""
    runs: list[list[Point]] = []
    before = None
    for number, point in points:
        if before is None or number != before + 1:
            runs.append([])
        runs[-1].append(point)
        before = number
    return runs


def _gain_labels(turns: Sequence[TurnGain], axes: Axes, canvas: Canvas) -> list[str]:
    """Beside the lines' ends where there is room, else above the picture."""
    colours = (canvas.palette.accent, canvas.palette.unsure)
    if canvas.narrow:
        return [
            drawing.text((LEFT, 30), "gain", colours[0]),
            drawing.text((LEFT + 44, 30), "expected, dashed", colours[1]),
        ]
    ends = axes.y(_value(turns[-1].gain)), axes.y(_value(turns[-1].expected))
    apart = max(0.0, 16 - abs(ends[0] - ends[1])) / 2
    up, left = -apart if ends[0] <= ends[1] else apart, axes.x.end + 10
    return [
        drawing.text((left, ends[0] + up), "gain", colours[0]),
        drawing.text((left, ends[1] - up), "expected gain", colours[1]),
    ]


def _turn_axis(counts: Sequence[tuple[int, int]], x: Scale, canvas: Canvas) -> list[str]:
    """Turn numbers and under them n; every second one or fewer where they would touch."""
    top, muted = TOP + PLOT_HEIGHT, canvas.palette.muted
    step = 1 + (len(counts) * (34 if counts[0][1] > 999 else 28)) // int(x.end - x.start)
    marks = [
        drawing.text((8, top + 16), "turn", muted),
        drawing.text((8, top + 36), "n", muted),
    ]
    for number, n in counts[::step]:
        marks.append(drawing.text((x(number), top + 16), str(number), muted, anchor="middle"))
        marks.append(drawing.text((x(number), top + 36), str(n), muted, anchor="middle"))
    return marks


def _fills(canvas: Canvas) -> str:
    colours = _colours(canvas.palette)
    patterns = (
        drawing.hatched(f"fill-{name}", colours[name], canvas.palette, angle=angle)
        for name, angle in (("shape", 45), ("surface", -45))
    )
    return f"<defs>{''.join(patterns)}{_plain(colours)}</defs>"


def _plain(colours: dict[str, str]) -> str:
    return "".join(
        f'<linearGradient id="fill-{name}"><stop stop-color="{colours[name]}"/></linearGradient>'
        for name in ("material", "size")
    )


def _colours(palette: Palette) -> dict[str, str]:
    return {
        "material": palette.accent,
        "shape": palette.yes,
        "size": palette.unsure,
        "surface": palette.muted,
    }


def _bar(turn: TurnProfile, axes: Axes) -> list[str]:
    """No mark for a turn of which nothing was read."""
    width = min(28, 0.8 * (axes.x(1) - axes.x(0)))
    marks: list[str] = []
    below = 0.0
    for name in DIMENSIONS if turn.shares else ():
        top = below + turn.shares[name]
        height = axes.y(below) - axes.y(top)
        corner = axes.x(turn.number) - width / 2, axes.y(top)
        marks.append(drawing.box(corner, (width, height - 1), f"url(#fill-{name})"))
        below = top
    return marks


def _profile_labels(axes: Axes, canvas: Canvas) -> list[str]:
    """The parts' names in their order, beside the bars, or above them on a phone."""
    marks = []
    for at, name in enumerate(DIMENSIONS):
        if canvas.narrow:
            left, middle = 8.0 + at * 78, TOP - 16.0
        else:
            left, middle = axes.x.end + 12, axes.y((at + 0.5) / len(DIMENSIONS))
        marks.append(drawing.box((left, middle - 6), (12, 12), f"url(#fill-{name})"))
        marks.append(drawing.text((left + 17, middle), name, canvas.palette.ink))
    return marks
