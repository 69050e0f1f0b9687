"""What stands for each question of a study's units, counted from what raters said.

Counting may be done at any time and as often as one likes: it writes only what is new or changed,
and what an adjudicator decided stays, unless it is to be counted again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from annotation.judged import judgements_of
from annotation.kinds.base import Answer
from annotation.kinds.consolidation import Outcome, consolidate_unit
from annotation.kinds.registry import KINDS
from annotation.models import Change, Consensus, Rater, Study
from games.formats.lines import Json

PEOPLE = (Rater.Kind.PERSON,)
BATCH = 2000
COUNTED_FIELDS = ("value", "votes", "answered", "open", "source", "reason", "counted_at")
DECISION_FIELDS = ("decided_by", "decided_at")
SECOND_FIELDS = ("second_by", "second_agrees", "second_note", "second_at")

Key = tuple[int, str]
Rows = Mapping[Key, Consensus]


@dataclass(frozen=True)
class Counted:
    """Numbers of questions of units. open: those for an adjudicator, after this count."""

    new: int
    changed: int
    kept_adjudicated: int
    open: int


def count(
    study: Study,
    *,
    now: datetime,
    again: bool = False,
    by: User | None = None,
    kinds: Iterable[Rater.Kind] = PEOPLE,
) -> Counted:
    """Store what the judgements give for every unit that somebody answered.

    again: what was adjudicated is counted anew, too, and `by` stands in its history. kinds: of
    raters whose judgements count.
    """
    found = _outcomes(study, kinds)
    with transaction.atomic():
        stored = _held(study)
        kept = {} if again else {key: row for key, row in stored.items() if _adjudicated(row)}
        gone = [row.pk for key, row in stored.items() if key not in found and not _adjudicated(row)]
        fresh = {key: each for key, each in found.items() if key not in kept}
        new = {key: each for key, each in fresh.items() if key not in stored}
        changed = {
            key: each
            for key, each in fresh.items()
            if key in stored and not _stands(stored[key], each)
        }
        Consensus.objects.filter(pk__in=gone).delete()
        _remember_decisions(stored, changed, by, now)
        _insert(new, now)
        _replace(changed, now)
        _stamp(study, now)
    left_open = sum(each.value is None for each in fresh.values())
    return Counted(len(new), len(changed) + len(gone), len(kept), left_open)


def counted_at(study: Study) -> datetime | None:
    """When the study was counted last."""
    rows = Consensus.objects.filter(unit__study=study)
    return rows.aggregate(last=Max("counted_at"))["last"]


def judgements_since(study: Study, then: datetime) -> int:
    """How many judgements of people came in, or were changed, after then."""
    return judgements_of(study, kinds=PEOPLE).filter(at__gt=then).count()


def counted_row(key: Key, outcome: Outcome, now: datetime) -> Consensus:
    """The row of an outcome that nobody decided."""
    return Consensus(
        unit_id=key[0],
        question=key[1],
        value=outcome.value,
        votes=outcome.votes,
        answered=outcome.answered,
        open=list(outcome.open),
        counted_at=now,
    )


def as_history(row: Consensus) -> dict[str, Json]:
    """What a change remembers of a row."""
    return {
        "value": row.value,
        "source": str(row.source),
        "reason": row.reason,
        "second_agrees": row.second_agrees,
        "second_note": row.second_note,
    }


def _outcomes(study: Study, kinds: Iterable[Rater.Kind]) -> dict[Key, Outcome]:
    kind = KINDS[study.kind]
    answers: dict[int, list[Answer]] = defaultdict(list)
    said = judgements_of(study, kinds=kinds).select_related(None)
    for unit_id, answer in said.values_list("unit_id", "answer").iterator():
        answers[unit_id].append(answer)
    units = study.units.order_by("pk").values_list("pk", "snapshot")
    return {
        (unit_id, question): outcome
        for unit_id, snapshot in units.iterator()
        if unit_id in answers
        for question, outcome in consolidate_unit(kind, snapshot, answers[unit_id]).items()
    }


def _held(study: Study) -> Rows:
    """The study's rows, which no adjudicator changes until this transaction ends."""
    rows = Consensus.objects.filter(unit__study=study).order_by("pk")
    return {(row.unit_id, row.question): row for row in rows.select_for_update(of=("self",))}


def _adjudicated(row: Consensus) -> bool:
    return row.source == Consensus.Source.ADJUDICATED


def _stands(row: Consensus, outcome: Outcome) -> bool:
    """Whether the row says this already, and nobody decided it."""
    said = (row.value, row.votes, row.answered, row.open)
    found = (outcome.value, outcome.votes, outcome.answered, list(outcome.open))
    return not _adjudicated(row) and said == found


def _remember_decisions(
    stored: Rows, changed: Mapping[Key, Outcome], by: User | None, now: datetime
) -> None:
    Change.objects.bulk_create(
        Change(
            unit_id=key[0],
            question=key[1],
            by=by,
            old=as_history(stored[key]),
            new=as_history(counted_row(key, outcome, now)),
            at=now,
        )
        for key, outcome in changed.items()
        if _adjudicated(stored[key])
    )


def _insert(found: Mapping[Key, Outcome], now: datetime) -> None:
    """A row that an adjudicator made meanwhile stays."""
    rows = [counted_row(key, outcome, now) for key, outcome in found.items()]
    Consensus.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def _replace(found: Mapping[Key, Outcome], now: datetime) -> None:
    Consensus.objects.bulk_create(
        [counted_row(key, outcome, now) for key, outcome in found.items()],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["unit", "question"],
        update_fields=[*COUNTED_FIELDS, *DECISION_FIELDS, *SECOND_FIELDS],
    )


def _stamp(study: Study, now: datetime) -> None:
    """Rows that did not change were counted now as well."""
    rows = Consensus.objects.filter(unit__study=study, source=Consensus.Source.COUNTED)
    rows.exclude(counted_at=now).update(counted_at=now)
