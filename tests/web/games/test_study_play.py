"""A game of a study: its bar, its result, what is revealed when."""

import uuid

import pytest
from django.test import Client

from games.models import Participant, Play
from games.rules import Answer
from games.services import campaigns, journeys, turns
from tests import make
from tests.web.games.conftest import browser_of, browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
HTMX = {"HTTP_HX_REQUEST": "true"}


def begin(volunteer: Participant) -> Play:
    play = journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    assert play
    return play


def begun(*, games: int = 2, practice: bool = False, **plan) -> Play:
    return begin(make.volunteer(make.campaign(games=games, practice=practice, **plan)))


def guess(play: Play, *, won: bool = True):
    right = play.game.target.key
    wrong = next(key for key in play.game.candidates if key != right)
    sent = {"affordance": right if won else wrong, "number": 1}
    return browser_of(play).post(f"/plays/{play.token}/guess/", sent, follow=True)


def result(play: Play, **how) -> str:
    return guess(play, **how).content.decode()


def result_page(play: Play) -> str:
    return browser_of(play).get(f"/plays/{play.token}/").content.decode()


def test_the_bar_says_which_game_it_is_and_leads_to_stopping():
    play = begun()
    shown = browser_of(play).get(f"/plays/{play.token}/").content.decode()
    assert "Game 1 of 2" in shown
    assert f"/studies/{play.participant.campaign.slug}/stop/" in shown


def test_the_bar_of_the_practice_game_says_that_it_does_not_count():
    play = begun(practice=True)
    shown = browser_of(play).get(f"/plays/{play.token}/").content.decode()
    assert "Practice game" in shown and "does not count" in shown and "Game " not in shown


def test_a_quota_study_counts_the_games_of_this_volunteer():
    play = begun(games=3, plays_wanted=4, games_each=2)
    shown = browser_of(play).get(f"/plays/{play.token}/").content.decode()
    assert "Game 1 of up to 2" in shown


@pytest.mark.parametrize(("won", "words"), [(True, "Right: "), (False, "Wrong: the answer was")])
def test_after_each_game_it_says_right_or_wrong_and_the_answer(won, words):
    shown = result(begun(), won=won)
    assert words in shown and "affordance c" in shown and "Next game" in shown


def test_the_object_is_kept_back_until_the_last_game_and_shown_from_then_on():
    first = begun(games=2)
    shown = result(first)
    assert "-thing" not in shown and "Your path" not in shown
    assert "is shown after your last game" in shown
    last = result(begin(first.participant))
    assert "-thing" in last and "Your path" in last and "See all results and your code" in last
    assert "-thing" in result_page(first)


def test_where_a_study_reveals_after_each_game_the_object_is_shown_at_once():
    shown = result(begun(reveal="after_each"))
    assert "-thing" in shown and "Others on this very game" in shown


def test_where_a_study_never_reveals_the_object_is_never_shown():
    play = begun(games=1, reveal="never")
    shown = result(play)
    assert "See all results and your code" in shown
    assert "-thing" not in shown and "Your path" not in shown and "last game" not in shown


def test_the_practice_game_shows_everything():
    shown = result(begun(practice=True))
    assert "practice-thing" in shown and "Begin the first game" in shown


def test_the_last_guess_completes_the_part_once():
    play = begun(games=1)
    for _ in range(2):
        guess(play)
    participant = Participant.objects.get()
    assert participant.outcome == "completed" and participant.completion_codes.count() == 1


def test_an_open_game_can_be_finished_in_a_paused_study():
    play = begun(games=1)
    campaigns.pause(play.participant.campaign)
    assert "Right" in result(play)


def test_the_page_of_an_open_game_leads_to_the_own_page_once_the_study_is_closed():
    play = begun(games=1)
    browser = browser_of(play)
    campaigns.close(play.participant.campaign, now=make.NOW, rng=make.CHANCE)
    response = browser.get(f"/plays/{play.token}/")
    assert response.url == f"/studies/{play.participant.campaign.slug}/mine/"


def test_the_brand_of_a_study_play_leads_to_the_own_page():
    play = begun()
    browser, slug = browser_of(play), play.participant.campaign.slug
    for address in ("", "guess/"):
        page = browser.get(f"/plays/{play.token}/{address}").content.decode()
        assert f'class="brand" href="/studies/{slug}/mine/"' in page
    make.finish(play)
    page = browser.get(f"/plays/{play.token}/").content.decode()
    assert f'class="brand" href="/studies/{slug}/mine/"' in page


def test_a_gone_game_of_a_study_leads_to_the_study():
    play = begun()
    slug, known = play.participant.campaign.slug, browser_of(play)
    address = f"/plays/{uuid.uuid4()}/"
    response = known.get(address)
    assert response.status_code == 404
    assert f'href="/studies/{slug}/">To the study' in response.content.decode()
    stranger = Client().get(f"{address}board/", HTTP_X_STUDY=slug, **HTMX)
    assert f'href="/studies/{slug}/">To the study' in stranger.content.decode()


def test_free_play_says_what_it_is_and_leads_home():
    play = make.play()
    page = browser_of(play).get(f"/plays/{play.token}/").content.decode()
    assert "<h1>Free game</h1>" in page and 'class="brand" href="/"' in page


def test_free_play_stays_as_it_is():
    play = make.play()
    shown = result(play)
    assert "Play another" in shown and make.SECRET_NAME in shown
    assert not Participant.objects.exclude(outcome="").exists()


@pytest.mark.parametrize("address", ["board/?seen=x", "ask/", "guess/", "mark/"])
def test_a_page_whose_game_was_withdrawn_says_so_politely(address):
    play = begun()
    browser = browser_of(play)
    journeys.withdraw(play.participant, now=make.NOW)
    send = browser.get if "?" in address else browser.post
    fields = {"question": "Is it?", "number": 1, "attempt": 1, "key": uuid.uuid4()}
    fields |= {"affordance": make.TARGET, "crossed_out": "1"}
    response = send(f"/plays/{play.token}/{address}", fields if "?" not in address else {}, **HTMX)
    shown = response.content.decode()
    assert response.status_code == 200 and "not here any more" in shown
    assert 'id="_board"' in shown and "every 1s" not in shown
    assert response["HX-Retarget"] == "#_board"


def test_an_answer_that_comes_after_the_withdrawal_brings_nothing_back():
    play = begun()
    browser = browser_of(play)
    turn = make.ask(play)
    journeys.withdraw(play.participant, now=make.NOW)
    turns.answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    assert not Play.objects.exists()
    assert browser.get(f"/plays/{play.token}/").status_code == 404


def test_the_page_takes_one_query_more_than_free_play(django_assert_max_num_queries):
    play = begun(games=9)
    browser = browser_with(play.participant)
    browser.get(f"/plays/{play.token}/")
    with django_assert_max_num_queries(5):
        browser.get(f"/plays/{play.token}/")
