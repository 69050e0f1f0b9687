"""Having rules induced: by fields, and by a spec as text."""

import tomllib
import uuid

import pytest

from evaluation import spec_texts, tasks
from evaluation.induction import specs
from evaluation.induction_launch_form import InductionLaunchForm
from evaluation.models import Induction
from evaluation.pages import induction_launch as pages
from evaluation.pages.launch import PACKAGED
from games.management import catalogue_folders
from games.services.catalogue import import_catalogue
from tests import inducing
from tests.lab import MINI

pytestmark = pytest.mark.django_db
LIST = "/rules/inductions/"
NEW, TEXT = f"{LIST}new/", f"{LIST}new/spec/"
TABLES = {
    "induction": {"name": "my_rules"},
    "model": {"address": "http://127.0.0.1:1/v1", "name": "good"},
    "sources": {"cskg": str(inducing.CSKG)},
    "affordances": {"list": ["pierce through", "hold liquid"]},
    "wordings": {"hold_liquid": ["drink", "store liquid"]},
}


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[int]:
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_induction", ids.append)
    return ids


@pytest.fixture(autouse=True)
def usual_places(monkeypatch, settings, tmp_path):
    """Neither WordNet nor the packaged model is here."""
    monkeypatch.setattr(pages, "WORDNET", tmp_path / "wordnet")
    settings.VAR_DIR = tmp_path


@pytest.fixture
def filled() -> dict[str, str]:
    """The form filled in for a model at a server."""
    return posted(InductionLaunchForm.opened(TABLES))


def posted(form) -> dict[str, str]:
    said = {field.html_name: field.value() for field in form}
    return {name: str(value) for name, value in said.items() if value not in (None, False)}


def made(client, fields: dict[str, str], **further: str) -> str:
    response = client.post(NEW, fields | further, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_a_form_makes_one_induction_however_often_it_is_sent(researcher, filled, sent):
    page = made(researcher, filled)
    made(researcher, filled)
    row = Induction.objects.get()
    assert row.spec == specs.as_json(specs.of_json(TABLES))
    assert (row.made_by.username, set(sent)) == ("researcher", {row.pk})
    assert "good at http://127.0.0.1:1/v1" in page and str(inducing.CSKG) in page
    assert "Waiting for a worker of the queue models. It is next; no worker is busy." in page


def test_all_that_is_wrong_stands_beside_its_field_and_nothing_is_lost(researcher, filled):
    page = made(
        researcher,
        filled,
        induction_name="My Rules",
        induction_rounds="99",
        limits_tokens="many",
        wordings_lines="hold liquid:",
        induction_title="Kept",
        sources_aristo="/nowhere/tuples.tsv",
    )
    assert "Nothing was made." in page and 'value="Kept"' in page
    for name in ("induction_name", "induction_rounds", "limits_tokens", "wordings_lines",
                 "sources_aristo"):  # fmt: skip
        assert f'href="#id_{name}"' in page and f'id="id_{name}_error"' in page
    assert "Write a whole number from 1 to 10." in page
    assert not Induction.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("affordances_list", " \n", "Name the affordances: write a list, or name a stored"),
        ("affordances_list", "x" * 101, "texts of at most 100 characters"),
        ("affordances_catalogue", "nowhere", "No catalogue nowhere is stored."),
        ("sources_catalogue", "nowhere", "No catalogue nowhere is stored."),
        ("sources_cskg", "", "Name a source"),
        ("sources_cskg", "/nowhere/cskg.tsv", "/nowhere/cskg.tsv cannot be read: No such file"),
        ("sources_cskg", "/", "/ is no file."),
        ("sources_wordnet", "/nowhere", "/nowhere/data.noun cannot be read: No such file"),
        ("wordings_lines", "hum: buzz", "No such affordance: hum."),
        ("model_key_variable", "SECRET_KEY", "The key in SECRET_KEY is not sent"),
    ],
)
def test_what_is_not_here_is_said_beside_its_field(researcher, filled, field, value, said):
    page = made(researcher, filled, **{field: value})
    assert said in page and f'id="id_{field}' in page
    assert not Induction.objects.exists()


def test_paths_of_another_machine_are_taken_where_that_is_said(researcher, filled):
    elsewhere = {"sources_cskg": "/nowhere/cskg.tsv", "elsewhere": "on"}
    made(researcher, filled, **elsewhere)
    assert Induction.objects.get().spec["sources"]["cskg"] == "/nowhere/cskg.tsv"


@pytest.mark.parametrize(("folder", "stored"), [("/nowhere", 0), ("owner/name", 1)])
def test_a_model_that_is_in_no_folder_is_refused_and_a_hubs_is_not(
    researcher, filled, folder, stored
):
    fields = {"model_backend": "transformers", "model_folder": folder}
    page = made(researcher, filled, **fields)
    assert ("No model lies in /nowhere" in page) == (not stored)
    assert Induction.objects.count() == stored


