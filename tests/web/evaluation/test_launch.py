"""Launching a run from a form or a spec: all that is wrong at once, and one run for one form."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from evaluation import launch_form, specs, tasks
from evaluation.launch_form import LaunchForm, Player
from evaluation.models import Run
from evaluation.pages import launch as pages
from tests import make, runs

NEW = "/runs/new/"
KEY = "12345678-1234-4234-8234-123456781234"
SERVED = {
    "key": KEY,
    "questioner_kind": "model",
    "model_backend": "openai",
    "model_address": "http://127.0.0.1:1/v1",
    "model_name": "tiny",
    "games_catalogue": "invented-1",
}
WHOLE = """
[run]
title = "All of it"
player = "Tiny"
repeats = 2
seed = 7
concurrency = 9
workers = 3
hold = true
[questioner]
kind = "fix20q"
guess = "model"
[model]
address = "http://127.0.0.1:1/v1"
name = "tiny"
key_variable = "TINY_KEY"
profile = "openai-reasoning"
group = "closed"
architecture = "moe"
size = "8B"
revision = "r1"
timeout_seconds = 9
[sampling]
temperature = 0.5
questioner_tokens = 100
oracle_tokens = 21
checker_tokens = 51
effort = "low"
reasoning_tokens = 1000
[games]
catalogue = "invented-1"
split = "dev"
limit = 2
[protocol]
preset = "house"
condition = "questions"
[limits]
tokens = 5000
cost = 1.5
[price]
input = 1
output = 2
cached = 0.5
currency = "EUR"
"""


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[int]:
    """The runs whose workers were sent for."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", ids.append)
    return ids


@pytest.fixture(autouse=True)
def games(db):
    return runs.games(3)


