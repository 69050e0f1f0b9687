"""Medians and quartiles."""

from evaluation.metrics import times
from evaluation.metrics.intervals import Undefined
from evaluation.metrics.times import Quartiles


def test_quartiles_lie_between_neighbours():
    # Of four values the quartiles stand at places 0.75, 1.5 and 2.25, counted from 0:
    # 10 + 0.75 x 10, 20 + 0.5 x 10, 30 + 0.25 x 10. What was not measured is stated.
    found = times.quartiles([40, 10, None, 30, 20])
    assert found == Quartiles(low=17.5, median=25, high=32.5, n=4, missing=1)


def test_quartiles_are_those_of_definition_seven_of_hyndman_and_fan_1996():
    # R's default, quantile(1:10): 3.25, 5.5, 7.75.
    assert times.quartiles(range(1, 11)) == Quartiles(3.25, 5.5, 7.75, n=10)


def test_times_that_nobody_measured_are_undefined_with_their_number():
    assert times.quartiles([None, None]) == Undefined("not_measured", missing=2)


def test_times_of_nothing_are_undefined():
    assert times.quartiles([]) == Undefined("nothing_counted")
