"""A model asked in the background what objects serve: once, slice by slice, by whoever holds it."""

import logging
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from evaluation import spec_readers, specs
from evaluation.models import CoatCatalogue, UtilityAsking
from evaluation.services import background, coat_suggestions
from evaluation.services.coat_suggestions import Interrupted
from evaluation.spec_tables import Problem, SpecError, table_of
from evaluation.spec_values import ModelSpec
from games.llm.chat import ChatModel, ModelRefused
from games.llm.profiles import PLAIN
from games.llm.served import Backend, ServedModel

log = logging.getLogger(__name__)
Status = UtilityAsking.Status
LEASE = timedelta(minutes=15)
"""Longer than a model in this process takes for the replies of one batch."""
MOST_TRIES = 3
GONE = (
    f"It was taken up {MOST_TRIES} times and came no reply further; the log of the worker says"
    " more."
)
SILENT = (
    "The model gave no reply, or refused to; the log of the worker says more. What it said before"
    " is kept."
)


@dataclass(frozen=True)
class House:
    """What a process brings. client: the model for a while; raises ModelRefused."""

    clock: Callable[[], datetime]
    slice_seconds: float
    holder: str
    client: Callable[[ServedModel], AbstractContextManager[ChatModel | None]]


def model_in(tables: dict[str, object]) -> ModelSpec:
    """Of a spec's table [model]. Raises SpecError."""
    noted: list[Problem] = []
    table = table_of(tables, "model", noted)
    wanted = spec_readers.model(table)
    table.finish()
    if noted:
        raise SpecError(noted)
    return wanted


def ask(
    catalogue: CoatCatalogue, tables: dict[str, object], *, key: uuid.UUID, by: User | None
) -> UtilityAsking:
    """The asking of this key, new and queued or as it is by now; its message is the caller's.

    tables: with the table [model]. Raises SpecError.
    """
    wanted = model_in(tables)
    row = UtilityAsking(
        key=key,
        catalogue=catalogue,
        spec={"model": tables["model"]},
        model=wanted.name or wanted.folder,
        made_by=by,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return UtilityAsking.objects.get(key=key)
    return row


def again(asking_id: int) -> bool:
    """Queue a failed asking once more; what was replied is not asked again."""
    failed = UtilityAsking.objects.filter(pk=asking_id, status=Status.FAILED)
    fields = {"status": Status.QUEUED, "reason": "", "ended_at": None, "tries": 0}
    return failed.update(**fields, enqueued_at=None) == 1


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Askings that nobody is at, and for which no message was sent lately; marks them as sent."""
    waiting = background.free(UtilityAsking.objects.all(), now)
    return background.mark_sent(waiting, now, unless_since=unless_since)


def ask_some(asking_id: int, house: House) -> bool:
    """Ask for a while; return whether more is to be done at once.

    A copy of a message changes nothing: whoever does not get the lease leaves.
    """
    row = _claim(asking_id, house)
    if row is None:
        return False
    served = specs.served_as(model_in(row.spec), PLAIN)
    try:
        with house.client(served) as model:
            assert model is not None  # a spec without a model is refused
            whole = _ask(row, model, house, constrained=served.backend != Backend.OPENAI)
    except (ModelRefused, Interrupted) as error:
        log.warning("asking %s: %s", row.pk, error)
        _leave(row, house, status=Status.FAILED, reason=SILENT, ended_at=house.clock())
        return False
    if whole is None:
        log.warning("asking %s: another process goes on with it", row.pk)
        return False
    if whole:
        _leave(row, house, status=Status.READY, ended_at=house.clock())
        return False
    return _leave(row, house, status=Status.QUEUED, enqueued_at=house.clock())


def _ask(row: UtilityAsking, model: ChatModel, house: House, *, constrained: bool) -> bool | None:
    """Whether all is asked; None where another process holds it by now."""
    began, catalogue = house.clock(), row.catalogue
    waiting = coat_suggestions.waiting_for(catalogue, model.name, constrained=constrained)
    before = row.done
    _mine(row, house).update(model=model.name, planned=before + len(waiting))
    for done in coat_suggestions.suggest(catalogue, model, house.clock, constrained=constrained):
        held = _mine(row, house).update(
            done=before + done,
            tries=0,
            lease_until=house.clock() + LEASE,
        )
        if not held:
            return None
        if (house.clock() - began).total_seconds() >= house.slice_seconds:
            return done == len(waiting)
    return True


def _claim(asking_id: int, house: House) -> UtilityAsking | None:
    """Hold the asking; None where it is held or ended, or came no further too often."""
    now = house.clock()
    free = background.free(UtilityAsking.objects.filter(pk=asking_id), now)
    ended = {"status": Status.FAILED, "reason": GONE, "ended_at": now}
    if free.filter(tries__gte=MOST_TRIES).update(**ended, holder="", lease_until=None):
        return None
    held = free.update(
        status=Status.RUNNING,
        holder=house.holder,
        lease_until=now + LEASE,
        tries=F("tries") + 1,
    )
    rows = UtilityAsking.objects.select_related("catalogue")
    return rows.get(pk=asking_id) if held else None


def _leave(row: UtilityAsking, house: House, **fields: object) -> bool:
    """Whether it was this process's to leave."""
    return _mine(row, house).update(holder="", lease_until=None, **fields) == 1


def _mine(row: UtilityAsking, house: House) -> QuerySet[UtilityAsking]:
    return UtilityAsking.objects.filter(pk=row.pk, holder=house.holder, status=Status.RUNNING)
