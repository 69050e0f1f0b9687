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
    study = make.campaign(panel_codes={"completed": "C-1"})
    volunteer = make.volunteer(study, external_id="vrelk")
    play_all(volunteer)
    shown = own_page(volunteer)
    assert volunteer.completion_codes.get().code in shown
    assert "https://app.prolific.com/submissions/complete?cc=C-1" in shown
    assert "You were right in 3 of 3 games." in shown


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
    assert "You were right in 0 of 3 games." in shown
    assert "the greedy program was right in 3 and the fixed list in 0" in shown
    assert "study-1-thing: affordance c" in shown


def test_where_objects_are_never_shown_the_comparison_has_neither_them_nor_programs():
    volunteer = make.volunteer(make.campaign(reveal="never"))
    play_all(volunteer)
    for play in Play.objects.filter(kind="study"):
        for player in ("greedy", "fix20q"):
            BaselinePlay.objects.create(game=play.game, player=player, won=True, questions=12)
    shown = own_page(Participant.objects.get(pk=volunteer.pk))
    assert "You were right in 3 of 3 games." in shown
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


def test_keeping_leads_back_to_the_form_which_says_so():
    volunteer = make.volunteer(make.campaign(ask_demographics=True))
    assert "Nothing of this is kept yet." in own_page(volunteer)
    assert about(volunteer, age_group="25-34").url.endswith("/mine/#about")
    assert "Your answers are kept" in own_page(volunteer)


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


def test_stopping_with_an_open_game_says_that_unsent_text_is_not_kept(volunteer, study):
    browser, address = browser_with(volunteer), f"/studies/{study.slug}/stop/"
    assert "did not send" not in browser.get(address).content.decode()
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    assert "did not send is not kept" in browser.get(address).content.decode()


def test_after_an_end_without_a_game_nothing_is_said_to_wait(volunteer, study):
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    shown = own_page(Participant.objects.get())
    assert "None of the 3 was played" in shown and "3 games wait" not in shown
    stop = browser_with(volunteer).get(f"/studies/{study.slug}/stop/").content.decode()
    assert "Your part has ended" in stop and "open game" not in stop


def test_after_an_early_end_it_says_how_many_were_played(volunteer):
    for _ in range(2):
        make.finish(journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE))
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    shown = own_page(Participant.objects.get())
    assert "You were right in 1 of 1 game." in shown
    assert "You played 1 of 3; nothing more waits for you." in shown


def test_the_last_page_leads_to_the_practice_result_too(volunteer):
    play_all(volunteer)
    practice = Play.objects.get(kind="practice")
    assert f"/plays/{practice.token}/" in own_page(Participant.objects.get())


def test_the_consent_form_stays_readable_as_it_was_agreed_to(study):
    volunteer = make.volunteer(study, language="zh-hans")
    browser = browser_with(volunteer)
    assert f"/studies/{study.slug}/agreed/" in own_page(volunteer)
    shown = browser.get(f"/studies/{study.slug}/agreed/").content.decode()
    assert "同意参加。" in shown and "in Simplified Chinese" in shown


def test_the_agreed_text_is_for_who_takes_part(client, study):
    address = f"/studies/{study.slug}/agreed/"
    assert client.get(address).url.endswith("/resume/")
    assert client.post(address).status_code == 405


def test_only_who_came_from_a_platform_reads_of_its_link(study):
    words = "by the link of the platform"
    assert words not in own_page(make.volunteer(study))
    assert words in own_page(make.volunteer(study, external_id="p-1"))


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


def test_who_did_not_come_from_the_platform_is_not_sent_there():
    volunteer = make.volunteer(make.campaign(panel_codes={"completed": "C-1"}))
    play_all(volunteer)
    assert "prolific" not in own_page(volunteer).lower()


def test_a_paused_study_has_no_button_but_a_sentence(volunteer, study):
    make.finish(journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE))
    campaigns.pause(study)
    volunteer = Participant.objects.get(pk=volunteer.pk)
    shown = own_page(volunteer)
    assert "The study is paused" in shown and f"/studies/{study.slug}/next/" not in shown


def test_an_open_game_of_a_paused_study_can_be_gone_on_with(volunteer, study):
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    campaigns.pause(study)
    shown = own_page(volunteer)
    assert "Go on with the open game" in shown and "The study is paused" not in shown


def test_the_end_of_the_study_ends_the_part_and_is_said(volunteer, study):
    campaigns.close(study, now=make.NOW, rng=make.CHANCE)
    shown = own_page(volunteer)
    assert "The study has ended" in shown and f"/studies/{study.slug}/next/" not in shown
    assert volunteer.completion_codes.get().code in shown


def test_a_quota_study_promises_no_more_games_than_there_are():
    volunteer = make.volunteer(make.campaign(plays_wanted=4, games_each=3, practice=False))
    assert "Game 1 of up to 3" in own_page(volunteer)


def test_a_study_without_questions_compares_with_nobody_who_asked():
    campaign = make.campaign(games=1, practice=False, condition="full_sheet")
    volunteer = make.volunteer(campaign)
    make.finish(journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE))
    journeys.finish_if_done(volunteer, now=make.NOW, rng=make.CHANCE)
    shown = browser_with(volunteer).get(f"/studies/{campaign.slug}/mine/").content.decode()
    assert "You were right in 1 of 1 game." in shown
    assert "questions on average" not in shown and "Greedy" not in shown
