"""Plays as their moves: who plays, what was asked, marked, guessed and doubted."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.answers import StoredAnswer
from games.models.catalogue import Game
from games.models.people import Participant
from games.rules import Answer, Outcome, Reason, TurnStatus


class PlayProtocol(models.Model):
    """The frozen settings that a play runs under; plays of different hashes are never pooled.

    settings: preset, its rules, Oracle and Checker with versions.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    settings = models.JSONField()
    stored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.settings['preset']} {self.sha256[:8]}"


class Play(models.Model):
    """One player's attempt at one game; what state it is in is folded from its turns.

    kind: *free* play and *practice* are kept out of all figures; a *study* play belongs to an
        assignment of its participant's campaign, a *run* play to a model or another program.
    outcome: the one thing kept beside the moves, for queries; empty while playing.
    """

    class Kind(models.TextChoices):
        FREE = "free"
        PRACTICE = "practice"
        STUDY = "study"
        RUN = "run"

    token = models.UUIDField(unique=True, default=uuid.uuid4)
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="plays")
    game = models.ForeignKey(Game, models.PROTECT, related_name="plays")
    protocol = models.ForeignKey(PlayProtocol, models.PROTECT, related_name="plays")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.FREE)
    guessed = models.SlugField(max_length=100, blank=True)
    outcome = models.CharField(max_length=15, choices=[(o, o) for o in Outcome], blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["participant", "game"], name="one_play_a_game_and_participant"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None) | ~Q(outcome="") & Q(ended_at__isnull=False),
                name="an_outcome_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["won", "lost"]) & ~Q(guessed="")
                | ~Q(outcome__in=["won", "lost"]) & Q(guessed=""),
                name="a_guess_decides_a_play",
            ),
            models.UniqueConstraint(
                fields=["participant"], condition=Q(kind="practice"), name="one_practice_play"
            ),
        ]

    def __str__(self) -> str:
        return str(self.token)


class Turn(models.Model):
    """One attempt to ask.

    key: the idempotency key of the post that asked, so that a copy of it is harmless.
    due_at: when a worker may take it up again: the end of the lease while one is at it, the end
        of the pause after an attempt without a reply; empty for a turn nobody took up yet.
    tries: how often a worker took it up; after a fixed number it is failed.
    probe: the DIMENSION:value pair that the Checker read.
    thinking_seconds: from when the page could be asked on until the first key, typing_seconds
        from there until it was sent, both by the browser's stopwatch; empty where it has none.
    checker_seconds, oracle_seconds: how long the worker waited for each; empty where it did not
        ask.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    question = models.TextField()
    key = models.UUIDField(default=uuid.uuid4)
    status = models.CharField(
        max_length=10, choices=[(s, s) for s in TurnStatus], default=TurnStatus.WAITING
    )
    answer = models.CharField(max_length=15, choices=[(a, a) for a in Answer], blank=True)
    reason = models.CharField(max_length=25, choices=[(r, r) for r in Reason], blank=True)
    probe = models.CharField(max_length=400, blank=True)
    stored_answer = models.ForeignKey(StoredAnswer, models.PROTECT, null=True)
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    thinking_seconds = models.FloatField(null=True)
    typing_seconds = models.FloatField(null=True)
    checker_seconds = models.FloatField(null=True)
    oracle_seconds = models.FloatField(null=True)

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["play", "number", "attempt"], name="turn_once"),
            models.UniqueConstraint(fields=["play", "key"], name="post_once"),
            models.UniqueConstraint(
                fields=["play"],
                condition=Q(status__in=["waiting", "failed"]),
                name="one_open_turn_a_play",
            ),
            models.CheckConstraint(
                condition=Q(number__range=(1, 21), attempt__range=(1, 3)), name="turn_in_range"
            ),
            models.CheckConstraint(
                condition=Q(status="answered") & ~Q(answer="")
                | ~Q(status="answered") & Q(answer=""),
                name="answered_turns_have_answers",
            ),
            models.CheckConstraint(
                condition=~Q(status="answered") | Q(stored_answer__isnull=False),
                name="answered_turns_keep_what_answered_them",
            ),
            models.CheckConstraint(
                condition=Q(status="refused") & ~Q(reason="") | ~Q(status="refused") & Q(reason=""),
                name="refused_turns_have_reasons",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status="waiting"), name="waiting_turns"),
        ]

    def __str__(self) -> str:
        return f"{self.number}.{self.attempt}"


class TextReview(models.Model):
    """A researcher's look at what was typed; a removed text is left out of exports.

    wording: the mark of the text that was looked at, for a failed question may be asked again in
        other words in the same row.
    """

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="review")
    wording = models.CharField(max_length=16)
    removed = models.BooleanField()
    reviewed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.turn_id} {'removed' if self.removed else 'kept'}"


class Mark(models.Model):
    """A candidate crossed out or restored; the last one of a candidate holds."""

    play = models.ForeignKey(Play, models.CASCADE, related_name="marks")
    affordance = models.SlugField(max_length=100)
    crossed_out = models.BooleanField()
    after_turn = models.PositiveSmallIntegerField()
    marked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.affordance} {'out' if self.crossed_out else 'in'}"


class Doubt(models.Model):
    """A player's word that an answer seems wrong; the answer stays."""

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="doubt")
    raised_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"doubt of {self.turn_id}"
