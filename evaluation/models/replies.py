"""What a model said in the Questioner's seat, raw and as it was read."""

from django.db import models
from django.db.models import Q

from games.models import Play


class StoredReply(models.Model):
    """One reply of a Questioner, committed before the next call of its game is made.

    sequence: its place in its play, from 1. number, attempt: the position it was asked for.
    text: as it came. kind, said, why, invented: as it was read (games.replies.questioner) by the
        rules named `reader`; `said` is the question's text or the affordance.
    belief: (candidates,) probabilities from log-probabilities after this move, in the
        candidates' order; empty where the backend gives none.
    """

    class Kind(models.TextChoices):
        QUESTION = "question"
        GUESS = "guess"
        UNPARSEABLE = "unparseable"

    play = models.ForeignKey(Play, models.CASCADE, related_name="replies")
    sequence = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    text = models.TextField()
    kind = models.CharField(max_length=15, choices=Kind)
    said = models.TextField(blank=True)
    why = models.CharField(max_length=30, blank=True)
    invented = models.BooleanField(default=False)
    reader = models.CharField(max_length=40)
    model = models.CharField(max_length=200)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    hidden_tokens = models.PositiveIntegerField(default=0)
    finish_reason = models.CharField(max_length=30, blank=True)
    latency_seconds = models.FloatField(default=0)
    belief = models.JSONField(null=True)
    called_at = models.DateTimeField()

    class Meta:
        ordering = ["play", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["play", "sequence"], name="reply_once"),
            models.CheckConstraint(
                condition=Q(kind="unparseable") & ~Q(why="") | ~Q(kind="unparseable") & Q(why=""),
                name="an_unparseable_reply_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"reply {self.sequence} of {self.play_id}"
