"""One of the tried Oracles is chosen: where the evidence is there, and with a reason on record."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count

from annotation.counted import PEOPLE, judgements_of
from annotation.models import Study
from evaluation.models import OracleChoice, OracleTrial
from evaluation.services import trial_questions
from evaluation.services.oracle_trials import TrialRefused

# One alone is no choice; with fewer than two people a question has no majority.
LEAST_CANDIDATES = 2
LEAST_PEOPLE = 2


def choose(
    trial: OracleTrial, reason: str, *, key: UUID, now: datetime, by: User | None
) -> OracleChoice:
    """Record that this Oracle is the one to play against; a copy is the same choice.

    Raises TrialRefused, which names all that is missing.
    """
    if known := OracleChoice.objects.filter(key=key).first():
        return known
    missing = [] if reason.strip() else ["Say why; the reason stands beside the choice."]
    missing += missing_evidence(trial)
    if missing:
        raise TrialRefused(" ".join(missing))
    made, _ = OracleChoice.objects.get_or_create(
        key=key,
        defaults={"trial": trial, "reason": reason.strip(), "made_by": by, "made_at": now},
    )
    return made


def missing_evidence(trial: OracleTrial) -> list[str]:
    """A sentence for all that a choice of this Oracle still lacks; none where it may be chosen."""
    return [*_of_candidates(trial), *_of_people(trial.study)]


def _of_candidates(trial: OracleTrial) -> Iterator[str]:
    if trial.status != OracleTrial.Status.COMPLETE:
        yield "It has not answered every question yet."
    complete = trial.study.oracle_trials.filter(status=OracleTrial.Status.COMPLETE)
    others = complete.exclude(pk=trial.pk).count()
    if others + 1 < LEAST_CANDIDATES:
        yield (
            "No other Oracle has answered every question of the study, so there is nothing to "
            "compare it with. Try at least one more."
        )


def _of_people(study: Study) -> Iterator[str]:
    counted = judgements_of(study, kinds=PEOPLE).order_by().values_list("unit")
    people = dict(counted.annotate(people=Count("rater", distinct=True)))
    asked = [question.unit_id for question in trial_questions.of(study)]
    left = sum(people.get(unit_id, 0) < LEAST_PEOPLE for unit_id in asked)
    if left:
        yield (
            f"{left:,} of {len(asked):,} questions were not judged by {LEAST_PEOPLE} people yet, "
            "so they have no majority."
        )