def test_the_fields_are_those_of_what_is_chosen(researcher, filled):
    import_catalogue(catalogue_folders.files_in(MINI))

    def shown(**chosen: str) -> set[str]:
        response = researcher.post(NEW, filled | {"look": "fields"} | chosen)
        assert "Nothing was made" not in response.content.decode()
        return {field.name for field in response.context["form"].visible_fields()}

    served = shown()
    assert {"model_address", "model_profile", "affordances_list"} <= served
    assert not {"model_folder", "affordances_only"} & served
    held = shown(model_backend="transformers", affordances_catalogue="mini")
    assert {"model_folder", "affordances_only"} <= held
    assert not {"model_address", "affordances_list"} & held


def test_some_affordances_of_a_catalogue(researcher, filled):
    catalogue = import_catalogue(catalogue_folders.files_in(MINI)).catalogue
    chosen = sorted(catalogue.affordances.values_list("key", flat=True))[:2]
    lines = "\n".join(key.replace("_", " ") for key in chosen)
    of = {"affordances_catalogue": catalogue.version, "affordances_only": lines}
    made(researcher, filled, **of, wordings_lines="")
    row = Induction.objects.get()
    assert list(row.affordances.values_list("key", flat=True)) == chosen
    assert "list" not in row.spec["affordances"]


def test_the_form_goes_on_as_a_text_and_back(researcher, filled):
    text = researcher.post(NEW, filled | {"look": "text"}).context["form"]["toml"].value()
    assert specs.of_json(tomllib.loads(text)) == specs.of_json(TABLES)
    back = researcher.post(TEXT, {"key": str(uuid.uuid4()), "toml": text, "look": "form"})
    form = back.context["form"]
    assert form["affordances_list"].value() == "pierce through\nhold liquid"
    assert form["wordings_lines"].value() == "hold_liquid: drink, store liquid"
    assert not Induction.objects.exists()
    made(researcher, posted(form))
    assert specs.of_json(Induction.objects.get().spec) == specs.of_json(TABLES)


def test_a_wrong_text_fills_the_form_with_what_is_wrong_beside_its_field(researcher):
    wrong = spec_texts.as_toml(TABLES).replace("my_rules", "My Rules")
    response = researcher.post(TEXT, {"toml": wrong, "look": "form"})
    page = response.content.decode()
    assert 'id="id_induction_name_error"' in page and "drink, store liquid" in page
    sent = {"key": str(uuid.uuid4()), "toml": "[induction", "look": "form"}
    said = researcher.post(TEXT, sent).content.decode()
    assert 'id="id_toml_error"' in said


def test_a_text_makes_one_induction_and_a_wrong_one_none(researcher, sent):
    text = spec_texts.as_toml(TABLES)
    for wrong, said in (
        (text.replace("my_rules", "My Rules"), "induction.name: Write small letters"),
        (text.replace(str(inducing.CSKG), "/nowhere/x"), "sources.cskg: /nowhere/x cannot be read"),
        (text.replace("hold_liquid", "hum"), "wordings: No such affordance: hum."),
    ):
        page = researcher.post(TEXT, {"key": str(uuid.uuid4()), "toml": wrong}).content.decode()
        assert said in page
    assert (Induction.objects.count(), sent) == (0, [])
    fields = {"key": str(uuid.uuid4()), "toml": text}
    for _ in range(2):
        response = researcher.post(TEXT, fields)
    assert response.url == f"{LIST}{Induction.objects.get().slug}/"


def test_both_open_with_the_packaged_model_and_wordnet_where_these_are_here(
    researcher, settings, monkeypatch
):
    folder = settings.VAR_DIR / "models" / PACKAGED
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (settings.VAR_DIR / "data.noun").write_text("")
    monkeypatch.setattr(pages, "WORDNET", settings.VAR_DIR)
    form = researcher.get(NEW).context["form"]
    assert form["model_folder"].value() == str(folder)
    assert form["sources_wordnet"].value() == str(settings.VAR_DIR)
    text = researcher.get(TEXT).context["form"]["toml"].value()
    proposed = specs.of_json(tomllib.loads(text))
    assert (proposed.model.folder, proposed.hold) == (str(folder), True)
    served = researcher.get(NEW, {"start": "model"}).context["form"]
    assert served["model_backend"].value() == "openai"
    assert researcher.get(NEW, {"start": "nothing"}).status_code == 404


def test_without_them_no_server_and_no_source_is_made_up(researcher):
    form = researcher.get(NEW).context["form"]
    assert {form[name].value() for name in ("model_address", "sources_wordnet")} == {None}


def test_one_like_it_opens_as_the_earlier_one_is(researcher, django_assert_num_queries):
    row = inducing.created(specs.of_json(TABLES))
    like = f"{NEW}?start=induction:{row.slug}"
    assert f'href="{like}"' in researcher.get(f"{LIST}{row.slug}/").content.decode()
    with django_assert_num_queries(4):
        form = researcher.get(like).context["form"]
    made(researcher, posted(form))
    assert [each.spec for each in Induction.objects.all()] == [row.spec, row.spec]
    assert researcher.get(f"{NEW}?start=induction:nothing").status_code == 404
