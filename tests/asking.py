"""Runs over question sets, answered by scripted models slice by slice in the test's own process."""

import asyncio
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from unittest import mock

from django.utils import timezone

from evaluation import casting, clients, first_look, run_specs
from evaluation.coat.stored_lines import stored_question
from evaluation.coat.variations import Kind
from evaluation.models import Question, QuestionSet, Run
from evaluation.runner import slices
from evaluation.runner.slices import House, Timing
from evaluation.services import runs
from evaluation.services.places import Message
from games.llm import chat
from games.llm.chat import Listing, Options, Reply
from tests import coat_rows, make
from tests.playing import QUICK

CHANCE = Random(21)
MODEL = {"address": "http://127.0.0.1:1/v1", "name": "tiny", "profile": "vllm"}


@dataclass(frozen=True)
class Asked:
    """One call. number: of all calls, from 1. text: what the user's message says."""

    number: int
    text: str
    options: Options

    @property
    def lists(self) -> bool:
        """Whether it asks which objects are suited."""
        return "Objects:\n" in self.text


Script = Callable[[Asked], str | Reply | Exception]


def knows(row: QuestionSet) -> dict[str, str]:
    """What a model is told of a question of the set -> its right letter."""
    rows = Question.objects.filter(question_set=row).values_list("line", "answer")
    return {stored_question(line).rendered.whole: answer for line, answer in rows}


def right(row: QuestionSet) -> Script:
    """Answers every whole question of the set right."""
    known = knows(row)
    return lambda call: known[call.text]


@dataclass
class Answerer:
    """Says what its script says to each call; counts them, and how many there are at once."""

    script: Script
    name: str = "tiny"
    latency_seconds: float = 0.0
    found: Listing = field(default_factory=lambda: Listing(("tiny", "lister"), 65_536))
    calls: list[Asked] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0

    async def listing(self) -> Listing:
        return self.found

    async def generate(self, messages: list[chat.Message], options: Options) -> Reply:
        call = Asked(len(self.calls) + 1, messages[-1].text, options)
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


def tables(row: QuestionSet, **further: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """A spec's tables; further ones are laid over these."""
    usual = {"run": {"concurrency": 4}, "questions": {"set": row.slug}, "model": MODEL}
    return {name: {**usual.get(name, {}), **further.get(name, {})} for name in {**usual, **further}}


def run(row: QuestionSet | None = None, **further: Mapping[str, object]) -> Run:
    """A run that waits for a worker, over all questions of the set."""
    row = row or coat_rows.made(Kind.TASK_1, "1", size=8)
    spec = run_specs.of_json(tables(row, **further))
    made = runs.create_run(spec, key=uuid.uuid4(), now=make.NOW)
    return Run.objects.select_related("question_set").get(pk=made.pk)


@contextmanager
def answered_by(**models: Answerer) -> Iterator[None]:
    """Whoever wants a client gets one of these, by the name of the model at its server."""
    with mock.patch.object(clients, "client", lambda served: models[served.name]):
        yield


def house(*, tried_out: bool = False, **timing) -> House:
    """tried_out: whether its pre-flight is made, and what it depends on compared."""
    return House(
        timing=Timing(**{**vars(QUICK), **timing}),
        cast=casting.cast_any,
        examine=first_look.examine if tried_out else lambda run, wait: True,
        after_trials=first_look.after_trials,
        clock=timezone.now,
        rng=CHANCE,
    )


def play(row: Run, *models: Answerer, slices_at_most: int = 9, **house_fields) -> Run:
    """Play slice after slice while messages are sent."""
    messages = [Message(row.pk, 1, timezone.now())]
    with answered_by(**{model.name: model for model in models}):
        for _ in range(slices_at_most):
            if not messages:
                break
            messages = slices.play(messages[0], house(**house_fields))
    row.refresh_from_db()
    return row
