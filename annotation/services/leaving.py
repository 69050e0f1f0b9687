"""Raters who go: removed, left out of all figures, or withdrawn with all that they said."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from annotation.models import Change, GuidelineQuestion, Judgement, Rater
from annotation.services import consensus, independence, seats


def remove(rater: Rater, *, now: datetime) -> None:
    """Hand out nothing more; what was judged stays and counts. Twice is once."""
    with transaction.atomic():
        Rater.objects.filter(pk=rater.pk, removed_at=None).update(removed_at=now)
        seats.release(rater)


def let_in(rater: Rater) -> None:
    """Hand out work again to somebody who was removed.

    Raises NotLetIn for whom a study that they joined since keeps out.
    """
    with transaction.atomic():
        held = _held(rater)
        if held is None or held.removed_at is None:
            return
        if held.user is not None:
            independence.require(independence.lock(held.study, held.user), held.user)
        Rater.objects.filter(pk=held.pk).update(removed_at=None)


def leave_out(rater: Rater, reason: str, *, now: datetime) -> None:
    """Count nothing of this rater, and give the places to others; what was said stays stored.

    A second reason stands in place of the first.
    """
    with transaction.atomic():
        held = _held(rater)
        if held is None:
            return
        held.left_out_at, held.left_out_reason = held.left_out_at or now, reason
        held.save(update_fields=["left_out_at", "left_out_reason"])
        with _counted_anew(rater, now):
            seats.unseat(rater)


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
        with _counted_anew(rater, now):
            return sum(not _counted_again(each, rater, now) for each in judgements)


@contextmanager
def _counted_anew(rater: Rater, now: datetime) -> Iterator[None]:
    """Count the rater's units again, once the block has changed what counts of them: no vote of
    who has left stays in what is exported."""
    judged = Judgement.objects.filter(rater=rater).order_by("unit")
    units = list(judged.values_list("unit_id", flat=True))
    if units:
        consensus.hold(rater.study)
    yield
    if units:
        consensus.count_units(rater.study, units, now=now)


def _counted_again(judgement: Judgement, rater: Rater, now: datetime) -> bool:
    """Whether the judgement counts from now on; a skip and a model's need no seat to do so."""
    judgement.extra = ""
    if rater.kind == Rater.Kind.PERSON and not judgement.skip_reason:
        judgement.seat = seats.fill_free(rater, judgement.unit, now=now)
        judgement.extra = "" if judgement.seat else Judgement.Extra.LATE
    judgement.save(update_fields=["seat", "extra"])
    return not judgement.extra


def withdraw(rater: Rater, *, now: datetime) -> None:
    """Delete what this rater said here, and who it was. Twice is once.

    An empty row stays, and a mark by which the account is known that may not come back.
    """
    with transaction.atomic():
        held = _held(rater)
        if held is None:
            return
        independence.remember(held)
        gone = {"user": None, "invitation": None, "judged": 0, "adjudicates": False}
        counts = {"left_out_at": None, "left_out_reason": ""}
        Rater.objects.filter(pk=held.pk).update(withdrawn_at=now, **gone, **counts)
        with _counted_anew(rater, now):
            seats.unseat(rater)
            Judgement.objects.filter(rater=rater).delete()
        Change.objects.filter(rater=rater).delete()
        GuidelineQuestion.objects.filter(rater=rater).delete()


def _held(rater: Rater) -> Rater | None:
    """The rater as they stand, locked until the transaction ends; None once they withdrew."""
    present = Rater.objects.select_for_update().filter(pk=rater.pk, withdrawn_at=None)
    return present.first()
