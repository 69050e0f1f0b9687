"""What the rows say is due for runs, whatever became of workers and messages."""

from datetime import datetime, timedelta

from evaluation.models import Run
from evaluation.services import episodes, places
from evaluation.services.places import Message

Status = Run.Status


def sweep(now: datetime, *, lease_seconds: float) -> list[Message]:
    """End what is over, find what nobody holds, and return the messages to be sent.

    A run whose worker went without a word is *interrupted*; one whose workers let go of it in
    order, and that no other has taken up since, is *queued* again.
    """
    since = now - timedelta(seconds=lease_seconds)
    episodes.free_expired(now)
    places.deserted(now).update(status=Status.INTERRUPTED, reason="worker_gone")
    places.untended(now, since).update(status=Status.QUEUED)
    going_on = list(Run.objects.filter(status__in=Run.GOING_ON).values_list("pk", flat=True))
    episodes.complete(going_on, now)
    return places.call(going_on, now, unless_since=since)
