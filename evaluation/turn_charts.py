"""Charts over turns: curves of several players with bands, and how many turns plays took."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation import chart_parts
from evaluation.chart_parts import BOTTOM, LEFT, PLOT_HEIGHT, TOP, Numbered
from evaluation.metrics.endings import Ending, TurnsBin
from games import drawing
from games.drawing import Axes, Canvas, Palette, Scale

# More curves than colours that are told apart would have to share them.
MOST_CURVES = 6
_NAME_ROOM = 150
ROW_OF_KEY = 20


@dataclass(frozen=True)
class Curve:
    """One player's figure at each turn, in bits. colour: which of the six, from 0."""

    name: str
    points: Numbered
    colour: int = 0


def curves(shown: Sequence[Curve], canvas: Canvas, *, title: str) -> str:
    """The first six curves, each with its interval as a band and its name beside its end.

    On a phone their names stand in lines above the picture.
    """
    drawn = coloured([curve for curve in shown if curve.points][:MOST_CURVES])
    key = ROW_OF_KEY * len(drawn) if canvas.narrow else 0
    height = TOP + PLOT_HEIGHT + 2 * BOTTOM
    if not drawn:
        return chart_parts.empty(title, height, canvas)
    step, highest = chart_parts.bit_scale(figure for curve in drawn for _, figure in curve.points)
    last = max(number for curve in drawn for number, _ in curve.points)
    right = canvas.width - (20 if canvas.narrow else _NAME_ROOM)
    axes = Axes(Scale(1, max(2, last), LEFT, right), Scale(0, highest, TOP + PLOT_HEIGHT, TOP))
    marks = canvas.mark() + chart_parts.bit_axis(axes, step, canvas)
    # Many bands on top of each other would hide the curves.
    opacity = 0.18 if len(drawn) < 3 else 0.06
    for curve in drawn:
        colour = _colours(canvas.palette)[curve.colour]
        marks += chart_parts.band(curve.points, axes, colour, opacity=opacity)
    for curve in drawn:
        colour = _colours(canvas.palette)[curve.colour]
        marks += chart_parts.line(curve.points, axes, colour, dashed=bool(curve.colour % 2))
    marks += _turn_numbers(last, axes.x, canvas)
    marks += _key_below(drawn, canvas, height) if canvas.narrow else _names(drawn, axes, canvas)
    return drawing.picture(canvas, marks, height=height + key, title=title)


def coloured(shown: Sequence[Curve]) -> list[Curve]:
    """Each with its colour by its name's place among all names: ranks do not change it."""
    order = sorted(range(len(shown)), key=lambda at: (shown[at].name, at))
    return [replace(curve, colour=order.index(at)) for at, curve in enumerate(shown)]


