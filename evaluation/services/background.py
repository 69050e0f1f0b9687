"""Which rows wait for a worker, and which of them are owed a message."""

import os
import socket
import uuid
from datetime import datetime
from typing import TypeVar

from django.db.models import Q, QuerySet

from evaluation.models.background import BackgroundWork

Work = TypeVar("Work", bound=BackgroundWork)


def free(rows: QuerySet[Work], now: datetime) -> QuerySet[Work]:
    """Those with something left to do that nobody is at."""
    nobody = Q(lease_until=None) | Q(lease_until__lt=now)
    return rows.filter(nobody & Q(status__in=rows.model.GOING_ON))


def mark_sent(rows: QuerySet[Work], now: datetime, *, unless_since: datetime) -> list[int]:
    """The ids of those to which no message was sent lately, marked as sent now."""
    owed = rows.filter(Q(enqueued_at=None) | Q(enqueued_at__lt=unless_since))
    ids = list(owed.values_list("pk", flat=True))
    rows.model._default_manager.filter(pk__in=ids).update(enqueued_at=now)
    return ids


def holder() -> str:
    """A name for whoever of this process holds a row, that nobody else has."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
