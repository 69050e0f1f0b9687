"""The volunteer's own page, the next game, what they say of themselves, stopping and ending."""

import pytest

from games import standings
from games.models import BaselinePlay, Campaign, Participant, Play
from games.services import campaigns, journeys, seats
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]


def play_all(volunteer: Participant, *, won: bool = True) -> None:
    while play := journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE):
        make.finish(play, won=won)


def own_page(volunteer: Participant) -> str:
    response = browser_with(volunteer).get(f"/studies/{volunteer.campaign.slug}/mine/")
    return response.content.decode()


@pytest.fixture
def study(db) -> Campaign:
    return make.campaign(games=3)


@pytest.fixture
def volunteer(study) -> Participant:
    return make.volunteer(study)


def test_it_shows_pseudonym_words_and_what_comes_next(volunteer):
    shown = own_page(volunteer)
    assert volunteer.pseudonym in shown
    assert standings.standing_of(volunteer).resume_words in shown
    assert "First, a practice game" in shown and "3 games wait for you" in shown


def test_each_click_on_the_one_button_leads_on(volunteer, study):
    browser, headings = browser_with(volunteer), []
    for _ in range(4):
        play = Play.objects.get(
            token=browser.post(f"/studies/{study.slug}/next/").url.split("/")[2]
        )
        page = browser.get(f"/plays/{play.token}/").content.decode()
        headings.append(page.split("<title>")[1].split(" ·")[0])
        make.finish(play)
    assert headings == ["Practice game", "Game 1 of 3", "Game 2 of 3", "Game 3 of 3"]
    assert browser.post(f"/studies/{study.slug}/next/").url == f"/studies/{study.slug}/mine/"


def test_a_second_click_finds_the_game_of_the_first(volunteer, study):
    browser = browser_with(volunteer)
    urls = {browser.post(f"/studies/{study.slug}/next/").url for _ in range(2)}
    assert len(urls) == Play.objects.count() == 1


def test_an_open_game_is_offered_and_ended_ones_are_listed(volunteer):
    for _ in range(2):
        make.finish(journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE))
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    shown = own_page(volunteer)
    assert "Go on with the open game" in shown and "Game 2 of 3" in shown
    assert "1 of 3 played" in shown and "right" in shown


def test_by_get_no_game_begins(volunteer, study):
    response = browser_with(volunteer).get(f"/studies/{study.slug}/next/")
    assert response.url == f"/studies/{study.slug}/mine/"
    assert not Play.objects.exists()


def test_a_paused_study_begins_no_game_and_says_so(volunteer, study):
    campaigns.pause(study)
    response = browser_with(volunteer).post(f"/studies/{study.slug}/next/")
    assert response.status_code == 200 and "begins no new games" in response.content.decode()
    assert not Play.objects.exists()


def test_who_comes_back_to_taken_places_is_told_and_can_still_end(volunteer, study):
    seats.release(volunteer, now=make.NOW)
    for _ in range(5):
        make.volunteer(study)
    response = browser_with(volunteer).post(f"/studies/{study.slug}/next/")
    assert response.status_code == 200 and "others have taken" in response.content.decode()
    assert f"/studies/{study.slug}/end/" in response.content.decode()


def test_after_the_last_game_it_thanks_with_a_code_and_leads_to_the_platform():
    volunteer = make.volunteer(make.campaign(panel_codes={"completed": "C-1"}))
    play_all(volunteer)
    shown = own_page(volunteer)
    assert volunteer.completion_codes.get().code in shown
    assert "https://app.prolific.com/submissions/complete?cc=C-1" in shown
    assert "You solved 3 of 3 games." in shown


def test_finishing_and_starting_again_in_the_same_browser_shows_the_same_code(volunteer, study):
    play_all(volunteer)
    browser = browser_with(volunteer)
    response = browser.get(f"/studies/{study.slug}/", follow=True)
    assert volunteer.completion_codes.get().code in response.content.decode()
    assert Participant.objects.count() == 1


