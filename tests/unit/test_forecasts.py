"""From three games to a thousand."""

from evaluation import run_words
from evaluation.forecasts import Beside, Range, TrialGame, forecast
from evaluation.spec_values import PriceSpec

PRICE = PriceSpec(input=2.0, output=10.0, cached=0.5, currency="EUR")
TRIALS = [
    TrialGame(seconds=10, tokens=1000, prompt=900, completion=100),
    TrialGame(seconds=20, tokens=2000, prompt=1800, completion=200),
    TrialGame(seconds=60, tokens=6000, prompt=5000, completion=1000),
]


def test_tokens_grow_with_the_games():
    # Least 1,000, mean 3,000, most 6,000 a game.
    found = forecast(TRIALS, games=100, at_once=10, price=None)
    assert found.tokens == Range(100_000, 300_000, 600_000)


def test_time_is_shared_by_the_games_beside_each_other():
    # 100 games, 10 at once: as long as 10 games, of 10, 30 and 60 seconds.
    found = forecast(TRIALS, games=100, at_once=10, price=None)
    assert found.seconds == Range(100, 300, 600)


def test_a_run_takes_no_less_than_one_game():
    assert forecast(TRIALS, games=3, at_once=64, price=None).seconds.likely == 30


def test_cached_tokens_have_their_own_price():
    # 600 fresh at 2.0, 400 cached at 0.5, 100 out at 10.0 the million: 2,400 millionths.
    trial = TrialGame(seconds=1, tokens=1100, prompt=1000, cached=400, completion=100)
    assert trial.cost(PRICE) == 0.0024
    found = forecast([trial], games=1000, at_once=1, price=PRICE)
    assert (round(found.cost.likely, 9), found.currency) == (2.4, "EUR")


def test_without_a_price_there_is_no_cost():
    found = forecast(TRIALS, games=3, at_once=1, price=None)
    assert (found.cost, found.currency) == (None, "")


def test_without_a_trial_there_is_no_forecast():
    assert forecast([], games=3, at_once=1, price=None) is None


def test_the_other_roles_count_where_they_have_a_price():
    # The player's 100 in at 2 and 10 out at 10: 300; the others' 50 at 4 and 5 at 20: 300.
    price = PriceSpec(2.0, 10.0, 0.5, "EUR", roles_input=4.0, roles_output=20.0)
    trial = TrialGame(1, 165, prompt=100, completion=10, roles_prompt=50, roles_completion=5)
    assert (trial.cost(price), trial.cost(PRICE)) == (0.0006, 0.0003)


def test_a_forecast_of_games_that_took_under_a_second_says_that_it_is_rough():
    quick = [TrialGame(seconds=0.2, tokens=0)] * 3
    found = forecast(quick, games=30, at_once=3, price=None).as_json()
    assert run_words.forecast_time(found) == (
        "less than a minute; rough, for its trial games took under a second each"
    )


def test_a_long_forecast_has_its_spread():
    # 100 games, 10 at once: as long as 10 games, of 10, 30 and 60 seconds.
    found = forecast(TRIALS, games=100, at_once=10, price=None).as_json()
    assert run_words.forecast_time(found) == "about 5 min (1 min 40 s to 10 min 0 s)"


def test_time_follows_from_how_fast_games_came_beside_each_other():
    # 4 of 10 to 12 s in 24 s together: 6 s each, 600 s for 100. At best 100 / 4 rounds of 10 s, at
    # worst of 30 s.
    trials = [TrialGame(seconds=each, tokens=1) for each in (10, 12, 20, 30)]
    beside = Beside(together=4, busy_seconds=24)
    found = forecast(trials, games=100, at_once=4, price=None, beside=beside)
    assert found.seconds == Range(250, 600, 750)
    assert (found.at_once, found.together) == (4, 4)


def test_more_at_once_than_were_tried_may_be_faster_and_are_not_counted_on():
    # 4 at once took 12 s: 3 s each. With 8 at once at best 100 / 8 rounds of 12 s.
    trials = [TrialGame(seconds=12, tokens=1)] * 4
    found = forecast(trials, games=100, at_once=8, price=None, beside=Beside(4, 12))
    assert found.seconds == Range(150, 300, 300)


def test_a_run_of_few_games_is_forecast_by_those():
    trials = [TrialGame(seconds=12, tokens=1)] * 3
    found = forecast(trials, games=3, at_once=16, price=None, beside=Beside(3, 12))
    assert found.seconds == Range(12, 12, 12)
