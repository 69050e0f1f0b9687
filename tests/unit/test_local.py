"""The in-process model's queue, with an engine that needs no weights."""

import asyncio
import logging
import threading

import pytest

from games.llm.chat import Message, ModelRefused, ModelUnavailable, Options
from games.llm.conversation import ContextOverflow
from games.llm.local import LocalModel
from games.llm.local_replies import Written


class Echo:
    """Replies with the prompt, and keeps the batches that it was given.

    error: raised for every batch. poison: a prompt that no batch may hold. most: prompts that fit.
    """

    context = 20

    def __init__(self, error=None, poison="", most=100):
        self.batches, self.error, self.poison, self.most = [], error, poison, most
        self.freed = threading.Event()

    def prompt(self, messages):
        return " ".join(message.text for message in messages)

    def count(self, prompt):
        return len(prompt.split())

    def write(self, requests, given_up):
        prompts = [prompt for prompt, _ in requests]
        self.batches.append(prompts)
        if self.error:
            raise self.error
        if self.poison in prompts:
            raise ValueError("a token that it does not know")
        if len(prompts) > self.most:
            raise RuntimeError("CUDA out of memory")
        return [Written(f"echo {prompt}", 1, 2, "stop") for prompt in prompts]

    def close(self):
        self.freed.set()


class Patient(Echo):
    """Writes its first batch until nobody waits, as a model does that goes on and on."""

    def __init__(self):
        super().__init__()
        self.began, self.ended = threading.Event(), threading.Event()

    def write(self, requests, given_up):
        self.began.set()
        while not (given_up() or self.ended.wait(0.001)):
            """It goes on."""
        self.ended.set()
        return super().write(requests, given_up)


def ask(model, text, options=None):
    return model.generate([Message("user", text)], options or FREE)


def replies_to(echo, *requests, batch=4):
    async def run():
        model = LocalModel("models/echo", batch=batch, engine=lambda: echo)
        calls = (ask(model, text, options) for text, options in requests)
        try:
            return await asyncio.gather(*calls, return_exceptions=True)
        finally:
            model.close()

    return asyncio.run(run())


def texts(replies):
    return [getattr(reply, "text", type(reply)) for reply in replies]


FREE = Options(max_tokens=3)
SIX = [(str(number), FREE) for number in range(6)]


def test_each_request_gets_its_own_reply():
    assert texts(replies_to(Echo(), ("a", FREE), ("b", FREE))) == ["echo a", "echo b"]


def test_a_reply_carries_the_model_s_name():
    assert replies_to(Echo(), ("a", FREE))[0].model == "models/echo"


def test_requests_that_wait_together_are_answered_together():
    echo = Echo()
    replies_to(echo, *SIX)
    assert sum(map(len, echo.batches)) == 6
    assert len(echo.batches) <= 3
    assert max(map(len, echo.batches)) <= 4


def test_the_model_is_loaded_once():
    loads = []

    async def run():
        model = LocalModel("models/echo", engine=lambda: loads.append(1) or Echo())
        await asyncio.gather(*(ask(model, "a") for _ in range(5)))
        model.close()

    asyncio.run(run())
    assert len(loads) == 1


def test_all_that_wait_for_a_loading_that_fails_share_it_and_the_next_call_tries_again():
    loads = []

    def load():
        loads.append(1)
        if len(loads) == 1:
            raise ModelRefused("no such folder")
        return Echo()

    async def run():
        model = LocalModel("models/echo", engine=load)
        calls = (ask(model, "a") for _ in range(5))
        failed = await asyncio.gather(*calls, return_exceptions=True)
        again = await ask(model, "a")
        model.close()
        return failed, again

    failed, again = asyncio.run(run())
    assert texts(failed) == [ModelRefused] * 5
    assert (again.text, len(loads)) == ("echo a", 2)


def test_what_is_sampled_otherwise_waits_for_another_batch():
    echo = Echo()
    warm = Options(max_tokens=3, temperature=1.0)
    replies_to(echo, ("a", FREE), ("b", warm), ("c", FREE), ("d", warm))
    assert all(set(batch) <= {"a", "c"} or set(batch) <= {"b", "d"} for batch in echo.batches)


@pytest.mark.parametrize(
    "error", [RuntimeError("CUDA error"), MemoryError(), OSError("the disk is gone")]
)
def test_where_the_machine_fails_the_model_is_unavailable(error):
    replies = replies_to(Echo(error), ("a", FREE), ("b", FREE))
    assert texts(replies) == [ModelUnavailable] * 2
    assert str(error) in str(replies[0])


def test_one_bad_prompt_is_refused_and_its_neighbours_are_answered(caplog):
    caplog.set_level(logging.CRITICAL)
    replies = replies_to(Echo(poison="2"), *SIX, batch=6)
    assert texts(replies) == ["echo 0", "echo 1", ModelRefused, "echo 3", "echo 4", "echo 5"]


def test_a_batch_that_is_too_large_for_the_memory_is_answered_in_parts():
    assert texts(replies_to(Echo(most=2), *SIX, batch=6)) == [f"echo {n}" for n in range(6)]


def test_what_does_not_fit_is_refused_before_it_is_asked():
    # 18 words and 3 tokens of reply need 21, the context holds 20.
    echo = Echo()
    replies = replies_to(echo, ("word " * 18, FREE))
    assert isinstance(replies[0], ContextOverflow)
    assert echo.batches == []


def test_free_and_constrained_replies_share_a_batch():
    echo = Echo()
    replies_to(echo, ("a", FREE), ("b", Options(max_tokens=3, regex="[a-z]+")))
    assert echo.batches == [["a", "b"]]


def test_closing_ends_every_call_and_frees_the_memory():
    patient = Patient()

    async def run():
        model = LocalModel("models/echo", batch=1, engine=lambda: patient)
        calls = [asyncio.create_task(ask(model, text)) for text in ("a", "b", "c")]
        await asyncio.to_thread(patient.began.wait, 10)
        await asyncio.to_thread(model.close)
        model.close()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        late = await asyncio.gather(ask(model, "d"), return_exceptions=True)
        return ended + late

    assert texts(asyncio.run(run())) == [ModelUnavailable] * 4
    assert patient.ended.wait(10) and patient.freed.wait(10)
    assert patient.batches == [["a"]]


def test_a_model_that_is_closed_while_it_loads_is_freed_once_it_is_loaded():
    began, go_on, echo = threading.Event(), threading.Event(), Echo()

    def load():
        began.set()
        go_on.wait(10)
        return echo

    async def run():
        model = LocalModel("models/echo", engine=load)
        call = asyncio.create_task(ask(model, "a"))
        await asyncio.to_thread(began.wait, 10)
        model.close()
        return await asyncio.gather(call, return_exceptions=True)

    ended = asyncio.run(run())
    go_on.set()
    assert texts(ended) == [ModelUnavailable]
    assert echo.freed.wait(10) and echo.batches == []


def test_what_nobody_waits_for_is_not_written_on():
    patient = Patient()

    async def run():
        model = LocalModel("models/echo", batch=1, engine=lambda: patient)
        given_up, queued = (asyncio.create_task(ask(model, text)) for text in ("a", "b"))
        await asyncio.to_thread(patient.began.wait, 10)
        given_up.cancel(), queued.cancel()
        await asyncio.to_thread(patient.ended.wait, 10)
        await asyncio.gather(given_up, queued, return_exceptions=True)
        assert (await ask(model, "c")).text == "echo c"
        model.close()

    asyncio.run(run())
    assert patient.batches == [["a"], ["c"]]
