"""What a researcher, or the run itself, does with a run while it goes on.

Each is one conditional update; a second click, or one that comes too late, changes nothing.
A worker notices within a second, begins no more calls, and stores what those in flight give.
"""

from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet

from evaluation.models import Choice, Episode, Run
from evaluation.spec_ranges import CONCURRENCY
from games.models import Play

Status = Run.Status
BROKEN_OFF = (Episode.Fault.INFRASTRUCTURE, Episode.Fault.ERROR)


def pause(run_id: int, reason: str = "by_hand") -> bool:
    going_on = Run.objects.filter(pk=run_id, status__in=Run.GOING_ON)
    return going_on.update(status=Status.PAUSED, reason=reason) == 1


def resume(run_id: int) -> bool:
    """Queue a paused run, or a failed one whose fault was mended; its message is the caller's."""
    stopped = Run.objects.filter(pk=run_id, status__in=(Status.PAUSED, Status.FAILED))
    return stopped.update(status=Status.QUEUED, reason="", hold=False, ended_at=None) == 1


def cancel(run_id: int, *, now: datetime) -> bool:
    open_runs = Run.objects.filter(pk=run_id, status__in=Run.UNFINISHED)
    return open_runs.update(status=Status.CANCELLED, reason="", ended_at=now) == 1


def fail(run_id: int, reason: str, *, now: datetime) -> bool:
    """reason: bug or other_protocol."""
    going_on = Run.objects.filter(pk=run_id, status__in=Run.GOING_ON)
    return going_on.update(status=Status.FAILED, reason=reason, ended_at=now) == 1


def retry_failed(run_id: int) -> bool:
    """Open the plays and questions again that a server or the lab's own fault broke off.

    A complete run is then queued again; its message is the caller's.
    """
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run_id)
        broken = Episode.objects.filter(run=run, fault__in=BROKEN_OFF)
        ids = list(broken.values_list("pk", flat=True))
        if not ids or run.status == Status.CANCELLED:
            return False
        Play.objects.filter(episode__in=ids).update(outcome="", ended_at=None)
        Choice.objects.filter(episode__in=ids).delete()
        Episode.objects.filter(pk__in=ids).update(
            status=Episode.Status.WAITING, fault="", error="", done_at=None, due_at=None
        )
        Run.objects.filter(pk=run_id, status=Status.COMPLETE).update(
            status=Status.QUEUED, ended_at=None
        )
        return True


def set_concurrency(run_id: int, concurrency: int) -> bool:
    """Raises ValueError for a number that is out of range."""
    if concurrency not in CONCURRENCY:
        raise ValueError(f"Concurrency {concurrency}: write a whole number from {CONCURRENCY}.")
    others = _open(run_id).exclude(concurrency=concurrency)
    return others.update(concurrency=concurrency) == 1


def set_limits(run_id: int, *, tokens: int | None, cost: Decimal | None) -> bool:
    """None for no limit. Raises ValueError for a limit below 0."""
    for name, limit in (("tokens", tokens), ("cost", cost)):
        if limit is not None and limit < 0:
            raise ValueError(f"A limit of {limit} {name}: write 0 or more, or leave it empty.")
    run = _open(run_id).first()
    if run is None or (run.token_limit, run.cost_limit) == (tokens, cost):
        return False
    return _open(run_id).update(token_limit=tokens, cost_limit=cost) == 1


def _open(run_id: int) -> QuerySet[Run]:
    return Run.objects.filter(pk=run_id, status__in=Run.UNFINISHED)
