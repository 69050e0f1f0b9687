"""What a player sees when the Oracle's server is down, slow, empty, or talks in prose."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import web

from tests.lab import Lab, Visitor, eventually, free_port, running_lab

pytestmark = pytest.mark.live

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


@contextmanager
def asking(port: int, folder: Path) -> Iterator[tuple[Lab, Visitor]]:
    """A lab whose model Oracle is at this port, with a visitor who has started a game."""
    environment = {
        "VAR_DIR": str(folder),
        "SECRET_KEY": "faults",
        "ORACLE": "model",
        "ORACLE_MODEL": "tiny",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "OPENAI_API_KEY": "key-that-nobody-may-see",
        "STRUCTURED_REPLIES": "0",
        "MODEL_TIMEOUT_SECONDS": "1",
        "TURN_PAUSES_SECONDS": "0.2,0.2",
        "TURN_LEASE_SECONDS": "10",
    }
    with running_lab(environment) as lab:
        lab.start_worker()
        visitor = Visitor(lab.address)
        visitor.start()
        yield lab, visitor


def settled(visitor: Visitor) -> str:
    """The play page once no answer is on its way any more."""

    def page() -> str:
        text = visitor.get(visitor.play)[1]
        return "" if "Look again" in text else text

    return eventually(page, within=60)


def test_an_oracle_that_is_down_costs_nothing_and_keeps_the_text(tmp_path: Path):
    with asking(free_port(), tmp_path) as (_, visitor):
        visitor.ask("Is it made of metal?")
        page = settled(visitor)
        assert "did not reply" in page and "Send again" in page
        assert "Is it made of metal?" in page and "20 questions left of 20" in page
        assert "key-that-nobody-may-see" not in page


def test_sent_again_after_the_server_is_back_it_is_answered(tmp_path: Path):
    server = Server(lambda call: reply("Yes"))
    with asking(server.port, tmp_path) as (lab, visitor):
        visitor.ask("Is it made of metal?")
        assert "Send again" in settled(visitor)
        with server.running():
            visitor.ask("Is it made of metal?")
            assert "19 questions left of 20" in settled(visitor)
        assert lab.rows("Turn.objects.count()") == "1"


@pytest.mark.parametrize("text", ["", "It is hard to say.", "Yes and no"])
def test_an_unusable_reply_is_no_answer_and_is_kept(tmp_path: Path, text: str):
    with (
        Server(lambda call: reply(text)).running() as server,
        asking(server.port, tmp_path) as (lab, visitor),
    ):
        visitor.ask("Is it made of metal?")
        assert "Send again" in settled(visitor)
        assert int(lab.rows("ModelCall.objects.count()")) == server.calls > 0


def test_a_slow_oracle_is_waited_for_no_longer_than_its_time_out(tmp_path: Path):
    with (
        Server(lambda call: reply("Yes"), delay_seconds=5).running() as server,
        asking(server.port, tmp_path) as (_, visitor),
    ):
        visitor.ask("Is it made of metal?")
        assert "Send again" in settled(visitor)


def test_a_server_that_is_overloaded_once_is_asked_again(tmp_path: Path):
    def busy_once(call: int) -> web.Response:
        return reply("No") if call > 1 else web.Response(status=429, headers={"Retry-After": "1"})

    with Server(busy_once).running() as server, asking(server.port, tmp_path) as (_, visitor):
        visitor.ask("Is it made of metal?")
        assert "19 questions left of 20" in settled(visitor)
        assert server.calls == 2


def test_a_rejected_key_fails_at_once_and_stays_off_the_page(tmp_path: Path):
    def rejected(call: int) -> web.Response:
        return web.json_response({"error": {"message": "provider says: bad key"}}, status=401)

    with Server(rejected).running() as server, asking(server.port, tmp_path) as (_, visitor):
        visitor.ask("Is it made of metal?")
        page = settled(visitor)
        assert "Send again" in page and "provider says" not in page
        assert server.calls == 1


def test_one_question_of_many_players_is_one_call(tmp_path: Path):
    with (
        Server(lambda call: reply("Yes")).running() as server,
        asking(server.port, tmp_path) as (lab, _),
    ):
        for _ in range(6):
            other = Visitor(lab.address)
            other.start()
            other.ask("Is it made of metal?")
            settled(other)
        objects = int(
            lab.rows("Turn.objects.values('play__game__physical_object').distinct().count()")
        )
        assert server.calls == objects
