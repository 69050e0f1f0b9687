"""A worker at an induction: reads its sources once, then makes call after call, for a slice.

The time at which a lease ends is the claim of whoever set it. A worker that was given up can
still store replies, which are unique, and moves the induction no more.
"""

import logging
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from evaluation import clients
from evaluation.clients import NotHere
from evaluation.induction import documents, specs
from evaluation.induction.course import Course, Diverged, Kept
from evaluation.induction.specs import InductionSpec
from evaluation.induction.values import Ask, Heard, Setting
from evaluation.induction_sources import SourceMissing
from evaluation.kari import syntax
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.services import (
    induction_calls,
    induction_evidence,
    induction_results,
    inductions,
)
from evaluation.services.induction_calls import Said
from games.knowledge import BrokenLine
from games.llm.chat import ChatModel, ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from games.llm.loop import begin

log = logging.getLogger(__name__)
Status = Induction.Status
T = TypeVar("T")
PAUSES_SECONDS = (1, 5, 20, 60)
# Until the next hundred thousand lines are read.
READING_SECONDS = 120
# Renewed every House.beat_seconds.
HELD_SECONDS = 60
DETAIL_LENGTH = 500


class Overtaken(Exception):
    """It is this worker's no more: paused, cancelled, or given up for lost."""


@dataclass(frozen=True)
class House:
    """What a process brings. slice_seconds: after which it begins no more calls.

    model: gives the model for a while; raises ModelRefused where it cannot be had here.
    beat_seconds: how often the lease is renewed while a call is under way.
    """

    clock: Callable[[], datetime]
    slice_seconds: float
    model: Callable[[InductionSpec], AbstractContextManager[ChatModel]]
    beat_seconds: float = 15.0


@contextmanager
def used(spec: InductionSpec) -> Iterator[ChatModel]:
    """The spec's model for a while, as workers use it; raises ModelRefused."""
    with clients.used(specs.served(spec)) as model:
        assert model is not None  # There is one wherever one was named.
        yield model


def work(induction_id: int, house: House) -> bool:
    """Go on with an induction for a while; return whether more is to be done at once.

    A copy of a message changes nothing: whoever does not get the lease leaves.
    """
    row = _claim(induction_id, house)
    if row is None:
        return False
    work = _Work(row, house)
    try:
        return work.go_on()
    except Overtaken:
        return work.give_back()
    except (SourceMissing, BrokenLine) as error:
        reason = "no_source" if isinstance(error, SourceMissing) else "broken_line"
        work.leave(status=Status.PAUSED, reason=reason, detail=str(error)[:DETAIL_LENGTH])
    except ModelRefused as error:
        log.warning("induction %s: %s", row.slug, error)
        reason = error.reason if isinstance(error, NotHere) else "model_refused"
        work.leave(status=Status.PAUSED, reason=reason)
    except ModelUnavailable as error:
        log.warning("induction %s: %s", row.slug, error)
        work.wait(error)
    except Diverged as error:
        work.leave(status=Status.PAUSED, reason="other_prompts", detail=str(error))
    return False


