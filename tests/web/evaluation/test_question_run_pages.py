"""Runs over question sets on pages: launched, followed, steered, and in the tables of all."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import tasks
from evaluation.coat.variations import Kind
from evaluation.models import Run
from evaluation.pages import question_runs as pages
from evaluation.services import control
from tests import asking, coat_rows, make
from tests.asking import Answerer

pytestmark = pytest.mark.django_db
SPEC = """
[questions]
set = "{slug}"
limit = 3
[model]
address = "http://127.0.0.1:1/v1"
name = "tiny"
profile = "vllm"
"""


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    """Runs that workers were called to."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", ids.append)
    return ids


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def at(name: str, *of: object) -> str:
    return reverse(f"coat:{name}", args=of)


def read(client, address: str, **query) -> str:
    response = client.get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def launch(client, text: str, key: object = ""):
    return client.post(at("new_run_text"), {"text": text, "key": key or uuid.uuid4()})


def test_a_launched_run_waits_and_a_copy_of_the_form_makes_no_second(researcher, eight, sent):
    key = uuid.uuid4()
    for _ in range(2):
        response = launch(researcher, SPEC.format(slug=eight.slug), key)
        run = Run.objects.get()
        assert response.headers["Location"] == at("run", run.slug)
    assert (run.kind, run.made_by.username, set(sent)) == ("questions", "researcher", {run.pk})
    assert "Queued, 0 of 3 questions done." in read(researcher, at("run", run.slug))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SPEC.format(slug="nowhere"), "nowhere"),
        ('[questions]\nset = "a"\nanswer = "song"', "questions.answer"),
        ('[games]\ncatalogue = "open-1"', "[questions]"),
        ("this is no TOML", "This is no TOML"),
    ],
)
def test_what_is_wrong_with_a_spec_stands_in_the_form(researcher, sent, text, said):
    response = launch(researcher, text)
    assert response.status_code == 200
    assert said in response.content.decode()
    assert not Run.objects.exists() and not sent


def test_a_whole_run_shows_its_figures_and_what_was_said(researcher, eight):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)))
    page = read(researcher, at("run", run.slug))
    assert "Complete: all 8 questions." in page
    assert "100.0% (67.6% to 100.0%) of 8 questions" in page  # Wilson: 8 / (8 + 1.96^2) = 0.676
    assert "said" in page and "no answer:" not in page
    assert at("question", eight.slug, 1) in page


def test_replies_that_are_no_answer_are_said_to_be_none_and_are_escaped(researcher, eight):
    run = asking.run(eight, questions={"limit": 1, "retries": 0})
    run = asking.play(run, Answerer(lambda call: "<script>none</script>"))
    page = read(researcher, at("run", run.slug))
    assert "no answer: no letter was read from it" in page
    assert "&lt;script&gt;none" in page and "<script>none" not in page


def test_a_poll_gets_nothing_while_nothing_has_changed(researcher, eight):
    run, polled = asking.run(eight), {"HX-Request": "true"}
    page = read(researcher, at("run", run.slug))
    stamp = page.partition("?seen=")[2].partition('"')[0]
    address = at("run_progress", run.slug)
    assert researcher.get(f"{address}?seen={stamp}", headers=polled).status_code == 204
    asking.play(run, Answerer(asking.right(eight)))
    after = researcher.get(f"{address}?seen={stamp}", headers=polled)
    assert "Complete" in after.content.decode() and "hx-get" not in after.content.decode()


def test_a_run_is_paused_resumed_and_cancelled_once(researcher, eight, sent):
    run = asking.run(eight)
    for name, status in (("pause", "paused"), ("resume", "queued")):
        researcher.post(at("run_step", run.slug, name))
        run.refresh_from_db()
        assert run.status == status
        again = researcher.post(at("run_step", run.slug, name))
        assert "Nothing was changed" in again.content.decode()
    assert sent == [run.pk]
    assert "Yes, cancel it" in read(researcher, at("cancel_run", run.slug))
    researcher.post(at("cancel_run", run.slug))
    run.refresh_from_db()
    assert run.status == "cancelled"
    assert "What was answered is kept." in read(researcher, at("run", run.slug))


def test_calls_at_once_are_changed_and_a_wrong_number_is_refused(researcher, eight):
    run = asking.run(eight)
    address = at("run_settings", run.slug)
    refused = researcher.post(address, {"concurrency": 0})
    assert refused.status_code == 200 and "from 1 to" in refused.content.decode()
    researcher.post(address, {"concurrency": 7, "tokens": 900_000})
    run.refresh_from_db()
    assert (run.concurrency, run.token_limit) == (7, 900_000)


def test_unknown_runs_and_steps_are_not_found(researcher, eight):
    run = asking.run(eight)
    assert researcher.post(at("run_step", run.slug, "win")).status_code == 404
    assert researcher.get(at("run", "nowhere")).status_code == 404


def test_a_pause_says_questions_and_not_games(researcher, eight):
    run = asking.run(eight)
    control.pause(run.pk, "model_refused")
    page = read(researcher, at("run", run.slug))
    assert "No reply was lost" in page and "game" not in page.partition("<main")[2]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_for_one_run_and_for_three(researcher, eight, count):
    for number in range(count):
        asking.run(eight, run={"title": f"Number {number}"})
    read(researcher, at("runs"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = read(researcher, at("runs"))
    assert page.count("0 of 8") == count
    assert len(queries) == 6  # session, account, runs, counts, choices, sets


def test_a_poll_learns_that_no_worker_has_taken_the_run(researcher, eight):
    run = asking.run(eight)
    before = pages.progress_of(run, make.NOW)
    later = pages.progress_of(run, make.NOW + timedelta(minutes=5))
    assert (before.advice, "celery -A config worker" in later.advice) == ("", True)
    assert before.stamp != later.stamp
