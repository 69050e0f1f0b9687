"""Candidate Oracles on a study's units: made once, answered piece by piece.

A piece is claimed by its lease; the time at which a lease ends is its claim, so a worker that was
given up can still store answers, which are unique, and moves the trial no more.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Study
from evaluation import clients, oracle_specs
from evaluation.clients import NotHere
from evaluation.models import OracleTrial, TrialAnswer
from evaluation.oracle_specs import OracleKind, OracleSpec
from evaluation.services import background, trial_questions
from evaluation.services.trial_questions import TrialQuestion
from games import backends
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.conversation import ContextOverflow
from games.llm.loop import wait_for
from games.roles import Oracle, UnusableReply, Verdict
from games.services.store import storable

log = logging.getLogger(__name__)
Status = OracleTrial.Status
AT_ONCE = 16
# Each attempt may wait out three replies of the model.
REPLIES_A_QUESTION = 3
PAUSES_SECONDS = (1, 5, 20, 60)
Said = Verdict | UnusableReply | ContextOverflow | ModelUnavailable | ModelRefused


class TrialRefused(Exception):
    """Why nothing was made or chosen, in a sentence."""


@dataclass(frozen=True)
class Timing:
    """slice_seconds: after which a task takes up no further questions."""

    clock: Callable[[], datetime]
    slice_seconds: float


def create(
    study: Study, spec: OracleSpec, *, now: datetime, made_by: User | None = None
) -> OracleTrial:
    """The study's trial of this Oracle, a new one or the one that it has. Raises TrialRefused."""
    if study.kind != OracleAnswer.key:
        raise TrialRefused("Only in a study of the Oracle's answers are Oracles tried.")
    if study.catalogue_id is None:
        raise TrialRefused("The study names no catalogue, whose objects an Oracle would know.")
    if not trial_questions.of(study):
        raise TrialRefused("The study has no question yet. Draw its sample first.")
    model = spec.model
    if model and (why := backends.key_refusal(model.key_variable, model.address)):
        raise TrialRefused(why)
    made, _ = OracleTrial.objects.get_or_create(
        study=study,
        sha256=oracle_specs.sha256(spec),
        defaults={
            "title": spec.title,
            "spec": oracle_specs.as_json(spec),
            "made_by": made_by,
            "made_at": now,
        },
    )
    return made


