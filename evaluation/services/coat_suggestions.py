"""A model's suggestions of utilities, stored apart from what people say; asked once each."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from evaluation import coat_stored
from evaluation.coat_people import suggesting
from evaluation.coat_people.suggesting import Asked
from evaluation.models import CoatCatalogue, UtilityReply, UtilitySuggestion
from games.llm.chat import ChatModel, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.loop import wait_for
from games.services.store import storable

AT_ONCE = 8
REPLY_TOKENS = 200


class Interrupted(Exception):
    """The model gave no further reply; those before it are stored."""


def suggest(
    catalogue: CoatCatalogue,
    model: ChatModel,
    clock: Callable[[], datetime],
    *,
    constrained: bool = False,
) -> Iterator[int]:
    """Ask about every object that this model was not asked of; yields how many are stored so far.

    constrained: whether replies have to be lists, which not every server can see to.
    Raises Interrupted; called again, it goes on.
    """
    waiting = waiting_for(catalogue, model.name, constrained=constrained)
    for first in range(0, len(waiting), AT_ONCE):
        some = waiting[first : first + AT_ONCE]
        said = wait_for(_ask(model, some))
        replies = [
            (asked, each) for asked, each in zip(some, said, strict=True) if isinstance(each, Reply)
        ]
        _store(catalogue, model.name, replies, now=clock())
        for error in said:
            if not isinstance(error, Reply):
                raise Interrupted(str(error)) from error
        yield first + len(replies)


def waiting_for(catalogue: CoatCatalogue, model: str, *, constrained: bool = False) -> list[Asked]:
    """What the model is still to be asked. A question in other words is another one."""
    judged = coat_stored.catalogue_of(catalogue.pk).judged
    labels = coat_stored.labels_of(catalogue.pk)
    every = suggesting.asked_of(judged, labels, constrained=constrained)
    stored = set(_replies(catalogue, model).values_list("object_key", "prompt_sha256"))
    return [each for each in every if (each.object_key, each.sha256) not in stored]


def suggestions(catalogue: CoatCatalogue, model: str) -> dict[str, tuple[str, ...]]:
    """Object -> the utilities that the model suggests, of its newest reply that was a list."""
    rows = _replies(catalogue, model).filter(read=True).order_by("pk")
    found = {row.object_key: row for row in rows.prefetch_related("suggestions")}
    return {name: tuple(s.utility for s in row.suggestions.all()) for name, row in found.items()}


async def _ask(model: ChatModel, some: Sequence[Asked]) -> list[Reply | Exception]:
    async def one(asked: Asked) -> Reply | Exception:
        options = Options(max_tokens=REPLY_TOKENS, temperature=0.0, regex=asked.regex)
        try:
            return await model.generate(asked.messages, options)
        except (ModelRefused, ModelUnavailable) as error:
            return error

    return list(await asyncio.gather(*map(one, some)))


def _store(
    catalogue: CoatCatalogue, model: str, said: Sequence[tuple[Asked, Reply]], *, now: datetime
) -> None:
    judged = coat_stored.catalogue_of(catalogue.pk).judged
    labels = coat_stored.labels_of(catalogue.pk)
    with transaction.atomic():
        for asked, reply in said:
            text = storable(reply.text)
            found = suggesting.suggested(text, judged, labels)
            row, new = UtilityReply.objects.get_or_create(
                catalogue=catalogue,
                object_key=asked.object_key,
                model=model,
                prompt_sha256=asked.sha256,
                defaults={
                    "reply": text,
                    "read": found.read,
                    "unknown": found.unknown,
                    "asked_at": now,
                },
            )
            if new:
                UtilitySuggestion.objects.bulk_create(
                    UtilitySuggestion(reply=row, utility=key) for key in found.utilities
                )


def _replies(catalogue: CoatCatalogue, model: str) -> QuerySet[UtilityReply]:
    return UtilityReply.objects.filter(catalogue=catalogue, model=model)
