"""A run while it goes on, as values: what is happening, what to do, how far and how fast."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from evaluation import entries, oracle_choices, run_progress, run_queue, run_words
from evaluation.entries import Quality
from evaluation.metrics import intervals
from evaluation.metrics.endings import Ending
from evaluation.metrics.intervals import Estimate, Figure, Interval, Undefined
from evaluation.models import Run, RunWorker
from evaluation.pages import run_games, run_sentences
from evaluation.pages.basis import Fact
from evaluation.pages.outcomes import words_of
from evaluation.pages.run_games import GameLine
from evaluation.pages.runs import rules_of
from evaluation.pages.tables import Shown, Unit, number, show
from evaluation.run_progress import Counts
from evaluation.services import changed_facts, control
from games import presets

Status = Run.Status
NEWEST = 10
# Fewer games leave an interval so wide that it says nothing of chance.
ENOUGH_GAMES = 30
# Of a run with so many ended games a poll comes a second later.
GAMES_A_SECOND = 10_000
POLL_SECONDS: Mapping[str, int] = {
    Status.QUEUED: 2,
    Status.RUNNING: 2,
    Status.INTERRUPTED: 2,
    Status.PAUSED: 10,
}


@dataclass(frozen=True)
class WorkerLine:
    number: int
    state: str
    holder: str
    heard: str
    in_flight: int
    pausing: int
    open_games: int


@dataclass(frozen=True)
class EndingLine:
    """share: of the games that have ended, with its interval."""

    words: str
    games: int
    share: Shown
    note: str = ""


@dataclass(frozen=True)
class Steps:
    """What may be done now. resume: the words of the button, empty where it may not be.

    copy: whether what it was asked to do may be what is wrong.
    """

    pause: bool
    resume: str
    cancel: bool
    retry: int
    copy: bool


@dataclass(frozen=True)
class Progress:
    """stamp: changes whenever anything shown does. polls: seconds, 0 for one that has ended.

    chance: a sentence where its success is at, near or below that of guessing; else empty.
    """

    run: Run
    sentence: str
    advice: str
    polls: int
    counts: Counts
    facts: Sequence[Fact]
    workers: Sequence[WorkerLine]
    endings: Sequence[EndingLine]
    chance: str
    checks: Sequence[Mapping[str, str]]
    forecast: Sequence[Fact]
    games: Sequence[GameLine]
    steps: Steps

    @property
    def provisional(self) -> bool:
        return self.run.status != Status.COMPLETE

    @property
    def stamp(self) -> str:
        run = self.run
        shown = {**vars(self), "run": (run.status, run.reason, run.concurrency, run.sha256)}
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]


def progress_of(run: Run, now: datetime) -> Progress:
    """Eleven queries at most, none of which reads more than the run's episodes."""
    counts = run_progress.counts_of([run])[run.pk]
    workers = list(run.workers.order_by("number"))
    speed = run_progress.speed_of(run, now)
    changes = changed_facts.waiting_of(run)
    due, queue = _due(run, counts, now), run_queue.queue_of(run, workers, now)
    state = run_sentences.State(run, counts, workers, speed, due, now, changes, queue)
    checked = run.checked or {}
    broken_off = sum(counts.faults.get(fault, 0) for fault in control.BROKEN_OFF)
    return Progress(
        run=run,
        sentence=run_sentences.sentence_of(state),
        advice=run_sentences.advice_of(state),
        polls=_polls(run, counts),
        counts=counts,
        facts=list(_facts(state)),
        workers=[_worker(worker, now) for worker in workers],
        endings=_endings(counts),
        chance=near_chance(counts.rate, run_progress.chance_of(run.pk)),
        checks=checked.get("results", []),
        forecast=[] if run.status == Status.COMPLETE else list(forecast_facts(run.forecast)),
        games=run_games.lines_of(run_progress.newest_games(run, NEWEST)),
        steps=_steps(run, broken_off),
    )


def about(run: Run) -> list[Fact]:
    """What it is, which no poll changes."""
    made_by = run.made_by.username if run.made_by else ""
    quality = entries.quality_of(presets.of_settings(run.protocol.settings), run.catalogue.pk)
    practice = f"; {run_words.PRACTICE}" if quality.practice else ""
    is_chosen = quality.version == oracle_choices.chosen_version(run.catalogue.pk)
    chosen = "; chosen beside people's judgements" if is_chosen else ""
    made = date_format(timezone.localtime(run.created_at), "j M Y, H:i T")
    return [
        Fact("Player", run.player),
        Fact("Catalogue", run.catalogue.version),
        Fact("How it is played", f"{rules_of(run)}: {_may_say(run)}"),
        Fact("Oracle", f"{_right(quality)}{practice}{chosen}", quality.version),
        Fact("Made", f"{made} by {made_by}" if made_by else made),
    ]


def _may_say(run: Run) -> str:
    """What its rules mean for the Oracle's answers."""
    cannot_tell = presets.of_settings(run.protocol.settings).cannot_tell
    may = "may also say that it cannot tell" if cannot_tell else "has to say yes or no"
    return f"the Oracle {may}"


