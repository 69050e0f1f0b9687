"""Charts on a page: where each size and theme of one lies, and what a request for one gets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from evaluation.pages.sections import Chart, Section
from evaluation.pages.tables import Table
from games import drawing
from games.drawing import Canvas


@dataclass(frozen=True)
class Picture:
    """A chart with the addresses of its four images."""

    chart: Chart
    wide_light: str
    wide_dark: str
    narrow_light: str
    narrow_dark: str


@dataclass(frozen=True)
class Part:
    """A section of a page of figures."""

    title: str
    intro: str
    picture: Picture | None
    tables: Sequence[Table]


def part(section: Section, address: Callable[[str, str, str], str]) -> Part:
    """address: (chart's key, size, theme) -> where that image is."""
    chart = section.chart
    shown = picture(chart, partial(address, chart.key)) if chart else None
    return Part(section.title, section.intro, shown, section.tables)


def picture(chart: Chart, address: Callable[[str, str], str]) -> Picture:
    """address: (size, theme) -> where that image is."""
    return Picture(
        chart=chart,
        wide_light=address("wide", "light"),
        wide_dark=address("wide", "dark"),
        narrow_light=address("narrow", "light"),
        narrow_dark=address("narrow", "dark"),
    )


def canvas_of(
    size: str, theme: str, *, mark: str = "", chance: float | None = None
) -> Canvas | None:
    """None where there is no such size or theme."""
    palette, width = drawing.PALETTES.get(theme), drawing.WIDTHS.get(size)
    return Canvas(palette, width, mark, chance) if palette and width else None
