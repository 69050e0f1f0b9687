"""Tables of figures as values: the page, the files and the command print the same ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from evaluation.metrics import comparison, intervals
from evaluation.metrics.intervals import Clusters, Estimate, Method, Resampling, Undefined
from evaluation.metrics.success import PLAYERS_TO_RESAMPLE
from evaluation.metrics.times import Quartiles

Value = Estimate | Quartiles | Undefined | float | str

# Why a figure, or its interval, cannot be given, in words.
REASONS = {
    intervals.NOTHING_COUNTED: "nothing to count",
    intervals.NOT_MEASURED: "not measured",
    intervals.ONE_CASE: "no interval of one case",
    intervals.ONE_PLAYER: "no interval of one player",
    intervals.ONE_OBJECT: "no interval of one object",
    intervals.NO_VARIATION: "no interval, all are equal",
    comparison.NOT_ONE_PLAY: "several plays of one game, no pairs",
    comparison.TWO_GROUPS: "both are groups of players",
    intervals.EXACT: "exact, no interval",
}


# What is smaller is an error of rounding, or needs an exponent.
_SMALLEST_SHARE = 2e-6


class Unit(StrEnum):
    SHARE = "share"
    POINTS = "points"
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
    """One cell for a file; what does not apply is None.

    method: of the interval. undefined: why there is no value. no_interval: why there is a value
    and no interval of it.
    """

    table: str
    row: str
    column: str
    unit: str
    value: float | str | None
    low: float | None = None
    high: float | None = None
    method: str = ""
    n: int | None = None
    missing: int | None = None
    undefined: str = ""
    no_interval: str = ""
    note: str = ""


def lines_of(table: Table) -> Iterator[Line]:
    for row in table.rows:
        for column, value in zip(table.columns, row.values, strict=True):
            blank = Line(table.key, row.label, column.key, column.unit, None, note=row.note)
            yield _line(blank, value)


def over_players(resampling: Resampling) -> str:
    """How an interval of a mean over questions came about, and what it is not.

    Of a run its games' objects are drawn; every caption says it so.
    """
    if resampling.clusters == Clusters.OBJECTS:
        whole = "hidden objects with all their games, which is too narrow where objects are few"
    else:
        whole = "players, which is too narrow where players are few"
    return f"from {drawn(resampling)} of whole {whole}"


def of_average(resampling: Resampling, players: int) -> str:
    """How the interval of the average over players came about."""
    fewer = f"fewer than {PLAYERS_TO_RESAMPLE} players"
    student = "Student's t over players, marked t, its ends cut to what is possible"
    fixed = "games are taken as fixed"
    if players < PLAYERS_TO_RESAMPLE:
        return f"{student}, since {fewer} are too few to resample; {fixed}"
    return f"{over_players(resampling)}, or where {fewer} have the figure {student}; {fixed}"


def over_plays(resampling: Resampling) -> str:
    return (
        f"from {drawn(resampling)} of plays, which takes plays of one player as independent "
        "and is too narrow for that"
    )


def drawn(resampling: Resampling) -> str:
    return f"{resampling.resamples:,} bootstrap resamples (percentile, seed {resampling.seed})"


def show(value: Value, unit: Unit) -> Shown:
    if isinstance(value, Undefined):
        count = f", {value.missing:,} cases" if value.missing else ""
        return Shown("n/a", REASONS[value.reason] + count)
    if isinstance(value, Estimate):
        return Shown(number(value.value, unit), _aside(value, unit))
    if isinstance(value, Quartiles):
        missing = f", {value.missing:,} not measured" if value.missing else ""
        quarters = f"{number(value.low, unit)} to {number(value.high, unit)}"
        return Shown(number(value.median, unit), f"{quarters}, n = {value.n:,}{missing}")
    return Shown(value if isinstance(value, str) else number(value, unit))


def number(value: float, unit: Unit) -> str:
    """Without the sign of what is rounded to nothing; a small share by its first digit.

    Points are the percentage points of a difference, with their sign.
    """
    if unit == Unit.SHARE:
        small = _SMALLEST_SHARE < value < 0.0005
        return f"{100 * value:.1g}%" if small else f"{100 * value:z.1f}%"
    if unit == Unit.POINTS:
        return f"{100 * value:+z.1f}"
    if unit == Unit.COUNT:
        return f"{value:z,.0f}"
    return f"{value:z.{2 if unit == Unit.BITS else 1}f}"


def _aside(estimate: Estimate, unit: Unit) -> str:
    if isinstance(estimate.interval, Undefined):
        return f"{REASONS[estimate.interval.reason]}, n = {estimate.n:,}"
    low, high = (number(end, unit) for end in (estimate.interval.low, estimate.interval.high))
    mark = "t " if estimate.method == Method.T else ""
    return f"{mark}[{low}, {high}], n = {estimate.n:,}"


def _line(blank: Line, value: Value) -> Line:
    if isinstance(value, Undefined):
        return replace(blank, undefined=value.reason, missing=value.missing or None)
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
        return replace(known, no_interval=value.interval.reason)
    ends = replace(known, low=value.interval.low, high=value.interval.high)
    return replace(ends, method=value.method or "")
