"""What every call of a slice goes through: a cap, pauses, a meter, and a word for the run.

A game that is about to wait for a model has stored before whatever it heard so far: the gate
calls it back (`Caller.before_call`) in front of each call, so that no kill costs more than the
calls in flight.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import chain, repeat
from random import Random
from typing import Protocol

from evaluation.runner.meter import Meter, Price
from evaluation.runner.permits import Permits
from games.llm.chat import ChatModel, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow

log = logging.getLogger(__name__)
REFUSED_IN_A_ROW = 3
SPREAD = 0.25


class Stopped(Exception):
    """The slice begins no more calls. again_in_seconds: what the server asked for, else 0."""

    def __init__(self, again_in_seconds: float = 0.0) -> None:
        super().__init__("the slice begins no more calls")
        self.again_in_seconds = again_in_seconds


class Caller(Protocol):
    """The game for which a call is made. heard: the replies of the role that is being asked."""

    heard: list[Reply]

    async def before_call(self) -> None: ...


caller: ContextVar[Caller] = ContextVar("caller")


@dataclass
class Traffic:
    """All calls of a slice.

    stopping: whether no more calls are begun. pause_reason: why the run is to be paused, "" for
    no reason. patience_seconds: how long nothing may succeed while something is tried.
    """

    permits: Permits
    meter: Meter
    pauses_seconds: Sequence[float]
    patience_seconds: float
    rng: Random
    pausing: int = 0
    pause_reason: str = ""
    gates: list["Gate"] = field(default_factory=list)
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    @property
    def parked(self) -> int:
        """How many games wait to learn whether their refusal is everybody's."""
        return sum(len(gate.parked) for gate in self.gates)

    @property
    def failing(self) -> bool:
        return any(gate.failing_since is not None for gate in self.gates)

    def stop(self, pause_reason: str = "") -> None:
        self.pause_reason = self.pause_reason or pause_reason
        self._stop.set()
        for gate in self.gates:
            gate.settle_parked(Stopped())

    def watch(self, now: float) -> None:
        """Stop where a server gave no reply for longer than there is patience."""
        for gate in self.gates:
            since = gate.failing_since
            if since is not None and now - since >= self.patience_seconds:
                self.stop("server_gone")

    async def wait(self, seconds: float) -> None:
        """Wait before another try; raises Stopped with what is left of the wait."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        self.pausing += 1
        try:
            async with asyncio.timeout(seconds):
                await self._stop.wait()
        except TimeoutError:
            return
        finally:
            self.pausing -= 1
        raise Stopped(max(0.0, ends - loop.time()))


class Gate:
    """A model as the roles of a slice call it.

    failing_since: of the loop's clock, None while it replies. answered: whether it ever did.
    parked: games that wait to learn whether they alone are refused.
    """

    def __init__(self, model: ChatModel, traffic: Traffic, price: Price | None = None) -> None:
        self.failing_since: float | None = None
        self.answered = False
        self.parked: list[asyncio.Future[None]] = []
        self._model = model
        self._traffic = traffic
        self._price = price
        self._refused_in_a_row = 0
        traffic.gates.append(self)

    @property
    def name(self) -> str:
        return self._model.name

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        """Return the model's reply, however often it has to be asked.

        Raises Stopped where the slice ends first, ModelRefused where this one game is refused.
        """
        game = caller.get()
        await game.before_call()
        pauses = self._traffic.pauses_seconds
        for pause in chain(pauses, repeat(pauses[-1])):
            try:
                return await self._try(game, messages, options)
            except ModelUnavailable as unavailable:
                self.failing_since = self.failing_since or asyncio.get_running_loop().time()
                log.warning("%s gave no reply: %s", self.name, unavailable)
                await self._traffic.wait(self._wait_seconds(pause, unavailable))
            except ContextOverflow:
                raise
            except ModelRefused as refused:
                log.error("%s refused: %s", self.name, refused)
                await self._park()
                raise
        raise AssertionError("the last pause is repeated without end")

    async def _try(self, game: Caller, messages: Sequence[Message], options: Options) -> Reply:
        async with self._traffic.permits:
            self._require_going(game)
            reply = await self._model.generate(messages, options)
        self._heard(game, reply)
        return reply

    def _require_going(self, game: Caller) -> None:
        """A role that has heard something already is let finish."""
        reached = self._traffic.meter.reached
        if reached:
            self._traffic.stop(reached)
        if self._traffic.stopping and not game.heard:
            raise Stopped

    def _heard(self, game: Caller, reply: Reply) -> None:
        game.heard.append(reply)
        self._traffic.meter.add(reply, self._price)
        self.failing_since = None
        self.answered = True
        self._refused_in_a_row = 0
        self.settle_parked(None)

    async def _park(self) -> None:
        """Wait until it shows whose fault a refusal is; return where it is this game's alone.

        It is, once another call succeeds. A server that refuses game after game refuses them all.
        """
        self._refused_in_a_row += 1
        if self._refused_in_a_row >= REFUSED_IN_A_ROW:
            self._traffic.stop("model_refused")
        if self._traffic.stopping:
            raise Stopped
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.parked.append(told)
        await told

    def settle_parked(self, outcome: Stopped | None) -> None:
        """Tell the games that were refused that it is their own fault, or that all stop."""
        parked, self.parked = self.parked, []
        for game in parked:
            if game.done():
                continue
            if outcome:
                game.set_exception(outcome)
            else:
                game.set_result(None)

    def _wait_seconds(self, pause: float, unavailable: ModelUnavailable) -> float:
        spread = pause * (1 + SPREAD * self._traffic.rng.random())
        return max(spread, unavailable.retry_after_seconds or 0.0)
