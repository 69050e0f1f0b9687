"""Pause, resume, cancel, retry, speed and limits: each once, however often it is sent."""

from decimal import Decimal

import pytest
from django.test import Client

from evaluation import tasks
from evaluation.models import Run
from evaluation.views.run_steps import TOO_LATE
from tests import runs

PAGE = "/runs/invented/"


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[int]:
    """The runs whose workers were sent for."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", ids.append)
    return ids


@pytest.fixture
def going(db) -> Run:
    return runs.run(games=runs.games(2), status="running")


def post(client: Client, step: str, **fields) -> str:
    """What stands on the page that the step leads to, or that it answers with."""
    response = client.post(f"{PAGE}{step}/", fields, follow=True)
    assert response.status_code == 200 and response.resolver_match
    return response.content.decode()


def state_of(run: Run) -> tuple[str, str]:
    run.refresh_from_db()
    return run.status, run.reason


def test_a_run_is_paused_by_hand(researcher, going, sent):
    page = post(researcher, "pause")
    assert state_of(going) == ("paused", "by_hand")
    assert 'id="resume">Resume</button>' in page and 'id="pause"' not in page
    assert sent == []


def test_a_second_pause_changes_nothing_and_says_so(researcher, going):
    post(researcher, "pause")
    assert TOO_LATE in post(researcher, "pause")


def test_a_resumed_run_is_queued_and_workers_are_sent_for(researcher, going, sent):
    post(researcher, "pause")
    post(researcher, "resume")
    assert state_of(going) == ("queued", "")
    assert sent == [going.pk]


def test_a_resume_that_comes_too_late_sends_for_nobody(researcher, going, sent):
    assert TOO_LATE in post(researcher, "resume")
    assert sent == []


@pytest.mark.parametrize(
    ("reason", "words"), [("hold", "Let it go on"), ("preflight", "Try it out again")]
)
def test_the_way_on_is_called_by_what_it_does(reason, words, researcher):
    runs.run(games=runs.games(1), status="paused", reason=reason)
    assert f'id="resume">{words}</button>' in researcher.get(PAGE).content.decode()


def test_cancelling_asks_first(researcher, going):
    page = researcher.get(f"{PAGE}cancel/").content.decode()
    assert "Cancel Invented?" in page and "2 of its 2 games stay unplayed" in page
    assert state_of(going)[0] == "running"
    post(researcher, "cancel")
    assert state_of(going)[0] == "cancelled"


def test_what_has_ended_is_not_cancelled(researcher):
    row = runs.finish(runs.run(games=runs.games(1)), "won")
    assert "It has ended already: complete." in researcher.get(f"{PAGE}cancel/").content.decode()
    assert TOO_LATE in post(researcher, "cancel")
    assert state_of(row)[0] == "complete"


def test_games_that_the_server_refused_are_opened_again(researcher, sent):
    row = runs.finish(runs.run(games=runs.games(2)), "won", "aborted")
    row.episodes.filter(number=2).update(fault="infrastructure")
    assert "Play the 1 broken-off game again" in researcher.get(PAGE).content.decode()
    post(researcher, "retry")
    assert state_of(row) == ("queued", "")
    assert row.episodes.get(number=2).status == "waiting"
    assert sent == [row.pk]


def test_without_a_refused_game_there_is_nothing_to_retry(researcher, going, sent):
    assert 'id="retry"' not in researcher.get(PAGE).content.decode()
    assert TOO_LATE in post(researcher, "retry")
    assert sent == []


def test_calls_at_once_and_limits_change_while_it_goes_on(researcher, going):
    Run.objects.filter(pk=going.pk).update(spec=going.spec | {"price": {"input": 1, "output": 2}})
    post(researcher, "settings", concurrency="64", tokens="1000000", cost="2.5")
    going.refresh_from_db()
    assert (going.concurrency, going.token_limit, going.cost_limit) == (
        64, 1_000_000, Decimal("2.5"),
    )  # fmt: skip


def test_an_empty_limit_is_none(researcher, going):
    Run.objects.filter(pk=going.pk).update(token_limit=5)
    post(researcher, "settings", concurrency="4", tokens="")
    going.refresh_from_db()
    assert going.token_limit is None


def test_a_run_without_a_price_has_no_limit_of_cost(researcher, going):
    assert 'name="cost"' not in post(researcher, "settings", concurrency="4", cost="3")
    going.refresh_from_db()
    assert going.cost_limit is None


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"concurrency": "0"}, "Write a whole number from 1 to 1,024."),
        ({"concurrency": "1025"}, "Write a whole number from 1 to 1,024."),
        ({"concurrency": "many"}, "Write a whole number from 1 to 1,024."),
        (
            {"concurrency": "4", "tokens": "-1"},
            "Write a whole number from 1 to 1,000,000,000,000,000.",
        ),
    ],
)
def test_settings_that_are_out_of_range_say_so_and_change_nothing(fields, said, researcher, going):
    assert said in post(researcher, "settings", **fields)
    going.refresh_from_db()
    assert (going.concurrency, going.token_limit) == (4, None)


def test_settings_of_a_run_that_has_ended_stay(researcher):
    row = runs.finish(runs.run(games=runs.games(1)), "won")
    assert TOO_LATE in post(researcher, "settings", concurrency="9")
    row.refresh_from_db()
    assert row.concurrency == 4
