"""A run's trial games from its rows, and what they say of the rest."""

from django.db.models import Sum

from evaluation import specs
from evaluation.forecasts import Forecast, Trial, forecast
from evaluation.models import Episode, Run, StoredReply
from games.models import ModelCall, Play

TRIALS = 3


def forecast_run(run: Run) -> Forecast | None:
    """Return the forecast of the trial games that have ended; None where none has."""
    spec = specs.of_json(run.spec)
    ended = run.episodes.filter(number__lte=TRIALS, status=Episode.Status.DONE, fault="")
    plays = Play.objects.filter(episode__in=ended).order_by("episode__number")
    return forecast(
        [_trial(play) for play in plays],
        games=run.episodes.count(),
        at_once=run.concurrency * spec.run.workers,
        price=spec.price,
    )


def keep_forecast(run: Run, found: Forecast) -> None:
    Run.objects.filter(pk=run.pk).update(forecast=found.as_json())


def _trial(play: Play) -> Trial:
    said = StoredReply.objects.filter(play=play).aggregate(
        prompt=Sum("prompt_tokens", default=0),
        cached=Sum("cached_tokens", default=0),
        completion=Sum("completion_tokens", default=0),
        waited=Sum("latency_seconds", default=0.0),
    )
    others = ModelCall.objects.filter(turn__play=play).aggregate(
        tokens=Sum("prompt_tokens", default=0) + Sum("completion_tokens", default=0),
        waited=Sum("latency_seconds", default=0.0),
    )
    # A play is stored with its first move, so the wait for that one lies before it.
    elapsed = ((play.ended_at or play.started_at) - play.started_at).total_seconds()
    waited = said.pop("waited") + others["waited"]
    return Trial(
        seconds=max(elapsed, waited),
        tokens=said["prompt"] + said["completion"] + others["tokens"],
        **said,
    )
