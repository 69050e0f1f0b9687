"""What nobody holds is found, and what got lost is sent again."""

from datetime import timedelta

import pytest

from evaluation.models import Episode, RunWorker
from evaluation.services import episodes, places, sweeping
from evaluation.services.places import Message
from tests import make, runs

pytestmark = pytest.mark.django_db
LEASE = timedelta(seconds=30)
LATER = make.NOW + 2 * LEASE


def sweep(now=LATER):
    return sweeping.sweep(now, lease_seconds=30)


def held(run, place: int = 1, now=make.NOW, holder: str = "worker"):
    """Held at this moment, by a worker that took up one episode."""
    assert places.take(Message(run.pk, place, now), holder, now=now, lease_until=now + LEASE)
    episodes.take(run.pk, holder, 1, now=now, lease_until=now + LEASE)


def state(run):
    run.refresh_from_db()
    return run.status, run.reason


def test_a_run_whose_worker_died_is_interrupted_and_sent_for():
    run = runs.run(games=runs.games(4))
    held(run)
    assert sweep() == [Message(run.pk, 1, LATER)]
    assert state(run) == ("interrupted", "worker_gone")
    assert not Episode.objects.exclude(holder="").exists()


def test_a_run_that_another_worker_still_holds_goes_on():
    run = runs.run(games=runs.games(9))
    RunWorker.objects.create(run=run, number=2)
    runs.finish(run, "won", "won", "won")
    held(run, place=1)
    held(run, place=2, now=LATER, holder="other")
    assert sweep() == [Message(run.pk, 1, LATER)]
    assert state(run) == ("running", "")


def test_a_run_that_was_let_go_of_in_order_and_not_taken_up_is_queued_again():
    run = runs.run(games=runs.games(4))
    held(run)
    message = Message(run.pk, 1, make.NOW)
    episodes.give_back(run.pk, "worker", {})
    places.release(message, "worker", now=make.NOW)
    assert sweep(make.NOW + timedelta(seconds=5)) == [
        Message(run.pk, 1, make.NOW + timedelta(seconds=5))
    ]
    assert state(run) == ("running", "")
    sweep()
    assert state(run) == ("queued", "")


def test_a_message_is_sent_again_only_after_a_while():
    run = runs.run(games=runs.games(1))
    assert len(sweep(make.NOW)) == 1
    assert sweep(make.NOW + timedelta(seconds=15)) == []
    assert len(sweep(make.NOW + timedelta(seconds=31))) == 1
    assert state(run) == ("queued", "")


def test_places_beside_the_first_wait_for_the_trial_games():
    run = runs.run(games=runs.games(5))
    RunWorker.objects.create(run=run, number=2)
    assert [message.place for message in sweep()] == [1]
    runs.finish(run, "won", "won", "won")
    assert [message.place for message in sweep(LATER + 2 * LEASE)] == [1, 2]


def test_a_run_with_nothing_left_is_closed():
    run = runs.run(games=runs.games(1))
    runs.end(run.episodes.get(), "won")
    assert sweep() == []
    assert state(run) == ("complete", "") and run.ended_at == LATER


def test_what_is_paused_is_left_alone():
    run = runs.run(games=runs.games(1), status="paused", reason="by_hand")
    assert sweep() == []
    assert state(run) == ("paused", "by_hand")


def test_a_game_that_its_server_put_off_is_not_due_before():
    run = runs.run(games=runs.games(1))
    held(run)
    episodes.give_back(run.pk, "worker", {run.episodes.get().pk: LATER})
    assert not episodes.due(run.pk, make.NOW).exists()
    assert episodes.due(run.pk, LATER).exists()


def test_an_episode_is_taken_up_by_one_worker_at_a_time():
    run = runs.run(games=runs.games(3))
    mine = episodes.take(run.pk, "one", 2, now=make.NOW, lease_until=make.NOW + LEASE)
    others = episodes.take(run.pk, "two", 2, now=make.NOW, lease_until=make.NOW + LEASE)
    assert [row.number for row in mine] == [1, 2] and [row.number for row in others] == [3]
    again = episodes.take(run.pk, "two", 9, now=LATER, lease_until=LATER + LEASE)
    assert [(row.number, row.tries) for row in again] == [(1, 2), (2, 2), (3, 2)]
