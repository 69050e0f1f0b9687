"""Who judges which unit: a seat is reserved, filled by one judgement, or free again.

A unit has as many seats as its study wants raters, so that the database holds the number. Every
change of a seat is one conditional update: of two that want the same seat, one finds no row.
A rater's row is locked before anything is changed for them, so that their requests come one after
the other; while a seat is locked nobody waits for another's, so that nobody waits in a circle.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet

from annotation import orders
from annotation.models import FOR_ALL, Judgement, Rater, Seat, Study, Unit
from annotation.services import seat_rows

AT_ONCE = 16
"""So many units ahead in a rater's order are looked at first."""


class Reason(StrEnum):
    NOT_OPEN = "not_open"
    NOT_AGREED = "not_agreed"
    REMOVED = "removed"
    APART = "apart"
    PLAYED_BASELINE = "played_baseline"


class Closed(Exception):
    """The study takes no judgements, or not from this rater; reason says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def add_units(study: Study, units: Sequence[Unit]) -> None:
    """Store units with their seats; all of them or none.

    A seat of a unit that is for all is made when somebody gets it.
    """
    with transaction.atomic():
        stored = Unit.objects.bulk_create(units)
        Seat.objects.bulk_create(
            Seat(unit=unit, number=number)
            for unit in stored
            if not unit.for_all
            for number in range(1, study.seats + 1)
        )


def hand_out(rater: Rater, *, now: datetime) -> Seat | None:
    """The seat that this rater has open, else a new one; None where nothing is left for them.

    Two sessions of one rater get the same seat. Raises Closed.
    """
    with transaction.atomic():
        lock(rater)
        if (seat := open_seat(rater)) is not None and _keep(seat, rater, now):
            return seat
        seat = _seat_ahead(rater, now, wait=True)
        while seat is None and _look_at_all(rater, now):
            seat = _seat_ahead(rater, now, wait=True)
        return seat


def next_seat(rater: Rater, *, now: datetime, after: Unit) -> Seat | None:
    """A new seat for a rater who has judged the unit after which it comes and has none open.

    None where nothing is found at once; hand_out may then find something. Their row is locked.
    """
    orders.walk_of(rater).go_on_after(after.pk)
    # The caller has changed a seat already: to wait for another's might be to wait in a circle.
    seat = _seat_ahead(rater, now, wait=False)
    if seat is None and _look_at_all(rater, now):
        seat = _seat_ahead(rater, now, wait=False)
    return seat


def count(rater: Rater) -> int:
    """Count one more judgement of the rater, lock their row, and return how many that makes.

    Raises Closed.
    """
    judged = seat_rows.count(rater)
    if not judged:
        raise Closed(_why_closed(rater))
    return judged


def lock(rater: Rater) -> None:
    """Let no other request of the rater go on before this one ends. Raises Closed."""
    if not seat_rows.lock(rater):
        raise Closed(_why_closed(rater))


def open_seat(rater: Rater) -> Seat | None:
    return Seat.objects.filter(rater=rater, judged_at=None).select_related("unit").first()


def _why_closed(rater: Rater) -> Reason:
    row = Rater.objects.select_related("study").filter(pk=rater.pk).first()
    if row is None or row.ended:
        return Reason.REMOVED
    if not row.blind:
        return Reason.APART
    if row.study.status != Study.Status.OPEN:
        return Reason.NOT_OPEN
    return Reason.NOT_AGREED


def open_seat_id(rater: Rater, unit: Unit) -> int | None:
    """The id of the seat of the unit that the rater has open."""
    return _open_of(rater, unit).values_list("pk", flat=True).first()


def fill(rater: Rater, unit: Unit, *, now: datetime) -> int | None:
    """The id of the rater's open seat, which is taken for good now; None where they have none."""
    return seat_rows.fill(rater, unit, now)


def vacate(rater: Rater, unit: Unit) -> bool:
    """Free the rater's open seat for others; False where they have none."""
    return free(_open_of(rater, unit)) > 0


def fill_free(rater: Rater, unit: Unit, *, now: datetime) -> Seat | None:
    """A seat that nobody had, judged by this rater now; None where none is left."""
    seat = Seat(unit=unit, rater=rater, judged_at=now)
    if unit.for_all:
        seat.number = rater.pk
        seat.save()
    elif taken := seat_rows.take(rater, unit.pk, now, judged=True, wait=True):
        seat.pk, seat.number = taken.pk, taken.number
    else:
        return None
    return seat


def release(rater: Rater) -> None:
    """Free what the rater holds open."""
    free(Seat.objects.filter(rater=rater, judged_at=None))


def unseat(rater: Rater) -> None:
    """Free all seats of the rater, open and judged; their judgements are extras from now on.

    What is one already keeps its own reason.
    """
    with transaction.atomic():
        Rater.objects.select_for_update().get(pk=rater.pk)  # removed or not
        said = Judgement.objects.filter(rater=rater)
        said.filter(extra="").update(seat=None, extra=Judgement.Extra.LEFT_OUT)
        free(Seat.objects.filter(rater=rater))


def free(seats: QuerySet[Seat]) -> int:
    """Free these seats and return how many; those of units that are for all go."""
    with transaction.atomic():
        to_go = list(seats.filter(unit__in=Unit.objects.filter(FOR_ALL)).values_list("pk"))
        # The update looks at all conditions again, which a deletion of what was read would not.
        freed = seats.update(rater=None, reserved_until=None, judged_at=None)
        if to_go:
            Seat.objects.filter(pk__in=[pk for (pk,) in to_go], rater=None).delete()
        return freed


def _open_of(rater: Rater, unit: Unit) -> QuerySet[Seat]:
    return Seat.objects.filter(unit=unit, rater=rater, judged_at=None)


def _keep(seat: Seat, rater: Rater, now: datetime) -> bool:
    """Reserve it again from now on; False where it went to somebody else meanwhile."""
    seat.reserved_until = now + timedelta(seconds=rater.study.reservation_seconds)
    mine = Seat.objects.filter(pk=seat.pk, rater=rater, judged_at=None)
    return bool(mine.update(reserved_until=seat.reserved_until))


def _look_at_all(rater: Rater, now: datetime) -> bool:
    """Let the rater go on with all that is left of the study; False where that is nothing."""
    found = seat_rows.all_worth_trying(rater, now)
    walk = orders.walk_of(rater)
    walk.look_at(found)
    if len(walk.left) < len(found):
        # Units came in that it was not made of.
        orders.forget_walk(rater)
        walk = orders.walk_of(rater)
        walk.look_at(found)
    return bool(walk.left)


def _seat_ahead(rater: Rater, now: datetime, *, wait: bool) -> Seat | None:
    """A seat of the first of the units ahead that has one to give."""
    walk = orders.walk_of(rater)
    ahead = walk.ahead(AT_ONCE)
    while (unit := seat_rows.first_worth_trying(rater, ahead, now)) is not None:
        if (seat := _reserved(rater, unit, now, wait=wait)) is not None:
            walk.hand_out(unit)
            return seat
        ahead = ahead[ahead.index(unit.pk) + 1 :]
    return None


def _reserved(rater: Rater, unit: Unit, now: datetime, *, wait: bool) -> Seat | None:
    """A seat of the unit; None where others took the last one."""
    until = now + timedelta(seconds=rater.study.reservation_seconds)
    seat = Seat(unit=unit, rater=rater, reserved_until=until)
    if unit.for_all:
        seat.number = rater.pk
        seat.save()
    elif taken := seat_rows.take(rater, unit.pk, now, until=until, wait=wait):
        seat.pk, seat.number = taken.pk, taken.number
    else:
        return None
    return seat
