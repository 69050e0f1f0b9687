"""Units into a study: all rows of a file or none, and the same file again adds nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation import unit_files
from annotation.kinds import answers
from annotation.kinds.base import BadAnswer, BadSnapshot, Kind
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.services import seats
from annotation.unit_files import Compared, UnitRow
from games.formats import RowError


@dataclass(frozen=True)
class Imported:
    """errors: why nothing was stored. compared: what the rows are beside those stored before."""

    compared: Compared
    errors: tuple[RowError, ...] = ()


def import_units(study: Study, data: bytes, file: str, *, dry_run: bool = False) -> Imported:
    """Add the new units of a file; a dry run only says what it would do."""
    reading = unit_files.read_units(data, file)
    if reading.content is None:
        return Imported(Compared((), (), ()), reading.errors)
    return add_rows(study, reading.content, source=file, dry_run=dry_run)


def add_rows(
    study: Study, rows: Sequence[UnitRow], *, source: str, dry_run: bool = False
) -> Imported:
    """Add those of the rows that are new. source: what messages call where they come from."""
    kind = KINDS[study.kind]
    errors = [*_faults(kind, rows, source)]
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        compared = unit_files.compare(rows, dict(held.units.values_list("key", "snapshot")))
        errors += _refusals(held, compared, source)
        if errors or dry_run:
            return Imported(compared, tuple(errors))
        seats.add_units(held, [_unit(held, kind, row) for row in compared.new])
    return Imported(compared)


def _faults(kind: Kind, rows: Iterable[UnitRow], file: str) -> Iterator[RowError]:
    """What the kind of the study cannot show, and expected answers that it does not take."""
    for row in rows:
        try:
            kind.check(row.snapshot)
            if row.gold is not None:
                answers.check(kind, row.snapshot, row.gold)
        except BadSnapshot as error:
            yield RowError(row.line, "", str(error), file)
        except BadAnswer as error:
            where = f"gold.{error.question}" if error.question else "gold"
            yield RowError(row.line, where, str(error), file)


def _refusals(study: Study, compared: Compared, file: str) -> Iterator[RowError]:
    for row in compared.conflicting:
        yield RowError(row.line, "key", f"{row.key} is stored with other content.", file)
    if compared.new and study.locked_at is not None:
        problem = (
            "The study is locked since its first judgement; new units go into its next version."
        )
        yield RowError(0, "", problem, file)


def _unit(study: Study, kind: Kind, row: UnitRow) -> Unit:
    return Unit(
        study=study,
        key=row.key,
        block=kind.block(row.snapshot),
        snapshot=dict(row.snapshot),
        gold=None if row.gold is None else dict(row.gold),
        training=row.training,
    )
