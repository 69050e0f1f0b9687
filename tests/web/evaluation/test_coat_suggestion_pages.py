"""Suggestions of models on pages: asked for in the background, accepted, set aside."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import coat_stored, tasks
from evaluation.models import CoatCatalogue, SuggestionDecision, UtilityAsking
from tests import coat_rows
from tests.unit.coat_cases import own as own_files

pytestmark = pytest.mark.django_db
# Rope serves binding in our own catalogue, and nothing else.
HAULING, DIGGING, BINDING = ("Rope", "hauling"), ("Rope", "digging"), ("Rope", "binding")
MODEL = '[model]\nbackend = "openai"\naddress = "http://localhost:1/v1"\nname = "small"\n'


@pytest.fixture
def own():
    return coat_rows.own()


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    """Askings that workers were called to."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_asking", ids.append)
    return ids


def at(name, *args):
    return reverse(f"coat:{name}", args=args)


def read(client, version="own"):
    response = client.get(at("suggestions", version))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def value_of(use) -> str:
    judged = own_files().judged
    name, utility = use
    return f"{list(judged.common).index(name) + 1}-{judged.utilities.index(utility) + 1}"


def decide(client, *uses, step="accept", onto="own", **said):
    fields = {"key": uuid.uuid4(), "version": "own-2", "title": "Ours, grown", "step": step}
    ticked = [value_of(use) for use in uses]
    return client.post(at("suggestions", onto), {**fields, "uses": ticked, **said})


def serving(version, utility):
    row = CoatCatalogue.objects.get(version=version)
    return coat_stored.catalogue_of(row.pk).judged.objects_of[utility]


def test_open_suggestions_say_who_made_them_and_leave_out_what_is_held(researcher, own):
    assert "None. Here will be what a model suggests" in read(researcher)
    coat_rows.suggested(HAULING, BINDING)
    coat_rows.suggested(HAULING, model="large")
    page = read(researcher)
    assert "<span>Rope: Hauling</span>" in page and "Rope: Binding" not in page
    assert 'means">small, 1 Mar 2026, 12:00 UTC; large, 1 Mar 2026' in page
    assert "1 that the catalogue lacks" in page and "1 of them is in own already" in page


def test_of_two_replies_of_a_model_the_newer_counts(researcher, own):
    coat_rows.suggested(HAULING)
    coat_rows.suggested(DIGGING)
    page = read(researcher)
    assert "Rope: Digging" in page and "Rope: Hauling" not in page


def test_accepted_ones_make_a_version_that_says_who_took_them(researcher, own):
    coat_rows.suggested(HAULING, DIGGING)
    assert decide(researcher, HAULING).url == at("catalogue", "own-2")
    assert "Rope" in serving("own-2", "hauling") and "Rope" not in serving("own", "hauling")
    assert "Rope" not in serving("own-2", "digging")
    row = SuggestionDecision.objects.get()
    assert (row.accepted_in.version, row.decided_by.username) == ("own-2", "researcher")
    page = read(researcher)
    assert f'accepted in <a class="line" href="{at("catalogue", "own-2")}">own-2</a>' in page
    assert "researcher<small>" in page
    # What is left open is open for the new version, too, and makes the one after it.
    assert "Rope: Digging" in read(researcher, "own-2")
    assert decide(researcher, DIGGING, onto="own-2", version="own-3").status_code == 302
    assert {"Rope"} <= {*serving("own-3", "hauling")} & {*serving("own-3", "digging")}


def test_a_copy_of_the_form_stores_no_second_version(researcher, own):
    coat_rows.suggested(HAULING)
    key = uuid.uuid4()
    for _ in range(2):
        assert decide(researcher, HAULING, key=key).url == at("catalogue", "own-2")
    assert (CoatCatalogue.objects.count(), SuggestionDecision.objects.count()) == (2, 1)


