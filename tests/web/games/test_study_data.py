"""What is stored about a volunteer, for the volunteer."""

import pytest

from games.models import Participant
from games.rules import Answer
from games.services import journeys, plays, turns
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]


def download(volunteer: Participant) -> dict:
    response = browser_with(volunteer).get(f"/studies/{volunteer.campaign.slug}/data/")
    assert "attachment" in response["Content-Disposition"]
    return response.json()


def a_game(volunteer: Participant, *, ended: bool = True):
    play = journeys.start_next(volunteer, now=make.NOW, rng=make.CHANCE)
    assert play
    turn = make.ask(play, 'Ist es "spröde"? 🪨')
    turns.answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    plays.doubt(make.query(play), 1, 1)
    plays.mark(make.query(play), "affordance_a", crossed_out=True, now=make.NOW)
    if ended:
        make.finish(play)
    return play


def test_it_holds_consent_turns_marks_and_doubts_with_their_times():
    volunteer = make.volunteer(make.campaign(games=1, practice=False))
    a_game(volunteer)
    stored = download(volunteer)
    assert stored["pseudonym"] == volunteer.pseudonym
    assert stored["consent"]["text"] == "Agree to be splindow."
    turn = stored["plays"][0]["turns"][0]
    assert (turn["question"], turn["answer"]) == ('Ist es "spröde"? 🪨', "yes")
    assert turn["asked_at"].endswith("+00:00") and turn["doubted_at"]
    assert stored["plays"][0]["marks"][0]["affordance"] == "affordance_a"


def test_it_holds_platform_demographics_and_code():
    campaign = make.campaign(games=1, practice=False, ask_demographics=True)
    volunteer = make.volunteer(
        campaign, external_id="p-1", external={"PROLIFIC_PID": "p-1", "STUDY_ID": "s"}
    )
    Participant.objects.update(demographics={"english": "good"})
    journeys.end_early(volunteer, now=make.NOW, rng=make.CHANCE)
    stored = download(volunteer)
    assert stored["recruiting_platform"] == {"PROLIFIC_PID": "p-1", "STUDY_ID": "s"}
    assert stored["about_you"] == {"english": "good"}
    assert stored["completion_codes"][0]["outcome"] == "partial"


def test_it_begins_with_a_sentence_for_each_part_and_alarms_nobody():
    volunteer = make.volunteer(make.campaign())
    stored = download(volunteer)
    assert next(iter(stored)) == "readme" and set(stored["readme"]) <= set(stored)
    assert {"excluded_reason", "seat_released_at", "account"}.isdisjoint(stored)


def test_a_game_in_progress_tells_no_target():
    volunteer = make.volunteer(make.campaign(games=1, practice=False))
    a_game(volunteer, ended=False)
    play = download(volunteer)["plays"][0]
    assert play["candidates"] == list(make.CANDIDATES)
    assert {"target", "object", "game"}.isdisjoint(play)


@pytest.mark.parametrize(
    ("reveal", "after_one", "after_both"),
    [("after_each", True, True), ("after_last", False, True), ("never", False, False)],
)
def test_the_object_is_told_when_the_study_reveals_it(reveal, after_one, after_both):
    volunteer = make.volunteer(make.campaign(games=2, practice=False, reveal=reveal))
    told = []
    for _ in range(2):
        a_game(volunteer)
        journeys.finish_if_done(volunteer, now=make.NOW, rng=make.CHANCE)
        told.append("object" in download(volunteer)["plays"][0])
    assert told == [after_one, after_both]


def test_it_takes_few_queries_however_many_games(django_assert_max_num_queries):
    volunteer = make.volunteer(make.campaign(games=6, reveal="never"))
    for _ in range(6):
        a_game(volunteer)
    browser = browser_with(volunteer)
    with django_assert_max_num_queries(16):
        browser.get(f"/studies/{volunteer.campaign.slug}/data/")
