"""What a worker does before a run's first game: it may be called away, and all it asks counts."""

import asyncio
import threading
import uuid
from dataclasses import dataclass, field, replace
from functools import partial

import pytest
from django.utils import timezone

from evaluation import casting, first_look, run_records, specs
from evaluation.models import Run
from evaluation.runner import slices, spending
from evaluation.runner.meter import Prices
from evaluation.services import control, runs
from evaluation.services.places import Message
from games.llm.chat import Listing, Reply
from games.management import catalogue_folders
from games.models import Play
from games.services.catalogue import import_catalogue
from tests import make, playing
from tests.lab import MINI
from tests.playing import ScriptedModel

pytestmark = pytest.mark.django_db
NOBODY = ScriptedModel(lambda call: "")
STEPS = {"pause": control.pause, "cancel": partial(control.cancel, now=make.NOW)}
QUESTION = Reply("QUESTION: Is it made of metal?", "tiny", prompt_tokens=90, completion_tokens=10)


@dataclass
class Server:
    """Replies to its first calls, and keeps whoever asks again waiting."""

    replies: int
    name: str = "tiny"
    context: int = 9000
    calls: list[object] = field(default_factory=list)

    async def listing(self):
        return Listing(("tiny",), self.context)

    async def generate(self, messages, options):
        self.calls.append(messages)
        if len(self.calls) > self.replies:
            await asyncio.sleep(60)
        return QUESTION


def created(**tables) -> Run:
    import_catalogue(catalogue_folders.files_in(MINI))
    model = {"address": "http://127.0.0.1:1/v1", "name": "tiny"}
    spec = specs.of_json({"games": {"catalogue": "mini-1"}, "model": model, **tables})
    return runs.create_run(spec, key=uuid.uuid4(), now=timezone.now())


def looked_at(run: Run, server: Server, monkeypatch, *, when=lambda: None) -> Run:
    """Played by a slice; `when` is called on the thread of the database, again and again."""
    monkeypatch.setattr(casting, "model_of", lambda spec, run: server)
    here = threading.current_thread()

    def clock():
        if threading.current_thread() is here:
            when()
        return timezone.now()

    house = replace(
        playing.house(NOBODY, beat_seconds=0.02), examine=first_look.examine, clock=clock
    )
    slices.play(Message(run.pk, 1, timezone.now()), house)
    run.refresh_from_db()
    return run


@pytest.mark.parametrize("step", ["pause", "cancel"])
def test_a_run_that_is_stopped_while_it_is_tried_out_is_let_go_of_at_once(monkeypatch, step):
    run, server = created(), Server(replies=1)

    def when():
        if len(server.calls) == 2:
            STEPS[step](run.pk)

    run = looked_at(run, server, monkeypatch, when=when)
    stopped = {"pause": ("paused", "by_hand"), "cancel": ("cancelled", "")}
    assert (run.status, run.reason) == stopped[step]
    assert len(server.calls) == 2 and not run.sha256 and not Play.objects.exists()
    assert run.workers.get().holder == ""


def test_a_worker_that_is_to_end_leaves_the_trying_out_to_another_one(monkeypatch):
    run, server = created(), Server(replies=1)
    monkeypatch.setattr(slices, "_leaving", threading.Event())

    def when():
        if len(server.calls) == 2:
            slices.leave()

    run = looked_at(run, server, monkeypatch, when=when)
    assert (run.status, run.sha256, run.workers.get().holder) == ("running", "", "")


def test_what_was_asked_before_a_stop_counts(monkeypatch):
    run, server = created(), Server(replies=1)

    def when():
        if len(server.calls) == 2:
            control.pause(run.pk)

    run = looked_at(run, server, monkeypatch, when=when)
    assert spending.of_run(run.pk, Prices()).tokens == 100


def test_every_pre_flight_counts_for_limits_and_on_the_card(monkeypatch):
    # Two calls of 90 and 10 tokens each time; at first its context is too small, twice.
    run = created(price={"input": 1, "output": 11})
    run = looked_at(run, Server(replies=9, context=100), monkeypatch)
    assert (run.status, run.reason) == ("paused", "preflight")
    control.resume(run.pk)
    run = Run.objects.get()
    assert first_look.examine(run, asyncio.run) is False
    monkeypatch.setattr(casting, "model_of", lambda spec, run: Server(replies=9))
    Run.objects.update(status="running", reason="")
    assert first_look.examine(run, asyncio.run) is True
    usage = run_records.usage_of(run)
    tried = usage.roles["preflight"]
    assert (tried.calls, tried.prompt_tokens, tried.completion_tokens) == (6, 540, 60)
    assert usage.cost == pytest.approx(6 * 0.0002)
    assert usage.tokens == spending.of_run(run.pk, Prices()).tokens == 600


def test_a_belief_that_cannot_be_known_is_told_with_the_run_s_facts(monkeypatch):
    model = {"address": "http://127.0.0.1:1/v1", "name": "tiny", "profile": "vllm-thinking"}
    run = created(model=model, sampling={"belief": True, "reasoning_tokens": 100})
    monkeypatch.setattr(casting, "model_of", lambda spec, run: Server(replies=9))
    assert first_look.examine(run, asyncio.run)
    told = run.facts["model"]["own_belief"]
    assert told.startswith("not asked for: by the profile vllm-thinking")
    (check,) = [each for each in run.checked["results"] if each["name"] == "log-probabilities"]
    assert (check["state"], told in check["sentence"]) == ("noted", True)
