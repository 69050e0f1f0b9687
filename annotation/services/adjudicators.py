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
        named = people.select_for_update().filter(pk=rater.pk).first()
        if named is None:
            return
        if adjudicates:
            set_apart(named, now=now)
        Rater.objects.filter(pk=named.pk).update(adjudicates=adjudicates)


def set_apart(rater: Rater, *, now: datetime) -> None:
    """Let the rater see what others said: nothing of theirs is taken any more. Twice is once."""
    with transaction.atomic():
        # Whoever judges holds this row: what comes after this update finds it and is refused.
        Rater.objects.filter(pk=rater.pk, apart_since=None).update(apart_since=now)
        seats.release(rater)