def _right(quality: Quality) -> str:
    """How often it is right, on questions that people answered before."""
    if isinstance(quality.right, Undefined):
        return "how often it is right was not measured"
    right = show(quality.right, Unit.SHARE)
    return f"right on {right.main} {right.aside} of blind questions"


def near_chance(rate: Figure, chance: float) -> str:
    """What a success rate says against that of a guess without a question; empty above it."""
    if not isinstance(rate, Estimate) or not isinstance(rate.interval, Interval):
        return ""
    guessing = f"guessing without a question, which solves {number(chance, Unit.SHARE)}"
    if rate.interval.low > chance:
        return ""
    if rate.interval.high < chance:
        return f"It solves less than {guessing}."
    if rate.n < ENOUGH_GAMES:
        few = run_words.counted(rate.n, "game is", "games are")
        return f"{few} too few to tell it from {guessing}."
    return f"Its success is not distinguishable from {guessing}."


def forecast_facts(found: Mapping[str, Mapping[str, float]] | None) -> Iterator[Fact]:
    """Of a stored forecast; nothing where there is none."""
    if not found:
        return
    tokens = found["tokens"]
    yield Fact("Time of playing", run_words.forecast_time(found))
    spread = f"{tokens['low']:,.0f} to {tokens['high']:,.0f}"
    if tokens["high"]:
        yield Fact("Tokens", f"about {tokens['likely']:,.0f} ({spread})")
    if found["cost"]:
        yield Fact("Cost", run_words.forecast_cost(found))


def _polls(run: Run, counts: Counts) -> int:
    """More seldom where more has to be counted."""
    seconds = POLL_SECONDS.get(run.status, 0)
    return seconds + counts.done // GAMES_A_SECOND if seconds else 0


def _due(run: Run, counts: Counts, now: datetime) -> datetime | None:
    """Only a run that waits may wait for its games' own time."""
    waits = run.status == Status.QUEUED and counts.done and counts.left
    return run_progress.next_due(run, now) if waits else None


def _facts(state: run_sentences.State) -> Iterator[Fact]:
    run, counts, workers = state.run, state.counts, state.workers
    yield Fact("Games", f"{counts.done:,} of {counts.planned:,} done, {counts.left:,} left")
    if run.status == Status.RUNNING:
        places = max(1, sum(_live(worker, state.now) for worker in workers))
        yield Fact("Time left", state.time_left or "not known yet")
        yield Fact("Games a minute", _rate(state.speed.games, digits=1))
        yield Fact("Games under way", f"{state.open_games:,}")
        if "model" in run.spec:
            yield Fact("Calls of the player a minute", _rate(state.speed.calls, digits=0))
        yield Fact("Calls in flight", f"{state.in_flight:,} of {run.concurrency * places:,}")
        yield Fact("Calls that wait to be tried again", f"{state.pausing:,}")
        yield Fact("What limits it", run_sentences.binding(state) or "not known yet")
    if run.started_at and not run.ended_at:
        since = run_words.duration((state.now - run.started_at).total_seconds())
        yield Fact("Since a worker took it, waiting included", since)
    if run.started_at and run.ended_at:
        played, still = run_sentences.played_and_still(run)
        yield Fact("Time of playing", run_words.duration(played.total_seconds()))
        yield Fact("Time of waiting or paused", run_words.duration(still.total_seconds()))


def _rate(rate: float | None, *, digits: int) -> str:
    return "not known yet" if rate is None else f"{rate:,.{digits}f}"


def _live(worker: RunWorker, now: datetime) -> bool:
    return worker.lease_until is not None and worker.lease_until >= now


def _worker(worker: RunWorker, now: datetime) -> WorkerLine:
    gone = bool(worker.holder) and not _live(worker, now)
    heard = worker.reported_at
    host, _, rest = worker.holder.partition(":")
    return WorkerLine(
        number=worker.number,
        state="free" if not worker.holder else "gone without a word" if gone else "held",
        holder=f"{host}, process {rest.partition(':')[0]}" if rest else host,
        heard=run_words.ago((now - heard).total_seconds()) if heard else "never",
        in_flight=worker.in_flight,
        pausing=worker.pausing,
        open_games=worker.open_games,
    )


def _endings(counts: Counts) -> list[EndingLine]:
    faults = ", ".join(
        f"{games:,} {run_words.FAULTS.get(fault, fault)}" for fault, games in counts.faults.items()
    )
    return [
        EndingLine(
            words=words_of(ending),
            games=counts.endings.get(ending, 0),
            share=show(intervals.share(counts.endings.get(ending, 0), counts.done), Unit.SHARE),
            note=faults if ending == Ending.ABORTED else "",
        )
        for ending in Ending
    ]


def _steps(run: Run, broken_off: int) -> Steps:
    going_on = run.status in Run.GOING_ON
    stopped = run.status in (Status.PAUSED, Status.FAILED)
    words = {"hold": "Let it go on", "preflight": "Try it out again"}.get(run.reason, "Resume")
    return Steps(
        pause=going_on,
        resume=words if stopped else "",
        cancel=going_on or run.status == Status.PAUSED,
        retry=0 if run.status == Status.CANCELLED else broken_off,
        copy=stopped and run.reason in ("preflight", "model_refused"),
    )
