"""Raters who go: removed, left out of all figures, or withdrawn with all that they said."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from annotation.models import Change, GuidelineQuestion, Judgement, Rater, Seat
from annotation.services import seats


def remove(rater: Rater, *, now: datetime) -> None:
    """Hand out nothing more; what was judged stays and counts. Twice is once."""
    with transaction.atomic():
        Rater.objects.filter(pk=rater.pk, removed_at=None).update(removed_at=now)
        seats.release(rater)


def let_in(rater: Rater) -> None:
    """Hand out work again to somebody who was removed."""
    Rater.objects.filter(pk=rater.pk, withdrawn_at=None).update(removed_at=None)


def leave_out(rater: Rater, reason: str, *, now: datetime) -> None:
    """Count nothing of this rater, and give the places to others; what was said stays stored.

    A second reason stands in place of the first.
    """
    with transaction.atomic():
        held = Rater.objects.select_for_update().get(pk=rater.pk)
        held.left_out_at, held.left_out_reason = held.left_out_at or now, reason
        held.save(update_fields=["left_out_at", "left_out_reason"])
        _unseat(rater)


def take_back(rater: Rater, *, now: datetime) -> int:
    """Count this rater again; return how many judgements found their seat taken by then.

    Those stay apart, as if they had come in late: no unit counts more than its seats.
    """
    with transaction.atomic():
        held = Rater.objects.select_for_update().filter(pk=rater.pk)
        if not held.exclude(left_out_at=None).exists():
            return 0
        Rater.objects.filter(pk=rater.pk).update(left_out_at=None, left_out_reason="")
        mine = Judgement.objects.filter(rater=rater, extra=Judgement.Extra.LEFT_OUT)
        # In the order of units, so that two who are taken back at once wait in no circle.
        judgements = mine.select_related("unit").order_by("unit")
        return sum(not _counted_again(each, rater, now) for each in judgements)


def _unseat(rater: Rater) -> None:
    """Free the rater's seats; what never filled one keeps its own reason for that."""
    said = Judgement.objects.filter(rater=rater)
    reasons = (Judgement.Extra.LATE, Judgement.Extra.UNSEATED)
    before = {
        reason: list(said.filter(extra=reason).values_list("pk", flat=True)) for reason in reasons
    }
    seats.unseat(rater)
    for reason, pks in before.items():
        said.filter(pk__in=pks).update(extra=reason)


def _counted_again(judgement: Judgement, rater: Rater, now: datetime) -> bool:
    """Whether the judgement counts from now on; a skip and a model's need no seat to do so."""
    judgement.extra = ""
    if rater.kind == Rater.Kind.PERSON and not judgement.skip_reason:
        judgement.seat = _free_seat(judgement, rater, now)
        judgement.extra = "" if judgement.seat else Judgement.Extra.LATE
    judgement.save(update_fields=["seat", "extra"])
    return not judgement.extra


def withdraw(rater: Rater, *, now: datetime) -> None:
    """Delete what this rater said here, and who it was; an empty row stays. Twice is once."""
    with transaction.atomic():
        held = Rater.objects.select_for_update().filter(pk=rater.pk, withdrawn_at=None)
        gone = {"user": None, "invitation": None, "judged": 0, "adjudicates": False}
        if not held.update(withdrawn_at=now, **gone):
            return
        seats.unseat(rater)
        Judgement.objects.filter(rater=rater).delete()
        Change.objects.filter(rater=rater).delete()
        GuidelineQuestion.objects.filter(rater=rater).delete()


def _free_seat(judgement: Judgement, rater: Rater, now: datetime) -> Seat | None:
    """A seat of the judged unit that nobody has, taken for good."""
    if judgement.unit.for_all:
        return seats.fill_free(rater, judgement.unit, now=now)
    free = Q(judged_at=None) & (Q(rater=None) | Q(reserved_until__lt=now))
    for seat in judgement.unit.seats.filter(free).order_by("number"):
        taken = {"rater": rater, "reserved_until": None, "judged_at": judgement.at}
        if Seat.objects.filter(free, pk=seat.pk).update(**taken):
            return seat
    return None
