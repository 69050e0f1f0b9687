"""What a worker does: have a waiting turn checked and answered, exactly once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games import selectors
from games.llm.chat import Reply
from games.llm.loop import wait_for
from games.models import ModelCall, StoredAnswer, Turn
from games.presets import Protocol
from games.roles import Checker, Oracle, Ruling, UnusableReply
from games.rules import Answer, Reason, TurnStatus
from games.services import store

Clock = Callable[[], datetime]
NAMED_PAIRS_LIMIT = 400


@dataclass(frozen=True)
class Seats:
    """Who checks and who answers."""

    checker: Checker
    oracle: Oracle


def answer_turn(turn_id: int, seats_for: Callable[[int], Seats], *, clock: Clock) -> bool:
    """Have a waiting turn settled; return whether this call did it.

    seats_for: gives the roles for a catalogue's id.
    The roles are asked outside any transaction, since they may take a minute. A second
    delivery of the same turn, early or late, changes nothing: the lease keeps it from asking
    twice, the conditional update from writing twice.
    Raises ModelUnavailable: the turn is still waiting, see `postpone`.
    Raises ModelRefused, UnusableReply: asking again is no use, see `give_up`.
    """
    turn = _claim(turn_id, clock())
    if turn is None:
        return False
    seats = seats_for(selectors.frozen_game(turn.play.game_id).catalogue_id)
    ruling = _rule(turn, seats.checker)
    if not _allowed(ruling, selectors.protocol_of(turn.play.protocol_id)):
        return _settle(turn, clock(), status=TurnStatus.REFUSED, reason=ruling.reason)
    return _answer(turn, ruling, seats.oracle, clock)


def postpone(turn_id: int, *, now: datetime, at_least_seconds: float = 0) -> float | None:
    """Give back a turn that got no reply; return the pause until it is due again, in seconds.

    After the last pause it is *failed*: this costs the player nothing. None: nothing waits.
    """
    turn = Turn.objects.filter(pk=turn_id, status=TurnStatus.WAITING).first()
    if turn is None:
        return None
    if turn.tries >= len(settings.TURN_PAUSES_SECONDS):
        give_up(turn_id, now=now)
        return None
    pause = max(settings.TURN_PAUSES_SECONDS[turn.tries], at_least_seconds)
    given_back = (
        _waiting(turn_id)
        .filter(tries=turn.tries)
        .update(tries=turn.tries + 1, due_at=now + timedelta(seconds=pause))
    )
    return pause if given_back else None


def give_up(turn_id: int, *, now: datetime) -> bool:
    """Mark a waiting turn failed; the player may send it again at no cost."""
    return _waiting(turn_id).update(status=TurnStatus.FAILED, settled_at=now) == 1


def due_turns(now: datetime, *, limit: int = 500) -> list[int]:
    """Waiting turns that no worker is at: messages get lost, rows do not."""
    due = Turn.objects.filter(_due(now), status=TurnStatus.WAITING)
    return list(due.order_by("asked_at").values_list("pk", flat=True)[:limit])


def _due(now: datetime) -> Q:
    return Q(due_at=None) | Q(due_at__lte=now)


def _waiting(turn_id: int) -> QuerySet[Turn]:
    return Turn.objects.filter(pk=turn_id, status=TurnStatus.WAITING)


def _claim(turn_id: int, now: datetime) -> Turn | None:
    """Lease the turn to this worker; None where it is settled or another worker is at it."""
    lease = now + timedelta(seconds=settings.TURN_LEASE_SECONDS)
    if not _waiting(turn_id).filter(_due(now)).update(due_at=lease):
        return None
    return Turn.objects.select_related("play").get(pk=turn_id)


def _allowed(ruling: Ruling, protocol: Protocol) -> bool:
    if ruling.reason == Reason.MULTIPLE_PROPERTIES:
        return protocol.multi_property == "allow"
    return ruling.valid


def _rule(turn: Turn, checker: Checker) -> Ruling:
    if not checker.costly:
        return wait_for(checker.check(turn.question))
    known = store.known_ruling(turn.question, checker.version)
    if known is not None:
        return known
    ruling = wait_for(checker.check(turn.question))
    _keep_calls(turn, ModelCall.Role.CHECKER, checker.version, ruling.replies)
    store.keep_ruling(turn.question, checker.version, ruling)
    return ruling


def _answer(turn: Turn, ruling: Ruling, oracle: Oracle, clock: Clock) -> bool:
    probe = ", ".join(map(str, ruling.pairs))[:NAMED_PAIRS_LIMIT]
    stored = _stored_answer(turn, oracle, probe)
    protocol = selectors.protocol_of(turn.play.protocol_id)
    answer = Answer(stored.answer if protocol.cannot_tell else stored.forced)
    if answer == Answer.CANNOT_TELL:
        return _settle(
            turn, clock(), status=TurnStatus.REFUSED, reason=Reason.CANNOT_TELL, probe=probe
        )
    return _settle(
        turn, clock(), status=TurnStatus.ANSWERED, answer=answer, probe=probe, stored_answer=stored
    )


def _stored_answer(turn: Turn, oracle: Oracle, probe: str) -> StoredAnswer:
    game = selectors.frozen_game(turn.play.game_id)
    known = store.known_answer(game.object_sha256, turn.question, oracle.version)
    if known is not None:
        return known
    sheet = selectors.sheets_of(game.catalogue_id)[game.object_id]
    try:
        verdict = wait_for(oracle.answer(sheet, turn.question))
    except UnusableReply as unusable:
        _keep_calls(turn, ModelCall.Role.ORACLE, oracle.version, unusable.replies)
        raise
    _keep_calls(turn, ModelCall.Role.ORACLE, oracle.version, verdict.replies)
    return store.keep_answer(
        game.object_sha256, turn.question, oracle.version, verdict, probe=probe
    )


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


def _settle(turn: Turn, now: datetime, **values: object) -> bool:
    """Write the outcome if the turn still waits; return whether this call did."""
    return _waiting(turn.pk).update(settled_at=now, **values) == 1
