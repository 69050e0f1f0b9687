"""Question sets: asked for as a row, made in the background, whole or not at all."""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from evaluation import coat_stored
from evaluation.coat import generate, set_files
from evaluation.coat.generate import BadSpec, ImpossibleSet, SetSpec, Share
from evaluation.coat.partition import Policy
from evaluation.coat.ranking import Order
from evaluation.models import CoatCatalogue, PenaltyScheme, Question, QuestionSet
from evaluation.services import background

Clock = Callable[[], datetime]
Status = QuestionSet.Status
LEASE = timedelta(minutes=3)
"""Much longer than the largest set takes; it is not renewed meanwhile."""
TRIES = 3
AT_ONCE = 1000
MOST = 20_000
"""Questions of one set."""
GONE = (
    f"The worker that made it went away {TRIES} times without a word."
    " A smaller set may need less memory."
)


@dataclass(frozen=True)
class SetWish:
    """key: of the form or command, so that a copy of it makes no second set."""

    catalogue: CoatCatalogue
    spec: SetSpec
    partition: Policy = Policy.CORRECTED
    order: Order = Order.LEXICOGRAPHIC
    scheme: PenaltyScheme | None = None
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    made_by: User | None = None


def create(wish: SetWish) -> QuestionSet:
    """The set of this key, new and queued or as it is by now; its message is the caller's.

    Raises BadSpec for a variation that the kind does not have, and for too few or many questions.
    """
    spec = wish.spec
    generate.variation_of(spec)
    if not 1 <= spec.size <= MOST:
        raise BadSpec(f"{spec.size} questions are asked for; a set has 1 to {MOST:,}.")
    row = QuestionSet(
        slug=_slug(wish),
        key=wish.key,
        catalogue=wish.catalogue,
        kind=spec.kind,
        variation=spec.variation,
        size=spec.size,
        seed=spec.seed,
        partition=wish.partition,
        order=wish.order,
        weights=spec.weights,
        padding=spec.padding,
        scheme=wish.scheme,
        made_by=wish.made_by,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return QuestionSet.objects.get(key=wish.key)
    return row


def make(set_id: int, clock: Clock) -> bool:
    """Make the set, unless it is made or another is at it; return whether this call did.

    What cannot be made is failed, with the sentence of what is short. A copy of the message
    changes nothing.
    """
    row = _claim(set_id, clock())
    if row is None:
        return False
    try:
        found = generate.generate(coat_stored.pools_of(row), coat_stored.spec_of(row))
    except (ImpossibleSet, BadSpec) as error:
        return _end(row, clock(), status=Status.FAILED, reason=str(error))
    if not found.questions:
        reason = _nothing_fell(found.shares)
        return _end(row, clock(), status=Status.FAILED, reason=reason)
    return _store(row, found, clock)


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Sets that nobody is at, and to which no message was sent lately; marks them as sent.

    One whose makers went away too often is failed.
    """
    lost = _free(now).filter(tries__gte=TRIES)
    lost.update(status=Status.FAILED, reason=GONE, holder="", lease_until=None, ended_at=now)
    return background.mark_sent(_free(now), now, unless_since=unless_since)


def _slug(wish: SetWish) -> str:
    spec = wish.spec
    return f"{wish.catalogue.version[:40]}-{spec.kind}-{spec.variation}-{wish.key.hex[:6]}"


def _free(now: datetime) -> QuerySet[QuestionSet]:
    return background.free(QuestionSet.objects.all(), now)


def _claim(set_id: int, now: datetime) -> QuestionSet | None:
    row = QuestionSet.objects.get(pk=set_id)
    holder = background.holder()
    held = _free(now).filter(pk=set_id, tries=row.tries, tries__lt=TRIES)
    lease = now + LEASE
    if not held.update(status=Status.MAKING, holder=holder, lease_until=lease, tries=row.tries + 1):
        return None
    row.status, row.holder, row.lease_until = Status.MAKING, holder, lease
    return row


def _mine(row: QuestionSet) -> QuerySet[QuestionSet]:
    return QuestionSet.objects.filter(
        pk=row.pk, status=Status.MAKING, holder=row.holder, lease_until=row.lease_until
    )


def _end(row: QuestionSet, now: datetime, **fields: object) -> bool:
    return _mine(row).update(holder="", lease_until=None, ended_at=now, **fields) == 1


def _store(row: QuestionSet, found: generate.QuestionSet, clock: Clock) -> bool:
    """All questions and the end in one transaction, where the claim still holds."""
    lines = list(set_files.set_lines(found, coat_stored.labels_of(row.catalogue_id)))
    with transaction.atomic():
        ended = _end(
            row,
            clock(),
            status=Status.READY,
            count=len(lines),
            shares=_told(found.shares),
            sha256=set_files.lines_sha256(iter(lines)),
        )
        if ended:
            Question.objects.bulk_create(_rows(row, found, lines), batch_size=AT_ONCE)
    return ended


def _rows(
    row: QuestionSet, found: generate.QuestionSet, lines: Iterable[str]
) -> Iterator[Question]:
    for each, line in zip(found.questions, lines, strict=True):
        yield Question(
            question_set=row,
            number=each.number,
            utility=each.utility,
            task=each.task,
            answer=each.letter,
            line=line,
        )


def _told(shares: Iterable[Share]) -> list[dict[str, object]]:
    return [
        {
            "utility": each.pair.utility,
            "task": each.pair.task,
            "allotted": each.allotted,
            "possible": each.possible,
        }
        for each in shares
    ]


def _nothing_fell(shares: Iterable[Share]) -> str:
    able = sum(each.possible > 0 for each in shares)
    return f"No question fell to the {able} pairs that can have one; a larger set gives them some."
