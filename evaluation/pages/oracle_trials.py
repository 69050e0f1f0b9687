"""Candidate Oracles beside people, as values: what a study's page and a candidate's page show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet

from annotation.agreement.tables import Agreement
from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Study
from evaluation import oracle_agreement, oracle_answers, oracle_specs, run_words
from evaluation.models import OracleChoice, OracleTrial
from evaluation.oracle_agreement import CandidateFigures, Given, People, majority_of
from evaluation.oracle_answers import AskedQuestion, State, StudyQuestions
from evaluation.pages import oracle_cells
from evaluation.pages.tables import Shown, Unit, show
from games import backends

QUESTIONS_A_PAGE = 50
POLL_SECONDS = 3
Status = OracleTrial.Status
REASONS: Mapping[str, str] = {
    **run_words.OF_A_MODEL,
    "other_version": "This lab builds another version of it now: try that as a new candidate.",
}


@dataclass(frozen=True)
class StudyLine:
    """In the list. questions, judgements, candidates: how many. sampled: drawn here."""

    study: Study
    questions: int
    candidates: int
    sampled: bool


@dataclass(frozen=True)
class CandidateLine:
    """answered: of `questions`. cells: its figures in the order of the table. chosen: by the
    newest choice. plays_now: whether plays begun now are answered by it."""

    trial: OracleTrial
    answered: int
    questions: int
    why: str
    cells: Sequence[Shown]
    persons: Sequence[Shown]
    figures: CandidateFigures
    chosen: bool
    plays_now: bool


@dataclass(frozen=True)
class Breakdown:
    """A line a kind of question; cells: a candidate each."""

    title: str
    lines: Sequence[tuple[str, Sequence[Shown]]]


@dataclass(frozen=True)
class PairLine:
    one: str
    other: str
    percent: Shown
    kappa: Shown


@dataclass(frozen=True)
class StudyPage:
    """people: with each other, in the columns of the candidates. polls: seconds, 0 for none.

    stamp: of all that it shows, for whoever polls.
    """

    study: Study
    stamp: str
    questions: StudyQuestions
    people: People
    ceiling: Sequence[Shown]
    pairs: Sequence[PairLine]
    persons: Sequence[str]
    candidates: Sequence[CandidateLine]
    breakdowns: Sequence[Breakdown]
    choices: Sequence[OracleChoice]
    now: str
    polls: int


@dataclass(frozen=True)
class Difference:
    """votes: person and answer. majority: in words."""

    question: AskedQuestion
    said: str
    forced: str
    majority: str
    votes: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class TrialPage:
    """figures: the same as in the study's table. settings: variable and value.

    page: of the questions on which it differs from the majority.
    """

    trial: OracleTrial
    line: CandidateLine
    settings: Sequence[tuple[str, str]]
    differences: Sequence[Difference]
    page: Page[Difference]
    choices: Sequence[OracleChoice]


def studies() -> list[StudyLine]:
    """Studies of the Oracle's answers, the newest first."""
    rows = Study.objects.filter(kind=OracleAnswer.key).select_related("catalogue", "oracle_sample")
    counted = rows.annotate(
        questions=Count("units", distinct=True), candidates=Count("oracle_trials", distinct=True)
    )
    return [
        StudyLine(row, row.questions, row.candidates, hasattr(row, "oracle_sample"))
        for row in counted.order_by("-pk")
    ]


def study_page(study: Study) -> StudyPage:
    trials = _trials(study)
    state = oracle_answers.state_of(study, trials)
    found, people = oracle_answers.questions_of(state), oracle_answers.people_of(state)
    said = [oracle_answers.said_by(state, trial.pk) for trial in trials]
    persons, choices, now = _persons(found), list(choices_of(study)), _version_now(study)
    return StudyPage(
        study=study,
        stamp=_stamp(state, trials, choices, now),
        questions=found,
        people=people,
        ceiling=_ceiling(people),
        pairs=[_pair(*each) for each in people.pairs],
        persons=persons,
        candidates=[_candidate(trial, state, persons, choices, now) for trial in trials],
        breakdowns=list(_breakdowns(found, said)),
        choices=choices,
        now=now,
        polls=POLL_SECONDS if any(t.status in ("queued", "running") for t in trials) else 0,
    )


def stamp_of(study: Study) -> str:
    """Of what the study's page shows; equal stamps are of equal pages. No answer is read."""
    trials = _trials(study)
    state = oracle_answers.state_of(study, trials)
    return _stamp(state, trials, list(choices_of(study)), _version_now(study))


