"""Estimates and their intervals, each against a case worked by hand or published."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.intervals import (
    Clusters,
    Estimate,
    Interval,
    Method,
    Resampling,
    Undefined,
    bootstrap_mean,
    clustered_mean,
    clustered_means,
    resampled_means,
    share,
    t_mean,
)

DRAWN = Resampling()
# Efron & Tibshirani (1993), table 2.1: days that seven treated mice survived.
MICE = [94, 197, 16, 38, 99, 141, 23]


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_intervals_of_newcombe_1998(hits, total, low, high):
    # Newcombe (1998), Statistics in Medicine 17, 857, table I, method 3.
    found = share(hits, total)
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_no_hit_in_ten():
    # The lower end is 0, the upper z2 / (n + z2) = 3.8415 / 13.8415 = 0.27753.
    found = share(0, 10)
    assert (found.value, found.n) == (0, 10)
    assert (found.interval.low, found.interval.high) == pytest.approx((0, 0.27753), abs=1e-5)


def test_a_share_of_nothing_is_undefined():
    assert share(0, 0) == Undefined("nothing_counted")


@pytest.mark.parametrize(("hits", "total"), [(-1, 3), (4, 3), (1, 0)])
def test_more_hits_than_cases_are_an_error(hits, total):
    with pytest.raises(ValueError, match=f"{hits} hits of {total}"):
        share(hits, total)


def test_resampled_means_spread_as_in_efron_and_tibshirani_1993():
    # Their table 2.2 gives 23.36 for the mean of the treated mice and endless resamples.
    means = resampled_means(MICE, Resampling(resamples=40_000))
    assert means.std() == pytest.approx(23.36, abs=0.3)


def test_the_bootstrap_of_a_zero_and_a_one_reaches_from_zero_to_one():
    # Resamples are 00, 01, 10, 11: a quarter of the means is 0 and a quarter 1, both more
    # than the tail of 2.5%.
    assert bootstrap_mean([0, 1], DRAWN) == Estimate(0.5, 2, Interval(0, 1), Method.BOOTSTRAP)


def test_equal_values_have_no_interval_for_resamples_cannot_differ():
    assert bootstrap_mean([3, 3, 3], DRAWN) == Estimate(3, 3, Undefined("no_variation"))


def test_values_that_differ_by_a_rounding_alone_are_equal():
    found = bootstrap_mean([0.3, 0.1 + 0.2, 0.3], DRAWN)
    assert found.interval == Undefined("no_variation")


def test_one_value_has_no_interval():
    assert bootstrap_mean([7], DRAWN) == Estimate(7, 1, Undefined("one_case"))


def test_the_mean_of_nothing_is_undefined():
    assert bootstrap_mean([], DRAWN) == Undefined("nothing_counted")


def test_the_same_seed_gives_the_same_interval():
    assert bootstrap_mean(MICE, DRAWN) == bootstrap_mean(MICE, Resampling())


def test_the_t_interval_of_a_mean_by_hand():
    # 1 to 5: mean 3, variance 2.5, error sqrt(2.5 / 5) = 0.7071. The table's t of 4 degrees of
    # freedom is 2.776: 3 - 1.963 and 3 + 1.963.
    found = t_mean([1, 2, 3, 4, 5], within=Interval(0, 20))
    assert (found.value, found.n, found.method) == (3, 5, Method.T)
    assert (found.interval.low, found.interval.high) == pytest.approx((1.037, 4.963), abs=1e-3)


def test_the_t_interval_ends_where_the_figure_does():
    assert t_mean([0.2, 1.0], within=Interval(0, 1)).interval == Interval(0, 1)


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([], Undefined("nothing_counted")),
        ([7], Estimate(7, 1, Undefined("one_case"))),
        ([3, 3], Estimate(3, 2, Undefined("no_variation"))),
    ],
)
def test_a_t_interval_is_undefined_as_a_bootstrap_is(values, found):
    assert t_mean(values, within=Interval(0, 20)) == bootstrap_mean(values, DRAWN) == found


def test_drawing_in_blocks_draws_the_same(monkeypatch):
    whole = resampled_means(MICE, DRAWN)
    monkeypatch.setattr("evaluation.metrics.intervals._CELLS", 7 * 100)
    assert np.array_equal(resampled_means(MICE, DRAWN), whole)


def test_whole_players_are_resampled():
    # A has 1 and 1, B has 0: the mean over cases is 2/3. Resamples are AA (1), AB and BA
    # (2/3), BB (0): both ends hold a quarter.
    found = clustered_mean([[1, 1], [0]], DRAWN)
    assert found == Estimate(pytest.approx(2 / 3), 3, Interval(0, 1), Method.BOOTSTRAP_OF_PLAYERS)


def test_cases_of_one_player_have_no_interval():
    assert clustered_mean([[1, 0], []], DRAWN) == Estimate(0.5, 2, Undefined("one_player"))


def test_players_whose_means_are_equal_have_no_interval():
    assert clustered_mean([[1, 0], [0, 1]], DRAWN).interval == Undefined("no_variation")


def test_nothing_cannot_be_resampled():
    with pytest.raises(ValueError, match="nothing to resample"):
        resampled_means([], DRAWN)


def test_no_players_have_no_columns():
    assert clustered_means([], [], DRAWN) == []


def test_a_column_without_cases_is_undefined_beside_one_that_has_some():
    first, second = clustered_means([[2.0, 0.0], [4.0, 0.0]], [[1, 0], [1, 0]], DRAWN)
    assert (first.value, second) == (3, Undefined("nothing_counted"))


@pytest.mark.parametrize("groups", [[], [[], []]])
def test_players_without_cases_give_nothing(groups):
    assert clustered_mean(groups, DRAWN) == Undefined("nothing_counted")


@given(
    st.lists(st.lists(st.integers(0, 3).map(float), max_size=4), min_size=2, max_size=6),
    st.sampled_from(Clusters),
)
def test_the_clustered_bootstrap_is_what_a_slow_loop_finds(groups, clusters):
    resampling = Resampling(resamples=200, seed=5, clusters=clusters)
    found = clustered_mean(groups, resampling)
    if isinstance(found, Undefined) or isinstance(found.interval, Undefined):
        means = [np.mean(group) for group in groups if group]
        assert len(means) < 2 or np.ptp(means) < 1e-9
        return
    rng, resampled = resampling.generator(), []
    for _ in range(resampling.resamples):
        times = rng.multinomial(len(groups), [1 / len(groups)] * len(groups))
        drawn = [
            case
            for group, often in zip(groups, times, strict=True)
            for _ in range(often)
            for case in group
        ]
        if drawn:
            resampled.append(sum(drawn) / len(drawn))
    low, high = np.percentile(resampled, [2.5, 97.5])
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high))
    assert found.method == clusters.method


def test_cases_of_one_object_have_no_interval():
    objects = Resampling(clusters=Clusters.OBJECTS)
    assert clustered_mean([[1, 0]], objects) == Estimate(0.5, 2, Undefined("one_object"))
