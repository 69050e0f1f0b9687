"""A run is played to its end by many games at once, and every call is in the rows, once."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from evaluation.models import Episode, RunWorker, StoredReply
from evaluation.runner import games_kind, slices, writer
from evaluation.services import control, episodes, places
from evaluation.services.places import Message
from games.llm.chat import ModelUnavailable, Reply
from games.models import Game, ModelCall, Play, StoredAnswer, StoredRuling, Turn
from games.presets import MultiProperty
from games.roles import Verdict
from games.rules import Answer, Reason
from games.services import plays
from games.services.turns import Seats
from tests import make, playing, runs
from tests.playing import GUESS, ScriptedModel, asks_then_guesses

pytestmark = pytest.mark.django_db


def test_every_game_is_played_to_its_guess():
    run = runs.run(games=runs.games(6), concurrency=2)
    model = ScriptedModel(asks_then_guesses(3))
    assert playing.play(run, model).status == "complete"
    assert list(Play.objects.values_list("kind", "outcome")) == [("run", "won")] * 6
    assert Turn.objects.filter(status="answered").count() == 6 * 3
    assert StoredReply.objects.count() == len(model.calls) == 6 * 4
    assert run.episodes.filter(status=Episode.Status.DONE, holder="").count() == 6
    assert run.workers.get().holder == ""


def test_a_play_begins_as_its_player_is_first_asked():
    run = runs.run(games=runs.games(2))
    said = Reply(GUESS, "tiny", 90, 10, 40, 5, "stop", 0.25)
    playing.play(run, ScriptedModel(lambda call: said))
    for play in Play.objects.all():
        heard = StoredReply.objects.get(play=play).called_at
        assert play.started_at == heard - timedelta(seconds=0.25)
        assert play.started_at < play.ended_at


def test_replies_are_kept_with_how_they_were_read():
    run = runs.run(games=runs.games(1))
    said = Reply("QUESTION: Is it round?\nANSWER: yes", "tiny", 90, 10, 40, 5, "stop", 0.25)
    playing.play(run, ScriptedModel(lambda call: said if call.turns == 0 else GUESS))
    first, last = StoredReply.objects.order_by("sequence")
    assert (first.sequence, first.number, first.attempt) == (1, 1, 1)
    assert (first.text, first.kind, first.said) == (said.text, "question", "Is it round?")
    assert (first.invented, first.reader) == (True, "questioner-1")
    tokens = (first.prompt_tokens, first.completion_tokens, first.cached_tokens)
    assert (*tokens, first.hidden_tokens, first.latency_seconds) == (90, 10, 40, 5, 0.25)
    assert (last.sequence, last.kind, last.said) == (2, "guess", make.TARGET)


@pytest.mark.parametrize(
    ("allows", "status"), [(MultiProperty.ALLOW, "answered"), (MultiProperty.REJECT, "refused")]
)
def test_a_question_on_two_properties_is_answered_where_the_run_allows_it(allows, status):
    # The process keeps what a Checker of this version said of the same words in other tests.
    games_kind.rulings_of.cache_clear()
    protocol = replace(make.protocol("paper"), multi_property=allows)
    run = runs.run(games=runs.games(1), protocol=plays.freeze_protocol(protocol))
    checker = make.FixedChecker(reason=Reason.MULTIPLE_PROPERTIES)
    model = ScriptedModel(asks_then_guesses(1))
    playing.play(run, model, seats=lambda through: Seats(checker, playing.YesOracle()))
    assert Turn.objects.get(number=1, attempt=1).status == status
    games_kind.rulings_of.cache_clear()


def test_games_are_taken_up_several_at_once_where_the_others_keep_the_server_busy(monkeypatch):
    wanted = []

    def take(run_id, holder, limit, **more):
        wanted.append(limit)
        return episodes.take(run_id, holder, limit, **more)

    stand_in = SimpleNamespace(take=take, renew=episodes.renew, due=episodes.due)
    monkeypatch.setattr(writer, "episodes", stand_in)
    run = runs.run(games=runs.games(60), concurrency=16)
    # Every third call ends its game, so that they end one by one.
    ask = "QUESTION: Is it made of metal?"
    model = ScriptedModel(lambda call: ask if call.number % 3 else GUESS, latency_seconds=0.01)
    assert playing.play(run, model).status == "complete"
    assert len(wanted) > 3 and min(wanted) >= 2


def test_calls_are_as_many_at_once_as_they_may_and_no_more():
    run = runs.run(games=runs.games(12), concurrency=3)
    model = ScriptedModel(asks_then_guesses(2), latency_seconds=0.01)
    playing.play(run, model)
    assert model.most_in_flight == 3


def test_the_first_three_games_are_the_trial_and_stay_played():
    run = runs.run(games=runs.games(5))
    model = ScriptedModel(asks_then_guesses(1))
    (again,) = slices.play(Message(run.pk, 1, timezone.now()), playing.house(model))
    assert run.episodes.filter(status="done").count() == 3 and len(model.calls) == 6
    run.refresh_from_db()
    assert run.forecast["games"] == 5
    assert slices.play(again, playing.house(model)) == []
    assert len(model.calls) == 10


def test_a_held_run_waits_after_its_trial():
    run = runs.run(games=runs.games(5), hold=True)
    run = playing.play(run, ScriptedModel(asks_then_guesses(1)))
    assert (run.status, run.reason) == ("paused", "hold")
    assert run.episodes.filter(status="done").count() == 3


def test_a_message_for_a_held_place_comes_to_nothing():
    run = runs.run(games=runs.games(1))
    model = ScriptedModel(asks_then_guesses(1))
    now = timezone.now()
    held = Message(run.pk, 1, now)
    assert places.take(held, "another", now=now, lease_until=now + timedelta(minutes=1))
    assert slices.play(Message(run.pk, 1, timezone.now()), playing.house(model)) == []
    assert not model.calls and run.workers.get().holder == "another"


def test_a_copy_of_a_message_that_comes_late_comes_to_nothing():
    run = runs.run(games=runs.games(5))
    model = ScriptedModel(asks_then_guesses(1))
    first = Message(run.pk, 1, timezone.now())
    slices.play(first, playing.house(model))
    calls = len(model.calls)
    assert slices.play(first, playing.house(model)) == []
    assert len(model.calls) == calls


@pytest.mark.parametrize("status", ["paused", "cancelled", "failed", "complete"])
def test_a_run_that_may_not_be_played_is_left_alone(status):
    now = timezone.now()
    run = runs.run(
        games=runs.games(1),
        status=status,
        reason="by_hand" if status in ("paused", "failed") else "",
        ended_at=None if status == "paused" else now,
    )
    model = ScriptedModel(asks_then_guesses(1))
    assert slices.play(Message(run.pk, 1, now), playing.house(model)) == []
    assert not model.calls and RunWorker.objects.get().holder == ""


def test_a_slice_that_ends_in_the_middle_repeats_no_call():
    run = runs.run(games=runs.games(4), concurrency=2)
    model = ScriptedModel(asks_then_guesses(5), latency_seconds=0.03)
    run = playing.play(run, model, slices_at_most=60, slice_seconds=0.08)
    assert run.status == "complete"
    assert len(model.calls) == len({(c.game_id, c.turns) for c in model.calls}) == 4 * 6
    assert Episode.objects.filter(tries__gt=1).exists()


def test_questions_that_are_refused_three_times_spend_the_turn():
    run = runs.run(games=runs.games(1))
    model = ScriptedModel(lambda call: "Hm." if call.turns < 3 else GUESS)
    playing.play(run, model)
    turns = Turn.objects.values_list("number", "attempt", "status", "reason")
    assert list(turns) == [(1, attempt, "refused", "unparseable") for attempt in (1, 2, 3)]
    assert StoredReply.objects.get(kind="guess").number == 2
    assert Play.objects.get().outcome == "won"


def test_three_replies_without_a_guess_at_the_end_are_out_of_turns():
    run = runs.run(games=runs.games(1))
    run = playing.play(run, ScriptedModel(asks_then_guesses(99)))
    play = Play.objects.get()
    assert (run.status, play.outcome, play.guessed) == ("complete", "out_of_turns", "")
    assert play.turns.filter(status="answered").count() == 20
    last = play.turns.filter(number=21).values_list("attempt", "reason")
    assert list(last) == [(attempt, "not_a_candidate") for attempt in (1, 2, 3)]


@pytest.mark.parametrize("text", ["", "<think>Metal, perhaps"])
def test_a_play_in_which_nothing_is_said_is_aborted_at_its_first_turn(text):
    run = runs.run(games=runs.games(1))
    model = ScriptedModel(lambda call: text)
    run = playing.play(run, model)
    episode = run.episodes.get()
    assert (episode.status, episode.fault, episode.play.outcome) == ("done", "empty", "aborted")
    assert len(model.calls) == StoredReply.objects.count() == 3


def test_a_word_among_empty_replies_keeps_the_play_going():
    run = runs.run(games=runs.games(1))
    model = ScriptedModel(lambda call: {1: "", 2: "Hm."}.get(call.number, GUESS))
    playing.play(run, model)
    assert Play.objects.get().outcome == "won"


def test_a_stored_answer_spares_the_oracle_its_call():
    oracle = playing.Role(("Yes",))
    seats = playing.of_models(oracle=oracle)
    one, other = runs.games(2)
    for number, game in enumerate((one, one, other)):
        run = runs.run(games=[game], slug=f"run-{number}", protocol=playing.protocol(seats))
        playing.play(run, ScriptedModel(asks_then_guesses(1)), seats=seats)
    assert oracle.calls == ModelCall.objects.count() == StoredAnswer.objects.count() == 2
    assert Turn.objects.filter(status="answered", stored_answer__forced="yes").count() == 3


def test_a_costly_checker_is_asked_once_for_a_question():
    oracle, checker = playing.Role(("Yes",)), playing.Role(("MATERIAL:metal",))
    seats = playing.of_models(oracle=oracle, checker=checker)
    run = runs.run(games=runs.games(4), protocol=playing.protocol(seats), concurrency=1)
    playing.play(run, ScriptedModel(asks_then_guesses(1)), seats=seats)
    assert Turn.objects.filter(status="answered", probe="MATERIAL:metal").count() == 4
    assert StoredRuling.objects.count() == 1
    calls = ModelCall.objects.filter(turn__isnull=False).values_list("role", flat=True)
    assert (list(calls).count("checker"), list(calls).count("oracle")) == (checker.calls, 4)


def test_an_oracle_that_cannot_tell_refuses_the_question_where_that_is_allowed():
    class Unsure(playing.YesOracle):
        async def answer(self, sheet, question):
            return Verdict(Answer.CANNOT_TELL, Answer.NO, source="table")

    def seats(through):
        return Seats(make.FixedChecker(), Unsure())

    for preset in ("house", "paper"):
        run = runs.run(
            games=runs.games(1) if preset == "house" else [Game.objects.get()],
            slug=preset,
            protocol=playing.protocol(seats, preset),
        )
        playing.play(run, ScriptedModel(asks_then_guesses(1)), seats=seats)
    outcomes = Turn.objects.order_by("pk").values_list("status", "answer", "reason")
    assert list(outcomes) == [("refused", "", "cannot_tell"), ("answered", "no", "")]


def test_a_question_that_waits_for_its_answer_is_not_asked_again():
    oracle = playing.Role((ModelUnavailable("busy"), "Yes"))
    seats = playing.of_models(oracle=oracle)
    run = runs.run(games=runs.games(1), protocol=playing.protocol(seats))
    model = ScriptedModel(asks_then_guesses(1))
    playing.play(run, model, seats=seats, slice_seconds=0, pauses_seconds=(0.2,), slices_at_most=1)
    control.pause(run.pk)
    control.resume(run.pk)
    run = playing.play(run, model, seats=seats)
    assert run.status == "complete"
    assert [call.turns for call in model.calls] == [0, 1]


def test_text_that_no_database_takes_is_kept_without_it():
    seats = playing.of_models(oracle=playing.Role(("Yes\x00\ud800",)))
    run = runs.run(games=runs.games(1), protocol=playing.protocol(seats))
    playing.play(run, ScriptedModel(asks_then_guesses(1)), seats=seats)
    assert ModelCall.objects.first().text == "Yes\ufffd?"
