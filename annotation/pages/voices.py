"""What raters said of one unit, as values.

Who said what is not told unless it is asked for: answers stand in the order of the alphabet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.judgement_forms import COMMENT
from annotation.kinds.base import Answer, Form, Question
from annotation.kinds.consolidation import Outcome
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Rater, Unit
from annotation.pages import adjudication, judging_words
from annotation.services.adjudicate import Standing
from games.formats.lines import Json


@dataclass(frozen=True)
class Votes:
    """A question with how often each choice was made. stands: in words; "" while it is open."""

    question: str
    counts: tuple[tuple[str, int], ...]
    answered: int
    stands: str
    proposal: str
    text: bool

    @property
    def nothing_counted(self) -> str:
        if not self.answered:
            return "nobody answered"
        return f"{self.answered} wrote a text" if self.text else f"{self.answered} chose nothing"


@dataclass(frozen=True)
class Voice:
    """What one rater said. who: a pseudonym, "" where it is not told. answer: as it is stored.

    said: question, "" where there is only one, and answer, in words.
    """

    said: tuple[tuple[str, str], ...]
    comment: str
    model: bool
    who: str
    answer: Mapping[str, Json]


def votes(unit: Unit, standing: Standing) -> list[Votes]:
    given = adjudication.ordering_of(unit.study, [unit]).get(unit.pk, [])
    return [
        _votes(each, standing.outcomes[each.name], standing.values[each.name], given)
        for each in questions_of(unit)
        if each.name != COMMENT
    ]


def voices(unit: Unit, judgements: Iterable[Judgement], *, named: bool) -> list[Voice]:
    """In an order that does not tell who said what; by pseudonym where that is asked for."""
    questions = questions_of(unit)
    found = [_voice(questions, each, named) for each in judgements]
    return sorted(found, key=lambda each: (each.model, each.who, each.said, each.comment))


def questions_of(unit: Unit) -> Sequence[Question]:
    return KINDS[unit.study.kind].questions(unit.snapshot)


def words(question: Question, value: Json) -> str:
    """A value as it is shown; "open" where there is none, and the words for an empty one."""
    return "open" if value is None else judging_words.words(question, value or None)


def _votes(question: Question, outcome: Outcome, value: Json, given: Sequence[Answer]) -> Votes:
    if question.form == Form.ORDER:
        counts = adjudication.orders_of(question, given)
    else:
        counts = adjudication.counts_of(question, outcome.votes)
    return Votes(
        question=question.text,
        counts=tuple(counts),
        answered=outcome.answered,
        stands="" if value is None else words(question, value),
        proposal="" if outcome.proposal is None else words(question, outcome.proposal),
        text=question.form == Form.TEXT,
    )


def _voice(questions: Sequence[Question], judgement: Judgement, named: bool) -> Voice:
    answer = judgement.answer
    said = [
        (each.text if len(questions) > 1 else "", words(each, answer[each.name]))
        for each in questions
        if each.name in answer and each.name != COMMENT
    ]
    skipped = ("", f"Skipped: {judging_words.skip_words(judgement.skip_reason)}")
    return Voice(
        said=(skipped,) if judgement.skip_reason else tuple(said),
        comment=judgement.comment or str(answer.get(COMMENT, "")),
        model=judgement.rater.kind == Rater.Kind.MODEL,
        who=judgement.rater.pseudonym if named else "",
        answer=answer,
    )
