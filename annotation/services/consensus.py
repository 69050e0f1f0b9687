"""What stands for each question of a study's units, counted from what raters said.

Counting may be done at any time and as often as one likes: it writes only what is new or changed,
and what an adjudicator decided stays, unless it is to be counted again.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, QuerySet

from annotation.counted import EVERYBODY, PEOPLE, judgements_of
from annotation.kinds.base import Answer
from annotation.kinds.consolidation import Outcome, consolidate_unit
from annotation.kinds.registry import KINDS
from annotation.models import Change, Consensus, Rater, Study
from games.formats.lines import Json

BATCH = 2000
COUNTED_FIELDS = ("value", "votes", "answered", "open", "source", "reason", "counted_at")
DECISION_FIELDS = ("decided_by", "decided_at")
SECOND_FIELDS = ("second_by", "second_agrees", "second_note", "second_at")

NOBODY = Outcome(None, {}, 0)

Key = tuple[int, str]
Rows = Mapping[Key, Consensus]


@dataclass(frozen=True)
class Counted:
    """Numbers of questions of units. open: those for an adjudicator, after this count."""

    new: int
    changed: int
    kept_adjudicated: int
    open: int


@dataclass(frozen=True)
class Differing:
    """What is stored otherwise than counted. gone: rows of units that nobody answers any more.

    votes: decided rows whose votes are others now; their values stay.
    """

    new: Mapping[Key, Outcome]
    changed: Mapping[Key, Outcome]
    gone: Mapping[Key, Consensus]
    votes: Mapping[Key, Outcome]

    @property
    def units(self) -> set[int]:
        return {key[0] for part in (self.new, self.changed, self.gone, self.votes) for key in part}


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
    with transaction.atomic():
        hold(study)
        found = _outcomes(study, kinds)
        stored = _held(Consensus.objects.filter(unit__study=study))
        due = _due(stored, found, again=again)
        _store(stored, due, by, now)
        Consensus.objects.filter(unit__study=study).exclude(counted_at=now).update(counted_at=now)
    kept = {} if again else {key: row for key, row in stored.items() if _adjudicated(row)}
    left_open = sum(each.value is None for key, each in found.items() if key not in kept)
    return Counted(len(due.new), len(due.changed) + len(due.gone), len(kept), left_open)


def count_units(study: Study, unit_ids: Sequence[int], *, now: datetime) -> None:
    """Count those of these units again that were counted before."""
    with transaction.atomic():
        hold(study)
        for start in range(0, len(unit_ids), BATCH):
            rows = Consensus.objects.filter(unit__in=unit_ids[start : start + BATCH])
            counted = set(rows.values_list("unit_id", flat=True))
            stored = _held(rows)
            _store(stored, _due(stored, _outcomes(study, PEOPLE, counted)), None, now)
            rows.exclude(counted_at=now).update(counted_at=now)


def hold(study: Study) -> None:
    """Let no other count of the study go on before this transaction ends, lest the older one be
    stored last. To be called before any seat is locked."""
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)


def counted_at(study: Study) -> datetime | None:
    """When the study was counted last."""
    rows = Consensus.objects.filter(unit__study=study)
    return rows.aggregate(last=Max("counted_at"))["last"]


def uncounted(study: Study) -> int:
    """Of how many units something else would be stored if they were counted now.

    With models or without, as it is nearer to what is stored.
    """
    rows = Consensus.objects.filter(unit__study=study).order_by("pk")
    stored = {(row.unit_id, row.question): row for row in rows.iterator()}
    without = len(_due(stored, _outcomes(study, PEOPLE)).units)
    models = Rater.objects.filter(study=study, kind=Rater.Kind.MODEL, left_out_at=None)
    if not without or not models.exists():
        return without
    return min(without, len(_due(stored, _outcomes(study, EVERYBODY)).units))


def uncounted_sentence(units: int) -> str:
    differ = "unit would" if units == 1 else "units would"
    return (
        f"{units} {differ} be counted otherwise now: somebody judged, changed an answer or left"
        " since. Count again on the page Adjudication first."
    )


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


def put(rows: Iterable[Consensus]) -> None:
    """Store rows, each in place of the one that there is for its question by now."""
    Consensus.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["unit", "question"],
        update_fields=[*COUNTED_FIELDS, *DECISION_FIELDS, *SECOND_FIELDS],
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


def _outcomes(
    study: Study, kinds: Iterable[Rater.Kind], unit_ids: Collection[int] | None = None
) -> dict[Key, Outcome]:
    """unit_ids: of the units that are counted; else all."""
    kind = KINDS[study.kind]
    answers: dict[int, list[Answer]] = defaultdict(list)
    said = judgements_of(study, kinds=kinds).select_related(None)
    units = study.units.order_by("pk")
    if unit_ids is not None:
        said, units = said.filter(unit__in=unit_ids), units.filter(pk__in=unit_ids)
    for unit_id, answer in said.values_list("unit_id", "answer").iterator():
        answers[unit_id].append(answer)
    return {
        (unit_id, question): outcome
        for unit_id, snapshot in units.values_list("pk", "snapshot").iterator()
        if unit_id in answers
        for question, outcome in consolidate_unit(kind, snapshot, answers[unit_id]).items()
    }


def _held(rows: QuerySet[Consensus]) -> Rows:
    """The rows, which no adjudicator changes until this transaction ends."""
    held = rows.order_by("pk").select_for_update(of=("self",))
    return {(row.unit_id, row.question): row for row in held}


def _due(stored: Rows, found: Mapping[Key, Outcome], *, again: bool = False) -> Differing:
    kept = {} if again else {key: row for key, row in stored.items() if _adjudicated(row)}
    return Differing(
        new={key: each for key, each in found.items() if key not in stored},
        changed={
            key: each
            for key, each in found.items()
            if key in stored and key not in kept and not _stands(stored[key], each)
        },
        gone={
            key: row for key, row in stored.items() if key not in found and not _adjudicated(row)
        },
        votes={
            key: found.get(key, NOBODY)
            for key, row in kept.items()
            if _votes(row) != _votes(found.get(key, NOBODY))
        },
    )


def _store(stored: Rows, due: Differing, by: User | None, now: datetime) -> None:
    Consensus.objects.filter(pk__in=[row.pk for row in due.gone.values()]).delete()
    _remember_decisions(stored, due.changed, by, now)
    _insert(due.new, now)
    put(counted_row(key, outcome, now) for key, outcome in due.changed.items())
    for key, outcome in due.votes.items():
        row = stored[key]
        row.votes, row.answered, row.open = outcome.votes, outcome.answered, list(outcome.open)
    decided = [stored[key] for key in due.votes]
    Consensus.objects.bulk_update(decided, ["votes", "answered", "open"], batch_size=BATCH)


def _adjudicated(row: Consensus) -> bool:
    return row.source == Consensus.Source.ADJUDICATED


def _stands(row: Consensus, outcome: Outcome) -> bool:
    """Whether the row says this already, and nobody decided it."""
    return not _adjudicated(row) and row.value == outcome.value and _votes(row) == _votes(outcome)


def _votes(counted: Consensus | Outcome) -> tuple[object, ...]:
    return counted.votes, counted.answered, list(counted.open)


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
