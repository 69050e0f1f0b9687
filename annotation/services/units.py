"""Units into a study: all rows of a file or none, and the same file again adds nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation import catalogue_keys, unit_faults, unit_files
from annotation.kinds.base import Kind
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Study, Unit
from annotation.services import seats
from annotation.unit_files import Compared, UnitRow
from games.formats import RowError


@dataclass(frozen=True)
class Imported:
    """errors: why nothing was stored. compared: what the rows are beside those stored before.

    strange: keys of new rows that the study's catalogue has not, so that nothing of them can go
    back into it.
    """

    compared: Compared
    errors: tuple[RowError, ...] = ()
    strange: tuple[str, ...] = ()


class NotRemoved(Exception):
    """Why the unit stays, in a sentence."""


def import_units(study: Study, data: bytes, file: str, *, dry_run: bool = False) -> Imported:
    """Add the new units of a file; a dry run only says what it would do."""
    rows, noted = unit_files.read_rows(data, file)
    return add_rows(study, rows, source=file, dry_run=dry_run, noted=noted)


def add_rows(
    study: Study,
    rows: Sequence[UnitRow],
    *,
    source: str,
    dry_run: bool = False,
    noted: Sequence[RowError] = (),
) -> Imported:
    """Add those of the rows that are new.

    source: what messages call where they come from. noted: what is wrong there already.
    """
    kind = KINDS[study.kind]
    errors = unit_faults.faults(kind, rows, source, noted)
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        compared = unit_files.compare(rows, dict(held.units.values_list("key", "snapshot")))
        errors += _refusals(held, compared, source)
        judged = [row.key for row in compared.new if not row.training and row.gold is None]
        imported = Imported(compared, tuple(errors), catalogue_keys.strange(held, judged))
        if not (errors or dry_run):
            seats.add_units(held, [_unit(held, kind, row) for row in compared.new])
    return imported


def remove(study: Study, unit_id: int) -> None:
    """Take a unit out of a draft; one that is gone already stays gone. Raises NotRemoved."""
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        if held.status != Study.Status.DRAFT or held.locked_at is not None:
            raise NotRemoved(f"{held} is no draft any more; its units stay.")
        if Judgement.objects.filter(unit=unit_id, unit__study=held).exists():
            raise NotRemoved("A model answered it. Delete the model first, among the raters.")
        held.units.filter(pk=unit_id).delete()


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
