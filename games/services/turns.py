"""What a worker does: have a waiting turn checked and answered, exactly once."""

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F, Q, QuerySet

from games import selectors
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.llm.loop import wait_for
from games.models import ModelCall, StoredAnswer, Turn
from games.presets import Protocol
from games.roles import Checker, Oracle, Ruling, UnusableReply
from games.rules import Answer, Reason, TurnStatus
from games.services import store

Clock = Callable[[], datetime]
T = TypeVar("T")
NAMED_PAIRS_LIMIT = 400
LONGEST_PAUSE_SECONDS = 60

log = logging.getLogger(__name__)


class AnotherProtocol(Exception):
    """The roles here are not those that the play began with; they may not answer in it."""


@dataclass(frozen=True)
class Seats:
    """Who checks and who answers."""

    checker: Checker
    oracle: Oracle


@dataclass(frozen=True)
class Handled:
    """settled: whether this call settled the turn.

    again_in_seconds: when the turn is due again that got no reply now; None where it is not.
    """

    settled: bool
    again_in_seconds: float | None = None


def answer_turn(turn_id: int, seats_for: Callable[[int], Seats], *, clock: Clock) -> Handled:
    """Have a waiting turn checked and answered; without a reply, give it back for a pause.

    seats_for: gives the roles for a catalogue's id.
    The roles are asked outside any transaction, since they may take a minute. A second
    delivery of the same turn, early or late, changes nothing: the lease keeps it from asking
    twice, the conditional update from writing twice.
    """
    turn = _claim(turn_id, clock())
    if turn is None:
        return Handled(settled=False)
    try:
        return Handled(settled=_consult(turn, seats_for, clock))
    except ModelUnavailable as unavailable:
        log.warning("turn %s got no reply: %s", turn_id, unavailable)
        return _postpone(turn, clock(), at_least_seconds=unavailable.retry_after_seconds or 0)
    except (ModelRefused, UnusableReply, AnotherProtocol) as refused:
        log.error("turn %s cannot be answered: %s", turn_id, refused)
        return Handled(settled=_give_up(turn, clock()))


def due_turns(now: datetime, *, limit: int = 500) -> list[int]:
    """Waiting turns that no worker is at: messages get lost, rows do not."""
    due = Turn.objects.filter(_due(now), status=TurnStatus.WAITING)
    return list(due.order_by("asked_at").values_list("pk", flat=True)[:limit])


def _due(now: datetime) -> Q:
    return Q(due_at=None) | Q(due_at__lte=now)


def _claim(turn_id: int, now: datetime) -> Turn | None:
    """Lease the turn to this worker; None where it is settled or another worker is at it.

    Every claim counts as a try, also one whose worker died. After the last one the turn is
    *failed*: whatever goes wrong with it, no player waits for ever.
    """
    due = Turn.objects.filter(_due(now), pk=turn_id, status=TurnStatus.WAITING)
    tries = len(settings.TURN_PAUSES_SECONDS) + 1
    if due.filter(tries__lt=tries).update(due_at=_lease(now), tries=F("tries") + 1):
        return Turn.objects.select_related("play").get(pk=turn_id)
    if due.update(status=TurnStatus.FAILED, settled_at=now):
        log.error("turn %s was given up after %s tries", turn_id, tries)
    return None


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.TURN_LEASE_SECONDS)


def _held(turn: Turn) -> QuerySet[Turn]:
    """The turn while this worker's claim on it holds: waiting, the same post, the same lease.

    A failed turn is asked again in its own row, so that being *waiting* alone does not show
    that it is still the question that was claimed.
    """
    return Turn.objects.filter(
        pk=turn.pk, status=TurnStatus.WAITING, key=turn.key, due_at=turn.due_at
    )


def _renew(turn: Turn, now: datetime) -> None:
    """Lengthen the lease for the second role, which may take as long as the first."""
    lease = _lease(now)
    if _held(turn).update(due_at=lease):
        turn.due_at = lease


def _settle(turn: Turn, now: datetime, **values: object) -> bool:
    """Write the outcome if the claim still holds; return whether this call did."""
    return _held(turn).update(settled_at=now, **values) == 1


def _give_up(turn: Turn, now: datetime) -> bool:
    """Mark the turn failed: this costs the player nothing, who may send it again."""
    return _settle(turn, now, status=TurnStatus.FAILED)


