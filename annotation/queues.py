"""Which units of a study wait for an adjudicator, by rule."""

from enum import StrEnum
from functools import reduce
from operator import or_

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection
from django.db.models import BooleanField, Count, Exists, Func, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT

from annotation.judged import judgements_of
from annotation.kinds.base import Form, Question
from annotation.kinds.registry import KINDS
from annotation.models import Consensus, Judgement, Rater, Seat, Study, Unit
from games.models import AffordanceLabel

IN_DOUBT = 2
"""So many raters who skipped a unit or were unsure make it one for an adjudicator."""

ADJUDICATED = Consensus.Source.ADJUDICATED
Viewer = AbstractBaseUser | AnonymousUser


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
    return [rule for rule in Rule if rule != Rule.RELEASED or _has_labels(study)]


def queue(study: Study, rule: Rule, units: QuerySet[Unit]) -> QuerySet[Unit]:
    """Those of the units that the rule is about, in their order."""
    return units.filter(_of(study, rule))


def units_for(study: Study, viewer: Viewer) -> QuerySet[Unit]:
    """All units that count and that the viewer will not be asked to judge: who judges must not see
    what others said.
    """
    units = study.units.filter(training=False, gold__isnull=True).order_by("pk")
    rater = rater_of(study, viewer)
    if rater is None or study.status == Study.Status.CLOSED:
        return units
    free = Seat.objects.filter(unit=OuterRef("pk"), judged_at=None)
    said = Judgement.objects.filter(unit=OuterRef("pk"), rater=rater)
    return units.filter(~Q(Exists(free)) | Q(Exists(said)))


def rater_of(study: Study, viewer: Viewer) -> Rater | None:
    """The viewer as somebody who rates in the study."""
    return study.raters.filter(user=viewer.pk, removed_at=None, withdrawn_at=None).first()


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
    for question in _questions(study):
        if question.form == Form.ORDER:
            given = judgements_of(study, kinds=[Rater.Kind.PERSON]).order_by().values("unit")
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
        for question in _questions(study)
        for value in question.missing
    ]
    doubts = reduce(or_, unsure, ~Q(skip_reason=""))
    said = Judgement.objects.filter(
        doubts, unit__study=study, extra="", rater__kind=Rater.Kind.PERSON, rater__left_out_at=None
    )
    counted = said.values("unit").annotate(doubts=Count("pk")).filter(doubts__gte=IN_DOUBT)
    return counted.values_list("unit", flat=True)


def _against_released(study: Study) -> list[int]:
    if not _has_labels(study):
        return []
    labels = AffordanceLabel.objects.filter(physical_object__catalogue=study.catalogue_id)
    released = {
        f"{thing} {affordance}": answer
        for thing, affordance, answer in labels.values_list(
            "physical_object__key", "affordance__key", "answer"
        )
    }
    counted = Consensus.objects.filter(unit__study=study, value__isnull=False)
    return [
        unit_id
        for unit_id, key, value in counted.values_list("unit_id", "unit__key", "value")
        if key in released and released[key] != value
    ]


def released_label(unit: Unit) -> str:
    """What the catalogue says of the unit's pair; "" where it says nothing or there is none."""
    thing, _, affordance = unit.key.partition(" ")
    if not _has_labels(unit.study):
        return ""
    labels = AffordanceLabel.objects.filter(
        physical_object__catalogue=unit.study.catalogue_id,
        physical_object__key=thing,
        affordance__key=affordance,
    )
    return labels.values_list("answer", flat=True).first() or ""


def _has_labels(study: Study) -> bool:
    return study.kind == "object_affordance" and study.catalogue_id is not None


def _questions(study: Study) -> tuple[Question, ...]:
    """Those of the study's first unit: which of a kind's are orders, and what is no rating, is
    the same for all its units."""
    first = study.units.order_by("pk").values_list("snapshot", flat=True).first()
    return () if first is None else tuple(KINDS[study.kind].questions(first))
