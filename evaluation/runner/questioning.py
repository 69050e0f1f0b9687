"""One question that is being asked: the next call, what came of it, what is stored before it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from evaluation.coat import answering
from evaluation.coat.answering import Asking, Call, Heard, Settled, Stage
from evaluation.models import Choice, ChoiceReply, Episode
from evaluation.runner.kind import ERROR_LENGTH, Clock, LeaseLost, Save
from evaluation.runner.question_entries import Ending, Entry, Opening
from evaluation.seats import Stopped
from games.llm.chat import ChatModel, Message, ModelRefused, Options, Reply
from games.llm.conversation import ContextOverflow
from games.services.store import storable

Fault = Episode.Fault


@dataclass(frozen=True)
class Table:
    """What all questions of a slice share. options: of a call in a repeat."""

    asking: Asking
    models: Mapping[Stage, ChatModel]
    options: Callable[[Call, int], Options]
    clock: Clock
    new_key: Callable[[], UUID]


class Questioning:
    """A question that is gone on with from where its replies end."""

    def __init__(self, opening: Opening, table: Table, save: Save) -> None:
        self.heard: list[Reply] = []
        self.refused = opening.refused
        self._seat = opening.seat
        self._repeat = opening.repeat
        self._stored = opening.stored
        self._replies = list(opening.heard)
        self._table = table
        self._store = save
        self._entry = Entry(self._seat)

    async def play(self) -> None:
        try:
            while isinstance(step := self._next(), Call):
                await self._ask(step)
            await self._end(_choice(step, len(self._replies)))
        except Stopped:
            await self._save()
            raise
        except ContextOverflow:
            await self._abort(Fault.CONTEXT_OVERFLOW)
        except ModelRefused:
            await self._abort(Fault.INFRASTRUCTURE, refused=self.refused)

    async def fail(self, error: Exception) -> None:
        """What waited to be stored may be what is at fault, and is not."""
        self._entry = Entry(self._seat)
        text = storable(f"{type(error).__name__}: {error}")[:ERROR_LENGTH]
        await self._abort(Fault.ERROR, error=text)

    async def before_call(self) -> None:
        await self._save()

    def _next(self) -> Call | Settled:
        return answering.next_step(self._table.asking, self._stored, self._replies)

    async def _ask(self, call: Call) -> None:
        self.heard = []
        options = self._table.options(call, self._repeat)
        reply = await self._table.models[call.stage].generate(call.messages, options)
        row = _row(call, reply)
        row.key, row.called_at = self._table.new_key(), self._table.clock()
        self._entry.reply = row
        self._replies.append(Heard(call.stage, row.text, reply.first_logprobs))

    async def _abort(self, fault: str, refused: str = "", error: str = "") -> None:
        aborted = Choice(why=Choice.Why.ABORTED, calls=len(self._replies))
        await self._end(aborted, fault, refused, error)

    async def _end(
        self, choice: Choice, fault: str = "", refused: str = "", error: str = ""
    ) -> None:
        now = self._table.clock()
        self._entry.ending = Ending(choice, now, fault=fault, refused=refused, error=error)
        await self._save()

    async def _save(self) -> None:
        entry, self._entry = self._entry, Entry(self._seat)
        if entry and not await self._store(entry):
            raise LeaseLost(f"episode {self._seat.episode_id}")


def prompt_text(messages: Sequence[Message]) -> str:
    """The messages of a call as they are kept with its reply."""
    told = [{"role": message.role, "text": message.text} for message in messages]
    return json.dumps(told, ensure_ascii=False)


def _choice(settled: Settled, calls: int) -> Choice:
    listed = settled.listed
    return Choice(
        letter=settled.letter or "",
        why=settled.why or "",
        calls=calls,
        logprobs=None if settled.logprobs is None else dict(settled.logprobs),
        listed=list(listed.named) if listed else None,
        unknown=listed.unknown if listed else 0,
        kept=settled.kept,
    )


def _row(call: Call, reply: Reply) -> ChoiceReply:
    """The row without its episode, its place there, its key and its time."""
    return ChoiceReply(
        stage=call.stage,
        attempt=call.attempt,
        prompt=storable(prompt_text(call.messages)),
        text=storable(reply.text),
        model=storable(reply.model)[:200],
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        cached_tokens=reply.cached_tokens,
        hidden_tokens=reply.hidden_tokens,
        finish_reason=reply.finish_reason[:30],
        latency_seconds=reply.latency_seconds,
        logprobs={storable(token): each for token, each in reply.first_logprobs.items()} or None,
    )
