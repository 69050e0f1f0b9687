"""The in-process model's queue, with an engine that needs no weights."""

import asyncio

from games.llm.chat import Message, Options
from games.llm.conversation import ContextOverflow
from games.llm.local import LocalModel
from games.llm.local_replies import Written


class Echo:
    """Replies with the prompt, and keeps the batches that it was given."""

    context = 20

    def __init__(self, error=None):
        self.batches, self.error = [], error

    def prompt(self, messages):
        return " ".join(message.text for message in messages)

    def count(self, prompt):
        return len(prompt.split())

    def write(self, requests):
        self.batches.append([prompt for prompt, _ in requests])
        if self.error:
            raise self.error
        return [Written(f"echo {prompt}", 1, 2, "stop") for prompt, _ in requests]


def replies_to(echo, *requests, batch=4):
    async def run():
        model = LocalModel("models/echo", batch=batch, engine=lambda: echo)
        calls = (model.generate([Message("user", text)], options) for text, options in requests)
        try:
            return await asyncio.gather(*calls, return_exceptions=True)
        finally:
            model.close()

    return asyncio.run(run())


FREE = Options(max_tokens=3)


def test_each_request_gets_its_own_reply():
    replies = replies_to(Echo(), ("a", FREE), ("b", FREE))
    assert [reply.text for reply in replies] == ["echo a", "echo b"]


def test_a_reply_carries_the_model_s_name():
    assert replies_to(Echo(), ("a", FREE))[0].model == "models/echo"


def test_requests_that_wait_together_are_answered_together():
    echo = Echo()
    replies_to(echo, *((str(number), FREE) for number in range(6)))
    assert sum(map(len, echo.batches)) == 6
    assert len(echo.batches) <= 3
    assert max(map(len, echo.batches)) <= 4


def test_the_model_is_loaded_once():
    loads = []

    async def run():
        model = LocalModel("models/echo", engine=lambda: loads.append(1) or Echo())
        calls = (model.generate([Message("user", "a")], FREE) for _ in range(5))
        await asyncio.gather(*calls)
        model.close()

    asyncio.run(run())
    assert len(loads) == 1


def test_what_is_sampled_otherwise_waits_for_another_batch():
    echo = Echo()
    warm = Options(max_tokens=3, temperature=1.0)
    replies_to(echo, ("a", FREE), ("b", warm), ("c", FREE), ("d", warm))
    assert all(set(batch) <= {"a", "c"} or set(batch) <= {"b", "d"} for batch in echo.batches)


def test_an_error_reaches_everyone_in_its_batch():
    replies = replies_to(Echo(RuntimeError("out of memory")), ("a", FREE), ("b", FREE))
    assert [str(reply) for reply in replies] == ["out of memory", "out of memory"]


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
