"""Wrong Oracle answers, once people decided: a new revision in the store, and whom they touched.

A correction adds a row that outranks the wrong one; what was said in plays stays as it was said.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import Count, Q, QuerySet

from annotation.kinds.oracle_answer import OracleAnswer
from annotation.kinds.registry import KINDS
from annotation.models import Correction, Study
from annotation.publishing import answers, settled
from annotation.publishing.settled import Misfit, SettledUnit
from annotation.services.consensus import uncounted, uncounted_sentence
from annotation.settled_units import settled_units
from games.models import StoredAnswer, Turn
from games.rules import Answer
from games.services.store import question_key
from games.snapshots import Overtaken, one_state

ID = re.compile("[1-9][0-9]{0,17}")
AnswerKey = tuple[str, str, str]
"""Object, question and Oracle of a stored answer: its revisions share them."""


class CorrectionRefused(Exception):
    """Nothing was corrected; says why."""


@dataclass(frozen=True)
class Wrong:
    """stored: the answer that players get now, the newest revision. right: what people decided."""

    unit: SettledUnit
    stored: StoredAnswer
    right: Answer
    source: str


@dataclass(frozen=True)
class Due:
    """What is to be corrected. corrected, right, open: units that are not to be, any more or yet.

    misfits: units whose key is no stored answer to their question, or that were corrected and
    then decided otherwise.
    """

    wrong: tuple[Wrong, ...]
    corrected: int
    right: int
    open: int
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True)
class Touched:
    """Of the plays in which a wrong answer was said: how many there are, and how they ended."""

    turns: int
    plays: int
    won: int
    lost: int


def due(study: Study) -> Due:
    """Decided answers held against the store as it is now; six queries at most."""
    decided, still_open = settled.parted(KINDS[study.kind], settled_units(study))
    stored = _stored_for(decided)
    newest = _newest_of(stored.values())
    done = dict(_corrections(study).values_list("unit__key", "after__answer"))
    problems = {u.key: _problem(u, stored.get(u.key), done.get(u.key)) for u in decided}
    fitting = [u for u in decided if not problems[u.key] and u.key not in done]
    held = [(unit, newest[_key_of(stored[unit.key])]) for unit in fitting]
    wrong = tuple(
        Wrong(unit, latest, Answer(unit.text("answer")), answers.source_of(unit))
        for unit, latest in held
        if latest.answer != unit.text("answer")
    )
    return Due(
        wrong=wrong,
        corrected=len(done),
        right=len(held) - len(wrong),
        open=len(still_open),
        misfits=tuple(Misfit(key, problem) for key, problem in problems.items() if problem),
    )


def apply(study: Study, *, by: User | None, now: datetime) -> int:
    """Correct every answer that is due, all or none; twice is once. Returns how many.

    Yes or no where a protocol demands one stays as it was where people cannot tell either.
    Raises CorrectionRefused.
    """
    if study.kind != OracleAnswer.key:
        raise CorrectionRefused("Only a study of the Oracle's answers corrects answers.")
    try:
        with one_state():
            held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
            _require_counted(held)
            wrong = due(held).wrong
            units = dict(held.units.values_list("key", "pk"))
            for each in wrong:
                _correct(each, units[each.unit.key], by=by, now=now)
    except (IntegrityError, Overtaken) as error:
        sentence = "Somebody else corrected an answer at the same moment; look again."
        raise CorrectionRefused(sentence) from error
    return len(wrong)


def touched_turns(study: Study) -> QuerySet[Turn]:
    """Turns that keep an answer which this study corrected, newest first, with their plays."""
    return (
        Turn.objects.filter(stored_answer__in=_corrections(study).values("before"))
        .select_related("play__participant__campaign", "play__game", "stored_answer")
        .order_by("-asked_at", "-pk")
    )


def touched(study: Study) -> Touched:
    return Touched(
        **touched_turns(study)
        .order_by()
        .aggregate(
            turns=Count("pk"),
            plays=Count("play", distinct=True),
            won=Count("play", distinct=True, filter=Q(play__outcome="won")),
            lost=Count("play", distinct=True, filter=Q(play__outcome="lost")),
        )
    )


def corrections_of(study: Study) -> QuerySet[Correction]:
    return _corrections(study).select_related("unit", "before", "after").order_by("pk")


def _require_counted(study: Study) -> None:
    if units := uncounted(study):
        raise CorrectionRefused(f"{uncounted_sentence(units)} Nothing was corrected.")


def _corrections(study: Study) -> QuerySet[Correction]:
    return Correction.objects.filter(unit__study=study)


def _stored_for(units: Iterable[SettledUnit]) -> dict[str, StoredAnswer]:
    """Unit key -> the stored answer that it names."""
    ids = [int(unit.key) for unit in units if ID.fullmatch(unit.key)]
    rows = StoredAnswer.objects.in_bulk(ids)
    return {str(pk): row for pk, row in rows.items()}


def _newest_of(rows: Iterable[StoredAnswer]) -> dict[AnswerKey, StoredAnswer]:
    """The highest revision of each answer, as `store.known_answer` reads it."""
    rows = list(rows)
    revisions = StoredAnswer.objects.filter(
        object_sha256__in={row.object_sha256 for row in rows},
        question_sha256__in={row.question_sha256 for row in rows},
    ).order_by("revision")
    return {_key_of(row): row for row in revisions}


def _key_of(row: StoredAnswer) -> AnswerKey:
    return row.object_sha256, row.question_sha256, row.oracle_version


def _problem(unit: SettledUnit, stored: StoredAnswer | None, done: str | None) -> str:
    if done is not None and done != unit.text("answer"):
        now = unit.text("answer")
        return f"It was corrected to {done}, then decided as {now}; the correction stays."
    if stored is None:
        return "The answer store has no such answer."
    if stored.question_key != question_key(unit.told("question")):
        return "The stored answer of this number is to another question."
    return ""


def _correct(wrong: Wrong, unit_id: int, *, by: User | None, now: datetime) -> None:
    old = wrong.stored
    after = StoredAnswer.objects.create(
        object_sha256=old.object_sha256,
        question_key=old.question_key,
        question_sha256=old.question_sha256,
        oracle_version=old.oracle_version,
        revision=old.revision + 1,
        answer=wrong.right,
        forced=old.forced if wrong.right == Answer.CANNOT_TELL else wrong.right,
        source=wrong.source,
        probe=old.probe,
    )
    Correction.objects.create(unit_id=unit_id, before=old, after=after, made_by=by, made_at=now)
