"""A judgement on its way in, and why it may not be stored."""

import math
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from secrets import compare_digest, token_bytes

from django.utils.crypto import salted_hmac

from annotation.models import Judgement, Rater, Unit
from games.formats.fields import UNSTORABLE
from games.formats.lines import Json

SECONDS_MOST = 24 * 3600.0


class Refused(ValueError):
    """What was said cannot be stored as it is; the message says why."""


class Conflict(Exception):
    """The rater said something else of this unit before. judgement: what is stored."""

    def __init__(self, judgement: Judgement) -> None:
        super().__init__(f"{judgement.rater} judged {judgement.unit} already, otherwise.")
        self.judgement = judgement


@dataclass(frozen=True)
class Said:
    """A judgement on its way in.

    answer: {} where there is a skip_reason. key: of the form that was posted, from form_key, the
    same when it is sent again. seconds: that the unit was looked at.
    revision: of the judgement that the form was made from, 0 where there was none.
    """

    answer: Mapping[str, Json]
    key: uuid.UUID
    skip_reason: str = ""
    comment: str = ""
    seconds: float | None = None
    revision: int = 0


def form_key(rater: Rater, unit: Unit, *, drawn: bytes = b"") -> uuid.UUID:
    """A new key for a form that shows the unit to the rater; it proves that the unit was shown.

    drawn: eight bytes by chance, made here where none are given.
    """
    drawn = drawn or token_bytes(8)
    return uuid.UUID(bytes=drawn + _signature(rater, unit, drawn))


def was_shown(rater: Rater, unit: Unit, key: uuid.UUID) -> bool:
    return compare_digest(key.bytes[8:], _signature(rater, unit, key.bytes[:8]))


def checked(rater: Rater, unit: Unit, said: Said) -> Said:
    """What was said as it can be stored. Raises Refused."""
    if unit.study_id != rater.study_id:
        raise Refused(f"{unit} is of another study.")
    if found := UNSTORABLE.search(said.comment):
        raise Refused(f"The comment has a character that cannot be kept: U+{ord(found[0]):04X}.")
    if said.skip_reason and said.skip_reason not in Judgement.Skip.values:
        raise Refused(f"{said.skip_reason!r} is no reason to skip.")
    answer = {} if said.skip_reason else dict(said.answer)
    return replace(said, answer=answer, seconds=_seconds(said.seconds))


def _seconds(seconds: float | None) -> float | None:
    if seconds is None or not math.isfinite(seconds):
        return None
    return min(max(seconds, 0.0), SECONDS_MOST)


def _signature(rater: Rater, unit: Unit, drawn: bytes) -> bytes:
    what = f"{rater.pk} {unit.pk} {drawn.hex()}"
    return salted_hmac("annotation.form_key", what, algorithm="sha256").digest()[:8]
