"""The charts of a campaign's figures, each from its summary to SVG text."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation import drawing
from evaluation.drawing import Palette, Scale
from evaluation.metrics.information import TurnGain
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.metrics.summary import Summary

ROW, TOP, BOTTOM = 26, 48, 30
LEFT, PLOT_HEIGHT = 60, 220
MOST_PLAYERS = 40
CHANCE = 0.125
SIMULATED = "Simulated, no person played"


@dataclass(frozen=True)
class Canvas:
    """marked: a line that says what the figures are not, "" for none."""

    palette: Palette
    width: int
    marked: str = ""

    @property
    def narrow(self) -> bool:
        return self.width < 480

    def mark(self) -> list[str]:
        if not self.marked:
            return []
        return [drawing.text(8, 10, self.marked, self.palette.no)]


def success(summary: Summary, canvas: Canvas) -> str:
    """Each player's success rate with its interval, the best first, above them their mean."""
    best = sorted(summary.players.items(), key=lambda named: (-_value(named[1].rate), named[0]))
    shown = [("Average", summary.average.rate), *((name, s.rate) for name, s in best)]
    shown = shown[: MOST_PLAYERS + 1]
    height = TOP + ROW * len(shown) + BOTTOM
    x = Scale(0, 1, 150 if canvas.narrow else 190, canvas.width - 52)
    marks = canvas.mark() + _share_axis(x, height - BOTTOM, canvas)
    for at, (name, figure) in enumerate(shown):
        colour = canvas.palette.accent if at == 0 else canvas.palette.ink
        marks += _whisker(name, figure, x, TOP + ROW * (at + 0.5), colour)
    return drawing.picture(canvas.width, height, "Success by player", marks, canvas.palette)


def gain(summary: Summary, canvas: Canvas) -> str:
    """Mean gain by turn with its interval as a band, and the expected gain as a dashed line."""
    turns = summary.gain_by_turn
    height = TOP + PLOT_HEIGHT + 2 * BOTTOM
    if not turns:
        return _empty("Information gain by turn", height, canvas)
    x = Scale(1, max(2, len(turns)), LEFT, canvas.width - (20 if canvas.narrow else 110))
    step, highest = _bit_scale(turns)
    y = Scale(0, highest, TOP + PLOT_HEIGHT, TOP)
    marks = canvas.mark() + _bit_axis(y, x, step, canvas)
    marks += _band(turns, x, y, canvas)
    marks += _line_of(turns, lambda turn: turn.expected, x, y, canvas.palette.unsure, dashed=True)
    marks += _line_of(turns, lambda turn: turn.gain, x, y, canvas.palette.accent)
    marks += _gain_labels(turns, x, y, canvas)
    marks += _turn_axis([(t.number, _n(t.gain)) for t in turns], x, canvas)
    return drawing.picture(canvas.width, height, "Information gain by turn", marks, canvas.palette)


def profile(summary: Summary, canvas: Canvas) -> str:
    """The four shares at each turn, one bar a turn, the parts in the same order from below."""
    turns = summary.profile
    height = TOP + PLOT_HEIGHT + 2 * BOTTOM
    if not turns:
        return _empty("What is asked, by turn", height, canvas)
    last = turns[-1].number
    x = Scale(0.5, last + 0.5, LEFT - 8, canvas.width - (8 if canvas.narrow else 110))
    y = Scale(0, 1, TOP + PLOT_HEIGHT, TOP)
    marks = [_fills(canvas), *canvas.mark()]
    for turn in turns:
        marks += _bar(turn, x, y, width=min(28, 0.8 * (x(1) - x(0))))
    marks += [
        drawing.text(LEFT - 14, y(share), f"{share:.0%}", canvas.palette.muted, anchor="end")
        for share in (0, 0.5, 1)
    ]
    marks += _profile_labels(turns, x, y, canvas)
    marks += _turn_axis([(turn.number, turn.read) for turn in turns], x, canvas)
    return drawing.picture(canvas.width, height, "What is asked, by turn", marks, canvas.palette)


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
    words = drawing.text(
        canvas.width / 2, height / 2, "Nothing to draw yet", canvas.palette.muted, anchor="middle"
    )
    return drawing.picture(canvas.width, height, title, [*canvas.mark(), words], canvas.palette)


def _share_axis(x: Scale, bottom: float, canvas: Canvas) -> list[str]:
    marks = []
    for share in (0, 0.5, 1) if canvas.narrow else (0, 0.25, 0.5, 0.75, 1):
        marks.append(drawing.rule((x(share), TOP), (x(share), bottom), canvas.palette.line))
        marks.append(
            drawing.text(
                x(share), bottom + 16, f"{share:.0%}", canvas.palette.muted, anchor="middle"
            )
        )
    chance = x(CHANCE)
    marks.append(drawing.rule((chance, TOP), (chance, bottom), canvas.palette.muted, dashed=True))
    marks.append(drawing.text(chance, TOP - 10, "chance", canvas.palette.muted, anchor="middle"))
    return marks


