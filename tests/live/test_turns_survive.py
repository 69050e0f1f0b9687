"""A turn is answered once in the end, whatever dies or gets lost, on both ways to run the lab."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import redis

from tests.lab import Lab, Visitor, eventually
from tests.live.conftest import a_lab
from tests.live.model_server import Server, asking_a_model, reply
from tests.live.stopping_worker import STEPS

pytestmark = pytest.mark.live

QUESTION = "Is it made of metal?"
SETTLED = "Turn.objects.filter(status='answered').count()"


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_at_any_step_leaves_one_answer_in_the_end(
    lab: Lab, step: str, tmp_path: Path
):
    marker = tmp_path / "reached"
    visitor = Visitor(lab.address)
    visitor.start()
    doomed = lab.start_worker_that_stops_at(step, marker)
    visitor.ask(QUESTION)
    eventually(marker.exists, within=60)
    lab.kill(doomed)
    lab.start_worker()
    eventually(lambda: "Look again" not in visitor.get(visitor.play)[1], within=60)
    assert lab.rows(SETTLED) == "1"
    assert lab.rows("StoredAnswer.objects.count()") == "1"


def test_a_lost_message_is_made_up_for(lab: Lab):
    visitor = Visitor(lab.address)
    visitor.start()
    visitor.ask(QUESTION)
    assert lose_messages(lab) == 1
    lab.start_worker()
    eventually(lambda: "Look again" not in visitor.get(visitor.play)[1], within=60)
    assert lab.rows(SETTLED) == "1"


def test_fifty_posts_of_one_question_are_one_turn_and_one_call_of_the_oracle(
    kind: str, tmp_path: Path
):
    server = Server(lambda call: reply("Yes"))
    with server.running(), a_lab(kind, tmp_path, **asking_a_model(server.port)) as lab:
        visitor = Visitor(lab.address)
        visitor.start()
        fields = visitor.ask_fields(QUESTION)
        copies = [copy_of(visitor) for _ in range(50)]
        with ThreadPoolExecutor(50) as pool:
            posted = pool.map(lambda copy: copy.post(f"{visitor.play}ask/", fields), copies)
            codes = [code for code, _ in posted]
        lab.start_worker()
        eventually(lambda: "Look again" not in visitor.get(visitor.play)[1], within=60)
        turns = lab.rows("Turn.objects.count()"), lab.rows(SETTLED)
    assert codes == [200] * 50
    assert (*turns, server.calls) == ("1", "1", 1)


def test_clicks_on_start_at_once_are_one_play(lab: Lab):
    visitor = Visitor(lab.address)
    first = visitor.start()
    visitor.ask(QUESTION)
    visitor.get("/")
    fields = {"csrfmiddlewaretoken": visitor.token}
    clicks = [copy_of(visitor) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda click: click.post("/plays/", fields), clicks))
    addresses = {click.url for click in clicks}
    assert len(addresses) == 1 and first not in addresses


def test_a_restarted_database_costs_no_error_and_no_answer(services_lab: Lab):
    services_lab.start_worker()
    visitor = Visitor(services_lab.address)
    visitor.start()
    visitor.ask(QUESTION)
    eventually(lambda: "Look again" not in visitor.get(visitor.play)[1])
    drop_connections(services_lab)
    assert visitor.ask("Is it round?")[0] == 200
    eventually(lambda: "Look again" not in visitor.get(visitor.play)[1])
    assert services_lab.rows("Turn.objects.filter(status='waiting').count()") == "0"


def drop_connections(lab: Lab) -> None:
    """End every connection to the lab's database, as a restart of the server does."""
    address, _, name = lab.environment["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        assert connection.execute(ended, [name]).rowcount > 0


def copy_of(visitor: Visitor) -> Visitor:
    """The same browser, in another thread."""
    copy = Visitor(visitor.address)
    copy.cookies, copy._opener, copy.url = visitor.cookies, visitor._opener, visitor.url
    return copy


def lose_messages(lab: Lab) -> int:
    """Delete what waits in the broker; return how many messages that were."""
    if "CELERY_BROKER_URL" in lab.environment:
        broker = redis.Redis.from_url(lab.environment["CELERY_BROKER_URL"])
        waiting = int(broker.llen("oracle"))
        broker.flushdb()
        return waiting
    folder = Path(lab.environment["VAR_DIR"]) / "broker" / "messages"
    messages = list(folder.glob("*.msg"))
    for message in messages:
        message.unlink()
    return len(messages)
