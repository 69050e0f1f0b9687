"""Ranks: who may stand where, by differences of pairs."""

import pytest

from evaluation.metrics import ranks
from evaluation.metrics.comparison import Difference
from evaluation.metrics.intervals import ONE_PLAYER, Estimate, Interval, Undefined
from evaluation.metrics.ranks import Rank


def apart(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, 100, Interval(low, high))


AHEAD, TIED = apart(0.02, 0.1), apart(-0.01, 0.03)


@pytest.mark.parametrize(
    ("difference", "sign"),
    [
        (AHEAD, 1),
        (apart(-0.1, -0.02), -1),
        (TIED, 0),
        (apart(0.0, 0.1), 0),
        (Undefined("nothing_counted"), 0),
        (Estimate(0.5, 1, Undefined("one_object")), 0),
    ],
)
def test_a_difference_has_a_sign_where_its_interval_leaves_out_zero(difference, sign):
    assert ranks.sign_of(difference) == sign


def test_a_rank_is_a_range_where_players_are_not_told_apart():
    # a and b are tied, b and c too; a is ahead of c, all are ahead of d.
    pairs = {("a", "b"): TIED, ("a", "c"): AHEAD, ("b", "c"): TIED}
    pairs |= {(each, "d"): AHEAD for each in "abc"}
    assert ranks.ranks("abcd", pairs) == {
        "a": Rank(1, 2), "b": Rank(1, 3), "c": Rank(2, 3), "d": Rank(4, 4)
    }  # fmt: skip


def test_one_player_alone_is_first():
    assert ranks.ranks(["a"], {}) == {"a": Rank(1, 1)}


def test_players_of_a_group_are_its_cases_else_objects():
    alone = Difference(TIED, AHEAD, Undefined(ONE_PLAYER))
    assert ranks.believed(alone) == AHEAD
    assert ranks.believed(Difference(TIED, AHEAD, TIED)) == TIED
