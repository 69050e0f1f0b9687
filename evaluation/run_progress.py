"""How far runs are: how their games ended, how fast they go, who plays them; all from rows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from statistics import fmean

from django.db.models import (
    Count,
    DurationField,
    ExpressionWrapper,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Window,
)
from django.db.models.functions import Coalesce, Lag

from evaluation.metrics import intervals
from evaluation.metrics.endings import ENDINGS, Ending
from evaluation.metrics.intervals import Figure
from evaluation.models import ChoiceReply, Episode, Run, StoredReply
from games.models import Game, Play, Turn
from games.rules import Outcome, TurnStatus

GAMES_WINDOW = timedelta(minutes=5)
CALLS_WINDOW = timedelta(minutes=1)
# Beside the longest reply: so long nothing of a run may happen while it is played.
STILL = timedelta(seconds=10)
Status = Run.Status
ENDED = (Status.COMPLETE, Status.CANCELLED, Status.FAILED)
# Of a run: how many episodes it has, for they are numbered from 1.
PLANNED = Coalesce(
    Subquery(Episode.objects.filter(run=OuterRef("pk")).order_by("-number").values("number")[:1]),
    0,
)


@dataclass(frozen=True)
class Counts:
    """planned: games in all repeats. endings: of the done ones; faults: of the aborted ones."""

    planned: int = 0
    endings: Mapping[Ending, int] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return sum(self.endings.values())

    @property
    def left(self) -> int:
        return self.planned - self.done

    @property
    def rate(self) -> Figure:
        """The share of done games that were solved; aborted ones were not."""
        return intervals.share(self.endings.get(Ending.SOLVED, 0), self.done)


@dataclass(frozen=True)
class Speed:
    """A minute, over the last five and the last one; None where it is not known yet."""

    games: float | None = None
    calls: float | None = None


def counts_of(runs: Collection[Run]) -> Mapping[int, Counts]:
    """Run id -> its counts; two queries for all."""
    done = Episode.objects.filter(run__in=runs, status=Episode.Status.DONE).order_by()
    rows = done.values_list("run", "play__outcome", "fault").annotate(games=Count("pk"))
    endings: dict[int, dict[Ending, int]] = {run.pk: {} for run in runs}
    faults: dict[int, dict[str, int]] = {run.pk: {} for run in runs}
    for run_id, outcome, fault, games in rows:
        ending = ENDINGS[Outcome(outcome)]
        endings[run_id][ending] = endings[run_id].get(ending, 0) + games
        if fault:
            faults[run_id][fault] = games
    known = Run.objects.filter(pk__in=[run.pk for run in runs]).order_by()
    planned = dict(known.values_list("pk", PLANNED))
    return {run.pk: Counts(planned[run.pk], endings[run.pk], faults[run.pk]) for run in runs}


def speed_of(run: Run, now: datetime) -> Speed:
    """Two queries; of a run that no worker plays nothing is known."""
    if run.status != Status.RUNNING:
        return Speed()
    return Speed(_games_a_minute(run, now), _calls_a_minute(run, now))


def next_due(run: Run, now: datetime) -> datetime | None:
    """When the first of its games may be tried again, where all that are left have to wait."""
    waiting = run.episodes.filter(status=Episode.Status.WAITING).order_by()
    sums = waiting.aggregate(
        ripe=Count("pk", filter=Q(due_at=None) | Q(due_at__lte=now)), first=Min("due_at")
    )
    return None if sums["ripe"] else sums["first"]


def newest_games(run: Run, count: int) -> list[Episode]:
    """Its games that ended last, with their questions counted; two queries."""
    done = games_of(run).filter(status=Episode.Status.DONE).order_by("-done_at", "-number")
    return list(done[:count])


def games_of(run: Run) -> QuerySet[Episode]:
    """Its games in their order, as pages list them."""
    return run.episodes.select_related("play", "game__physical_object", "game__target")


def answered(play_ids: Collection[int]) -> Mapping[int, int]:
    """Play id -> questions that were answered."""
    turns = Turn.objects.filter(play__in=play_ids, status=TurnStatus.ANSWERED).order_by()
    return dict(turns.values_list("play").annotate(questions=Count("pk")))


@lru_cache(maxsize=256)
def chance_of(run_id: int) -> float:
    """What a guess without a question solves of the run's games, which never change."""
    games = Episode.objects.filter(run=run_id, repeat=1).values("game")
    candidates = Game.objects.filter(pk__in=games).values_list("candidates", flat=True)
    return fmean(1 / len(each) for each in candidates)


@lru_cache(maxsize=256)
def still_of(run_id: int, ended_at: datetime) -> timedelta:
    """How long nothing of an ended run was played: it waited for its turn, a server or a person.

    These are the gaps between two of its turns (of a run without questions, between the ends of
    two games) that are longer than its longest reply. ended_at: of the run, so that one that was
    opened again is looked at again.
    """
    mine = Q(play__participant__run_player__run=run_id)
    longest = StoredReply.objects.filter(mine).aggregate(longest=Max("latency_seconds"))["longest"]
    least = STILL + timedelta(seconds=longest or 0.0)
    turns = Turn.objects.filter(mine)
    if turns.exists():
        return _gaps(turns, "asked_at", least)
    return _gaps(Episode.objects.filter(run=run_id), "done_at", least)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    chance_of.cache_clear()
    still_of.cache_clear()


def _gaps(rows: QuerySet[Turn] | QuerySet[Episode], moment: str, least: timedelta) -> timedelta:
    before = Window(Lag(moment), order_by=F(moment).asc())
    gap = ExpressionWrapper(F(moment) - F("before"), output_field=DurationField())
    long_ones = rows.order_by().annotate(before=before, gap=gap).filter(gap__gt=least)
    return sum(long_ones.values_list("gap", flat=True), timedelta())


def _games_a_minute(run: Run, now: datetime) -> float | None:
    """Of those after the trial, which is played alone; None before one of them ended.

    Games that are played side by side end together, so they count from where the first of them
    began. Of questions, which take a moment each, from the end of the first.
    """
    since = now - GAMES_WINDOW
    ended = run.episodes.filter(done_at__gte=since, number__gt=run.trial_size)
    sums = ended.aggregate(games=Count("pk"), first=Min("done_at"), began=Min("play__started_at"))
    games, began = sums["games"], sums["began"]
    if began is None:
        games, began = games - 1, sums["first"]
    if games < 1:
        return None
    span = max(1.0, (now - max(since, began)).total_seconds())
    return float(60 * games / span)


def _calls_a_minute(run: Run, now: datetime) -> float:
    """Of the Questioner. A reply is of an open play, or of one that ended after it."""
    since = now - CALLS_WINDOW
    if run.kind == Run.Kind.QUESTIONS:
        answers = ChoiceReply.objects.filter(episode__run=run, called_at__gte=since)
        return _a_minute(run, answers.count(), since, now)
    plays = Play.objects.filter(
        Q(ended_at=None) | Q(ended_at__gte=since), participant__run_player__run=run
    )
    said = StoredReply.objects.filter(play__in=plays, called_at__gte=since).exclude(model="")
    return _a_minute(run, said.count(), since, now)


def _a_minute(run: Run, calls: int, since: datetime, now: datetime) -> float:
    began = max(since, run.started_at or since)
    return float(60 * calls / max(1.0, (now - began).total_seconds()))
