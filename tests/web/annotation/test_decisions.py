"""A unit is decided, by whom and when, and the next one follows."""

import re

import pytest

from annotation.models import Change, Consensus
from tests import adjudicating
from tests.adjudicating import (
    QUEUE,
    address,
    decide,
    fields_of,
    page,
    signed_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted():
    return adjudicating.counted()


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
    assert "(u3); " in response.content.decode()


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
