"""Quizzes: people answer questions of a set, without an account, each question once."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation.models.coat import Question, QuestionSet


class Quiz(models.Model):
    """One invitation to a question set, for whoever has its address.

    key: of the form that opened it. token: of its address.
    questions: how many one person gets. most_people: how many may begin it.
    consent: what a person agrees to. closed_at: from when on nobody begins or answers.
    """

    question_set = models.ForeignKey(QuestionSet, models.PROTECT, related_name="quizzes")
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    token = models.UUIDField(unique=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    questions = models.PositiveSmallIntegerField()
    most_people = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField()
    consent = models.TextField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(questions__range=(1, 500)), name="a_quiz_asks_1_to_500"
            ),
            models.CheckConstraint(condition=Q(most_people__gte=1), name="a_quiz_is_for_somebody"),
        ]

    def __str__(self) -> str:
        return self.title


class QuizSitting(models.Model):
    """One person at a quiz, known by nothing but the token in their browser's cookie.

    number: from 1 in the quiz; the order of the questions follows from it and the quiz's seed.
    numbers: the questions' numbers in their set, in the order in which the person gets them.
    key: of the form with which they agreed.
    """

    quiz = models.ForeignKey(Quiz, models.CASCADE, related_name="sittings")
    number = models.PositiveIntegerField()
    token = models.UUIDField(unique=True, default=uuid.uuid4)
    key = models.UUIDField(unique=True)
    numbers = models.JSONField()
    agreed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["quiz", "number"]
        constraints = [
            models.UniqueConstraint(fields=["quiz", "number"], name="one_sitting_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.quiz} {self.number}"


class QuizAnswer(models.Model):
    """What a person chose; stored once, never changed.

    place: of the question in the person's order, from 1. seconds: for which the question was
    looked at, as the browser says; empty where it runs no scripts.
    """

    sitting = models.ForeignKey(QuizSitting, models.CASCADE, related_name="answers")
    question = models.ForeignKey(Question, models.PROTECT, related_name="quiz_answers")
    place = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=1)
    seconds = models.FloatField(null=True)
    answered_at = models.DateTimeField()

    class Meta:
        ordering = ["sitting", "place"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "place"], name="one_answer_a_place"),
            models.UniqueConstraint(fields=["sitting", "question"], name="one_answer_a_question"),
            models.CheckConstraint(
                condition=Q(letter__in=["A", "B", "C", "D", "E"]), name="a_choice_is_a_letter"
            ),
            models.CheckConstraint(
                condition=Q(seconds=None) | Q(seconds__gte=0), name="quiz_seconds_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.place}: {self.letter}"
