"""The landing page and the start of a play."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from games.models import CampaignGame, Participant, Play
from games.rules import Answer
from games.services import journeys, plays, turns
from tests import make
from tests.web.games.conftest import browser_of, browser_with


def end(play: Play) -> None:
    plays.guess(make.query(play), play.game.candidates[0], number=1, now=make.NOW)


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]


def test_the_landing_page_explains_the_game_and_changes_nothing(client):
    make.game()
    page = client.get("/").content.decode()
    assert "up to 20 questions" in page and "Start a game" in page
    assert not Participant.objects.exists()


def test_the_landing_page_of_an_empty_lab_says_what_is_missing(client):
    assert client.get("/").status_code == 200
    response = client.post("/plays/")
    assert "There are no games yet" in response.content.decode()


def test_a_start_leads_to_a_play_and_the_cookie_leads_back(client):
    make.game()
    response = client.post("/plays/")
    play = Play.objects.get()
    assert response.url == f"/plays/{play.token}/"
    assert f"/plays/{play.token}/" in client.get("/").content.decode()


def test_a_start_by_get_leads_to_the_landing_page_and_starts_nothing(client):
    make.game()
    assert client.get("/plays/").url == "/"
    assert not Play.objects.exists()


def test_a_browser_meets_each_game_once_and_hears_when_none_is_left(client):
    make.game(key="g1")
    make.game(key="g2", object_key="other", target="affordance_a")
    for _ in range(2):
        client.post("/plays/")
        end(Play.objects.last())
    assert Play.objects.count() == Play.objects.values("game").distinct().count() == 2
    assert "started every game" in client.post("/plays/").content.decode()


def test_a_new_object_is_preferred_to_a_second_game_of_one(client):
    first = make.game(key="g1")
    make.game(key="g2", candidates=make.AFFORDANCES[1:9])
    make.game(key="g3", object_key="other", target="affordance_a")
    play = make.play(of=first)
    end(play)
    browser_of(play).post("/plays/")
    assert Play.objects.last().game.key == "g3"


def test_a_second_click_on_start_finds_the_play_of_the_first(client):
    make.game(key="g1")
    make.game(key="g2", object_key="other", target="affordance_a")
    addresses = {client.post("/plays/").url for _ in range(2)}
    assert len(addresses) == Play.objects.count() == 1


def test_an_untouched_play_under_other_rules_is_not_taken_for_a_new_one():
    game = make.game(key="g1")
    make.game(key="g2", object_key="other", target="affordance_a")
    old = make.play(of=game, preset="paper")
    browser_of(old).post("/plays/")
    assert Play.objects.count() == 2


@pytest.mark.parametrize("cookie", ["", "forged", "x" * 5000, "é:1:2"])
def test_a_forged_cookie_is_a_new_participant(client, cookie):
    make.game()
    client.cookies["participant"] = cookie
    assert client.get("/").status_code == 200
    assert client.post("/plays/").status_code == 302


def test_the_styleguide_is_for_staff(client):
    assert client.get("/styleguide/").status_code == 302
    client.force_login(User.objects.create_user("r", is_staff=True))
    assert client.get("/styleguide/").status_code == 200


def test_a_researcher_finds_campaigns_workshop_and_catalogues_on_the_landing_page(client):
    client.force_login(User.objects.create_user("r", is_staff=True))
    page = client.get("/").content.decode()
    rooms = ("/campaigns/", "/workshop/", "/catalogues/")
    assert all(f'href="{room}"' in page for room in rooms)


def test_others_find_no_researchers_links_on_the_landing_page(client):
    assert 'href="/workshop/"' not in client.get("/").content.decode()


def test_it_says_how_far_an_open_game_is():
    play = make.play()
    make.ask(play)
    turns.answer_turn(play.turns.get().pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    make.ask(play, position=(2, 1))
    page = browser_of(play).get("/").content.decode()
    assert "Your open game: 1 question asked." in page


def test_it_lists_the_last_five_finished_games_of_this_browser():
    row = make.catalogue()
    games = [make.game(key=f"g{n}", object_key=f"thing-{n}", row=row) for n in range(6)]
    played = [make.play(of=game, participant=Participant.objects.create()) for game in games[:1]]
    played += [make.play(of=game, participant=played[0].participant) for game in games[1:]]
    for minute, play in enumerate(played):
        make.finish(play, won=False, now=make.NOW + timedelta(minutes=minute))
    page = browser_of(played[0]).get("/").content.decode()
    assert [str(play.token) in page for play in played] == [False, True, True, True, True, True]
    assert "wrong" in page


def test_games_of_a_study_are_not_listed_but_the_study_is():
    volunteer = make.volunteer(make.campaign(games=1, practice=False, name="Quomb study"))
    play = journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    assert play
    make.finish(play)
    page = browser_with(volunteer).get("/").content.decode()
    assert str(play.token) not in page and "Quomb study" in page


def test_a_browser_that_takes_part_sees_the_study_first_and_free_play_apart():
    page = browser_with(make.volunteer(make.campaign(name="Quomb study"))).get("/")
    shown = page.content.decode()
    assert "You take part in a study:" in shown
    assert shown.index("<h1") < shown.index("Quomb study</h1>") < shown.index("outside the study")


def test_after_the_end_it_says_that_somebody_took_part():
    volunteer = make.volunteer(make.campaign())
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    assert "You took part in a study:" in browser_with(volunteer).get("/").content.decode()


def test_deleting_free_games_is_asked_once_more_and_forgets_the_browser():
    play = make.play()
    browser = browser_of(play)
    assert "/plays/delete/" in browser.get("/").content.decode()
    assert "Delete your free games?" in browser.get("/plays/delete/").content.decode()
    assert Play.objects.exists()
    assert browser.post("/plays/delete/").url == "/"
    assert not Play.objects.exists() and browser.cookies["participant"].value == ""
    assert browser.post("/plays/delete/").url == "/"


def test_deleting_free_games_leaves_those_of_a_study_and_of_others():
    volunteer = make.volunteer(make.campaign())
    journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    strangers, own = make.play(), make.play(of=Play.objects.last().game)
    browser_with(volunteer, own.participant).post("/plays/delete/")
    assert set(Play.objects.values_list("participant", flat=True)) == {
        volunteer.pk, strangers.participant_id
    }  # fmt: skip


def test_who_has_no_free_games_is_led_home(client):
    assert client.get("/plays/delete/").url == client.post("/plays/delete/").url == "/"
    assert client.put("/plays/delete/").status_code == 405


def test_the_landing_page_takes_few_queries(django_assert_max_num_queries):
    play = make.play()
    browser = browser_of(play)
    # Catalogue, score; open game, its turns, its game and protocol; finished games; studies.
    with django_assert_max_num_queries(10):
        browser.get("/")


def test_no_free_game_of_a_newer_version_shows_an_object_of_a_running_baseline(client):
    """A version of a catalogue has the objects of the one before it in rows of its own."""
    make.campaign(games=2, practice=False, baseline=True)
    newer = make.catalogue("invented-2")
    make.game(row=newer, key="same", object_key=CampaignGame.objects.first().physical_object.key)
    client.post("/plays/")
    assert not Play.objects.exists()
    make.game(row=newer, key="other", object_key="another_thing")
    client.post("/plays/")
    assert Play.objects.get().game.key == "other"


def test_a_free_game_names_its_catalogue_and_so_does_its_result(client):
    make.game(row=make.catalogue("invented-7"))
    page = client.post("/plays/", follow=True).content.decode()
    assert 'A game of the catalogue <span lang="en">invented-7</span>.' in page
    play = Play.objects.get()
    end(play)
    assert (
        'A game of the catalogue <span lang="en">invented-7</span>.'
        in client.get(f"/plays/{play.token}/").content.decode()
    )
