"""What tables and charts are made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.coat.score import Rates
from evaluation.coat.spreads import Spread, mean_over, repeats_like_chance, spread
from evaluation.coat.variations import Kind
from evaluation.metrics.intervals import NOT_MEASURED, Figure, Interval, Undefined

NOT_PUBLISHED = "not_published"
Measure = Callable[[Rates], Figure]


class Unit(StrEnum):
    """What a value is: a share of 1, the difference of two shares, a whole number, a mean."""

    SHARE = "share"
    POINTS = "points"
    COUNT = "count"
    MEAN = "mean"


def accuracy(rates: Rates) -> Figure:
    return rates.accuracy


def bad_rate(rates: Rates) -> Figure:
    return rates.bad


@dataclass(frozen=True)
class Result:
    """What a model, or people, did with the sets of a kind.

    model: whose it is. runs: variation -> its repeats.
    """

    model: str
    kind: Kind
    runs: Mapping[str, Sequence[Rates]]
    modular: bool = False
    people: bool = False


@dataclass(frozen=True)
class Cell:
    """value: in the unit of its column; None where there is none, and `why` says why.

    questions, runs: that it rests on; 0 where it is not known, as in published rows.
    like_chance: whether an accuracy cannot be told from chance. interval: of a difference, for
    any other value has a spread.
    """

    value: float | None
    why: str = ""
    spread: Spread | None = None
    questions: int = 0
    runs: int = 0
    like_chance: bool = False
    interval: Interval | Undefined | None = None

    @property
    def within(self) -> Interval | None:
        """Its 95% interval, where it has one."""
        found = self.spread.interval if self.spread else self.interval
        return found if isinstance(found, Interval) else None


@dataclass(frozen=True)
class Column:
    """group: the heading above it, such as the number of options."""

    key: str
    label: str
    group: str = ""
    unit: Unit = Unit.SHARE


@dataclass(frozen=True)
class Row:
    """cells: key of a column -> cell. published: of the paper, not measured here.

    people: whether they are people's answers. note: what else there is to be said of it.
    """

    label: str
    cells: Mapping[str, Cell]
    published: bool = False
    people: bool = False
    note: str = ""


@dataclass(frozen=True)
class Table:
    """Each row has a cell for every column."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True)
class Point:
    """x: what stands below it. group: such as the number of options."""

    x: str
    cell: Cell
    group: str = ""


@dataclass(frozen=True)
class Line:
    """published: of the paper, or else not what somebody did here; it is drawn in grey."""

    name: str
    points: tuple[Point, ...]
    published: bool = False


@dataclass(frozen=True)
class Chart:
    title: str
    x: str
    y: str
    lines: tuple[Line, ...]


def row_of(result: Result, label: str, cells: Mapping[str, Cell]) -> Row:
    return Row(label, cells, people=result.people)


def measured(runs: Sequence[Rates], measure: Measure) -> Cell:
    found = spread(runs, measure)
    if isinstance(found, Undefined):
        return Cell(None, found.reason)
    return Cell(
        value=found.mean,
        spread=found,
        questions=found.questions,
        runs=found.runs,
        like_chance=measure is accuracy and repeats_like_chance(runs),
    )


def mean_cell(result: Result, variations: Sequence[str], measure: Measure) -> Cell:
    """The unweighted mean over these variations; its questions are theirs together.

    It is like chance where each of them is.
    """
    cells = {
        name: measured(result.runs[name], measure) for name in variations if name in result.runs
    }
    found = mean_over(variations, {name: _value(cell) for name, cell in cells.items()})
    if isinstance(found, Undefined):
        return Cell(None, found.reason)
    return Cell(
        value=found,
        questions=sum(cell.questions for cell in cells.values()),
        runs=min(cell.runs for cell in cells.values() if cell.value is not None),
        like_chance=measure is accuracy and all(cell.like_chance for cell in cells.values()),
    )


def cell_of(result: Result, variation: str, measure: Measure) -> Cell:
    runs = result.runs.get(variation)
    return measured(runs, measure) if runs else Cell(None, NOT_MEASURED)


def published_row(label: str, columns: Sequence[Column], values: Mapping[str, float]) -> Row:
    """values: key of a column -> percent."""
    cells = {
        column.key: Cell(values[column.key] / 100)
        if column.key in values
        else Cell(None, NOT_PUBLISHED)
        for column in columns
    }
    return Row(label, cells, published=True)


def _value(cell: Cell) -> float | Undefined:
    return Undefined(cell.why) if cell.value is None else cell.value
