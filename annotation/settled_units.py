"""What stands for every unit of a study, as publishing takes it."""

from collections import Counter, defaultdict

from django.db.models import Count

from annotation import counted
from annotation.models import Consensus, Rater, Study
from annotation.publishing.settled import SettledUnit, Value


def settled_units(study: Study) -> list[SettledUnit]:
    """In the order in which they were added, without those that are for all; three queries."""
    values = _values_of(study)
    raters = _raters_of(study)
    rows = counted.units_of(study).values_list("pk", "key", "snapshot")
    return [
        SettledUnit(
            key=key,
            snapshot=snapshot,
            values=values[pk],
            people=raters[pk][Rater.Kind.PERSON],
            models=raters[pk][Rater.Kind.MODEL],
        )
        for pk, key, snapshot in rows
    ]


def _values_of(study: Study) -> dict[int, dict[str, Value]]:
    found: dict[int, dict[str, Value]] = defaultdict(dict)
    rows = Consensus.objects.filter(unit__study=study).order_by("unit_id", "pk")
    for row in rows:
        found[row.unit_id][row.question] = Value(
            question=row.question,
            value=row.value,
            votes=row.votes,
            answered=row.answered,
            open=tuple(row.open),
            adjudicated=row.source == Consensus.Source.ADJUDICATED,
            reason=row.reason,
            second_agrees=row.second_agrees,
            second_note=row.second_note,
        )
    return found


def _raters_of(study: Study) -> dict[int, Counter[str]]:
    """Unit -> kind of rater -> how many of them judged it in a way that counts."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    judged = counted.judgements_of(study).order_by().values_list("unit_id", "rater__kind")
    for unit_id, kind, raters in judged.annotate(raters=Count("pk")):
        found[unit_id][kind] = raters
    return found