def _whisker(name: str, figure: Figure, x: Scale, y: float, colour: str) -> list[str]:
    marks = [drawing.text(x.start - 10, y, name, colour, anchor="end")]
    if not isinstance(figure, Estimate):
        return [*marks, drawing.text(x.start + 4, y, "n/a", colour)]
    if isinstance(figure.interval, Interval):
        ends = (x(figure.interval.low), y), (x(figure.interval.high), y)
        marks.append(drawing.rule(*ends, colour, width=2))
    marks.append(drawing.dot(x(figure.value), y, colour, radius=5))
    return [*marks, drawing.text(x.end + 8, y, f"{figure.value:.0%}", colour)]


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


def _bit_axis(y: Scale, x: Scale, step: float, canvas: Canvas) -> list[str]:
    muted = canvas.palette.muted
    marks = [drawing.text(8, 30, "bits", muted)]
    for at in range(round(y.high / step) + 1):
        level = y(at * step)
        marks.append(drawing.rule((x.start, level), (x.end, level), canvas.palette.line))
        marks.append(drawing.text(x.start - 8, level, f"{at * step:.4g}", muted, anchor="end"))
    return marks


def _band(turns: Sequence[TurnGain], x: Scale, y: Scale, canvas: Canvas) -> list[str]:
    known = [
        (turn.number, turn.gain.interval)
        for turn in turns
        if isinstance(turn.gain, Estimate) and isinstance(turn.gain.interval, Interval)
    ]
    upper = [(x(number), y(interval.high)) for number, interval in known]
    lower = [(x(number), y(interval.low)) for number, interval in reversed(known)]
    return [drawing.area(upper + lower, canvas.palette.accent)] if known else []


def _line_of(
    turns: Sequence[TurnGain],
    figure: Callable[[TurnGain], Figure],
    x: Scale,
    y: Scale,
    colour: str,
    *,
    dashed: bool = False,
) -> list[str]:
    points = [
        (x(turn.number), y(found.value))
        for turn in turns
        if isinstance(found := figure(turn), Estimate)
    ]
    dots = [drawing.dot(*point, colour, radius=2.5) for point in points]
    return [drawing.path(points, colour, dashed=dashed), *dots]


def _gain_labels(turns: Sequence[TurnGain], x: Scale, y: Scale, canvas: Canvas) -> list[str]:
    """Beside the lines' ends where there is room, else above the picture."""
    colours = (canvas.palette.accent, canvas.palette.unsure)
    if canvas.narrow:
        return [
            drawing.text(LEFT, 30, "gain", colours[0]),
            drawing.text(LEFT + 44, 30, "expected, dashed", colours[1]),
        ]
    ends = y(_value(turns[-1].gain)), y(_value(turns[-1].expected))
    apart = max(0.0, 16 - abs(ends[0] - ends[1])) / 2
    up = -apart if ends[0] <= ends[1] else apart
    return [
        drawing.text(x.end + 10, ends[0] + up, "gain", colours[0]),
        drawing.text(x.end + 10, ends[1] - up, "expected gain", colours[1]),
    ]


def _turn_axis(counts: Sequence[tuple[int, int]], x: Scale, canvas: Canvas) -> list[str]:
    """Turn numbers and under them n; every second one or fewer where they would touch."""
    top, muted = TOP + PLOT_HEIGHT, canvas.palette.muted
    step = 1 + (len(counts) * (34 if counts[0][1] > 999 else 28)) // int(x.end - x.start)
    marks = [
        drawing.text(8, top + 16, "turn", muted),
        drawing.text(8, top + 36, "n", muted),
    ]
    for number, n in counts[::step]:
        marks.append(drawing.text(x(number), top + 16, str(number), muted, anchor="middle"))
        marks.append(drawing.text(x(number), top + 36, str(n), muted, anchor="middle"))
    return marks


def _fills(canvas: Canvas) -> str:
    colours = _colours(canvas.palette)
    patterns = (
        drawing.hatched(f"fill-{name}", colours[name], canvas.palette, angle)
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


def _bar(turn: TurnProfile, x: Scale, y: Scale, *, width: float) -> list[str]:
    marks: list[str] = []
    below = 0.0
    for name in DIMENSIONS:
        top = below + turn.shares[name]
        height = y(below) - y(top)
        left = x(turn.number) - width / 2
        marks.append(drawing.box(left, y(top), width, height - 1, f"url(#fill-{name})"))
        below = top
    return marks


def _profile_labels(turns: Sequence[TurnProfile], x: Scale, y: Scale, canvas: Canvas) -> list[str]:
    """The parts' names in their order, beside the bars, or above them on a phone."""
    marks = []
    for at, name in enumerate(DIMENSIONS):
        if canvas.narrow:
            left, middle = 8.0 + at * 78, TOP - 16.0
        else:
            left, middle = x.end + 12, y(0.125 + 0.25 * at)
        marks.append(drawing.box(left, middle - 6, 12, 12, f"url(#fill-{name})"))
        marks.append(drawing.text(left + 17, middle, name, canvas.palette.ink))
    return marks
