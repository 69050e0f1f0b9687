"""How far studies are: seats that are judged, and units that somebody has to look at."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import (
    Count,
    F,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from annotation.models import FOR_ALL, Judgement, Rater, Seat, Study, Unit

SKIPPED_BY_MANY = 2
# Of units as `units_of` gives them.
FINISHED = ~FOR_ALL & Q(judged=F("wanted"))
UNFINISHED = ~FOR_ALL & Q(judged__lt=F("wanted"))
SKIPPED = Q(skips__gte=SKIPPED_BY_MANY)
REMARKED = Q(remarks__gt=0)
STRANDED = ~FOR_ALL & Q(free__gt=0, missing__gt=0)
TIMED_LEAST, TIMED_MOST = 20, 200
"""Judgements with their time that a forecast takes: none is made of fewer, nor of older ones."""


@dataclass(frozen=True)
class Progress:
    """units: that take a fixed number of judgements. for_all: training and hidden gold units.

    seats, judged: of the former. raters: people and models that are not withdrawn.
    """

    units: int = 0
    for_all: int = 0
    seats: int = 0
    judged: int = 0
    raters: int = 0

    @property
    def left(self) -> int:
        return self.seats - self.judged

    @property
    def share(self) -> int:
        """In whole percent, 100 only where all is judged."""
        return 100 * self.judged // self.seats if self.seats else 0


@dataclass(frozen=True)
class UnitStates:
    """How many units are in each state; training and gold are finished and open never.

    skipped: by two raters or more. stranded: with more free seats than raters are left for them.
    remarked: skipped or commented on by anybody.
    """

    finished: int
    open: int
    skipped: int
    stranded: int
    remarked: int = 0


@dataclass(frozen=True)
class Pace:
    """people: who may judge now. at_work: of them, who did during the last day.

    seconds: the median on a unit; None while too few are timed.
    """

    people: int
    at_work: int
    seconds: float | None


def progress_of(studies: Iterable[Study]) -> dict[int, Progress]:
    """Study id -> how far it is, in three queries however many studies there are."""
    ids = [study.pk for study in studies]
    units = Unit.objects.filter(study__in=ids).order_by().values_list("study")
    counted = units.annotate(Count("pk"), everyones=Count("pk", filter=FOR_ALL))
    seats = _of_units(Seat.objects.filter(unit__study__in=ids)).order_by()
    filled = seats.values_list("unit__study").annotate(
        Count("pk"), judged=Count("pk", filter=Q(judged_at__isnull=False))
    )
    raters = Rater.objects.filter(study__in=ids, withdrawn_at=None).order_by()
    present = dict(raters.values_list("study").annotate(Count("pk")))
    numbers = {pk: (every - for_all, for_all) for pk, every, for_all in counted}
    judged = {pk: (every, done) for pk, every, done in filled}
    return {
        pk: Progress(*numbers.get(pk, (0, 0)), *judged.get(pk, (0, 0)), present.get(pk, 0))
        for pk in ids
    }


def units_of(study: Study) -> QuerySet[Unit]:
    """All units of the study, each with its wanted and judged seats, its skips, its remarks (skips
    and comments), and missing: how many of its free seats no rater is left for."""
    able = able_people(study)
    rows = Unit.objects.filter(study=study).annotate(
        wanted=_count(Seat.objects.all()),
        judged=_count(Seat.objects.filter(judged_at__isnull=False)),
        free=_count(Seat.objects.filter(rater=None)),
        skips=_count(Judgement.objects.exclude(skip_reason="")),
        remarks=_count(remarks_of(study)),
        had=_count(Judgement.objects.filter(rater__in=able)),
        held=_count(Seat.objects.filter(rater__in=able, judged_at=None)),
    )
    people = Value(able.count(), output_field=IntegerField())
    return rows.annotate(missing=F("free") + F("had") + F("held") - people)


def states_of(study: Study) -> UnitStates:
    counted = units_of(study).aggregate(
        done=Count("pk", filter=FINISHED),
        undone=Count("pk", filter=UNFINISHED),
        skipped_by_many=Count("pk", filter=SKIPPED),
        left_alone=Count("pk", filter=STRANDED),
        remarked=Count("pk", filter=REMARKED),
    )
    return UnitStates(
        counted["done"],
        counted["undone"],
        counted["skipped_by_many"],
        counted["left_alone"],
        counted["remarked"],
    )


def remarks_of(study: Study) -> QuerySet[Judgement]:
    """Judgements that say more than an answer: skips with their reason, and comments, one that
    the kind itself asks for among them."""
    told = ~Q(skip_reason="") | ~Q(comment="") | Q(answer__has_key="comment")
    return Judgement.objects.filter(told, unit__study=study)


def able_people(study: Study) -> QuerySet[Rater]:
    """Who may be handed a unit."""
    return study.raters.able().filter(kind=Rater.Kind.PERSON)


def pace_of(study: Study, *, now: datetime) -> Pace:
    able = able_people(study)
    since = now - timedelta(days=1)
    said = Judgement.objects.filter(unit__study=study)
    recently = said.filter(at__gte=since, rater__in=able).order_by()
    timed = said.filter(rater__kind=Rater.Kind.PERSON, seconds__isnull=False).order_by("-pk")
    newest = timed.values_list("seconds", flat=True)[:TIMED_MOST]
    seconds = [each for each in newest if each is not None]
    return Pace(
        people=able.count(),
        at_work=recently.values("rater").distinct().count(),
        seconds=median(seconds) if len(seconds) >= TIMED_LEAST else None,
    )


def _of_units(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Seats that a study wants filled, without those of units that are for all."""
    return seats.filter(unit__training=False, unit__gold__isnull=True)


def _count(rows: QuerySet[Model]) -> Coalesce:
    of_unit = rows.filter(unit=OuterRef("pk")).order_by().values("unit")
    counted = of_unit.annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
