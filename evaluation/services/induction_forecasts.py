"""How many calls an induction still takes, and how long, by what it took so far."""

from collections import Counter

from django.db.models import Count, Q

from evaluation.induction import forecasts, specs
from evaluation.induction.forecasts import Forecast, Share
from evaluation.induction.results import most_calls
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.services import inductions

CALLS_TIMED = 200


def forecast(induction: Induction) -> Forecast:
    """Of an induction whose sources are read."""
    spec = specs.of_json(induction.spec)
    most: Counter[str] = Counter()
    made: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    grouped = induction.affordances.order_by().values("status", "count")
    counted = grouped.annotate(
        rows=Count("pk", distinct=True),
        made=Count("calls"),
        steps=Count("calls", filter=Q(calls__attempt=1)),
    )
    for each in counted:
        status = each["status"]
        most[status] += each["rows"] * most_calls(each["count"], spec.caps)
        made[status] += each["made"]
        steps[status] += each["steps"]

    def share(*statuses: str) -> Share:
        return Share(*(sum(each[status] for status in statuses) for each in (most, made, steps)))

    status = InducedAffordance.Status
    longest = spec.model.timeout_seconds + inductions.SPARE_SECONDS
    return forecasts.forecast(
        share(*inductions.ENDED),
        share(status.RUNNING),
        share(status.WAITING),
        seconds_a_call=_seconds_a_call(induction, longest),
    )


def _seconds_a_call(induction: Induction, longest: float) -> float | None:
    calls = InductionCall.objects.filter(affordance__induction=induction)
    newest = calls.order_by("-pk").values_list("called_at", flat=True)[:CALLS_TIMED]
    times = sorted((at.timestamp() for at in newest), reverse=True)
    return forecasts.seconds_a_call(times, longest=longest)
