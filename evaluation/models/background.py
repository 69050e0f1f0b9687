"""What rows have in common that workers are at, a slice after the other."""

from collections.abc import Sequence
from typing import ClassVar

from django.conf import settings
from django.db import models


class BackgroundWork(models.Model):
    """Done by workers who are told its id, may be told twice, and hold it while they are at it.

    GOING_ON: its statuses with something left to do.
    enqueued_at: when the last message was sent; a lost one is sent again.
    lease_until: of the worker that is at it now.
    tries: how often one took it up since it last came further.
    """

    GOING_ON: ClassVar[Sequence[str]]

    tries = models.PositiveSmallIntegerField(default=0)
    enqueued_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
