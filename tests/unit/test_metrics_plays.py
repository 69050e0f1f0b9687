"""Ended plays as values."""

from evaluation.metrics.plays import grouped
from tests.unit.ended import play


def test_groups_stand_in_the_order_of_their_keys():
    plays = [play(player="b"), play(player="a"), play(player="b")]
    assert {key: len(group) for key, group in grouped(plays, lambda p: p.player).items()} == {
        "a": 1,
        "b": 2,
    }
