"""The form on which a rater judges: its fields, and from what was posted to what was said.

The questions' own fields begin with `a.`, the places of what is ordered with `place.`, so that
no kind's question can take the name of another field. A question called `comment` has no field
of its own: the comment that every unit can have is its answer.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from annotation.kinds import answers
from annotation.kinds.base import BadAnswer, Form, Kind, Question, Snapshot
from annotation.models import Judgement
from annotation.services.said import Said
from games.formats.fields import UNSTORABLE

COMMENT, WHY = "comment", "why"
"""The comment on the unit; and the reason to skip it that is none of those on the form."""
COMMENT_LENGTH = 1000
INCOMPLETE = "That form was incomplete, so nothing was stored. Please send it again."


@dataclass(frozen=True)
class Filled:
    """A form as it stands, right or wrong.

    chosen: question -> what was chosen, in its order. places: ordered question -> choice -> the
    place that was given to it. skip: a value of Judgement.Skip.
    """

    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    comment: str = ""
    skip: str = ""


def answer_field(question: str) -> str:
    return f"a.{question}"


def place_field(question: str, number: int) -> str:
    """number: of the choice, from 0."""
    return f"place.{question}.{number}"


def opened(snapshot: Snapshot) -> Filled:
    """The form as a unit opens: with what its snapshot proposes, if anything."""
    defaults = snapshot.get("defaults")
    given = defaults if isinstance(defaults, Mapping) else {}
    return Filled({name: _texts(value) for name, value in given.items()})


def stored(judgement: Judgement) -> Filled:
    """The form with what the rater said before."""
    chosen = {name: _texts(value) for name, value in judgement.answer.items()}
    comment = judgement.comment or "".join(chosen.get(COMMENT, []))
    return Filled(chosen, _places_in(chosen), comment, judgement.skip_reason)


def posted(questions: Sequence[Question], post: QueryDict) -> Filled:
    chosen: dict[str, Sequence[str]] = {}
    places: dict[str, Mapping[str, str]] = {}
    comment = _text(post, COMMENT)
    if post.get("skip") == Judgement.Skip.OTHER:
        comment = f"{comment}\n{_text(post, WHY)}".strip()
    for question in questions:
        chosen[question.name] = post.getlist(answer_field(question.name))
        if question.form == Form.ORDER:
            places[question.name] = _places(question, chosen[question.name], post)
        elif question.name == COMMENT:
            chosen[COMMENT] = [comment] if comment else []
    return Filled(chosen, places, comment, post.get("skip", ""))


def said(kind: Kind, snapshot: Snapshot, filled: Filled, post: QueryDict) -> Said:
    """What the form says.

    Raises BadAnswer; its question is `comment` for the comment, `why` for a reason to skip.
    """
    _check_comment(filled)
    asked = kind.questions(snapshot)
    if filled.skip:
        answer, comment = {}, filled.comment
    else:
        answer = answers.read(kind, snapshot, _ordered(asked, filled))
        comment = "" if COMMENT in answer else filled.comment
    return Said(
        answer,
        _key(post),
        skip_reason=filled.skip,
        comment=comment,
        seconds=_seconds(post),
        revision=_revision(post),
    )


def _places(question: Question, given: Sequence[str], post: QueryDict) -> dict[str, str]:
    """From the lists of places; or from the order itself, which the page posts once it knows it."""
    if given:
        return {value: str(place) for place, value in enumerate(given, start=1)}
    found = {
        choice.value: post.get(place_field(question.name, number), "").strip()
        for number, choice in enumerate(question.choices)
    }
    return {value: place for value, place in found.items() if place}


def _places_in(chosen: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
    return {
        name: {value: str(place) for place, value in enumerate(values, start=1)}
        for name, values in chosen.items()
    }


def _ordered(asked: Sequence[Question], filled: Filled) -> dict[str, Sequence[str]]:
    orders = {
        question.name: _order(question, filled.places.get(question.name, {}))
        for question in asked
        if question.form == Form.ORDER
    }
    return {**filled.chosen, **orders}


def _order(question: Question, places: Mapping[str, str]) -> list[str]:
    at: dict[int, str] = {}
    for value, text in places.items():
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadAnswer(question.name, f"{text!r} is no place.")
        if (before := at.setdefault(int(text), value)) != value:
            raise BadAnswer(question.name, f"{before} and {value} both have place {int(text)}.")
    return [at[place] for place in sorted(at)]


def _check_comment(filled: Filled) -> None:
    if found := UNSTORABLE.search(filled.comment):
        raise BadAnswer(COMMENT, f"A character cannot be kept: U+{ord(found[0]):04X}.")
    if (length := len(filled.comment)) > COMMENT_LENGTH:
        raise BadAnswer(COMMENT, f"{length:,} characters; {COMMENT_LENGTH:,} at most.")
    if filled.skip and filled.skip not in Judgement.Skip.values:
        raise BadAnswer("", INCOMPLETE)
    if filled.skip == Judgement.Skip.OTHER and not filled.comment:
        raise BadAnswer(WHY, "Say here why you skip it.")


def key_of(post: QueryDict) -> uuid.UUID | None:
    """The form's key; None where there is none that could be one."""
    try:
        return uuid.UUID(post.get("key", ""))
    except ValueError:
        return None


def revision_of(post: QueryDict) -> int | None:
    """The revision that the form was made from; None where there is none that could be one."""
    return number(post.get("revision", ""), digits=5)


def number(text: str, *, digits: int = 18) -> int | None:
    """A number as a form names it; None for anything else, such as more digits than fit."""
    fits = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if fits else None


def _key(post: QueryDict) -> uuid.UUID:
    if (key := key_of(post)) is None:
        raise BadAnswer("", INCOMPLETE)
    return key


def _revision(post: QueryDict) -> int:
    if (revision := revision_of(post)) is None:
        raise BadAnswer("", INCOMPLETE)
    return revision


def _seconds(post: QueryDict) -> float | None:
    """None where the browser measured nothing."""
    try:
        return float(post.get("seconds", ""))
    except ValueError:
        return None


def _text(post: QueryDict, field: str) -> str:
    return post.get(field, "").replace("\r\n", "\n").strip()


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
