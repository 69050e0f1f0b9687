"""Quizzes: opened, begun, answered question by question, closed; each step once."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation.coat.quiz_orders import order_of
from evaluation.coat.stored_lines import stored_question
from evaluation.models import Question, QuestionSet, Quiz, QuizAnswer, QuizSitting

MOST_SECONDS = 24 * 3600.0


class QuizRefused(ValueError):
    """What cannot be done; the message says why."""


class NotOpen(QuizRefused):
    """The quiz is closed."""


class Full(QuizRefused):
    """As many people as were wanted have begun it."""


@dataclass(frozen=True)
class QuizWish:
    """questions: how many one person gets. key: of the form that opens it."""

    question_set: QuestionSet
    title: str
    questions: int
    most_people: int
    seed: int
    consent: str
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    made_by: User | None = None


@dataclass(frozen=True)
class Chosen:
    """place: of the question, in the person's order. seconds: as the browser says, if it does."""

    place: int
    letter: str
    seconds: float | None = None


def open_quiz(wish: QuizWish) -> Quiz:
    """The quiz of this key, new or as it is by now. Raises QuizRefused."""
    of = wish.question_set
    if of.status != QuestionSet.Status.READY:
        raise QuizRefused(f"{of.slug} is {of.status}; a quiz asks a set that is ready.")
    if wish.questions > of.count:
        raise QuizRefused(f"{wish.questions} questions a person; the set has {of.count}.")
    made, _ = Quiz.objects.get_or_create(
        key=wish.key,
        defaults={
            "question_set": of,
            "title": wish.title,
            "questions": wish.questions,
            "most_people": wish.most_people,
            "seed": wish.seed,
            "consent": wish.consent,
            "made_by": wish.made_by,
        },
    )
    return made


def close(quiz: Quiz, now: datetime) -> None:
    """Nobody begins or answers any more. Twice is once."""
    Quiz.objects.filter(pk=quiz.pk, closed_at=None).update(closed_at=now)


def begin(quiz: Quiz, key: uuid.UUID, now: datetime) -> QuizSitting:
    """A new person's sitting, or that of the same form. Raises QuizRefused, as NotOpen or Full."""
    with transaction.atomic():
        held = Quiz.objects.select_for_update().select_related("question_set").get(pk=quiz.pk)
        before = QuizSitting.objects.filter(key=key).first()
        if before is not None and before.quiz_id != held.pk:
            raise QuizRefused("This page was of another quiz. Open the link once more.")
        if before is not None:
            return before
        if held.closed_at:
            raise NotOpen("This quiz is closed.")
        if held.sittings.count() >= held.most_people:
            raise Full("As many people as were wanted take part already.")
        last = held.sittings.order_by("-number").values_list("number", flat=True).first()
        number = (last or 0) + 1
        order = order_of(
            number, questions=held.questions, of=held.question_set.count, seed=held.seed
        )
        return QuizSitting.objects.create(
            quiz=held, number=number, key=key, numbers=order, agreed_at=now
        )


def answer(sitting: QuizSitting, chosen: Chosen, now: datetime) -> bool:
    """Store a choice; return whether this call did.

    A question that is answered already keeps its first answer, and one that is not the person's
    next is not answered. Raises NotOpen, and QuizRefused for a letter that the question lacks.
    """
    if sitting.quiz.closed_at:
        raise NotOpen("This quiz is closed.")
    if chosen.place != next_place(sitting):
        return False
    question = question_at(sitting, chosen.place)
    if chosen.letter not in stored_question(question.line).rendered.options:
        raise QuizRefused(f"The question has no option {chosen.letter!r}.")
    try:
        with transaction.atomic():
            QuizAnswer.objects.create(
                sitting=sitting,
                question=question,
                place=chosen.place,
                letter=chosen.letter,
                seconds=_within(chosen.seconds),
                answered_at=now,
            )
            if chosen.place == len(sitting.numbers):
                QuizSitting.objects.filter(pk=sitting.pk).update(ended_at=now)
    except IntegrityError:  # a copy of the post was first
        return False
    return True


def next_place(sitting: QuizSitting) -> int | None:
    """The place of the first question without an answer; None once all have one."""
    done = sitting.answers.count()
    return done + 1 if done < len(sitting.numbers) else None


def question_at(sitting: QuizSitting, place: int) -> Question:
    number = sitting.numbers[place - 1]
    return Question.objects.get(question_set_id=sitting.quiz.question_set_id, number=number)


def forget(sitting: QuizSitting) -> None:
    """Delete a person's sitting with all their answers."""
    QuizSitting.objects.filter(pk=sitting.pk).delete()


def _within(seconds: float | None) -> float | None:
    """What a browser may have said; nonsense is nothing."""
    return seconds if seconds is not None and 0 <= seconds <= MOST_SECONDS else None
