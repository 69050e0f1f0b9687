"""A run's transcripts: a line for each game that was begun, with all that was said in it."""

import pytest

from evaluation.models import Run
from games.models import Turn
from tests import make, run_exported, runs
from tests.run_exported import transcripts

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> Run:
    return run_exported.run_of_all_endings()


def test_a_line_for_each_game_with_what_it_was_about(run):
    found = transcripts(run)
    assert [(line["position"], line["outcome"], line["fault"]) for line in found] == [
        (1, "won", None), (2, "lost", None), (3, "aborted", "context_overflow"), (4, None, None)
    ]  # fmt: skip
    first = found[0]
    assert (first["object"], first["target"], first["turns_spent"]) == (
        "run-1-thing", make.TARGET, 2
    )  # fmt: skip
    assert first["candidates"] == list(make.CANDIDATES) and first["canary"] == "canary"


def test_a_move_is_a_reply_beside_its_turn_and_a_guess_has_none(run):
    asked, _, guess = transcripts(run)[0]["moves"]
    assert asked["reply"]["text"] == run_exported.FORMULA
    assert asked["reply"]["belief"] == run_exported.BELIEF
    assert (asked["turn"]["question"], asked["turn"]["answer"]) == ("Is it made of metal?", "yes")
    assert guess["turn"] is None and guess["observer"] is None
    assert (guess["number"], guess["reply"]["said"]) == (3, make.TARGET)


def test_the_observers_belief_stands_after_every_answer(db):
    games = runs.games(2)
    make.physical_object(games[0].catalogue, "drezz", yes=["affordance_d"], steel=False)
    run = runs.finish(runs.run(games=games), "won")
    (line,) = transcripts(run)
    seen = line["moves"][0]["observer"]
    assert sum(seen["belief"]) == pytest.approx(1, abs=0.001)
    assert seen["gain"] == line["observer"]["total_gain"] > 0
    # Metal: wood has affordance_d alone, so that it is the least likely now.
    at = make.CANDIDATES.index("affordance_d")
    assert min(seen["belief"]) == seen["belief"][at]


def test_a_question_that_the_observer_cannot_read_has_no_gain(run):
    Turn.objects.filter(question="Is it made of metal?").update(
        question="Is it gnorbish?", probe="SURFACE:gnorbish"
    )
    seen = transcripts(run)[0]["moves"][0]["observer"]
    assert (seen["gain"], seen["kept"]) == (None, "unread")


def test_a_refusal_and_what_waits_are_moves_too(run):
    refused, waiting = transcripts(run)[3]["moves"]
    assert (refused["turn"]["status"], refused["turn"]["reason"]) == ("refused", "function_or_use")
    assert (waiting["turn"]["status"], waiting["reply"]["said"]) == ("waiting", "Is it flat?")
    assert refused["observer"] is waiting["observer"] is None


def test_a_program_has_turns_without_replies(run):
    for play in run.episodes.filter(number=1):
        play.play.replies.all().delete()
    moves = transcripts(run)[0]["moves"]
    assert [move["reply"] for move in moves] == [None, None]
