"""A model drafts sheets: leases, tries, and what is never written twice."""

from datetime import timedelta

import pytest

from annotation import stages
from annotation.models import DraftObject, SheetRevision
from annotation.services import decide, enrich, sheets
from games.llm.chat import ModelRefused, ModelUnavailable
from tests import drafts, make

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(hours=1)


@pytest.fixture
def row(draft):
    thing = drafts.thing(draft)
    enrich.ask_for(draft.pk)
    return thing


def run(row, model, now=make.NOW):
    (handled,) = enrich.enrich([row.pk], model, clock=lambda: now) or [None]
    row.refresh_from_db()
    return handled


def gone(seconds=None):
    return drafts.Model(ModelUnavailable("no server", seconds))


def test_a_sheet_is_drafted_with_its_first_revision(row):
    assert run(row, drafts.Model()).drafted
    assert (row.enrichment, row.revision, row.due_at) == ("drafted", 1, None)
    assert row.measures == drafts.SHEET["measures"]
    revision = SheetRevision.objects.get()
    assert (revision.number, revision.kind, revision.content) == (1, "model", drafts.SHEET)
    assert revision.by.startswith("scripted ")


def test_a_second_delivery_asks_nobody(row):
    model = drafts.Model()
    run(row, model)
    assert run(row, model, LATER) is None
    assert (len(model.asked), SheetRevision.objects.count()) == (1, 1)


def test_only_kept_objects_without_a_sheet_wait(draft, row):
    drafts.thing(draft, "b", stage="collected")
    drafts.thing(draft, "c", stage="dropped")
    run(row, drafts.Model())
    assert enrich.ask_for(draft.pk) == 0
    assert DraftObject.objects.filter(enrichment="waiting").count() == 0


def test_asking_twice_is_once(draft, row):
    assert enrich.ask_for(draft.pk) == 0
    drafts.thing(draft, "b")
    assert enrich.ask_for(draft.pk, object_ids=[row.pk]) == 0
    assert enrich.ask_for(draft.pk) == 1


def test_while_a_worker_is_at_it_no_other_is(row):
    DraftObject.objects.update(due_at=LATER)
    model = drafts.Model()
    assert run(row, model) is None
    assert model.asked == []


def test_a_worker_that_died_leaves_its_lease_to_run_out(row):
    DraftObject.objects.update(due_at=make.NOW, tries=1)
    assert run(row, drafts.Model(), LATER).drafted


def test_no_reply_gives_it_back_for_a_growing_pause(row):
    now = make.NOW
    for pause in enrich.PAUSES_SECONDS:
        assert run(row, gone(), now).again_in_seconds == pause
        assert row.due_at == now + timedelta(seconds=pause)
        assert run(row, drafts.Model(), now) is None
        now = row.due_at
    assert run(row, gone(), now).error == "No reply in 4 tries: no server"
    assert (row.enrichment, row.due_at) == ("failed", None)


def test_a_server_that_names_its_pause_is_heard(row):
    assert run(row, gone(77)).again_in_seconds == 77


def test_a_model_that_takes_too_long_is_asked_later(row, settings):
    settings.ROLE_TIMEOUT_SECONDS = 0.01
    assert run(row, drafts.Model(seconds=5)).again_in_seconds == 5


@pytest.mark.parametrize(
    ("said", "error"),
    [("no", "3 replies that cannot be stored"), (ModelRefused("no such model"), "no such model")],
)
def test_what_asking_again_does_not_mend_is_failed_with_its_reason(draft, row, said, error):
    assert error in run(row, drafts.Model(said)).error
    assert row.enrichment == "failed" and error in row.error
    assert enrich.ask_for(draft.pk) == 1
    assert run(row, drafts.Model()).drafted
    assert row.error == ""


def test_a_worker_that_never_ends_is_given_up_after_all_tries(row):
    DraftObject.objects.update(due_at=make.NOW, tries=4)
    assert run(row, drafts.Model(), LATER) is None
    assert (row.enrichment, row.error) == ("failed", "Given up after 4 tries that did not end.")


def test_what_a_person_wrote_meanwhile_stays(row, monkeypatch):
    content = drafts.SHEET | {"description": drafts.OTHERWISE}

    def corrected(rows, drafters):
        sheets.correct(row, content, revision=0, by="ana", now=make.NOW)
        return original(rows, drafters)

    original = enrich._draft_all
    monkeypatch.setattr(enrich, "_draft_all", corrected)
    assert not run(row, drafts.Model()).drafted
    assert (row.enrichment, row.description) == ("corrected", drafts.OTHERWISE)
    assert [each.by for each in SheetRevision.objects.all()] == ["ana"]


def test_what_was_dropped_meanwhile_gets_no_sheet(row, monkeypatch):
    def dropped(rows, drafters):
        decide.decide(row, stages.drop(stages.Kind.OBJECT, "duplicate"))
        return original(rows, drafters)

    original = enrich._draft_all
    monkeypatch.setattr(enrich, "_draft_all", dropped)
    assert not run(row, drafts.Model()).drafted
    assert (row.stage, row.enrichment) == ("dropped", "none")
    assert SheetRevision.objects.count() == 0


def test_many_are_drafted_at_the_same_time(draft):
    rows = [drafts.thing(draft, f"x{number}") for number in range(20)]
    enrich.ask_for(draft.pk)
    model = drafts.Model(seconds=0.05)
    handled = enrich.enrich([row.pk for row in rows], model, clock=lambda: make.NOW)
    assert all(each.drafted for each in handled) and len(handled) == 20
    assert len(model.asked) == 20


def test_each_waiting_object_is_handed_out_once_until_its_message_is_lost(row):
    assert enrich.hand_out(make.NOW) == [row.pk]
    assert enrich.hand_out(make.NOW) == []
    assert enrich.hand_out(make.NOW + timedelta(seconds=enrich.LOST_SECONDS)) == [row.pk]


def test_what_a_worker_is_at_or_pauses_is_not_handed_out(row):
    assert run(row, gone()).again_in_seconds == 5
    assert enrich.hand_out(make.NOW) == []
    DraftObject.objects.update(handed_out_at=None, due_at=LATER)
    assert enrich.hand_out(make.NOW) == []
    assert enrich.hand_out(LATER) == [row.pk]
