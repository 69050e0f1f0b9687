"""Runs: one Questioner plays many games, or one model answers many questions, in the background."""

import uuid
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from evaluation.models.coat import Question, QuestionSet
from games.models import Catalogue, Game, Participant, Play, PlayProtocol

M = TypeVar("M", bound=models.Model)
if TYPE_CHECKING:
    _There: TypeAlias = models.ForeignKey[M, M]


def _of_its_kind(field: "models.ForeignKey[Any, M | None]") -> "_There[M]":
    """A key that is there for runs of one kind: code is about one of them and reads no other."""
    return cast("_There[M]", field)


class Run(models.Model):
    """One Questioner over a fixed list of games, its plan frozen in its episodes.

    Or one model over the questions of a set: then it has no catalogue of games and no protocol.
    key: of the form or command that created it, so that a copy of it makes no second run.
    spec: what was asked for (evaluation.specs). facts: what was found then and in the
        pre-flight: revisions, hashes, versions. sha256: of both, empty until the pre-flight is
        over.
    reason: a code that says why it is paused, interrupted or failed; empty for other states.
    checked: what the pre-flight found; empty until it is over. forecast: seconds, tokens, cost.
    hold: whether it waits for the researcher once the pre-flight is over.
    concurrency: calls in flight at once in each worker; it may change while the run goes on.
    token_limit, cost_limit: the run is paused where these are reached; empty for none.
    """

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        PAUSED = "paused"
        INTERRUPTED = "interrupted"
        CANCELLED = "cancelled"
        FAILED = "failed"
        COMPLETE = "complete"

    class Kind(models.TextChoices):
        GAMES = "games"
        QUESTIONS = "questions"

    GOING_ON = (Status.QUEUED, Status.RUNNING, Status.INTERRUPTED)
    UNFINISHED = (*GOING_ON, Status.PAUSED)
    # The first games of a run, from which it is forecast; of questions at least so many.
    TRIAL_GAMES = 3
    MOST_TRIAL_QUESTIONS = 64

    slug = models.SlugField(max_length=100, unique=True)
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.GAMES)
    player = models.CharField(max_length=200)
    catalogue = _of_its_kind(
        models.ForeignKey(Catalogue, models.PROTECT, null=True, related_name="runs")
    )
    protocol = _of_its_kind(
        models.ForeignKey(PlayProtocol, models.PROTECT, null=True, related_name="runs")
    )
    question_set = _of_its_kind(
        models.ForeignKey(QuestionSet, models.PROTECT, null=True, related_name="runs")
    )
    spec = models.JSONField()
    facts = models.JSONField(default=dict)
    sha256 = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=15, choices=Status, default=Status.QUEUED)
    reason = models.CharField(max_length=40, blank=True)
    checked = models.JSONField(null=True)
    forecast = models.JSONField(null=True)
    hold = models.BooleanField(default=False)
    concurrency = models.PositiveSmallIntegerField()
    token_limit = models.PositiveBigIntegerField(null=True)
    cost_limit = models.DecimalField(max_digits=12, decimal_places=4, null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["complete", "cancelled", "failed"], ended_at__isnull=False)
                | ~Q(status__in=["complete", "cancelled", "failed"]) & Q(ended_at=None),
                name="an_ended_run_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["paused", "interrupted", "failed"]) & ~Q(reason="")
                | ~Q(status__in=["paused", "interrupted", "failed"]) & Q(reason=""),
                name="a_stopped_run_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(concurrency__range=(1, 1024)), name="run_concurrency_in_range"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind="games",
                    catalogue__isnull=False,
                    protocol__isnull=False,
                    question_set=None,
                )
                | Q(kind="questions", catalogue=None, protocol=None, question_set__isnull=False),
                name="a_run_is_of_games_or_of_questions",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def trial_size(self) -> int:
        """How many episodes it is forecast from.

        Questions are asked as many at once as the run asks them, for a server that has more to do
        is slower with each.
        """
        if self.kind == self.Kind.GAMES:
            return self.TRIAL_GAMES
        at_once = int(self.spec["run"]["concurrency"])
        return max(self.TRIAL_GAMES, min(at_once, self.MOST_TRIAL_QUESTIONS))


