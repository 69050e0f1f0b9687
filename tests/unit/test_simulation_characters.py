from collections import Counter

import pytest

from games.simulation import characters
from games.simulation.characters import Ending


def endings(count, *, games=10, seed=1):
    return Counter(
        who.ending for who in characters.cast(count, games=games, outages=True, seed=seed)
    )


def test_without_outages_everybody_plays_on_and_sends_once():
    for who in characters.cast(50, games=10, outages=False, seed=1):
        assert (who.stays, who.doubled, who.cut_off, who.two_windows) == (True, 0, 0, False)


def test_the_same_seed_gives_the_same_players():
    first, again = (characters.cast(20, games=5, outages=True, seed=7) for _ in range(2))
    assert first == again


def test_of_fifty_some_leave_in_each_way():
    assert endings(50) == {
        Ending.WITHDRAWS: 4,
        Ending.ENDS_EARLY: 4,
        Ending.GOES_AWAY: 1,
        Ending.PLAYS_ON: 41,
    }


def test_of_six_one_withdraws_and_one_ends_early():
    assert endings(6) == {Ending.WITHDRAWS: 1, Ending.ENDS_EARLY: 1, Ending.PLAYS_ON: 4}


@pytest.mark.parametrize("count", [1, 2])
def test_of_one_or_two_nobody_leaves(count):
    assert endings(count) == {Ending.PLAYS_ON: count}


def test_who_leaves_does_so_in_a_game_that_there_is():
    cast = characters.cast(50, games=3, outages=True, seed=2)
    assert {who.leaves_at for who in cast if not who.stays} <= {1, 2, 3}


def test_two_windows_share_an_external_id_that_nobody_else_has():
    cast = characters.cast(50, games=3, outages=True, seed=2)
    ids = [who.external_id for who in cast if who.two_windows]
    assert len(ids) == len(set(ids)) == 6 and all(ids)


def test_players_are_numbered_from_1():
    cast = characters.cast(4, games=3, outages=True, seed=2)
    assert [who.number for who in cast] == [1, 2, 3, 4]
