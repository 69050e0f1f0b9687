"""A second post for a unit: a copy of the first, another answer, or a change of it."""

from collections.abc import Mapping
from datetime import datetime

from annotation.models import Change, Judgement, Rater, Seat
from annotation.services import seats
from annotation.services.said import Conflict, Refused, Said
from games.formats.lines import Json

REVISIONS_MOST = 32_767
Extra = Judgement.Extra


def beside(stored: Judgement, said: Said, now: datetime) -> Judgement:
    """What is stored after a second post for a unit: a copy changes nothing.

    Raises Conflict, and Refused once too many changes were made.
    """
    replaced = Change.objects.filter(key=said.key, unit=stored.unit, rater=stored.rater).first()
    if replaced is not None and _is_copy(replaced.old, said):
        return stored
    if said.revision != stored.revision or said.key == stored.key or replaced is not None:
        if _is_copy(_fields(stored), said):
            return stored
        raise Conflict(stored)
    if _is_copy(_fields(stored), said) and said.comment == stored.comment:
        return stored
    return _changed(stored, said, now)


def _is_copy(fields: Mapping[str, object], said: Said) -> bool:
    """Whether nothing was said that is not stored already."""
    return (
        fields["answer"] == said.answer
        and fields["skip_reason"] == said.skip_reason
        and said.comment in ("", fields["comment"])
    )


def _changed(stored: Judgement, said: Said, now: datetime) -> Judgement:
    """The stored judgement as its rater says it now, with what it was before as a change."""
    rater, unit, old, key = stored.rater, stored.unit, _fields(stored), stored.key
    seat = stored.seat
    if stored.revision >= REVISIONS_MOST:
        raise Refused("This answer was changed too often to be changed once more.")
    _place_anew(stored, said, now)
    stored.answer, stored.skip_reason = said.answer, said.skip_reason
    stored.comment, stored.seconds, stored.key = said.comment, said.seconds, said.key
    stored.at, stored.revision = now, stored.revision + 1
    stored.save()
    if said.skip_reason and seat is not None:
        seats.free(Seat.objects.filter(pk=seat.pk))
    Change.objects.create(
        unit=unit, rater=rater, by=rater.user, old=old, new=_fields(stored), key=key, at=now
    )
    return stored


def _place_anew(stored: Judgement, said: Said, now: datetime) -> None:
    """Give the judgement a seat, or none, where it turns from a skip into an answer or back.

    What was never handed out stays apart, whatever it turns into; a model's has no seat.
    """
    if stored.extra == Extra.UNSEATED or stored.rater.kind == Rater.Kind.MODEL:
        return
    if said.skip_reason:
        stored.seat, stored.extra = None, ""
    elif stored.skip_reason:
        stored.seat = seats.fill_free(stored.rater, stored.unit, now=now)
        stored.extra = "" if stored.seat else Extra.LATE


def _fields(stored: Judgement) -> dict[str, Json]:
    """What a change keeps of a judgement."""
    return {
        "answer": dict(stored.answer),
        "skip_reason": stored.skip_reason,
        "comment": stored.comment,
        "seconds": stored.seconds,
        "extra": stored.extra,
        "revision": stored.revision,
        "at": stored.at.isoformat(),
    }
