"""Who plays which episode now: a claim is a lease, and each taking-up has its number.

Everything is a conditional update, so that it may come twice, late or from two workers at once.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from evaluation.models import Episode, Run

Status = Episode.Status


def due(run_id: int, now: datetime, *, trials_only: bool = False) -> QuerySet[Episode]:
    """The episodes that a worker may take up now, in the run's order."""
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    ripe = Q(due_at=None) | Q(due_at__lte=now)
    rows = Episode.objects.filter(free, ripe, run=run_id, status=Status.WAITING)
    if trials_only:
        rows = rows.filter(number__lte=_trial_size(run_id))
    return rows.order_by("number")


def trials_left(run_id: int) -> bool:
    """Whether a run's first games, from which it is forecast, are not all played yet.

    One that its server refused holds up no others: they show whether it refuses them all.
    """
    waiting = Episode.objects.filter(run=run_id, status=Status.WAITING, refused="")
    return waiting.filter(number__lte=_trial_size(run_id)).exists()


def _trial_size(run_id: int) -> int:
    return Run.objects.only("kind", "spec").get(pk=run_id).trial_size


def take(
    run_id: int,
    holder: str,
    limit: int,
    *,
    now: datetime,
    lease_until: datetime,
    trials_only: bool = False,
) -> list[Episode]:
    """Claim the next episodes, `limit` at most; those that other workers claim now are left out."""
    with transaction.atomic():
        found = due(run_id, now, trials_only=trials_only).select_for_update(skip_locked=True)
        ids = list(found.values_list("pk", flat=True)[:limit])
        mine = due(run_id, now).filter(pk__in=ids)
        mine.update(holder=holder, lease_until=lease_until, due_at=None, tries=F("tries") + 1)
    taken = Episode.objects.filter(pk__in=ids, holder=holder)
    return list(taken.order_by("number"))


def renew(episode_ids: Collection[int], holder: str, lease_until: datetime) -> None:
    mine = Episode.objects.filter(pk__in=episode_ids, holder=holder)
    mine.update(lease_until=lease_until)


def give_back(
    run_id: int,
    holder: str,
    later: Mapping[int, datetime],
    refused: Mapping[int, str] | None = None,
) -> None:
    """End all claims of a worker.

    later: of those that their servers want to be asked later. refused: how servers refused some.
    """
    mine = Episode.objects.filter(run=run_id, status=Status.WAITING, holder=holder)
    for episode_id, due_at in later.items():
        mine.filter(pk=episode_id).update(due_at=due_at)
    for episode_id, way in (refused or {}).items():
        mine.filter(pk=episode_id).update(refused=way)
    mine.update(holder="", lease_until=None)


def free_expired(now: datetime) -> int:
    """End the claims of workers that are gone; return how many."""
    expired = Episode.objects.filter(status=Status.WAITING, lease_until__lt=now)
    return expired.update(holder="", lease_until=None)


def complete(run_ids: Collection[int], now: datetime) -> int:
    """Close those of the runs that have nothing left to play; return how many this call closed.

    They are locked by a statement of its own, so that the next one sees what was opened again
    meanwhile: of a statement that waits, PostgreSQL looks at the locked rows alone anew.
    """
    waiting = Episode.objects.filter(run=OuterRef("pk"), status=Status.WAITING)
    with transaction.atomic():
        locked = Run.objects.select_for_update().filter(pk__in=run_ids, status__in=Run.UNFINISHED)
        ids = list(locked.order_by("pk").values_list("pk", flat=True))
        runs = Run.objects.filter(~Exists(waiting), pk__in=ids)
        return runs.update(status=Run.Status.COMPLETE, reason="", ended_at=now)