def _postpone(turn: Turn, now: datetime, *, at_least_seconds: float) -> Handled:
    """Give the turn back for a growing pause; the last try, or too long a pause, fails it."""
    pauses = settings.TURN_PAUSES_SECONDS
    if turn.tries > len(pauses) or at_least_seconds > LONGEST_PAUSE_SECONDS:
        return Handled(settled=_give_up(turn, now))
    pause = max(pauses[turn.tries - 1], at_least_seconds)
    given_back = _held(turn).update(due_at=now + timedelta(seconds=pause))
    return Handled(settled=False, again_in_seconds=pause if given_back else None)


def _consult(turn: Turn, seats_for: Callable[[int], Seats], clock: Clock) -> bool:
    seats = seats_for(selectors.frozen_game(turn.play.game_id).catalogue_id)
    protocol = selectors.protocol_of(turn.play.protocol_id)
    _require_same(protocol, seats)
    ruling = _rule(turn, seats.checker)
    if not _allowed(ruling, protocol):
        return _settle(turn, clock(), status=TurnStatus.REFUSED, reason=ruling.reason)
    if ruling.replies:
        _renew(turn, clock())
    return _answer(turn, ruling, seats.oracle, clock)


def _require_same(protocol: Protocol, seats: Seats) -> None:
    here = seats.oracle.version, seats.checker.version
    if here != (protocol.oracle, protocol.checker):
        raise AnotherProtocol(
            f"the play began with {protocol.oracle} and {protocol.checker}, "
            f"this worker has {here[0]} and {here[1]}"
        )


def _allowed(ruling: Ruling, protocol: Protocol) -> bool:
    if ruling.reason == Reason.MULTIPLE_PROPERTIES:
        return protocol.multi_property == "allow"
    return ruling.valid


def _rule(turn: Turn, checker: Checker) -> Ruling:
    if not checker.costly:
        return _ask(turn, ModelCall.Role.CHECKER, checker.version, checker.check(turn.question))
    known = store.known_ruling(turn.question, checker.version)
    if known is not None:
        return known
    ruling = _ask(turn, ModelCall.Role.CHECKER, checker.version, checker.check(turn.question))
    _keep_calls(turn, ModelCall.Role.CHECKER, checker.version, ruling.replies)
    store.keep_ruling(turn.question, checker.version, ruling)
    return ruling


def _answer(turn: Turn, ruling: Ruling, oracle: Oracle, clock: Clock) -> bool:
    probe = ", ".join(map(str, ruling.pairs))[:NAMED_PAIRS_LIMIT]
    stored = _stored_answer(turn, oracle, probe)
    protocol = selectors.protocol_of(turn.play.protocol_id)
    answer = Answer(stored.answer if protocol.cannot_tell else stored.forced)
    outcome: dict[str, object] = {"status": TurnStatus.ANSWERED, "answer": answer}
    if answer == Answer.CANNOT_TELL:
        outcome = {"status": TurnStatus.REFUSED, "reason": Reason.CANNOT_TELL}
    return _settle(turn, clock(), probe=probe, stored_answer=stored, **outcome)


def _stored_answer(turn: Turn, oracle: Oracle, probe: str) -> StoredAnswer:
    game = selectors.frozen_game(turn.play.game_id)
    known = store.known_answer(game.object_sha256, turn.question, oracle.version)
    if known is not None:
        return known
    sheet = selectors.sheets_of(game.catalogue_id)[game.object_id]
    asked = oracle.answer(sheet, turn.question)
    verdict = _ask(turn, ModelCall.Role.ORACLE, oracle.version, asked)
    _keep_calls(turn, ModelCall.Role.ORACLE, oracle.version, verdict.replies)
    return store.keep_answer(
        game.object_sha256, turn.question, oracle.version, verdict, probe=probe
    )


def _ask(turn: Turn, role: str, version: str, asked: Coroutine[Any, Any, T]) -> T:
    """Wait for a role; replies that were of no use are kept before the error goes on."""
    try:
        return wait_for(asked, timeout_seconds=settings.ROLE_TIMEOUT_SECONDS)
    except TimeoutError as late:
        limit = settings.ROLE_TIMEOUT_SECONDS
        raise ModelUnavailable(f"the {role} took longer than {limit:g} s") from late
    except UnusableReply as unusable:
        _keep_calls(turn, role, version, unusable.replies)
        raise


def _keep_calls(turn: Turn, role: str, version: str, replies: tuple[Reply, ...]) -> None:
    if not replies:
        return
    ModelCall.objects.bulk_create(
        ModelCall(
            turn=turn,
            role=role,
            role_version=version,
            model=reply.model,
            text=reply.text,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            finish_reason=reply.finish_reason,
            latency_seconds=reply.latency_seconds,
        )
        for reply in replies
    )
