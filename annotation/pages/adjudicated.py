"""One unit before an adjudicator, as values: as raters saw it, what they said, what was decided.

Who said what is not told unless it is asked for: answers stand in the order of the alphabet.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from annotation import judgement_forms
from annotation.judgement_forms import COMMENT, Filled
from annotation.kinds.base import Answer, BadAnswer, Form, Question
from annotation.kinds.consolidation import Outcome, answer_of
from annotation.kinds.registry import KINDS
from annotation.models import Change, Consensus, Judgement, Rater, Study, Unit
from annotation.pages import adjudication, judging, judging_words
from annotation.services.adjudicate import Standing
from games.formats.lines import Json

COUNTED = Consensus.Source.COUNTED
FORMER = "a former adjudicator"
Names = Mapping[int, str]
"""Account -> how an adjudicator is called."""


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


@dataclass(frozen=True)
class Decision:
    """lines: what was decided, a question each. second: what another adjudicator said of it."""

    lines: tuple[str, ...]
    reason: str
    by: str
    own: bool
    at: datetime | None
    second: str
    second_by: str
    second_note: str
    disputed: bool


@dataclass(frozen=True)
class Past:
    """A step of the unit's history. what: such as "Yes became No"."""

    at: datetime
    who: str
    what: str
    reason: str


def names_of(study: Study, standing: Standing, changes: Iterable[Change]) -> dict[int, str]:
    """Who takes part in the study by the pseudonym, researchers by the name of the account.

    Nobody else decides, but for who has withdrawn since and is named no more.
    """
    deciders = [(row.decided_by_id, row.second_by_id) for row in standing.adjudicated]
    wanted = {account for pair in deciders for account in pair} | {each.by_id for each in changes}
    wanted.discard(None)
    people = User.objects.filter(pk__in=wanted)
    accounts = {each.pk: each.username if each.is_staff else FORMER for each in people}
    raters = study.raters.filter(user__in=wanted).values_list("user", "pseudonym")
    return accounts | {pk: name for pk, name in raters if pk is not None}


def votes(unit: Unit, standing: Standing) -> list[Votes]:
    given = adjudication.ordering_of(unit.study, [unit]).get(unit.pk, [])
    return [
        _votes(each, standing.outcomes[each.name], standing.values[each.name], given)
        for each in _questions(unit)
        if each.name != COMMENT
    ]


def voices(unit: Unit, judgements: Iterable[Judgement], *, named: bool) -> list[Voice]:
    """In an order that does not tell who said what; by pseudonym where that is asked for."""
    questions = _questions(unit)
    found = [_voice(questions, each, named) for each in judgements]
    return sorted(found, key=lambda each: (each.model, each.who, each.said, each.comment))


def filled(standing: Standing, answer: Mapping[str, Json] | None) -> Filled:
    """The decision form as it opens. answer: of the rater whose answer is taken over."""
    proposed = {name: each.proposal for name, each in standing.outcomes.items()}
    stands = {name: proposed[name] if v is None else v for name, v in standing.values.items()}
    return judgement_forms.stored(Judgement(answer=answer or answer_of(stands)))


def form(unit: Unit, as_filled: Filled, broken: BadAnswer | None) -> judging.Shown:
    """The unit as raters see it, with the form to decide it."""
    nobody = Rater(study=unit.study)
    return judging.show(nobody, unit, as_filled, revision=0, key=uuid.UUID(int=0), broken=broken)


def decisions(unit: Unit, standing: Standing, names: Names, viewer: int) -> list[Decision]:
    """What stands decided; questions that were decided together stand together."""
    together: dict[tuple[object, ...], list[Consensus]] = {}
    for row in standing.adjudicated:
        about = (row.decided_by_id, row.decided_at, row.reason, row.second_at)
        together.setdefault(about, []).append(row)
    return [_decision(_questions(unit), rows, names, viewer) for rows in together.values()]


def history(unit: Unit, changes: Iterable[Change], names: Names) -> list[Past]:
    """Decisions, second looks and what was taken back."""
    questions = {each.name: each for each in _questions(unit)}
    return [
        Past(
            at=each.at,
            who=names.get(each.by_id or 0, ""),
            what=_named(questions, each.question, _step(questions[each.question], each)),
            reason=str(each.new["second_note"] if _is_look(each) else each.new["reason"]),
        )
        for each in changes
        if each.question in questions
    ]


def words(question: Question, value: Json) -> str:
    """A value as it is shown; "open" where there is none, and the words for an empty one."""
    return "open" if value is None else judging_words.words(question, value or None)


def _questions(unit: Unit) -> Sequence[Question]:
    return KINDS[unit.study.kind].questions(unit.snapshot)


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
    skipped = ("", f"Skipped: {judging.skip_words(judgement.skip_reason)}")
    return Voice(
        said=(skipped,) if judgement.skip_reason else tuple(said),
        comment=judgement.comment or str(answer.get(COMMENT, "")),
        model=judgement.rater.kind == Rater.Kind.MODEL,
        who=judgement.rater.pseudonym if named else "",
        answer=answer,
    )


def _decision(
    questions: Sequence[Question], rows: Sequence[Consensus], names: Names, viewer: int
) -> Decision:
    asked = {each.name: each for each in questions}
    first = rows[0]
    looked = {None: "", True: "agrees", False: "disagrees"}[first.second_agrees]
    return Decision(
        lines=tuple(
            _named(asked, row.question, words(asked[row.question], row.value))
            for row in rows
            if row.question in asked and row.question != COMMENT
        ),
        reason=first.reason,
        by=names.get(first.decided_by_id or 0, ""),
        own=first.decided_by_id == viewer,
        at=first.decided_at,
        second=looked,
        second_by=names.get(first.second_by_id or 0, ""),
        second_note=first.second_note,
        disputed=first.second_agrees is False,
    )


def _named(questions: Mapping[str, Question], name: str, told: str) -> str:
    """With the question in front where there are several."""
    return told if len(questions) == 1 else f"{questions[name].text} {told}"


def _step(question: Question, change: Change) -> str:
    before, after = words(question, change.old["value"]), words(question, change.new["value"])
    if change.new["source"] == COUNTED:
        return f"{before} was taken back; counted: {after}"
    if _is_look(change):
        return f"agreed with {after}" if change.new["second_agrees"] else f"disagreed with {after}"
    return f"{after} was confirmed" if before == after else f"{before} became {after}"


def _is_look(change: Change) -> bool:
    return change.new["second_agrees"] is not None and change.old["second_agrees"] is None
