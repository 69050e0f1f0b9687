"""Texts that may name a person, looked at before release."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from games import texts
from games.models import Participant, TextReview, Turn
from games.services import journeys
from games.views import texts as views
from tests import make
from tests.exported import described, export, table
from tests.typed import NAMED, asked, decide, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make.campaign(practice=False)


def test_what_may_name_a_person_comes_first(researcher, campaign):
    asked(campaign, "Is it soft?", NAMED)
    shown = page(researcher, campaign)
    assert shown.index(NAMED) < shown.index("Is it soft?</span>")
    assert "somebody introduced" in shown
    assert "<b>1 of 1</b> text that may name a person was not looked at yet." in shown


def test_formulas_and_all_scripts_are_shown_as_typed(researcher, campaign):
    asked(campaign, '=HYPERLINK("http://x","y")?', "Ist es spröde? 🪨 هل هو ثقيل؟", "<script>")
    shown = page(researcher, campaign)
    assert "=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)?" in shown
    assert "Ist es spröde? 🪨 هل هو ثقيل؟" in shown
    assert "<script>" not in shown.split('id="_texts"')[1]


def test_pages_hold_fifty_in_an_order_that_decisions_do_not_change(
    researcher, campaign, monkeypatch
):
    monkeypatch.setattr(views, "TEXTS_A_PAGE", 2)
    turns = asked(campaign, "Is it soft?", NAMED, "Is it big?", "I am Anna, is it big?")
    decide(researcher, campaign, turns[1], "remove")
    first, second = page(researcher, campaign), page(researcher, campaign, 2)
    assert first.index(NAMED) < first.index("I am Anna")
    assert second.index("Is it soft?") < second.index("Is it big?")


def test_a_removed_text_is_exported_as_removed_and_still_stored(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    assert decide(researcher, campaign, turn, "remove").status_code == 302
    exported = export(campaign)
    assert table(exported, "turns")[0]["question"] == "[removed]"
    assert described(exported)["release"] is True
    assert Turn.objects.get().question == NAMED


def test_a_decision_can_be_changed(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    decide(researcher, campaign, turn, "remove")
    decide(researcher, campaign, turn, "keep")
    row = table(export(campaign), "turns")[0]
    assert (row["question"], row["text_review"]) == (NAMED, "kept")


def test_the_same_decision_twice_is_one(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    for _ in range(2):
        assert decide(researcher, campaign, turn, "remove").status_code == 302
    assert [row.removed for row in TextReview.objects.all()] == [True]


def test_htmx_gets_the_list_alone_with_its_new_count(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    response = decide(researcher, campaign, turn, "keep", **{"HX-Request": "true"})
    fragment = response.content.decode()
    assert fragment.startswith('<div id="_texts">')
    assert "All 1 text that may name a person was looked at." in fragment


def test_a_text_that_changed_since_it_was_looked_at_is_not_decided_on(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    response = decide(researcher, campaign, turn, "keep", seen=texts.mark_of("Is it soft?"))
    assert "sent again in other words; nothing was changed" in response.content.decode()
    assert not TextReview.objects.exists()


def test_a_decision_ends_with_the_wording_that_it_was_made_on(researcher, campaign):
    (turn,) = asked(campaign, "Is it soft?")
    decide(researcher, campaign, turn, "keep")
    reviewed_at = TextReview.objects.get().reviewed_at
    Turn.objects.update(question=NAMED, asked_at=reviewed_at + timedelta(seconds=1))
    assert described(export(campaign))["texts"]["open"] == 1


def test_a_removed_text_that_is_sent_again_in_the_same_words_stays_removed(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    decide(researcher, campaign, turn, "remove")
    Turn.objects.update(asked_at=TextReview.objects.get().reviewed_at + timedelta(seconds=1))
    described_now = described(export(campaign))
    assert (described_now["texts"]["removed"], described_now["texts"]["open"]) == (1, 0)


def test_a_text_of_somebody_who_withdrew_is_gone_in_words(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    journeys.withdraw(turn.play.participant, now=make.NOW)
    response = decide(researcher, campaign, turn, "keep")
    assert "its participant may have withdrawn" in response.content.decode()


def test_a_text_of_another_campaign_is_not_touched(researcher, campaign):
    (turn,) = asked(make.campaign(practice=False), NAMED)
    assert "That text is gone" in decide(researcher, campaign, turn, "keep").content.decode()
    assert not TextReview.objects.exists()


@pytest.mark.parametrize("key", ["turn-0", "turn-x", "turn-" + "9" * 30, "gender-1", "-", "turn"])
def test_a_key_that_names_no_text_is_refused_in_words(researcher, campaign, key):
    fields = {"key": key, "seen": "x", "decision": "keep"}
    response = researcher.post(f"/campaigns/{campaign.slug}/texts/", fields)
    assert "That text is gone" in response.content.decode()


@pytest.mark.parametrize("missing", ["key", "seen", "decision"])
def test_an_incomplete_form_changes_nothing(researcher, campaign, missing):
    (turn,) = asked(campaign, NAMED)
    fields = {"key": f"turn-{turn.pk}", "seen": "x", "decision": "keep"}
    response = researcher.post(f"/campaigns/{campaign.slug}/texts/", fields | {missing: ""})
    assert "nothing was changed" in response.content.decode()


def test_a_demographic_answer_in_own_words_is_decided_on_like_a_question(researcher, campaign):
    participant = make.volunteer(campaign)
    Participant.objects.update(demographics={"gender": "as Anna", "english": "good"})
    fields = {"key": f"gender-{participant.pk}", "seen": texts.mark_of("as Anna")}
    assert "as Anna" in page(researcher, campaign)
    for decision, exported in (("keep", "as Anna"), ("remove", "[removed]")):
        researcher.post(f"/campaigns/{campaign.slug}/texts/", {**fields, "decision": decision})
        row = table(export(campaign), "participants")[0]
        assert (row["gender"], row["english"]) == (exported, "good")


def test_the_page_of_a_campaign_without_texts_says_what_will_be_here(researcher, campaign):
    assert "Here will be what participants type" in page(researcher, campaign)


def test_a_get_changes_nothing(researcher, campaign):
    (turn,) = asked(campaign, NAMED)
    researcher.get(
        f"/campaigns/{campaign.slug}/texts/", {"key": f"turn-{turn.pk}", "decision": "remove"}
    )
    assert not TextReview.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_are_led_to_the_sign_in_page(client, campaign, method):
    response = getattr(client, method)(f"/campaigns/{campaign.slug}/texts/")
    assert "/admin/login/" in response.headers["Location"]


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_is_no_researcher_is_refused(client, campaign, method):
    client.force_login(User.objects.create_user("annotator"))
    assert getattr(client, method)(f"/campaigns/{campaign.slug}/texts/").status_code == 403


def test_other_methods_are_refused(researcher, campaign):
    assert researcher.put(f"/campaigns/{campaign.slug}/texts/").status_code == 405


def test_the_page_takes_as_many_queries_for_many_texts_as_for_few(
    researcher, campaign, django_assert_max_num_queries
):
    asked(campaign, *[f"Is it soft, {number}?" for number in range(1, 21)])
    with django_assert_max_num_queries(6):
        page(researcher, campaign)


def test_the_admin_lists_a_formula_as_typed(researcher, campaign):
    asked(campaign, '=HYPERLINK("http://x","y")?', "Ist es spröde? 🪨 هل هو ثقيل؟")
    shown = researcher.get("/admin/games/turn/").content.decode()
    assert "=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)?" in shown
    assert "Ist es spröde? 🪨 هل هو ثقيل؟" in shown
