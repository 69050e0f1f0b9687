"""From a posted form to an answer, and from an answer to ratings: alike for every kind."""

from collections.abc import Mapping, Sequence

from annotation.kinds.base import Answer, BadAnswer, Form, Kind, Question, Snapshot
from games.formats.fields import UNSTORABLE, shown
from games.formats.lines import Json

Posted = Mapping[str, Sequence[str]]


def read(kind: Kind, snapshot: Snapshot, posted: Posted) -> dict[str, Json]:
    """The answer that a form's fields give. Raises BadAnswer with the question's name."""
    answer: dict[str, Json] = {}
    for question in kind.questions(snapshot):
        given = _given(question, posted.get(question.name, ()))
        if given is not None:
            answer[question.name] = given
    kind.refuse(snapshot, answer)
    return answer


def check(kind: Kind, snapshot: Snapshot, answer: Answer) -> dict[str, Json]:
    """The answer as a form would give it. Raises BadAnswer where no form of this kind would."""
    posted = {name: _posted(name, value) for name, value in answer.items()}
    asked = {question.name for question in kind.questions(snapshot)}
    for name in answer:
        if name not in asked:
            raise BadAnswer(name, "Nothing of this name is asked.")
    return read(kind, snapshot, posted)


def _posted(name: str, value: Json) -> list[str]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in values):
        raise BadAnswer(name, "An answer is a text or a list of texts.")
    return [str(each) for each in values]


def texts(value: Json) -> list[str]:
    """What a list holds, each as text; nothing of what is no list."""
    return [str(each) for each in value] if isinstance(value, list) else []


def rating(question: Question, answer: Answer) -> Json:
    """What agreement sees of an answer: a value, a list of values, or None where it is missing."""
    given = answer.get(question.name)
    return None if isinstance(given, str) and given in question.missing else given


def _given(question: Question, values: Sequence[str]) -> Json:
    if question.form == Form.TEXT:
        return _text(question, values)
    known = {choice.value for choice in question.choices}
    for value in values:
        if value not in known:
            raise BadAnswer(question.name, f"{shown(value)} is none of the choices.")
    if len(set(values)) < len(values):
        raise BadAnswer(question.name, "A choice was given twice.")
    most = len(known) if question.most is None else question.most
    if not question.least <= len(values) <= most:
        raise BadAnswer(question.name, _how_many(question.least, most, len(values)))
    if question.form == Form.ONE:
        return values[0] if values else None
    return list(values)


def _text(question: Question, values: Sequence[str]) -> str | None:
    if len(values) > 1:
        raise BadAnswer(question.name, f"{len(values)} texts were given; one is taken.")
    # A form posts a line's end as two characters, where its own limit counts one.
    text = values[0].replace("\r\n", "\n").strip() if values else ""
    if found := UNSTORABLE.search(text):
        raise BadAnswer(question.name, f"A character cannot be kept: U+{ord(found[0]):04X}.")
    if question.most is not None and len(text) > question.most:
        raise BadAnswer(question.name, f"{len(text)} characters; {question.most} at most.")
    if len(text) < question.least:
        needed = (
            "A text is needed here."
            if question.least == 1
            else (f"{len(text)} characters; {question.least} at least.")
        )
        raise BadAnswer(question.name, needed)
    return text or None


def _how_many(least: int, most: int, given: int) -> str:
    if given < least:
        return "Choose one." if most == 1 else f"Choose {least} or more; {given} are chosen."
    return f"Choose {most} at most; {given} are chosen."
