"""The worker's edge: what the rows say is due is sent, and a task does one object."""

import pytest

from annotation import backends, tasks
from annotation.services import enrich
from games.llm.chat import ModelUnavailable
from tests import drafts

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(draft, settings):
    settings.WORKSHOP_MODEL = "vrelk-70b"
    thing = drafts.thing(draft)
    enrich.ask_for(draft.pk)
    return thing


def test_the_sweep_sends_what_waits_once(row, enqueued):
    tasks.sweep()
    tasks.sweep()
    assert enqueued == [row.pk]


def test_without_a_model_the_sweep_sends_nothing(row, enqueued, settings):
    settings.WORKSHOP_MODEL = ""
    tasks.sweep()
    assert enqueued == []


def test_a_task_drafts_one_sheet_and_twice_is_once(row, monkeypatch):
    model = drafts.Model()
    monkeypatch.setattr(backends, "drafting_model", lambda: model)
    tasks.draft_sheet(row.pk)
    tasks.draft_sheet(row.pk)
    row.refresh_from_db()
    assert (row.enrichment, len(model.asked)) == ("drafted", 1)


def test_a_task_without_a_reply_comes_back_after_its_pause(row, monkeypatch):
    model = drafts.Model(ModelUnavailable("no server"))
    monkeypatch.setattr(backends, "drafting_model", lambda: model)
    sent = []
    monkeypatch.setattr(
        tasks.draft_sheet, "apply_async", lambda *a, **named: sent.append((a, named))
    )
    tasks.draft_sheet(row.pk)
    assert sent == [(((row.pk,),), {"countdown": 5})]


def test_the_model_is_built_from_the_settings(settings):
    settings.WORKSHOP_MODEL, settings.MODEL_BACKEND = "vrelk-70b", "openai"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:1/v1"
    assert backends.drafting_model().name.endswith("vrelk-70b")
