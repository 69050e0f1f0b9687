"""The one sentence on top of a run: what is happening now."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluation import run_words
from evaluation.models import Run, RunWorker
from evaluation.run_progress import Counts, Speed

Status = Run.Status
TRIALS = 3
NO_WORKER = (
    "Should it go on waiting, no worker takes runs: start one with celery -A config worker "
    "--queues models (docs/runs.md says which kind)."
)


@dataclass(frozen=True)
class State:
    """due: when its first game may be tried again, where all that are left have to wait."""

    run: Run
    counts: Counts
    workers: Sequence[RunWorker]
    speed: Speed
    due: datetime | None
    now: datetime

    @property
    def pausing(self) -> int:
        return sum(worker.pausing for worker in self.workers)

    @property
    def time_left(self) -> str:
        """About, by its speed now, else by its forecast; empty where there is neither."""
        if self.speed.games:
            return run_words.roughly(60 * self.counts.left / self.speed.games)
        if self.run.forecast and self.counts.planned:
            likely = self.run.forecast["seconds"]["likely"]
            return run_words.roughly(likely * self.counts.left / self.counts.planned)
        return ""


def sentence_of(state: State) -> str:
    run, counts = state.run, state.counts
    games = f"{counts.done:,} of {counts.planned:,} games done"
    if run.status == Status.QUEUED:
        return _queued(state, games)
    if run.status == Status.RUNNING:
        return _running(state, games)
    if run.status == Status.COMPLETE:
        took = run_words.duration(_seconds(run))
        every = f"all {counts.planned:,} games" if counts.planned != 1 else "its one game"
        return f"Complete: {every} in {took}."
    if run.status == Status.CANCELLED:
        return f"Cancelled, {games}. What was played is kept."
    return f"{run.status.capitalize()}, {games}. {run_words.stopped(run.reason)}"


def advice_of(state: State) -> str:
    """What to do about its state; empty where there is nothing to be done."""
    if state.run.status == Status.QUEUED and not state.due:
        return NO_WORKER
    return run_words.TO_DO.get(state.run.reason, "")


def binding(workers: Sequence[RunWorker]) -> str:
    """What keeps most of its workers from going faster."""
    said = Counter(worker.binds for worker in workers if worker.binds)
    most = said.most_common(1)
    return run_words.BINDS.get(most[0][0], most[0][0]) if most else ""


def _queued(state: State, games: str) -> str:
    if state.due:
        seconds = (state.due - state.now).total_seconds()
        return f"Queued, {games}. Its server wants to be asked again in {_in(seconds)}."
    return f"Queued, {games}. It waits for a worker."


def _running(state: State, games: str) -> str:
    run, counts = state.run, state.counts
    if not run.sha256:
        return "Trying the player out before its first game."
    if counts.done < min(TRIALS, counts.planned):
        return f"Playing its first games, from which the rest is forecast: {games}."
    at_once = sum(worker.open_games for worker in state.workers)
    left = f", {state.time_left} left" if state.time_left else ""
    binds = binding(state.workers)
    doing = f"Playing {at_once:,} at a time" if at_once else "Running"
    return f"{doing}, {games}{left}{'; ' if binds else ''}{binds}."


def _in(seconds: float) -> str:
    return run_words.duration(max(0.0, seconds))


def _seconds(run: Run) -> float:
    if run.started_at is None or run.ended_at is None:
        return 0.0
    return (run.ended_at - run.started_at).total_seconds()
