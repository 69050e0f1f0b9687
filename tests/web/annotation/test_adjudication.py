"""Who may adjudicate, and the queue."""

import re
import uuid

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Consensus, Judgement, Rater, Seat, Study, Unit
from annotation.services import consensus, enrolment, judging, seats
from annotation.services.seats import Closed
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


@pytest.mark.parametrize(
    "fields",
    [
        {"removed_at": NOW},
        {"left_out_at": NOW, "left_out_reason": "bot"},
        {"agreed_at": None, "consent_text": None},
    ],
)
def test_an_adjudicator_who_takes_no_part_is_refused(counted, fields):
    browser = adjudicator(counted, **fields)
    assert browser.get(QUEUE).status_code == 403
    assert browser.post(f"{QUEUE}apart/").status_code == 403
    assert browser.post(f"{QUEUE}count/").status_code == 403


def test_a_named_rater_decides(counted):
    studies.become("closed")
    browser = adjudicator(counted)
    assert browser.get(QUEUE).status_code == 200
    assert decide(browser, counted).status_code == 302
    assert Consensus.objects.get(unit__key="u0").decided_by.username == "account-dora"


def test_an_adjudicator_sees_units_that_raters_still_judge(counted):
    browser = adjudicator(counted)
    assert browser.get(address(counted)).status_code == 200
    assert "u0" in browser.get(QUEUE).content.decode()


# A researcher who rates


@pytest.fixture
def rating(researcher, counted):
    """A researcher who judges in the study, too."""
    who = User.objects.get(username="researcher")
    return studies.rater(counted, "quomb", user=who)


@pytest.mark.parametrize("status", ["open", "closed"])
@pytest.mark.parametrize("fields", [{}, {"removed_at": NOW}])
def test_who_judges_sees_nothing_before_they_judge_no_more(
    researcher, counted, rating, status, fields
):
    studies.become(status)
    Rater.objects.filter(pk=rating.pk).update(**fields)
    for here in (QUEUE, address(counted)):
        found = researcher.get(here, follow=True).content.decode()
        assert "I judge no more; show me the units" in found
        assert "Yes" not in found
    rating.refresh_from_db()
    assert rating.apart_since is None


def test_who_judges_decides_nothing(researcher, counted, rating):
    fields = {"reason": "so", "a.label": "yes", "seen": "x", "key": uuid.uuid4(), "revision": "0"}
    for step in ("", "second-look/", "take-back/"):
        led = researcher.post(address(counted, step=step), fields)
        assert led.url == f"{QUEUE}apart/"
    led = researcher.post(f"{QUEUE}count/", headers={"HX-Request": "true"})
    assert led.headers["HX-Redirect"] == f"{QUEUE}apart/"
    assert not Change.objects.exists()


def test_who_judges_no_more_sees_the_units_and_judges_no_more(researcher, counted, rating):
    seat = seats.hand_out(rating, now=NOW)
    found = researcher.post(f"{QUEUE}apart/", follow=True).content.decode()
    assert "Without majority (2)" in found
    rating.refresh_from_db()
    since = rating.apart_since
    assert since
    assert not Seat.objects.filter(rater=rating).exists()
    said = studies.shown(rating, seat.unit, studies.said())
    with pytest.raises(Closed) as closed:
        judging.judge(rating, seat.unit, said, now=NOW)
    assert closed.value.reason == "apart"
    researcher.post(f"{QUEUE}apart/")
    rating.refresh_from_db()
    assert rating.apart_since == since


def test_a_researcher_who_does_not_rate_is_asked_nothing(researcher, counted):
    assert researcher.get(f"{QUEUE}apart/").url == QUEUE
    assert researcher.post(f"{QUEUE}apart/").url == QUEUE
    assert researcher.put(f"{QUEUE}apart/").status_code == 405


def test_a_stranger_is_asked_nothing(client, counted):
    assert adjudicator(counted, adjudicates=False).get(f"{QUEUE}apart/").status_code == 403
    assert client.get(f"{QUEUE}apart/").status_code == 302


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_queue_is_only_read(researcher, counted, method):
    assert getattr(researcher, method)(QUEUE).status_code == 405


@pytest.mark.parametrize("step", ["second-look/", "take-back/"])
def test_the_steps_are_only_posted(researcher, counted, step):
    there = address(counted, step=step)
    assert researcher.put(there).status_code == 405
    assert researcher.get(there).url == there.partition(step)[0]
    assert researcher.get(f"{QUEUE}count/").url == QUEUE


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


