"""Limits of tokens and cost: what counts, and that the run is paused where they are reached."""

from decimal import Decimal

import pytest

from evaluation.models import Run, StoredReply
from evaluation.runner import spending
from evaluation.runner.meter import Prices, Spent
from evaluation.services import control
from evaluation.spec_values import PriceSpec
from games.models import ModelCall
from tests import playing, runs
from tests.playing import ScriptedModel, asks_then_guesses

pytestmark = pytest.mark.django_db
TALKS = asks_then_guesses(2)
PRICE = PriceSpec(1.0, 11.0, 1.0, "USD")


def state(run):
    return run.status, run.reason


def test_a_limit_of_tokens_pauses_the_run_with_no_more_than_the_calls_in_flight_beyond():
    run = runs.run(games=runs.games(8), concurrency=2, token_limit=1000)
    model = ScriptedModel(TALKS, latency_seconds=0.01)
    run = playing.play(run, model)
    assert state(run) == ("paused", "token_limit")
    # Ten calls of 100 tokens reach it; one more was in flight.
    assert 10 <= len(model.calls) <= 11
    assert StoredReply.objects.count() == len(model.calls)
    control.set_limits(run.pk, tokens=None, cost=None)
    control.resume(run.pk)
    assert state(playing.play(run, model)) == ("complete", "")
    assert len(model.calls) == 8 * 3


def test_a_limit_counts_what_was_spent_before():
    run = runs.run(games=runs.games(8), concurrency=2, token_limit=1000)
    model = ScriptedModel(TALKS, latency_seconds=0.01)
    run = playing.play(run, model)
    calls = len(model.calls)
    control.resume(run.pk)
    run = playing.play(run, model)
    assert state(run) == ("paused", "token_limit") and len(model.calls) == calls


def test_a_limit_of_cost_pauses_the_run():
    # A call has 90 tokens in and 10 out: 90 x 1 + 10 x 11 = 200 millionths.
    run = runs.run(games=runs.games(8), concurrency=1, cost_limit=Decimal("0.001"))
    model = ScriptedModel(TALKS)
    run = playing.play(run, model, prices=Prices(PRICE))
    assert state(run) == ("paused", "cost_limit")
    assert len(model.calls) == 5


def test_the_oracle_s_calls_count_for_a_limit_of_cost_where_they_cost():
    # An Oracle's call has 30 tokens in and 1 out: 30 x 10 + 1 x 100 = 400 millionths, and there
    # are three for each game's two questions at most; the player's own calls cost nothing here.
    seats = playing.of_models(oracle=playing.Role(("Yes",)))
    run = runs.run(
        games=runs.games(8),
        concurrency=1,
        protocol=playing.protocol(seats),
        cost_limit=Decimal("0.001"),
    )
    prices = Prices(None, PriceSpec(10.0, 100.0, 10.0, "USD"))
    run = playing.play(run, ScriptedModel(TALKS), seats=seats, prices=prices)
    assert state(run) == ("paused", "cost_limit")
    assert ModelCall.objects.count() == 3
    assert spending.of_run(run.pk, prices).cost == pytest.approx(0.0012)


def test_trying_the_run_out_counts():
    # 90 in at 1 and 10 out at 11 the million: 200 millionths.
    spent = {"calls": 2, "prompt": 90, "completion": 10, "cached": 0, "hidden": 0}
    run = runs.run(games=runs.games(8), token_limit=100, checked={"spent": spent})
    assert spending.of_run(run.pk, Prices(PRICE)) == Spent(100, pytest.approx(0.0002))
    model = ScriptedModel(TALKS)
    run = playing.play(run, model)
    assert state(run) == ("paused", "token_limit") and not model.calls


def test_nothing_is_spent_by_a_run_that_made_no_call():
    run = runs.run(games=runs.games(1))
    assert Run.objects.get().checked is None
    assert spending.of_run(run.pk, Prices(PRICE, PRICE)) == Spent(0, 0.0)
