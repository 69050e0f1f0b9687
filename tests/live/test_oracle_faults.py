"""What a player sees when the Oracle's server is down, slow, empty, or talks in prose."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import web

from tests.lab import Lab, Visitor, eventually, free_port
from tests.live.conftest import a_lab
from tests.live.model_server import Server, asking_a_model, reply

pytestmark = pytest.mark.live


@contextmanager
def asking(port: int, folder: Path) -> Iterator[tuple[Lab, Visitor]]:
    """A lab whose model Oracle is at this port, with a visitor who has started a game."""
    environment = asking_a_model(port) | {"OPENAI_API_KEY": "key-that-nobody-may-see"}
    with a_lab("embedded", folder, **environment) as lab:
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
