"""Courses of tuning: made once, worked on slice by slice, by whoever holds the lease."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import F, QuerySet

from evaluation.models import TunedModel
from evaluation.services import background
from evaluation.tuning import chats, courses, learners, parents, plans
from evaluation.tuning.chats import Chat
from evaluation.tuning.courses import Course, Overtaken, Watch
from evaluation.tuning.learners import Build, Learner, Unlearnable
from evaluation.tuning.plans import TuningPlan
from games.formats.rows import RowError
from games.llm.folders import look_into

log = logging.getLogger(__name__)
Status = TunedModel.Status
# Loading a model and its first step, and writing it at the end, come without a word between.
SILENT_SECONDS = 300.0
STEPS_A_LEASE = 5
MOST_TRIES = 3
SLICE_BYTES = 50_000_000


class TuningRefused(Exception):
    """Nothing was made, and why; `errors` are the bad lines of the slice."""

    def __init__(self, sentence: str, errors: Sequence[RowError] = ()) -> None:
        super().__init__(sentence)
        self.errors = tuple(errors)


@dataclass(frozen=True)
class Asked:
    """parent: a model's folder. files: name -> JSON Lines of chats. slug: "" for one made up."""

    parent: Path
    slice_name: str
    files: Mapping[str, bytes]
    plan: TuningPlan
    slug: str = ""


@dataclass(frozen=True)
class House:
    """What a process brings. root: where finished models lie. said: hears of each step."""

    clock: Callable[[], datetime]
    slice_seconds: float
    lease_seconds: float
    root: Path
    holder: str
    build: Build = learners.lora
    said: Callable[[Sequence[float]], None] = lambda losses: None


def queue(asked: Asked, *, made_by: User | None = None) -> tuple[TunedModel, bool]:
    """The course that is asked for, and whether it is new. Raises TuningRefused."""
    found = _chats_of(asked)
    parent = asked.parent.resolve()
    if not look_into(str(parent)).found:
        raise TuningRefused(f"{parent} holds no model: it has no config.json.")
    parent_sha256, slice_sha256 = parents.sha256_of(parent), chats.sha256_of(asked.files)
    mark = sha256(f"{parent_sha256} {slice_sha256} {asked.plan.sha256}".encode()).hexdigest()
    fields = {
        "slug": asked.slug or f"{parent.name}-tuned-{mark[:8]}",
        "parent": str(parent),
        "parent_sha256": parent_sha256,
        "slice_name": asked.slice_name,
        "slice_text": b"".join(asked.files[name] for name in sorted(asked.files)).decode(),
        "slice_sha256": slice_sha256,
        "chat_count": len(found),
        "plan": asked.plan.document(),
        "made_by": made_by,
    }
    try:
        return TunedModel.objects.get_or_create(sha256=mark, defaults=fields)
    except IntegrityError as error:
        raise TuningRefused(f"There is a tuned model {fields['slug']} already.") from error


