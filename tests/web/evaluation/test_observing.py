"""What the observer saw in ended plays is stored, read where it holds, and followed where not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluation import leaderboard, observed, records, replaying, run_records, tasks
from evaluation.models import Observed, ObserverPlace, Run
from evaluation.run_exports import transcripts
from evaluation.services import control, observing
from games import belief, observer, selectors
from games.models import Play
from games.services import journeys
from tests import make, runs
from tests.web.evaluation.conftest import answered, ended, refused

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(hours=1)
QUESTIONS = ("Is it made of metal?", "Is it splindow?", "Is it longer than 5 cm?")


@pytest.fixture
def run():
    """Two ended games, the first with three answers, of which the second is not read."""
    row = runs.run(games=runs.games(3))
    make.physical_object(row.catalogue, "wooden", yes=[make.AFFORDANCES[0]], steel=False)
    runs.end(row.episodes.get(number=1), "won", questions=QUESTIONS)
    runs.end(row.episodes.get(number=2), "lost")
    return row


def observe_all(clock=lambda: LATER, seconds=60) -> bool:
    return observing.observe_due(clock, seconds=seconds)


def first_play(run) -> Play:
    return run.episodes.get(number=1).play


def test_stored_values_give_the_figures_that_following_gives(run):
    refused(first_play(run), 4)
    before = run_records.ended_plays(run)
    assert not observe_all()
    assert Observed.objects.count() == 2
    assert run_records.ended_plays(run) == before


def test_what_is_stored_is_read_and_not_followed_again(run, monkeypatch):
    observe_all()
    monkeypatch.setattr(observer, "_likelihoods", None)
    assert len(run_records.ended_plays(run)) == 2
    assert len(run_records.bare_plays(run)) == 2


def test_bare_plays_are_the_plays_without_questions(run):
    for attempt in (1, 2, 3):
        refused(first_play(run), 4, attempt)
    whole = [replace(play, questions=()) for play in run_records.ended_plays(run)]
    assert run_records.bare_plays(run) == whole
    observe_all()
    assert run_records.bare_plays(run) == whole
    assert [play.spent for play in whole] == [4, 1]


def test_bare_plays_of_people_are_the_same_too(campaign):
    first, second = ended(make.volunteer(campaign), "won", "lost")
    answered(first, 1)
    refused(second, 1)
    observing.observe([second.pk], now=LATER)
    whole = [replace(play, questions=()) for play in records.ended_plays(campaign)]
    assert records.bare_plays(campaign) == whole


def test_values_of_another_judge_are_not_read_and_are_replaced(run, monkeypatch):
    observe_all()
    Observed.objects.update(net_gain=9, total_gain=9)
    assert {play.net_gain for play in run_records.bare_plays(run)} == {9}
    monkeypatch.setattr(belief, "JUDGE", "catalogue-share/2")
    assert 9 not in {play.net_gain for play in run_records.bare_plays(run)}
    assert 9 not in {play.net_gain for play in run_records.ended_plays(run)}
    assert len(observing.due(10)) == 2
    observe_all()
    assert observing.due(10) == [] and Observed.objects.count() == 2
    assert all(row.judge.startswith("catalogue-share/2, ") for row in Observed.objects.all())


def test_the_judge_names_all_that_values_rest_on(run):
    said = observed.judge_of(run.catalogue_id)
    sha256 = run.catalogue.sha256[:8]
    assert said.startswith("catalogue-share/1, eps 0.05, sufficient 0.8, table-")
    assert said.endswith(f", invented-1+{sha256}")


def test_following_twice_stores_once(run):
    ids = observing.due(10)
    assert [observing.observe(ids, now=at) for at in (make.NOW, LATER)] == [2, 2]
    assert [row.stored_at for row in Observed.objects.all()] == [LATER, LATER]


def test_a_play_that_is_opened_again_is_followed_anew(run):
    play = runs.end(run.episodes.get(number=3), "aborted")
    run.episodes.filter(number=3).update(fault="infrastructure")
    observe_all()
    Observed.objects.update(net_gain=9)
    assert control.retry_failed(run.pk)
    assert observing.due(10) == []
    Play.objects.filter(pk=play.pk).update(outcome="aborted", ended_at=LATER)
    run.episodes.filter(number=3).update(status="done", done_at=LATER)
    assert observing.due(10) == [play.pk]
    assert [each.net_gain == 9 for each in run_records.bare_plays(run)] == [True, True, False]


def test_open_practice_and_free_plays_are_never_due(campaign):
    ended(make.volunteer(campaign), "")
    person = make.volunteer(campaign)
    game = campaign.campaign_games.first().game
    for kind in (Play.Kind.FREE, Play.Kind.PRACTICE):
        play = make.play(of=game, participant=person)
        Play.objects.filter(pk=play.pk).update(kind=kind)
        make.finish(play)
        person = make.volunteer(campaign)
    assert observing.due(10) == []


def test_a_play_that_is_gone_is_left_out(run):
    ids = observing.due(10)
    run.episodes.filter(number=1).update(play=None, status="waiting", done_at=None)
    Play.objects.filter(pk=ids[0]).delete()
    assert observing.observe(ids, now=LATER) == 1


def test_withdrawal_takes_the_values_along(campaign):
    person = make.volunteer(campaign)
    ended(person, "won")
    observe_all()
    assert Observed.objects.count() == 1
    journeys.withdraw(person, now=LATER)
    assert Observed.objects.count() == 0


def test_one_worker_follows_at_a_time(run):
    ObserverPlace.objects.create(lease_until=LATER + timedelta(seconds=1))
    assert not observing.waiting(LATER)
    assert not observe_all()
    assert Observed.objects.count() == 0


def test_the_place_of_a_worker_that_died_is_taken(run):
    ObserverPlace.objects.create(lease_until=LATER - timedelta(seconds=1))
    assert observing.waiting(LATER)
    observe_all()
    assert Observed.objects.count() == 2
    assert ObserverPlace.objects.get().lease_until is None


def test_after_its_time_the_rest_is_left_for_the_next_task(run, monkeypatch):
    monkeypatch.setattr(observing, "BATCH", 1)
    assert observe_all(seconds=0)
    assert Observed.objects.count() == 1
    assert observing.waiting(LATER)


def test_nothing_is_waiting_once_all_is_stored(run):
    assert observing.waiting(LATER)
    observe_all()
    assert not observing.waiting(LATER)


def test_a_complete_run_that_is_stored_is_not_searched_again(run):
    runs.end(run.episodes.get(number=3), "lost")
    runs.finish(run)
    assert run.status == "complete"
    observe_all()
    assert not observing.waiting(LATER)
    with CaptureQueriesContext(connection) as asked:
        assert not observing.waiting(LATER)
    searched = [query["sql"] for query in asked if 'FROM "games_play"' in query["sql"]]
    assert searched and not any("'run'" in sql for sql in searched)


def test_a_complete_run_that_is_played_again_is_searched_again(run):
    play = runs.end(run.episodes.get(number=3), "lost")
    runs.finish(run)
    observe_all()
    assert not observing.waiting(LATER)
    Play.objects.filter(pk=play.pk).update(ended_at=LATER)
    Run.objects.filter(pk=run.pk).update(ended_at=LATER)
    assert observing.due(10) == [play.pk]


def test_a_run_that_goes_on_is_searched_each_time(run):
    observe_all()
    assert not observing.waiting(LATER)
    play = runs.end(run.episodes.get(number=3), "lost")
    assert observing.due(10) == [play.pk]


def test_a_play_that_cannot_be_stored_is_tried_once_a_task(run, monkeypatch):
    tried = []
    monkeypatch.setattr(observing, "observe", lambda ids, now: tried.extend(ids))
    assert not observe_all()
    assert len(tried) == len(set(tried)) == 2


@pytest.fixture
def sent(monkeypatch) -> list[str]:
    messages: list[str] = []
    monkeypatch.setattr(tasks.observe_plays, "delay", lambda: messages.append("observer"))
    monkeypatch.setattr(tasks.play_run, "delay", lambda *message: None)
    return messages


def test_the_sweep_sends_for_the_observer_while_something_is_due(run, sent):
    tasks.sweep()
    assert sent == ["observer"]
    tasks.observe_plays()
    tasks.sweep()
    assert sent == ["observer"]


def test_a_slice_of_a_run_sends_for_the_observer(run, sent):
    control.cancel(run.pk, now=LATER)
    tasks.play_run(run.pk, 1)
    assert sent == ["observer"]


def beliefs_of(play: Play):
    played = observed.Played(
        play.pk, play.ended_at, selectors.frozen_game(play.game_id), list(play.turns.all())
    )
    (trace,) = observed.beliefs_of([played])
    return trace


def test_beliefs_of_a_play_are_the_same_stored_or_followed(run):
    play = first_play(run)
    before = beliefs_of(play)
    assert len(before.observations) == len(QUESTIONS)
    observe_all()
    assert beliefs_of(play) == before
    Observed.objects.update(total_gain=9)
    assert beliefs_of(play).total_gain == 9


def test_beliefs_of_a_play_that_goes_on_are_followed(campaign):
    (play,) = ended(make.volunteer(campaign), "")
    answered(play, 1)
    assert len(beliefs_of(play).observations) == 1


def test_replays_and_transcripts_read_what_is_stored_and_follow_nothing(run, monkeypatch):
    play = replaying.find(first_play(run).pk)
    before = replaying.replay(play).trace, list(transcripts.lines(run))
    observe_all()
    monkeypatch.setattr(observer, "_likelihoods", None)
    assert (replaying.replay(play).trace, list(transcripts.lines(run))) == before


def test_the_leaderboard_is_the_same_and_reads_no_question(run):
    before = leaderboard.groups()
    observe_all()
    leaderboard.forget()
    with CaptureQueriesContext(connection) as asked:
        assert leaderboard.groups() == before
    assert not any('"games_turn"."question"' in query["sql"] for query in asked)
