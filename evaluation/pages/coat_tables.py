"""COAT's tables as they are read, and as CSV."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluation import spread_words
from evaluation.coat.spreads import VARIATIONS_MISSING
from evaluation.coat.tables.accuracies import MEANS_NOTE
from evaluation.coat.tables.cells import NOT_PUBLISHED, Cell, Column, Row, Table, Unit
from evaluation.metrics.intervals import NOT_MEASURED, Interval

UNKNOWN = frozenset(("", NOT_MEASURED, NOT_PUBLISHED, VARIATIONS_MISSING))
MODEL, PEOPLE, PUBLISHED = "model", "people", "published"


@dataclass(frozen=True)
class Shown:
    """text: of a cell. aside: its interval or deviation, and whether chance does as well."""

    column: str
    text: str
    aside: str


@dataclass(frozen=True)
class Line:
    """who: a model, people, or published; "" where that goes without saying."""

    label: str
    who: str
    note: str
    cells: Sequence[Shown]

    @property
    def published(self) -> bool:
        return self.who == PUBLISHED


@dataclass(frozen=True)
class Group:
    """Columns below one heading."""

    label: str
    span: int


@dataclass(frozen=True)
class ShownTable:
    """key: of its file. heading: above the names of its rows."""

    key: str
    title: str
    heading: str
    note: str
    groups: Sequence[Group]
    columns: Sequence[Column]
    lines: Sequence[Line]


def shown(key: str, table: Table, *, of_players: bool) -> ShownTable:
    """Without columns of which nothing is known. of_players: whether each row is somebody's.

    Whose it is stands beside each where they are not all models; what a mean is, the page says
    once for all.
    """
    columns = known_columns(table)
    told = of_players and any(who(row) != MODEL for row in table.rows)
    return ShownTable(
        key=key,
        title=table.title,
        heading="Who" if of_players else "Kind",
        note="" if table.note == MEANS_NOTE else table.note,
        groups=list(_groups(columns)),
        columns=columns,
        lines=[_line(row, columns, told=told) for row in table.rows],
    )


def known_columns(table: Table) -> list[Column]:
    rows = table.rows
    return [each for each in table.columns if any(_known(row.cells[each.key]) for row in rows)]


def who(row: Row) -> str:
    if row.published:
        return PUBLISHED
    return PEOPLE if row.people else MODEL


def name_of(column: Column) -> str:
    """With the heading that it stands below."""
    return ", ".join(filter(None, (column.group, column.label)))


def _known(cell: Cell) -> bool:
    """A bad rate that cannot be is known, too."""
    return cell.value is not None or cell.why not in UNKNOWN


def _groups(columns: Sequence[Column]) -> Iterator[Group]:
    """Neighbours of one group together; none where no column has one."""
    if not any(column.group for column in columns):
        return
    spans: list[tuple[str, int]] = []
    for column in columns:
        if spans and spans[-1][0] == column.group:
            spans[-1] = column.group, spans[-1][1] + 1
        else:
            spans.append((column.group, 1))
    yield from (Group(label, span) for label, span in spans)


def _line(row: Row, columns: Sequence[Column], *, told: bool) -> Line:
    cells = [_cell(column, row.cells[column.key]) for column in columns]
    return Line(row.label, who(row) if told else "", row.note, cells)


def _cell(column: Column, cell: Cell) -> Shown:
    label = name_of(column)
    if cell.value is None:
        return Shown(label, "–", spread_words.why(cell.why))
    if column.unit == Unit.COUNT:
        return Shown(label, f"{cell.value:,.0f}", "")
    if column.unit == Unit.MEAN:
        return Shown(label, f"{cell.value:,.1f}", "")
    if column.unit == Unit.POINTS:
        return Shown(label, f"{spread_words.signed(cell.value)} points", _apart(cell.within))
    return Shown(label, f"{cell.value:.1%}", _aside(cell))


def _aside(cell: Cell) -> str:
    told = [_within(cell)]
    if cell.questions:
        told.append(f"n = {cell.questions:,}")
    if cell.like_chance:
        told.append("like chance")
    return ", ".join(filter(None, told))


def _within(cell: Cell) -> str:
    if cell.within:
        return f"[{cell.within.low:.1%}, {cell.within.high:.1%}]"
    if cell.spread and isinstance(cell.spread.deviation, float):
        return f"sd {cell.spread.deviation:.1%} over {cell.spread.runs}"
    return ""


def _apart(within: Interval | None) -> str:
    if within is None:
        return ""
    told = f"[{spread_words.signed(within.low)}, {spread_words.signed(within.high)}]"
    return f"{told}, 0 within" if within.low <= 0 <= within.high else told