class _Work:
    """One worker at one induction, from its claim on."""

    def __init__(self, row: Induction, house: House) -> None:
        self._row, self._house = row, house
        self._spec = specs.of_json(row.spec)
        self._end = house.clock() + timedelta(seconds=house.slice_seconds)

    def go_on(self) -> bool:
        if self._row.read_at is None:
            self._read()
            if self._spec.hold:
                return self.leave(status=Status.PAUSED, reason="held")
        with self._house.model(self._spec) as model:
            while (affordance := self._next()) is not None:
                if not self._induce(affordance, model):
                    self.leave(status=Status.QUEUED, enqueued_at=self._house.clock())
                    return True
        with transaction.atomic():
            made = induction_results.store(self._row)
            ended = self._house.clock()
            self._require(status=Status.COMPLETE, ended_at=ended, rule_set=made, lease_until=None)
        return False

    def leave(self, **fields: object) -> bool:
        """Let go of it; false, for nothing is to be done at once."""
        self._mine().update(lease_until=None, **fields)
        return False

    def give_back(self) -> bool:
        """The lease of one that was paused meanwhile; whether it was let go on since."""
        mine = Induction.objects.filter(pk=self._row.pk, lease_until=self._row.lease_until)
        given = mine.update(lease_until=None) == 1
        queued = Induction.objects.filter(pk=self._row.pk, status=Status.QUEUED)
        return given and queued.exists()

    def wait(self, error: ModelUnavailable) -> None:
        """For the server, longer each time; the sweep takes it up again."""
        usual = PAUSES_SECONDS[min(max(self._row.tries, 1), len(PAUSES_SECONDS)) - 1]
        seconds = max(usual, error.retry_after_seconds or 0)
        due_at = self._house.clock() + timedelta(seconds=seconds)
        self.leave(status=Status.QUEUED, due_at=due_at, enqueued_at=None)

    def _read(self) -> None:
        self._renew(READING_SECONDS, status=Status.READING)
        found = induction_evidence.look(self._row, self._told)
        with transaction.atomic():
            self._renew(status=Status.RUNNING, tries=0)
            induction_evidence.freeze(self._row, found, now=self._house.clock())

    def _told(self, lines: int) -> None:
        self._renew(READING_SECONDS, lines_read=lines)

    def _next(self) -> InducedAffordance | None:
        open_rows = self._row.affordances.exclude(status__in=inductions.ENDED)
        return open_rows.order_by("position").first()

    def _induce(self, row: InducedAffordance, model: ChatModel) -> bool:
        """Make its calls; return whether it has ended, and not the slice."""
        course = self._course(row)
        while course.due:
            if self._house.clock() >= self._end:
                return False
            piece = course.due[: self._spec.concurrency]
            self._check_tokens()
            said = self._wait(induction_calls.ask(model, piece, self._spec))
            self._store(row, piece, said)
            for ask in piece:
                if (heard := induction_calls.heard(row, ask)) is not None:
                    course.hear(ask, heard)
            self._note(row, course)
            for each in said:
                if not isinstance(each, Reply | ContextOverflow):
                    raise each
        self._end_of(row, course)
        return True

    def _wait(self, asked: Coroutine[Any, Any, T]) -> T:
        """Hold it while the model is asked, so that the death of a worker shows within a minute.

        What is replied is stored even where it is this worker's no more.
        """
        replies, mine = begin(asked), True
        try:
            while True:
                try:
                    return replies.result(self._house.beat_seconds)
                except TimeoutError:
                    if replies.done():
                        raise
                    mine = mine and self._held()
        finally:
            replies.cancel()

    def _held(self) -> bool:
        try:
            self._renew()
        except Overtaken:
            return False
        return True

    def _course(self, row: InducedAffordance) -> Course:
        kept = {
            (call.sequence, call.attempt): Kept(
                documents.messages(call.asked), Heard(call.reply, call.finish_reason)
            )
            for call in row.calls.all()
        }
        self._row.refresh_from_db(fields=["vocabulary"])
        keys = tuple(self._row.affordances.order_by("position").values_list("key", flat=True))
        setting = Setting(keys, documents.vocabulary(self._row.vocabulary), self._spec.caps)
        return Course(induction_evidence.topic_of(row), setting, kept)

    def _store(self, row: InducedAffordance, asks: Sequence[Ask], said: Sequence[Said]) -> None:
        rows = induction_calls.rows_of(row, asks, said, now=self._house.clock())
        # Unique by their places: a copy is left out.
        InductionCall.objects.bulk_create(rows, ignore_conflicts=True)
        if rows:
            self._row.tries = 0
        self._renew(tries=self._row.tries)

    def _note(self, row: InducedAffordance, course: Course) -> None:
        """What its page shows of an affordance under way."""
        standing = course.standing
        InducedAffordance.objects.filter(pk=row.pk).exclude(status__in=inductions.ENDED).update(
            status=InducedAffordance.Status.RUNNING,
            rule=syntax.render(standing.rule) if standing.rule else "",
            rounds=documents.of_rounds(standing.rounds),
        )

    def _end_of(self, row: InducedAffordance, course: Course) -> None:
        standing = course.standing
        ended = InducedAffordance.Status.DONE if standing.rule else InducedAffordance.Status.NO_RULE
        with transaction.atomic():
            self._renew(vocabulary=documents.of_vocabulary(standing.vocabulary))
            self._note(row, course)
            InducedAffordance.objects.filter(pk=row.pk).update(status=ended)

    def _check_tokens(self) -> None:
        limit = self._row.token_limit
        if limit is not None and inductions.tokens_of(self._row) >= limit:
            self.leave(status=Status.PAUSED, reason="token_limit")
            raise Overtaken

    def _renew(self, seconds: float | None = None, **fields: object) -> None:
        """Hold it a while longer. Raises Overtaken."""
        lease = self._house.clock() + timedelta(seconds=seconds or HELD_SECONDS)
        self._require(lease_until=lease, **fields)
        self._row.lease_until = lease

    def _require(self, **fields: object) -> None:
        if self._mine().update(**fields) != 1:
            raise Overtaken

    def _mine(self) -> QuerySet[Induction]:
        return Induction.objects.filter(
            pk=self._row.pk,
            lease_until=self._row.lease_until,
            status__in=(Status.READING, Status.RUNNING),
        )


def _claim(induction_id: int, house: House) -> Induction | None:
    """Hold the induction; None where it is held, ended, or has failed too often in a row."""
    row = Induction.objects.get(pk=induction_id)
    now = house.clock()
    open_rows = inductions.free(now).filter(pk=induction_id, tries=row.tries)
    if row.tries > len(PAUSES_SECONDS):
        open_rows.update(status=Status.PAUSED, reason="no_reply", lease_until=None)
        return None
    spec = specs.of_json(row.spec)
    lease = now + timedelta(seconds=max(_patience(spec), READING_SECONDS))
    held = {"status": Status.RUNNING, "lease_until": lease, "tries": row.tries + 1}
    if not open_rows.update(**held):
        return None
    row.tries, row.lease_until = row.tries + 1, lease
    # It may have been raised since the row was read.
    row.refresh_from_db(fields=["token_limit"])
    return row


def _patience(spec: InductionSpec) -> float:
    return spec.model.timeout_seconds + inductions.SPARE_SECONDS
