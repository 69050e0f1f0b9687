"""Keep or drop candidates, one by one or as a file says; a decision can be changed and undone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from annotation import decisions
from annotation.decisions import Decided
from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.stages import Decision, Enrichment, Kind, Stage
from games.formats import RowError

BATCH = 500
Row = DraftObject | DraftAffordance


@dataclass(frozen=True)
class Applied:
    """kept, dropped: how many the file keeps and drops; changed: how many were decided so now."""

    kept: int = 0
    dropped: int = 0
    changed: int = 0
    errors: tuple[RowError, ...] = ()


def decide(row: Row, decision: Decision) -> None:
    """Store the decision, whatever was decided before; twice is once."""
    with transaction.atomic():
        if isinstance(row, DraftObject):
            _write_objects(DraftObject.objects.filter(pk=row.pk), decision)
        else:
            _write_affordances(DraftAffordance.objects.filter(pk=row.pk), decision)
    row.refresh_from_db()


def decide_by_file(draft: Draft, data: bytes, file: str) -> Applied:
    """Store the decisions of a file, all of them; where it has errors, none."""
    reading = decisions.read_decisions(data, file, _known(draft))
    if reading.content is None:
        return Applied(errors=reading.errors)
    with transaction.atomic():
        changed = sum(
            _decide_alike(draft, kind, decision, keys)
            for (kind, decision), keys in _grouped(reading.content).items()
        )
    kept = sum(each.decision.stage == Stage.KEPT for each in reading.content)
    return Applied(kept, len(reading.content) - kept, changed)


def _known(draft: Draft) -> Mapping[Kind, Collection[str]]:
    objects = DraftObject.objects.filter(draft=draft).values_list("key", flat=True)
    affordances = DraftAffordance.objects.filter(draft=draft).values_list("key", flat=True)
    return {Kind.OBJECT: set(objects), Kind.AFFORDANCE: set(affordances)}


def _grouped(decided: Iterable[Decided]) -> dict[tuple[Kind, Decision], list[str]]:
    groups: dict[tuple[Kind, Decision], list[str]] = {}
    for each in decided:
        groups.setdefault((each.kind, each.decision), []).append(each.key)
    return groups


def _decide_alike(draft: Draft, kind: Kind, decision: Decision, keys: list[str]) -> int:
    same = Q(stage=decision.stage, drop_reason=decision.reason, note=decision.note)
    changed = 0
    for start in range(0, len(keys), BATCH):
        some = Q(draft=draft, key__in=keys[start : start + BATCH]) & ~same
        if kind == Kind.OBJECT:
            changed += _write_objects(DraftObject.objects.filter(some), decision)
        else:
            changed += _write_affordances(DraftAffordance.objects.filter(some), decision)
    return changed


def _write_objects(rows: QuerySet[DraftObject], decision: Decision) -> int:
    """What is not kept any more waits for no sheet; a worker that is at it then writes nothing."""
    if decision.stage != Stage.KEPT:
        rows.filter(enrichment=Enrichment.WAITING).update(
            enrichment=Enrichment.NONE, due_at=None, handed_out_at=None, tries=0
        )
    return rows.update(stage=decision.stage, drop_reason=decision.reason, note=decision.note)


def _write_affordances(rows: QuerySet[DraftAffordance], decision: Decision) -> int:
    return rows.update(stage=decision.stage, drop_reason=decision.reason, note=decision.note)
