"""A play without questions: what each control condition gives, and the way to its end."""

import uuid

import pytest
from django.utils import timezone

from games.models import Play
from games.presets import Condition
from games.services import journeys
from tests import make
from tests.web.games.conftest import browser_of

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
CONTROLS = [each for each in Condition if each != Condition.QUESTIONS]
each_control = pytest.mark.parametrize("condition", CONTROLS)


def page_of(play: Play) -> str:
    return browser_of(play).get(f"/plays/{play.token}/").content.decode()


def ask(play: Play, **headers: str):
    sent = {"question": "Is it made of metal?", "number": 1, "attempt": 1, "key": uuid.uuid4()}
    return browser_of(play).post(f"/plays/{play.token}/ask/", sent, **headers)


@each_control
def test_a_whole_play_is_a_choice_a_review_and_a_guess(condition):
    play = make.play(condition=condition)
    browser, base = browser_of(play), f"/plays/{play.token}/"
    assert f'name="affordance" value="{make.TARGET}"' in browser.get(base).content.decode()
    review = browser.get(f"{base}guess/", {"affordance": make.TARGET}).content.decode()
    assert "You could still ask" not in review
    browser.post(f"{base}guess/", {"affordance": make.TARGET, "number": 1})
    play.refresh_from_db()
    assert (play.outcome, play.turns.count()) == ("won", 0)


@each_control
def test_the_result_speaks_of_no_path_and_of_no_other_player(condition):
    play = make.play(condition=condition)
    make.finish(play, won=False)
    page = page_of(play)
    assert "from what was given, without a question" in page
    assert "Your path" not in page and "Others on this very game" not in page


@each_control
def test_nothing_on_the_page_speaks_of_asking(condition):
    page = page_of(make.play(condition=condition))
    for asking in ('id="ask"', "uestions left", "spent", "Your questions", "Answers come from"):
        assert asking not in page


@each_control
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_question_is_refused_politely_and_nothing_is_stored(condition, headers):
    play = make.play(condition=condition)
    response = ask(play, **headers)
    assert response.status_code == 200
    said = "This game has no questions. Go by what is given, and guess."
    # Once on the page, once for a screen reader.
    assert response.content.decode().count(said) == 2
    assert not play.turns.exists()


def test_where_the_name_is_shown_its_description_is_not():
    page = page_of(make.play(condition=Condition.NAME_SHOWN))
    assert make.SECRET_NAME in page and make.SECRET_DESCRIPTION not in page


def test_the_full_sheet_is_given_without_the_name():
    page = page_of(make.play(condition=Condition.FULL_SHEET))
    assert make.SECRET_DESCRIPTION in page and make.SECRET_NAME not in page
    assert "steel" in page and "30 cm" in page and "400 g" in page


def test_a_property_of_parts_is_told_with_its_parts():
    play = make.play(condition=Condition.FULL_SHEET)
    thing = play.game.physical_object
    for part in ("upper_wug", "blick"):
        thing.properties.create(dimension="shape", value="flat_sides", part=part)
    assert "flat sides <small>(blick, upper wug)</small>" in page_of(play)


def test_a_measure_that_varies_is_told_as_a_range():
    play = make.play(condition=Condition.FULL_SHEET)
    play.game.physical_object.measures.filter(extent="mass").update(low=1400, high=2300.5)
    assert "1,400\u20132,300.5 g" in page_of(play)


def test_labels_only_hides_what_the_labels_mean_in_both_presets():
    page = page_of(make.play(condition=Condition.LABELS_ONLY, preset="house"))
    assert "Defines affordance_a" not in page


def test_without_javascript_the_review_page_still_shows_what_is_given():
    play = make.play(condition=Condition.FULL_SHEET)
    page = browser_of(play).get(f"/plays/{play.token}/guess/").content.decode()
    assert make.SECRET_DESCRIPTION in page


def test_a_play_with_questions_is_given_nothing():
    assert 'id="_given"' not in page_of(make.play())


@each_control
def test_a_volunteer_of_a_control_study_is_given_it_from_the_practice_game_on(condition):
    study = make.campaign(condition=condition)
    play = journeys.start_next(make.volunteer(study), now=timezone.now(), rng=make.CHANCE)
    assert play and play.kind == Play.Kind.PRACTICE
    assert 'id="_given"' in page_of(play)
