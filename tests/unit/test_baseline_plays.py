from pathlib import Path

import pytest

from evaluation import baseline_plays
from games import formats
from games.rules import Outcome

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"


@pytest.fixture(scope="module")
def content():
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    return formats.read_catalogue(files).content


@pytest.fixture(scope="module")
def plays(content):
    return {each.player: each.plays for each in baseline_plays.play_all(content, seed=1)}


def test_every_player_plays_every_game(content, plays):
    assert list(plays) == [
        "OPTIMAL",
        "greedy",
        "noisy greedy, skill 0.75",
        "noisy greedy, skill 0.5",
        "noisy greedy, skill 0.25",
        "FIX20Q",
        "random",
    ]
    assert {len(each) for each in plays.values()} == {len(content.games)}


def test_the_optimum_wins_and_random_asks_nothing(plays):
    assert {play.outcome for play in plays["OPTIMAL"]} == {Outcome.WON}
    assert {play.spent for play in plays["random"]} == {0}


def test_the_fixed_list_is_asked_to_its_end(plays):
    assert {play.spent for play in plays["FIX20Q"]} == {20}


def test_gains_are_those_of_the_questions(plays):
    for play in plays["greedy"]:
        assert sum(question.gain for question in play.questions) == pytest.approx(play.total_gain)
        assert [question.number for question in play.questions] == list(
            range(1, len(play.questions) + 1)
        )


def test_the_same_seed_gives_the_same_plays(content, plays):
    again = {each.player: each.plays for each in baseline_plays.play_all(content, seed=1)}
    assert again == plays
