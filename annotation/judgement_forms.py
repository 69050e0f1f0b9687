"""The form on which a unit is judged or decided: its fields, and from what was posted to answers.

The questions' own fields begin with `a.`, the places of what is ordered with `place.`, so that
no kind's question can take the name of another field. A question called `comment` has no field
of its own: the comment that every unit can have is its answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from annotation.kinds import answers
from annotation.kinds.base import Answer, BadAnswer, Form, Kind, Question, Snapshot
from annotation.models import Judgement
from games.formats.fields import UNSTORABLE, shown
from games.formats.lines import Json

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
    filled = answered(judgement.answer)
    comment = judgement.comment or filled.comment
    return replace(filled, comment=comment, skip=judgement.skip_reason)


def answered(given: Answer) -> Filled:
    """The form with an answer."""
    chosen = {name: _texts(value) for name, value in given.items()}
    return Filled(chosen, _places_in(chosen), "".join(chosen.get(COMMENT, [])))


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


def answer(kind: Kind, snapshot: Snapshot, filled: Filled) -> dict[str, Json]:
    """Question -> what the form answers to it; {} where the unit is skipped.

    Raises BadAnswer; its question is `comment` for the comment, `why` for a reason to skip.
    """
    _check_comment(filled)
    _check_skip(filled)
    if filled.skip:
        return {}
    return answers.read(kind, snapshot, _ordered(kind.questions(snapshot), filled))


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
            raise BadAnswer(question.name, f"{shown(text)} is no place.")
        if (before := at.setdefault(int(text), value)) != value:
            raise BadAnswer(question.name, f"{before} and {value} both have place {int(text)}.")
    return [at[place] for place in sorted(at)]


def _check_comment(filled: Filled) -> None:
    if found := UNSTORABLE.search(filled.comment):
        raise BadAnswer(COMMENT, f"A character cannot be kept: U+{ord(found[0]):04X}.")
    if (length := len(filled.comment)) > COMMENT_LENGTH:
        raise BadAnswer(COMMENT, f"{length:,} characters; {COMMENT_LENGTH:,} at most.")


def _check_skip(filled: Filled) -> None:
    if filled.skip and filled.skip not in Judgement.Skip.values:
        raise BadAnswer("", INCOMPLETE)
    if filled.skip == Judgement.Skip.OTHER and not filled.comment:
        raise BadAnswer(WHY, "Say here why you skip it.")


def number(text: str, *, digits: int = 18) -> int | None:
    """A number as a form names it; None for anything else, such as more digits than fit."""
    fits = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if fits else None


def _text(post: QueryDict, field: str) -> str:
    return post.get(field, "").replace("\r\n", "\n").strip()


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
