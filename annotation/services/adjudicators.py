"""Who decides what others left open, and so judges no more in the study."""

from datetime import datetime

from django.db import transaction

from annotation.models import Rater
from annotation.services import seats


def name_adjudicator(rater: Rater, *, adjudicates: bool, now: datetime) -> None:
    """Give or take the role; who had it once judges no more. Only people decide, and only while
    they take part."""
    people = Rater.objects.filter(kind=Rater.Kind.PERSON, withdrawn_at=None)
    with transaction.atomic():
        named = people.filter(pk=rater.pk).update(adjudicates=adjudicates)
        if named and adjudicates:
            set_apart(rater, now=now)


def set_apart(rater: Rater, *, now: datetime) -> None:
    """Let the rater see what others said: nothing of theirs is taken any more. Twice is once."""
    with transaction.atomic():
        # Whoever judges holds this row: what comes after this update finds it and is refused.
        Rater.objects.filter(pk=rater.pk, apart_since=None).update(apart_since=now)
        seats.release(rater)
