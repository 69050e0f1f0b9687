"""What people chose in a quiz, as the figures of a model are: accuracy, bad rate, chance."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from evaluation import coat_results
from evaluation.coat import score
from evaluation.coat.questions import Question
from evaluation.coat.score import Choice, Rates
from evaluation.coat.variations import VARIATIONS, Kind, Variation
from evaluation.models import QuestionSet, Quiz, QuizAnswer


@dataclass(frozen=True)
class Person:
    """number: of their sitting. answered: how many of their questions."""

    number: int
    answered: int
    rates: Rates


@dataclass(frozen=True)
class People:
    """All answers together, each counted as one question, and each person's own.

    Answers of one person, and several to one question, are not independent of each other: the
    intervals of all together are rather too narrow.
    """

    rates: Rates
    persons: Sequence[Person]
    begun: int
    ended: int
    seconds: float | None


def people_of(quiz: Quiz) -> People:
    """Of those who answered something."""
    return of_set(quiz.question_set, [quiz])


def of_set(question_set: QuestionSet, quizzes: Iterable[Quiz]) -> People:
    """People of several quizzes over one set."""
    rows = list(
        QuizAnswer.objects.filter(sitting__quiz__in=list(quizzes))
        .order_by("sitting", "place")
        .values_list("sitting", "sitting__number", "question__number", "letter", "seconds")
    )
    variation = VARIATIONS[Kind(question_set.kind)][question_set.variation]
    known = coat_results.questions_in(question_set.pk) if rows else {}
    by_person: dict[tuple[int, int], list[tuple[Question, str]]] = defaultdict(list)
    for sitting, number, question, letter, _ in rows:
        by_person[sitting, number].append((known[question], letter))
    begun, ended = _counts(quizzes)
    return People(
        rates=_rates(variation, [each for of in by_person.values() for each in of]),
        persons=[
            Person(number, len(of), _rates(variation, of)) for (_, number), of in by_person.items()
        ],
        begun=begun,
        ended=ended,
        seconds=_median([seconds for *_, seconds in rows if seconds is not None]),
    )


def _rates(variation: Variation, chosen: Sequence[tuple[Question, str]]) -> Rates:
    """Several answers to one question stand as so many questions, numbered anew."""
    questions = [replace(each, number=at) for at, (each, _) in enumerate(chosen, start=1)]
    choices = {at: Choice(letter) for at, (_, letter) in enumerate(chosen, start=1)}
    return score.rates(variation, questions, choices)


def _counts(quizzes: Iterable[Quiz]) -> tuple[int, int]:
    """How many began, and how many answered all."""
    begun = ended = 0
    for quiz in quizzes:
        ends = list(quiz.sittings.values_list("ended_at", flat=True))
        begun += len(ends)
        ended += sum(end is not None for end in ends)
    return begun, ended


def _median(seconds: Sequence[float]) -> float | None:
    ordered = sorted(seconds)
    middle = len(ordered) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
