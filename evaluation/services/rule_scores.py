"""How right a set of rules is on a catalogue: asked for by a person, worked out by a worker."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from django.db import IntegrityError, transaction

from evaluation import rule_figures
from evaluation.kari.branches import TooManyBranches
from evaluation.kari.conflicts import Conflict
from evaluation.models import RuleScores, RuleSet
from evaluation.services import rule_sets
from games.models import Catalogue

REASON_LENGTH = 300


def ask(row: RuleSet, catalogue: Catalogue, *, now: datetime) -> RuleScores:
    """The scores of the set on the catalogue, queued by the first who asks."""
    known = RuleScores.objects.filter(rule_set=row, catalogue=catalogue).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return RuleScores.objects.create(rule_set=row, catalogue=catalogue, enqueued_at=now)
    except IntegrityError:
        return RuleScores.objects.get(rule_set=row, catalogue=catalogue)


def work_out(scores_id: int, *, now: datetime) -> bool:
    """Work the scores out and store them; whether this call did it. Twice gives the same."""
    asked = RuleScores.objects.select_related("rule_set", "catalogue").get(pk=scores_id)
    if asked.done_at is not None:
        return False
    try:
        found: dict[str, object] = {"figures": _figures(asked.rule_set, asked.catalogue_id)}
    except TooManyBranches as error:
        found = {"failed": str(error)[:REASON_LENGTH]}
    waiting = RuleScores.objects.filter(pk=scores_id, done_at=None)
    return waiting.update(**found, done_at=now) == 1


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Ids of the scores whose message is lost or late; they are sent again."""
    late = RuleScores.objects.filter(done_at=None, enqueued_at__lt=unless_since)
    found = list(late.order_by("pk").values_list("pk", flat=True))
    RuleScores.objects.filter(pk__in=found).update(enqueued_at=now)
    return found


def _figures(row: RuleSet, catalogue_id: int) -> Mapping[str, object]:
    """objects: how many. rules: affordance -> counts. conflicts: the worst of them."""
    value = rule_sets.value_of(row)
    scores = rule_figures.scores_of(value, catalogue_id)
    found = rule_figures.conflicts_of(value, catalogue_id)
    kept = found[: rule_figures.CONFLICTS_KEPT]
    return {
        "objects": len(rule_figures.known(catalogue_id).worlds),
        "rules": {affordance: asdict(score) for affordance, score in scores.items()},
        "conflicts": [_conflict(each) for each in kept],
        "conflicts_left_out": len(found) - len(kept),
    }


def _conflict(found: Conflict) -> Mapping[str, object]:
    return {
        "one": found.one,
        "other": found.other,
        "relation": str(found.relation),
        "against": len(found.against),
    }
