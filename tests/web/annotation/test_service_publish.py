"""Publishing: a new catalogue that can be played, documents, and when it is refused."""

import json

import pytest
from django.contrib.auth.models import User

from annotation.models import Consensus, Publication, Study
from annotation.services import adjudicate, consensus, leaving, publish
from annotation.services.publish import PublishRefused
from games import selectors
from games.models import AffordanceLabel, Catalogue, Play
from tests import studies
from tests.unit.coat_units import UNITS
from tests.web.annotation import publishing

pytestmark = pytest.mark.django_db
# thing_one has affordances a and b, thing_two b and c, thing_three c and d.
WRONG = "thing_one affordance_a"
RIGHT = "thing_two affordance_b"


@pytest.fixture
def researcher() -> User:
    return User.objects.create_user("researcher", is_staff=True)


@pytest.fixture
def labels() -> Study:
    """People say no where the draft says yes, and agree on another label."""
    study = publishing.label_study(publishing.playable(), WRONG, RIGHT)
    publishing.judge(study, WRONG, "no", "no", "yes")
    publishing.judge(study, RIGHT, "yes", "yes", "yes")
    return study


def published(study, **fields) -> Publication:
    named = {"by": None, "now": studies.NOW, "version": "vrelk-2"}
    return publish.publish(study, **named | fields)


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


def test_open_units_refuse_it_by_name(labels):
    publishing.tie(labels, RIGHT)
    with pytest.raises(PublishRefused, match=f"1 unit is open: {RIGHT}") as refused:
        published(labels)
    assert refused.value.about == "leave_open"
    assert Catalogue.objects.count() == 1


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


def test_a_unit_that_the_catalogue_has_not_refuses_it_by_name():
    study = publishing.label_study(publishing.playable(), "splindow affordance_a")
    publishing.judge(study, "splindow affordance_a", "no", "no", "no")
    with pytest.raises(PublishRefused, match="splindow affordance_a: The catalogue has no such"):
        published(study)


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


def test_the_manifest_says_what_it_came_from(labels):
    made = published(labels).catalogue
    assert made.provenance == (
        "made for tests Revised by study vrelk, version 1 (labels of objects and affordances):"
        " 2 of 2 units decided."
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
