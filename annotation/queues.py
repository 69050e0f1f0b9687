"""Which units of a study wait for an adjudicator, by rule."""

from enum import StrEnum
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import BooleanField, Count, Exists, Func, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT

from annotation import released
from annotation.counted import PEOPLE, judgements_of, units_of
from annotation.kinds.base import Form
from annotation.models import Consensus, Judgement, Rater, Study, Unit
from annotation.study_questions import questions_of

IN_DOUBT = 2
"""So many raters who skipped a unit or were unsure make it one for an adjudicator."""

ADJUDICATED = Consensus.Source.ADJUDICATED


class Rule(StrEnum):
    """Units without majority, with any difference, against the released label, that raters did
    not dare to judge; with a decision that is disputed, that nobody looked at yet; decided ones.
    """

    OPEN = "open"
    SPLIT = "split"
    RELEASED = "released"
    DOUBTED = "doubted"
    DISPUTED = "disputed"
    SECOND = "second"
    DECIDED = "decided"


def rules_of(study: Study) -> list[Rule]:
    """The rules that a study can have units for."""
    return [rule for rule in Rule if rule != Rule.RELEASED or released.has_labels(study)]


def queue(study: Study, rule: Rule) -> QuerySet[Unit]:
    """The units that the rule is about, in their order."""
    return units_of(study).filter(_of(study, rule))


def next_after(unit: Unit, rule: Rule) -> Unit | None:
    """The unit that follows in the queue of this unit's study, the first after the last; None
    where no other is in it."""
    others = queue(unit.study, rule).exclude(pk=unit.pk)
    found = others.filter(pk__gt=unit.pk).first() or others.first()
    if found is not None:
        found.study = unit.study
    return found


def _of(study: Study, rule: Rule) -> Q:
    stored = Consensus.objects.filter(unit=OuterRef("pk"))
    decided = Q(Exists(stored.filter(source=ADJUDICATED)))
    disputed = Q(Exists(stored.filter(second_agrees=False)))
    if rule == Rule.OPEN:
        return Q(Exists(stored.filter(value__isnull=True, answered__gt=0)))
    if rule == Rule.DISPUTED:
        return disputed
    if rule == Rule.SECOND:
        return Q(Exists(stored.filter(source=ADJUDICATED, second_at=None)))
    if rule == Rule.DECIDED:
        return decided & ~disputed
    if rule == Rule.RELEASED:
        return Q(pk__in=_against_released(study)) & ~decided
    if rule == Rule.DOUBTED:
        return Q(pk__in=_doubted(study)) & ~decided
    return _split(study, stored) & ~decided


def _split(study: Study, stored: QuerySet[Consensus]) -> Q:
    """A choice that some made and not all; an order that is not everybody's."""
    differs = Q(Exists(stored.filter(_divided())))
    for question in questions_of(study):
        if question.form == Form.ORDER:
            given = judgements_of(study, kinds=PEOPLE).order_by().values("unit")
            orders = Count(KT(f"answer__{question.name}"), distinct=True)
            differs |= Q(pk__in=given.annotate(orders=orders).filter(orders__gt=1).values("unit"))
    return differs


def _divided() -> Func:
    """Whether a choice has another number of votes than people answered."""
    entries = "json_each" if connection.vendor == "sqlite" else "jsonb_each_text"
    return Func(
        "votes",
        "answered",
        template=f"EXISTS (SELECT 1 FROM {entries}(%(expressions)s))",
        arg_joiner=") AS vote WHERE CAST(vote.value AS integer) <> (",
        output_field=BooleanField(),
    )


def _doubted(study: Study) -> QuerySet[Judgement, int]:
    unsure = [
        Q(**{f"answer__{question.name}": value})
        for question in questions_of(study)
        for value in question.missing
    ]
    doubts = reduce(or_, unsure, ~Q(skip_reason=""))
    said = Judgement.objects.filter(
        doubts, unit__study=study, extra="", rater__kind=Rater.Kind.PERSON, rater__left_out_at=None
    )
    counted = said.values("unit").annotate(doubts=Count("pk")).filter(doubts__gte=IN_DOUBT)
    return counted.values_list("unit", flat=True)


def _against_released(study: Study) -> list[int]:
    labels = released.labels_of(study)
    counted = Consensus.objects.filter(unit__study=study, value__isnull=False)
    return [
        unit_id
        for unit_id, key, value in counted.values_list("unit_id", "unit__key", "value")
        if key in labels and labels[key] != value
    ]
