"""Who has a rank on the leaderboard, who has none and why, and what is said of the best."""

import pytest

from evaluation import leaderboard
from evaluation.metrics.ranks import Rank
from evaluation.pages import board_words
from evaluation.standings import Standing
from games.models import Game
from games.services import campaigns
from tests import make, runs
from tests.web.evaluation.conftest import ended

pytestmark = pytest.mark.django_db


def finished(slug: str, games, *outcomes: str, kind: str = "model", **fields):
    spec = {**runs.SPEC, "questioner": {"kind": kind}}
    return runs.finish(runs.run(games=games, slug=slug, spec=spec, **fields), *outcomes)


def by_name(group) -> dict:
    return {row.entry.name: row for row in group.rows}


@pytest.fixture
def games():
    """Ten games of ten objects."""
    return [make.game(key=f"g{number}", object_key=f"object-{number}") for number in range(1, 11)]


def only_group():
    (group,) = leaderboard.groups()
    return group


def test_whoever_goes_on_stands_below_without_a_rank(games):
    runs.finish(runs.run(games=games, slug="lucky"), "won", "won", "won")
    finished("good", games, *["won"] * 9, "lost")
    found = only_group()
    assert [(row.entry.name, row.rank) for row in found.rows] == [
        ("good", Rank(1, 1)), ("lucky", None)
    ]  # fmt: skip
    assert by_name(found)["lucky"].standing == Standing.PROVISIONAL
    assert any("until all their games have ended" in each for each in board_words.sentences(found))


def test_who_knows_the_object_is_a_bound_and_has_no_rank(games):
    finished("OPTIMAL", games, *["won"] * 10, kind="optimal")
    finished("good", games, *["won"] * 9, "lost")
    found = only_group()
    assert [row.entry.name for row in found.rows] == ["good", "OPTIMAL"]
    assert (by_name(found)["OPTIMAL"].rank, by_name(found)["OPTIMAL"].standing) == (
        None, Standing.BOUND
    )  # fmt: skip
    assert "OPTIMAL: knows the hidden object" in board_words.sentences(found)[1]


def test_who_is_far_ahead_is_first_alone_and_it_is_called_significant(games):
    finished("best", games, *["won"] * 9, "lost")
    finished("worst", games, *["lost"] * 9, "won")
    found = only_group()
    assert [row.rank for row in found.rows] == [Rank(1, 1), Rank(2, 2)]
    (said,) = board_words.sentences(found)
    assert said.startswith(
        "best has the highest success, 90.0%: significantly ahead of worst, the next (+80.0 "
    )


def test_who_cannot_be_told_apart_shares_places_and_it_is_said(games):
    finished("a", games, *["won"] * 6, *["lost"] * 4)
    finished("b", games, *["lost"] * 5, *["won"] * 5)
    found = only_group()
    assert [row.rank for row in found.rows] == [Rank(1, 2), Rank(1, 2)]
    (said,) = board_words.sentences(found)
    assert "not significantly ahead of b" in said
    assert "With too few games in common to tell them from a: b (n = 10)." in said


def test_on_enough_games_they_are_called_not_distinguishable(db):
    games = runs.games(40)
    finished("a", games, *["won"] * 22, *["lost"] * 18)
    finished("b", games, *["lost"] * 19, *["won"] * 21)
    (said,) = board_words.sentences(only_group())
    assert said.endswith("Not distinguishable from a: b.")


@pytest.mark.parametrize(("made_on", "marked"), [("dev", True), ("test", False)])
def test_a_list_made_on_the_split_that_it_played_is_contamination(games, made_on, marked):
    facts = {"fixed_list": {"name": "", "split": made_on, "sha256": "0"}}
    finished("FIX20Q", games, *["won"] * 10, kind="fix20q", facts=facts)
    (row,) = only_group().rows
    said = "its list of questions was made on dev games"
    assert row.entry.contaminated == (said if marked else "")
    assert (row.standing, row.rank) == (
        (Standing.MARKED, None) if marked else (Standing.RANKED, Rank(1, 1))
    )


def test_games_of_other_splits_are_lists_of_their_own(games):
    Game.objects.filter(key="g2").update(split="test")
    finished("dev", games[:1], "won")
    finished("both", games[:2], "won", "lost")
    assert {(group.split, group.rows[0].entry.name) for group in leaderboard.groups()} == {
        ("dev", "dev"), ("dev and test", "both")
    }  # fmt: skip


def test_people_and_a_model_are_told_apart_over_players(games):
    campaign = make.campaign(games=2, practice=False, baseline=True, preset="paper")
    for _ in range(3):
        ended(make.volunteer(campaign), "won", "won")
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    shared = [row.game for row in campaign.campaign_games.select_related("game")]
    finished("model", shared, "lost", "lost")
    found = only_group()
    assert len(found.apart) == 1
    # All three differ by 1 alike: no interval, so nothing is called significant.
    assert [row.rank for row in found.rows] == [Rank(1, 2), Rank(1, 2)]
