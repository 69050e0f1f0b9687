"""How often each letter was chosen beside how often it was right, as SVG text."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import chart_parts
from evaluation.chart_parts import BOTTOM, LEFT, PLOT_HEIGHT, TOP
from games import drawing
from games.drawing import Canvas, Point, Scale

TITLE = "Letters chosen and letters right"
STEPS = 4
WIDEST = 56
_HATCH = "letters-right"


@dataclass(frozen=True)
class Bars:
    """right: None where nothing can be right, as of no answer."""

    name: str
    chosen: int
    right: int | None


def letters(lines: Sequence[Bars], canvas: Canvas, *, title: str = TITLE) -> str:
    """Two columns for each: solid how often it was chosen, hatched how often it was right."""
    height = TOP + PLOT_HEIGHT + BOTTOM
    if not any(line.chosen for line in lines):
        return chart_parts.empty(title, height, canvas)
    top = _top(max(max(line.chosen, line.right or 0) for line in lines))
    level = Scale(0, top, TOP + PLOT_HEIGHT, TOP)
    palette = canvas.palette
    hatch = drawing.hatched(_HATCH, palette.muted, palette, angle=45)
    marks = [*canvas.mark(), f"<defs>{hatch}</defs>", *_legend(canvas)]
    for at in range(STEPS + 1):
        y = level(top * at / STEPS)
        marks.append(drawing.rule((LEFT, y), (canvas.width - 8, y), palette.line))
        said = f"{top * at // STEPS:,}"
        marks.append(drawing.text((LEFT - 8, y), said, palette.muted, anchor="end"))
    room = (canvas.width - LEFT - 8) / len(lines)
    for at, line in enumerate(lines):
        marks += _group(line, (LEFT + room * (at + 0.5), room), level, canvas)
    return drawing.picture(canvas, marks, height=height, title=title)


def _legend(canvas: Canvas) -> list[str]:
    palette, y = canvas.palette, 22
    return [
        drawing.box((LEFT, y - 6), (12, 12), palette.accent),
        drawing.text((LEFT + 18, y), "chosen", palette.accent),
        drawing.box((LEFT + 84, y - 6), (12, 12), f"url(#{_HATCH})"),
        drawing.text((LEFT + 102, y), "right", palette.muted),
    ]


def _group(line: Bars, place: Point, level: Scale, canvas: Canvas) -> list[str]:
    """place: its middle, and the room that it has."""
    middle, room = place
    width = min(WIDEST, 0.4 * room)
    palette, bottom = canvas.palette, level(0)
    marks = [drawing.text((middle, bottom + 16), line.name, palette.ink, anchor="middle")]
    columns = [(middle - width, line.chosen, palette.accent, palette.accent)]
    if line.right is None:
        columns = [(middle - width / 2, line.chosen, palette.accent, palette.accent)]
    else:
        columns.append((middle, line.right, f"url(#{_HATCH})", palette.muted))
    for left, count, fill, ink in columns:
        y = level(count)
        marks.append(drawing.box((left + 1, y), (width - 2, bottom - y), fill))
        above = left + width / 2, y - 9
        marks.append(drawing.text(above, f"{count:,}", ink, anchor="middle"))
    return marks


def _top(highest: int) -> int:
    """The next number above that divides into whole steps: 1, 2 or 5 of some power of ten each."""
    power = 1
    while highest > 10 * power * STEPS:
        power *= 10
    steps = (digit * power * STEPS for digit in (1, 2, 5, 10))
    return next(each for each in steps if highest <= each)
