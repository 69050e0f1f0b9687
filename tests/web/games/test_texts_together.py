"""Texts that are decided on together: all of one wording, all of one page."""

import pytest

from games import texts
from games.models import Participant, Turn
from tests import make
from tests.exported import export, table
from tests.typed import NAMED, asked, decide, decisions, keep_all, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make.campaign(practice=False)


def test_a_wording_is_listed_once_with_how_often_it_was_typed(researcher, campaign):
    for _ in range(2):
        asked(campaign, NAMED)
    shown = page(researcher, campaign)
    assert shown.count(NAMED) == 1
    assert "typed 2 times, first by " in shown


def test_a_decision_holds_for_every_turn_with_the_wording(researcher, campaign):
    turns = [*asked(campaign, NAMED), *asked(campaign, NAMED, NAMED.lower())]
    decide(researcher, campaign, turns[0], "remove")
    decide(researcher, campaign, turns[0], "keep")
    assert decisions() == [False, False]


def test_a_decision_reaches_no_other_campaign(researcher, campaign):
    asked(make.campaign(practice=False), NAMED)
    decide(researcher, campaign, asked(campaign, NAMED)[0], "keep")
    assert len(decisions()) == 1


def test_a_wording_that_is_typed_again_needs_a_new_look(researcher, campaign):
    decide(researcher, campaign, asked(campaign, NAMED)[0], "keep")
    asked(campaign, NAMED)
    assert 'name="listed"' in page(researcher, campaign)


def test_all_on_the_page_are_kept_at_once_and_twice_is_once(researcher, campaign):
    turns = asked(campaign, NAMED, "Is it soft?", "Is it big?")
    for _ in range(2):
        assert keep_all(researcher, campaign, *turns[:2]).status_code == 302
    assert decisions() == [False, False]


def test_the_page_lists_for_keeping_what_nobody_decided_on(researcher, campaign):
    turns = asked(campaign, NAMED, "Is it soft?", "Is it big?")
    decide(researcher, campaign, turns[0], "remove")
    shown = page(researcher, campaign)
    assert shown.count('name="listed"') == 2
    assert "2 not decided on yet; what was removed stays removed." in shown


def test_what_was_removed_meanwhile_stays_removed(researcher, campaign):
    turns = asked(campaign, NAMED, "Is it soft?")
    decide(researcher, campaign, turns[0], "remove")
    response = keep_all(researcher, campaign, *turns)
    assert "1 text was left as before: removed earlier" in response.content.decode()
    assert decisions() == [True, False]


def test_what_was_sent_again_in_other_words_is_not_kept_with_the_rest(researcher, campaign):
    turns = asked(campaign, NAMED, "Is it soft?")
    Turn.objects.filter(pk=turns[0].pk).update(question="I am Anna, is it big?")
    assert "1 text was left" in keep_all(researcher, campaign, *turns).content.decode()
    assert decisions() == [False]


def test_a_list_that_names_no_text_is_refused_in_words(researcher, campaign):
    response = researcher.post(f"/campaigns/{campaign.slug}/texts/keep/", {"listed": ["x", "-"]})
    assert "2 texts were left as before" in response.content.decode()


def test_htmx_gets_the_list_with_all_kept(researcher, campaign):
    response = keep_all(researcher, campaign, *asked(campaign, NAMED), **{"HX-Request": "true"})
    assert "All on this page are decided on." in response.content.decode()


def test_keeping_all_is_a_post(researcher, campaign):
    assert researcher.get(f"/campaigns/{campaign.slug}/texts/keep/").status_code == 405


def test_a_stranger_keeps_nothing(client, campaign):
    response = keep_all(client, campaign, *asked(campaign, NAMED))
    assert "/admin/login/" in response.headers["Location"]
    assert not decisions()


def test_an_answer_in_own_words_is_kept_for_all_who_gave_it(researcher, campaign):
    first, _ = make.volunteer(campaign), make.volunteer(campaign)
    Participant.objects.update(demographics={"gender": "as Anna"})
    listed = f"gender-{first.pk} {texts.mark_of('as Anna')}"
    researcher.post(f"/campaigns/{campaign.slug}/texts/keep/", {"listed": listed})
    assert [row["gender"] for row in table(export(campaign), "participants")] == ["as Anna"] * 2
