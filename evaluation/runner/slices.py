"""A slice: one worker at one place of a run, until its time is over or there is nothing to do."""

import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar
from uuid import UUID

from evaluation.models import Run
from evaluation.runner.cast import Casting, NoCast
from evaluation.runner.desk import Desk
from evaluation.runner.engine import Engine, Pace
from evaluation.runner.gate import Traffic
from evaluation.runner.kind import Cast, Kind, Surroundings
from evaluation.runner.meter import Meter, Prices
from evaluation.runner.patience import GONE
from evaluation.runner.permits import Permits
from evaluation.runner.writer import Claim, Writer
from evaluation.services import changed_facts, control, episodes, places
from evaluation.services.places import Message, Report
from games.llm import loop
from games.services import turns

log = logging.getLogger(__name__)
T = TypeVar("T")
Examine = Callable[[Run, Callable[[Coroutine[Any, Any, Any]], Any]], bool]


@dataclass(frozen=True)
class Timing:
    """How long a slice lasts, a claim holds without a word, a server or the database may be gone.

    pauses_seconds: before a call is tried again, the last one for all further tries.
    gathering_seconds: how long writes are gathered, to be committed as one.
    """

    slice_seconds: float
    lease_seconds: float
    patience_seconds: float
    pauses_seconds: Sequence[float]
    beat_seconds: float = 1.0
    gathering_seconds: float = 0.01


@dataclass(frozen=True)
class House:
    """What a slice gets from outside.

    examine: the pre-flight, later the look whether all is as it was then; whether the run may go
        on. It is given what waits for a coroutine, and raises Called for a run that is to stop.
    after_trials: called once the run's first games are played.
    rng: never begun anew with one seed, for it makes the keys of turns.
    """

    timing: Timing
    cast: Casting
    examine: Examine
    after_trials: Callable[[Run], None]
    clock: Callable[[], datetime]
    rng: Random


class Called(Exception):
    """Whoever waited is called away: the run is to stop, or the process to end."""


_leaving = threading.Event()


def leave() -> None:
    """Have the slices of this process end soon: the process is about to."""
    _leaving.set()


class _Taken:
    """Runs that this process plays now: it plays a run at most once at a time."""

    ids: set[int] = set()
    lock = threading.Lock()


def play(message: Message, house: House) -> list[Message]:
    """Play for a while at the message's place; return the messages that are due then.

    A message for a place that is held, or of a run that may not be played, comes to nothing.
    """
    with _once_a_process(message.run_id) as free:
        holder = f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        now, lease = house.clock(), timedelta(seconds=house.timing.lease_seconds)
        run = places.take(message, holder, now=now, lease_until=now + lease) if free else None
        if run is None:
            return []
        _Slice(run, message, holder, house).play()
    try:
        episodes.complete([run.pk], house.clock())
        return places.call([run.pk], house.clock(), unless_since=house.clock() - lease)
    except GONE as gone:
        log.warning("run %s: the sweep sends for its next worker: %s", run.pk, gone)
        return []


@contextmanager
def _once_a_process(run_id: int) -> Iterator[bool]:
    with _Taken.lock:
        free = run_id not in _Taken.ids
        _Taken.ids.add(run_id)
    try:
        yield free
    finally:
        if free:
            _Taken.ids.discard(run_id)


