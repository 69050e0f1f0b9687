"""What annotators see of their studies: nothing of anybody else's answers or counts."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import GuidelineQuestion, Judgement, Rater, Seat, Study, Unit


class Step(StrEnum):
    """What this person can do in the study now."""

    WAIT = "wait"
    AGREE = "agree"
    START = "start"
    GO_ON = "go on"
    NOTHING_LEFT = "nothing left"
    APART = "apart"
    CLOSED = "closed"
    ENDED = "ended"


@dataclass(frozen=True)
class Mine:
    """A study as one of its raters sees it. units: of the whole study."""

    rater: Rater
    units: int
    step: Step

    @property
    def study(self) -> Study:
        return self.rater.study

    @property
    def adjudicates(self) -> bool:
        rater = self.rater
        ended = rater.removed_at or rater.left_out_at
        return bool(rater.adjudicates and rater.agreed_at and not ended)

    @property
    def apart(self) -> str:
        """Why who sees what others said judges no more."""
        why = "decide what others left open" if self.adjudicates else "saw what others said"
        return f"You {why} in this study, so you judge no more in it; what you judged is kept."

    @property
    def words(self) -> str:
        judged = f"{self.rater.judged:,} of {self.units:,} judged"
        return {
            Step.WAIT: "not open yet",
            Step.NOTHING_LEFT: f"nothing left for you, {self.rater.judged:,} judged",
            Step.APART: f"you judge no more, {self.rater.judged:,} judged",
            Step.CLOSED: f"closed, {judged}",
            Step.ENDED: f"your part has ended, {judged}",
        }.get(self.step, judged)

    @property
    def button(self) -> str:
        """What the one button of the study says; "" where there is nothing to do."""
        return {Step.AGREE: "Read and start", Step.START: "Start", Step.GO_ON: "Go on"}.get(
            self.step, ""
        )


def studies_of(user: User, *, now: datetime) -> list[Mine]:
    """The studies of this account, those with something to do first."""
    mine = [_mine(row) for row in _raters(now).filter(user=user)]
    return sorted(mine, key=lambda each: (not each.button, each.study.title, each.study.version))


def mine(rater: Rater, *, now: datetime) -> Mine:
    return _mine(_raters(now).get(pk=rater.pk))


def may_judge(rater: Rater) -> bool:
    ended = rater.removed_at or rater.left_out_at or rater.apart_since
    return bool(rater.study.status == Study.Status.OPEN and rater.agreed_at and not ended)


def answered(study: Study) -> QuerySet[GuidelineQuestion]:
    """What was asked and answered, whoever asked."""
    return GuidelineQuestion.objects.filter(study=study, answered_at__isnull=False)


def waiting(rater: Rater) -> QuerySet[GuidelineQuestion]:
    """What this rater asked and nobody answered yet."""
    return GuidelineQuestion.objects.filter(rater=rater, answered_at=None)


def _raters(now: datetime) -> QuerySet[Rater]:
    """Raters, each with `units` and `something_left`, in one query."""
    units = Unit.objects.filter(study=OuterRef("study")).order_by()
    counted = units.values("study").annotate(n=Count("pk")).values("n")
    return (
        Rater.objects.filter(withdrawn_at=None)
        .select_related("study")
        .annotate(
            units=Coalesce(Subquery(counted, output_field=IntegerField()), 0),
            something_left=Exists(_left(now)),
        )
    )


def _left(now: datetime) -> QuerySet[Unit]:
    """Units that the outer query's rater may be given."""
    me = OuterRef(OuterRef("pk"))
    free = Q(rater=None) | Q(reserved_until__lt=now) | Q(rater=me)
    seats = Seat.objects.filter(free, unit=OuterRef("pk"), judged_at=None)
    judged = Judgement.objects.filter(unit=OuterRef("pk"), rater=me)
    for_all = Q(training=True) | Q(gold__isnull=False)
    return Unit.objects.filter(for_all | Exists(seats), ~Exists(judged), study=OuterRef("study"))


def _mine(row: Rater) -> Mine:
    units = row.units  # type: ignore[attr-defined]  # annotated in _raters
    return Mine(row, units, _step(row, bool(row.something_left)))  # type: ignore[attr-defined]


def _step(rater: Rater, something_left: bool) -> Step:
    ended = rater.removed_at or rater.left_out_at
    if rater.apart_since and not ended:
        return Step.AGREE if rater.adjudicates and not rater.agreed_at else Step.APART
    if rater.study.status == Study.Status.CLOSED:
        return Step.CLOSED
    if ended:
        return Step.ENDED
    if rater.study.status == Study.Status.DRAFT:
        return Step.WAIT
    if not something_left:
        return Step.NOTHING_LEFT
    if rater.agreed_at is None:
        return Step.AGREE
    return Step.GO_ON if rater.judged else Step.START
