"""What is wrong with rows of units for their kind: all of it at once, each thing told once."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.kinds import answers, snapshots
from annotation.kinds.base import BadAnswer, BadSnapshot, Kind
from annotation.unit_files import UnitRow
from games.formats import RowError
from games.formats.lines import Json

WITHOUT_GOLD = (
    "A training unit needs the answer that is expected: its rater is shown it after judging."
)


def faults(
    kind: Kind, rows: Sequence[UnitRow], file: str, noted: Sequence[RowError] = ()
) -> list[RowError]:
    """All that is wrong, by line. noted: what reading the file has found, which is told, too."""
    told = {(error.line, error.field) for error in noted}
    found = [*_unknown(kind, rows, file), *_missing(kind, rows, file, told)]
    for row in rows:
        found += _of_row(kind, row, file)
    new = [error for error in found if (error.line, error.field) not in told]
    return sorted([*noted, *new], key=lambda error: error.line)


def _unknown(kind: Kind, rows: Sequence[UnitRow], file: str) -> Iterator[RowError]:
    """A field that the kind has not, once for all rows with it."""
    lines: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rows:
        for name in snapshots.unknown(row.snapshot, kind.fields):
            known = snapshots.known_are(row.snapshot, kind.fields)
            lines[name, known].append(row.line)
    for (name, known), where in lines.items():
        problem = f"This field is unknown{_also(where)}; {known}"
        yield RowError(where[0], name, problem, file)


def _missing(
    kind: Kind, rows: Sequence[UnitRow], file: str, told: Collection[tuple[int, str]]
) -> Iterator[RowError]:
    """Fields that rows lack, all at once; nothing of a row that is said to be too short."""
    lines: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for row in rows:
        lacking = [
            name
            for name in snapshots.missing(row.snapshot, kind.fields)
            if not {(row.line, ""), (row.line, name)} & set(told)
        ]
        if lacking:
            lines[tuple(lacking)].append(row.line)
    for names, where in lines.items():
        problem = f"{snapshots.told_of(names)} missing{_also(where)}."
        yield RowError(where[0], ", ".join(names), problem, file)


def _of_row(kind: Kind, row: UnitRow, file: str) -> Iterator[RowError]:
    if row.training and not row.gold:
        yield RowError(row.line, "gold", WITHOUT_GOLD, file)
    unknown = snapshots.unknown(row.snapshot, kind.fields)
    if snapshots.missing(row.snapshot, kind.fields):
        return
    known = {name: value for name, value in row.snapshot.items() if name not in unknown}
    yield from _unfit(kind, replace(row, snapshot=known), file)


def _unfit(kind: Kind, row: UnitRow, file: str) -> Iterator[RowError]:
    """What the kind cannot show, or an expected answer that it does not take."""
    try:
        kind.check(row.snapshot)
    except BadSnapshot as error:
        field, colon, problem = str(error).partition(": ")
        yield RowError(row.line, field if colon else "", problem or str(error), file)
        return
    gold: Mapping[str, Json] | None = row.gold
    try:
        if gold is not None:
            answers.check(kind, row.snapshot, gold)
    except BadAnswer as error:
        where = f"gold.{error.question}" if error.question else "gold"
        yield RowError(row.line, where, str(error), file)


def _also(lines: Sequence[int]) -> str:
    more = len(lines) - 1
    if not more:
        return ""
    return f", here and in {more:,} more {'row' if more == 1 else 'rows'}"
