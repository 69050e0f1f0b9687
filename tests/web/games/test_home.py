"""The landing page and the start of a play."""

import pytest
from django.contrib.auth.models import User

from games.models import Participant, Play
from games.services import plays
from tests import make
from tests.web.games.conftest import browser_of


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
