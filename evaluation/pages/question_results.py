"""The page of COAT's tables and figures, and each of them as a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from evaluation import coat_board, question_charts
from evaluation.coat.tables.cells import Chart as CoatChart
from evaluation.models import CoatCatalogue
from evaluation.pages import coat_csv, coat_tables, drawn
from evaluation.pages.coat_tables import ShownTable
from evaluation.pages.drawn import Picture
from evaluation.pages.sections import Chart

OF_SETS = "sets"
LETTERS = "Grey: where the right options stood. No intervals."
CAPTIONS: Mapping[str, str] = {
    "letters": LETTERS,
    "tuned": "Mean: over all variations with as many options; none where one was not asked.",
}


@dataclass(frozen=True)
class Page:
    """catalogues: versions that have whole runs or answers of people."""

    catalogue: str
    catalogues: Sequence[str]
    tables: Sequence[ShownTable]
    pictures: Sequence[Picture]
    runs: int


def page_of(version: str) -> Page | None:
    """version: of a catalogue, "" for the one that was asked about last.

    None where there is no such catalogue among those with results; without any a page of none.
    """
    known = coat_board.catalogues()
    if not known:
        return None if version else Page("", (), (), (), 0)
    chosen = version or known[0]
    row = _catalogue(chosen) if chosen in known else None
    if row is None:
        return None
    board = coat_board.board_of(row)
    tables = [
        coat_tables.shown(key, table, of_players=key != OF_SETS)
        for key, table in board.tables.items()
    ]
    pictures = [_picture(chosen, key, chart) for key, chart in board.charts.items()]
    return Page(chosen, known, tables, pictures, board.runs)


def chart_of(version: str, key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such catalogue, chart, size or theme."""
    canvas, row = drawn.canvas_of(size, theme), _catalogue(version)
    if canvas is None or row is None:
        return None
    chart = coat_board.board_of(row).charts.get(key)
    return question_charts.draw(chart, canvas) if chart else None


def file_of(version: str, key: str) -> str | None:
    """The table as CSV; None where there is no such catalogue or table."""
    row = _catalogue(version)
    table = coat_board.board_of(row).tables.get(key) if row else None
    return coat_csv.as_csv(table, catalogue=version) if table else None


def newest() -> str:
    """The version that was asked about last; "" for none."""
    return next(iter(coat_board.catalogues()), "")


def _catalogue(version: str) -> CoatCatalogue | None:
    return CoatCatalogue.objects.filter(version=version).first()


def _picture(version: str, key: str, chart: CoatChart) -> Picture:
    def address(size: str, theme: str) -> str:
        place = reverse("coat:result_chart", args=[key, size, theme])
        return f"{place}?{urlencode({'catalogue': version})}"

    caption = " ".join(filter(None, (f"{chart.title}.", CAPTIONS.get(key, ""))))
    return drawn.picture(Chart(key, question_charts.told(chart), caption), address)
