"""Each rater beside the others: agreement with them, with known answers, speed, labels."""

from collections.abc import Sequence
from statistics import fmean

import numpy as np

from annotation.agreement import bootstrap
from annotation.agreement.coefficients import EMPTY
from annotation.agreement.ratings import MISSING, Ratings
from annotation.agreement.released import majority_codes
from annotation.agreement.set_distances import jaccard
from annotation.agreement.tables import Coefficient
from annotation.agreement.words import NO_GOLD, NO_MAJORITY, NOT_MEASURED
from annotation.kinds.base import Level
from annotation.pages.agreement_groups import RESAMPLING
from annotation.pages.figure_tables import Cell, Row, Scale, Table, count, share
from annotation.question_answers import QuestionAnswers, RaterWork, StudyAnswers
from games.estimates import Undefined

# So many labels have a column of their own.
MOST_LABELS = 6
MAJORITY = (
    "With the majority: on units where more than half of the other people gave one label, how "
    "often this rater gave it too; one other person alone is the majority. n counts those units."
)
JACCARD = "With the others: the mean Jaccard with each other person of a unit, over n units."
REST = (
    "Gold: hidden units whose answer is known. Seconds: the median a judgement. Skips count in no "
    "figure, extra judgements only where they are asked for."
)


def table(question: QuestionAnswers, answers: StudyAnswers, people: Sequence[str]) -> Table:
    """people: whose majority each rater, model or person, is compared with."""
    everybody = tuple(rater.name for rater in answers.raters)
    ratings = question.ratings(everybody) if _one_label(question) else None
    labels = question.labels if ratings and len(question.labels) <= MOST_LABELS else ()
    with_others = {
        Level.SETS: ("With the others",),
        Level.RANKS: (),
    }.get(question.level, ("With the majority",))
    rows = [
        Row(
            rater.name,
            (
                count(rater.counted),
                *_with_others(question, ratings, rater, people),
                _gold(question, rater),
                _seconds(rater),
                *_shares(ratings, rater, labels),
                count(rater.skips),
                count(rater.extra),
            ),
            rater.kind,
        )
        for rater in answers.raters
    ]
    columns = (
        "Judged", *with_others, "Gold right", "Seconds", *labels, "Skips", "Extra",
    )  # fmt: skip
    explained = {Level.SETS: JACCARD, Level.RANKS: ""}.get(question.level, MAJORITY)
    caption = f"{explained} {REST}".strip()
    return Table("raters", "Each beside the others", caption, "Rater", columns, rows)


def _one_label(question: QuestionAnswers) -> bool:
    return question.level in (Level.NOMINAL, Level.ORDINAL)


def _with_others(
    question: QuestionAnswers, ratings: Ratings | None, rater: RaterWork, people: Sequence[str]
) -> tuple[Cell, ...]:
    others = [name for name in people if name != rater.name]
    if question.level == Level.SETS:
        return (_jaccard(question, rater.name, others),)
    return (_majority(ratings, rater.name, others),) if ratings else ()


def _majority(ratings: Ratings, rater: str, others: Sequence[str]) -> Cell:
    if rater not in ratings.raters:
        return share(Undefined(NO_MAJORITY))
    own = ratings.codes[:, ratings.raters.index(rater)]
    majority = majority_codes(ratings.of_raters(others).counts)
    both = (own != MISSING) & (majority != MISSING)
    agree = (own == majority)[both].astype(float)
    if not len(agree):
        return share(Undefined(NO_MAJORITY))
    interval = bootstrap.interval_of_mean(agree, RESAMPLING)
    return share(Coefficient(float(agree.mean()), interval), len(agree))


def _jaccard(question: QuestionAnswers, rater: str, others: Sequence[str]) -> Cell:
    means = []
    for own, chosen in (
        (answers[rater], answers)
        for answers in question.sets({rater, *others}).values()
        if rater in answers
    ):
        each = [jaccard(own, chosen[other]) for other in others if other in chosen]
        if each:
            means.append(fmean(each))
    if not means:
        return share(Undefined(NO_MAJORITY))
    interval = bootstrap.interval_of_mean(np.array(means), RESAMPLING)
    return Cell(Coefficient(fmean(means), interval), Scale.COEFFICIENT, len(means))


def _gold(question: QuestionAnswers, rater: RaterWork) -> Cell:
    right, of = _gold_counts(question, rater)
    return share(right / of, of) if of else share(Undefined(NO_GOLD))


def _gold_counts(question: QuestionAnswers, rater: RaterWork) -> tuple[int, int]:
    """Of questions that are taken together, all of them."""
    names = {question.name} | {f"{question.name}_{part}" for part in question.part.values()}
    found = [counts for name, counts in rater.gold.items() if name in names]
    return sum(right for right, _ in found), sum(of for _, of in found)


def _seconds(rater: RaterWork) -> Cell:
    value = Undefined(NOT_MEASURED) if rater.seconds is None else rater.seconds
    return Cell(value, Scale.SECONDS)


def _shares(ratings: Ratings | None, rater: RaterWork, labels: Sequence[str]) -> list[Cell]:
    if ratings is None or not labels:
        return []
    if rater.name not in ratings.raters:
        return [share(Undefined(EMPTY)) for _ in labels]
    own = ratings.codes[:, ratings.raters.index(rater.name)]
    given = int((own != MISSING).sum())
    if not given:
        return [share(Undefined(EMPTY)) for _ in labels]
    return [share(float((own == at).sum() / given)) for at in range(len(labels))]
