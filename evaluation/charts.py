"""The charts of a campaign's figures, each from its summary to SVG text."""

from collections.abc import Callable, Sequence

from evaluation import chart_parts, rate_charts
from evaluation.chart_parts import BOTTOM, LEFT, PLOT_HEIGHT, TOP
from evaluation.metrics.information import TurnGain
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.metrics.summary import Summary
from evaluation.rate_charts import Rated
from games import drawing
from games.drawing import Axes, Canvas, Palette, Scale

MOST_PLAYERS = 40
NOBODY_PLAYED = "Simulated, no person played"


def success(summary: Summary, canvas: Canvas) -> str:
    """Each player's success rate with its interval, the best first, above them their mean."""
    best = (Rated(name, summary.players[name].rate) for name in summary.best_first[:MOST_PLAYERS])
    shown = [Rated("Average", summary.average.rate, "accent"), *best]
    return rate_charts.rates(shown, canvas, title="Success by player")


def gain(summary: Summary, canvas: Canvas) -> str:
    """Mean gain by turn with its interval as a band, and the expected gain as a dashed line."""
    turns = summary.gain_by_turn
    height, title = TOP + PLOT_HEIGHT + 2 * BOTTOM, "Information gain by turn"
    if not turns:
        return chart_parts.empty(title, height, canvas)
    gained = [(turn.number, turn.gain) for turn in turns]
    expected = [(turn.number, turn.expected) for turn in turns]
    step, highest = chart_parts.bit_scale(figure for _, figure in (*gained, *expected))
    axes = Axes(
        Scale(1, max(2, len(turns)), LEFT, canvas.width - (20 if canvas.narrow else 110)),
        Scale(0, highest, TOP + PLOT_HEIGHT, TOP),
    )
    accent = canvas.palette.accent
    marks = canvas.mark() + chart_parts.bit_axis(axes, step, canvas)
    marks += chart_parts.band(gained, axes, accent)
    marks += chart_parts.line(expected, axes, canvas.palette.unsure, dashed=True)
    marks += chart_parts.line(gained, axes, accent)
    marks += _gain_labels(turns, axes, canvas)
    counts = [(number, chart_parts.n(figure)) for number, figure in gained]
    marks += chart_parts.turn_axis(counts, axes.x, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


def profile(summary: Summary, canvas: Canvas) -> str:
    return shares(summary.profile, canvas)


def shares(turns: Sequence[TurnProfile], canvas: Canvas) -> str:
    """The four shares at each turn, one bar a turn, the parts in the same order from below."""
    height, title = TOP + PLOT_HEIGHT + 2 * BOTTOM, "What is asked, by turn"
    if not any(turn.read for turn in turns):
        return chart_parts.empty(title, height, canvas)
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
    marks += chart_parts.turn_axis([(turn.number, turn.read) for turn in turns], axes.x, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


CHARTS: dict[str, Callable[[Summary, Canvas], str]] = {
    "success": success,
    "gain": gain,
    "profile": profile,
}


def _gain_labels(turns: Sequence[TurnGain], axes: Axes, canvas: Canvas) -> list[str]:
    """Beside the lines' ends where there is room, else above the picture."""
    colours = (canvas.palette.accent, canvas.palette.unsure)
    if canvas.narrow:
        return [
            drawing.text((LEFT, 30), "gain", colours[0]),
            drawing.text((LEFT + 44, 30), "expected, dashed", colours[1]),
        ]
    ends = axes.y(chart_parts.value(turns[-1].gain)), axes.y(chart_parts.value(turns[-1].expected))
    apart = max(0.0, 16 - abs(ends[0] - ends[1])) / 2
    up, left = -apart if ends[0] <= ends[1] else apart, axes.x.end + 10
    return [
        drawing.text((left, ends[0] + up), "gain", colours[0]),
        drawing.text((left, ends[1] - up), "expected gain", colours[1]),
    ]


def _fills(canvas: Canvas) -> str:
    colours = _colours(canvas.palette)
    patterns = (
        drawing.hatched(f"fill-{name}", colours[name], canvas.palette, angle=angle)
        for name, angle in (("shape", 45), ("surface", -45))
    )
    plain = (chart_parts.plain(f"fill-{name}", colours[name]) for name in ("material", "size"))
    return f"<defs>{''.join(patterns)}{''.join(plain)}</defs>"


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
