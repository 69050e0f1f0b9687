"""A run's trial games from its rows, and what they say of the rest."""

from django.db.models import Sum

from evaluation import specs
from evaluation.forecasts import Forecast, TrialGame, forecast
from evaluation.models import Episode, Run, StoredReply
from games.models import ModelCall, Play


def forecast_run(run: Run) -> Forecast | None:
    """Return the forecast of the trial games that have ended; None where none has."""
    spec = specs.of_json(run.spec)
    ended = run.episodes.filter(number__lte=Run.TRIAL_GAMES, status=Episode.Status.DONE, fault="")
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
    )


def keep_forecast(run: Run, found: Forecast) -> None:
    Run.objects.filter(pk=run.pk).update(forecast=found.as_json())


def _trial(play: Play) -> TrialGame:
    said = StoredReply.objects.filter(play=play).aggregate(
        prompt=Sum("prompt_tokens", default=0),
        cached=Sum("cached_tokens", default=0),
        completion=Sum("completion_tokens", default=0),
        waited=Sum("latency_seconds", default=0.0),
    )
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