def histogram(bins: Sequence[TurnsBin], canvas: Canvas, *, title: str) -> str:
    """Plays by the turns that they spent, one bar a number, from below by how they ended."""
    height = TOP + PLOT_HEIGHT + 2 * BOTTOM
    totals = [sum(each.counts.values()) for each in bins]
    if not any(totals):
        return chart_parts.empty(title, height, canvas)
    right = canvas.width - (14 if canvas.narrow else 110)
    axes = Axes(
        Scale(bins[0].turns - 0.5, bins[-1].turns + 0.5, LEFT - 8, right),
        Scale(0, max(totals), TOP + PLOT_HEIGHT, TOP),
    )
    marks = [_fills(canvas.palette), *canvas.mark()]
    marks += [
        drawing.text((LEFT - 14, axes.y(plays)), f"{plays:,}", canvas.palette.muted, anchor="end")
        for plays in chart_parts.count_ticks(max(totals))
    ]
    for each in bins:
        marks += _bar(each, axes)
    counts = [(each.turns, total) for each, total in zip(bins, totals, strict=True)]
    marks += chart_parts.turn_axis(counts, axes.x, canvas)
    marks += _endings_key(axes, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


def _colours(palette: Palette) -> tuple[str, ...]:
    return (
        palette.accent, palette.unsure, palette.yes, palette.no, palette.ink, palette.muted
    )  # fmt: skip


def _turn_numbers(last: int, x: Scale, canvas: Canvas) -> list[str]:
    """Every turn's number, every second on a phone; n differs by curve, so the table has it."""
    top, muted = TOP + PLOT_HEIGHT + 16, canvas.palette.muted
    step = math.ceil(chart_parts.TURN_ROOM * last / (x.end - x.start))
    numbers = range(1, last + 1, step)
    return [
        drawing.text((8, top), "turn", muted),
        *(drawing.text((x(at), top), str(at), muted, anchor="middle") for at in numbers),
    ]


def _names(drawn: Sequence[Curve], axes: Axes, canvas: Canvas) -> list[str]:
    """Beside the ends of the curves, moved apart where they would touch."""
    ends = [(axes.y(chart_parts.value(curve.points[-1][1])), at) for at, curve in enumerate(drawn)]
    marks: list[str] = []
    levels = chart_parts.apart(sorted(end for end, _ in ends), 16, lowest=TOP + PLOT_HEIGHT)
    for (end, at), level in zip(sorted(ends), levels, strict=True):
        colour = _colours(canvas.palette)[drawn[at].colour]
        last = drawn[at].points[-1][0]
        leader = (axes.x(last) + 5, end), (axes.x.end + 12, level)
        marks.append(drawing.rule(*leader, colour, dashed=True))
        name = chart_parts.cut(drawn[at].name, 17)
        marks.append(drawing.text((axes.x.end + 16, level), name, colour))
    return marks


def _key_below(drawn: Sequence[Curve], canvas: Canvas, top: float) -> list[str]:
    marks: list[str] = []
    for at, curve in enumerate(drawn):
        colour, level = _colours(canvas.palette)[curve.colour], top - BOTTOM / 2 + ROW_OF_KEY * at
        dashed = bool(curve.colour % 2)
        marks.append(drawing.path([(8, level), (32, level)], colour, dashed=dashed))
        marks.append(drawing.text((40, level), chart_parts.cut(curve.name, 38), colour))
    return marks


def _endings(palette: Palette) -> Mapping[Ending, str]:
    return {
        Ending.SOLVED: palette.yes,
        Ending.WRONG_GUESS: palette.no,
        Ending.OUT_OF_TURNS: palette.unsure,
        Ending.ABORTED: palette.muted,
    }


def _fills(palette: Palette) -> str:
    """Neighbours differ in their pattern too."""
    colours = _endings(palette)
    plain = "".join(
        chart_parts.plain(f"fill-{ending}", colours[ending])
        for ending in (Ending.SOLVED, Ending.OUT_OF_TURNS)
    )
    patterns = "".join(
        drawing.hatched(f"fill-{ending}", colours[ending], palette, angle=angle)
        for ending, angle in ((Ending.WRONG_GUESS, 45), (Ending.ABORTED, -45))
    )
    return f"<defs>{patterns}{plain}</defs>"


def _bar(each: TurnsBin, axes: Axes) -> list[str]:
    width = min(26, 0.8 * (axes.x(1) - axes.x(0)))
    marks: list[str] = []
    below = 0
    for ending, plays in each.counts.items():
        if not plays:
            continue
        top = axes.y(below + plays)
        corner = axes.x(each.turns) - width / 2, top
        marks.append(drawing.box(corner, (width, axes.y(below) - top), f"url(#fill-{ending})"))
        below += plays
    return marks


def _endings_key(axes: Axes, canvas: Canvas) -> list[str]:
    """The endings' names in their order, beside the bars, or above them on a phone."""
    marks: list[str] = []
    for at, ending in enumerate(Ending):
        if canvas.narrow:
            # Two rows of two: four names beside each other are wider than a phone.
            left, middle = 8.0 + 110 * (at % 2), TOP - 34.0 + 18 * (at // 2)
        else:
            left, middle = axes.x.end + 8, TOP + PLOT_HEIGHT - 10.0 - 24 * at
        words = ending.replace("_", " ")
        marks.append(drawing.box((left, middle - 6), (10, 12), f"url(#fill-{ending})"))
        marks.append(drawing.text((left + 14, middle), words, canvas.palette.ink))
    return marks
