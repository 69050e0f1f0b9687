"""What a rater said, in the words of the choices: beside what was expected, or in a conflict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.judgement_forms import COMMENT, Filled, answer_field
from annotation.kinds.base import Form, Kind, Question
from annotation.models import Judgement, Unit
from annotation.services.said import Said
from games.formats.lines import Json

NOTHING, REMARK = "nothing", "Comment"


@dataclass(frozen=True)
class Line:
    """One question: what was said of it here, and what is set beside it."""

    question: str
    said: str
    other: str
    same: bool


@dataclass(frozen=True)
class Feedback:
    """What was expected of a training unit. lines: none where nothing is known of it.

    skipped: why it was skipped, in words.
    """

    lines: tuple[Line, ...]
    skipped: str

    @property
    def right(self) -> bool:
        return not self.skipped and all(line.same for line in self.lines)


@dataclass(frozen=True)
class Clash:
    """Two answers of one rater to one unit.

    there, here: in words, where few say it whole; lines: what else differs, the comment with it.
    fields: what a form posts to say again what is said here.
    """

    there: str
    here: str
    lines: tuple[Line, ...]
    fields: tuple[tuple[str, str], ...]
    revision: int

    @property
    def is_of_comments(self) -> bool:
        """Whether nothing but the comment differs."""
        return self.there == self.here and all(line.question == REMARK for line in self.lines)


def note(said: Said) -> str:
    """What is said of a unit once the next one is there; nothing of a mere answer."""
    if said.skip_reason:
        return "Skipped, kept."
    return "Stored." if said.revision else ""


def is_same(before: Unit, unit: Unit | None) -> bool:
    """Whether the unit is about the same thing as the one before."""
    return unit is not None and unit.block != "" and unit.block == before.block


def feedback(kind: Kind, judgement: Judgement) -> Feedback:
    unit = judgement.unit
    questions = kind.questions(unit.snapshot)
    gold: Mapping[str, Json] = unit.gold or {}
    lines = [
        _line(each, judgement.answer.get(each.name), gold[each.name])
        for each in questions
        if each.name in gold
    ]
    return Feedback(tuple(lines), skip_words(judgement.skip_reason))


def clash(kind: Kind, before: Judgement, *, filled: Filled, said: Said) -> Clash:
    """before: what is stored. filled, said: what came in, as a form and as it would be stored."""
    questions = kind.questions(before.unit.snapshot)
    given = said.answer
    lines = [_line(each, given.get(each.name), before.answer.get(each.name)) for each in questions]
    told = before.skip_reason or filled.skip or _is_short(questions)
    differing = [] if told else [line for line in lines if not line.same]
    if before.comment != said.comment:
        differing.append(Line(REMARK, said.comment or NOTHING, before.comment or NOTHING, False))
    return Clash(
        there=_whole(questions, before.answer, before.skip_reason),
        here=_whole(questions, given, filled.skip),
        lines=tuple(differing),
        fields=_fields(given, filled),
        revision=before.revision,
    )


def answered(kind: Kind, unit: Unit, answer: Mapping[str, Json]) -> list[Line]:
    """What is said of each question; nothing of a skip."""
    questions = kind.questions(unit.snapshot)
    return [_line(each, answer[each.name], None) for each in questions if each.name in answer]


def words(question: Question, value: Json) -> str:
    """Labels of choices, an order from its first to its last, a text as it stands."""
    if question.form == Form.TEXT:
        return str(value or NOTHING)
    labels = {
        choice.value: f"{choice.group}: {choice.label}" if choice.group else choice.label
        for choice in question.choices
    }
    given = value if isinstance(value, list) else [value] if value is not None else []
    named = [labels.get(str(each), str(each)) for each in given]
    return (", then " if question.form == Form.ORDER else ", ").join(named) or NOTHING


def skip_words(reason: str) -> str:
    """Why a unit is skipped; "" where it is not."""
    return str(Judgement.Skip(reason).label) if reason in Judgement.Skip.values else ""


def _line(question: Question, said: Json, other: Json) -> Line:
    return Line(
        question=question.text,
        said=words(question, said),
        other=words(question, other),
        same=_compared(question, said) == _compared(question, other),
    )


def _compared(question: Question, value: Json) -> object:
    if question.form == Form.SOME:
        return frozenset(str(each) for each in value) if isinstance(value, list) else frozenset()
    return tuple(value) if isinstance(value, list) else value


def _whole(questions: Sequence[Question], answer: Mapping[str, Json], skip: str) -> str:
    if skip:
        return f"skip: {skip_words(skip)}"
    if not _is_short(questions):
        return ""
    return words(questions[0], answer.get(questions[0].name)).lower()


def _is_short(questions: Sequence[Question]) -> bool:
    return len(questions) == 1 and questions[0].form == Form.ONE


def _fields(answer: Mapping[str, Json], filled: Filled) -> tuple[tuple[str, str], ...]:
    if filled.skip:
        return (("skip", filled.skip), (COMMENT, filled.comment))
    fields = [
        (answer_field(name), str(each))
        for name, value in answer.items()
        if name != COMMENT
        for each in (value if isinstance(value, list) else [value])
    ]
    return (*fields, (COMMENT, filled.comment))