def trial_page(trial: OracleTrial, page: str | None) -> TrialPage:
    """page: its number, as the address has it."""
    state = oracle_answers.state_of(trial.study, [trial])
    found, said = oracle_answers.questions_of(state), oracle_answers.said_by(state, trial.pk)
    choices, now = list(choices_of(trial.study)), _version_now(trial.study)
    listed = Paginator(_differences(found, said), QUESTIONS_A_PAGE).get_page(page)
    return TrialPage(
        trial=trial,
        line=_candidate(trial, state, _persons(found), choices, now),
        settings=oracle_specs.settings_of(oracle_specs.of_json(trial.spec)),
        differences=list(listed.object_list),
        page=listed,
        choices=[choice for choice in choices if choice.trial_id == trial.pk],
    )


def choices_of(study: Study) -> QuerySet[OracleChoice]:
    """Of the study, the newest first."""
    rows = OracleChoice.objects.filter(trial__study=study)
    return rows.select_related("trial", "made_by")


def _trials(study: Study) -> list[OracleTrial]:
    return list(study.oracle_trials.select_related("study__catalogue"))


def _persons(found: StudyQuestions) -> list[str]:
    return sorted({person for given in found.votes.values() for person in given})


def _version_now(study: Study) -> str:
    """Of the Oracle of new plays; empty where the study has no catalogue."""
    return "" if study.catalogue_id is None else backends.oracle(study.catalogue_id).version


def _stamp(
    state: State, trials: Sequence[OracleTrial], choices: Sequence[OracleChoice], now: str
) -> str:
    rows = [(trial.pk, trial.status, trial.reason) for trial in trials]
    whole = state, rows, [choice.pk for choice in choices], now
    return sha256(repr(whole).encode()).hexdigest()[:16]


def _candidate(
    trial: OracleTrial,
    state: State,
    persons: Sequence[str],
    choices: Sequence[OracleChoice],
    now: str,
) -> CandidateLine:
    figures = oracle_answers.figures_of(state, trial.pk)
    return CandidateLine(
        trial=trial,
        answered=state.answered[trial.pk],
        questions=len(oracle_answers.questions_of(state).questions),
        why=REASONS.get(trial.reason, trial.reason),
        cells=_cells(figures),
        persons=[_with(figures, person) for person in persons],
        figures=figures,
        chosen=bool(choices) and choices[0].trial_id == trial.pk,
        plays_now=bool(now) and trial.oracle_version == now,
    )


def _cells(figures: CandidateFigures) -> list[Shown]:
    return [
        oracle_cells.of_share(figures.with_people, figures.judged),
        show(figures.with_majority, Unit.SHARE),
        oracle_cells.of_kappa(figures.kappa),
        show(figures.answered, Unit.SHARE),
        show(figures.right_answered, Unit.SHARE),
        show(figures.right_forced, Unit.SHARE),
    ]


def _ceiling(people: People) -> list[Shown]:
    agreement = people.agreement
    return [
        oracle_cells.of_share(agreement.percent, agreement.paired),
        Shown("–"),
        oracle_cells.of_kappa(agreement.kappa),
        *[Shown("–")] * 3,
    ]


def _with(figures: CandidateFigures, person: str) -> Shown:
    pairing = figures.persons.get(person)
    if pairing is None:
        return Shown("n/a", "no question in common")
    share = oracle_cells.of_share(pairing.percent, pairing.questions)
    return Shown(share.main, f"{share.aside}; kappa {oracle_cells.of_kappa(pairing.kappa).main}")


def _pair(one: str, other: str, agreement: Agreement) -> PairLine:
    percent = oracle_cells.of_share(agreement.percent, agreement.paired)
    return PairLine(one, other, percent, oracle_cells.of_kappa(agreement.kappa))


def _breakdowns(found: StudyQuestions, said: Sequence[Mapping[str, Given]]) -> Iterator[Breakdown]:
    """By what questions probe and by who asked them, where a sample was drawn."""
    for title, name in (("By dimension", "dimension"), ("By who asked", "source")):
        kinds = {key: str(getattr(each, name)) for key, each in found.questions.items()}
        shares = [oracle_agreement.shares_by(found.votes, each, kinds) for each in said]
        seen = sorted({kind for each in shares for kind in each} - {""})
        lines = [
            (
                kind,
                [show(each[kind], Unit.SHARE) if kind in each else Shown("–") for each in shares],
            )
            for kind in seen
        ]
        if lines:
            yield Breakdown(title, lines)


def _differences(found: StudyQuestions, said: Mapping[str, Given]) -> list[Difference]:
    """Where the candidate says other than the majority, and where people are level."""
    rows = []
    for key, given in said.items():
        votes = found.votes.get(key, {})
        majority = majority_of(votes)
        if key in found.questions and len(votes) >= 2 and majority != given.answer:
            rows.append(
                Difference(
                    question=found.questions[key],
                    said=_words(given.answer) if given.answer else "no usable reply",
                    forced=given.forced,
                    majority=_words(majority) if majority else "no majority",
                    votes=[(person, _words(answer)) for person, answer in sorted(votes.items())],
                )
            )
    return sorted(rows, key=lambda row: (row.question.object, row.question.text))


def _words(answer: str) -> str:
    return answer.replace("_", " ")
