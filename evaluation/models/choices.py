"""What a model made of a question, and each reply on the way there."""

import uuid

from django.db import models
from django.db.models import Q

from evaluation.models.runs import Episode


class Choice(models.Model):
    """What came of one question in one repeat, stored with its episode's end.

    letter: empty for no answer. why: what kept it from one, empty beside a letter.
    calls: replies that it took, of both stages.
    logprobs: letter -> natural log-probability, where they were asked for; empty else.
    listed: of the modular set-up, keys of the objects that its first stage named, in its order;
        empty where that was no list, and for the single one. unknown: names that were not offered.
    kept: the letters of the options that went on to the second stage.
    """

    class Why(models.TextChoices):
        NO_LETTER = "no_letter"
        NO_LIST = "no_list"
        NONE_KEPT = "none_kept"
        ABORTED = "aborted"

    episode = models.OneToOneField(Episode, models.CASCADE, related_name="choice")
    letter = models.CharField(max_length=1, blank=True)
    why = models.CharField(max_length=15, choices=Why, blank=True)
    calls = models.PositiveSmallIntegerField()
    logprobs = models.JSONField(null=True)
    listed = models.JSONField(null=True)
    unknown = models.PositiveSmallIntegerField(default=0)
    kept = models.CharField(max_length=5, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(letter="") & ~Q(why="") | Q(letter__in=list("ABCDE"), why=""),
                name="a_choice_is_a_letter_or_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.episode}: {self.letter or self.why}"


class ChoiceReply(models.Model):
    """One raw reply on a question, committed before the next call for it is made.

    It outlives a broken-off question that is asked again, for it was paid.
    key: of what wrote it, by which it is known again. sequence: its place in its episode, from 1.
    attempt: at its stage, from 1. prompt: the messages as JSON text. text: as it came.
    logprobs: of its first token, token text -> natural log-probability; empty where not asked for.
    """

    class Stage(models.TextChoices):
        OBJECTS = "objects"
        ANSWER = "answer"

    episode = models.ForeignKey(Episode, models.CASCADE, related_name="choice_replies")
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    sequence = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=Stage)
    attempt = models.PositiveSmallIntegerField()
    prompt = models.TextField()
    text = models.TextField()
    model = models.CharField(max_length=200)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    hidden_tokens = models.PositiveIntegerField(default=0)
    finish_reason = models.CharField(max_length=30, blank=True)
    latency_seconds = models.FloatField(default=0)
    logprobs = models.JSONField(null=True)
    called_at = models.DateTimeField()

    class Meta:
        ordering = ["episode", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["episode", "sequence"], name="choice_reply_once"),
        ]

    def __str__(self) -> str:
        return f"reply {self.sequence} of {self.episode_id}"
