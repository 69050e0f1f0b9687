"""Celery's edge of the workshop: a task takes an object's id and may arrive twice."""

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from annotation import backends
from annotation.services import enrich


@shared_task(ignore_result=True)
def draft_sheet(object_id: int) -> None:
    """Have a waiting object's sheet drafted; one that got no reply comes back after its pause."""
    for handled in enrich.enrich([object_id], backends.drafting_model(), clock=timezone.now):
        if handled.again_in_seconds is not None:
            draft_sheet.apply_async((object_id,), countdown=handled.again_in_seconds)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Enqueue the objects that the rows say are due, where there is a model to draft with."""
    if backends.drafting_model_name():
        for object_id in enrich.hand_out(timezone.now()):
            draft_sheet.delay(object_id)


def enqueue() -> None:
    """Enqueue what is due once the transaction that made it so has committed."""
    transaction.on_commit(sweep.delay)
