"""Withdrawal against a worker, on PostgreSQL: in whatever order they come, nothing is left."""

import random
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import connection, connections

from games.llm.chat import Reply
from games.models import ModelCall, Participant, Play, StoredAnswer, Turn, Withdrawal
from games.roles import Ruling, Verdict
from games.rules import Answer
from games.services import journeys, store, turns
from games.services.turns import Handled, answer_turn
from tests import make

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
WORDS = "agathe"
QUESTION = "Is it as splindow as my aunt Agathe?"
REPLIES = (Reply("Yes, as Agathe.", "tiny"),)
PATIENCE = 30


class Waiting:
    """An Oracle that a test keeps waiting for its model."""

    version = "table-fixed"

    def __init__(self) -> None:
        self.asked, self.may_reply = threading.Event(), threading.Event()

    async def answer(self, sheet, question: str) -> Verdict:
        self.asked.set()
        assert self.may_reply.wait(PATIENCE)
        return Verdict(Answer.YES, Answer.YES, source="model", replies=REPLIES)


class Quick(Waiting):
    def __init__(self) -> None:
        super().__init__()
        self.may_reply.set()


class Costly:
    version, costly = "lexicon-fixed", True

    async def check(self, question: str) -> Ruling:
        return Ruling(None, (), REPLIES)


class Gate:
    """A function of the services that stops at its call until a test lets it go on."""

    def __init__(self, module, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.may_go_on = threading.Event(), threading.Event()
        usual = getattr(module, name)

        def stopped(*arguments, **named):
            self.reached.set()
            assert self.may_go_on.wait(PATIENCE)
            return usual(*arguments, **named)

        monkeypatch.setattr(module, name, stopped)


@contextmanager
def threads():
    with ThreadPoolExecutor(4) as pool:
        yield lambda call, *given: pool.submit(closing, call, *given)


def closing(call, *given):
    try:
        return call(*given)
    finally:
        connections.close_all()


def asked(campaign=None) -> Turn:
    campaign = campaign or make.campaign(games=1, practice=False)
    participant = make.volunteer(campaign)
    play = journeys.start_next(participant, now=make.NOW, rng=random.Random())
    assert play
    return make.ask(play, QUESTION)


def answer(turn: Turn, oracle: Waiting) -> Handled:
    return answer_turn(turn.pk, make.FixedSeats(Costly(), oracle), clock=lambda: make.NOW)


def withdraw(turn: Turn) -> Withdrawal:
    owner = Participant.objects.get(plays=turn.play_id)
    return journeys.withdraw(owner, now=make.NOW)


def waits_for_a_lock() -> None:
    """Return once some connection waits for a row that another one holds."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    end = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while time.monotonic() < end:
            cursor.execute(f"{waiting} AND datname = current_database()")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.02)
    raise AssertionError("Nobody waits for a lock.")


def tables_with(words: str) -> list[str]:
    """Names of tables that hold these words in any column."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("games").get_models():
            table = model._meta.db_table
            held = f'SELECT count(*) FROM "{table}" AS row WHERE row::text ILIKE %s'
            cursor.execute(held, [f"%{words}%"])
            found += [table] * cursor.fetchone()[0]
    return found


def nothing_is_left() -> bool:
    return not (tables_with(WORDS) or ModelCall.objects.exists() or Participant.objects.exists())


def result(future: Future):
    return future.result(PATIENCE)


def test_a_withdrawal_while_the_worker_waits_for_its_model():
    turn, oracle = asked(), Waiting()
    with threads() as start:
        worker = start(answer, turn, oracle)
        assert oracle.asked.wait(PATIENCE)
        assert tables_with(WORDS)
        assert withdraw(turn).turns == 1
        assert nothing_is_left()
        oracle.may_reply.set()
        assert result(worker) == Handled(settled=False)
    assert nothing_is_left()


def test_a_worker_that_writes_while_the_withdrawal_deletes(monkeypatch):
    turn, oracle = asked(), Waiting()
    deleting = Gate(store, "forget_rulings", monkeypatch)
    with threads() as start:
        worker = start(answer, turn, oracle)
        assert oracle.asked.wait(PATIENCE)
        leaving = start(withdraw, turn)
        assert deleting.reached.wait(PATIENCE)
        oracle.may_reply.set()
        waits_for_a_lock()
        deleting.may_go_on.set()
        assert result(worker) == Handled(settled=False)
        assert result(leaving).turns == 1
    assert nothing_is_left()


def test_a_withdrawal_while_the_worker_is_writing(monkeypatch):
    turn, oracle = asked(), Quick()
    usual = turns._settle
    written, may_commit = threading.Event(), threading.Event()

    def settle(*given, **values) -> bool:
        settled = usual(*given, **values)
        written.set()
        assert may_commit.wait(PATIENCE)
        return settled

    monkeypatch.setattr(turns, "_settle", settle)
    with threads() as start:
        worker = start(answer, turn, oracle)
        assert written.wait(PATIENCE)
        leaving = start(withdraw, turn)
        waits_for_a_lock()
        may_commit.set()
        assert result(worker) == Handled(settled=True)
        assert result(leaving).turns == 1
    assert nothing_is_left()


def test_a_known_answer_that_is_withdrawn_while_it_is_given_to_somebody_else(monkeypatch):
    campaign = make.campaign(games=1, practice=False)
    first, second = asked(campaign), asked(campaign)
    answer(first, Quick())
    usual = turns._settle
    about_to_write, may_write = threading.Event(), threading.Event()

    def settle(*given, **values) -> bool:
        about_to_write.set()
        assert may_write.wait(PATIENCE)
        return usual(*given, **values)

    monkeypatch.setattr(turns, "_settle", settle)
    with threads() as start:
        worker = start(answer, second, Quick())
        assert about_to_write.wait(PATIENCE)
        withdraw(first)
        assert not StoredAnswer.objects.exists()
        may_write.set()
        assert result(worker) == Handled(settled=True)
    second.refresh_from_db()
    assert (second.answer, second.stored_answer) == ("yes", StoredAnswer.objects.get())


def test_withdrawals_and_workers_in_any_order_leave_nothing_and_hinder_nobody():
    campaign = make.campaign(games=1, practice=False, players_wanted=60)
    rng = random.Random(1)
    for _ in range(6):
        waiting = [asked(campaign) for _ in range(10)]
        moves = [(answer, turn, Quick()) for turn in waiting] + [(withdraw, t) for t in waiting]
        rng.shuffle(moves)
        with threads() as start:
            for moved in [start(*move) for move in moves]:
                result(moved)
        assert nothing_is_left()
    assert Withdrawal.objects.count() == 60
    assert not Play.objects.exists()
