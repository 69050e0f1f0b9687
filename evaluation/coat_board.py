"""COAT's tables and figures of a catalogue: whole runs, people, tuned models, published rows.

They are worked out once for each state of the rows that they follow from, for the page, its
charts and its files ask for them alike.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from threading import Lock

from django.db.models import Count, Max

from evaluation import coat_results, question_charts, quiz_results, tuning_results
from evaluation.coat.tables import accuracies, charts, first_stage, letters, summaries, tuned
from evaluation.coat.tables.cells import Chart, Result, Table
from evaluation.coat.tables.tuned import Beside
from evaluation.coat.variations import Kind
from evaluation.coat_results import RunFigures
from evaluation.models import CoatCatalogue, QuestionSet, Quiz, QuizAnswer, Run, TunedModel

PEOPLE = "People"
_READY = QuestionSet.Status.READY


@dataclass(frozen=True)
class State:
    """What all follows from, as far as it may change: ids, and when they ended.

    answers: of people, how many and the newest. A run whose broken-off questions are asked again
    ends anew.
    """

    runs: tuple[tuple[int, datetime | None], ...]
    answers: tuple[int, int]
    sets: tuple[int, ...]
    tuned: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """tables, charts: by the names that they have in addresses; those with something measured."""

    runs: int
    tables: Mapping[str, Table]
    charts: Mapping[str, Chart]


# Of each catalogue, held while it is worked out: a page and its charts ask together.
_COUNTING: dict[int, Lock] = {}


def catalogues() -> list[str]:
    """Versions with results, the one with the newest first."""
    runs = Run.objects.filter(kind=Run.Kind.QUESTIONS, status=Run.Status.COMPLETE)
    asked = runs.order_by("-pk").values_list("question_set__catalogue__version", flat=True)
    quizzes = Quiz.objects.filter(sittings__answers__isnull=False).order_by("-pk")
    people = quizzes.values_list("question_set__catalogue__version", flat=True)
    return list(dict.fromkeys([*asked, *people]))


def board_of(catalogue: CoatCatalogue) -> Board:
    """Four queries where nothing has changed since it was worked out."""
    state = _state(catalogue)
    with _COUNTING.setdefault(catalogue.pk, Lock()):
        return _board(catalogue.pk, state)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    _board.cache_clear()


def _state(catalogue: CoatCatalogue) -> State:
    found = Run.objects.filter(
        kind=Run.Kind.QUESTIONS,
        status=Run.Status.COMPLETE,
        question_set__catalogue=catalogue,
    )
    runs = found.select_related("question_set").order_by("pk")
    answers = QuizAnswer.objects.filter(sitting__quiz__question_set__catalogue=catalogue)
    told = answers.aggregate(count=Count("pk"), newest=Max("pk"))
    sets = catalogue.question_sets.filter(status=_READY).order_by("pk")
    models = TunedModel.objects.filter(status=TunedModel.Status.READY)
    return State(
        runs=tuple((run.pk, run.ended_at) for run in runs if coat_results.is_whole(run)),
        answers=(told["count"], told["newest"] or 0),
        sets=tuple(sets.values_list("pk", flat=True)),
        tuned=tuple(models.order_by("pk").values_list("pk", flat=True)),
    )


@lru_cache(maxsize=8)
def _board(catalogue_id: int, state: State) -> Board:
    catalogue = CoatCatalogue.objects.get(pk=catalogue_id)
    rows = Run.objects.filter(pk__in=[pk for pk, _ in state.runs])
    whole = list(rows.select_related("question_set").order_by("pk"))
    models = TunedModel.objects.filter(pk__in=state.tuned).order_by("pk").defer("slice_text")
    runs = _newest(whole)
    results = [*_models(runs), *_people(catalogue)]
    beside = tuning_results.beside(tuning_results.of_models(models, whole))
    return Board(
        runs=len(runs),
        tables=_measured(_tables(catalogue, results, beside)),
        charts=_charts(results, beside),
    )


def _measured(tables: Iterable[tuple[str, Table]]) -> dict[str, Table]:
    return {key: each for key, each in tables if any(not row.published for row in each.rows)}


def _newest(runs: Collection[Run]) -> list[Run]:
    """Of each player the newest run over each set, asked in each way."""
    newest = {
        (
            run.player,
            run.question_set_id,
            coat_results.set_up_of(run),
            coat_results.way_of(run),
        ): run
        for run in runs
    }
    return list(newest.values())


def _models(runs: Collection[Run]) -> list[Result]:
    """Runs that were asked in other ways are rows of their own, which say how."""
    ways: dict[str, list[RunFigures]] = defaultdict(list)
    for figures in coat_results.of_runs(runs):
        ways[coat_results.way_of(figures.run)].append(figures)
    return [
        replace(each, model=", ".join(filter(None, (each.model, way))))
        for way, of in ways.items()
        for each in coat_results.results_of(of)
    ]


def _people(catalogue: CoatCatalogue) -> Iterator[Result]:
    """Everybody's answers as one player; of each variation the newest set that was answered."""
    quizzes: dict[QuestionSet, list[Quiz]] = defaultdict(list)
    found = Quiz.objects.filter(question_set__catalogue=catalogue)
    for quiz in found.select_related("question_set").order_by("question_set"):
        quizzes[quiz.question_set].append(quiz)
    kinds: dict[Kind, Result] = {}
    for row, of in quizzes.items():
        people = quiz_results.of_set(row, of)
        if people.persons:
            kind = Kind(row.kind)
            before = kinds[kind].runs if kind in kinds else {}
            runs = {**before, row.variation: [people.rates]}
            kinds[kind] = Result(PEOPLE, kind, runs, people=True)
    yield from (kinds[kind] for kind in Kind if kind in kinds)


