"""Figures over the repeats of a run, and over the variations of a kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from evaluation.coat.score import CANNOT_BE_BAD, Rates, like_chance
from evaluation.coat.variations import VARIATIONS, Kind
from evaluation.metrics.intervals import (
    NOT_MEASURED,
    NOTHING_COUNTED,
    ONE_CASE,
    Figure,
    Interval,
    Undefined,
)

VARIATIONS_MISSING = "variations_missing"


@dataclass(frozen=True)
class Spread:
    """The mean of a figure over repeats, each counting as much.

    deviation: the sample's standard deviation, n - 1; Undefined("one_case") for one run.
    interval: of one run alone, as its figure has it.
    """

    mean: float
    runs: int
    questions: int
    deviation: float | Undefined
    interval: Interval | Undefined


def spread(runs: Sequence[Rates], figure: Callable[[Rates], Figure]) -> Spread | Undefined:
    """Undefined with a run's own reason where one of the runs lacks the figure."""
    found: list[float] = []
    interval: Interval | Undefined = Undefined(NOTHING_COUNTED)
    for each in runs:
        value = figure(each)
        if isinstance(value, Undefined):
            return value
        found.append(value.value)
        interval = value.interval
    if not found:
        return Undefined(NOT_MEASURED)
    several = len(found) > 1
    return Spread(
        mean=fmean(found),
        runs=len(found),
        questions=runs[0].questions,
        deviation=stdev(found) if several else Undefined(ONE_CASE),
        interval=Undefined(NOT_MEASURED) if several else interval,
    )


def repeats_like_chance(runs: Sequence[Rates]) -> bool:
    """Whether the mean accuracy of the repeats cannot be told from chance."""
    accuracy = spread(runs, lambda each: each.accuracy)
    if isinstance(accuracy, Undefined):
        return False
    return like_chance(accuracy.mean, accuracy.questions, runs[0].variation.chance)


def option_counts(kind: Kind) -> list[int]:
    return sorted({each.options for each in VARIATIONS[kind].values()})


def variations_with(kind: Kind, options: int) -> list[str]:
    return [name for name, each in VARIATIONS[kind].items() if each.options == options]


def mean_over(wanted: Iterable[str], values: Mapping[str, float | Undefined]) -> float | Undefined:
    """The unweighted mean over variations, however many questions each has.

    values: variation -> figure; a variation without an entry was not measured, and a mean over
        the others alone is none: Undefined("variations_missing"). Those where no option can be
        bad are left out of a mean bad rate; any other reason is the mean's own.
    """
    names = list(wanted)
    missing = [name for name in names if name not in values]
    if missing:
        return Undefined(VARIATIONS_MISSING, missing=len(missing))
    known: list[float] = []
    reason = NOTHING_COUNTED
    for each in (values[name] for name in names):
        if not isinstance(each, Undefined):
            known.append(each)
        elif each.reason != CANNOT_BE_BAD:
            return each
        else:
            reason = each.reason
    return fmean(known) if known else Undefined(reason)