def launch(client: Client, **fields) -> str:
    """The page that answers the form; a run that was made stands at its own address."""
    response = client.post(NEW, SERVED | fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def errors(form: LaunchForm) -> dict[str, str]:
    return {name: " ".join(said) for name, said in form.errors.items()}


def filled(client: Client, text: str) -> LaunchForm:
    response = client.post("/runs/new/toml/", {"text": text})
    return response.context["form"]


def test_first_one_chooses_what_plays(researcher):
    page = researcher.get(NEW).content.decode()
    for words in ("A model at a server", "Noisy greedy", "Phi-4 (open, dense, 14B)", "OPTIMAL"):
        assert words in page


def test_without_a_catalogue_it_says_how_to_load_one(researcher, games):
    for game in games:
        game.delete()
    assert "No catalogue with games is stored yet." in researcher.get(NEW).content.decode()


@pytest.mark.parametrize(
    "start", ["nothing", "suite:x:y", "run:gone", "suite:affordance20q-2026:x"]
)
def test_a_start_that_is_not_there_is_not_found(start, researcher):
    assert researcher.get(NEW, {"start": start}).status_code == 404


def test_a_model_of_a_suite_fills_the_form(researcher):
    page = researcher.get(NEW, {"start": "suite:affordance20q-2026:gpt-5"}).content.decode()
    assert 'value="OPENAI_API_KEY"' in page
    assert '<option value="openai-reasoning" selected>' in page


def test_an_earlier_run_fills_the_form(researcher, games):
    runs.run(games=games, spec=runs.SPEC | {"run": {"title": "Earlier", "seed": 77}})
    form = researcher.get(NEW, {"start": "run:invented"}).context["form"]
    assert form["run_seed"].value() == "77" and form["model_name"].value() == "tiny"


def test_the_packaged_model_is_offered_once_its_folder_is_there(researcher, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    assert "packaged small model" not in researcher.get(NEW).content.decode()
    folder = tmp_path / "models" / pages.PACKAGED
    folder.mkdir(parents=True)
    Path(folder, "config.json").write_text("{}")
    form = researcher.get(NEW, {"start": "packaged"}).context["form"]
    assert form["model_folder"].value() == str(folder)
    assert form["protocol_constrained"].value() is True


def test_a_program_is_asked_for_nothing_that_only_models_have(researcher):
    form = researcher.get(NEW, {"start": "noisy"}).context["form"]
    assert "questioner_skill" in form.fields
    of_models = {"model_name", "model_backend", "sampling_temperature", "price_input"}
    assert not of_models & set(form.fields)


@pytest.mark.parametrize(
    ("said", "player"),
    [
        ({"questioner_kind": "greedy"}, Player.PROGRAM),
        ({"questioner_kind": "fix20q", "questioner_guess": "model"}, Player.SERVED),
        ({"model_backend": "vllm"}, Player.IN_PROCESS),
        ({}, Player.SERVED),
    ],
)
def test_the_fields_follow_from_the_player(said, player):
    assert launch_form.player_of(said) == player


def test_a_form_makes_a_queued_run_and_sends_for_a_worker(researcher, sent):
    page = launch(researcher)
    run = Run.objects.get()
    assert "Queued, 0 of 3 games done." in page
    assert (run.status, run.player, run.made_by.username) == ("queued", "tiny", "researcher")
    assert sent == [run.pk]


def test_a_copy_of_the_form_makes_no_second_run(researcher):
    launch(researcher)
    launch(researcher)
    assert Run.objects.count() == 1


def test_a_form_without_its_key_comes_back_with_a_new_one(researcher):
    page = launch(researcher, key="nonsense")
    assert "This page was out of date" in page and not Run.objects.exists()
    assert 'value="nonsense"' not in page


def test_empty_fields_take_the_spec_s_defaults(researcher):
    launch(researcher, run_repeats="", sampling_questioner_tokens="")
    spec = specs.of_json(Run.objects.get().spec)
    assert (spec.run.repeats, spec.sampling.questioner_tokens, spec.run.concurrency) == (1, 512, 16)


def test_all_that_is_wrong_stands_beside_its_field(researcher):
    form = LaunchForm(
        SERVED
        | {
            "model_address": "nowhere",
            "model_key_variable": "sk-abc",
            "run_repeats": "1,5",
            "sampling_temperature": "warm",
            "limits_cost": "3",
        }
    )
    said = errors(form)
    assert said.keys() == {
        "model_address", "model_key_variable", "run_repeats", "sampling_temperature", "limits_cost",
    }  # fmt: skip
    assert said["run_repeats"] == "Write a whole number from 1 to 100."
    assert said["limits_cost"] == "A limit of cost needs the table [price]."


def test_what_is_wrong_makes_no_run_and_keeps_what_was_said(researcher):
    page = launch(researcher, model_name="", run_title="Kept")
    assert "Nothing was launched." in page and 'value="Kept"' in page
    assert 'href="#id_model_name"' in page
    assert not Run.objects.exists()


def test_a_key_is_never_repeated_in_what_is_wrong(researcher):
    form = LaunchForm(SERVED | {"model_key_variable": "sk-abc"})
    assert "sk-abc" not in errors(form)["model_key_variable"]


def test_what_is_not_stored_is_said_beside_its_field(researcher):
    page = launch(researcher, games_catalogue="open-9")
    assert "No catalogue open-9 is stored" in page
    assert '<option value="open-9" selected>open-9</option>' in page


def test_a_player_that_there_is_not_is_said_above_the_form(researcher):
    form = LaunchForm(SERVED | {"questioner_kind": "oracle"})
    assert "questioner.kind: oracle is none of" in errors(form)["__all__"]


def test_a_campaign_s_games_are_offered(researcher):
    campaign = make.campaign(games=2, practice=False)
    form = researcher.get(NEW, {"start": "greedy"}).context["form"]
    offered = dict(form.fields["games_campaign"].widget.choices)
    assert campaign.slug in offered


def test_a_spec_fills_the_form_whole_and_stores_nothing(researcher):
    form = filled(researcher, WHOLE)
    assert not form.errors and not Run.objects.exists()
    assert form.spec == specs.read_toml(WHOLE.encode())


def test_what_the_filled_form_posts_is_the_spec(researcher):
    form = filled(researcher, WHOLE)
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    assert researcher.post(NEW, sent).status_code == 302
    assert Run.objects.get().spec == specs.as_json(specs.read_toml(WHOLE.encode()))


def test_a_spec_comes_as_a_file_too(researcher):
    file = SimpleUploadedFile("spec.toml", WHOLE.encode())
    form = researcher.post("/runs/new/toml/", {"file": file}).context["form"]
    assert form["run_title"].value() == "All of it"


def test_a_wrong_spec_is_told_beside_the_fields_and_above_them(researcher):
    text = '[model]\nname = "x"\ncolour = 1\n[run]\nrepeats = 0\n[protocol]\nrules = "r"\n[what]\n'
    said = errors(filled(researcher, text))
    assert said["run_repeats"] == "Write a whole number from 1 to 100."
    assert said["games_catalogue"].startswith("This is missing")
    assert "model.colour: This key is unknown" in said["__all__"]
    assert "what: This table is unknown" in said["__all__"]
    assert "protocol.rules: This has no field here and is left out." in said["__all__"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[model", "This is no TOML"),
        ("", "Paste a spec, or choose a file."),
        (f'title = "{"x" * 70_000}"', "65,536 at most are read"),
    ],
)
def test_what_is_no_spec_is_said_so(text, said, researcher):
    page = researcher.post("/runs/new/toml/", {"text": text}).content.decode()
    assert said in page and "<h1>From a spec</h1>" in page


def test_a_file_that_is_no_text_is_said_so(researcher):
    file = SimpleUploadedFile("spec.toml", b"\xff\xfe")
    page = researcher.post("/runs/new/toml/", {"file": file}).content.decode()
    assert "Byte 1 is no UTF-8." in page


@pytest.mark.parametrize("text", ["9" * 400, "1e400", "nan", "1_000", "٣"])
def test_numbers_of_every_shape_are_read_or_refused(text):
    form = LaunchForm(SERVED | {"run_seed": text})
    assert form.is_valid() or errors(form).keys() == {"run_seed"}


def test_queries_of_the_form_are_few(researcher, django_assert_num_queries):
    # Session, researcher; catalogues, campaigns, lists.
    with django_assert_num_queries(5):
        researcher.get(NEW, {"start": "model"})
