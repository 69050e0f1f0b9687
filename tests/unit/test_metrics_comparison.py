"""Two sides on the same games: worked by hand, as published, and against other programs."""

from dataclasses import replace
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from evaluation.metrics import comparison
from evaluation.metrics.comparison import Side, compare, mcnemar_exact, paired_shares
from evaluation.metrics.intervals import Interval, Method, Undefined
from tests.unit.ended import DRAWN, play

COUNTS = st.integers(0, 30)


def on(game: str, outcome: str = "won", **fields):
    return replace(play(outcome), **({"game": game, "physical_object": game} | fields))


def sides(first: dict[str, str], second: dict[str, str]) -> tuple[Side, Side]:
    """Each game with its outcome, one play each."""
    return (
        Side("first", [on(game, outcome, player="f") for game, outcome in first.items()]),
        Side("second", [on(game, outcome, player="s") for game, outcome in second.items()]),
    )


@pytest.mark.parametrize(
    ("table", "apart", "low", "high"),
    [((59, 6, 16, 80), -0.0621, -0.1186, -0.0046), ((1, 1, 7, 12), -0.286, -0.507, -0.026)],
)
def test_newcombe_gives_the_intervals_of_fagerland_lydersen_and_laake(table, apart, low, high):
    # The square-and-add interval of Statistical Analysis of Contingency Tables (2017), chapter 8:
    # complete response before and after consolidation (Cavo et al. 2012), and airway
    # hyper-responsiveness before and after transplantation (Bentur et al. 2009).
    found = paired_shares(*table)
    close = {"abs": 5e-4 if len(str(low)) < 7 else 5e-5}
    assert (found.value, found.interval.low, found.interval.high) == pytest.approx(
        (apart, low, high), **close
    )


def test_shares_of_no_pairs_are_undefined():
    assert paired_shares(0, 0, 0, 0) == Undefined("nothing_counted")


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_interval_of_paired_shares_holds_them_and_turns_with_the_sides(a, b, c, d):
    found = paired_shares(a, b, c, d)
    if isinstance(found, Undefined):
        assert a + b + c + d == 0
        return
    assert -1 - 1e-9 <= found.interval.low <= found.value <= found.interval.high <= 1 + 1e-9
    turned = paired_shares(a, c, b, d)
    assert (turned.interval.low, turned.interval.high) == pytest.approx(
        (-found.interval.high, -found.interval.low), abs=1e-12
    )


def test_mcnemar_of_one_against_seven_by_hand():
    # 8 that tell them apart; at most 1 of 8 has 1 + 8 of 256 ways, twice that is 18/256.
    assert mcnemar_exact(1, 7) == pytest.approx(18 / 256)


def test_mcnemar_of_cavo_2012():
    # 6 against 16: exact conditional 0.0525 (twice the lower tail of 22).
    tail = sum(comb(22, k) for k in range(7)) / 2**22
    assert mcnemar_exact(6, 16) == pytest.approx(2 * tail)
    assert mcnemar_exact(6, 16) == pytest.approx(0.0525, abs=5e-5)


def test_where_no_game_tells_them_apart_p_is_one():
    assert mcnemar_exact(0, 0) == 1


@given(COUNTS, COUNTS)
def test_mcnemar_is_that_of_statsmodels(only_first, only_second):
    theirs = mcnemar([[3, only_first], [only_second, 4]], exact=True).pvalue
    assert mcnemar_exact(only_first, only_second) == pytest.approx(theirs)


def test_two_players_on_the_games_that_both_played():
    # On a, b, c: first won a and b, second b alone. 2/3 less 1/3.
    first, second = sides(
        {"a": "won", "b": "won", "c": "lost", "only-f": "won"},
        {"a": "lost", "b": "won", "c": "aborted", "only-s": "won"},
    )
    found = compare(first, second, DRAWN)
    assert (found.first_rate.value, found.second_rate.value) == pytest.approx((2 / 3, 1 / 3))
    assert found.success.paired.value == found.success.over_objects.value == pytest.approx(1 / 3)
    told = found.mcnemar
    assert (told.both, told.only_first, told.only_second, told.neither) == (1, 1, 0, 1)
    assert told.p_value == 1


def test_games_without_a_partner_are_named():
    found = compare(*sides({"a": "won", "x": "won"}, {"a": "won", "y": "lost"}), DRAWN)
    assert (found.games.both, found.games.only_first, found.games.only_second) == (
        ("a",), ("x",), ("y",)
    )  # fmt: skip


