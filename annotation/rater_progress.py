"""How far a rater is and how far their study is, as each process counted it a short while ago.

What depends on others is counted at most once a minute, whatever the rater does meanwhile, so
that it tells nobody when another rater judged.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median
from typing import Generic, TypeVar

from django.db.models import Count, Exists, OuterRef, Q

from annotation import study_progress
from annotation.kept import Kept
from annotation.models import Judgement, Rater, Seat, Study, Unit

KEPT = timedelta(seconds=60)
MOST_KEPT = 2000
TIMED_LEAST, TIMED_MOST = 10, 50
STEP = 5
STEP_LEAST = 20
"""Judgements: where so few make a step of the share, nothing is told of others."""
COUNTED = {
    "trained": Count("pk", filter=Q(unit__training=True)),
    "skipped": Count("pk", filter=Q(unit__training=False) & ~Q(skip_reason="")),
}
"""Of a rater's judgements, those that are named apart from what is done."""


@dataclass(frozen=True)
class Progress:
    """done, skipped, left: units of this rater, those to learn on apart.

    judged: all that is stored. trained, training: units to learn on that the rater has judged,
    and all of them. share: of the study's seats, in steps of five percent; None where that would
    tell of single judgements. seconds: that the rater usually takes for a unit; None where too
    few were timed.
    """

    judged: int
    trained: int
    training: int
    skipped: int
    left: int
    share: int | None
    seconds: float | None

    @property
    def done(self) -> int:
        return done(self.judged, trained=self.trained, skipped=self.skipped)

    @property
    def is_trained(self) -> bool:
        return self.trained >= self.training


def done(judged: int, *, trained: int, skipped: int) -> int:
    """Units of a rater as every page counts them: neither units to learn on nor skips."""
    return max(0, judged - trained - skipped)


Value = TypeVar("Value")


@dataclass(frozen=True)
class _Counted(Generic[Value]):
    at: datetime
    value: Value

    def is_new(self, now: datetime) -> bool:
        return self.at <= now < self.at + KEPT


@dataclass(frozen=True)
class _Left:
    """units: that were left when the rater had judged so many, those to learn on apart."""

    units: int
    judged: int


_kept: Kept[_Counted[Progress]] = Kept(MOST_KEPT)
_lefts: Kept[_Counted[_Left]] = Kept(MOST_KEPT)
_shares: Kept[_Counted[int | None]] = Kept(MOST_KEPT)


def progress_of(rater: Rater, *, now: datetime, anew: bool = False) -> Progress:
    """As it was when it was counted, but for what the rater has judged since, which is taken for
    answers, and not for skips. anew: count now what is their own."""
    counted = _kept.get(
        (rater.pk, rater.joined_at),
        lambda: _Counted(now, _count(rater, now)),
        stands=lambda kept: not anew and kept.is_new(now),
    )
    return _since(counted.value, rater.judged)


def _since(before: Progress, judged: int) -> Progress:
    """The units to learn on come first."""
    more = max(0, judged - before.judged)
    learnt = min(more, before.training - before.trained)
    left = max(0, before.left - (more - learnt))
    return replace(before, judged=judged, trained=before.trained + learnt, left=left)


def _count(rater: Rater, now: datetime) -> Progress:
    mine = Judgement.objects.filter(rater=rater).aggregate(**COUNTED)
    return Progress(
        judged=rater.judged,
        training=Unit.objects.filter(study=rater.study_id, training=True).count(),
        left=_recently_left(rater, rater.judged - mine["trained"], now),
        share=_recent_share(rater.study, now),
        seconds=_seconds(rater),
        **mine,
    )


def _recently_left(rater: Rater, judged: int, now: datetime) -> int:
    """judged: by the rater until now, units to learn on apart."""
    counted = _lefts.get(
        (rater.pk, rater.joined_at),
        lambda: _Counted(now, _Left(_left_for(rater), judged)),
        stands=lambda kept: kept.is_new(now),
    ).value
    return max(0, counted.units - max(0, judged - counted.judged))


def _left_for(rater: Rater) -> int:
    """Units that the rater has not judged and that want a judgement still."""
    mine = Judgement.objects.filter(rater=rater, unit=OuterRef("pk"))
    wanted = Seat.objects.filter(unit=OuterRef("pk"), judged_at=None)
    units = Unit.objects.filter(~Exists(mine), study=rater.study_id, training=False)
    return units.filter(Q(gold__isnull=False) | Q(Exists(wanted))).count()


def _recent_share(study: Study, now: datetime) -> int | None:
    return _shares.get(
        (study.pk, study.created_at),
        lambda: _Counted(now, _share_of(study)),
        stands=lambda kept: kept.is_new(now),
    ).value


def _share_of(study: Study) -> int | None:
    found = study_progress.progress_of([study]).get(study.pk)
    if found is None or found.seats * STEP < STEP_LEAST * 100:
        return None
    return found.share // STEP * STEP


def _seconds(rater: Rater) -> float | None:
    timed = Judgement.objects.filter(rater=rater, seconds__isnull=False, skip_reason="")
    newest = timed.order_by("-pk").values_list("seconds", flat=True)[:TIMED_MOST]
    seconds = [each for each in newest if each is not None]
    return median(seconds) if len(seconds) >= TIMED_LEAST else None
