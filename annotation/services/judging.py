"""What a rater says of a unit: stored once, changed with its history, never overwritten unseen.

A post finds the seat that its rater has open, and fills it, in one short transaction that holds
only as long as the rater may judge. Whatever else a post may be, a copy, a change, an answer from
another tab or one that comes too late, is settled while the rater's row is locked.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import changes, seats
from annotation.services.said import Conflict, Refused, Said, checked, form_key, was_shown
from annotation.services.seats import Closed, Reason
from games.services import judged

__all__ = [
    "Closed",
    "Conflict",
    "Refused",
    "Said",
    "form_key",
    "judge",
    "judge_and_next",
    "judged_before",
    "was_given",
]

Extra = Judgement.Extra


class _NoSeat(Exception):
    """The rater holds no seat of the unit open."""


def judge(rater: Rater, unit: Unit, said: Said, *, now: datetime) -> Judgement:
    """Store what was said; return the judgement that is stored then.

    It fills the seat that the rater has, after its time, too, as long as nobody else has it; else
    a free seat of the unit, if the unit was shown to the rater; else it is an extra. A skip frees
    the seat. The same post, or the same answer, a second time changes nothing.
    Raises Closed, Refused, and Conflict for another answer than the stored one in a form that was
    not made from it.
    """
    said = checked(rater, unit, said)
    try:
        with transaction.atomic():
            return _in_open_seat(rater, unit, said, now)
    except (_NoSeat, IntegrityError):
        return _settled(rater, unit, said, now)


def judge_and_next(
    rater: Rater, unit: Unit, said: Said, *, now: datetime
) -> tuple[Judgement, Seat | None]:
    """Judge, and hand out what comes next; None where nothing is left or the study has closed."""
    said = checked(rater, unit, said)
    try:
        with transaction.atomic():
            made = _in_open_seat(rater, unit, said, now)
            seat = seats.next_seat(rater, now=now, after=unit)
    except (_NoSeat, IntegrityError):
        made, seat = _settled(rater, unit, said, now), None
    return made, seat or _handed_out(rater, now)


def was_given(rater: Rater, unit: Unit, key: UUID | None) -> bool:
    """Whether the rater holds the unit, or held it when the form with this key was made."""
    if seats.open_seat_id(rater, unit) is not None:
        return True
    return key is not None and was_shown(rater, unit, key)


def judged_before(rater: Rater, unit_id: int | None = None) -> Judgement | None:
    """What the rater judged or changed last, or last before this unit.

    Raises Judgement.DoesNotExist where they did not judge the unit.
    """
    mine = Judgement.objects.filter(rater=rater).order_by("-at", "-pk")
    if unit_id is not None:
        here = mine.get(unit=unit_id)
        mine = mine.filter(Q(at__lt=here.at) | Q(at=here.at, pk__lt=here.pk))
    return mine.first()


def _handed_out(rater: Rater, now: datetime) -> Seat | None:
    try:
        return seats.hand_out(rater, now=now)
    except Closed:
        return None


def _in_open_seat(rater: Rater, unit: Unit, said: Said, now: datetime) -> Judgement:
    """The judgement in the seat that the rater has open.

    Raises _NoSeat, for a form that shows another unit, too, and IntegrityError for a key that was
    used before.
    """
    if not was_shown(rater, unit, said.key):
        raise _NoSeat
    judged = _begin(rater, now)
    if said.skip_reason:
        if not seats.vacate(rater, unit):
            raise _NoSeat
        return _store(rater, unit, said, now, judged=judged)
    seat_id = seats.fill(rater, unit, now=now)
    if seat_id is None:
        raise _NoSeat
    return _store(rater, unit, said, now, judged=judged, seat_id=seat_id)


def _store(
    rater: Rater,
    unit: Unit,
    said: Said,
    now: datetime,
    *,
    judged: int,
    seat_id: int | None = None,
    extra: str = "",
) -> Judgement:
    """judged: how many judgements of the rater are stored with this one."""
    made = Judgement.objects.create(
        unit=unit,
        rater=rater,
        seat_id=seat_id,
        answer=said.answer,
        skip_reason=said.skip_reason,
        comment=said.comment,
        seconds=said.seconds,
        extra=extra,
        key=said.key,
        at=now,
    )
    rater.judged = judged
    return made


def _begin(rater: Rater, now: datetime) -> int:
    """Count one more judgement, the first of which locks the study; return how many that makes.

    Before any seat or baseline is locked, as whoever joins or changes the study does it, so that
    nobody waits in a circle.
    """
    judged = seats.count(rater)
    if rater.study.locked_at is None:
        # The study is not made to say so here: this may be undone, or it may be an old copy.
        Study.objects.filter(pk=rater.study_id, locked_at=None).update(locked_at=now)
    if judged == 1:
        _note_first(rater)
    return judged


def _note_first(rater: Rater) -> None:
    """From now on the account plays no baseline of the catalogue. Raises Closed where it does."""
    if rater.user is None or rater.study.catalogue is None:
        return
    try:
        judged.note_judged(rater.study.catalogue, [rater.user])
    except judged.PlayedBaseline as played:
        raise Closed(Reason.PLAYED_BASELINE) from played


def _settled(rater: Rater, unit: Unit, said: Said, now: datetime) -> Judgement:
    """The judgement that is stored once this post is dealt with, while no other of the rater is."""
    try:
        with transaction.atomic():
            seats.lock(rater)
            stored = Judgement.objects.filter(rater=rater, unit=unit).first()
            if stored is not None:
                stored.rater, stored.unit = rater, unit
                return changes.beside(stored, said, now)
            judged = _begin(rater, now)
            where = _place(rater, unit, said, now)
            return _store(rater, unit, said, now, judged=judged, **asdict(where))
    except IntegrityError as taken:
        raise Refused("The form's key was used for another unit.") from taken


@dataclass(frozen=True)
class _Place:
    """Where a judgement goes: into a seat, or beside them, as an extra or not."""

    seat_id: int | None = None
    extra: str = ""


def _place(rater: Rater, unit: Unit, said: Said, now: datetime) -> _Place:
    """Where the first judgement of a unit goes that the rater does not hold open.

    Raises Refused where they hold it and were not shown it.
    """
    if rater.kind == Rater.Kind.MODEL:
        return _Place()
    if not was_shown(rater, unit, said.key):
        if seats.open_seat_id(rater, unit) is not None:
            raise Refused("That form was for another unit. Look at this one, and send it again.")
        return _Place(extra=Extra.UNSEATED)
    if said.skip_reason:
        return _Place()
    seat = seats.fill_free(rater, unit, now=now)
    return _Place(seat.pk) if seat else _Place(extra=Extra.LATE)
