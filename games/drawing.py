"""The few marks that charts are drawn with, as SVG text in the colours of the stylesheet."""

from dataclasses import dataclass
from html import escape
from typing import Literal

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Palette:
    """The stylesheet's tokens of the same names; an SVG file cannot read them from there."""

    raised: str
    line: str
    ink: str
    muted: str
    accent: str
    yes: str
    no: str
    unsure: str


PALETTES = {
    "light": Palette(
        raised="#ffffff",
        line="#e4dfd6",
        ink="#1d2126",
        muted="#5c6470",
        accent="#1f5f8b",
        yes="#1e7a46",
        no="#b3372f",
        unsure="#8a6a12",
    ),
    "dark": Palette(
        raised="#1f2226",
        line="#33383e",
        ink="#eceae6",
        muted="#a3abb5",
        accent="#7cc0ea",
        yes="#69c991",
        no="#ef8a83",
        unsure="#dcb85a",
    ),
}
# As wide as a card on a desk and on a phone, so that the letters keep their size.
WIDTHS = {"wide": 720, "narrow": 320}


@dataclass(frozen=True)
class Canvas:
    """marked: a line that says what the figures are not, "" for none.

    chance: of a guess without a question, drawn beside rates; None for no such line.
    """

    palette: Palette
    width: int
    marked: str = ""
    chance: float | None = None

    @property
    def narrow(self) -> bool:
        return self.width < 480

    def mark(self) -> list[str]:
        return [text((8, 10), self.marked, self.palette.no)] if self.marked else []


@dataclass(frozen=True)
class Scale:
    """Where a value lies between two edges of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


@dataclass(frozen=True)
class Axes:
    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> Point:
        return self.x(x), self.y(y)


def picture(canvas: Canvas, marks: list[str], *, height: float, title: str) -> str:
    """title: read out in place of the picture where it stands alone."""
    width = canvas.width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:g}" '
        f'viewBox="0 0 {width} {height:g}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height:g}" fill="{canvas.palette.raised}"/>'
        f"{''.join(marks)}</svg>"
    )


def text(at: Point, words: str, colour: str, *, anchor: Anchor = "start") -> str:
    """at: where it starts, its middle or its end, at half the height of its line."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" dy="0.35em" fill="{colour}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def rule(
    start: Point,
    end: Point,
    colour: str,
    *,
    width: float = 1,
    dashed: bool = False,
) -> str:
    dashes = ' stroke-dasharray="4 3"' if dashed else ""
    return (
        f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{colour}" stroke-width="{width:g}"{dashes}/>'
    )


def path(points: list[Point], colour: str, *, width: float = 2, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    through = " ".join(f"{x:g},{y:g}" for x, y in points)
    return (
        f'<polyline points="{through}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{dashes}/>'
    )


def area(points: list[Point], colour: str, *, opacity: float = 0.18) -> str:
    outline = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polygon points="{outline}" fill="{colour}" fill-opacity="{opacity:g}"/>'


def box(corner: Point, size: Point, fill: str) -> str:
    """corner: the upper left one. size: width and height."""
    return (
        f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{max(size[0], 0):g}" '
        f'height="{max(size[1], 0):g}" fill="{fill}"/>'
    )


def dot(at: Point, colour: str, *, radius: float = 4) -> str:
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{colour}"/>'


def hatched(name: str, colour: str, palette: Palette, *, angle: int) -> str:
    """A pattern to fill with, so that neighbours differ in more than their colour."""
    return (
        f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})"><rect width="6" height="6" fill="{colour}"/>'
        f'<rect width="1.5" height="6" fill="{palette.raised}"/></pattern>'
    )
