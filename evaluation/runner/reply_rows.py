"""A Questioner's reply as a row, with how it was read."""

from datetime import datetime

from evaluation.models import StoredReply
from evaluation.seats import Moved
from games.llm.chat import Reply
from games.replies import READER
from games.roles import Guess, Question
from games.rules import View


def row_of(moved: Moved, reply: Reply, view: View, now: datetime) -> StoredReply:
    """The row without its play and its place in it."""
    kind, said, why = _read(moved)
    return StoredReply(
        number=view.number,
        attempt=view.attempt,
        text=reply.text,
        kind=kind,
        said=said,
        why=why,
        invented=moved.invented,
        reader=READER,
        model=reply.model[:200],
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        cached_tokens=reply.cached_tokens,
        hidden_tokens=reply.hidden_tokens,
        finish_reason=reply.finish_reason[:30],
        latency_seconds=reply.latency_seconds,
        belief=moved.belief,
        called_at=now,
    )


def _read(moved: Moved) -> tuple[str, str, str]:
    """(kind, said, why) of the move."""
    match moved.move:
        case Question(text):
            return StoredReply.Kind.QUESTION, text, ""
        case Guess(affordance):
            return StoredReply.Kind.GUESS, affordance, ""
        case unparseable:
            return StoredReply.Kind.UNPARSEABLE, "", unparseable.why