def test_the_comparison_names_object_questions_and_programs(volunteer):
    play_all(volunteer, won=False)
    for play in Play.objects.filter(kind="study"):
        for player, won in (("greedy", True), ("fix20q", False)):
            BaselinePlay.objects.create(game=play.game, player=player, won=won, questions=12)
    shown = own_page(Participant.objects.get(pk=volunteer.pk))
    assert "You solved 0 of 3 games." in shown
    assert "the greedy program solved 3 and the fixed list 0" in shown
    assert "study-1-thing: affordance c" in shown


def test_where_objects_are_never_shown_the_comparison_has_neither_them_nor_programs():
    volunteer = make.volunteer(make.campaign(reveal="never"))
    play_all(volunteer)
    for play in Play.objects.filter(kind="study"):
        for player in ("greedy", "fix20q"):
            BaselinePlay.objects.create(game=play.game, player=player, won=True, questions=12)
    shown = own_page(Participant.objects.get(pk=volunteer.pk))
    assert "You solved 3 of 3 games." in shown
    assert "-thing" not in shown and "Greedy" not in shown


def test_the_page_takes_few_queries_however_many_games(django_assert_max_num_queries):
    volunteer = make.volunteer(make.campaign(games=9))
    browser, address = browser_with(volunteer), f"/studies/{volunteer.campaign.slug}/mine/"
    with django_assert_max_num_queries(5):  # study, participant, games, practice, code
        browser.get(address)
    play_all(volunteer)
    with django_assert_max_num_queries(9):  # and plays, turns, programs, protocol
        browser.get(address)


def about(volunteer: Participant, **said):
    response = browser_with(volunteer).post(f"/studies/{volunteer.campaign.slug}/about/", said)
    volunteer.refresh_from_db()
    return response


def test_what_is_said_is_kept_and_what_is_not_said_is_not():
    volunteer = make.volunteer(make.campaign(ask_demographics=True))
    assert "prefer not to say" in own_page(volunteer)
    about(volunteer, age_group="25-34", gender=" whimplet ", english="", familiarity="never")
    assert volunteer.demographics == {
        "age_group": "25-34", "gender": "whimplet", "familiarity": "never"
    }  # fmt: skip


def test_saying_nothing_keeps_nothing_and_clears_what_was_said():
    volunteer = make.volunteer(make.campaign(ask_demographics=True))
    about(volunteer, age_group="25-34")
    about(volunteer)
    assert volunteer.demographics == {}


def test_only_listed_values_and_short_text_are_kept():
    volunteer = make.volunteer(make.campaign(ask_demographics=True))
    assert about(volunteer, age_group="4").status_code == 200
    about(volunteer, gender="x" * 500)
    assert volunteer.demographics == {"gender": "x" * 60}


def test_a_study_that_does_not_ask_keeps_nothing(volunteer):
    assert "Your age" not in own_page(volunteer)
    about(volunteer, age_group="25-34")
    assert volunteer.demographics == {}


def test_stopping_for_now_shows_the_way_back(volunteer, study):
    response = browser_with(volunteer).get(f"/studies/{study.slug}/stop/")
    assert standings.standing_of(volunteer).resume_words in response.content.decode()


def test_ending_is_asked_once_more_and_keeps_what_was_played(volunteer, study):
    make.finish(journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE))
    browser, address = browser_with(volunteer), f"/studies/{study.slug}/end/"
    assert "End your part here?" in browser.get(address).content.decode()
    for _ in range(2):
        assert browser.post(address).url == f"/studies/{study.slug}/mine/"
    volunteer.refresh_from_db()
    assert (volunteer.outcome, Play.objects.count()) == ("partial", 1)
    assert browser.get(address).url == f"/studies/{study.slug}/mine/"


def test_a_game_that_was_open_at_the_end_leads_to_the_own_page(volunteer, study):
    play = journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    response = browser_with(volunteer).get(f"/plays/{play.token}/")
    assert response.url == f"/studies/{study.slug}/mine/"
