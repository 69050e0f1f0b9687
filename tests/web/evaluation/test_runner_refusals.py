"""Games that a server refuses for good, beside a server that refuses everybody."""

import pytest

from evaluation.models import Episode
from evaluation.services import control
from games.llm.chat import ModelRefused
from games.models import Play
from tests import playing, runs
from tests.playing import ScriptedModel, asks_then_guesses

pytestmark = pytest.mark.django_db
TALKS = asks_then_guesses(2)


def state(run):
    return run.status, run.reason


def refusing(*games, status=400):
    """A model whose server refuses these games for good, and talks in all others."""
    refused = {game.pk for game in games}
    return ScriptedModel(
        lambda call: ModelRefused("no", status) if call.game_id in refused else TALKS(call)
    )


def faults() -> list[str]:
    return list(Episode.objects.order_by("number").values_list("fault", flat=True))


def test_games_that_are_refused_for_good_end_again_after_each_retry():
    games = runs.games(8)
    refused = games[2], games[4], games[5], games[7]
    run = playing.play(runs.run(games=games, concurrency=4), refusing(*refused))
    assert state(run) == ("complete", "")
    for _ in range(2):
        assert control.retry_failed(run.pk)
        model = refusing(*refused)
        run = playing.play(run, model)
        assert state(run) == ("complete", "")
        assert len(model.calls) == 4
    broken = ["", "", "infrastructure", "", "infrastructure", "infrastructure", ""]
    assert faults() == [*broken, "infrastructure"]


def test_refused_games_in_a_row_keep_a_run_only_once_from_going_on():
    games = runs.games(9)
    model = refusing(*games[3:6])
    run = playing.play(runs.run(games=games, concurrency=1), model)
    assert state(run) == ("paused", "model_refused")
    assert faults() == [""] * 9
    control.resume(run.pk)
    run = playing.play(run, model)
    assert state(run) == ("complete", "")
    assert faults() == [""] * 3 + ["infrastructure"] * 3 + [""] * 3
    assert Play.objects.filter(outcome="won").count() == 6


def test_a_server_that_goes_on_refusing_everybody_harms_no_game_however_often_it_is_resumed():
    games = runs.games(12)
    run = playing.play(runs.run(games=games, concurrency=2), refusing())
    assert state(run) == ("complete", "")
    run = runs.run(games=games, slug="other", concurrency=2)
    for _ in range(3):
        run = playing.play(run, refusing(*games))
        assert state(run) == ("paused", "model_refused")
        control.resume(run.pk)
    assert not run.episodes.exclude(fault="").exists()
    run = playing.play(run, refusing())
    assert state(run) == ("complete", "")
    assert not run.episodes.exclude(fault="").exists()


@pytest.mark.parametrize("status", [401, 402, 404])
def test_a_key_a_purse_or_a_model_that_is_gone_is_never_a_game_s_own_fault(status):
    games = runs.games(9)
    run = runs.run(games=games, concurrency=1)
    for _ in range(3):
        run = playing.play(run, refusing(*games[3:6], status=status))
        assert state(run) == ("paused", "model_refused")
        control.resume(run.pk)
    assert faults() == [""] * 9


@pytest.mark.parametrize("games", [1, 2, 3, 6])
def test_a_key_that_stops_being_taken_in_the_first_games_aborts_none_of_them(games):
    run = runs.run(games=runs.games(games), concurrency=4)
    model = ScriptedModel(
        lambda call: ModelRefused("no", 401) if call.number > games else TALKS(call)
    )
    run = playing.play(run, model)
    assert state(run) == ("paused", "model_refused")
    assert faults() == [""] * games
    control.resume(run.pk)
    assert state(playing.play(run, refusing())) == ("complete", "")


def test_a_key_that_was_refused_once_while_others_were_answered_costs_no_game():
    model = ScriptedModel(
        lambda call: ModelRefused("no", 401) if call.number == 5 else TALKS(call),
        latency_seconds=0.01,
    )
    run = playing.play(runs.run(games=runs.games(6), concurrency=4), model)
    assert state(run) == ("complete", "")
    assert faults() == [""] * 6


def test_a_refusal_in_another_way_than_before_says_something_new_of_the_server():
    games = runs.games(9)
    run = runs.run(games=games, concurrency=1)
    run.episodes.filter(number__range=(4, 6)).update(refused="status 400")
    run = playing.play(run, refusing(*games[3:6], status=403))
    assert state(run) == ("paused", "model_refused")
    assert faults() == [""] * 9
