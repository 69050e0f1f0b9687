"""Quizzes as researchers see them: those of a set, one with its figures beside the models'."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from evaluation import coat_results, quiz_results
from evaluation.coat.score import CANNOT_BE_BAD, NO_BAD_OPTION, NO_SUCH_OPTION, Rates
from evaluation.coat.spreads import Spread
from evaluation.coat_results import RunFigures
from evaluation.metrics.intervals import Figure, Interval, Undefined
from evaluation.models import QuestionSet, Quiz, QuizAnswer, Run
from evaluation.quiz_results import People

WHY_NOT = {
    CANNOT_BE_BAD: "nothing can be bad",
    NO_BAD_OPTION: "no bad option",
    NO_SUCH_OPTION: "none is offered",
}


@dataclass(frozen=True)
class Cell:
    main: str
    aside: str = ""


@dataclass(frozen=True)
class FigureLine:
    """who: people or a run. answers: in all its repeats together."""

    who: str
    note: str
    answers: int
    accuracy: Cell
    bad: Cell
    like_chance: bool


@dataclass(frozen=True)
class QuizPage:
    """lines: people, then the runs over the same set."""

    quiz: Quiz
    people: People
    chance: str
    lines: Sequence[FigureLine]
    persons: Sequence[FigureLine]


def listed() -> QuerySet[Quiz]:
    """The newest first, with how many began and how many answered all."""
    found = Quiz.objects.select_related("question_set").defer("question_set__shares")
    return found.order_by("-pk").annotate(
        begun=Count("sittings", distinct=True),
        ended=Count("sittings", filter=Q(sittings__ended_at__isnull=False), distinct=True),
    )


def of_set(row: QuestionSet) -> QuerySet[Quiz]:
    return listed().filter(question_set=row)


def quiz_page(quiz: Quiz) -> QuizPage:
    people = quiz_results.people_of(quiz)
    runs = list(Run.objects.filter(question_set=quiz.question_set).order_by("pk"))
    figures = coat_results.of_runs(runs) if runs else []
    return QuizPage(
        quiz=quiz,
        people=people,
        chance=_percent(people.rates.variation.chance),
        lines=[_people_line(people), *map(_run_line, figures)],
        persons=[_line(f"Person {each.number}", "", each.rates) for each in people.persons],
    )


def answer_lines(quiz: Quiz) -> Iterator[str]:
    """A JSON object an answer, by person and in their order; nothing tells who a person is."""
    rows = QuizAnswer.objects.filter(sitting__quiz=quiz).order_by("sitting__number", "place")
    for each in rows.select_related("sitting", "question").iterator(chunk_size=500):
        told = {
            "person": each.sitting.number,
            "place": each.place,
            "question": each.question.number,
            "letter": each.letter,
            "right": each.letter == each.question.answer,
            "seconds": each.seconds,
            "answered_at": each.answered_at.isoformat(),
        }
        yield json.dumps(told) + "\n"


def _people_line(people: People) -> FigureLine:
    count = len(people.persons)
    return _line("People", f"{count} who answered something", people.rates)


def _run_line(figures: RunFigures) -> FigureLine:
    return FigureLine(
        who=figures.run.title,
        note="provisional" if figures.provisional else "",
        answers=sum(rates.questions for rates in figures.repeats.values()),
        accuracy=_spread_cell(figures.accuracy),
        bad=_spread_cell(figures.bad),
        like_chance=figures.like_chance,
    )


def _line(who: str, note: str, rates: Rates) -> FigureLine:
    return FigureLine(
        who=who,
        note=note,
        answers=rates.questions,
        accuracy=_cell(rates.accuracy),
        bad=_cell(rates.bad),
        like_chance=rates.like_chance,
    )


def _cell(figure: Figure) -> Cell:
    if isinstance(figure, Undefined):
        return _nothing(figure)
    return Cell(_percent(figure.value), _within(figure.interval))


def _spread_cell(figure: Spread | Undefined) -> Cell:
    if isinstance(figure, Undefined):
        return _nothing(figure)
    return Cell(_percent(figure.mean), _within(figure.interval))


def _nothing(figure: Undefined) -> Cell:
    return Cell("–", WHY_NOT.get(figure.reason, "nothing to count yet"))


def _within(span: Interval | Undefined | None) -> str:
    if not isinstance(span, Interval):
        return ""
    return f"{_percent(span.low)} to {_percent(span.high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
