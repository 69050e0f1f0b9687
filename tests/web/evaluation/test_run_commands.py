"""Runs from the command line: launched from a file or a suite, played here, looked at."""

import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from evaluation import tasks
from evaluation.models import Run
from tests import make, runs

GREEDY = '[questioner]\nkind = "greedy"\n[games]\ncatalogue = "invented-1"\n'
MODEL = (
    '[model]\naddress = "http://127.0.0.1:1/v1"\nname = "tiny"\n[sampling]\ntemperature = 0.5\n'
    '[games]\ncatalogue = "invented-1"\n'
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def games(db):
    return runs.games(3)


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[tuple]:
    """The messages that would have gone to the broker."""
    messages: list[tuple] = []
    monkeypatch.setattr(tasks.play_run, "delay", lambda *message: messages.append(message))
    return messages


@pytest.fixture
def launch(tmp_path):
    def launched(text: str, *arguments: str, **options) -> str:
        file = tmp_path / "spec.toml"
        file.write_text(text)
        return command("run_evaluation", str(file), *arguments, **options)

    return launched


def command(name: str, *arguments: str, **options) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out, **options)
    return out.getvalue()


def test_a_spec_makes_a_queued_run_and_says_its_address(launch):
    printed = launch(GREEDY)
    run = Run.objects.get()
    assert printed == f"{run.slug}: 3 games.\n"
    assert run.status == "queued"


def test_a_worker_is_sent_for(launch, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        launch(GREEDY)
    assert [message[:2] for message in sent] == [(Run.objects.get().pk, 1)]


def test_a_key_makes_one_run(launch):
    key = uuid.uuid4()
    assert launch(GREEDY, f"--key={key}") == launch(GREEDY, f"--key={key}")
    assert Run.objects.count() == 1


def test_deviations_are_printed(launch):
    assert "deviates: The temperature is 0.5, not 0.\n" in launch(MODEL)


def test_all_problems_of_a_spec_are_printed_and_nothing_is_made(launch):
    with pytest.raises(CommandError) as raised:
        launch('[model]\nbackend = "azure"\n[run]\nrepeats = 0')
    assert "model.backend: azure is none of" in str(raised.value)
    assert "run.repeats: Write a whole number" in str(raised.value)
    assert not Run.objects.exists()


def test_a_catalogue_that_is_not_stored_is_named(launch):
    with pytest.raises(CommandError, match=r"games.catalogue: No catalogue open-9 is stored"):
        launch(GREEDY, catalogue="open-9")


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="none.toml cannot be read: No such file"):
        command("run_evaluation", "none.toml")


def test_a_file_that_is_no_toml_is_named(launch):
    with pytest.raises(CommandError, match=r"spec.toml: This is no TOML"):
        launch("[model")


def test_without_a_file_or_suite_there_is_nothing_to_launch():
    with pytest.raises(CommandError, match="Name a TOML file, or a suite and one of its models"):
        command("run_evaluation")


def test_a_suite_is_listed():
    printed = command("run_evaluation", "--suite", "affordance20q-2026", "--list").splitlines()
    assert len(printed) == 16
    assert printed[1].split() == ["qwen3-8b", "open", "dense", "8B", "vllm-no-thinking",
                                  "Qwen/Qwen3-8B"]  # fmt: skip


def test_a_suite_s_model_is_launched_at_an_address():
    command(
        "run_evaluation", suite="affordance20q-2026", model="phi-4",
        address="http://127.0.0.1:1/v1", catalogue="invented-1",
    )  # fmt: skip
    run = Run.objects.get()
    assert (run.player, run.spec["model"]["group"]) == ("Phi-4", "open")
    assert run.spec["model"]["address"] == "http://127.0.0.1:1/v1"


def test_a_suite_s_model_without_an_address_says_what_is_missing():
    with pytest.raises(CommandError, match=r"model.address: This is missing"):
        command("run_evaluation", suite="affordance20q-2026", model="phi-4", catalogue="invented-1")


def test_a_suite_s_model_takes_the_rest_from_a_file(launch):
    launch(
        '[run]\nconcurrency = 64\n[games]\ncatalogue = "invented-1"\nlimit = 2\n',
        suite="affordance20q-2026", model="gpt-5",
    )  # fmt: skip
    run = Run.objects.get()
    assert (run.concurrency, run.episodes.count(), run.player) == (64, 2, "GPT-5")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"suite": "coat"}, "There is no suite 'coat'"),
        ({"suite": "affordance20q-2026"}, "--model: affordance20q-2026 has no model ''"),
    ],
)
def test_what_is_not_in_a_suite_is_named(options, said):
    with pytest.raises(CommandError, match=said):
        command("run_evaluation", **options)


def test_a_run_that_stopped_before_its_end_is_an_error(launch, monkeypatch):
    def refuse(run_id: int) -> None:
        Run.objects.filter(pk=run_id).update(status="paused", reason="preflight", checked=FAILED)

    monkeypatch.setattr(tasks, "play_here", refuse)
    with pytest.raises(CommandError, match="is paused. It was tried out and something"):
        launch(MODEL, workers_inline=True)


FAILED = {
    "passed": False,
    "results": [
        {"name": "server", "state": "failed", "sentence": "No server.", "remedy": "Start it."}
    ],
}


def test_a_run_is_looked_at():
    row = runs.run(games=list(make.Game.objects.all()), slug="tiny")
    runs.finish(row, "won", "lost")
    Run.objects.filter(pk=row.pk).update(checked=FAILED, sha256="f" * 64)
    printed = command("run_status", "tiny").splitlines()
    assert printed[0] == "tiny: queued 2 of 3 games done"
    assert "FAILED: No server. Start it." in printed
    assert f"frozen as {'f' * 64}" in printed


def test_a_forecast_is_printed():
    row = runs.run(games=list(make.Game.objects.all()), slug="tiny")
    span = {"low": 60, "likely": 7500, "high": 90_000}
    cost = {"low": 0.5, "likely": 1.25, "high": 3}
    found = {"seconds": span, "tokens": span, "cost": cost, "currency": "USD"}
    Run.objects.filter(pk=row.pk).update(forecast=found)
    printed = command("run_status", "tiny").splitlines()
    assert "time of playing: about 2 h 5 min (1 min 0 s to 25 h 0 min)" in printed
    assert "tokens: about 7,500 (60 to 90,000)" in printed
    assert "cost: about 1.25 USD (0.50 to 3.00)" in printed


@pytest.mark.parametrize(
    "said",
    [
        ("run_status", "tinny"),
        ("export_run", "tinny", "run.zip"),
        ("reread_run", "tinny"),
        ("curate_fix20q", "mine", "--runs", "tinny", "--split", "dev"),
    ],
)
def test_every_command_tells_of_a_run_that_is_not_there_and_of_those_that_are(said):
    runs.run(games=list(make.Game.objects.all()), slug="tiny")
    with pytest.raises(CommandError, match="There is no run 'tinny'. The newest are: tiny."):
        command(*said)


@pytest.mark.django_db(transaction=True)
def test_a_run_is_played_here(launch):
    printed = launch('[questioner]\nkind = "random"\n[games]\ncatalogue = "invented-1"\n',
                     workers_inline=True)  # fmt: skip
    run = Run.objects.get()
    assert run.status == "complete"
    assert f"{run.slug}: complete 3 of 3 games done" in printed
