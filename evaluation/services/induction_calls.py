"""The calls of an induction: made many at once, and as rows."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from evaluation.induction import documents
from evaluation.induction.specs import InductionSpec
from evaluation.induction.values import Ask, Heard
from evaluation.models import InducedAffordance, InductionCall
from games.llm.chat import ChatModel, ModelRefused, ModelUnavailable, Options, Reply
from games.llm.conversation import ContextOverflow
from games.services.store import storable

Said = Reply | ModelRefused | ModelUnavailable


async def ask(model: ChatModel, asks: Sequence[Ask], spec: InductionSpec) -> list[Said]:
    async def one(ask: Ask) -> Said:
        sampling = spec.sampling
        options = Options(sampling.tokens_of(ask.role), temperature=sampling.temperature)
        try:
            return await model.generate(ask.messages, options)
        except (ModelUnavailable, ModelRefused) as error:
            return error

    return list(await asyncio.gather(*map(one, asks)))


def rows_of(
    row: InducedAffordance, asks: Sequence[Ask], said: Sequence[Said], *, now: datetime
) -> list[InductionCall]:
    """The replies, and prompts that are too long for the model, as they are stored."""
    return [
        _row(row, ask, each, now=now)
        for ask, each in zip(asks, said, strict=True)
        if isinstance(each, Reply | ContextOverflow)
    ]


def heard(row: InducedAffordance, ask: Ask) -> Heard | None:
    """What is stored in the ask's place: of another worker, where that was first."""
    found = row.calls.filter(sequence=ask.sequence, attempt=ask.attempt)
    call = found.values_list("reply", "finish_reason").first()
    return Heard(*call) if call else None


def _row(
    row: InducedAffordance, ask: Ask, said: Reply | ContextOverflow, *, now: datetime
) -> InductionCall:
    """A reply as it is stored, with how it was read."""
    reply = said if isinstance(said, Reply) else Reply("", "", finish_reason="too_long")
    text = storable(reply.text)
    flaw = ask.flaw_of(Heard(text, reply.finish_reason))
    return InductionCall(
        affordance=row,
        round=ask.round,
        sequence=ask.sequence,
        attempt=ask.attempt,
        role=ask.role,
        subject=ask.subject,
        asked=documents.of_messages(ask.messages),
        reply=text,
        finish_reason=reply.finish_reason[:40],
        flaw=flaw.code if flaw else "",
        problem=storable(flaw.problem) if flaw else "",
        model=reply.model[:200],
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        cached_tokens=reply.cached_tokens,
        hidden_tokens=reply.hidden_tokens,
        latency_seconds=reply.latency_seconds,
        called_at=now,
    )
