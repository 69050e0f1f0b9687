"""Whole runs as a worker plays them: real Checker and table Oracle, pre-flight, messages."""

import uuid
from pathlib import Path

import pytest
from django.conf import settings as lab_settings
from django.utils import timezone

from config.celery import app
from evaluation import specs, tasks
from evaluation.models import Run, StoredReply
from evaluation.services import runs
from games.management import catalogue_folders
from games.models import Play, Turn
from games.services.catalogue import import_catalogue
from tests.lab import MINI

pytestmark = pytest.mark.django_db
GREEDY = {"questioner": {"kind": "greedy"}}
KEYLESS = {
    "model": {"address": "http://127.0.0.1:1/v1", "name": "tiny", "key_variable": "NO_SUCH_KEY"}
}


def created(**tables) -> Run:
    import_catalogue(catalogue_folders.files_in(MINI))
    spec = specs.of_json({"games": {"catalogue": "mini-1"}, **tables})
    return runs.create_run(spec, key=uuid.uuid4(), now=timezone.now())


def played(run: Run) -> Run:
    """Slice after slice, until it stops."""
    while run.status in ("queued", "running"):
        tasks.play_here(run.pk)
        run.refresh_from_db()
    return run


@pytest.fixture
def broker():
    """The file transport's folders, empty."""
    for folder in ("data_folder_in", "control_folder"):
        path = Path(lab_settings.CELERY_BROKER_TRANSPORT_OPTIONS[folder])
        path.mkdir(parents=True, exist_ok=True)
        for message in path.glob("*.msg"):
            message.unlink()


def messages() -> list[list]:
    """What waits for workers of models, as [run, place, sent]."""
    taken = []
    with app.connection_for_read() as connection, connection.SimpleQueue("models") as waiting:
        while waiting.qsize():
            message = waiting.get_nowait()
            taken.append(message.payload[0])
            message.ack()
    return taken


def test_a_program_plays_every_game_of_a_catalogue():
    run = played(created(**GREEDY))
    assert (run.status, run.reason) == ("complete", "")
    assert run.sha256 and run.checked["passed"] and run.forecast["games"] == run.episodes.count()
    plays = Play.objects.filter(episode__run=run)
    assert set(plays.values_list("outcome", flat=True)) <= {"won", "lost"}
    assert Turn.objects.filter(play__in=plays, status="answered").exists()
    assert not StoredReply.objects.exists()


def test_the_same_run_again_plays_the_same():
    first, second = (played(created(**GREEDY)) for _ in range(2))
    asked = [
        list(
            Turn.objects.filter(play__episode__run=run)
            .order_by("play__game__key", "number", "attempt")
            .values_list("play__game__key", "question", "answer")
        )
        for run in (first, second)
    ]
    assert asked[0] == asked[1]


def test_a_run_without_its_key_is_paused_before_its_first_game(allowed_keys):
    run = played(created(**KEYLESS))
    assert (run.status, run.reason) == ("paused", "preflight")
    assert not run.checked["passed"] and not run.sha256 and not Play.objects.exists()


def test_a_run_whose_key_may_not_go_there_any_more_is_paused(allowed_keys, settings, monkeypatch):
    monkeypatch.setenv("NO_SUCH_KEY", "sk-1")
    run = created(**KEYLESS)
    settings.MODEL_KEYS = {}
    assert played(run).reason == "preflight"
    assert "NO_SUCH_KEY is not sent to http://127.0.0.1:1" in str(run.checked["results"])


def test_a_run_is_sent_for_at_its_first_place(broker, django_capture_on_commit_callbacks):
    run = created(**GREEDY, run={"workers": 3})
    with django_capture_on_commit_callbacks(execute=True):
        tasks.enqueue(run.pk)
    (message,) = messages()
    assert message[:2] == [run.pk, 1]


def test_after_quick_trial_games_the_same_turn_goes_on_and_others_are_sent_for(broker):
    run = created(**GREEDY, run={"workers": 2})
    tasks.play_run(run.pk, 1, timezone.now().isoformat())
    assert [message[:2] for message in messages()] == [[run.pk, 2]]
    run.refresh_from_db()
    assert run.status == "complete" and run.forecast


def test_a_run_that_waits_after_its_trial_games_does_not_go_on(broker):
    run = created(**GREEDY, run={"hold": True})
    tasks.play_run(run.pk, 1, timezone.now().isoformat())
    run.refresh_from_db()
    assert (run.status, run.episodes.filter(status="done").count()) == ("paused", 3)


def test_a_slice_that_took_its_time_sends_for_the_next_and_an_old_message_for_none(
    broker, settings
):
    settings.RUN_SLICE_SECONDS = 0
    run = created(**GREEDY)
    sent = timezone.now().isoformat()
    tasks.play_run(run.pk, 1, sent)
    assert [message[:2] for message in messages()] == [[run.pk, 1]]
    tasks.play_run(run.pk, 1, sent)
    assert messages() == []
    run.refresh_from_db()
    assert run.status == "running"
