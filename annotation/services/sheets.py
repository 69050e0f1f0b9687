"""A person writes or corrects a sheet; what it was before stays in its history."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from annotation import draft_sheets, selectors
from annotation.models import DraftObject, SheetRevision
from annotation.stages import Enrichment, Writer
from games.formats import RowError
from games.formats.lines import Json


class SheetChanged(Exception):
    """Somebody else changed the sheet since it was read; nothing was written."""


def correct(
    row: DraftObject, content: Mapping[str, Json], *, revision: int, by: str, now: datetime
) -> tuple[RowError, ...]:
    """Store the sheet as this person leaves it; return what is wrong in it.

    content: {description, properties, measures}. revision: the number that was corrected, 0 for
    none. A person may confirm a model's draft as it is; the same person's sheet twice is once.
    Raises SheetChanged where the sheet has another number by now.
    """
    vocabulary = selectors.vocabulary_of(row.draft_id)
    reading = draft_sheets.read_sheet(row.key, row.name, content, vocabulary)
    if reading.content is None:
        return reading.errors
    stored = draft_sheets.content_of(reading.content)
    if not _says(row, stored, by):
        _store(row, stored, revision=revision, by=by, now=now)
    row.refresh_from_db()
    return ()


def _says(row: DraftObject, content: Mapping[str, Json], by: str) -> bool:
    """Whether the last revision is this very sheet from this very person."""
    last = SheetRevision.objects.filter(draft_object=row).order_by("number").last()
    return last is not None and (last.kind, last.by, last.content) == (Writer.PERSON, by, content)


def _store(
    row: DraftObject, content: Mapping[str, Json], *, revision: int, by: str, now: datetime
) -> None:
    with transaction.atomic():
        same = DraftObject.objects.filter(pk=row.pk, revision=revision)
        changed = same.update(
            enrichment=Enrichment.CORRECTED,
            revision=revision + 1,
            due_at=None,
            handed_out_at=None,
            error="",
            **content,
        )
        if not changed:
            raise SheetChanged(f"The sheet of {row.key} was changed meanwhile.")
        SheetRevision.objects.create(
            draft_object=row,
            number=revision + 1,
            at=now,
            by=by,
            kind=Writer.PERSON,
            content=content,
        )
