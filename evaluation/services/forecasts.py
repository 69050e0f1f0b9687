"""A run's trial games or questions from its rows, and what they say of the rest."""

from datetime import timedelta

from django.db.models import QuerySet, Sum

from evaluation import run_specs
from evaluation.forecasts import Beside, Forecast, TrialGame, forecast
from evaluation.models import ChoiceReply, Episode, Run, StoredReply
from evaluation.question_spec_values import QuestionRunSpec
from games.models import ModelCall, Play

_SUMS = {
    "prompt": Sum("prompt_tokens", default=0),
    "cached": Sum("cached_tokens", default=0),
    "completion": Sum("completion_tokens", default=0),
    "waited": Sum("latency_seconds", default=0.0),
}


def forecast_run(run: Run) -> Forecast | None:
    """Return the forecast of the trial games that have ended; None where none has."""
    spec = run_specs.of_json(run.spec)
    ended = run.episodes.filter(number__lte=run.trial_size, status=Episode.Status.DONE, fault="")
    beside = None
    if run.kind == Run.Kind.QUESTIONS:
        own_stage = isinstance(spec, QuestionRunSpec) and spec.stage_model is not None
        trials = [_question(row, own_stage=own_stage) for row in ended.order_by("number")]
        together = min(max(1, len(trials)), run.concurrency)
        beside = Beside(together, _busy_seconds(ChoiceReply.objects.filter(episode__in=ended)))
    else:
        plays = Play.objects.filter(episode__in=ended).order_by("episode__number")
        trials = [_trial(play) for play in plays]
    # Games without a call share their worker's time: as many as the trial games were, no faster.
    calls = spec.model is not None or any(trial.tokens for trial in trials)
    at_once = run.concurrency if calls else min(run.concurrency, Run.TRIAL_GAMES)
    return forecast(
        trials,
        games=run.episodes.count(),
        at_once=at_once * spec.run.workers,
        price=spec.price,
        beside=beside,
    )


def keep_forecast(run: Run, found: Forecast) -> None:
    Run.objects.filter(pk=run.pk).update(forecast=found.as_json())


def _busy_seconds(replies: QuerySet[ChoiceReply]) -> float:
    """How long at least one of them was being waited for: pauses between slices do not count."""
    busy, until = timedelta(), None
    waits = [
        (ended - timedelta(seconds=seconds), ended)
        for ended, seconds in replies.values_list("called_at", "latency_seconds")
    ]
    for began, ended in sorted(waits):
        busy += max(timedelta(), ended - (began if until is None else max(began, until)))
        until = ended if until is None else max(until, ended)
    return busy.total_seconds()


def _question(row: Episode, *, own_stage: bool) -> TrialGame:
    """own_stage: whether its list of objects is of another model, whose price is the roles'."""
    said = ChoiceReply.objects.filter(episode=row)
    lists = said.filter(stage=ChoiceReply.Stage.OBJECTS) if own_stage else said.none()
    own = said.exclude(pk__in=lists).aggregate(**_SUMS)
    others = lists.aggregate(**_SUMS)
    return TrialGame(
        seconds=own.pop("waited") + others["waited"],
        tokens=own["prompt"] + own["completion"] + others["prompt"] + others["completion"],
        roles_prompt=others["prompt"],
        roles_completion=others["completion"],
        **own,
    )


def _trial(play: Play) -> TrialGame:
    said = StoredReply.objects.filter(play=play).aggregate(**_SUMS)
    others = ModelCall.objects.filter(turn__play=play).aggregate(
        roles_prompt=Sum("prompt_tokens", default=0),
        roles_completion=Sum("completion_tokens", default=0),
        waited=Sum("latency_seconds", default=0.0),
    )
    # A play is stored with its first move, so the wait for that one lies before it.
    elapsed = ((play.ended_at or play.started_at) - play.started_at).total_seconds()
    waited = said.pop("waited") + others.pop("waited")
    return TrialGame(
        seconds=max(elapsed, waited),
        tokens=said["prompt"] + said["completion"] + sum(others.values()),
        **said,
        **others,
    )
