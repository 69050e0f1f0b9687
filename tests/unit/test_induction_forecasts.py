"""How many calls are still to come, and how long they take, from those so far."""

from evaluation.induction.forecasts import Forecast, Share, forecast, seconds_a_call

NONE = Share(0, 0, 0)


def test_the_others_take_as_many_of_their_calls_as_those_that_have_ended():
    # Of 40 calls at most 30 were made: three quarters. Of 20 under way 15 are likely, 5 were made;
    # of 100 waiting 75. At most: 20 - 4 first asks, and 100.
    found = forecast(Share(40, 30, 28), Share(20, 5, 4), Share(100, 0, 0), seconds_a_call=2.0)
    assert found == Forecast(calls=85, most=116, seconds=170.0)


def test_replies_that_cannot_be_used_make_more_calls_than_there_are_steps():
    # Each of 10 steps was asked three times; so will be those of the next one.
    found = forecast(Share(10, 30, 10), NONE, Share(10, 0, 0), seconds_a_call=None)
    assert found == Forecast(calls=30, most=10, seconds=None)


def test_before_one_has_ended_nothing_is_likely():
    found = forecast(NONE, Share(10, 3, 3), Share(10, 0, 0), seconds_a_call=1.0)
    assert found == Forecast(calls=None, most=17, seconds=17.0)


def test_one_that_took_longer_than_the_others_owes_no_calls():
    found = forecast(Share(10, 5, 5), Share(10, 9, 9), NONE, seconds_a_call=1.0)
    assert found == Forecast(calls=0, most=1, seconds=0.0)


def test_a_call_takes_the_time_between_its_piece_and_the_one_before():
    # Four calls after the oldest piece, in 8 seconds.
    assert seconds_a_call([8, 8, 4, 4, 0, 0], longest=60) == 2.0


def test_a_gap_longer_than_a_call_may_take_is_a_pause():
    assert seconds_a_call([506, 503, 500, 1, 0], longest=60) == 3.0


def test_one_piece_tells_no_time():
    assert seconds_a_call([], longest=60) is None
    assert seconds_a_call([5, 5, 5], longest=60) is None
