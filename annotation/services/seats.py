"""Who judges which unit: a seat is reserved, filled by one judgement, or free again.

A unit has as many seats as its study wants raters, so that the database holds the number. Every
change of a seat is one conditional update: of two that want the same seat, one finds no row.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q

from annotation.models import Judgement, Rater, Seat, Study, Unit
from games.formats.lines import Json

AT_ONCE = 32
"""So many units of a rater's order are looked through with one query."""


class Closed(Exception):
    """The study takes no judgements, or not from this rater."""


class Conflict(Exception):
    """The rater said something else of this unit before. judgement: what is stored."""

    def __init__(self, judgement: Judgement) -> None:
        super().__init__(f"{judgement.rater} judged {judgement.unit} already, otherwise.")
        self.judgement = judgement


@dataclass(frozen=True)
class Said:
    """A judgement on its way in. key: of the form that was posted, the same when sent again."""

    answer: Mapping[str, Json]
    key: uuid.UUID


def add_units(study: Study, units: Sequence[Unit]) -> None:
    """Store units with their seats; all of them or none."""
    with transaction.atomic():
        stored = Unit.objects.bulk_create(units)
        Seat.objects.bulk_create(
            Seat(unit=unit, number=number)
            for unit in stored
            for number in range(1, study.seats + 1)
        )


def hand_out(rater: Rater, order: Sequence[int], *, now: datetime) -> Seat | None:
    """The seat that this rater has open, else a new one; None where nothing is left for them.

    order: ids of the study's units as this rater gets them. Two sessions of one rater get the
    same seat. Raises Closed.
    """
    _require_open(rater)
    if (seat := _open_seat(rater)) is not None:
        return _kept(seat, rater, now)
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        for unit_id in _worth_trying(rater, some, now):
            if (seat := _take(rater, unit_id, now)) is not None:
                return seat
            if (seat := _open_seat(rater)) is not None:  # another session of theirs was first
                return seat
    return None


def judge(rater: Rater, unit: Unit, said: Said, *, now: datetime) -> Judgement:
    """Store what was said, in the rater's seat where they have one, else as an extra.

    The same key, or the same answer, a second time changes nothing. Raises Closed, and Conflict
    for another answer to a unit that the rater has judged.
    """
    _require_open(rater)
    try:
        with transaction.atomic():
            if (before := _stored(rater, unit, said)) is not None:
                return before
            seat = _fill(rater, unit, now)
            counts = seat is not None or rater.kind == Rater.Kind.MODEL
            made = Judgement.objects.create(
                unit=unit,
                rater=rater,
                seat=seat,
                answer=dict(said.answer),
                extra="" if counts else Judgement.Extra.UNSEATED,
                key=said.key,
                at=now,
            )
            Study.objects.filter(pk=unit.study_id, locked_at=None).update(locked_at=now)
            return made
    except IntegrityError:
        # The same judgement came in by another request meanwhile.
        before = _stored(rater, unit, said)
        if before is None:
            raise
        return before


def _require_open(rater: Rater) -> None:
    found = Rater.objects.filter(
        pk=rater.pk, removed_at=None, study__status=Study.Status.OPEN
    ).exists()
    if not found:
        raise Closed


def _open_seat(rater: Rater) -> Seat | None:
    return Seat.objects.filter(rater=rater, judged_at=None).select_related("unit").first()


def _kept(seat: Seat, rater: Rater, now: datetime) -> Seat:
    until = _until(rater, now)
    Seat.objects.filter(pk=seat.pk, rater=rater, judged_at=None).update(reserved_until=until)
    seat.reserved_until = until
    return seat


def _worth_trying(rater: Rater, unit_ids: Sequence[int], now: datetime) -> list[int]:
    """Those of the units, in their order, that have a seat to give and that the rater has not."""
    free = set(
        Seat.objects.filter(_is_free(now), unit__in=unit_ids).values_list("unit_id", flat=True)
    )
    had = set(
        Judgement.objects.filter(rater=rater, unit__in=unit_ids).values_list("unit_id", flat=True)
    )
    return [each for each in unit_ids if each in free and each not in had]


def _is_free(now: datetime) -> Q:
    return Q(judged_at=None) & (Q(rater=None) | Q(reserved_until__lt=now))


def _take(rater: Rater, unit_id: int, now: datetime) -> Seat | None:
    """A free seat of the unit for this rater; None where others took the last one."""
    for seat_id in Seat.objects.filter(_is_free(now), unit=unit_id).values_list("pk", flat=True):
        try:
            with transaction.atomic():
                taken = Seat.objects.filter(_is_free(now), pk=seat_id).update(
                    rater=rater, reserved_until=_until(rater, now)
                )
        except IntegrityError:
            return None  # another session of this rater has taken a seat
        if taken:
            return Seat.objects.select_related("unit").get(pk=seat_id)
    return None


def _until(rater: Rater, now: datetime) -> datetime:
    return now + timedelta(seconds=rater.study.reservation_seconds)


def _stored(rater: Rater, unit: Unit, said: Said) -> Judgement | None:
    found = Judgement.objects.filter(Q(key=said.key) | Q(rater=rater, unit=unit))
    for before in found.select_related("rater", "unit"):
        if (before.rater_id, before.unit_id) != (rater.pk, unit.pk):
            raise Conflict(before)
        if before.key != said.key and before.answer != dict(said.answer):
            raise Conflict(before)
        return before
    return None


def _fill(rater: Rater, unit: Unit, now: datetime) -> Seat | None:
    """The rater's seat, now judged; after its time, too, as long as nobody else has it."""
    if not Seat.objects.filter(unit=unit, rater=rater, judged_at=None).update(judged_at=now):
        return None
    return Seat.objects.get(unit=unit, rater=rater)
