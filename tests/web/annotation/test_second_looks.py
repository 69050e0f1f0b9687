"""A decision is looked at a second time, disputed, taken back."""

import pytest

from annotation.models import Consensus
from annotation.services import leaving
from tests import adjudicating
from tests.adjudicating import (
    QUEUE,
    address,
    adjudicator,
    decide,
    fields_of,
    listed,
    page,
    signed_in,
)
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted():
    return adjudicating.counted()


def look(browser, study, agrees, note="", key="u0"):
    fields = {**fields_of(page(browser, study, key)), "agrees": agrees, "note": note}
    return browser.post(address(study, key, "second", "second-look/"), fields)


def test_somebody_else_looks_a_second_time(researcher, counted):
    decide(researcher, counted)
    assert look(signed_in("other", is_staff=True), counted, "yes").url == f"{QUEUE}?rule=second"
    assert Consensus.objects.get(unit__key="u0").second_agrees is True
    assert "other agrees" in page(researcher, counted)


def test_a_second_look_by_who_decided_is_refused(researcher, counted):
    decide(researcher, counted)
    assert "A second look is for somebody else." in page(researcher, counted)
    found = look(researcher, counted, "yes")
    assert found.status_code == 200
    assert "This decision is yours." in found.content.decode()
    assert Consensus.objects.get(unit__key="u0").second_by is None


def test_a_disagreement_needs_a_note_and_makes_the_unit_disputed(researcher, counted):
    decide(researcher, counted)
    other = signed_in("other", is_staff=True)
    assert "A note is needed." in look(other, counted, "no").content.decode()
    look(other, counted, "no", "it sinks")
    assert listed(researcher, "disputed") == ["u0"]
    assert listed(researcher, "decided") == []
    assert "it sinks" in page(researcher, counted)


def test_what_nobody_decided_has_no_second_look(researcher, counted):
    assert "There is no decision here" in look(researcher, counted, "yes").content.decode()


def test_a_look_at_another_decision_than_was_shown_is_a_conflict(researcher, counted):
    decide(researcher, counted)
    other = signed_in("other", is_staff=True)
    fields = {**fields_of(page(other, counted)), "agrees": "yes", "note": ""}
    decide(researcher, counted, label="no")
    found = other.post(address(counted, step="second-look/"), fields).content.decode()
    assert "This unit was changed while you looked at it." in found
    assert Consensus.objects.get(unit__key="u0").second_by is None


def test_a_decision_is_taken_back(researcher, counted):
    decide(researcher, counted)
    fields = fields_of(page(researcher, counted))
    back = researcher.post(address(counted, step="take-back/"), fields)
    assert back.url == address(counted)
    assert Consensus.objects.get(unit__key="u0").source == "counted"
    assert "Yes was taken back" in page(researcher, counted)


def test_another_decision_than_was_shown_is_not_taken_back(researcher, counted):
    decide(researcher, counted)
    fields = fields_of(page(researcher, counted))
    decide(researcher, counted, label="no")
    found = researcher.post(address(counted, step="take-back/"), fields).content.decode()
    assert "This unit was changed while you looked at it." in found
    assert Consensus.objects.get(unit__key="u0").value == "no"


def test_who_decided_and_withdrew_is_named_no_more(counted):
    decide(adjudicator(counted, "dora"), counted)
    other = adjudicator(counted, "emil")
    assert "dora" in page(other, counted)
    leaving.withdraw(counted.raters.get(pseudonym="dora"), now=NOW)
    found = page(other, counted)
    assert "a former adjudicator" in found
    assert "dora" not in found