def resume(trial_id: int) -> bool:
    """Queue a paused trial again; its message is the caller's."""
    paused = OracleTrial.objects.filter(pk=trial_id, status=Status.PAUSED)
    return paused.update(status=Status.QUEUED, reason="", tries=0, due_at=None) == 1


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Trials that nobody is at, and to which no message was sent lately; marks them as sent."""
    return background.mark_sent(_free(now), now, unless_since=unless_since)


def answer_some(trial_id: int, timing: Timing, build: "Build | None" = None) -> bool:
    """Have the Oracle answer for a while; return whether more is to be done at once.

    A copy of a message changes nothing. What was answered is stored piece by piece.
    """
    began = timing.clock()
    trial = _claim(trial_id, began)
    if trial is None:
        return False
    try:
        with (build or oracle_of)(trial) as oracle:
            return _answer_slice(trial, oracle, timing, began)
    except ModelRefused as error:
        log.warning("trial %s: %s", trial.pk, error)
        _leave(trial, status=Status.PAUSED, reason=_why(error))
        return False


def _answer_slice(trial: OracleTrial, oracle: Oracle, timing: Timing, began: datetime) -> bool:
    if trial.oracle_version not in ("", oracle.version):
        _leave(trial, status=Status.PAUSED, reason="other_version")
        return False
    OracleTrial.objects.filter(pk=trial.pk).update(oracle_version=oracle.version)
    end = began + timedelta(seconds=timing.slice_seconds)
    while timing.clock() < end:
        if not _answer_piece(trial, oracle, timing.clock):
            return False
    _leave(trial, status=Status.QUEUED)
    return True


@contextmanager
def oracle_of(trial: OracleTrial) -> Iterator[Oracle]:
    """The candidate, while its model is used.

    Raises ModelRefused where this process may not hold its model, or where the key of its model
    is not set here, or may not be sent there.
    """
    spec = oracle_specs.of_json(trial.spec)
    assert trial.study.catalogue_id is not None  # `create` refuses a study without
    with clients.used(oracle_specs.served(spec)) as model:
        yield backends.candidate_oracle(
            trial.study.catalogue_id,
            model,
            beside_table=spec.kind == OracleKind.CHAIN,
            margin=spec.margin,
            constrained=spec.structured,
        )


def _why(error: ModelRefused) -> str:
    return error.reason if isinstance(error, NotHere) else "model_refused"


Build = Callable[[OracleTrial], AbstractContextManager[Oracle]]


def _free(now: datetime) -> QuerySet[OracleTrial]:
    free = background.free(OracleTrial.objects.all(), now)
    return free.filter(Q(due_at=None) | Q(due_at__lte=now))


def _claim(trial_id: int, now: datetime) -> OracleTrial | None:
    """Hold the trial; None where it is held, ended, or has failed too often in a row."""
    trial = OracleTrial.objects.select_related("study").get(pk=trial_id)
    if trial.tries > len(PAUSES_SECONDS):
        _free(now).filter(pk=trial_id).update(
            status=Status.PAUSED, reason="no_reply", lease_until=None
        )
        return None
    lease = now + _patience(trial)
    held = _free(now).filter(pk=trial_id, tries=trial.tries)
    if not held.update(status=Status.RUNNING, lease_until=lease, tries=trial.tries + 1):
        return None
    trial.tries, trial.lease_until = trial.tries + 1, lease
    return trial


def _patience(trial: OracleTrial) -> timedelta:
    model = oracle_specs.of_json(trial.spec).model
    reply = model.timeout_seconds if model else 10
    return timedelta(seconds=REPLIES_A_QUESTION * reply + 30)


def _answer_piece(trial: OracleTrial, oracle: Oracle, clock: Callable[[], datetime]) -> bool:
    """Answer some questions; return whether to go on."""
    questions = trial_questions.unanswered(trial)[:AT_ONCE]
    if not questions:
        _leave(trial, status=Status.COMPLETE, ended_at=clock())
        return False
    said = wait_for(_ask(oracle, questions))
    _store(trial, questions, said, clock())
    for error in said:
        if isinstance(error, ModelRefused) and not isinstance(error, ContextOverflow):
            log.warning("trial %s: %s", trial.pk, error)
            _leave(trial, status=Status.PAUSED, reason="model_refused")
            return False
        if isinstance(error, ModelUnavailable):
            log.warning("trial %s: %s", trial.pk, error)
            _pause(trial, error, clock())
            return False
    return _renew(trial, clock())


async def _ask(oracle: Oracle, questions: Sequence[TrialQuestion]) -> list[Said]:
    async def one(question: TrialQuestion) -> Said:
        try:
            return await oracle.answer(question.sheet, question.text)
        except (UnusableReply, ModelUnavailable, ModelRefused) as error:
            return error

    return list(await asyncio.gather(*map(one, questions)))


def _store(
    trial: OracleTrial, questions: Sequence[TrialQuestion], said: Sequence[Said], now: datetime
) -> None:
    rows = [
        TrialAnswer(trial=trial, unit_id=question.unit_id, answered_at=now, **_fields(each))
        for question, each in zip(questions, said, strict=True)
        if isinstance(each, Verdict | UnusableReply | ContextOverflow)
    ]
    TrialAnswer.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        trial.tries = 0
        _mine(trial).update(tries=0)


def _fields(said: Verdict | UnusableReply | ContextOverflow) -> dict[str, object]:
    if isinstance(said, ContextOverflow):
        return {"source": "too_long"}
    text = said.replies[-1].text if said.replies else ""
    stored = {"said": storable(text)}
    if isinstance(said, UnusableReply):
        return {**stored, "source": "unusable"}
    return {
        **stored,
        "answer": said.answer,
        "forced": said.forced,
        "source": said.source,
        "confidence": said.confidence,
    }


def _pause(trial: OracleTrial, error: ModelUnavailable, now: datetime) -> None:
    """Wait for the server, longer each time; the sweep takes it up again."""
    usual = PAUSES_SECONDS[min(max(trial.tries, 1), len(PAUSES_SECONDS)) - 1]
    wait = max(usual, error.retry_after_seconds or 0)
    _leave(trial, status=Status.QUEUED, due_at=now + timedelta(seconds=wait), enqueued_at=None)


def _renew(trial: OracleTrial, now: datetime) -> bool:
    lease = now + _patience(trial)
    renewed = _mine(trial).update(lease_until=lease) == 1
    trial.lease_until = lease
    return renewed


def _leave(trial: OracleTrial, **fields: object) -> None:
    _mine(trial).update(lease_until=None, **fields)


def _mine(trial: OracleTrial) -> QuerySet[OracleTrial]:
    return OracleTrial.objects.filter(
        pk=trial.pk, lease_until=trial.lease_until, status=Status.RUNNING
    )
