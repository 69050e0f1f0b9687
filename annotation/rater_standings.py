"""Where raters stand in their studies: what each may do there now."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation import rater_progress
from annotation.models import FOR_ALL, Judgement, Rater, Seat, Study, Unit


class Step(StrEnum):
    """What a rater can do in the study now."""

    WAIT = "wait"
    AGREE = "agree"
    START = "start"
    GO_ON = "go on"
    NOTHING_LEFT = "nothing left"
    APART = "apart"
    CLOSED = "closed"
    ENDED = "ended"


@dataclass(frozen=True)
class Standing:
    """units, training: of the whole study, those to learn on apart.

    trained, skipped: of these, what the rater learnt on and skipped.
    """

    rater: Rater
    units: int
    training: int
    trained: int
    skipped: int
    step: Step

    @property
    def done(self) -> int:
        judged = self.rater.judged
        return rater_progress.done(judged, trained=self.trained, skipped=self.skipped)


def may_judge(rater: Rater) -> bool:
    return rater.study.status == Study.Status.OPEN and rater.able


def standings_of(user: User, *, now: datetime) -> list[Standing]:
    """Of this account, in all studies that it did not withdraw from."""
    return [_standing(row) for row in _raters(now).filter(user=user)]


def standing_of(rater: Rater, *, now: datetime) -> Standing:
    """Raises Rater.DoesNotExist for who has withdrawn."""
    return _standing(_raters(now).get(pk=rater.pk))


def _raters(now: datetime) -> QuerySet[Rater]:
    """Raters, each with the numbers of a `Standing` and `something_left`, in one query."""
    units = Unit.objects.filter(study=OuterRef("study")).order_by().values("study")
    said = Judgement.objects.filter(rater=OuterRef("pk")).order_by().values("rater")
    return (
        Rater.objects.filter(withdrawn_at=None)
        .select_related("study")
        .annotate(
            units=_number(units.filter(training=False), Count("pk")),
            training=_number(units.filter(training=True), Count("pk")),
            trained=_number(said, rater_progress.COUNTED["trained"]),
            skipped=_number(said, rater_progress.COUNTED["skipped"]),
            something_left=Exists(_left(now)),
        )
    )


def _number(rows: QuerySet[Unit, Any] | QuerySet[Judgement, Any], count: Count) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(n=count).values("n"), output_field=IntegerField()), 0)


def _left(now: datetime) -> QuerySet[Unit]:
    """Units that the outer query's rater may be given."""
    me = OuterRef(OuterRef("pk"))
    free = Q(rater=None) | Q(reserved_until__lt=now) | Q(rater=me)
    seats = Seat.objects.filter(free, unit=OuterRef("pk"), judged_at=None)
    judged = Judgement.objects.filter(unit=OuterRef("pk"), rater=me)
    return Unit.objects.filter(FOR_ALL | Exists(seats), ~Exists(judged), study=OuterRef("study"))


def _standing(row: Rater) -> Standing:
    found = vars(row)  # with what _raters annotates
    numbers = {name: found[name] for name in ("units", "training", "trained", "skipped")}
    return Standing(row, **numbers, step=_step(row, bool(found["something_left"])))


def _step(rater: Rater, something_left: bool) -> Step:
    if not rater.blind and not rater.ended:
        return Step.AGREE if rater.adjudicates and not rater.agreed_at else Step.APART
    if rater.study.status == Study.Status.CLOSED:
        return Step.CLOSED
    if rater.ended:
        return Step.ENDED
    if rater.study.status == Study.Status.DRAFT:
        return Step.WAIT
    if not something_left:
        return Step.NOTHING_LEFT
    if rater.agreed_at is None:
        return Step.AGREE
    return Step.GO_ON if rater.judged else Step.START
