"""The review step, the final guess, marks and doubts."""

from dataclasses import replace

import pytest
from django.test import Client

from games.models import Doubt, Mark, Play
from games.pages import results
from games.rules import Answer
from games.services import turns
from tests import make

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def guess(browser: Client, play: Play, affordance: str, number: int = 1, **headers: str):
    fields = {"affordance": affordance, "number": number}
    return browser.post(f"/plays/{play.token}/guess/", fields, **headers)


def mark(browser: Client, play: Play, affordance: str, out: str = "1", **headers: str):
    fields = {"affordance": affordance, "crossed_out": out}
    return browser.post(f"/plays/{play.token}/mark/", fields, **headers)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_review_shows_the_choice_and_changes_nothing(browser, play, headers):
    page = browser.get(f"/plays/{play.token}/guess/?affordance=affordance_a", **headers)
    assert "affordance a" in page.content.decode()
    play.refresh_from_db()
    assert play.outcome == ""


@pytest.mark.parametrize("chosen", ["", "affordance_j", "<b>", "x" * 5000])
def test_a_review_of_no_candidate_offers_the_eight(browser, play, chosen):
    page = browser.get(f"/plays/{play.token}/guess/", {"affordance": chosen})
    assert page.status_code == 200
    assert "affordance h" in page.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_review_without_a_choice_asks_for_one(browser, play, headers):
    page = browser.get(f"/plays/{play.token}/guess/?review=1", **headers).content.decode()
    assert '<p class="notice">Choose one of the eight.</p>' in page and "novalidate" in page
    assert (
        '<p class="notice">Choose'
        not in browser.get(f"/plays/{play.token}/guess/").content.decode()
    )


def test_a_guess_leads_to_the_result(browser, play, settings):
    response = guess(browser, play, make.TARGET)
    page = browser.get(response.url).content.decode()
    assert make.SECRET_NAME in page and "affordance c" in page


@pytest.mark.parametrize(
    ("won", "target", "other", "unshown"),
    [(True, 0.2, 0.8, True), (True, 0.5, 0.5, False), (True, 0.8, 0.2, False),
     (False, 0.2, 0.8, False)],
)  # fmt: skip
def test_a_right_guess_against_the_observer_is_told_apart(play, won, target, other, unshown):
    make.finish(play)
    beliefs = [results.Share("a", target, True), results.Share("b", other, False)]
    shown = replace(results.result_of(play), won=won, beliefs=beliefs)
    assert shown.unshown is unshown


def test_the_object_stays_hidden_where_the_setting_says_so(browser, play, settings):
    settings.REVEAL_OBJECT = False
    guess(browser, play, make.TARGET)
    assert make.SECRET_NAME not in browser.get(f"/plays/{play.token}/").content.decode()


def test_with_htmx_the_whole_page_goes_to_the_result(browser, play):
    response = guess(browser, play, "affordance_a", **HTMX)
    assert response["HX-Redirect"] == f"/plays/{play.token}/"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_guess_of_something_else_is_refused_in_words(browser, play, headers):
    response = guess(browser, play, "affordance_j", **headers)
    assert response.status_code == 200
    assert "Choose one of the eight." in response.content.decode()


def test_a_guess_while_an_answer_is_on_its_way_is_asked_to_wait(browser, play):
    make.ask(play)
    response = guess(browser, play, make.TARGET)
    assert "still on its way" in response.content.decode()
    play.refresh_from_db()
    assert play.outcome == ""


def test_a_guess_from_a_stale_tab_is_not_taken(browser, play):
    turns.answer_turn(make.ask(play).pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    response = guess(browser, play, make.TARGET, number=1)
    assert "older than your game" in response.content.decode()
    play.refresh_from_db()
    assert play.outcome == ""


def test_going_back_after_the_end_shows_the_result(browser, play):
    guess(browser, play, make.TARGET)
    again = guess(browser, play, "affordance_a")
    assert "This game has ended." in again.content.decode()
    play.refresh_from_db()
    assert play.outcome == "won"


def test_a_candidate_is_crossed_out_and_restored(browser, play):
    assert mark(browser, play, "affordance_a").status_code == 302
    page = browser.get(f"/plays/{play.token}/").content.decode()
    assert "Restore" in page
    fragment = mark(browser, play, "affordance_a", "0", **HTMX).content.decode()
    assert "<html" not in fragment and "Restore" not in fragment


@pytest.mark.parametrize(("affordance", "out"), [("affordance_j", "1"), ("affordance_a", "maybe")])
def test_nothing_else_can_be_crossed_out(browser, play, affordance, out):
    assert mark(browser, play, affordance, out).status_code in (200, 404)
    assert not Mark.objects.exists()


def test_a_doubt_is_noted(browser, play):
    turns.answer_turn(make.ask(play).pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    address = f"/plays/{play.token}/turns/1/1/doubt/"
    assert browser.post(address).status_code == 302
    row = browser.post(address, **HTMX).content.decode()
    assert "noted" in row and "<html" not in row
    assert Doubt.objects.count() == 1


def test_there_is_nothing_to_doubt_before_an_answer(browser, play):
    make.ask(play)
    assert browser.post(f"/plays/{play.token}/turns/1/1/doubt/").status_code == 404
