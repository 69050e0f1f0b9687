"""Celery's edge: a task takes an id, calls one service, and may arrive twice."""

import logging
from functools import partial

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games import backends
from games.llm.chat import ModelRefused, ModelUnavailable
from games.roles import UnusableReply
from games.services import turns

log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def answer_turn(turn_id: int) -> None:
    """Settle a waiting turn; without a reply, come back after a growing pause."""
    try:
        turns.answer_turn(turn_id, backends.seats, clock=timezone.now)
    except ModelUnavailable as unavailable:
        _come_back(turn_id, unavailable)
    except (ModelRefused, UnusableReply) as refused:
        log.error("turn %s got no answer: %s", turn_id, refused)
        turns.give_up(turn_id, now=timezone.now())


@shared_task(ignore_result=True)
def sweep() -> None:
    """Enqueue again whatever the rows say is due, for the broker may lose a message."""
    for turn_id in turns.due_turns(timezone.now()):
        answer_turn.delay(turn_id)


def enqueue(turn_id: int) -> None:
    """Enqueue a turn once the transaction that stores it has committed."""
    transaction.on_commit(partial(answer_turn.delay, turn_id))


def _come_back(turn_id: int, unavailable: ModelUnavailable) -> None:
    log.warning("turn %s waits: %s", turn_id, unavailable)
    pause = turns.postpone(
        turn_id,
        now=timezone.now(),
        at_least_seconds=unavailable.retry_after_seconds or 0,
    )
    if pause is not None:
        answer_turn.apply_async((turn_id,), countdown=pause)
