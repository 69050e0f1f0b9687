"""What a rater posts with a judging form: what was said, in which form, after how long."""

import uuid

from django.http import QueryDict

from annotation import judgement_forms
from annotation.judgement_forms import COMMENT, INCOMPLETE, Filled
from annotation.kinds.base import BadAnswer, Kind, Snapshot
from annotation.services.said import Said


def said(kind: Kind, snapshot: Snapshot, filled: Filled, post: QueryDict) -> Said:
    """What the post says. filled: its form. Raises BadAnswer, as `judgement_forms.answer` does."""
    answer = judgement_forms.answer(kind, snapshot, filled)
    key, revision = key_of(post), revision_of(post)
    if key is None or revision is None:
        raise BadAnswer("", INCOMPLETE)
    return Said(
        answer,
        key,
        skip_reason=filled.skip,
        comment="" if COMMENT in answer else filled.comment,
        seconds=_seconds(post),
        revision=revision,
    )


def key_of(post: QueryDict) -> uuid.UUID | None:
    """The form's key; None where there is none that could be one."""
    try:
        return uuid.UUID(post.get("key", ""))
    except ValueError:
        return None


def revision_of(post: QueryDict) -> int | None:
    """The revision that the form was made from; None where there is none that could be one."""
    return judgement_forms.number(post.get("revision", ""), digits=5)


def _seconds(post: QueryDict) -> float | None:
    """None where the browser measured nothing."""
    try:
        return float(post.get("seconds", ""))
    except ValueError:
        return None
