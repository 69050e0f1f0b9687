"""A second post for a unit: a copy of the first, another answer, or a change of it."""

from collections.abc import Mapping
from datetime import datetime

from annotation.models import Change, Judgement, Rater, Seat
from annotation.services import seats
from annotation.services.said import Conflict, Said
from games.formats.lines import Json


def beside(stored: Judgement, said: Said, now: datetime) -> Judgement:
    """What is stored after a second post for a unit: a copy changes nothing. Raises Conflict."""
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
    if stored.skip_reason and not said.skip_reason and rater.kind == Rater.Kind.PERSON:
        free = seats.fill_free(rater, unit, now=now)
        stored.seat, stored.extra = free, "" if free else Judgement.Extra.UNSEATED
    if said.skip_reason:
        stored.seat, stored.extra = None, ""
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
