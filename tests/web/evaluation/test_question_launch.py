"""Putting a question set to a model: by fields, and by a spec as text."""

import tomllib
import uuid
from pathlib import Path

import pytest
from django.urls import reverse

from evaluation import question_specs, spec_texts, specs, tasks
from evaluation.coat.variations import Kind
from evaluation.models import Run
from evaluation.pages.launch import PACKAGED
from evaluation.question_launch_form import QuestionLaunchForm
from tests import asking, coat_rows

pytestmark = pytest.mark.django_db
NEW, TEXT = "/coat/runs/new/", "/coat/runs/new/spec/"
MODULAR = {
    "questions_set_up": "modular",
    "stage_model_backend": "openai",
    "stage_model_address": "http://127.0.0.1:2/v1",
    "stage_model_name": "lister",
    "sampling_list_tokens": "150",
    "questions_none_kept": "all-options",
}


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[int]:
    """Runs that workers were called to."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", ids.append)
    return ids


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


@pytest.fixture
def served(eight) -> dict[str, str]:
    """The form filled in for a model at a server."""
    opened = QuestionLaunchForm.opened({"questions": {"set": eight.slug}, "model": asking.MODEL})
    filled = {field.html_name: field.value() for field in opened}
    return {name: str(value) for name, value in filled.items() if value not in (None, False)}


def launch(client, fields: dict[str, str], **further: str) -> str:
    response = client.post(NEW, fields | further, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def shown(client, fields: dict[str, str], **further: str) -> set[str]:
    """Names of the fields that are shown after a choice."""
    response = client.post(NEW, fields | {"look": "fields"} | further)
    form = response.context["form"]
    return {field.name for field in form.visible_fields()}


def test_the_form_opens_with_the_set_that_it_was_reached_from(researcher, eight):
    coat_rows.made(Kind.TASK_1, "2", size=4)
    page = researcher.get(NEW, {"questions": eight.slug}).content.decode()
    assert f'<option value="{eight.slug}" selected>' in page
    assert f"8 questions (task-1 1) of own: {eight.slug}" in page


def test_a_form_makes_one_run_however_often_it_is_sent(researcher, served, sent):
    page = launch(researcher, served, questions_limit="3", run_repeats="2")
    launch(researcher, served, questions_limit="3", run_repeats="2")
    run = Run.objects.get()
    assert "Queued, 0 of 6 questions done." in page
    assert (run.kind, run.made_by.username, set(sent)) == ("questions", "researcher", {run.pk})
    assert run.spec["questions"] == {
        **{"set": served["questions_set"], "limit": 3, "answer": "letter", "set_up": "single"},
        **{"scoring": "text", "retries": 2, "none_kept": "invalid"},
        **{"weigh": True, "gloss": True, "hint": True},
    }


def test_a_box_that_is_not_ticked_leaves_its_part_out(researcher, served):
    launch(researcher, {name: value for name, value in served.items() if name != "questions_hint"})
    assert Run.objects.get().spec["questions"]["hint"] is False


def test_all_that_is_wrong_stands_beside_its_field_and_nothing_is_lost(researcher, served):
    page = launch(
        researcher,
        served,
        model_address="nowhere",
        questions_retries="11",
        run_title="Kept",
        limits_cost="3",
    )
    assert "Nothing was launched." in page and 'value="Kept"' in page
    for name in ("model_address", "questions_retries", "limits_cost"):
        assert f'href="#id_{name}"' in page and f'id="id_{name}_error"' in page
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("questions_limit", "9", "write 8 at most"),
        ("questions_set", "nowhere", "No question set nowhere is stored"),
        ("questions_set_up", "modular", "has no modular set-up"),
        ("model_key_variable", "SECRET_KEY", "The key in SECRET_KEY is not sent"),
    ],
)
def test_what_does_not_fit_what_is_stored_is_said_beside_its_field(
    researcher, served, field, value, said
):
    page = launch(researcher, served, **{field: value})
    assert said in page and f'id="id_{field}' in page and not Run.objects.exists()


def test_the_fields_are_those_of_what_is_chosen(researcher, served):
    single = shown(researcher, served)
    assert {"model_address", "model_key_variable"} <= single
    assert not {"model_folder", "stage_model_backend", "questions_none_kept"} & single
    held = shown(researcher, served, model_backend="transformers")
    assert "model_folder" in held and not {"model_address", "model_profile"} & held
    modular = shown(researcher, served, **MODULAR)
    assert {"stage_model_address", "sampling_list_tokens", "price_roles_input"} <= modular


def test_another_choice_judges_nothing_and_keeps_what_was_written(researcher, served):
    page = researcher.post(
        NEW, served | {"look": "fields", "model_backend": "vllm", "run_repeats": "0"}
    ).content.decode()
    assert "Nothing was launched" not in page and 'name="run_repeats" value="0"' in page
    back = researcher.post(NEW, served | {"look": "fields", "model_backend": "openai"})
    assert back.context["form"]["model_address"].value() == asking.MODEL["address"]
    assert back.context["form"]["key"].value() == served["key"]
    assert not Run.objects.exists()


def test_what_is_set_aside_is_no_part_of_the_spec(researcher, served):
    stage = MODULAR | {"questions_set_up": "single"}
    launch(researcher, served, **stage, model_folder="/old")
    spec = Run.objects.get().spec
    assert "stage_model" not in spec and "folder" not in spec["model"]
    assert spec["questions"]["none_kept"] == "invalid"


def test_a_modular_run_has_a_model_of_its_own_for_the_objects(researcher):
    row = coat_rows.made(Kind.FULL_IDEAL, "1-1-1", size=4)
    opened = QuestionLaunchForm.opened({"questions": {"set": row.slug}, "model": asking.MODEL})
    fields = {each.html_name: each.value() for each in opened if each.value() is not None}
    launch(researcher, fields, **MODULAR)
    spec = question_specs.of_json(Run.objects.get().spec)
    assert spec.stage_model is not None and spec.stage_model.name == "lister"
    assert (spec.sampling.list_tokens, spec.questions.none_kept) == (150, "all-options")


def test_the_spec_that_it_would_freeze_is_shown_and_launches_nothing(researcher, served):
    response = researcher.post(NEW, served | {"look": "spec", "run_repeats": "3"})
    page = response.content.decode()
    assert "It asks 24 questions in 3 repeats, with a call each" in page
    shown = question_specs.of_json(tomllib.loads(response.context["frozen"].text))
    assert shown == response.context["form"].spec
    assert not Run.objects.exists()


def test_a_spec_is_gone_on_with_as_a_text_and_back(researcher, served):
    text = researcher.post(NEW, served | {"look": "text", "run_seed": "7"})
    written = text.context["form"]["text"].value()
    assert "seed = 7" in written
    form = researcher.post(TEXT, {"text": written, "look": "form"}).context["form"]
    assert form["run_seed"].value() == "7" and not form.errors
    assert not Run.objects.exists()


def test_a_wrong_text_fills_the_form_with_what_is_wrong_beside_its_field(researcher, eight):
    text = f'[questions]\nset = "{eight.slug}"\nretries = 99\ncolour = 1\n[games]\n'
    form = researcher.post(TEXT, {"text": text, "look": "form"}).context["form"]
    assert "questions_retries" in form.errors and "model_address" in form.errors
    said = " ".join(form.non_field_errors())
    assert "questions.colour: This key is unknown" in said and "games: " in said
    page = researcher.post(TEXT, {"text": "no TOML", "look": "form"}).content.decode()
    assert "This is no TOML" in page


def test_an_earlier_run_fills_the_form(researcher, eight):
    run = asking.run(eight, run={"title": "Earlier", "seed": 77})
    form = researcher.get(NEW, {"start": f"run:{run.slug}"}).context["form"]
    assert (form["run_seed"].value(), form["run_title"].value()) == ("77", "Earlier")


@pytest.mark.parametrize("start", ["nothing", "run:gone"])
def test_a_start_that_is_not_there_is_not_found(researcher, eight, start):
    assert researcher.get(NEW, {"start": start}).status_code == 404


def test_the_packaged_model_is_what_it_opens_with_where_it_is_ready(
    researcher, eight, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    assert researcher.get(NEW).context["form"]["model_backend"].value() == "openai"
    folder = tmp_path / "models" / PACKAGED
    folder.mkdir(parents=True)
    Path(folder, "config.json").write_text("{}")
    response = researcher.get(NEW)
    assert response.context["form"]["model_folder"].value() == str(folder)
    assert f'set = "{eight.slug}"' in response.context["frozen"].text
    assert f'folder = "{folder}"' in researcher.get(TEXT).context["form"]["text"].value()


def test_without_a_set_it_says_how_to_draw_one(researcher, db):
    page = researcher.get(NEW).content.decode()
    assert "No question set is ready yet." in page and reverse("coat:new_set") in page


def test_queries_of_the_form_are_few(researcher, eight, django_assert_num_queries):
    with django_assert_num_queries(4):  # session, researcher; the newest set, all sets
        researcher.get(NEW)


def test_a_spec_reads_back_from_the_text_that_it_is_written_as(eight):
    odd = {"system": 'A "quoted" \\ text, ä', "weigh": False, "limit": 2}
    tables = asking.tables(eight, questions=odd, sampling={"temperature": 1e-05})
    spec = question_specs.of_json(tables)
    assert question_specs.of_json(tomllib.loads(spec_texts.as_toml(specs.as_json(spec)))) == spec
    assert tomllib.loads(spec_texts.as_toml({"a": {"b": "\x7f"}})) == {"a": {"b": "\x7f"}}


def test_a_copy_of_the_text_makes_no_second_run(researcher, eight):
    text, key = spec_texts.as_toml(asking.tables(eight)), uuid.uuid4()
    for _ in range(2):
        response = researcher.post(TEXT, {"text": text, "key": key})
        assert response.headers["Location"] == f"/coat/runs/{Run.objects.get().slug}/"
