"""Celery's edge: a task takes an id, calls one service, and may arrive twice."""

from functools import partial

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games import backends
from games.services import turns


@shared_task(ignore_result=True)
def answer_turn(turn_id: int) -> None:
    """Settle a waiting turn; one that got no reply comes back after its pause."""
    handled = turns.answer_turn(turn_id, backends.seats, clock=timezone.now)
    if handled.again_in_seconds is not None:
        answer_turn.apply_async((turn_id,), countdown=handled.again_in_seconds)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Enqueue again whatever the rows say is due, for the broker may lose a message."""
    for turn_id in turns.due_turns(timezone.now()):
        answer_turn.delay(turn_id)


def enqueue(turn_id: int) -> None:
    """Enqueue a turn once the transaction that stores it has committed."""
    transaction.on_commit(partial(answer_turn.delay, turn_id))
