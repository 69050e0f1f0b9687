"""A unit before an adjudicator: as it is shown, decided, looked at again, taken back."""

import re

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Consensus, Study, Unit
from annotation.services import consensus, leaving
from tests import adjudicating, studies
from tests.adjudicating import (
    PAIR,
    QUEUE,
    address,
    adjudicator,
    chosen,
    decide,
    fields_of,
    listed,
    page,
    said,
    signed_in,
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


# A unit


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
    with django_assert_num_queries(12):
        page(researcher, study)
    with django_assert_num_queries(12):
        page(researcher, study, "u1")


# A decision


def test_a_decision_leads_to_the_next_unit_of_the_queue_and_at_its_end_to_the_list(
    researcher, counted
):
    assert decide(researcher, counted).url == address(counted, "u3")
    assert decide(researcher, counted, "u3").url == f"{QUEUE}?rule=open"


def test_with_htmx_the_next_unit_is_in_the_same_response(researcher, counted):
    fields = fields_of(page(researcher, counted), reason="so", **{"a.label": "no"})
    response = researcher.post(address(counted), fields, headers={"HX-Request": "true"})
    assert response["HX-Push-Url"] == address(counted, "u3")
    assert response.content.decode().startswith('<div id="_adjudicate"')
    assert "u3: " in response.content.decode()


def test_at_the_end_htmx_is_led_to_the_list(researcher, counted):
    fields = fields_of(page(researcher, counted, "u2"), reason="so", **{"a.label": "no"})
    response = researcher.post(
        address(counted, "u2", "disputed"), fields, headers={"HX-Request": "true"}
    )
    assert response["HX-Redirect"] == f"{QUEUE}?rule=disputed"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"reason": " "}, "A reason is needed."),
        ({"reason": "x" * 2001}, "The reason has 2001 characters; 2000 at most."),
        ({"reason": "a\x00"}, "The reason has a character that cannot be kept: U+0000."),
        ({"a.label": ""}, "&#x27;&#x27; is none of the choices."),
        ({"a.label": "perhaps"}, "&#x27;perhaps&#x27; is none of the choices."),
        ({"seen": "other"}, "This unit was changed while you looked at it."),
        ({"seen": ""}, "This unit was changed while you looked at it."),
    ],
)
def test_a_decision_that_cannot_be_stored_keeps_the_form_and_says_why(
    researcher, counted, fields, sentence
):
    response = decide(researcher, counted, label="no", **fields)
    found = response.content.decode()
    assert response.status_code == 200
    assert sentence in found
    assert fields.get("reason", "looked it up").strip("\x00") in found
    assert not Change.objects.exists()


def test_of_two_adjudicators_the_second_sees_what_the_first_decided(counted):
    first, second = signed_in("first", is_staff=True), signed_in("second", is_staff=True)
    late = fields_of(page(second, counted), reason="mine", **{"a.label": "no"})
    decide(first, counted, label="yes", reason="it does")
    found = second.post(address(counted), late).content.decode()
    assert "This unit was changed while you looked at it." in found
    assert "it does" in found and "mine" in found
    assert Consensus.objects.get(unit__key="u0").value == "yes"


def test_the_same_form_sent_twice_is_one_decision(researcher, counted):
    fields = fields_of(page(researcher, counted), reason="so", **{"a.label": "no"})
    for _ in range(2):
        assert researcher.post(address(counted), fields).status_code == 302
    assert Change.objects.count() == 1


def test_the_decision_and_its_history_are_shown(researcher, counted):
    decide(researcher, counted, reason="it does")
    decide(researcher, counted, label="no", reason="it does not")
    found = page(researcher, counted)
    assert "it does not" in found
    assert re.findall(r"<dd>(\w+ became \w+)<", found) == ["Yes became No", "open became Yes"]


# Second look and taking back


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
