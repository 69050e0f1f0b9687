"""Tables of agreement as values: the page, the files and the command print the same ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from annotation.agreement.tables import Coefficient
from annotation.agreement.words import REASONS
from annotation.kinds import snapshots
from games.estimates import Interval, Undefined

Value = Coefficient | Undefined | float | str


class Scale(StrEnum):
    SHARE = "share"
    COEFFICIENT = "coefficient"
    COUNT = "count"
    SECONDS = "seconds"
    WORDS = "words"


@dataclass(frozen=True)
class Cell:
    """n: what a share is of, where that differs from cell to cell."""

    value: Value
    scale: Scale
    n: int | None = None


@dataclass(frozen=True)
class Shown:
    """A cell as it is read: the figure, and its interval and n or why there is none."""

    main: str
    aside: str = ""


@dataclass(frozen=True)
class Row:
    """unit: the id of the unit that the row is about, 0 where it is about none."""

    label: str
    cells: tuple[Cell, ...]
    note: str = ""
    headline: bool = False
    unit: int = 0


@dataclass(frozen=True)
class Table:
    """key names it in files. caption: what is seen, of what, how it was computed.

    label: heading of the rows' names. folded: opens on demand, for it is long.
    keys: whether rows are named by keys, which are read as words. grid: whether its columns are
    so many alike that rows stay rows on a phone; they are named by keys, too.
    """

    key: str
    title: str
    caption: str
    label: str
    columns: tuple[str, ...]
    rows: Sequence[Row]
    folded: bool = False
    keys: bool = False
    grid: bool = False

    @property
    def shown(self) -> list[tuple[Row, list[Shown]]]:
        return [(row, [show(cell) for cell in row.cells]) for row in self.rows]

    @property
    def named(self) -> list[tuple[str, Row, list[tuple[str, Shown]]]]:
        """(row's name, row, its cells beside what heads them), as it is read."""
        return [
            (
                _as_words(row.label) if self.keys else row.label,
                row,
                list(zip(self.heads, cells, strict=True)),
            )
            for row, cells in self.shown
        ]

    @property
    def heads(self) -> list[str]:
        return [_as_words(each) if self.grid else each for each in self.columns]


@dataclass(frozen=True)
class Line:
    """One cell for a file; what does not apply is None.

    undefined: why there is no value. no_interval: why there is a value and no interval of it.
    """

    table: str
    row: str
    column: str
    unit: str
    value: float | str | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    undefined: str = ""
    no_interval: str = ""
    note: str = ""


def lines_of(table: Table) -> Iterator[Line]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            blank = Line(table.key, row.label, column, cell.scale, None, n=cell.n, note=row.note)
            yield _line(blank, cell.value)


def share(value: Value, n: int | None = None) -> Cell:
    return Cell(value, Scale.SHARE, n)


def coefficient(value: Value, n: int | None = None) -> Cell:
    return Cell(value, Scale.COEFFICIENT, n)


def count(value: int) -> Cell:
    return Cell(float(value), Scale.COUNT)


def words(value: str) -> Cell:
    return Cell(value, Scale.WORDS)


def show(cell: Cell) -> Shown:
    value = cell.value
    of = f"n = {cell.n:,}" if cell.n is not None else ""
    if isinstance(value, Coefficient):
        found = _shown_coefficient(value, cell.scale)
        return replace(found, aside=f"{found.aside}, {of}") if of else found
    if isinstance(value, Undefined):
        return Shown("n/a", REASONS[value.reason][0])
    return Shown(value if isinstance(value, str) else number(value, cell.scale), of)


def number(value: float, scale: Scale) -> str:
    if scale == Scale.SHARE:
        return f"{100 * value:.1f}%"
    if scale == Scale.COEFFICIENT:
        # Rounding must not leave a minus before nothing.
        return f"{round(value, 2) + 0.0:.2f}"
    return f"{value:,.0f}" if scale == Scale.COUNT else f"{value:.1f}"


def interval(of: Coefficient, scale: Scale) -> str:
    if isinstance(of.interval, Interval):
        return f"[{number(of.interval.low, scale)}, {number(of.interval.high, scale)}]"
    return f"no interval: {REASONS[of.interval.reason][0]}"


def reasons_in(tables: Sequence[Table]) -> list[str]:
    """The codes that stand in these tables, in the order in which they are explained."""
    lines = [line for table in tables for line in lines_of(table)]
    found = {code for line in lines for code in (line.undefined, line.no_interval)}
    return [code for code in REASONS if code in found]


def _as_words(key: str) -> str:
    return snapshots.words(key)


def _shown_coefficient(value: Coefficient, scale: Scale) -> Shown:
    if isinstance(value.value, Undefined):
        return Shown("n/a", REASONS[value.value.reason][0])
    return Shown(number(value.value, scale), interval(value, scale))


def _line(blank: Line, value: Value) -> Line:
    if isinstance(value, Undefined):
        return replace(blank, undefined=value.reason)
    if not isinstance(value, Coefficient):
        return replace(blank, value=value)
    if isinstance(value.value, Undefined):
        return replace(blank, undefined=value.value.reason)
    known = replace(blank, value=value.value)
    if isinstance(value.interval, Undefined):
        return replace(known, no_interval=value.interval.reason)
    return replace(known, low=value.interval.low, high=value.interval.high)
