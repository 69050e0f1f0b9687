"""Many episodes of a run at once on the event loop, each at its own pace."""

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from evaluation.runner import gate
from evaluation.runner.desk import Desk
from evaluation.runner.gate import Traffic
from evaluation.runner.kind import Clock, Kind, LeaseLost, Piece, Seated
from evaluation.runner.writer import Orders, Writer
from evaluation.seats import Stopped
from evaluation.services.places import Report

log = logging.getLogger(__name__)
# More games than calls: while one is stored and ruled on, another one calls.
GAMES_FOR_A_CALL = 1.25
ERRORS_IN_A_ROW = 3
RUNNING = "running"


@dataclass(frozen=True)
class Pace:
    """look_seconds: between two looks at what does not come by itself: patience, refusals."""

    slice_seconds: float
    look_seconds: float


@dataclass
class Engine:
    """Plays until nothing is left to take up, the slice is over, or the run is to stop.

    later: when the games that a server put off are due again, by episode. refused: how those were
        refused that did not end for it.
    """

    desk: Desk
    writer: Writer
    traffic: Traffic
    kind: Kind
    clock: Clock
    pace: Pace
    played_before: bool
    later: dict[int, datetime] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    _open: dict["asyncio.Task[None]", int] = field(default_factory=dict)
    _exhausted: bool = False
    _errors_in_a_row: int = 0
    _next_look: float = 0.0
    _loop: asyncio.AbstractEventLoop | None = None

    async def play(self) -> None:
        self._loop = asyncio.get_running_loop()
        ends = _now() + self.pace.slice_seconds
        try:
            while True:
                await self._take_up()
                if not self._open:
                    return
                await self._wait()
                if _now() >= ends and not self.traffic.failing:
                    self.traffic.stop()
        finally:
            for task in self._open:
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _take_up(self) -> None:
        """Several episodes at once: with half of the games beyond the calls, all calls are made."""
        wanted = self._places - len(self._open) + self.traffic.parked_again
        worth_it = max(1, (self._places - self.traffic.permits.limit) // 2)
        if self.traffic.stopping or self._exhausted or wanted < worth_it:
            return
        openings = await self.desk.ask(self.writer.take, wanted)
        self._exhausted = len(openings) < wanted
        for opening in openings:
            task = asyncio.create_task(self._sit(opening))
            self._open[task] = opening.seat.episode_id

    async def _sit(self, opening: Seated) -> None:
        episode_id = opening.seat.episode_id
        piece = self.kind.sit(opening, self._save)
        gate.caller.set(piece)
        try:
            await piece.play()
            self._errors_in_a_row = 0
        except Stopped as stopped:
            if stopped.again_in_seconds:
                again = self.clock() + timedelta(seconds=stopped.again_in_seconds)
                self.later[episode_id] = again
            if piece.refused:
                self.refused[episode_id] = piece.refused
        except LeaseLost as lost:
            log.warning("%s was taken over by another worker", lost)
        except Exception as error:
            # The outermost of one game: a fault of our own in it is not to end all others.
            log.exception("episode %s failed", episode_id)
            await self._fail(piece, error)

    async def _fail(self, piece: Piece, error: Exception) -> None:
        """Break off the game alone; where game after game fails, pause the run."""
        self._errors_in_a_row += 1
        if self._errors_in_a_row >= ERRORS_IN_A_ROW:
            self.traffic.stop("bug")
        try:
            await piece.fail(error)
        except LeaseLost as lost:
            log.warning("%s was taken over by another worker", lost)

    async def _save(self, entry: Seated) -> bool:
        return await self.desk.ask(self.writer.save, entry)

    async def _wait(self) -> None:
        """Wait for a game to end or the next look; raises what kept a failed game from its end."""
        patience = max(0.0, self._next_look - _now())
        first = asyncio.FIRST_COMPLETED
        done, _ = await asyncio.wait(self._open, timeout=patience, return_when=first)
        for task in done:
            del self._open[task]
            task.result()
        if _now() >= self._next_look:
            self._next_look = _now() + self.pace.look_seconds
            self.traffic.watch(_now())
            await self._judge_refusals()
            # What another worker held a moment ago may be free now.
            self._exhausted = False

    def report(self) -> Report:
        """What goes on now; may be called from any thread."""
        traffic = self.traffic
        return Report(traffic.permits.in_use, traffic.pausing, len(self._open), self._binds())

    def open_episodes(self) -> tuple[int, ...]:
        """May be called from any thread."""
        return tuple(self._open.values())

    def obey(self, orders: Orders) -> None:
        """May be called from any thread."""
        self._on_loop(partial(self._obey, orders))

    def stop(self) -> None:
        """Begin no more calls. May be called from any thread."""
        self._on_loop(self.traffic.stop)

    def _on_loop(self, act: Callable[[], None]) -> None:
        if self._loop is None:
            act()
        else:
            self._loop.call_soon_threadsafe(act)

    def _obey(self, orders: Orders) -> None:
        if not orders.held or orders.status != RUNNING:
            self.traffic.stop()
        self.traffic.permits.set_limit(orders.concurrency)
        self.traffic.meter.limits = orders.limits
        if orders.spent_elsewhere is not None:
            self.traffic.meter.elsewhere = orders.spent_elsewhere

    async def _judge_refusals(self) -> None:
        """Where all open games are refused, say whose fault it is.

        A server that answered before refuses these games alone, and so it is with the last ones
        of a run that was played before. Else it refuses everybody. Beside games that it refused
        before in the same way, others are taken up first: they show it.
        """
        if self.traffic.parked < max(1, len(self._open)):
            return
        if self.traffic.parked_again and not self._exhausted:
            return
        more_to_play = await self.desk.ask(self.writer.more_to_play, None)
        last_ones = self.played_before and not more_to_play
        for each in self.traffic.gates:
            alone = each.answered or last_ones
            if any(game.everybodys or not alone for game in each.parked):
                self.traffic.stop("model_refused")
            each.settle_parked(None)

    def _binds(self) -> str:
        """What keeps the run from going faster at this moment."""
        permits = self.traffic.permits
        if 2 * self.traffic.pausing > len(self._open):
            return "retries"
        if permits.in_use >= permits.limit:
            return "concurrency"
        return "games" if len(self._open) < self._places else "database"

    @property
    def _places(self) -> int:
        return math.ceil(GAMES_FOR_A_CALL * self.traffic.permits.limit)


def _now() -> float:
    return asyncio.get_running_loop().time()
