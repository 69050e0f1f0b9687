"""What people and candidate Oracles said of a study's questions, read from the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.counted import PEOPLE, judgements_of, units_of
from annotation.models import Study
from evaluation.models import OracleSample, OracleTrial, TrialAnswer
from evaluation.oracle_agreement import Given, Votes


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
class StudyQuestions:
    """votes: key -> pseudonym -> answer, of people whose judgements count."""

    questions: Mapping[str, AskedQuestion]
    votes: Votes


def questions_of(study: Study) -> StudyQuestions:
    """Three queries."""
    sample = OracleSample.objects.filter(study=study).first()
    strata = sample.strata if sample else {}
    rows = units_of(study).values_list("key", "snapshot")
    votes: dict[str, dict[str, str]] = {}
    judged = judgements_of(study, kinds=PEOPLE)
    for key, person, answer in judged.values_list("unit__key", "rater__pseudonym", "answer"):
        if isinstance(answer.get("answer"), str):
            votes.setdefault(key, {})[person] = answer["answer"]
    questions = {key: _question(key, shown, strata.get(key, ("", ""))) for key, shown in rows}
    return StudyQuestions(questions, votes)


def said_by(trials: Sequence[OracleTrial]) -> dict[int, dict[str, Given]]:
    """Trial -> question's key -> what it said; one query."""
    found: dict[int, dict[str, Given]] = {trial.pk: {} for trial in trials}
    rows = TrialAnswer.objects.filter(trial__in=trials)
    for trial, key, answer, forced in rows.values_list("trial", "unit__key", "answer", "forced"):
        found[trial][key] = Given(answer, forced)
    return found


def _question(key: str, shown: Mapping[str, str], stratum: Sequence[str]) -> AskedQuestion:
    return AskedQuestion(key, shown["object"], shown["description"], shown["question"], *stratum)
