"""What is done with a run while it goes on: once, and only where it can be done."""

from decimal import Decimal

import pytest

from evaluation.models import Episode, Run
from evaluation.services import control
from tests import make, runs

pytestmark = pytest.mark.django_db
STATES = {
    "queued": {},
    "running": {},
    "interrupted": {"reason": "worker_gone"},
    "paused": {"reason": "by_hand"},
    "failed": {"reason": "bug", "ended_at": make.NOW},
    "cancelled": {"ended_at": make.NOW},
    "complete": {"ended_at": make.NOW},
}
OPEN = {"queued", "running", "interrupted"}


def in_state(status: str) -> Run:
    return runs.run(games=runs.games(2), status=status, **STATES[status])


def found(run: Run) -> tuple[str, str]:
    run.refresh_from_db()
    return run.status, run.reason


@pytest.mark.parametrize("status", STATES)
def test_what_goes_on_can_be_paused_once(status):
    run = in_state(status)
    assert control.pause(run.pk) is (status in OPEN)
    assert control.pause(run.pk) is False
    if status in OPEN:
        assert found(run) == ("paused", "by_hand")


@pytest.mark.parametrize("status", STATES)
def test_what_is_paused_or_failed_can_be_resumed_once(status):
    run = in_state(status)
    assert control.resume(run.pk) is (status in {"paused", "failed"})
    assert control.resume(run.pk) is False
    if status in {"paused", "failed"}:
        assert found(run) == ("queued", "") and run.ended_at is None


@pytest.mark.parametrize("status", STATES)
def test_what_has_not_ended_can_be_cancelled_once(status):
    run = in_state(status)
    open_now = OPEN | {"paused"}
    assert control.cancel(run.pk, now=make.NOW) is (status in open_now)
    assert control.cancel(run.pk, now=make.NOW) is False
    if status in open_now:
        assert found(run) == ("cancelled", "") and run.ended_at == make.NOW


def test_only_plays_that_a_server_broke_off_are_opened_again():
    run = runs.finish(runs.run(games=runs.games(4)), "won", "aborted", "aborted", "lost")
    faults = ("infrastructure", "context_overflow")
    for number, fault in zip((2, 3), faults, strict=True):
        Episode.objects.filter(number=number).update(fault=fault)
    assert control.retry_failed(run.pk) is True
    assert found(run) == ("queued", "")
    opened = Episode.objects.get(status="waiting")
    assert (opened.number, opened.fault, opened.play.outcome) == (2, "", "")
    assert control.retry_failed(run.pk) is False


def test_a_cancelled_run_retries_nothing():
    run = runs.finish(runs.run(games=runs.games(2)), "aborted")
    Episode.objects.filter(number=1).update(fault="infrastructure")
    control.cancel(run.pk, now=make.NOW)
    assert control.retry_failed(run.pk) is False


def test_concurrency_is_set_once_within_its_range():
    run = runs.run(games=runs.games(1))
    assert control.set_concurrency(run.pk, 9) is True
    assert control.set_concurrency(run.pk, 9) is False
    for wrong in (0, 1025):
        with pytest.raises(ValueError, match=f"Concurrency {wrong}: .* from 1 to 1,024"):
            control.set_concurrency(run.pk, wrong)
    run.refresh_from_db()
    assert run.concurrency == 9


def test_limits_are_set_once_and_taken_away():
    run = runs.run(games=runs.games(1))
    assert control.set_limits(run.pk, tokens=5, cost=Decimal("1.5")) is True
    assert control.set_limits(run.pk, tokens=5, cost=Decimal("1.5")) is False
    run.refresh_from_db()
    assert (run.token_limit, run.cost_limit) == (5, Decimal("1.5"))
    assert control.set_limits(run.pk, tokens=None, cost=None) is True
    with pytest.raises(ValueError, match="A limit of -1 tokens"):
        control.set_limits(run.pk, tokens=-1, cost=None)


def test_an_ended_run_is_changed_no_more():
    run = in_state("complete")
    assert control.set_concurrency(run.pk, 9) is False
    assert control.set_limits(run.pk, tokens=5, cost=None) is False
