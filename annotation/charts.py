"""The chart of agreement: objects by affordances, how far raters disagree, as SVG text."""

from collections.abc import Mapping, Sequence

from annotation.kinds import snapshots
from games import drawing
from games.drawing import Canvas

LEFT, TOP, BOTTOM, ROW = 146, 108, 40, 22
NARROW_LEFT = 114
# So many objects and affordances keep names that can be read, on a desk and on a phone.
WIDE, NARROW = (30, 16), (16, 5)
TITLE = "Disagreement by object and affordance"
Cells = Mapping[tuple[str, str], float]


def room(canvas: Canvas) -> tuple[int, int]:
    """How many objects and affordances are drawn."""
    return NARROW if canvas.narrow else WIDE


def disagreement(
    objects: Sequence[str], affordances: Sequence[str], cells: Cells, canvas: Canvas
) -> str:
    """cells: (object, affordance) -> 0 to 1; the first objects and affordances are drawn."""
    rows, columns = (
        names[:most] for names, most in zip((objects, affordances), room(canvas), strict=True)
    )
    left = NARROW_LEFT if canvas.narrow else LEFT
    width = min(48.0, (canvas.width - left - 60) / max(1, len(columns)))
    height = TOP + ROW * len(rows) + BOTTOM
    marks = canvas.mark()
    for at, name in enumerate(columns):
        marks.append(_slanted((left + (at + 0.5) * width, TOP - 8), _cut(name, canvas), canvas))
    for at, name in enumerate(rows):
        middle = TOP + (at + 0.5) * ROW
        marks.append(
            drawing.text((left - 8, middle), _cut(name, canvas), canvas.palette.ink, anchor="end")
        )
        for column, affordance in enumerate(columns):
            corner = left + column * width, TOP + at * ROW
            marks += _cell(cells.get((name, affordance)), corner, width, canvas)
    marks += _key(height - BOTTOM / 2, canvas)
    return drawing.picture(canvas, marks, height=height, title=TITLE)


def _cell(value: float | None, corner: drawing.Point, width: float, canvas: Canvas) -> list[str]:
    """A filled field with its percentage; a dot where all agree; nothing where nobody can."""
    palette = canvas.palette
    middle = corner[0] + width / 2, corner[1] + ROW / 2
    if value is None:
        return []
    if value == 0:
        return [drawing.dot(middle, palette.muted, radius=1.5)]
    size = width - 2, ROW - 2
    return [
        _faint((corner[0] + 1, corner[1] + 1), size, palette.no, opacity=0.12 + 0.38 * value),
        drawing.text(middle, f"{100 * value:.0f}", palette.ink, anchor="middle"),
    ]


def _key(middle: float, canvas: Canvas) -> list[str]:
    palette = canvas.palette
    size = 24.0, ROW - 2.0
    return [
        drawing.dot((14, middle), palette.muted, radius=1.5),
        drawing.text((24, middle), "all agree", palette.muted),
        _faint((94, middle - size[1] / 2), size, palette.no, opacity=0.12 + 0.38 * 2 / 3),
        drawing.text((106, middle), "67", palette.ink, anchor="middle"),
        drawing.text((126, middle), "% of the time two differ", palette.muted),
    ]


def _faint(corner: drawing.Point, size: drawing.Point, colour: str, *, opacity: float) -> str:
    return (
        f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" '
        f'rx="2" fill="{colour}" fill-opacity="{opacity:.2f}"/>'
    )


def _slanted(at: drawing.Point, words: str, canvas: Canvas) -> str:
    written = drawing.text(at, words, canvas.palette.ink)
    return f'<g transform="rotate(-50 {at[0]:g} {at[1]:g})">{written}</g>'


def _cut(name: str, canvas: Canvas) -> str:
    most = 14 if canvas.narrow else 18
    told = snapshots.words(name)
    return told if len(told) <= most else f"{told[: most - 1]}…"
