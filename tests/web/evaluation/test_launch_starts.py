"""What a launch begins with: a model, one of a suite, a program, an earlier run."""

from pathlib import Path

import pytest

from evaluation import launch_form
from evaluation.launch_form import PlayerSort
from evaluation.pages import launch as pages
from tests import runs
from tests.web.evaluation.launching import NEW

pytestmark = pytest.mark.usefixtures("three_games", "sent_runs")


def test_first_one_chooses_what_plays(researcher):
    page = researcher.get(NEW).content.decode()
    for words in ("A model at a server", "Noisy greedy", "Phi-4 (open, dense, 14B)", "OPTIMAL"):
        assert words in page


def test_without_a_catalogue_it_says_how_to_load_one(researcher, three_games):
    for game in three_games:
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


def test_an_earlier_run_fills_the_form(researcher, three_games):
    runs.run(games=three_games, spec=runs.SPEC | {"run": {"title": "Earlier", "seed": 77}})
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
        ({"questioner_kind": "greedy"}, PlayerSort.PROGRAM),
        ({"questioner_kind": "fix20q", "questioner_guess": "model"}, PlayerSort.SERVED),
        ({"model_backend": "vllm"}, PlayerSort.IN_PROCESS),
        ({}, PlayerSort.SERVED),
    ],
)
def test_the_fields_follow_from_the_player(said, player):
    assert launch_form.sort_of(said) == player


@pytest.mark.parametrize(("model", "waits"), [("gpt-5", True), ("phi-4", None)])
def test_a_model_of_a_paid_service_is_proposed_to_wait(researcher, model, waits):
    form = researcher.get(NEW, {"start": f"suite:affordance20q-2026:{model}"}).context["form"]
    assert form["run_hold"].value() is waits
