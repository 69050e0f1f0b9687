"""What keeps a study from being published, and what is published without some of its units."""

import json

import pytest
from django.contrib.auth.models import User

from annotation.models import Consensus, Publication, Study
from annotation.services import adjudicate, leaving
from annotation.services.publish import PublishRefused
from games.models import AffordanceLabel, Catalogue
from tests import studies
from tests.unit.coat_units import UNITS
from tests.web.annotation import publishing
from tests.web.annotation.publishing import RIGHT, WRONG, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def labels() -> Study:
    return publishing.two_labels()


@pytest.fixture
def researcher() -> User:
    return User.objects.create_user("researcher", is_staff=True)


def label_of(catalogue: Catalogue, key: str) -> AffordanceLabel:
    one, affordance = key.split()
    return AffordanceLabel.objects.get(
        physical_object__catalogue=catalogue,
        physical_object__key=one,
        affordance__key=affordance,
    )


def test_open_units_refuse_it_by_name(labels):
    publishing.tie(labels, RIGHT)
    with pytest.raises(PublishRefused, match=f"1 unit is open: {RIGHT}") as refused:
        published(labels)
    assert refused.value.about == "leave_open"
    assert Catalogue.objects.count() == 1


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("", "Give the new catalogue a version name"),
        ("invented-1", "There is a catalogue invented-1 already"),
        ("no spaces", "letters, digits, hyphens and underscores only"),
        ("x" * 51, "51 characters; 50 at most"),
    ],
)
def test_a_version_name_that_cannot_be_is_refused(labels, version, sentence):
    with pytest.raises(PublishRefused, match=sentence) as refused:
        published(labels, version=version)
    assert refused.value.about == "version"
    assert not Publication.objects.exists()


@pytest.fixture
def unfit(labels) -> Study:
    """One of two decided units is about what the catalogue does not have."""
    labels.units.filter(key=RIGHT).update(key="splindow affordance_a")
    return labels


def test_a_unit_that_the_catalogue_has_not_refuses_it_by_name(unfit):
    with pytest.raises(
        PublishRefused, match="splindow affordance_a: The catalogue has no such pair"
    ) as refused:
        published(unfit, leave_open=True)
    assert refused.value.about == "leave_misfits"
    assert not Publication.objects.exists()


def test_what_does_not_fit_is_left_out_if_asked_and_is_named(unfit):
    made = published(unfit, leave_misfits=True)
    about = json.loads(made.files["publication.json"])
    assert (about["units"], about["decided"]) == (2, 1)
    assert about["left_out"] == {"splindow affordance_a": ["The catalogue has no such pair."]}
    assert label_of(made.catalogue, WRONG).answer == "no"
    assert "1 left out since they do not fit" in made.catalogue.provenance


def test_values_that_are_left_out_are_marked_in_the_provenance(unfit):
    rows = published(unfit, leave_misfits=True).files["provenance.jsonl"].splitlines()
    told = {row["unit"]: row["left_out"] for row in map(json.loads, rows)}
    assert told == {WRONG: False, "splindow affordance_a": True}


def test_to_leave_out_what_does_not_fit_leaves_no_open_unit(unfit):
    publishing.tie(unfit, WRONG)
    with pytest.raises(PublishRefused, match=f"1 unit is open: {WRONG}"):
        published(unfit, leave_misfits=True)


def test_where_no_decided_unit_fits_there_is_nothing_to_publish(unfit):
    unfit.units.filter(key=WRONG).update(key="quomb affordance_a")
    with pytest.raises(PublishRefused, match="No decided unit fits"):
        published(unfit, leave_misfits=True)


def test_of_two_units_about_the_same_the_first_is_published_if_asked():
    study = publishing.study("object_utility", dict.fromkeys(("u1", "u2"), UNITS["utility"]))
    for key, utility in (("u1", "cutting"), ("u2", "binding")):
        publishing.stand(study, key, [utility], question="utilities")
    made = published(study, version="", leave_misfits=True)
    assert json.loads(made.files["objects.json"]) == {"binding": [], "cutting": ["Rope"]}
    assert json.loads(made.files["publication.json"])["left_out"] == {
        "u2": ["It is about Rope, as u1 is."]
    }


def test_judgements_that_no_count_has_seen_refuse_it(labels):
    late = studies.rater(labels, "dan")
    later = studies.NOW.replace(hour=13)
    studies.judged(labels.units.get(key=RIGHT), late, extra="", at=later)
    with pytest.raises(PublishRefused, match="1 unit would be counted otherwise now"):
        published(labels)


def test_an_answer_that_was_changed_since_refuses_it_whatever_was_decided_later(labels, researcher):
    """The time of a decision says nothing of what else was counted."""
    first = labels.units.get(key=WRONG).judgements.first()
    first.answer, first.at = {"label": "yes"}, studies.NOW
    first.save()
    unit = labels.units.get(key=RIGHT)
    later = studies.NOW.replace(hour=13)
    seen = adjudicate.standing_of(unit).seen
    adjudicate.decide(unit, {"label": "no"}, "Seen.", researcher, now=later, seen=seen)
    with pytest.raises(PublishRefused, match="1 unit would be counted otherwise now"):
        published(labels)


def test_who_was_taken_back_is_not_published_before_they_are_counted(labels):
    """Of no, no, yes the third is left out; a unit that is without votes then is not counted."""
    last = labels.raters.order_by("pk").last()
    leaving.leave_out(last, "bot", now=studies.NOW)
    Consensus.objects.filter(unit__key=WRONG).delete()
    leaving.take_back(last, now=studies.NOW)
    with pytest.raises(PublishRefused, match="1 unit would be counted otherwise now"):
        published(labels)


def test_the_vote_of_who_withdrew_decides_nothing(labels):
    """No, no, yes: once a no is gone it is a tie, which is open."""
    leaving.withdraw(labels.raters.order_by("pk").first(), now=studies.NOW)
    with pytest.raises(PublishRefused, match=f"1 unit is open: {WRONG}"):
        published(labels)


def test_without_any_decision_there_is_nothing_to_publish():
    study = publishing.label_study(publishing.playable(), WRONG)
    with pytest.raises(PublishRefused, match="No unit is decided yet"):
        published(study, leave_open=True)


def test_a_catalogue_that_breaks_its_own_rules_is_stored_neither(labels):
    # An affordance without conditions is no row that can be imported.
    labels.catalogue.affordances.filter(key="affordance_j").update(conditions="")
    with pytest.raises(PublishRefused, match="breaks its own rules"):
        published(labels)
    assert (Catalogue.objects.count(), Publication.objects.count()) == (1, 0)
