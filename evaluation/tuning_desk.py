"""What a process brings to a course of tuning: its name, its clock, where models are kept."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from evaluation import clients
from evaluation.clients import NotHere
from evaluation.services import background, tuning
from evaluation.services.tuning import House
from evaluation.tuning import learners
from evaluation.tuning.learners import Learner, Unlearnable
from evaluation.tuning.plans import TuningPlan


def tune_slice(model_id: int) -> bool:
    """Go on with a course for a slice's time; whether more is to be done at once."""
    return tuning.train_some(model_id, _house(settings.RUN_SLICE_SECONDS))


def tune_here(model_id: int, said: Callable[[Sequence[float]], None]) -> None:
    """Go on with a course in this process until it is over. said: hears of each step."""
    tuning.train_some(model_id, _house(math.inf, said))


def _house(
    slice_seconds: float, said: Callable[[Sequence[float]], None] = lambda losses: None
) -> House:
    return House(
        clock=timezone.now,
        slice_seconds=slice_seconds,
        lease_seconds=settings.RUN_LEASE_SECONDS,
        root=Path(settings.VAR_DIR) / "tuned",
        holder=background.holder(),
        build=_build,
        said=said,
    )


def _build(base: Path, plan: TuningPlan) -> Learner:
    try:
        clients.require_alone()
    except NotHere as error:
        raise Unlearnable(f"{error} Start one, then give the same command again.") from error
    return learners.lora(base, plan)
