"""What a run's rows say that it has spent."""

from django.db.models import Sum

from evaluation.models import Run, StoredReply
from evaluation.runner.meter import Price, Prices, Spent
from games.models import ModelCall

_NAMES = ("prompt", "completion", "cached")
_SUMS = {name: Sum(f"{name}_tokens", default=0) for name in _NAMES}


def of_run(run_id: int, prices: Prices) -> Spent:
    """All calls of its games, trial games among them, and of its pre-flights."""
    said = StoredReply.objects.filter(play__episode__run=run_id).aggregate(**_SUMS)
    calls = ModelCall.objects.filter(turn__play__episode__run=run_id).aggregate(**_SUMS)
    checked = Run.objects.values_list("checked", flat=True).get(pk=run_id) or {}
    tried = {name: checked.get("spent", {}).get(name, 0) for name in _NAMES}
    return _spent(said, prices.player) + _spent(tried, prices.player) + _spent(calls, prices.roles)


def _spent(sums: dict[str, int], price: Price | None) -> Spent:
    return Spent(sums["prompt"] + sums["completion"], price.of(**sums) if price else 0.0)
