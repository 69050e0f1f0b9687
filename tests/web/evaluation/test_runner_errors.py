"""Faults of the lab's own, and a database that is gone: what they end, and what goes on."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from evaluation.models import Episode, StoredReply
from evaluation.pages import run_games
from evaluation.runner import patience, storing
from evaluation.services import control, sweeping
from games.models import Play
from tests import playing, runs
from tests.playing import ScriptedModel, asks_then_guesses

pytestmark = pytest.mark.django_db
TALKS = asks_then_guesses(2)


def state(run):
    return run.status, run.reason


def failing_in(*games):
    """A script in which the lab's own code fails at these games' second call."""
    failing = {game.pk for game in games}

    def script(call):
        wrong = call.game_id in failing and call.turns == 1
        return ZeroDivisionError("nothing to divide") if wrong else TALKS(call)

    return script


def test_a_fault_of_our_own_ends_its_game_alone_and_says_what_it_was():
    games = runs.games(5)
    run = playing.play(runs.run(games=games), ScriptedModel(failing_in(games[3])))
    assert state(run) == ("complete", "")
    broken = Episode.objects.exclude(fault="").get()
    assert (broken.number, broken.fault) == (4, "error")
    assert broken.error == "ZeroDivisionError: nothing to divide"
    assert (broken.play.outcome, broken.play.replies.count()) == ("aborted", 1)
    (line,) = run_games.lines_of([broken])
    assert line.fault.endswith("fault of the lab's own: ZeroDivisionError: nothing to divide")
    assert Play.objects.filter(outcome="won").count() == 4


def test_once_it_is_mended_the_game_goes_on_where_it_was():
    games = runs.games(5)
    run = playing.play(runs.run(games=games), ScriptedModel(failing_in(games[3])))
    assert control.retry_failed(run.pk)
    mended = ScriptedModel(TALKS)
    assert state(playing.play(run, mended)) == ("complete", "")
    assert [call.turns for call in mended.calls] == [1, 2]
    assert not Episode.objects.exclude(fault="", error="").exists()


def test_faults_in_three_games_in_a_row_pause_the_run():
    games = runs.games(9)
    run = runs.run(games=games, concurrency=1)
    model = ScriptedModel(failing_in(*games[3:]))
    run = playing.play(run, model)
    assert state(run) == ("paused", "bug")
    assert Episode.objects.filter(fault="error").count() == 3
    assert not Episode.objects.exclude(holder="").exists()


def test_faults_in_games_between_others_pause_nothing():
    games = runs.games(9)
    run = runs.run(games=games, concurrency=1)
    run = playing.play(run, ScriptedModel(failing_in(games[1], games[3], games[5], games[7])))
    assert state(run) == ("complete", "")
    assert Episode.objects.filter(fault="error").count() == 4


def test_what_cannot_be_stored_ends_its_game_alone(monkeypatch):
    games = runs.games(4)
    run = runs.run(games=games)
    save_all = storing.save_all

    def save(entries, terms, *, again):
        for entry in entries:
            if entry.seat.game_id == games[3].pk and entry.reply:
                entry.reply.belief = {1j}
        return save_all(entries, terms, again=again)

    monkeypatch.setattr(storing, "save_all", save)
    run = playing.play(run, ScriptedModel(TALKS))
    assert state(run) == ("complete", "")
    assert Episode.objects.get(fault="error").number == 4
    assert Play.objects.filter(outcome="won").count() == 3


def test_a_database_that_is_gone_is_waited_for_and_then_let_be():
    tries = []

    def work():
        tries.append(1)
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        patience.patiently(work, 0.2)
    assert len(tries) == 2


def test_a_database_that_comes_back_in_time_is_all_the_same():
    answers = [OperationalError("gone"), OperationalError("gone"), 7]

    def work():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert patience.patiently(work, 5) == 7


# The writer closes its connection, and would end the transaction around a test with it.
@pytest.mark.django_db(transaction=True)
def test_without_a_database_the_slice_ends_and_the_sweep_has_another_one_go_on(monkeypatch):
    run = runs.run(games=runs.games(4), concurrency=2)
    gone, save_all = [], storing.save_all

    def save(entries, terms, *, again):
        if len(StoredReply.objects.all()) >= 5:
            gone.append(1)
            raise OperationalError("gone")
        return save_all(entries, terms, again=again)

    monkeypatch.setattr(storing, "save_all", save)
    run = playing.play(run, ScriptedModel(TALKS), patience_seconds=0.2, slices_at_most=1)
    assert gone and run.status == "running"
    monkeypatch.setattr(storing, "save_all", save_all)
    later = timezone.now() + timedelta(seconds=31)
    sweeping.sweep(later, lease_seconds=30)
    model = ScriptedModel(TALKS)
    run = playing.play(run, model)
    assert state(run) == ("complete", "")
    assert set(Play.objects.values_list("outcome", flat=True)) == {"won"}
    assert StoredReply.objects.count() == 4 * 3
