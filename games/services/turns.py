"""What a worker does: have a waiting turn checked and answered, exactly once.

Whatever a worker writes for a turn is written in one transaction with an update of that turn
that holds only while its claim does. A worker that comes back after a withdrawal so writes
nothing at all.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games import selectors
from games.llm.chat import ModelRefused, ModelUnavailable
from games.models import ModelCall, Play, StoredAnswer, Turn
from games.presets import MultiProperty, Protocol
from games.roles import Checker, Oracle, Ruling
from games.rules import Answer, Reason, TurnStatus
from games.services import asking, store
from games.services.asking import Heard, Stopwatch, Useless

Clock = Callable[[], datetime]
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


def answer_turn(
    turn_id: int,
    seats_for: Callable[[int], Seats],
    *,
    clock: Clock,
    stopwatch: Stopwatch = time.perf_counter,
) -> Handled:
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
        return Handled(settled=_consult(turn, seats_for, clock=clock, stopwatch=stopwatch))
    except ModelUnavailable as unavailable:
        log.warning("turn %s got no reply: %s", turn_id, unavailable)
        return _postpone(turn, clock(), at_least_seconds=unavailable.retry_after_seconds or 0)
    except (ModelRefused, Useless, AnotherProtocol) as refused:
        failed = _give_up(turn, clock(), calls=getattr(refused, "calls", ()))
        if failed:
            log.error("turn %s cannot be answered: %s", turn_id, refused)
        return Handled(settled=failed)


def due_turns(now: datetime, *, limit: int = 500) -> list[int]:
    """Waiting turns that no worker is at: messages get lost, rows do not.

    Those of runs are their own workers' business.
    """
    due = Turn.objects.filter(_due(now), status=TurnStatus.WAITING).exclude(
        play__kind=Play.Kind.RUN
    )
    return list(due.order_by("asked_at").values_list("pk", flat=True)[:limit])


def _due(now: datetime) -> Q:
    return Q(due_at=None) | Q(due_at__lte=now)


def _claim(turn_id: int, now: datetime) -> Turn | None:
    """Lease the turn to this worker; None where it is settled, gone or another worker is at it.

    Every claim counts as a try, also one whose worker died. After the last one the turn is
    *failed*: whatever goes wrong with it, no player waits for ever.
    """
    due = Turn.objects.filter(_due(now), pk=turn_id, status=TurnStatus.WAITING)
    tries = len(settings.TURN_PAUSES_SECONDS) + 1
    if due.filter(tries__lt=tries).update(due_at=_lease(now), tries=F("tries") + 1):
        return Turn.objects.select_related("play").filter(pk=turn_id).first()
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


def _settle(turn: Turn, now: datetime, **values: object) -> bool:
    """Write the outcome if the claim still holds; return whether this call did."""
    return _held(turn).update(settled_at=now, **values) == 1


def _give_up(turn: Turn, now: datetime, *, calls: Sequence[ModelCall] = ()) -> bool:
    """Mark the turn failed: this costs the player nothing, who may send it again."""
    with transaction.atomic():
        failed = _settle(turn, now, status=TurnStatus.FAILED)
        if failed:
            ModelCall.objects.bulk_create(calls)
        return failed


def _postpone(turn: Turn, now: datetime, *, at_least_seconds: float) -> Handled:
    """Give the turn back for a growing pause; the last try, or too long a pause, fails it."""
    pauses = settings.TURN_PAUSES_SECONDS
    if turn.tries > len(pauses) or at_least_seconds > LONGEST_PAUSE_SECONDS:
        return Handled(settled=_give_up(turn, now))
    pause = max(pauses[turn.tries - 1], at_least_seconds)
    given_back = _held(turn).update(due_at=now + timedelta(seconds=pause))
    return Handled(settled=False, again_in_seconds=pause if given_back else None)


def _consult(
    turn: Turn, seats_for: Callable[[int], Seats], *, clock: Clock, stopwatch: Stopwatch
) -> bool:
    seats = seats_for(selectors.frozen_game(turn.play.game_id).catalogue_id)
    protocol = selectors.protocol_of(turn.play.protocol_id)
    require_same(protocol, seats)
    checked = _rule(turn, seats.checker, stopwatch)
    if not allowed(checked.said, protocol):
        return _refuse(turn, checked, seats.checker, now=clock())
    to_keep = _is_to_keep(checked, seats.checker)
    if to_keep and not _renew(turn, checked, seats.checker, now=clock()):
        return False
    return _answer(turn, checked, seats.oracle, clock=clock, stopwatch=stopwatch)


def require_same(protocol: Protocol, seats: Seats) -> None:
    """Raise AnotherProtocol where the seats are not those of the protocol."""
    here = seats.oracle.version, seats.checker.version
    if here != (protocol.oracle, protocol.checker):
        raise AnotherProtocol(
            f"the play began with {protocol.oracle} and {protocol.checker}, "
            f"this worker has {here[0]} and {here[1]}"
        )


def allowed(ruling: Ruling, protocol: Protocol) -> bool:
    """Whether a question that was ruled on so is answered under the protocol."""
    if ruling.reason == Reason.MULTIPLE_PROPERTIES:
        return protocol.multi_property == MultiProperty.ALLOW
    return ruling.valid


def probe_of(ruling: Ruling) -> str:
    """The pairs that a turn keeps of its ruling."""
    return ", ".join(map(str, ruling.pairs))[:NAMED_PAIRS_LIMIT]


def _rule(turn: Turn, checker: Checker, stopwatch: Stopwatch) -> Heard[Ruling]:
    known = store.known_ruling(turn.question, checker.version) if checker.costly else None
    if known is not None:
        return Heard(known)
    return asking.checker(turn, checker, stopwatch)


def _is_to_keep(checked: Heard[Ruling], checker: Checker) -> bool:
    return checker.costly and checked.seconds is not None


def _keep_ruling(turn: Turn, checked: Heard[Ruling], checker: Checker) -> None:
    if _is_to_keep(checked, checker):
        ModelCall.objects.bulk_create(checked.calls)
        store.keep_ruling(turn.question, checker.version, checked.said)


def _refuse(turn: Turn, checked: Heard[Ruling], checker: Checker, *, now: datetime) -> bool:
    with transaction.atomic():
        settled = _settle(
            turn,
            now,
            status=TurnStatus.REFUSED,
            reason=checked.said.reason,
            **_measured(checker_seconds=checked.seconds),
        )
        if settled:
            _keep_ruling(turn, checked, checker)
        return settled


def _renew(turn: Turn, checked: Heard[Ruling], checker: Checker, *, now: datetime) -> bool:
    """Lengthen the lease for the second role, which may take as long, and keep the ruling."""
    lease = _lease(now)
    with transaction.atomic():
        if not _held(turn).update(due_at=lease, checker_seconds=checked.seconds):
            return False
        _keep_ruling(turn, checked, checker)
    turn.due_at = lease
    return True


def _answer(
    turn: Turn, checked: Heard[Ruling], oracle: Oracle, *, clock: Clock, stopwatch: Stopwatch
) -> bool:
    """Settle the turn with the answer that is stored, or ask for one and store it.

    Between reading and writing another worker may store the first answer, or a withdrawal
    delete the one that was read. The database then refuses to write, and what holds is
    looked up again.
    """
    probe = probe_of(checked.said)
    values = {"probe": probe, **_measured(checker_seconds=checked.seconds)}
    heard = _known_answer(turn, oracle) or _ask_oracle(turn, oracle, probe, stopwatch)
    try:
        return _settle_answered(turn, heard, now=clock(), **values)
    except IntegrityError:
        known = _known_answer(turn, oracle)
        holds = replace(heard, said=known.said) if known else None
        holds = holds or _ask_oracle(turn, oracle, probe, stopwatch)
        return _settle_answered(turn, holds, now=clock(), **values)


def _known_answer(turn: Turn, oracle: Oracle) -> Heard[StoredAnswer] | None:
    sha256 = selectors.frozen_game(turn.play.game_id).object_sha256
    known = store.known_answer(sha256, turn.question, oracle.version)
    return Heard(known) if known else None


def _ask_oracle(
    turn: Turn, oracle: Oracle, probe: str, stopwatch: Stopwatch
) -> Heard[StoredAnswer]:
    """What the Oracle answers, as a row that is not stored yet."""
    game = selectors.frozen_game(turn.play.game_id)
    sheet = selectors.sheets_of(game.catalogue_id)[game.object_id]
    heard = asking.oracle(turn, oracle, sheet, stopwatch)
    row = store.new_answer(
        game.object_sha256, turn.question, oracle.version, heard.said, probe=probe
    )
    return Heard(row, heard.seconds, heard.calls)


def _settle_answered(
    turn: Turn, heard: Heard[StoredAnswer], *, now: datetime, **values: object
) -> bool:
    """Store the answer where it is new and settle the turn with it: both or neither."""
    stored = heard.said
    protocol = selectors.protocol_of(turn.play.protocol_id)
    answer = Answer(stored.answer if protocol.cannot_tell else stored.forced)
    outcome: dict[str, object] = {"status": TurnStatus.ANSWERED, "answer": answer}
    if answer == Answer.CANNOT_TELL:
        outcome = {"status": TurnStatus.REFUSED, "reason": Reason.CANNOT_TELL}
    outcome |= values | _measured(oracle_seconds=heard.seconds)
    with transaction.atomic():
        if stored.pk is None:
            stored.save(force_insert=True)
        settled = _settle(turn, now, stored_answer=stored, **outcome)
        if settled:
            ModelCall.objects.bulk_create(heard.calls)
        transaction.set_rollback(not settled)
        return settled


def _measured(**seconds: float | None) -> dict[str, float]:
    """Without what was not measured now: an earlier try may have written it."""
    return {name: value for name, value in seconds.items() if value is not None}
