"""What a run's rows say that it has spent."""

from django.db.models import Sum

from evaluation.models import StoredReply
from evaluation.runner.meter import Price, Spent
from games.models import ModelCall

_SUMS = {name: Sum(f"{name}_tokens", default=0) for name in ("prompt", "completion", "cached")}


def of_run(run_id: int, price: Price | None) -> Spent:
    """price: of the Questioner's model; what those of the other roles cost is not known."""
    said = StoredReply.objects.filter(play__episode__run=run_id).aggregate(**_SUMS)
    calls = ModelCall.objects.filter(turn__play__episode__run=run_id).aggregate(**_SUMS)
    tokens = said["prompt"] + said["completion"] + calls["prompt"] + calls["completion"]
    return Spent(tokens, price.of(**said) if price else 0.0)