def test_what_is_set_aside_is_so_for_later_versions_and_may_still_be_accepted(researcher, own):
    coat_rows.suggested(HAULING, DIGGING)
    for _ in range(2):
        response = decide(researcher, DIGGING, step="aside", version="", title="")
        assert response.url == at("suggestions", "own")
    assert CoatCatalogue.objects.count() == 1
    assert "1 that the catalogue lacks" in read(researcher)
    page = read(researcher)
    assert "set aside" in page and "<summary>Set aside, 1</summary>" in page
    decide(researcher, HAULING)
    assert "set aside" in read(researcher, "own-2")
    decide(researcher, DIGGING, version="own-4")
    assert SuggestionDecision.objects.get(utility="digging").accepted_in.version == "own-4"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"uses": []}, "Tick one suggestion at least."),
        ({"uses": ["99-99"]}, "Select a valid choice"),
        ({"version": ""}, "This field is required."),
        ({"version": "own"}, "own is stored already with other files"),
        ({"key": "none"}, "This page was out of date"),
    ],
)
def test_what_does_not_fit_comes_back_with_its_ticks(said, wrong, researcher, own):
    coat_rows.suggested(HAULING)
    page = decide(researcher, HAULING, **said)
    assert page.status_code == 200 and wrong in page.content.decode()
    assert (b" checked>" in page.content) == ("uses" not in said)
    assert (CoatCatalogue.objects.count(), SuggestionDecision.objects.count()) == (1, 0)


def test_many_suggestions_take_as_many_queries_as_one(researcher, own):
    counts = []
    for uses in ([HAULING], [(name, "digging") for name in own_files().judged.objects]):
        coat_rows.suggested(*uses, model=f"model-{len(uses)}")
        read(researcher)
        with CaptureQueriesContext(connection) as asked:
            read(researcher)
        counts.append(len(asked))
    # Session, account, catalogue; versions, replies, suggestions, decisions, askings.
    assert counts == [8, 8]


def test_a_model_is_asked_once_however_often_the_form_is_sent(researcher, own, sent):
    key = uuid.uuid4()
    for _ in range(2):
        response = researcher.post(at("ask", "own"), {"key": key, "text": MODEL})
        assert response.url == at("suggestions", "own")
    row = UtilityAsking.objects.get()
    assert (row.model, row.made_by.username, set(sent)) == ("small", "researcher", {row.pk})
    assert "<b>small</b> Waits for a worker." in read(researcher)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "This field is required."),
        ("no toml", "This is no TOML"),
        ("[run]\n", "It has no table [model]."),
        ('[model]\nbackend = "openai"\n', "model.address"),
        ("model = 3", "model"),
    ],
)
def test_a_model_that_is_none_comes_back(text, wrong, researcher, own, sent):
    page = researcher.post(at("ask", "own"), {"key": uuid.uuid4(), "text": text})
    assert page.status_code == 200 and wrong in page.content.decode()
    assert not UtilityAsking.objects.exists() and not sent


def test_an_asking_that_failed_is_gone_on_with(researcher, own, sent):
    row = coat_rows.asking()
    told = {"status": "failed", "reason": "It was away.", "ended_at": own.created_at}
    UtilityAsking.objects.filter(pk=row.pk).update(**told)
    assert "Failed. It was away." in read(researcher)
    for _ in range(2):
        researcher.post(at("ask_again", "own", row.pk))
    row.refresh_from_db()
    assert (row.status, row.reason, sent) == ("queued", "", [row.pk])
    assert researcher.post(at("ask_again", "own", row.pk + 1)).status_code == 404


def test_a_poll_gets_who_is_asked_once_that_has_changed(researcher, own):
    row = coat_rows.asking()
    address, polled = at("askings", "own"), {"HX-Request": "true"}
    assert researcher.get(address).url == at("suggestions", "own")
    seen = read(researcher).partition("?seen=")[2].partition('"')[0]
    assert researcher.get(f"{address}?seen={seen}", headers=polled).status_code == 204
    UtilityAsking.objects.filter(pk=row.pk).update(done=8, planned=39)
    changed = researcher.get(f"{address}?seen={seen}", headers=polled).content.decode()
    assert "8 of 39 objects" in changed and "hx-get" in changed
    UtilityAsking.objects.filter(pk=row.pk).update(status="ready", ended_at=own.created_at)
    ended = researcher.get(f"{address}?seen={seen}", headers=polled).content.decode()
    assert "It has ended." in ended and "hx-get" not in ended
