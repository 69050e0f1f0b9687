"""What is stored of one rater, and which consensus rests on it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Q, QuerySet

from annotation.counted import PEOPLE, judgements_of
from annotation.kinds.base import Answer
from annotation.kinds.consolidation import Outcome, consolidate_unit
from annotation.kinds.registry import KINDS
from annotation.models import Change, Consensus, Judgement, Rater


@dataclass(frozen=True)
class Kept:
    """judgements: of units of all sorts, skips and extras among them. skips: reason -> how many.

    timed: judgements with a time. seconds: the median of those, None where there are none.
    """

    judgements: int
    skips: Mapping[str, int]
    extras: int
    comments: int
    changes: int
    timed: int
    seconds: float | None

    @property
    def skipped(self) -> int:
        return sum(self.skips.values())


@dataclass(frozen=True)
class WithoutRater:
    """Questions of units that the rater answered, by what their counted consensus becomes.

    adjudicated: decided by an adjudicator, and so not counted.
    """

    same: int = 0
    other: int = 0
    opened: int = 0
    settled: int = 0
    adjudicated: int = 0

    @property
    def questions(self) -> int:
        return self.same + self.other + self.opened + self.settled + self.adjudicated


def kept_of(rater: Rater) -> Kept:
    judged = Judgement.objects.filter(rater=rater)
    counted = judged.aggregate(
        judgements=Count("pk"),
        extras=Count("pk", filter=~Q(extra="")),
        comments=Count("pk", filter=~Q(comment="")),
    )
    skipped = judged.exclude(skip_reason="").order_by().values_list("skip_reason")
    times = [each for each in judged.values_list("seconds", flat=True) if each is not None]
    return Kept(
        **counted,
        skips=dict(skipped.annotate(Count("pk"))),
        changes=Change.objects.filter(rater=rater).count(),
        timed=len(times),
        seconds=median(times) if times else None,
    )


def remarked_by(rater: Rater) -> QuerySet[Judgement]:
    """Judgements of units of all sorts with a comment, and all skips, in the order of the units."""
    judged = Judgement.objects.filter(~Q(comment="") | ~Q(skip_reason=""), rater=rater)
    return judged.select_related("unit").order_by("unit_id")


def consensus_without(rater: Rater) -> WithoutRater:
    """What counting gives of people's judgements with and without this person's."""
    kind = KINDS[rater.study.kind]
    given = _given(rater)
    decided = set(
        Consensus.objects.filter(
            unit__study=rater.study, source=Consensus.Source.ADJUDICATED
        ).values_list("unit_id", "question")
    )
    becomes: Counter[str] = Counter()
    units = rater.study.units.filter(pk__in=given).values_list("pk", "snapshot")
    for unit_id, snapshot in units.iterator():
        of_all = [answer for _, answer in given[unit_id]]
        of_others = [answer for who, answer in given[unit_id] if who != rater.pk]
        before = consolidate_unit(kind, snapshot, of_all)
        after = consolidate_unit(kind, snapshot, of_others)
        for question in before:
            held = (unit_id, question) in decided
            becomes["adjudicated" if held else _becomes(before[question], after[question])] += 1
    return WithoutRater(**becomes)


def _given(rater: Rater) -> dict[int, Sequence[tuple[int, Answer]]]:
    """Unit -> who said what of it, for every unit of which this rater's judgement counts."""
    counted = judgements_of(rater.study, kinds=PEOPLE).select_related(None)
    mine = counted.filter(rater=rater).values("unit_id")
    given: dict[int, list[tuple[int, Answer]]] = defaultdict(list)
    rows = counted.filter(unit__in=mine).values_list("unit_id", "rater_id", "answer")
    for unit_id, rater_id, answer in rows.iterator():
        given[unit_id].append((rater_id, answer))
    return dict(given)


def _becomes(before: Outcome, after: Outcome) -> str:
    if before.value == after.value:
        return "same"
    if after.value is None:
        return "opened"
    return "settled" if before.value is None else "other"
