"""What every call of a slice goes through: a cap, pauses, a meter, and a word for the run.

A game that is about to wait for a model has stored before whatever it heard so far: the gate
calls it back (`Caller.before_call`) in front of each call, so that no kill costs more than the
calls in flight.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import chain, repeat
from random import Random
from typing import Protocol

from evaluation.runner.meter import Meter, Price
from evaluation.runner.permits import Permits
from evaluation.seats import Stopped
from games.llm.chat import ChatModel, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow

log = logging.getLogger(__name__)
REFUSED_IN_A_ROW = 3
# No key, no money, no such model: whatever is asked, and whoever asks.
NEVER_ONE_GAME = (401, 402, 404)
SPREAD = 0.25


class Caller(Protocol):
    """The game for which a call is made.

    heard: the replies of the role that is being asked. refused: how this game was last refused,
    by whichever worker; "" for never.
    """

    heard: list[Reply]
    refused: str

    async def before_call(self) -> None: ...


caller: ContextVar[Caller] = ContextVar("caller")


@dataclass(frozen=True)
class Parked:
    """A game that was refused. again: in the same way as before, which says nothing new.

    everybodys: in a way that no game is refused in alone.
    """

    told: asyncio.Future[None]
    again: bool
    everybodys: bool


@dataclass
class Traffic:
    """All calls of a slice.

    stopping: whether no more calls are begun. pause_reason: why the run is to be paused, "" for
    no reason. stranger: what a model called itself that is not to, "" for none; stranger_of: the
    name of that model's facts.
    patience_seconds: how long nothing may succeed while something is tried.
    """

    permits: Permits
    meter: Meter
    pauses_seconds: Sequence[float]
    patience_seconds: float
    rng: Random
    pausing: int = 0
    pause_reason: str = ""
    stranger: str = ""
    stranger_of: str = ""
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
    def parked_again(self) -> int:
        """How many of them were refused in the same way before: others are played beside them."""
        return sum(game.again for gate in self.gates for game in gate.parked)

    @property
    def failing(self) -> bool:
        return any(gate.failing_since is not None for gate in self.gates)

    def stop(self, pause_reason: str = "") -> None:
        self.pause_reason = self.pause_reason or pause_reason
        self._stop.set()
        for gate in self.gates:
            gate.settle_parked(Stopped())

    def require_known(self, name: str, known: Collection[str], of: str) -> None:
        """Stop where a model that has a known name answers under another one."""
        if known and name not in known:
            if not self.stranger:
                self.stranger, self.stranger_of = name, of
            self.stop("other_facts")

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
    names: what the model may answer as; empty where that is not known. of: the name of its facts
        among those of the run.
    """

    def __init__(
        self,
        model: ChatModel,
        traffic: Traffic,
        price: Price | None = None,
        names: Collection[str] = (),
        of: str = "model",
    ) -> None:
        self.failing_since: float | None = None
        self.answered = False
        self.parked: list[Parked] = []
        self._model = model
        self._traffic = traffic
        self._price = price
        self._names = names
        self._of = of
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
        pauses, everybodys = self._traffic.pauses_seconds, 0
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
                await self._park(game, refused)
                if way_of(refused):
                    raise
                everybodys += 1
                await self._again(everybodys, pause)
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
        self._traffic.require_known(reply.model, self._names, self._of)
        self.failing_since = None
        self.answered = True
        self._refused_in_a_row = 0
        self.settle_parked(None)

    async def _again(self, refusals: int, pause: float) -> None:
        """Wait after a refusal that cannot be this game's, though another call succeeded since."""
        if refusals >= REFUSED_IN_A_ROW:
            self._traffic.stop("model_refused")
            raise Stopped
        await self._traffic.wait(pause)

    async def _park(self, game: Caller, refused: ModelRefused) -> None:
        """Wait until it shows whose fault a refusal is; return where it is this game's alone.

        It is, once another call succeeds. A server that refuses game after game refuses them all;
        a game that it refused in the same way before does not count among them.
        """
        way = way_of(refused)
        again = bool(way) and way == game.refused
        game.refused = way
        if not again:
            self._refused_in_a_row += 1
        if self._refused_in_a_row >= REFUSED_IN_A_ROW:
            self._traffic.stop("model_refused")
        if self._traffic.stopping:
            raise Stopped
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.parked.append(Parked(told, again, everybodys=not way))
        await told

    def settle_parked(self, outcome: Stopped | None) -> None:
        """Tell the games that were refused that it is their own fault, or that all stop."""
        parked, self.parked = self.parked, []
        for game in parked:
            if game.told.done():
                continue
            if outcome:
                game.told.set_exception(outcome)
            else:
                game.told.set_result(None)

    def _wait_seconds(self, pause: float, unavailable: ModelUnavailable) -> float:
        spread = pause * (1 + SPREAD * self._traffic.rng.random())
        return max(spread, unavailable.retry_after_seconds or 0.0)


def way_of(refused: ModelRefused) -> str:
    """How it was refused, as a short text; "" where that can never be one game's own fault."""
    if refused.status in NEVER_ONE_GAME:
        return ""
    return "refused" if refused.status is None else f"status {refused.status}"
