"""A run played by a scripted model, slice by slice, in the test's own process and database."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from django.utils import timezone

from evaluation import first_look
from evaluation.models import Run
from evaluation.runner import slices
from evaluation.runner.cast import Cast
from evaluation.runner.gate import Gate, Traffic
from evaluation.runner.meter import Prices
from evaluation.runner.slices import House, Timing
from evaluation.seats import Moved
from evaluation.services import changed_facts
from evaluation.services.places import Message
from games import presets, replies
from games.backends import Through
from games.llm import chat
from games.llm.chat import Options, Reply
from games.model_roles import ModelChecker, ModelOracle
from games.models import PlayProtocol
from games.roles import Verdict
from games.rules import Answer, View
from games.services.plays import freeze_protocol
from games.services.turns import Seats
from tests import make

GUESS = f"FINAL_GUESS: {make.TARGET}"
CHANCE = Random(20)
NO_PRICES = Prices()
QUICK = Timing(
    slice_seconds=20,
    lease_seconds=30,
    patience_seconds=0.3,
    pauses_seconds=(0.01, 0.02),
    beat_seconds=0.05,
    gathering_seconds=0,
)


@dataclass(frozen=True)
class Call:
    """number: of all calls, from 1. turns: how many the game had when it was asked."""

    number: int
    game_id: int
    turns: int


Script = Callable[[Call], str | Reply | Exception]


@dataclass
class ScriptedModel:
    """Says what its script says to each call; counts them, and how many there are at once."""

    script: Script
    name: str = "tiny"
    latency_seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0

    async def generate(self, messages: list[chat.Message], options: Options) -> Reply:
        game_id, turns = map(int, messages[0].text.split())
        call = Call(len(self.calls) + 1, game_id, turns)
        self.calls.append(call)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(self.latency_seconds)
        self.in_flight -= 1
        said = self.script(call)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Reply):
            return said
        return Reply(said, self.name, prompt_tokens=90, completion_tokens=10)


@dataclass(frozen=True)
class Talker:
    """A Questioner whose model is told the game and its turns."""

    model: chat.ChatModel
    game_id: int

    async def move(self, view: View) -> Moved:
        told = chat.Message("user", f"{self.game_id} {len(view.turns)}")
        reply = await self.model.generate([told], Options(max_tokens=512))
        read = replies.read_questioner(reply.text, view.candidates)
        return Moved(read.move, reply, read.invented_answer)


@dataclass(frozen=True)
class TalkingPlayer:
    model: chat.ChatModel
    name: str = "tiny"

    def questioner(self, game_id: int, repeat: int = 1) -> Talker:
        return Talker(self.model, game_id)


class YesOracle:
    """Answers yes to everything and asks no model."""

    version = "table-fixed"
    costly = False

    async def answer(self, sheet, question):
        return Verdict(Answer.YES, Answer.YES, source="table")


@dataclass
class Role:
    """A model in another seat: says its texts in order, the last one for ever."""

    texts: tuple[str | Exception, ...]
    name: str = "tiny"
    calls: int = 0

    async def generate(self, messages: list[chat.Message], options: Options) -> Reply:
        self.calls += 1
        said = self.texts[min(self.calls, len(self.texts)) - 1]
        if isinstance(said, Exception):
            raise said
        return Reply(said, self.name, prompt_tokens=30, completion_tokens=1)


def asks_then_guesses(questions: int) -> Script:
    """Asks so many questions, each in its own words, then guesses right."""

    def script(call: Call) -> str:
        asks = call.turns < questions
        return f"QUESTION: Is it made of metal {call.turns}?" if asks else GUESS

    return script


def no_models(through: Through) -> Seats:
    return Seats(make.FixedChecker(), YesOracle())


def of_models(*, oracle: Role, checker: Role | None = None) -> Callable[[Through], Seats]:
    """Seats whose models are called through the slice's gates; the version is that of paper."""

    def seated(through: Through) -> Seats:
        told = ModelOracle(through(oracle), constrained=False)
        ruled = ModelChecker(through(checker)) if checker else make.FixedChecker()
        return Seats(ruled, told)

    return seated


def house(
    model: ScriptedModel,
    *,
    seats: Callable[[Through], Seats] = no_models,
    prices: Prices = NO_PRICES,
    **timing,
) -> House:
    """Everything a slice needs, around the scripted model."""

    def cast(run: Run, traffic: Traffic) -> Cast:
        names = changed_facts.answers_as(run)
        player = TalkingPlayer(Gate(model, traffic, prices.player, names))
        return Cast(player, seats(lambda asked: Gate(asked, traffic, prices.roles)), prices)

    return House(
        timing=Timing(**{**vars(QUICK), **timing}),
        cast=cast,
        examine=lambda run, wait: True,
        after_trials=first_look.after_trials,
        clock=timezone.now,
        rng=CHANCE,
    )


def protocol(seats: Callable[[Through], Seats] = no_models, preset: str = "paper") -> PlayProtocol:
    """The stored protocol that these seats belong to."""
    seated = seats(lambda asked: asked)
    return freeze_protocol(
        presets.of_preset(preset, oracle=seated.oracle.version, checker=seated.checker.version)
    )


def play(run: Run, model: ScriptedModel, *, slices_at_most: int = 9, **house_fields) -> Run:
    """Play slice after slice while messages are sent."""
    messages = [Message(run.pk, 1, timezone.now())]
    for _ in range(slices_at_most):
        if not messages:
            break
        messages = slices.play(messages[0], house(model, **house_fields))
    run.refresh_from_db()
    return run