def again(model_id: int) -> bool:
    """Queue a failed course once more; what it has learnt so far is kept."""
    failed = TunedModel.objects.filter(pk=model_id, status=Status.FAILED)
    fields = {"status": Status.QUEUED, "reason": "", "ended_at": None, "tries": 0}
    return failed.update(**fields, enqueued_at=None) == 1


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Courses that nobody is at, and for which no message was sent lately; marks them as sent."""
    return background.mark_sent(_free(now), now, unless_since=unless_since)


def train_some(model_id: int, house: House) -> bool:
    """Go on with a course for a while; return whether more is to be done at once.

    A copy of a message changes nothing: whoever does not get the lease leaves.
    """
    row = _claim(model_id, house)
    if row is None:
        return False
    work = _Work(row, house)
    try:
        losses = courses.advance(work.course, work.learner(), work.watch)
    except Unlearnable as error:
        work.leave(status=Status.FAILED, reason=str(error), ended_at=house.clock())
        return False
    except Overtaken:
        log.warning("tuning %s: another process goes on with it", row)
        return False
    if len(losses) < work.course.plan.steps:
        return work.leave(status=Status.QUEUED, enqueued_at=house.clock())
    folder = str(work.course.folder)
    if work.leave(status=Status.READY, folder=folder, ended_at=house.clock()):
        courses.clear(work.course)
    return False


class _Work:
    """One process at one course, from its claim on."""

    def __init__(self, row: TunedModel, house: House) -> None:
        self._row, self._house = row, house
        self._began = self._last = house.clock()
        plan = plans.of_document(row.plan)
        self.course = Course(house.root / row.slug, plan, _stored_chats(row), row.sha256)
        self.watch = Watch(told=self._told, enough=self._enough)

    def learner(self) -> Learner:
        """Raises Unlearnable, too where the parent is another one by now."""
        row = self._row
        parent = Path(row.parent)
        if not row.losses and parents.sha256_of(parent) != row.parent_sha256:
            raise Unlearnable(f"What lies in {parent} is not what was there when this was made.")
        learner = self._house.build(parent, self.course.plan)
        self._mine().update(versions=dict(learner.versions))
        return learner

    def leave(self, **fields: object) -> bool:
        """Whether the course was this process's to leave."""
        return self._mine().update(holder="", lease_until=None, **fields) == 1

    def _told(self, losses: Sequence[float]) -> bool:
        now = self._house.clock()
        step = (now - self._last).total_seconds()
        self._last = now
        patience = max(self._house.lease_seconds, STEPS_A_LEASE * step)
        if len(losses) == self.course.plan.steps:
            patience = max(patience, SILENT_SECONDS)
        held = self._mine().update(
            losses=list(losses),
            tries=0,
            seconds=F("seconds") + step,
            lease_until=now + timedelta(seconds=patience),
        )
        self._house.said(losses)
        return held == 1

    def _enough(self) -> bool:
        """Never before a step of its own, so that every slice comes further."""
        worked = (self._house.clock() - self._began).total_seconds()
        return self._last > self._began and worked >= self._house.slice_seconds

    def _mine(self) -> QuerySet[TunedModel]:
        return TunedModel.objects.filter(
            pk=self._row.pk, holder=self._house.holder, status=Status.RUNNING
        )


def _claim(model_id: int, house: House) -> TunedModel | None:
    """Hold the course; None where it is held or ended, or has failed too often in a row."""
    now = house.clock()
    free = _free(now).filter(pk=model_id)
    given_up = free.filter(tries__gte=MOST_TRIES).update(
        status=Status.FAILED,
        reason=f"It was taken up {MOST_TRIES} times and came no step further; the log of the"
        " worker says more.",
        holder="",
        lease_until=None,
        ended_at=now,
    )
    held = not given_up and free.update(
        status=Status.RUNNING,
        holder=house.holder,
        lease_until=now + timedelta(seconds=SILENT_SECONDS),
        tries=F("tries") + 1,
    )
    return TunedModel.objects.get(pk=model_id) if held else None


def _free(now: datetime) -> QuerySet[TunedModel]:
    return background.free(TunedModel.objects.all(), now)


def _chats_of(asked: Asked) -> tuple[Chat, ...]:
    size = sum(map(len, asked.files.values()))
    if size > SLICE_BYTES:
        raise TuningRefused(f"The slice has {size:,} bytes; {SLICE_BYTES:,} at most.")
    read = chats.read_files(asked.files)
    if read.content is None:
        raise TuningRefused(f"{len(read.errors)} errors in the slice.", read.errors)
    if not read.content:
        raise TuningRefused(f"{asked.slice_name} holds no chat.")
    return read.content


def _stored_chats(row: TunedModel) -> tuple[Chat, ...]:
    read = chats.read_chats(row.slice_text.encode(), row.slice_name)
    assert read.content is not None  # only a sound slice is stored
    return read.content
