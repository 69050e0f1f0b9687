"""What goes wrong with a run's models: who is stopped, what is aborted; nothing is lost."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import Episode, StoredReply
from evaluation.runner import slices
from evaluation.services import changed_facts, control
from evaluation.services.places import Message
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from games.models import ModelCall, Play, Turn
from tests import playing, runs
from tests.playing import ScriptedModel, asks_then_guesses

pytestmark = pytest.mark.django_db
TALKS = asks_then_guesses(2)


def state(run):
    return run.status, run.reason


def broken_at(*numbers, error):
    """A script whose calls of these numbers raise."""
    return lambda call: error if call.number in numbers else TALKS(call)


def refusing_games(*games, error=None):
    """A script that refuses these games for good."""
    refused = {game.pk for game in games}
    error = error or ModelRefused("the provider says: no")
    return lambda call: error if call.game_id in refused else TALKS(call)


def test_a_call_without_a_reply_is_made_again():
    run = runs.run(games=runs.games(4))
    model = ScriptedModel(broken_at(2, 5, 6, error=ModelUnavailable("busy")))
    run = playing.play(run, model)
    assert state(run) == ("complete", "")
    assert set(Play.objects.values_list("outcome", flat=True)) == {"won"}
    assert len(model.calls) == StoredReply.objects.count() + 3


def test_a_server_is_asked_again_when_it_wants_to_be():
    run = runs.run(games=runs.games(1), concurrency=1)
    model = ScriptedModel(broken_at(2, error=ModelUnavailable("busy", retry_after_seconds=60)))
    run = playing.play(run, model, slice_seconds=0.1, patience_seconds=0.5)
    assert state(run) == ("paused", "server_gone")
    assert len(model.calls) == 2
    assert run.episodes.get().due_at > run.started_at + timedelta(seconds=50)


def test_a_server_that_is_gone_pauses_the_run_and_harms_no_game():
    run = runs.run(games=runs.games(4), concurrency=2)
    gone = {"now": True}

    def script(call):
        return ModelUnavailable("gone") if gone["now"] and call.number > 3 else TALKS(call)

    model = ScriptedModel(script)
    run = playing.play(run, model, patience_seconds=0.1)
    assert state(run) == ("paused", "server_gone")
    assert not Play.objects.exclude(outcome="").exists()
    assert not Episode.objects.exclude(holder="").exists()
    gone["now"] = False
    assert control.resume(run.pk)
    run = playing.play(run, model)
    assert state(run) == ("complete", "")
    assert StoredReply.objects.count() == 4 * 3


def test_a_server_that_refuses_from_the_first_call_pauses_the_run():
    games = runs.games(8)
    run = runs.run(games=games, concurrency=2)
    model = ScriptedModel(refusing_games(*games))
    run = playing.play(run, model)
    assert state(run) == ("paused", "model_refused")
    assert len(model.calls) == 3 and not Play.objects.exists()


def test_a_server_that_begins_to_refuse_pauses_the_run():
    run = runs.run(games=runs.games(8), concurrency=4)
    model = ScriptedModel(
        lambda call: ModelRefused("out of money") if call.number > 12 else TALKS(call)
    )
    run = playing.play(run, model)
    assert state(run) == ("paused", "model_refused")
    assert not Episode.objects.exclude(fault="").exists()


def test_a_game_that_alone_is_refused_is_aborted_alone():
    games = runs.games(6)
    run = runs.run(games=games, concurrency=3)
    run = playing.play(run, ScriptedModel(refusing_games(games[4])))
    assert state(run) == ("complete", "")
    assert Episode.objects.exclude(fault="").get().fault == "infrastructure"
    assert Play.objects.filter(outcome="won").count() == 5


def test_the_last_games_of_a_run_are_aborted_where_they_are_refused():
    games = runs.games(5)
    run = runs.run(games=games, concurrency=1)
    run = playing.play(run, ScriptedModel(refusing_games(*games[3:])))
    assert state(run) == ("complete", "")
    assert (
        list(Episode.objects.values_list("fault", flat=True)) == [""] * 3 + ["infrastructure"] * 2
    )


def test_broken_plays_are_opened_again_and_go_on_where_they_ended():
    games = runs.games(5)
    run = runs.run(games=games)
    broken = ScriptedModel(
        lambda call: (
            ModelRefused("no") if (call.game_id, call.turns) == (games[4].pk, 1) else TALKS(call)
        )
    )
    run = playing.play(run, broken)
    assert Play.objects.filter(outcome="aborted").count() == 1
    assert control.retry_failed(run.pk)
    run.refresh_from_db()
    assert state(run) == ("queued", "") and run.ended_at is None
    mended = ScriptedModel(TALKS)
    run = playing.play(run, mended)
    assert state(run) == ("complete", "")
    assert [call.turns for call in mended.calls] == [1, 2]
    assert not control.retry_failed(run.pk)


def test_a_conversation_that_is_too_long_aborts_its_play():
    games = runs.games(5)
    run = runs.run(games=games)
    overflow = ContextOverflow("2,100 tokens are needed")
    run = playing.play(run, ScriptedModel(refusing_games(games[4], error=overflow)))
    assert state(run) == ("complete", "")
    assert list(Episode.objects.exclude(fault="").values_list("number", "fault")) == [
        (5, "context_overflow")
    ]


def test_a_run_whose_trial_games_all_fail_waits_for_its_researcher():
    games = runs.games(5)
    run = runs.run(games=games, checked={"results": []})
    model = ScriptedModel(refusing_games(*games, error=ContextOverflow("too long")))
    run = playing.play(run, model)
    assert state(run) == ("paused", "preflight")
    (check,) = run.checked["results"]
    assert check["sentence"] == "Every trial game was aborted: context overflow."


def test_an_oracle_without_a_usable_reply_aborts_the_play_and_its_calls_are_kept():
    seats = playing.of_models(oracle=playing.Role(("Hard to say.",)))
    run = runs.run(games=runs.games(1), protocol=playing.protocol(seats))
    playing.play(run, ScriptedModel(TALKS), seats=seats)
    assert Episode.objects.get().fault == "infrastructure"
    assert Turn.objects.get().status == "waiting"
    assert list(ModelCall.objects.values_list("text", flat=True)) == ["Hard to say."] * 3


def test_an_oracle_that_refuses_everybody_pauses_the_run_though_the_player_talks():
    seats = playing.of_models(oracle=playing.Role((ModelRefused("bad key"),)))
    run = runs.run(games=runs.games(9), protocol=playing.protocol(seats), concurrency=4)
    run = playing.play(run, ScriptedModel(TALKS), seats=seats)
    assert state(run) == ("paused", "model_refused")
    assert not Episode.objects.exclude(fault="").exists()


def test_another_oracle_than_the_run_began_with_fails_it():
    seats = playing.of_models(oracle=playing.Role(("Yes",)))
    run = runs.run(games=runs.games(1))
    run = playing.play(run, ScriptedModel(TALKS), seats=seats)
    assert state(run) == ("failed", "other_protocol") and not Play.objects.exists()


def test_a_pause_lets_the_calls_in_flight_end():
    run = runs.run(games=runs.games(3), concurrency=2)
    model = ScriptedModel(TALKS, latency_seconds=0.1)
    here = threading.current_thread()

    def clock():
        """Only the thread of the database may pause it; the loop asks for the time too."""
        if len(model.calls) >= 3 and threading.current_thread() is here:
            control.pause(run.pk)
        return timezone.now()

    house = replace(playing.house(model, beat_seconds=0.01), clock=clock)
    assert slices.play(Message(run.pk, 1, timezone.now()), house) == []
    run.refresh_from_db()
    assert state(run) == ("paused", "by_hand")
    assert StoredReply.objects.count() == len(model.calls) < 8


def test_more_calls_at_once_are_let_while_it_plays():
    run = runs.run(games=runs.games(9), concurrency=1)
    model = ScriptedModel(TALKS, latency_seconds=0.02)
    playing.play(run, model, slices_at_most=1)
    most_before = model.most_in_flight
    assert control.set_concurrency(run.pk, 5)
    playing.play(run, model)
    assert (most_before, model.most_in_flight) == (1, 5)


def test_two_slices_of_a_run_in_one_process_are_one():
    run = runs.run(games=runs.games(1))
    with slices._once_a_process(run.pk):
        assert playing.play(run, ScriptedModel(TALKS)).status == "queued"


def test_a_model_that_answers_as_another_one_pauses_the_run_and_may_be_let_go_on():
    facts = {"model": {"answers_as": "tiny"}}
    run = runs.run(games=runs.games(5), concurrency=1, facts=facts)
    names = {"now": "tiny"}

    def script(call):
        said = TALKS(call)
        return Reply(said, names["now"], prompt_tokens=90, completion_tokens=10)

    model = ScriptedModel(script)
    run = playing.play(run, model, slices_at_most=1)
    assert state(run) == ("running", "")
    names["now"] = "huge"
    run = playing.play(run, model)
    assert state(run) == ("paused", "other_facts")
    assert len(model.calls) == 9 + 1
    (change,) = changed_facts.waiting_of(run)
    assert str(change) == "model answers as was tiny and is huge"
    assert changed_facts.resume(run.pk)
    assert state(playing.play(run, model)) == ("complete", "")
    assert set(StoredReply.objects.values_list("model", flat=True)) == {"tiny", "huge"}