def test_the_queue_says_what_was_decided(researcher, counted):
    decide(researcher, counted, label="no")
    state = r'data-is="State:">decided: <b>No</b></td>'
    for rule in ("second", "decided"):
        assert state in researcher.get(f"{QUEUE}?rule={rule}").content.decode()
    assert "<b>No</b>" not in researcher.get(f"{QUEUE}?rule=split").content.decode()


def test_of_several_questions_each_decision_is_told_with_its_question(researcher):
    study = studies.study(kind="configuration_rating", units=1)
    study.units.update(snapshot=UNITS["materials"])
    user = User.objects.get(username="researcher")
    for name, value in (("material_Hemp", "bad"), ("material_Nylon", "ideal")):
        Consensus.objects.create(
            unit=study.units.get(), question=name, value=value, votes={}, answered=0,
            source="adjudicated", reason="so", decided_by=user, decided_at=NOW, counted_at=NOW,
        )  # fmt: skip
    found = researcher.get(f"{QUEUE}?rule=decided").content.decode()
    assert "decided: <b>rope made of Hemp Bad</b><br><b>rope made of Nylon Ideal</b></td>" in found


def test_rules_stand_by_whether_anything_is_to_decide(researcher, counted):
    found = researcher.get(QUEUE).content.decode()
    waiting, decided = re.findall(
        r'<nav class="tabs" aria-label="(?:To decide|Decided so far)".*?</nav>', found, re.DOTALL
    )
    assert re.findall(r"rule=(\w+)", waiting) == ["open", "split", "doubted"]
    assert re.findall(r"rule=(\w+)", decided) == ["disputed", "second", "decided"]


def test_a_unit_is_named_in_words_with_its_key_where_that_says_more(researcher, counted):
    named = r'rule=split">([^<]*)</a>(?:<small class="quiet">([^<]*)</small>)?</th>'
    Unit.objects.filter(key="u0").update(key="mug roll")
    found = researcher.get(f"{QUEUE}?rule=split").content.decode()
    assert re.findall(named, found)[:2] == [("mug: roll", ""), ("mug: roll", "u1")]


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
    assert listed(researcher, "released") == ["mug float", "mug bend"]
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
    found = researcher.get(f"{QUEUE}?rule=split").content.decode()
    assert "1 Hemp &lt; Nylon &lt; Paper, 1 Nylon &lt; Hemp &lt; Paper" in found
    of_unit = page(researcher, study, "u0")
    assert "<b>2</b> Hemp &lt; Nylon &lt; Paper" in of_unit


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
    for words in ("Without majority (not counted yet)", "Not unanimous (not counted yet)"):
        assert words in found
    # Known without a count: nobody skipped, and nobody decided.
    assert "Skipped or unsure (0)" in found and "Decided (0)" in found
    assert "No unit is in this list." in researcher.get(f"{QUEUE}?rule=doubted").content.decode()


def test_count_again_counts_what_came_in_and_says_what_it_did(researcher, counted):
    said(counted, u0="--y")
    found = researcher.post(f"{QUEUE}count/").content.decode()
    assert (
        "0 for the first time, 1 with another result than before; 1 left for an adjudicator."
        in found
    )
    assert Consensus.objects.get(unit__key="u0").value == "yes"


@pytest.mark.parametrize("goes", ["change", "leave out", "withdraw"])
def test_the_list_says_what_would_be_counted_otherwise_now(researcher, counted, goes):
    """A vote for u0, the only unit that nobody counts again by itself, is another or comes back."""
    ana = counted.raters.get(pseudonym="a")
    if goes == "change":
        Judgement.objects.filter(unit__key="u0", rater=ana).update(
            answer={"label": "no"}, revision=2
        )
        assert "1 unit would be counted otherwise now" in researcher.get(QUEUE).content.decode()
        researcher.post(f"{QUEUE}count/")
    elif goes == "leave out":
        enrolment.leave_out(ana, "bot", now=NOW)
    else:
        enrolment.withdraw(ana, now=NOW)
    assert "counted otherwise" not in researcher.get(QUEUE).content.decode()
    votes = Consensus.objects.get(unit__key="u0").votes
    assert votes == ({"no": 2} if goes == "change" else {"no": 1})


def test_the_list_takes_as_many_queries_for_fifty_units_as_for_two(
    researcher, counted, django_assert_num_queries
):
    researcher.get(QUEUE)  # the process knows then what is not counted
    with django_assert_num_queries(20):
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
    researcher.get(QUEUE)
    with django_assert_num_queries(20):
        found = researcher.get(f"{QUEUE}?rule=split").content.decode()
    assert "Page 1 of 2" in found
