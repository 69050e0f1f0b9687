"""Tables of figures as values: the page, the files and the command print the same ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from evaluation.metrics.intervals import Estimate, Resampling, Undefined
from evaluation.metrics.times import Quartiles

Value = Estimate | Quartiles | Undefined | float | str

# Reason codes of figures that cannot be given, in words.
REASONS = {
    "nothing_counted": "nothing to count",
    "one_case": "no interval of one case",
    "one_player": "no interval of one player",
    "exact": "exact, no interval",
    "not_stored": "not stored",
}


class Unit(StrEnum):
    SHARE = "share"
    TURNS = "turns"
    BITS = "bits"
    SECONDS = "seconds"
    MINUTES = "minutes"
    COUNT = "count"
    WORDS = "words"


class Kind(StrEnum):
    """What a line stands for, which decides how it is set."""

    PLAIN = "plain"
    HEADLINE = "headline"
    BASELINE = "baseline"
    PUBLISHED = "published"


@dataclass(frozen=True)
class Column:
    key: str
    heading: str
    unit: Unit


@dataclass(frozen=True)
class Shown:
    """A cell as it is read: the figure, and its interval and n or why there is none."""

    main: str
    aside: str = ""


@dataclass(frozen=True)
class Row:
    label: str
    values: tuple[Value, ...]
    note: str = ""
    kind: Kind = Kind.PLAIN


@dataclass(frozen=True)
class Table:
    """key names it in files. caption: what is seen, n, how it was computed.

    label: heading of the rows' names. folded: opens on demand, for it is long.
    """

    key: str
    title: str
    caption: str
    label: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    folded: bool = False

    @property
    def shown(self) -> list[tuple[Row, list[Shown]]]:
        return [(row, [show(value, unit) for value, unit in self._cells(row)]) for row in self.rows]

    def _cells(self, row: Row) -> Iterator[tuple[Value, Unit]]:
        units = (column.unit for column in self.columns)
        return zip(row.values, units, strict=True)


@dataclass(frozen=True)
class Line:
    """One cell for a file; what does not apply is None."""

    table: str
    row: str
    column: str
    unit: str
    value: float | str | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    missing: int | None = None
    undefined: str = ""


def lines_of(table: Table) -> Iterator[Line]:
    for row in table.rows:
        for column, value in zip(table.columns, row.values, strict=True):
            yield _line(Line(table.key, row.label, column.key, column.unit, None), value)


def drawn(resampling: Resampling) -> str:
    return f"{resampling.resamples:,} bootstrap resamples (percentile, seed {resampling.seed})"


def show(value: Value, unit: Unit) -> Shown:
    if isinstance(value, Undefined):
        return Shown("n/a", REASONS[value.reason])
    if isinstance(value, Estimate):
        return Shown(number(value.value, unit), _aside(value, unit))
    if isinstance(value, Quartiles):
        missing = f", {value.missing} not measured" if value.missing else ""
        quarters = f"{number(value.low, unit)} to {number(value.high, unit)}"
        return Shown(number(value.median, unit), f"{quarters}, n = {value.n}{missing}")
    return Shown(value if isinstance(value, str) else number(value, unit))


def number(value: float, unit: Unit) -> str:
    if unit == Unit.SHARE:
        return f"{100 * value:.1f}%"
    if unit == Unit.COUNT:
        return f"{value:,.0f}"
    return f"{value:.{2 if unit == Unit.BITS else 1}f}"


def _aside(estimate: Estimate, unit: Unit) -> str:
    if isinstance(estimate.interval, Undefined):
        return f"{REASONS[estimate.interval.reason]}, n = {estimate.n:,}"
    low, high = (number(end, unit) for end in (estimate.interval.low, estimate.interval.high))
    return f"[{low}, {high}], n = {estimate.n:,}"


def _line(blank: Line, value: Value) -> Line:
    if isinstance(value, Undefined):
        return replace(blank, undefined=value.reason)
    if isinstance(value, Quartiles):
        return replace(
            blank,
            value=value.median,
            low=value.low,
            high=value.high,
            n=value.n,
            missing=value.missing,
        )
    if not isinstance(value, Estimate):
        return replace(blank, value=value)
    known = replace(blank, value=value.value, n=value.n)
    if isinstance(value.interval, Undefined):
        return replace(known, undefined=value.interval.reason)
    return replace(known, low=value.interval.low, high=value.interval.high)
