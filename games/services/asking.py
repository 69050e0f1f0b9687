"""Asking a role about a turn: waiting for it in time, and what it said with its replies."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.conf import settings

from games.llm.chat import ModelUnavailable, Reply
from games.llm.loop import wait_for
from games.models import ModelCall, Turn
from games.roles import Checker, Oracle, Ruling, UnusableReply, Verdict
from games.services import store
from games.sheets import ObjectSheet

Stopwatch = Callable[[], float]
T = TypeVar("T")
Said = TypeVar("Said", Ruling, Verdict)


class Useless(Exception):
    """No reply of a role could be used; calls: they all, not stored yet."""

    def __init__(self, message: str, calls: tuple[ModelCall, ...]) -> None:
        super().__init__(message)
        self.calls = calls


@dataclass(frozen=True)
class Heard(Generic[T]):
    """What a role said. seconds: how long it took, None where it was known and nobody asked.

    calls: the replies that led to it, not stored yet.
    """

    said: T
    seconds: float | None = None
    calls: tuple[ModelCall, ...] = ()


def checker(turn: Turn, role: Checker, stopwatch: Stopwatch) -> Heard[Ruling]:
    """Raises ModelUnavailable, ModelRefused, Useless."""
    asked = role.check(turn.question)
    return _ask(turn, asked, role=ModelCall.Role.CHECKER, version=role.version, stopwatch=stopwatch)


def oracle(turn: Turn, role: Oracle, sheet: ObjectSheet, stopwatch: Stopwatch) -> Heard[Verdict]:
    """Raises ModelUnavailable, ModelRefused, Useless."""
    asked = role.answer(sheet, turn.question)
    return _ask(turn, asked, role=ModelCall.Role.ORACLE, version=role.version, stopwatch=stopwatch)


def _ask(
    turn: Turn, asked: Coroutine[Any, Any, Said], *, role: str, version: str, stopwatch: Stopwatch
) -> Heard[Said]:
    started = stopwatch()
    try:
        said = wait_for(asked, timeout_seconds=settings.ROLE_TIMEOUT_SECONDS)
    except TimeoutError as late:
        limit = settings.ROLE_TIMEOUT_SECONDS
        raise ModelUnavailable(f"the {role} took longer than {limit:g} s") from late
    except UnusableReply as unusable:
        calls = calls_of(unusable.replies, turn=turn, role=role, role_version=version)
        raise Useless(str(unusable), calls) from unusable
    calls = calls_of(said.replies, turn=turn, role=role, role_version=version)
    return Heard(said, stopwatch() - started, calls)


def calls_of(replies: tuple[Reply, ...], **of_role: Any) -> tuple[ModelCall, ...]:
    """The replies as rows, not stored yet. of_role: turn, role, role_version."""
    return tuple(
        ModelCall(
            model=reply.model,
            text=store.storable(reply.text),
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            cached_tokens=reply.cached_tokens,
            hidden_tokens=reply.hidden_tokens,
            finish_reason=reply.finish_reason,
            latency_seconds=reply.latency_seconds,
            **of_role,
        )
        for reply in replies
    )
