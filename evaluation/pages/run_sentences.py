"""The one sentence on top of a run: what is happening now."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from evaluation import fact_changes, run_progress, run_words
from evaluation.fact_changes import Change
from evaluation.metrics.endings import Ending
from evaluation.models import Run, RunWorker
from evaluation.pages.tables import Unit, show
from evaluation.run_progress import Counts, Speed
from evaluation.run_queue import Queue
from games.llm.served import Backend

Status = Run.Status


@dataclass(frozen=True)
class State:
    """due: when its first game may be tried again, where all that are left have to wait.

    changes: what it is paused for, where that is what it depends on. queue: where it waits for a
    worker.
    """

    run: Run
    counts: Counts
    workers: Sequence[RunWorker]
    speed: Speed
    due: datetime | None
    now: datetime
    changes: Sequence[Change] = ()
    queue: Queue | None = None

    @property
    def open_games(self) -> int:
        return sum(worker.open_games for worker in self.workers)

    @property
    def in_flight(self) -> int:
        return sum(worker.in_flight for worker in self.workers)

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
        return _waiting(state, games) if state.queue else _running(state, games)
    if run.status == Status.COMPLETE:
        return _complete(run, counts)
    if run.status == Status.CANCELLED:
        return f"Cancelled, {games}. What was played is kept."
    checks = (run.checked or {}).get("results", [])
    why = f"{run_words.stopped(run.reason, checks)} {fact_changes.sentence(state.changes)}"
    return f"{run.status.capitalize()}, {games}. {why.strip()}"


def advice_of(state: State) -> str:
    """What to do about its state; empty where there is nothing to be done."""
    if state.queue and not state.due:
        return _in_the_queue(state, state.queue)
    if state.run.status == Status.PAUSED and state.in_flight:
        return run_words.STILL_IN_FLIGHT
    if not fact_changes.all_comparable(state.changes):
        return run_words.OTHER_GAMES
    return run_words.TO_DO.get(state.run.reason, "")


def _complete(run: Run, counts: Counts) -> str:
    """With its success, which is what it was played for."""
    solved = f"{counts.endings.get(Ending.SOLVED, 0):,} of {counts.planned:,}"
    games = "game" if counts.planned == 1 else "games"
    share = show(counts.rate, Unit.SHARE)
    interval = share.aside.removesuffix(f", n = {counts.done:,}")
    return f"Complete: {solved} {games} solved, {share.main} {interval}, in {_took(run)}."


def _in_the_queue(state: State, queue: Queue) -> str:
    if queue.no_worker:
        return _no_worker(state.run, queue, state.now)
    if not (queue.busy or queue.before):
        return ""
    turn = run_words.duration(settings.RUN_SLICE_SECONDS).removesuffix(" 0 s")
    return (
        f"Runs take turns: a worker plays one for {turn} at most, then the one that has waited "
        "longest. More workers make the wait shorter."
    )


def _no_worker(run: Run, queue: Queue, now: datetime) -> str:
    """How to start one, of the pool that its model wants."""
    served = run.spec.get("model", {}).get("backend", Backend.OPENAI) == Backend.OPENAI
    pool = "threads --concurrency 2" if served else "solo"
    last = f"for {_in((now - queue.heard).total_seconds())}" if queue.heard else "yet"
    return (
        f"No worker has taken a run {last}. Start one with celery -A config worker "
        f"--queues models --pool {pool}."
    )


def binding(state: State) -> str:
    """What keeps most of its workers from going faster."""
    said = Counter(worker.binds for worker in state.workers if worker.binds)
    if not said:
        return ""
    [(most, _)] = said.most_common(1)
    # A worker knows the games that it holds, not those that nobody has taken up yet.
    if most == "games" and state.counts.left > state.open_games:
        most = "trials" if in_trials(state.counts) else "database"
    return run_words.BINDS.get(most, most)


def in_trials(counts: Counts) -> bool:
    return counts.done < min(Run.TRIAL_GAMES, counts.planned)


def _queued(state: State, games: str) -> str:
    if state.due:
        seconds = (state.due - state.now).total_seconds()
        return f"Queued, {games}. Its server wants to be asked again in {_in(seconds)}."
    return _waiting(state, games)


def _waiting(state: State, games: str) -> str:
    """Where it stands among the runs that wait."""
    began = "Queued" if state.run.status == Status.QUEUED else "Between two of its turns"
    if state.queue is None or not (state.queue.before or state.queue.busy):
        return f"{began}, {games}. It waits for a worker."
    before, busy = state.queue.before, state.queue.busy
    place = run_words.counted(before, "run waits", "runs wait") + " before it"
    held = run_words.counted(busy, "worker is", "workers are") + " busy with others"
    workers = held if busy else "no worker is busy"
    return f"{began}, {games}. {place if before else 'It is next'}; {workers}."


def _running(state: State, games: str) -> str:
    if not state.run.sha256:
        return "Trying the player out before its first game."
    if in_trials(state.counts):
        return f"Playing its first games, from which the rest is forecast: {games}."
    at_once = state.open_games
    left = f", {state.time_left} left" if state.time_left else ""
    binds = binding(state)
    doing = f"{run_words.counted(at_once, 'game', 'games')} under way" if at_once else "Running"
    return f"{doing}, {games}{left}{'; ' if binds else ''}{binds}."


def _in(seconds: float) -> str:
    return run_words.duration(max(0.0, seconds))


def played_and_still(run: Run) -> tuple[timedelta, timedelta]:
    """Of an ended run: how long it was played, and how long it only waited in between."""
    if run.started_at is None or run.ended_at is None:
        return timedelta(), timedelta()
    whole = run.ended_at - run.started_at
    still = min(whole, run_progress.still_of(run.pk, run.ended_at))
    return whole - still, still


def _took(run: Run) -> str:
    played, still = (run_words.duration(each.total_seconds()) for each in played_and_still(run))
    return f"{played} of playing, beside {still} of waiting" if still != "0 s" else played
