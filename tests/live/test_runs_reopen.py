"""Games are opened again in the moment in which their run is closed, on PostgreSQL."""

import threading
import time

import pytest
from django.db import connections, transaction

from evaluation.models import Episode, Run
from evaluation.services import control, episodes
from tests import make, runs

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
BROKEN = {"fault": Episode.Fault.INFRASTRUCTURE}


def closing(run: Run, closed: list[int]) -> threading.Thread:
    """A worker that finds nothing left to play, from a thread of its own."""

    def close() -> None:
        try:
            closed.append(episodes.complete([run.pk], make.NOW))
        finally:
            connections.close_all()

    thread = threading.Thread(target=close)
    thread.start()
    return thread


def test_a_run_whose_games_are_opened_again_meanwhile_is_not_closed():
    run = runs.finish(runs.run(games=runs.games(4)), *["aborted"] * 4)
    Run.objects.filter(pk=run.pk).update(status=Run.Status.RUNNING, ended_at=None)
    run.episodes.update(**BROKEN)
    closed: list[int] = []
    with transaction.atomic():
        assert control.retry_failed(run.pk)
        thread = closing(run, closed)
        time.sleep(1)
        assert not closed
    thread.join(30)
    run.refresh_from_db()
    assert (closed, run.status) == ([0], Run.Status.RUNNING)
    assert run.episodes.filter(status=Episode.Status.WAITING).count() == 4


def test_a_run_that_was_closed_first_is_queued_again():
    run = runs.finish(runs.run(games=runs.games(4)), *["aborted"] * 4)
    run.episodes.update(**BROKEN)
    assert control.retry_failed(run.pk)
    run.refresh_from_db()
    assert run.status == Run.Status.QUEUED
