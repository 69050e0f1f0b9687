"""A browser with a play of its own, and one of a stranger."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import backends, http, tasks
from games.models import Participant, Play
from tests import make


@pytest.fixture(autouse=True)
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the turns that were sent to the broker, which no test of a view needs."""
    sent: list[int] = []
    monkeypatch.setattr(tasks.answer_turn, "delay", sent.append)
    return sent


@pytest.fixture(autouse=True)
def patience(settings) -> None:
    """Turns that tests make at make.NOW are not too old for the clock of the views."""
    settings.TURN_PATIENCE_SECONDS = 10**9


def browser_of(play: Play) -> Client:
    return browser_with(play.participant)


def browser_with(*participants: Participant) -> Client:
    """A browser that keeps the cookies of these participants."""
    client = Client()
    response = client.get("/")
    for participant in participants:
        http.remember(response, participant)
    client.cookies.update(response.cookies)
    return client


@pytest.fixture
def play(db) -> Play:
    return make.play()


@pytest.fixture
def browser(play: Play) -> Client:
    return browser_of(play)


@pytest.fixture
def stranger(play: Play) -> Client:
    return browser_of(make.play(of=play.game))


@pytest.fixture
def fixed_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "protocol", lambda catalogue_id: make.protocol())


@pytest.fixture
def researcher(client: Client, db: None) -> Client:
    """A browser in which a researcher is signed in."""
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    return client
