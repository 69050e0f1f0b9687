"""How far a rater is and how far their study is, counted at most once a minute in each process.

A figure that lags by up to a minute tells nobody when another rater judged.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Exists, OuterRef, Q

from annotation import study_progress
from annotation.models import Judgement, Rater, Seat, Study, Unit

KEPT = timedelta(seconds=60)
MOST_KEPT = 2000
TOLD_FROM = 20
TIMED_LEAST, TIMED_MOST = 10, 50


@dataclass(frozen=True)
class Progress:
    """judged, left: units of this rater. share: of the study's seats, in whole percent.

    seconds: that the rater usually takes for a unit; None where too few were timed.
    """

    judged: int
    left: int
    share: int
    seconds: float | None

    @property
    def total(self) -> int:
        return self.judged + self.left

    @property
    def own_share(self) -> str:
        """As a number from 0 to 1, for the width of a meter."""
        return f"{self.judged / self.total if self.total else 1:.4f}"

    @property
    def words(self) -> str:
        if self.judged < TOLD_FROM:
            return f"{self.judged} of {self.total:,}"
        told = f"{self.judged:,} done, {self.left:,} to go"
        if self.seconds is None or not self.left:
            return told
        return f"{told}, about {_duration(self.seconds * self.left)}"


@dataclass(frozen=True)
class _Counted:
    at: datetime
    judged: int
    left: int
    share: int
    seconds: float | None


_kept: dict[tuple[int, datetime], _Counted] = {}
_shares: dict[tuple[int, datetime], tuple[datetime, int]] = {}


def progress_of(rater: Rater, *, now: datetime) -> Progress:
    """As it was when it was counted, but for what the rater has judged since."""
    name = (rater.pk, rater.joined_at)
    counted = _kept.get(name)
    if counted is None or not counted.at <= now < counted.at + KEPT:
        counted = _count(rater, now)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[name] = counted
    left = max(0, counted.left - (rater.judged - counted.judged))
    return Progress(rater.judged, left, counted.share, counted.seconds)


def left_for(rater: Rater) -> int:
    """Units that the rater has not judged and that want a judgement still."""
    for_all = Q(training=True) | Q(gold__isnull=False)
    mine = Judgement.objects.filter(rater=rater, unit=OuterRef("pk"))
    wanted = Seat.objects.filter(unit=OuterRef("pk"), judged_at=None)
    units = Unit.objects.filter(~Exists(mine), study=rater.study_id)
    return units.filter(for_all | Q(Exists(wanted))).count()


def _count(rater: Rater, now: datetime) -> _Counted:
    share = _share_of(rater.study, now)
    return _Counted(now, rater.judged, left_for(rater), share, _seconds(rater))


def _share_of(study: Study, now: datetime) -> int:
    name = (study.pk, study.created_at)
    at, share = _shares.get(name, (None, 0))
    if at is None or not at <= now < at + KEPT:
        found = study_progress.progress_of([study]).get(study.pk)
        share = found.share if found else 0
        if len(_shares) >= MOST_KEPT:
            _shares.clear()
        _shares[name] = (now, share)
    return share


def _seconds(rater: Rater) -> float | None:
    timed = Judgement.objects.filter(rater=rater, seconds__isnull=False, skip_reason="")
    newest = timed.order_by("-pk").values_list("seconds", flat=True)[:TIMED_MOST]
    seconds = [each for each in newest if each is not None]
    return median(seconds) if len(seconds) >= TIMED_LEAST else None


def _duration(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
