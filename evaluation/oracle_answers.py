"""What people and candidate Oracles said of a study's questions, each read once by a process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count

from annotation import study_answers
from annotation.counted import PEOPLE, judgements_of, units_of
from annotation.models import Study
from annotation.study_answers import Edition
from evaluation import oracle_agreement
from evaluation.models import OracleSample, OracleTrial, TrialAnswer
from evaluation.oracle_agreement import CandidateFigures, Given, People, Votes


@dataclass(frozen=True)
class AskedQuestion:
    """dimension, source: as it was drawn; empty where it was not."""

    key: str
    object: str
    description: str
    text: str
    dimension: str = ""
    source: str = ""


@dataclass(frozen=True)
class State:
    """What a study's figures rest on: equal states have equal figures.

    judged: of units and people's judgements. answered: trial -> how many answers are stored of
        it; none of them ever changes.
    """

    study_id: int
    judged: Edition
    answered: Mapping[int, int]


@dataclass(frozen=True)
class StudyQuestions:
    """votes: key -> pseudonym -> answer, of people whose judgements count."""

    questions: Mapping[str, AskedQuestion]
    votes: Votes


def state_of(study: Study, trials: Sequence[OracleTrial]) -> State:
    """Five queries, which count and read nothing."""
    rows = TrialAnswer.objects.filter(trial__in=trials).order_by()
    counts = dict(rows.values_list("trial").annotate(answers=Count("pk")))
    answered = {trial.pk: counts.get(trial.pk, 0) for trial in trials}
    return State(study.pk, study_answers.edition_of(study), answered)


def questions_of(state: State) -> StudyQuestions:
    return _questions(state.study_id, state.judged)


def people_of(state: State) -> People:
    return _people(state.study_id, state.judged)


def said_by(state: State, trial_id: int) -> Mapping[str, Given]:
    """Question's key -> what the candidate said."""
    return _said(trial_id, state.answered[trial_id])


def figures_of(state: State, trial_id: int) -> CandidateFigures:
    return _figures(state.study_id, state.judged, trial_id, state.answered[trial_id])


def forget() -> None:
    """Empty what this process keeps, for tests that make their own studies."""
    for kept in (_questions, _people, _said, _figures):
        kept.cache_clear()


@lru_cache(maxsize=16)
def _questions(study_id: int, judged: Edition) -> StudyQuestions:
    """Four queries."""
    study = Study.objects.get(pk=study_id)
    sample = OracleSample.objects.filter(study=study).first()
    strata = sample.strata if sample else {}
    rows = units_of(study).values_list("key", "snapshot")
    votes: dict[str, dict[str, str]] = {}
    given = judgements_of(study, kinds=PEOPLE)
    for key, person, answer in given.values_list("unit__key", "rater__pseudonym", "answer"):
        if isinstance(answer.get("answer"), str):
            votes.setdefault(key, {})[person] = answer["answer"]
    questions = {key: _question(key, shown, strata.get(key, ("", ""))) for key, shown in rows}
    return StudyQuestions(questions, votes)


@lru_cache(maxsize=16)
def _people(study_id: int, judged: Edition) -> People:
    return oracle_agreement.people_of(_questions(study_id, judged).votes)


@lru_cache(maxsize=128)
def _said(trial_id: int, answers: int) -> Mapping[str, Given]:
    """One query."""
    rows = TrialAnswer.objects.filter(trial=trial_id)
    return {
        key: Given(answer, forced)
        for key, answer, forced in rows.values_list("unit__key", "answer", "forced")
    }


@lru_cache(maxsize=128)
def _figures(study_id: int, judged: Edition, trial_id: int, answers: int) -> CandidateFigures:
    votes = _questions(study_id, judged).votes
    return oracle_agreement.figures_of(votes, _said(trial_id, answers))


def _question(key: str, shown: Mapping[str, str], stratum: Sequence[str]) -> AskedQuestion:
    return AskedQuestion(key, shown["object"], shown["description"], shown["question"], *stratum)
