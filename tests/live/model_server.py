"""An OpenAI-compatible server on loopback whose answers a test decides and counts."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aiohttp import web

from tests.lab import free_port

Handler = Callable[[int], web.Response]


def reply(text: str) -> web.Response:
    choice = {
        "index": 0,
        "finish_reason": "stop",
        "message": {"role": "assistant", "content": text},
    }
    usage = {"prompt_tokens": 9, "completion_tokens": 1}
    return web.json_response({"model": "tiny", "choices": [choice], "usage": usage})


class Server:
    """An OpenAI-compatible server on loopback whose n-th answer a test decides."""

    def __init__(self, handler: Handler, *, delay_seconds: float = 0) -> None:
        self.calls = 0
        self.port = free_port()
        self._handler = handler
        self._delay_seconds = delay_seconds

    async def answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        await asyncio.sleep(self._delay_seconds)
        return self._handler(self.calls)

    @contextmanager
    def running(self) -> Iterator["Server"]:
        loop = asyncio.new_event_loop()
        started = threading.Event()
        runner = web.AppRunner(self._application())

        async def start() -> None:
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", self.port).start()
            started.set()

        def serve() -> None:
            loop.run_until_complete(start())
            loop.run_forever()

        threading.Thread(target=serve, daemon=True).start()
        assert started.wait(10)
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(loop.stop)

    def _application(self) -> web.Application:
        application = web.Application()
        application.router.add_post("/v1/chat/completions", self.answer)
        return application


def asking_a_model(port: int) -> dict[str, str]:
    """The environment of a lab whose Oracle is the model at this port."""
    return {
        "ORACLE": "model",
        "ORACLE_MODEL": "tiny",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "STRUCTURED_REPLIES": "0",
        "MODEL_TIMEOUT_SECONDS": "1",
        "TURN_PAUSES_SECONDS": "0.2,0.2",
        "TURN_LEASE_SECONDS": "10",
    }


class RotePlayer(Server):
    """Plays 20 Questions by rote: asks its questions in order, then guesses the first candidate.

    broken: while it holds, no call gets a reply.
    """

    QUESTIONS = (
        "Is it made of metal?", "Is it made of wood?", "Is it round?", "Is it flat?",
        "Is it longer than a hand?", "Is it heavier than a brick?", "Is its surface smooth?",
        "Is it transparent?",
    )  # fmt: skip
    _FIRST_CANDIDATE = re.compile(r"copied from this list:\s+(?:- )?(\w+)")

    def __init__(self, *, delay_seconds: float = 0.05) -> None:
        super().__init__(lambda call: reply(""), delay_seconds=delay_seconds)
        self.replied = 0
        self.broken = False

    async def answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        messages = (await request.json())["messages"]
        await asyncio.sleep(self._delay_seconds)
        if self.broken:
            return web.Response(status=503)
        self.replied += 1
        asked = sum(message["role"] == "assistant" for message in messages)
        if asked < len(self.QUESTIONS):
            return reply(f"QUESTION: {self.QUESTIONS[asked]}")
        found = self._FIRST_CANDIDATE.search(messages[0]["content"])
        assert found, messages[0]
        return reply(f"FINAL_GUESS: {found[1]}")


class RoteAnswerer(Server):
    """Answers questions with letters: nothing to say at first, then A.

    broken: while it holds, no call gets a reply.
    """

    def __init__(self, *, delay_seconds: float = 0.2) -> None:
        super().__init__(lambda call: reply(""), delay_seconds=delay_seconds)
        self.replied = 0
        self.broken = False
        self._met: set[str] = set()

    async def answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        told = (await request.json())["messages"][-1]["content"]
        await asyncio.sleep(self._delay_seconds)
        if self.broken:
            return web.Response(status=503)
        self.replied += 1
        if told in self._met:
            return reply("A")
        self._met.add(told)
        return reply("Let me think.")


class Replier(Server):
    """Says what a test's model says to the system prompt and the first question."""

    def __init__(self, say: Callable[[str, str], str], *, delay_seconds: float = 0.2) -> None:
        super().__init__(lambda call: reply(""), delay_seconds=delay_seconds)
        self.replied = 0
        self._say = say

    async def answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        system, asked, *_ = (await request.json())["messages"]
        await asyncio.sleep(self._delay_seconds)
        self.replied += 1
        return reply(self._say(system["content"], asked["content"]))