class _Slice:
    """What one worker does at one place of a run, from taking it to letting it go."""

    def __init__(self, run: Run, message: Message, holder: str, house: House) -> None:
        self._run = run
        self._message = message
        self._holder = holder
        self._house = house
        self._timing = house.timing
        self._lease = timedelta(seconds=house.timing.lease_seconds)
        self._later: dict[int, datetime] = {}
        self._refused: dict[int, str] = {}

    def play(self) -> None:
        try:
            if self._house.examine(self._run, self._wait):
                self._play_on()
        except Called as called:
            log.info("run %s: %s", self._run.pk, called)
        except GONE as gone:
            # The claims run out, and the sweep has another worker go on.
            log.error("run %s: the database is gone: %s", self._run.pk, gone)
            return
        except Exception:
            log.exception("run %s failed", self._run.pk)
            control.fail(self._run.pk, "bug", now=self._house.clock())
            raise
        finally:
            self._let_go()

    def _let_go(self) -> None:
        """Let go of everything; without a database it is let go of when the leases end."""
        try:
            episodes.give_back(self._run.pk, self._holder, self._later, self._refused)
            places.release(self._message, self._holder, now=self._house.clock())
        except GONE as gone:
            log.warning("run %s: nothing is given back: %s", self._run.pk, gone)

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result; the place is held meanwhile, however long it takes.

        Raises Called, and cancels it, once the run is to stop or the process is about to end.
        """
        asked = loop.begin(coroutine)

        def hold() -> None:
            if not self._hold():
                asked.cancel()

        try:
            Desk(gathering_seconds=0).serve(asked, hold, beat_seconds=self._timing.beat_seconds)
            return asked.result()
        except futures.CancelledError:
            raise Called("called away before its first game") from None
        finally:
            asked.cancel()

    def _hold(self) -> bool:
        """Renew the claim on the place; whether its worker is to go on."""
        now = self._house.clock()
        until = now + self._lease
        held = places.report(self._message, self._holder, Report(), now=now, lease_until=until)
        running = Run.objects.filter(pk=self._run.pk, status=Run.Status.RUNNING).exists()
        return held and running and not _leaving.is_set()

    def _play_on(self) -> None:
        traffic = self._traffic()
        trials = episodes.trials_left(self._run.pk)
        cast = self._cast(traffic)
        if cast is None:
            return
        try:
            self._run_engine(traffic, cast, trials_only=trials)
        finally:
            cast.let_go()
        if traffic.stranger:
            name, of = traffic.stranger, traffic.stranger_of
            changed_facts.pause_for_name(self._run, name, of=of, now=self._house.clock())
        elif traffic.pause_reason:
            control.pause(self._run.pk, traffic.pause_reason)
        elif trials and not episodes.trials_left(self._run.pk):
            self._house.after_trials(self._run)

    def _cast(self, traffic: Traffic) -> Cast | None:
        """Who sits where; None, and the run stopped, where they are not those of the run."""
        try:
            cast = self._house.cast(self._run, traffic)
            cast.require_same(self._run)
        except NoCast as missing:
            log.error("run %s: %s", self._run.pk, missing)
            control.pause(self._run.pk, missing.reason)
            return None
        except turns.AnotherProtocol as other:
            cast.let_go()
            log.error("run %s: %s", self._run.pk, other)
            control.fail(self._run.pk, "other_protocol", now=self._house.clock())
            return None
        return cast

    def _run_engine(self, traffic: Traffic, cast: Cast, *, trials_only: bool) -> None:
        """Play on the loop, and serve its requests on this thread meanwhile."""
        desk = Desk(gathering_seconds=self._timing.gathering_seconds)
        kind = cast.kind(self._run, self._around(desk))
        writer = self._writer(kind, cast.prices, trials_only=trials_only)
        engine = self._engine(desk, writer, traffic, kind)

        def beat() -> None:
            engine.obey(writer.beat(engine.report(), engine.open_episodes()))
            if _leaving.is_set():
                engine.stop()

        beat()
        playing = loop.begin(engine.play())
        try:
            desk.serve(playing, beat, beat_seconds=self._timing.beat_seconds)
        finally:
            playing.cancel()
            self._later, self._refused = engine.later, engine.refused
        playing.result()

    def _traffic(self) -> Traffic:
        return Traffic(
            permits=Permits(self._run.concurrency),
            meter=Meter(),
            pauses_seconds=self._timing.pauses_seconds,
            patience_seconds=self._timing.patience_seconds,
            rng=self._house.rng,
        )

    def _around(self, desk: Desk) -> Surroundings:
        patience = self._timing.patience_seconds
        return Surroundings(desk, self._house.clock, self._new_key, patience)

    def _writer(self, kind: Kind, prices: Prices, *, trials_only: bool) -> Writer:
        return Writer(
            Claim(self._message, self._holder, self._lease),
            kind,
            prices=prices,
            clock=self._house.clock,
            patience_seconds=self._timing.patience_seconds,
            trials_only=trials_only,
        )

    def _new_key(self) -> UUID:
        """A random key without the system's help, for which the loop would wait each time."""
        return UUID(int=self._house.rng.getrandbits(128), version=4)

    def _engine(self, desk: Desk, writer: Writer, traffic: Traffic, kind: Kind) -> Engine:
        return Engine(
            desk=desk,
            writer=writer,
            traffic=traffic,
            kind=kind,
            clock=self._house.clock,
            pace=Pace(self._timing.slice_seconds, self._timing.beat_seconds),
            played_before=self._run.episodes.filter(status="done").exists(),
        )
