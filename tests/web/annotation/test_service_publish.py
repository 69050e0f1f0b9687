"""Publishing: a new catalogue that can be played, or documents."""

import json

import pytest
from django.contrib.auth.models import User

from annotation.models import Consensus, Study
from annotation.publishing.settled import SecondLooks
from annotation.services import consensus, publish
from annotation.services.publish import PublishRefused
from games import selectors
from games.models import AffordanceLabel, Catalogue, Play
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


def test_a_new_catalogue_has_the_labels_of_people(labels):
    made = published(labels).catalogue
    told = [
        (row.answer, row.decided, row.raters)
        for row in (label_of(made, WRONG), label_of(made, RIGHT))
    ]
    assert told == [("no", "consensus", "people"), ("yes", "consensus", "people")]


def test_the_old_catalogue_stays_as_it_was(labels):
    published(labels)
    row = label_of(labels.catalogue, WRONG)
    assert (row.answer, row.decided, row.raters) == ("yes", "draft", "model")


def test_the_new_catalogue_is_the_newest_and_its_games_are_right(labels):
    made = published(labels).catalogue
    assert selectors.newest_catalogue() == made
    for game in made.games.all():
        told = {
            row.affordance.key: row.answer
            for row in game.physical_object.labels.select_related("affordance")
        }
        wanted = {key: "yes" if key == game.target.key else "no" for key in game.candidates}
        assert wanted == {key: told[key] for key in game.candidates}


def test_a_free_game_of_the_new_catalogue_can_be_started(client, labels):
    made = published(labels).catalogue
    client.post("/plays/")
    (play,) = Play.objects.all()
    assert play.game.catalogue == made


def test_an_adjudicated_label_is_told_from_a_majority(labels, researcher):
    publishing.decide(labels, WRONG, "unsure", researcher, reason="Nobody can say.")
    row = label_of(published(labels).catalogue, WRONG)
    assert (row.answer, row.decided, row.reason) == (
        "not_deducible",
        "adjudication",
        "Nobody can say.",
    )


def test_open_units_stay_as_they_were_if_asked_and_are_named(labels):
    publishing.tie(labels, RIGHT)
    made = published(labels, leave_open=True)
    row = label_of(made.catalogue, RIGHT)
    assert (row.answer, row.decided, row.raters) == ("yes", "draft", "model")
    assert json.loads(made.files["publication.json"])["left_open"] == {RIGHT: ["label"]}


def test_the_same_values_are_published_once(labels):
    first = published(labels)
    with pytest.raises(PublishRefused, match="Nothing changed since publication 1"):
        published(labels, version="vrelk-3")
    assert first.number == 1
    assert Catalogue.objects.count() == 2


def test_other_values_make_the_next_publication(labels, researcher):
    published(labels)
    publishing.decide(labels, RIGHT, "no", researcher)
    assert published(labels, version="vrelk-3").number == 2


def test_the_plan_counts_decisions_that_nobody_looked_at_and_disputed_ones(labels, researcher):
    publishing.decide(labels, WRONG, "no", researcher)
    publishing.decide(labels, RIGHT, "no", researcher)
    assert publish.plan(labels).looks == SecondLooks(waiting=2, disputed=0)
    second = User.objects.create_user("second")
    Consensus.objects.filter(unit__key=RIGHT).update(
        second_by=second, second_agrees=False, second_at=studies.NOW
    )
    assert publish.plan(labels).looks == SecondLooks(waiting=1, disputed=1)


def test_the_manifest_says_what_it_came_from(labels):
    made = published(labels).catalogue
    assert made.provenance == (
        "invented-1 revised by study vrelk, version 1 (labels of objects and affordances):"
        " 2 of 2 units decided and in it. invented-1 says of itself: made for tests"
    )


def test_a_new_version_has_its_name_at_the_end_of_its_title(labels, researcher):
    first = published(labels).catalogue
    assert first.title == f"{labels.catalogue.title} (vrelk-2)"
    later = publishing.label_study(first, WRONG, slug="later")
    publishing.judge(later, WRONG, "yes", "yes", "yes")
    assert published(later, version="vrelk-3").catalogue.title == (
        f"{labels.catalogue.title} (vrelk-3)"
    )


def test_dropped_objects_are_gone_with_their_games(researcher):
    catalogue = publishing.playable()
    snapshot = {"object": "thing_two", "name": "thing two", "description": ""}
    study = publishing.study("object_filter", {"thing_two": snapshot}, catalogue=catalogue)
    publishing.stand(study, "thing_two", "no", question="discrete")
    publishing.stand(study, "thing_two", "no", question="hidden_mechanism")
    made = published(study)
    assert not made.catalogue.physical_objects.filter(key="thing_two").exists()
    assert "thing_two" in made.files["changes.jsonl"]
    about = json.loads(made.files["publication.json"])["catalogue"]["games"]
    assert about["fallen"] == ["g1"]


def test_edited_properties_make_another_sheet():
    catalogue = publishing.playable()
    snapshot = {
        "object": "thing_one",
        "description": "A thing.",
        "properties": {"material": {"steel": []}},
        "values": {"material": ["steel", "wood"]},
    }
    study = publishing.study("object_properties", {"thing_one": snapshot}, catalogue=catalogue)
    publishing.stand(study, "thing_one", ["material:steel"], question="wrong")
    publishing.stand(study, "thing_one", ["material:wood"], question="missing")
    thing = published(study).catalogue.physical_objects.get(key="thing_one")
    assert [row.value for row in thing.properties.all()] == ["wood"]
    assert thing.sha256 != catalogue.physical_objects.get(key="thing_one").sha256


def test_documents_are_kept_with_their_hash():
    study = publishing.study("object_utility", {"u1": UNITS["utility"]})
    publishing.stand(study, "u1", ["cutting"], question="utilities")
    made = published(study, version="")
    assert made.catalogue is None
    assert json.loads(made.files["objects.json"]) == {"binding": [], "cutting": ["Rope"]}
    assert set(made.files) == {"objects.json", "provenance.jsonl", "publication.json"}


def test_units_that_are_for_all_are_not_published(labels):
    labels.units.filter(key=RIGHT).update(training=True)
    assert [each.key for each in publish.plan(labels).outcome.decided] == [WRONG]


def test_counted_votes_are_published_from_judgement_to_label():
    study = publishing.label_study(publishing.playable(), WRONG)
    for rater, label in zip(publishing.raters(study), ("no", "no", "yes"), strict=True):
        studies.judged(study.units.get(), rater, label)
    consensus.count(study, now=studies.NOW)
    made = published(study)
    assert label_of(made.catalogue, WRONG).answer == "no"
    assert json.loads(made.files["provenance.jsonl"])["votes"] == {"no": 2, "yes": 1}


def test_no_file_names_a_rater(labels):
    files = published(labels).files
    for rater in labels.raters.all():
        assert not [name for name, text in files.items() if rater.pseudonym in text]