def _tables(
    catalogue: CoatCatalogue, results: Sequence[Result], beside: Sequence[Beside]
) -> Iterator[tuple[str, Table]]:
    yield "sets", _summary(catalogue)
    for kind in (Kind.TASK_U, Kind.TASK_0, Kind.TASK_1, Kind.TASK_2):
        yield str(kind), accuracies.by_variation(kind, results)
    yield "full", accuracies.full(results)
    yield "single-and-modular", accuracies.single_and_modular(results)
    yield "first-stage", first_stage.first_stage(results)
    yield "tuned-sets", tuned.by_set(beside)
    yield "tuned", tuned.means(tuning_results.kinds_of(beside), beside)
    yield "letters", letters.letters(results)


def _summary(catalogue: CoatCatalogue) -> Table:
    ready = catalogue.question_sets.filter(status=_READY)
    counts: dict[Kind, dict[str, int]] = defaultdict(dict)
    for kind, variation, count in ready.order_by("pk").values_list("kind", "variation", "count"):
        counts[Kind(kind)][variation] = count
    return summaries.sets_summary({kind: counts[kind] for kind in Kind if kind in counts})


def _charts(results: Sequence[Result], beside: Sequence[Beside]) -> dict[str, Chart]:
    by_options = (Kind.TASK_0, Kind.TASK_1, Kind.TASK_2)
    found = {
        **{f"options-{kind}": charts.by_options(kind, results) for kind in by_options},
        "other-objects": charts.task_1_by_other_objects(results),
        "bad-options": charts.task_2_by_bad_options(results),
        "full-ideal": charts.full_by_composition(Kind.FULL_IDEAL, results),
        "full-moderate": charts.full_by_composition(Kind.FULL_MODERATE, results),
        "single-and-modular": charts.single_and_modular(results),
        "tuned": tuned.chart(tuning_results.kinds_of(beside), beside),
        "letters": letters.chart(results),
    }
    return {key: chart for key, chart in found.items() if not question_charts.is_empty(chart)}
