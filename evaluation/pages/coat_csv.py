"""A table of COAT as CSV: a line a row, figures as plain numbers, each head with its unit."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluation import spread_words
from evaluation.coat.tables.cells import Cell, Column, Table, Unit
from evaluation.pages import coat_tables
from games.exporting.file_formats import neutralised

UNITS: Mapping[Unit, str] = {
    Unit.SHARE: "%",
    Unit.POINTS: "percentage points",
    Unit.COUNT: "count",
    Unit.MEAN: "mean",
}
LIKE_CHANCE = "like chance"
Text = Callable[[Cell], str]


@dataclass(frozen=True)
class _Head:
    """A column of the file: its head, and what it says of a cell of the table's column."""

    head: str
    key: str
    text: Text


def as_csv(table: Table, *, catalogue: str) -> str:
    """Beside a figure its interval, deviation, n and remark, where any row has one.

    What the table says of all its rows stands on every line, since lines get copied.
    """
    columns = [head for each in coat_tables.known_columns(table) for head in _heads(table, each)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["catalogue", "row", "of", "note", *(each.head for each in columns), "about"])
    for row in table.rows:
        said = [row.label, coat_tables.who(row), row.note]
        values = [each.text(row.cells[each.key]) for each in columns]
        writer.writerow([catalogue, *map(neutralised, said), *values, table.note])
    return out.getvalue()


def _heads(table: Table, column: Column) -> list[_Head]:
    name, unit = coat_tables.name_of(column), UNITS[column.unit]
    number = _percent if column.unit in (Unit.SHARE, Unit.POINTS) else _plain
    wanted: Sequence[tuple[str, Text]] = (
        (f"{name} ({unit})", lambda cell: number(cell.value)),
        (
            f"{name}, 95% low ({unit})",
            lambda cell: number(cell.within.low if cell.within else None),
        ),
        (
            f"{name}, 95% high ({unit})",
            lambda cell: number(cell.within.high if cell.within else None),
        ),
        (f"{name}, sd over repeats (percentage points)", lambda cell: _percent(_deviation(cell))),
        (f"{name}, questions (count)", lambda cell: str(cell.questions or "")),
        (f"{name}, remark", _remark),
    )
    found = [_Head(head, column.key, text) for head, text in wanted]
    cells = [row.cells[column.key] for row in table.rows]
    return [found[0], *(each for each in found[1:] if any(map(each.text, cells)))]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f}"


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".removesuffix(".00")


def _deviation(cell: Cell) -> float | None:
    found = cell.spread.deviation if cell.spread else None
    return found if isinstance(found, float) else None


def _remark(cell: Cell) -> str:
    """Why there is none, or that chance does as well."""
    if cell.value is None:
        return spread_words.why(cell.why)
    return LIKE_CHANCE if cell.like_chance else ""
