"""A unit before an adjudicator as it is shown: as raters saw it, with what they said."""

import re

import pytest
from django.contrib.auth.models import User

from annotation.models import Consensus, Study, Unit
from annotation.services import consensus
from tests import adjudicating, studies
from tests.adjudicating import (
    PAIR,
    QUEUE,
    address,
    chosen,
    fields_of,
    listed,
    page,
    said,
    unit,
)
from tests.studies import NOW
from tests.unit.coat_units import KINDS, UNITS

pytestmark = pytest.mark.django_db
OTHERS = {
    "object_filter": (
        {"object": "mug", "name": "mug", "description": ""},
        {"discrete": "yes", "hidden_mechanism": "no"},
    ),
    "affordance_definition": (
        {"affordance": "roll", "definition": "It rolls.", "conditions": ""},
        {"verdict": "change", "definition": "It rolls on.", "conditions": "It is round."},
    ),
    "object_properties": (
        {
            "object": "mug",
            "description": "A mug.",
            "properties": {"material": {"clay": []}},
            "values": {"material": ["clay", "glass"]},
        },
        {"wrong": ["material:clay"], "missing": ["material:glass"]},
    ),
    "object_affordance": (PAIR, {"label": "yes"}),
    "oracle_answer": (
        {"object": "mug", "description": "A mug.", "question": "Is it red?", "answer": "no"},
        {"answer": "cannot_tell"},
    ),
}
COAT_ANSWERS = {
    "utility": {"utilities": ["binding"]},
    "context": {"objects": ["Rope"], "none_fits": [], "suggestion": "chain"},
    "common": {
        "mass": ["light"],
        "material": ["Hemp"],
        "temperature": ["RoomTemp"],
        "in_use": ["free"],
        "condition": ["clean"],
    },
    "ideal": {"temperature": ["Cold"], "in_use": ["free"], "condition": ["clean"]},
    "materials": {"material_Hemp": "ideal", "material_Nylon": "bad", "material_Paper": "bad"},
    "whole": {"configuration": "bad"},
    "ranking": {"order": ["Hemp", "Nylon"], "bad": ["Paper"]},
}
CARDS = OTHERS | {name: (UNITS[name], answer) for name, answer in COAT_ANSWERS.items()}


@pytest.fixture
def study():
    return adjudicating.five_units()


@pytest.fixture
def counted():
    return adjudicating.counted()


def test_a_unit_is_shown_as_raters_saw_it_with_votes_and_without_names(researcher, counted):
    found = page(researcher, counted, "u1")
    assert "A mug of clay." in found
    assert re.search(r"<b>2</b> Yes,\s+<b>1</b> No", found)
    assert ">a<" not in found and "names=1" in found
    assert "3 of 3 judgements" in found


def test_pseudonyms_are_shown_where_that_is_asked_for(researcher, counted):
    found = researcher.get(address(counted, "u1") + "&names=1").content.decode()
    assert re.findall(r'<span class="a">(\w)</span>', found) == ["a", "b", "c"]


def test_the_order_of_answers_does_not_tell_who_said_what(researcher, study):
    said(study, u0="nyy", u1="yyn")
    orders = [re.findall(r'<span class="q"><span>(\w+)<', page(researcher, study, key))
              for key in ("u0", "u1")]  # fmt: skip
    assert orders == [["No", "Yes", "Yes"]] * 2


def test_comments_and_skips_are_shown(researcher, study):
    studies.judged(unit(study), studies.rater(study, "a"), "no", comment="It has <no> lid.")
    studies.judged(unit(study), studies.rater(study, "b"), skip_reason="unclear", comment="Hm")
    found = page(researcher, study)
    assert "It has &lt;no&gt; lid." in found
    assert "Skipped: I do not understand it" in found


def test_who_judged_the_unit_is_told_so(researcher, counted):
    who = User.objects.get(username="researcher")
    counted.raters.filter(pseudonym="a").update(user=who, apart_since=NOW)
    assert "You judged this unit yourself" in page(researcher, counted)
    assert "You judged this unit yourself" not in page(researcher, counted, "u4")


@pytest.mark.parametrize("fields", [{"training": True}, {"gold": {"label": "yes"}}])
def test_units_that_are_for_all_are_not_adjudicated(researcher, counted, fields):
    Unit.objects.filter(key="u0").update(**fields)
    assert researcher.get(address(counted)).status_code == 404
    assert listed(researcher, "open") == ["u3"]


def test_a_unit_of_another_study_is_not_found(researcher, counted):
    other = studies.study(slug="other").units.first()
    assert researcher.get(f"{QUEUE}{other.pk}/").status_code == 404


@pytest.mark.parametrize("card", CARDS)
def test_every_kind_is_shown_taken_over_and_decided(researcher, study, card):
    snapshot, answer = CARDS[card]
    Study.objects.update(kind=KINDS[card].key if card in KINDS else card)
    study.units.update(snapshot=snapshot)
    studies.judged(unit(study), studies.rater(study, "a"), answer=answer)
    consensus.count(Study.objects.get(), now=NOW)
    html = researcher.get(address(study) + "&take=0").content.decode()
    sent = fields_of(html, reason="as the rater says", **chosen(html))
    done = researcher.post(address(study), sent)
    assert done.status_code == 302, problems(done)
    stands = dict(Consensus.objects.values_list("question", "value"))
    assert {name: value for name, value in stands.items() if value != ""} == answer


def problems(response):
    return re.findall(r'role="alert"[^>]*>([^<]*)', response.content.decode())


def test_a_unit_takes_no_more_queries_for_more_voices(researcher, study, django_assert_num_queries):
    said(study, u0="y--", u1="yyn")
    with django_assert_num_queries(11):
        page(researcher, study)
    with django_assert_num_queries(11):
        page(researcher, study, "u1")
