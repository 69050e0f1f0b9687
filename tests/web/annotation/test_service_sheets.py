"""A person's corrections, each kept."""

import pytest

from annotation.models import SheetRevision
from annotation.services import enrich, sheets
from annotation.services.sheets import SheetChanged
from tests import drafts, make

pytestmark = pytest.mark.django_db
OTHER = drafts.SHEET | {"description": drafts.OTHERWISE}


@pytest.fixture
def row(draft):
    thing = drafts.thing(draft)
    enrich.ask_for(draft.pk)
    enrich.enrich([thing.pk], drafts.Model(), clock=lambda: make.NOW)
    thing.refresh_from_db()
    return thing


def correct(row, content, revision, by="ana"):
    return sheets.correct(row, content, revision=revision, by=by, now=make.NOW)


def history():
    return list(SheetRevision.objects.values_list("number", "kind", "by"))[1:]


def test_a_correction_is_the_next_revision(row):
    assert correct(row, OTHER, 1) == ()
    assert (row.enrichment, row.revision, row.description) == ("corrected", 2, drafts.OTHERWISE)
    assert history() == [(2, "person", "ana")]
    assert SheetRevision.objects.first().content == drafts.SHEET


def test_a_draft_can_be_confirmed_as_it_is(row):
    correct(row, drafts.SHEET, 1)
    assert (row.enrichment, history()) == ("corrected", [(2, "person", "ana")])


def test_the_same_correction_twice_is_once(row):
    for _ in range(2):
        correct(row, OTHER, 1)
    assert history() == [(2, "person", "ana")]


def test_two_people_do_not_overwrite_each_other_unseen(row):
    correct(row, OTHER, 1)
    with pytest.raises(SheetChanged, match="whimplet was changed meanwhile"):
        correct(row, drafts.SHEET, 1, by="ben")
    assert history() == [(2, "person", "ana")]
    correct(row, drafts.SHEET, 2, by="ben")
    assert history() == [(2, "person", "ana"), (3, "person", "ben")]


def test_what_a_catalogue_file_would_refuse_is_not_stored(row):
    (error,) = correct(row, OTHER | {"properties": {"shape": {"steel": []}}}, 1)
    assert str(error) == "sheet: properties.shape.steel: steel is no shape of the vocabulary."
    assert (row.revision, history()) == (1, [])


def test_a_person_may_write_a_sheet_that_no_model_drafted(draft):
    thing = drafts.thing(draft, "b", enrichment="failed", error="no")
    assert correct(thing, drafts.SHEET, 0) == ()
    assert (thing.enrichment, thing.error, thing.revision) == ("corrected", "", 1)
