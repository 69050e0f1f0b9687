"""Until a study reveals it, no byte of a volunteer's way tells an object, or an open target."""

import re
import uuid

import pytest
from django.test import Client

from games.models import Affordance, Game, Participant, Play
from games.rules import Answer
from games.services import turns
from tests import make
from tests.web.games.conftest import browser_with
from tests.web.games.test_secrets import everything

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
# The study's objects are called study-1-thing and so on, described by invented words.
OBJECT = re.compile("study-|-thing|gnorb|whimplet|oxtible", re.I)
PAGES = ("mine", "next", "stop", "data", "end", "withdraw")


def hub(browser: Client) -> list[str]:
    return [everything(browser.get(f"/studies/quomb/{page}/")) for page in PAGES]


def a_game(browser: Client, *, end: bool = True) -> list[str]:
    """All that the browser gets from the click on Next to the result, or to before the guess."""
    began = browser.post("/studies/quomb/next/")
    play = Play.objects.get(token=began.url.split("/")[2])
    base = f"/plays/{play.token}/"
    seen = [began, browser.get(base)]
    ask = {"question": "Is it made of metal?", "number": 1, "attempt": 1, "key": uuid.uuid4()}
    seen.append(browser.post(f"{base}ask/", ask))
    turns.answer_turn(play.turns.get().pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    seen += [browser.get(base), browser.get(f"{base}board/?seen=x")]
    if end:
        sent = {"affordance": "affordance_a", "number": 2}
        seen += [browser.post(f"{base}guess/", sent), browser.get(base)]
    return [everything(response) for response in seen]


def a_browser(**plan) -> Client:
    study = make.campaign(games=2, practice=False, slug="quomb", name="Quomb", **plan)
    return browser_with(make.volunteer(study))


@pytest.mark.parametrize("reveal", ["after_last", "never"])
def test_nothing_names_an_object_before_the_last_game_has_ended(reveal):
    browser = a_browser(reveal=reveal)
    texts = [*hub(browser), *a_game(browser), *hub(browser), *a_game(browser, end=False)]
    assert not [text for text in [*texts, *hub(browser)] if OBJECT.search(text)]


def test_a_study_that_never_reveals_names_none_afterwards():
    browser = a_browser(reveal="never")
    texts = [*a_game(browser), *a_game(browser), *hub(browser)]
    assert Participant.objects.get().outcome == "completed"
    assert not [text for text in texts if OBJECT.search(text)]


def test_the_same_search_finds_the_object_after_the_last_game():
    browser = a_browser()
    a_game(browser), a_game(browser)
    assert [text for text in hub(browser) if OBJECT.search(text)]


def test_a_study_that_reveals_after_each_game_still_hides_the_open_one():
    browser = a_browser(reveal="after_each")
    first = a_game(browser)
    assert OBJECT.search(first[-1])
    ended = Play.objects.get().game.key
    open_game = [*a_game(browser, end=False), *hub(browser)]
    assert not [
        text
        for text in open_game
        if OBJECT.search(text.replace(f"{ended}-thing", "").replace(ended, ""))
    ]


def test_the_data_of_an_open_game_do_not_depend_on_its_target():
    browser, texts = a_browser(), []
    browser.post("/studies/quomb/next/")
    for target in ("affordance_c", "affordance_f"):
        Game.objects.update(target=Affordance.objects.get(key=target))
        texts.append(browser.get("/studies/quomb/data/").content)
    assert texts[0] == texts[1]
