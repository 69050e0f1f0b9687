"""Who may adjudicate, and the queue."""

import re

import pytest

from annotation.models import Change, Consensus, Seat, Study, Unit
from annotation.services import consensus
from games.models import Affordance, AffordanceLabel, Catalogue, PhysicalObject
from tests import adjudicating, studies
from tests.adjudicating import PAIR, QUEUE, address, adjudicator, decide, listed, page, said, unit
from tests.studies import NOW
from tests.unit.coat_units import UNITS

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return adjudicating.five_units()


@pytest.fixture
def counted():
    return adjudicating.counted()


# Who may


@pytest.mark.parametrize("step", ["", "second-look/", "take-back/"])
@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
def test_a_rater_who_is_not_named_is_refused(counted, step, method):
    browser = adjudicator(counted, adjudicates=False)
    assert getattr(browser, method)(address(counted, step=step)).status_code == 403
    assert getattr(browser, method)(QUEUE).status_code == 403
    assert browser.post(f"{QUEUE}count/").status_code == 403
    assert not Change.objects.exists()


def test_an_adjudicator_of_another_study_is_refused(counted):
    other = studies.study(slug="other")
    assert adjudicator(other).get(QUEUE).status_code == 403


def test_a_stranger_is_led_to_the_sign_in_page(client, counted):
    assert client.get(QUEUE).status_code == 302
    assert client.post(address(counted)).status_code == 302
    assert not Change.objects.exists()


def test_an_adjudicator_who_was_removed_is_refused(counted):
    assert adjudicator(counted, removed_at=NOW).get(QUEUE).status_code == 403


def test_a_named_rater_decides(counted):
    Study.objects.update(status="closed")
    browser = adjudicator(counted)
    assert browser.get(QUEUE).status_code == 200
    assert decide(browser, counted).status_code == 302
    assert Consensus.objects.get(unit__key="u0").decided_by.username == "account-dora"


def test_who_may_still_be_asked_to_judge_a_unit_does_not_see_what_was_said(counted):
    browser = adjudicator(counted)
    assert browser.get(address(counted)).status_code == 404
    assert browser.get(address(counted, "u1")).status_code == 200
    assert "u0" not in browser.get(QUEUE).content.decode()
    Seat.objects.filter(unit__key="u0", judged_at=None).delete()
    assert browser.get(address(counted)).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_queue_is_only_read(researcher, counted, method):
    assert getattr(researcher, method)(QUEUE).status_code == 405


@pytest.mark.parametrize("step", ["second-look/", "take-back/"])
def test_the_steps_are_only_posted(researcher, counted, step):
    assert researcher.get(address(counted, step=step)).status_code == 405
    assert researcher.get(f"{QUEUE}count/").status_code == 405


# The queue


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        ("open", ["u0", "u3"]),
        ("nonsense", ["u0", "u3"]),
        ("split", ["u0", "u1", "u3"]),
        ("doubted", ["u3"]),
        ("disputed", []),
        ("second", []),
        ("decided", []),
    ],
)
def test_each_rule_lists_its_units(researcher, counted, rule, keys):
    assert listed(researcher, rule) == keys


def test_a_decided_unit_leaves_its_queue_and_waits_for_a_second_look(researcher, counted):
    decide(researcher, counted)
    assert listed(researcher, "open") == ["u3"]
    assert listed(researcher, "split") == ["u1", "u3"]
    assert listed(researcher, "second") == listed(researcher, "decided") == ["u0"]


def test_units_against_the_released_label_are_listed(researcher, counted):
    catalogue = Catalogue.objects.create(version="v1", sha256="a", vocabulary=[])
    thing = PhysicalObject.objects.create(catalogue=catalogue, key="mug", sha256="b")
    for key, answer in (("roll", "yes"), ("float", "no"), ("bend", "not_deducible")):
        affordance = Affordance.objects.create(catalogue=catalogue, key=key, requires=1)
        AffordanceLabel.objects.create(
            physical_object=thing, affordance=affordance, answer=answer,
            decided="consensus", raters="people", reason="why",
        )  # fmt: skip
    assert "released" not in researcher.get(QUEUE).content.decode()
    Study.objects.update(catalogue=catalogue)
    # Counted: u1 yes, u2 yes; u0 and u3 are open. Nothing is counted against u0.
    for key, name in (("u0", "mug roll"), ("u1", "mug float"), ("u2", "mug bend")):
        Unit.objects.filter(key=key).update(key=name)
    found = researcher.get(f"{QUEUE}?rule=released").content.decode()
    assert re.findall(r'<th scope="row"><a[^>]*>([\w ]+)</a>', found) == ["mug float", "mug bend"]
    assert "The released catalogue says <b>no</b>" in page(researcher, counted, "mug float")


def test_an_order_that_is_not_everybodys_is_not_unanimous(researcher, study):
    Study.objects.update(kind="material_ranking")
    study.units.update(snapshot=UNITS["ranking"])
    raters = [studies.rater(study, name) for name in "ab"]
    one, other = ["Hemp", "Nylon", "Paper"], ["Nylon", "Hemp", "Paper"]
    for key, orders in (("u0", (one, one)), ("u1", (one, other))):
        for rater, order in zip(raters, orders, strict=True):
            studies.judged(unit(study, key), rater, answer={"order": order, "bad": []})
    consensus.count(Study.objects.get(), now=NOW)
    assert listed(researcher, "split") == ["u1"]


def test_the_queue_says_how_many_units_each_rule_has(researcher, counted):
    found = researcher.get(QUEUE).content.decode()
    numbers = re.findall(r'rule=(\w+)"[^>]*>[^<(]* \((\d+)\)</a>', found)
    assert dict(numbers) == {
        "open": "2", "split": "3", "doubted": "1", "disputed": "0", "second": "0", "decided": "0",
    }  # fmt: skip


def test_the_queue_shows_votes_without_names(researcher, counted):
    found = researcher.get(f"{QUEUE}?rule=split").content.decode()
    assert "2 Yes, 1 No" in found
    assert "1 No, 1 Unsure" in found


def test_a_study_that_nobody_judged_says_so(researcher, study):
    found = researcher.get(QUEUE).content.decode()
    assert "Nothing has been counted yet" in found
    assert "Count first" in found


def test_count_again_counts_what_came_in_and_says_what_it_did(researcher, counted):
    said(counted, u0="--y")
    found = researcher.post(f"{QUEUE}count/").content.decode()
    assert "0 new, 1 changed, 1 open" in found
    assert Consensus.objects.get(unit__key="u0").value == "yes"


def test_the_list_takes_as_many_queries_for_fifty_units_as_for_two(
    researcher, counted, django_assert_num_queries
):
    with django_assert_num_queries(18):
        researcher.get(f"{QUEUE}?rule=split")
    made = Unit.objects.bulk_create(
        Unit(study=counted, key=f"more{n}", snapshot=PAIR) for n in range(60)
    )
    Consensus.objects.bulk_create(
        Consensus(
            unit=each, question="label", votes={"yes": 1, "no": 1}, answered=2, counted_at=NOW
        )
        for each in made
    )
    with django_assert_num_queries(18):
        found = researcher.get(f"{QUEUE}?rule=split").content.decode()
    assert "Page 1 of 2" in found
