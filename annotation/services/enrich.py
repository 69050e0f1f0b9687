"""What drafts sheets: a model is asked outside any transaction, and each sheet is written once.

Whatever is written for an object is written by an update that holds only while its lease does. A
worker that comes back after a correction, a drop or another worker's draft so writes nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from annotation import draft_sheets, selectors
from annotation.model_drafter import ModelDrafter
from annotation.models import DraftObject, SheetRevision
from annotation.stages import Enrichment, Stage, Writer
from games.llm.chat import ChatModel, ModelRefused, ModelUnavailable
from games.llm.loop import wait_for
from games.roles import UnusableReply
from games.sheets import ObjectSheet

Clock = Callable[[], datetime]
Heard = ObjectSheet | ModelUnavailable | ModelRefused | UnusableReply
# Pauses after tries without a reply; after the last try the object is failed.
PAUSES_SECONDS = (5, 30, 120)
# A message that nobody took up for so long is taken for lost.
LOST_SECONDS = 900
HANDED_OUT_AT_ONCE = 500

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Handled:
    """What a call did for one object.

    drafted: whether this call stored its sheet. error: why it is failed now, if it is.
    again_in_seconds: when it is due again that got no reply now; None where it is not.
    """

    object_id: int
    drafted: bool = False
    error: str = ""
    again_in_seconds: float | None = None


def ask_for(
    draft_id: int,
    *,
    object_ids: Iterable[int] | None = None,
    handed_out_at: datetime | None = None,
) -> int:
    """Let kept objects without a sheet wait for one; return how many do so now. Twice is once.

    object_ids: only these of them. handed_out_at: where the caller drafts them itself right now,
        so that no message is sent about them.
    """
    rows = DraftObject.objects.filter(
        draft=draft_id,
        stage=Stage.KEPT,
        enrichment__in=[Enrichment.NONE, Enrichment.FAILED],
    )
    if object_ids is not None:
        rows = rows.filter(pk__in=object_ids)
    return rows.update(
        enrichment=Enrichment.WAITING, tries=0, error="", handed_out_at=handed_out_at
    )


def hand_out(now: datetime) -> list[int]:
    """The waiting objects that no worker is at and no message speaks of, noted as handed out."""
    lost = now - timedelta(seconds=LOST_SECONDS)
    silent = Q(handed_out_at=None) | Q(handed_out_at__lte=lost)
    due = DraftObject.objects.filter(_due(now) & silent).order_by("pk")
    ids = list(due.values_list("pk", flat=True)[:HANDED_OUT_AT_ONCE])
    DraftObject.objects.filter(_due(now) & silent, pk__in=ids).update(handed_out_at=now)
    return ids


def enrich(object_ids: Sequence[int], model: ChatModel, *, clock: Clock) -> list[Handled]:
    """Have the model draft sheets of waiting objects, all at the same time.

    Objects that do not wait, or that another worker is at, are left out of the answer.
    """
    claimed = [row for each in object_ids if (row := _claim(each, clock())) is not None]
    if not claimed:
        return []
    drafters = {pk: _drafter(pk, model) for pk in {row.draft_id for row in claimed}}
    heard = wait_for(_draft_all(claimed, drafters))
    return [
        _settle(row, each, by=drafters[row.draft_id].version, now=clock())
        for row, each in zip(claimed, heard, strict=True)
    ]


def _drafter(draft_id: int, model: ChatModel) -> ModelDrafter:
    return ModelDrafter(model, selectors.vocabulary_of(draft_id))


async def _draft_all(
    rows: Sequence[DraftObject], drafters: dict[int, ModelDrafter]
) -> Sequence[Heard]:
    return await asyncio.gather(*(_draft(row, drafters[row.draft_id]) for row in rows))


async def _draft(row: DraftObject, drafter: ModelDrafter) -> Heard:
    """The sheet, or what kept the model from giving one."""
    limit = settings.ROLE_TIMEOUT_SECONDS
    try:
        return await asyncio.wait_for(drafter.draft(row.key, row.name), limit)
    except TimeoutError:
        return ModelUnavailable(f"The model took longer than {limit:g} s.")
    except (ModelUnavailable, ModelRefused, UnusableReply) as error:
        return error


def _due(now: datetime) -> Q:
    free = Q(due_at=None) | Q(due_at__lte=now)
    return free & Q(enrichment=Enrichment.WAITING, stage=Stage.KEPT)


def _claim(object_id: int, now: datetime) -> DraftObject | None:
    """Lease the object to this worker; None where it does not wait or another worker is at it.

    Every claim counts as a try, also one whose worker died; after the last one it is failed.
    """
    due = DraftObject.objects.filter(_due(now), pk=object_id)
    tries = len(PAUSES_SECONDS) + 1
    lease = now + timedelta(seconds=settings.ROLE_TIMEOUT_SECONDS + 10)
    if due.filter(tries__lt=tries).update(due_at=lease, tries=F("tries") + 1, handed_out_at=None):
        return _held_until(object_id, lease).first()
    error = f"Given up after {tries} tries that did not end."
    if due.update(**_failed(error)):
        log.error("sheet of %s was given up after %s tries", object_id, tries)
    return None


def _held_until(object_id: int, lease: datetime | None) -> QuerySet[DraftObject]:
    """The object while the claim with this lease holds."""
    return DraftObject.objects.filter(
        pk=object_id, stage=Stage.KEPT, enrichment=Enrichment.WAITING, due_at=lease
    )


def _settle(row: DraftObject, heard: Heard, *, by: str, now: datetime) -> Handled:
    if isinstance(heard, ObjectSheet):
        return Handled(row.pk, drafted=_keep(row, heard, by=by, now=now))
    if isinstance(heard, ModelUnavailable):
        log.warning("sheet of %s got no reply: %s", row.pk, heard)
        return _postpone(row, heard, now)
    return _give_up(row, str(heard))


def _keep(row: DraftObject, sheet: ObjectSheet, *, by: str, now: datetime) -> bool:
    """Write the sheet and its first revision where the claim still holds; return whether it did."""
    content = draft_sheets.content_of(sheet)
    number = row.revision + 1
    with transaction.atomic():
        kept = _held_until(row.pk, row.due_at).update(
            enrichment=Enrichment.DRAFTED, revision=number, due_at=None, **content
        )
        if kept:
            SheetRevision.objects.create(
                draft_object=row, number=number, at=now, by=by, kind=Writer.MODEL, content=content
            )
    return kept == 1


def _postpone(row: DraftObject, unavailable: ModelUnavailable, now: datetime) -> Handled:
    """Give the object back for a growing pause; after the last try it is failed."""
    if row.tries > len(PAUSES_SECONDS):
        return _give_up(row, f"No reply in {row.tries} tries: {unavailable}")
    pause = max(PAUSES_SECONDS[row.tries - 1], unavailable.retry_after_seconds or 0)
    due_at = now + timedelta(seconds=pause)
    given_back = _held_until(row.pk, row.due_at).update(due_at=due_at, handed_out_at=now)
    return Handled(row.pk, again_in_seconds=pause if given_back else None)


def _give_up(row: DraftObject, error: str) -> Handled:
    failed = _held_until(row.pk, row.due_at).update(**_failed(error))
    return Handled(row.pk, error=error if failed else "")


def _failed(error: str) -> dict[str, object]:
    said = error or "The model refused without a word."
    return {
        "enrichment": Enrichment.FAILED,
        "error": said,
        "due_at": None,
        "handed_out_at": None,
    }