class RunPlayer(models.Model):
    """The run as a participant, one for each repeat: it then meets each game once."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="players")
    repeat = models.PositiveSmallIntegerField()
    participant = models.OneToOneField(Participant, models.CASCADE, related_name="run_player")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "repeat"], name="one_player_a_repeat"),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.repeat}"


class RunWorker(models.Model):
    """A place for one worker at a run, with what its worker last said of itself.

    enqueued_at: when the message for this place was sent; a lost one is sent again.
    holder: the process that holds the place, empty for none; held until `lease_until`.
    in_flight, pausing, open_games: calls under way, calls that wait to be tried again, games
        being played.
    binds: what keeps it from going faster: "concurrency", "retries", "games", "database".
    """

    run = models.ForeignKey(Run, models.CASCADE, related_name="workers")
    number = models.PositiveSmallIntegerField()
    enqueued_at = models.DateTimeField(null=True)
    holder = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True)
    reported_at = models.DateTimeField(null=True)
    in_flight = models.PositiveIntegerField(default=0)
    pausing = models.PositiveIntegerField(default=0)
    open_games = models.PositiveIntegerField(default=0)
    binds = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["run", "number"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="one_place_a_number"),
            models.CheckConstraint(
                condition=Q(holder="", lease_until=None)
                | ~Q(holder="") & Q(lease_until__isnull=False),
                name="a_held_place_has_its_lease",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run} worker {self.number}"


class Episode(models.Model):
    """One resumable piece of a run: one game, or one question of a set, in one repeat.

    number: its place in the run's order, from 1.
    play: of a game; empty until its first move is stored. What becomes of a question is its
        Choice, stored with the episode's end.
    holder, lease_until: the process that plays it now; its worker renews the lease.
    tries: how often a worker took it up. due_at: not before, after an attempt without a reply.
    fault: why its play, or its question, is aborted, empty for all others. error: of a fault of
        the lab's own code, its text. refused: how a server last refused it
        (evaluation.runner.gate), empty for never: the same again is its own fault and says nothing
        of the server.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"

    class Fault(models.TextChoices):
        EMPTY = "empty"
        CONTEXT_OVERFLOW = "context_overflow"
        INFRASTRUCTURE = "infrastructure"
        ERROR = "error"

    run = models.ForeignKey(Run, models.CASCADE, related_name="episodes")
    number = models.PositiveIntegerField()
    repeat = models.PositiveSmallIntegerField()
    game = _of_its_kind(models.ForeignKey(Game, models.PROTECT, null=True, related_name="episodes"))
    question = _of_its_kind(
        models.ForeignKey(Question, models.PROTECT, null=True, related_name="episodes")
    )
    play = models.OneToOneField(Play, models.PROTECT, null=True, related_name="episode")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    fault = models.CharField(max_length=20, choices=Fault, blank=True)
    error = models.CharField(max_length=300, blank=True)
    refused = models.CharField(max_length=20, blank=True)
    holder = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["run", "number"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="one_episode_a_number"),
            models.UniqueConstraint(fields=["run", "game", "repeat"], name="one_episode_a_game"),
            models.UniqueConstraint(
                fields=["run", "question", "repeat"], name="one_episode_a_question"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False, question=None)
                | Q(game=None, question__isnull=False, play=None),
                name="an_episode_is_a_game_or_a_question",
            ),
            models.CheckConstraint(
                condition=Q(holder="", lease_until=None)
                | ~Q(holder="") & Q(lease_until__isnull=False),
                name="a_held_episode_has_its_lease",
            ),
            models.CheckConstraint(
                condition=Q(status="done", done_at__isnull=False, holder="")
                & (Q(play__isnull=False) | Q(question__isnull=False))
                | Q(status="waiting", done_at=None, fault=""),
                name="a_done_episode_has_its_play",
            ),
            models.CheckConstraint(
                condition=Q(fault="error") & ~Q(error="") | ~Q(fault="error") & Q(error=""),
                name="an_error_has_its_text",
            ),
        ]
        indexes = [
            models.Index(
                F("run"), F("number"), condition=Q(status="waiting"), name="waiting_episodes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.number}"
