"""Which runs a waiting one waits for, and whether any worker takes runs, from the rows."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from evaluation.models import Induction, OracleTrial, Run, RunWorker

Status = Run.Status
# An idle worker takes a run within a second; a message that was lost is sent again within a minute.
LONG = timedelta(minutes=1)


@dataclass(frozen=True)
class Queue:
    """before: runs that have waited longer. busy: workers that are at something else now.

    waited: how long this run has. heard: when any worker last said something; None for never.
    """

    before: int
    busy: int
    waited: timedelta
    heard: datetime | None

    @property
    def no_worker(self) -> bool:
        """Whether the rows show that nobody takes runs: none is busy, and this one waits long."""
        return not self.busy and self.waited > LONG


@dataclass(frozen=True)
class _Place:
    run_id: int
    live: bool
    since: datetime


def queue_of(run: Run, workers: Collection[RunWorker], now: datetime) -> Queue | None:
    """Where it stands in the queue; None of a run that waits for no worker. Three queries.

    workers: its places. A run that was played before waits since its last turn ended.
    """
    if not _waits(run, workers, now):
        return None
    places = _places(now)
    mine = min((place.since for place in places if place.run_id == run.pk), default=now)
    playing = {place.run_id for place in places if place.live}
    earlier = {place.run_id for place in places if (place.since, place.run_id) < (mine, run.pk)}
    trials = OracleTrial.objects.filter(lease_until__gte=now).count()
    return Queue(
        before=len(earlier - playing),
        busy=sum(place.live for place in places) + trials,
        waited=now - mine,
        heard=RunWorker.objects.aggregate(last=Max("reported_at"))["last"],
    )


def queue_of_induction(row: Induction, now: datetime) -> Queue:
    """Where one that is queued stands among runs and inductions. Four queries."""
    places = _places(now)
    since = row.enqueued_at or (now if row.read_at else row.made_at)
    others = Induction.objects.filter(status__in=Induction.GOING_ON).exclude(pk=row.pk)
    theirs = others.values_list("lease_until", "enqueued_at", "made_at")
    waiting = [sent or made for until, sent, made in theirs if not _live(until, now)]
    playing = {place.run_id for place in places if place.live}
    earlier = {place.run_id for place in places if place.since < since}
    trials = OracleTrial.objects.filter(lease_until__gte=now).count()
    return Queue(
        before=len(earlier - playing) + sum(each < since for each in waiting),
        busy=sum(place.live for place in places) + trials + len(theirs) - len(waiting),
        waited=now - since,
        heard=RunWorker.objects.aggregate(last=Max("reported_at"))["last"],
    )


def _waits(run: Run, workers: Collection[RunWorker], now: datetime) -> bool:
    """Between two of its turns a run is still called running."""
    if any(_live(each.lease_until, now) for each in workers):
        return False
    between = run.status == Status.RUNNING and any(each.reported_at for each in workers)
    return between or run.status == Status.QUEUED


def _places(now: datetime) -> list[_Place]:
    """Of every run that goes on."""
    rows = RunWorker.objects.filter(run__status__in=Run.GOING_ON).order_by()
    found = rows.values_list("run", "lease_until", "reported_at", "run__created_at")
    return [
        _Place(run_id, _live(until, now), max(reported or made, made))
        for run_id, until, reported, made in found
    ]


def _live(until: datetime | None, now: datetime) -> bool:
    return until is not None and until >= now