def test_the_interval_of_one_play_a_game_is_newcombes_and_of_several_students():
    first, second = sides({"a": "won", "b": "won"}, {"a": "lost", "b": "won"})
    assert compare(first, second, DRAWN).success.paired.method == Method.NEWCOMBE
    twice = replace(first, plays=[*first.plays, on("a", "lost", player="f", repeat=2)])
    found = compare(twice, second, DRAWN)
    assert found.success.paired.method == Method.T
    assert found.mcnemar == Undefined(comparison.NOT_ONE_PLAY)


def test_repeats_of_a_game_are_averaged_before_games_are():
    # a in three repeats 1, 0, 0 is 1/3, b once 1: their mean is 2/3, not 2 of 4 plays.
    plays = [on("a"), on("a", "lost", repeat=2), on("a", "lost", repeat=3), on("b")]
    other = Side("s", [on("a", "lost"), on("b", "lost")])
    assert compare(Side("f", plays), other, DRAWN).success.paired.value == pytest.approx(2 / 3)


def test_games_of_one_object_are_drawn_together():
    # Two objects: o1 with differences 1 and 1, o2 with 0. Resamples are o1 o1 (1), o1 o2 (2/3)
    # and o2 o2 (0), the ends with a quarter each.
    one, two = {"physical_object": "o1"}, {"physical_object": "o2"}
    first = Side("f", [on("a", **one), on("b", **one), on("c", **two)])
    second = Side("s", [on("a", "lost", **one), on("b", "lost", **one), on("c", **two)])
    found = compare(first, second, DRAWN)
    assert found.objects == 2
    assert found.success.over_objects.interval == Interval(0, 1)
    assert found.success.over_objects.method == Method.BOOTSTRAP_OF_OBJECTS


def test_people_are_averaged_over_players_and_pooled():
    # p won a and b, q lost a. The model lost a and won b. p: 1 - 1/2; q: 0 - 0: mean 1/4 of 2
    # players. Pooled, a is 1/2 - 0 and b is 1 - 1: also 1/4, of two games.
    people = [on("a", player="p"), on("b", player="p"), on("a", "lost", player="q")]
    model = Side("m", [on("a", "lost", player="m"), on("b", player="m")])
    found = compare(Side("people", people), model, DRAWN).success
    assert (found.over_players.value, found.over_players.n) == (1 / 4, 2)
    assert (found.paired.value, found.paired.n) == (1 / 4, 2)


def test_average_and_pool_part_where_players_hold_different_games():
    # p won a, b and c, q lost a; the model lost all. p: 1, q: 0, mean 1/2; pooled 1/2, 1 and 1.
    people = [*(on(game, player="p") for game in "abc"), on("a", "lost", player="q")]
    model = Side("m", [on(game, "lost", player="m") for game in "abc"])
    found = compare(Side("people", people), model, DRAWN).success
    assert (found.over_players.value, found.paired.value) == pytest.approx((1 / 2, 5 / 6))


def test_a_group_on_the_second_side_turns_the_sign():
    people = Side("people", [on("a", player="p"), on("a", player="q"), on("b", "lost", player="q")])
    model = Side("m", [on("a", "lost", player="m"), on("b", player="m")])
    ours = compare(people, model, DRAWN).success.over_players
    theirs = compare(model, people, DRAWN).success.over_players
    assert ours.value == -theirs.value == 1 / 2


def test_one_player_against_one_and_group_against_group_have_no_mean_over_players():
    one = Side("f", [on("a", player="f")])
    group = Side("g", [on("a", player="p"), on("a", player="q")])
    alone, both = compare(one, one, DRAWN).success, compare(group, group, DRAWN).success
    assert alone.over_players == Undefined("one_player")
    assert both.over_players == Undefined(comparison.TWO_GROUPS)


def test_turns_and_net_gain_are_differences_too():
    # a: 4 turns against the 20 of a lost one; b: 6 against 2. Gains: 2 - 1 on a, none known on b.
    first = Side("f", [on("a", spent=4, net_gain=2.0), on("b", spent=6)])
    second = Side("s", [on("a", "lost", spent=9, net_gain=1.0), on("b", spent=2, net_gain=1.0)])
    found = compare(first, second, DRAWN)
    assert (found.turns_of_all.value, found.turns_of_all.n) == ((-16 + 4) / 2, 2)
    assert (found.net_gain.value, found.net_gain.n) == (1, 1)


def test_no_shared_games_give_no_figure_and_no_error():
    found = compare(*sides({"a": "won"}, {"b": "won"}), DRAWN)
    nothing = Undefined("nothing_counted")
    assert (found.first_rate, found.success.paired, found.success.over_objects) == (nothing,) * 3
    assert (found.mcnemar, found.turns_of_all, found.games.both) == (nothing, nothing, ())
