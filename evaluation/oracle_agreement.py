"""How far candidate Oracles agree with people, and people with each other, on one set."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from annotation.agreement import bootstrap
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import EMPTY
from annotation.agreement.ratings import Rating, Ratings, rating_matrix
from annotation.agreement.tables import Agreement, Coefficient, measure_agreement, undefined
from evaluation.metrics import intervals
from evaluation.metrics.intervals import Figure
from games.rules import Answer

# A reply without a yes or no agrees with nobody; it is no missing rating.
UNUSABLE = "unusable"
LABELS = (*(answer.value for answer in Answer), UNUSABLE)
TOLD = (Answer.YES.value, Answer.NO.value)
RESAMPLING = Resampling()
Votes = Mapping[str, Mapping[str, str]]
"""Question -> person -> yes, no or cannot_tell; persons who did not answer it are left out."""


@dataclass(frozen=True)
class Given:
    """What a candidate said of a question; both are empty for an unusable reply."""

    answer: str
    forced: str


@dataclass(frozen=True)
class People:
    """What people said. pairs: of each two of them.

    majorities: yes, no, cannot_tell -> questions with that answer by more than half of two or
        more people. ties: where no answer has more than half. lone: with one answer alone.
    """

    questions: int
    agreement: Agreement
    pairs: Sequence[tuple[str, str, Agreement]]
    majorities: Mapping[str, int]
    ties: int
    lone: int


@dataclass(frozen=True)
class Pairing:
    """A candidate with one person: as two raters."""

    percent: Coefficient
    kappa: Coefficient
    questions: int


@dataclass(frozen=True)
class CandidateFigures:
    """asked: questions that the candidate was asked. judged: those that people judged too.
    answered: those with a yes or no.

    with_majority: share of the questions with a majority, cannot tell among them, on which both
        say the same. kappa: of the two, as Fleiss's.
    with_people: share of the people of a question who say the same, averaged over questions:
        what people's agreement with each other is, so the two compare.
    right_answered: of its yes and no where the majority is yes or no. right_forced: of all
        questions with such a majority, where it must answer; an unusable reply is wrong.
    misleading: yes or no where the majority cannot tell. silent: the other way round.
    """

    asked: int
    judged: int
    answered: Figure
    with_majority: Figure
    kappa: Coefficient
    with_people: Coefficient
    persons: Mapping[str, Pairing]
    right_answered: Figure
    right_forced: Figure
    misleading: int
    silent: int
    unusable: int


def people_of(votes: Votes) -> People:
    told = {question: given for question, given in votes.items() if given}
    ratings = _matrix(told)
    found = Counter(majority_of(given) for given in told.values())
    lone = sum(len(given) == 1 for given in told.values())
    return People(
        questions=len(told),
        agreement=measure_agreement(ratings, RESAMPLING),
        pairs=[
            (*pair, measure_agreement(ratings.of_raters(pair), RESAMPLING))
            for pair in combinations(sorted(ratings.raters), 2)
        ],
        majorities={answer.value: found[answer.value] for answer in Answer},
        ties=found[""] - lone,
        lone=lone,
    )


def majority_of(given: Mapping[str, str]) -> str:
    """What more than half of two or more people say; "" where nothing is."""
    votes = Counter(given.values())
    label, most = votes.most_common(1)[0] if votes else ("", 0)
    return label if len(given) >= 2 and 2 * most > len(given) else ""


def figures_of(votes: Votes, said: Mapping[str, Given]) -> CandidateFigures:
    """said: question -> what the candidate said of it."""
    judged = {question: votes[question] for question in said if votes.get(question)}
    majorities = {question: majority_of(given) for question, given in judged.items()}
    held = {question: label for question, label in majorities.items() if label}
    yes_or_no = [question for question, label in held.items() if label in TOLD]
    told = [question for question in yes_or_no if said[question].answer in TOLD]
    cannot = [question for question in held if question not in set(yes_or_no)]
    return CandidateFigures(
        asked=len(said),
        judged=len(judged),
        answered=intervals.share(sum(each.answer in TOLD for each in said.values()), len(said)),
        with_majority=_share(said[question].answer == label for question, label in held.items()),
        kappa=_pairing(held, said).kappa,
        with_people=_with_people(judged, said),
        persons=_persons(judged, said),
        right_answered=_share(said[question].answer == held[question] for question in told),
        right_forced=_share(said[question].forced == held[question] for question in yes_or_no),
        misleading=sum(said[question].answer in TOLD for question in cannot),
        silent=len(yes_or_no) - len(told),
        unusable=sum(not each.answer for each in said.values()),
    )


def shares_by(
    votes: Votes, said: Mapping[str, Given], kinds: Mapping[str, str]
) -> dict[str, Figure]:
    """Kind of question -> the share that agrees with the majority; kinds: question -> kind."""
    agreeing: dict[str, list[bool]] = {}
    for question, given in said.items():
        if label := majority_of(votes.get(question, {})):
            agreeing.setdefault(kinds.get(question, ""), []).append(given.answer == label)
    return {kind: _share(found) for kind, found in sorted(agreeing.items())}


def _share(hits: Iterable[bool]) -> Figure:
    found = list(hits)
    return intervals.share(sum(found), len(found))


def _with_people(judged: Votes, said: Mapping[str, Given]) -> Coefficient:
    if not judged:
        return undefined(EMPTY)
    shares = np.array(
        [
            np.mean([answer == said[question].answer for answer in given.values()])
            for question, given in judged.items()
        ]
    )
    return Coefficient(float(shares.mean()), bootstrap.interval_of_mean(shares, RESAMPLING))


def _persons(judged: Votes, said: Mapping[str, Given]) -> dict[str, Pairing]:
    people = sorted({person for given in judged.values() for person in given})
    return {
        person: _pairing({q: given[person] for q, given in judged.items() if person in given}, said)
        for person in people
    }


def _pairing(labels: Mapping[str, str], said: Mapping[str, Given]) -> Pairing:
    both = {
        question: {"one": label, "other": _label(said[question])}
        for question, label in labels.items()
    }
    measured = measure_agreement(_matrix(both), RESAMPLING)
    return Pairing(measured.percent, measured.kappa, len(both))


def _label(given: Given) -> str:
    return given.answer or UNUSABLE


def _matrix(votes: Votes) -> Ratings:
    ratings = (
        Rating(question, person, label)
        for question, given in votes.items()
        for person, label in given.items()
    )
    return rating_matrix(ratings, LABELS)
