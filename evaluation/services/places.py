"""Places of workers at a run: who holds one, and which message calls a worker to it.

A message names its run, its place and when it was sent. It counts only where the place has shown
no sign of life since: so of all copies of a message, however they came about, one is honoured.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from evaluation.models import Run, RunWorker
from evaluation.services import episodes

Status = Run.Status
# The place whose worker makes the pre-flight; the others wait for it.
FIRST = 1


@dataclass(frozen=True)
class Message:
    run_id: int
    place: int
    sent: datetime


@dataclass(frozen=True)
class Report:
    """What a worker says of itself; see RunWorker."""

    in_flight: int = 0
    pausing: int = 0
    open_games: int = 0
    binds: str = ""


def take(message: Message, holder: str, *, now: datetime, lease_until: datetime) -> Run | None:
    """Hold the message's place and have its run running; None where that may not be."""
    with transaction.atomic():
        place = _free(now).filter(
            Q(reported_at=None) | Q(reported_at__lte=message.sent),
            run=message.run_id,
            number=message.place,
        )
        held = place.update(
            holder=holder, lease_until=lease_until, reported_at=now, enqueued_at=None
        )
        playable = Run.objects.filter(pk=message.run_id, status__in=Run.GOING_ON)
        running = held and playable.update(status=Status.RUNNING, reason="")
        transaction.set_rollback(not running)
    if not running:
        return None
    Run.objects.filter(pk=message.run_id, started_at=None).update(started_at=now)
    return Run.objects.select_related("protocol", "catalogue", "question_set").get(
        pk=message.run_id
    )


def report(
    message: Message, holder: str, said: Report, *, now: datetime, lease_until: datetime
) -> bool:
    """Renew the claim on the place with what its worker says; False where it is lost."""
    mine = RunWorker.objects.filter(run=message.run_id, number=message.place, holder=holder)
    return mine.update(lease_until=lease_until, reported_at=now, **vars(said)) == 1


def release(message: Message, holder: str, *, now: datetime) -> None:
    mine = RunWorker.objects.filter(run=message.run_id, number=message.place, holder=holder)
    mine.update(holder="", lease_until=None, reported_at=now, **vars(Report()))


def call(
    run_ids: Iterable[int], now: datetime, *, unless_since: datetime | None = None
) -> list[Message]:
    """Messages to be sent now for the free places of these runs that have something to do.

    unless_since: leave out places to which one was sent after this.
    """
    messages = []
    for run in Run.objects.filter(pk__in=list(run_ids), status__in=Run.GOING_ON):
        places = _free(now).filter(run=run)
        if episodes.trials_left(run.pk):
            places = places.filter(number=FIRST)
        if unless_since:
            places = places.filter(Q(enqueued_at=None) | Q(enqueued_at__lt=unless_since))
        if not episodes.due(run.pk, now).exists():
            continue
        numbers = list(places.values_list("number", flat=True))
        places.filter(number__in=numbers).update(enqueued_at=now)
        messages += [Message(run.pk, number, now) for number in numbers]
    return messages


def deserted(now: datetime) -> QuerySet[Run]:
    """Running runs that nobody holds any more though somebody did not let go of a place."""
    live = RunWorker.objects.filter(run=OuterRef("pk"), lease_until__gte=now)
    gone = RunWorker.objects.filter(run=OuterRef("pk"), lease_until__lt=now)
    return Run.objects.filter(Exists(gone), ~Exists(live), status=Status.RUNNING)


def untended(now: datetime, since: datetime) -> QuerySet[Run]:
    """Running runs whose places are all free, and no worker was there lately."""
    near = RunWorker.objects.filter(
        Q(lease_until__isnull=False) | Q(reported_at__gt=since), run=OuterRef("pk")
    )
    return Run.objects.filter(~Exists(near), status=Status.RUNNING)


def _free(now: datetime) -> QuerySet[RunWorker]:
    return RunWorker.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now))
