"""Celery's edge: a task takes an id, calls one service, and may arrive twice."""

import time
from functools import partial

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games import backends
from games.services import seats, turns


@shared_task(ignore_result=True)
def answer_turn(turn_id: int) -> None:
    """Settle a waiting turn; one that got no reply comes back after its pause."""
    handled = turns.answer_turn(
        turn_id, backends.seats, clock=timezone.now, stopwatch=time.perf_counter
    )
    if handled.again_in_seconds is not None:
        answer_turn.apply_async((turn_id,), countdown=handled.again_in_seconds)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what the rows say is due: enqueue turns whose message was lost, free idle seats."""
    now = timezone.now()
    for turn_id in turns.due_turns(now):
        answer_turn.delay(turn_id)
    seats.release_idle(now)


def enqueue(turn_id: int) -> None:
    """Enqueue a turn once the transaction that stores it has committed."""
    transaction.on_commit(partial(answer_turn.delay, turn_id))
