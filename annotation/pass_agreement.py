"""How far the passes over a catalogue's pairs agree, over all of them and by affordance."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from annotation.agreement.bootstrap import Resampling
from annotation.agreement.ratings import Rating, Ratings, rating_matrix
from annotation.agreement.tables import Agreement, measure_agreement
from annotation.label_passes import Pair, PairAnswer, PassAnswer

LABELS = (PairAnswer.NO.value, PairAnswer.YES.value)
ALL = "all"


@dataclass(frozen=True)
class PassAgreement:
    """of: an affordance's key, or "all". unsure: answers that count as missing. split: pairs
    with a yes and a no.
    """

    of: str
    agreement: Agreement
    unsure: int
    split: int


@dataclass(frozen=True)
class Confusion:
    """Of two raters: pairs with (answer of the first, answer of the second)."""

    first: str
    second: str
    pairs: dict[tuple[PairAnswer, PairAnswer], int]


def measure_passes(
    answers: Sequence[PassAnswer], resampling: Resampling
) -> tuple[PassAgreement, ...]:
    """Over all pairs first, then each affordance by its key."""
    by_affordance: dict[str, list[PassAnswer]] = defaultdict(list)
    for each in answers:
        by_affordance[each.pair.affordance].append(each)
    return (
        _measured(ALL, answers, resampling),
        *(_measured(key, by_affordance[key], resampling) for key in sorted(by_affordance)),
    )


def confusions(answers: Sequence[PassAnswer]) -> tuple[Confusion, ...]:
    """For each two raters, in the order of their names."""
    told: dict[str, dict[Pair, PairAnswer]] = defaultdict(dict)
    for each in answers:
        told[each.rater][each.pair] = each.answer
    return tuple(
        Confusion(
            one,
            other,
            dict(Counter((told[one][p], told[other][p]) for p in told[one] if p in told[other])),
        )
        for one, other in combinations(sorted(told), 2)
    )


def _measured(of: str, answers: Sequence[PassAnswer], resampling: Resampling) -> PassAgreement:
    ratings = _ratings(answers)
    counts = ratings.counts
    return PassAgreement(
        of=of,
        agreement=measure_agreement(ratings, resampling),
        unsure=sum(each.answer == PairAnswer.UNSURE for each in answers),
        split=int(((counts > 0).sum(axis=1) > 1).sum()),
    )


def _ratings(answers: Sequence[PassAnswer]) -> Ratings:
    return rating_matrix(
        (
            Rating(
                unit=f"{each.pair.object_key} {each.pair.affordance}",
                rater=each.rater,
                label=None if each.answer == PairAnswer.UNSURE else each.answer.value,
            )
            for each in answers
        ),
        LABELS,
    )
