"""What adjudicators decided about one unit, as values: what stands, and its history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from annotation.judgement_forms import COMMENT
from annotation.kinds.base import Question
from annotation.models import Change, Consensus, Study, Unit
from annotation.pages.voices import questions_of, words
from annotation.services.adjudicate import Standing

COUNTED = Consensus.Source.COUNTED
FORMER = "a former adjudicator"
Names = Mapping[int, str]
"""Account -> how an adjudicator is called."""


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


def decisions(unit: Unit, standing: Standing, names: Names, viewer: int) -> list[Decision]:
    """What stands decided; questions that were decided together stand together."""
    together: dict[tuple[object, ...], list[Consensus]] = {}
    for row in standing.adjudicated:
        about = (row.decided_by_id, row.decided_at, row.reason, row.second_at)
        together.setdefault(about, []).append(row)
    return [_decision(questions_of(unit), rows, names, viewer) for rows in together.values()]


def history(unit: Unit, changes: Iterable[Change], names: Names) -> list[Past]:
    """Decisions, second looks and what was taken back."""
    questions = {each.name: each for each in questions_of(unit)}
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
