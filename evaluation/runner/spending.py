"""What a run's rows say that it has spent."""

from django.db.models import Sum

from evaluation.models import ChoiceReply, Run, StoredReply
from evaluation.runner.meter import Price, Prices, Spent
from games.models import ModelCall

_NAMES = ("prompt", "completion", "cached")
_SUMS = {name: Sum(f"{name}_tokens", default=0) for name in _NAMES}


def of_run(run_id: int, prices: Prices) -> Spent:
    """All calls of its episodes, trials among them, and of its pre-flights."""
    run = Run.objects.only("kind", "checked").get(pk=run_id)
    spent = (run.checked or {}).get("spent", {})
    tried = {name: spent.get(name, 0) for name in _NAMES}
    of_kind = _of_questions if run.kind == Run.Kind.QUESTIONS else _of_games
    return _spent(tried, prices.player) + of_kind(run_id, prices)


def _of_games(run_id: int, prices: Prices) -> Spent:
    said = StoredReply.objects.filter(play__episode__run=run_id).aggregate(**_SUMS)
    calls = ModelCall.objects.filter(turn__play__episode__run=run_id).aggregate(**_SUMS)
    return _spent(said, prices.player) + _spent(calls, prices.roles)


def _of_questions(run_id: int, prices: Prices) -> Spent:
    said = ChoiceReply.objects.filter(episode__run=run_id)
    first = said.filter(stage=ChoiceReply.Stage.OBJECTS)
    answers = said.filter(stage=ChoiceReply.Stage.ANSWER)
    return _spent(first.aggregate(**_SUMS), prices.roles) + _spent(
        answers.aggregate(**_SUMS), prices.player
    )


def _spent(sums: dict[str, int], price: Price | None) -> Spent:
    return Spent(sums["prompt"] + sums["completion"], price.of(**sums) if price else 0.0)
