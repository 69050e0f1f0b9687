"""Three words lead back from another device."""

import pytest
from django.core.cache import cache
from django.test import Client

from games import standings
from games.models import Participant
from games.views import studies
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_tries_yet():
    cache.clear()


@pytest.fixture
def volunteer(db) -> Participant:
    return make.volunteer(make.campaign())


def words_of(volunteer: Participant) -> str:
    return standings.standing_of(volunteer).resume_words


def send(client: Client, volunteer: Participant, words: str):
    return client.post(f"/studies/{volunteer.campaign.slug}/resume/", {"words": words})


@pytest.mark.parametrize("typed", [str, str.upper, lambda words: f"  {words.replace(' ', ' - ')}."])
def test_the_words_lead_to_the_own_page_however_they_are_typed(client, volunteer, typed):
    response = send(client, volunteer, typed(words_of(volunteer)))
    assert response.url == f"/studies/{volunteer.campaign.slug}/mine/"
    assert volunteer.pseudonym in client.get(response.url).content.decode()


@pytest.mark.parametrize("words", ["splindow vrelk quomb", "x", "\u0000"])
def test_wrong_words_tell_nothing(client, volunteer, words):
    response = send(client, volunteer, words)
    assert response.status_code == 200
    assert volunteer.pseudonym not in response.content.decode()
    assert "participant" not in str(response.cookies)


def test_wrong_words_are_kept_to_be_mended(client, volunteer):
    shown = send(client, volunteer, "splindow vrelk quomb").content.decode()
    assert "Nobody with these words" in shown and "splindow vrelk quomb" in shown


def test_no_words_are_asked_for(client, volunteer):
    assert "Type the three words" in send(client, volunteer, " ").content.decode()


def test_words_of_one_study_do_not_open_another(client, volunteer):
    other = make.volunteer(make.campaign(games=1))
    assert "Nobody with these words" in send(client, other, words_of(volunteer)).content.decode()


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still, so that the tries of a test fall into one minute."""
    monkeypatch.setattr(studies, "TRIES_A_MINUTE", 3)
    monkeypatch.setattr(studies.timezone, "now", lambda: make.NOW)


@pytest.mark.usefixtures("one_minute")
def test_after_many_tries_even_the_right_words_have_to_wait(volunteer):
    for _ in range(3):
        send(Client(), volunteer, "splindow vrelk quomb")
    shown = send(Client(), volunteer, words_of(volunteer)).content.decode()
    assert "Wait a minute" in shown


@pytest.mark.usefixtures("one_minute")
def test_tries_in_one_study_do_not_count_in_another(client, volunteer):
    for _ in range(4):
        send(client, volunteer, "splindow vrelk quomb")
    other = make.volunteer(make.campaign(games=1))
    assert send(client, other, words_of(other)).status_code == 302


def test_the_hint_stays_beside_what_was_wrong(client, volunteer):
    assert "In this order" in send(client, volunteer, "splindow vrelk quomb").content.decode()


def test_a_browser_that_is_known_is_offered_its_own_page(volunteer):
    address = f"/studies/{volunteer.campaign.slug}/resume/"
    shown = browser_with(volunteer).get(address).content.decode()
    assert "knows you already" in shown and volunteer.pseudonym in shown


def test_the_words_keep_what_a_platform_put_into_the_link(client, volunteer):
    address = f"/studies/{volunteer.campaign.slug}/resume/?PROLIFIC_PID=p-1"
    client.post(address, {"words": words_of(volunteer)})
    volunteer.refresh_from_db()
    assert volunteer.external_id == "p-1"


def test_other_methods_are_refused(client, volunteer):
    assert client.put(f"/studies/{volunteer.campaign.slug}/resume/").status_code == 405
