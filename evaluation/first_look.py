"""The pre-flight of a run and its trial games: what is found, and whether the run may go on."""

from collections.abc import Callable, Coroutine
from dataclasses import asdict
from typing import Any

from evaluation import briefings, casting, preflight, specs
from evaluation.checked import Check, Checked, failed
from evaluation.models import Run
from evaluation.services import control, forecasts, runs
from games import selectors
from games.llm.chat import ModelRefused
from games.models import Game

Status = Run.Status
Waiting = Callable[[Coroutine[Any, Any, Checked]], Checked]


def examine(run: Run, wait: Waiting) -> bool:
    """Try the run's model out, and freeze the run or pause it; return whether it may go on.

    wait: gives the result of what may take minutes.
    """
    checked = _check(run, wait)
    if not checked.passed:
        runs.keep_checked(run, checked.as_json())
        control.pause(run.pk, "preflight")
        return False
    runs.freeze(run, checked.facts, checked=checked.as_json())
    run.refresh_from_db()
    return True


def _check(run: Run, wait: Waiting) -> Checked:
    spec = specs.of_json(run.spec)
    try:
        model = casting.model_of(spec, run)
    except ModelRefused as refused:
        return preflight.no_model(refused)
    if model is None:
        return preflight.programs()
    game = Game.objects.filter(episodes__run=run).order_by("episodes__number")[0]
    protocol = selectors.protocol_of(run.protocol_id)
    briefing = briefings.briefing_of(game.pk, protocol)
    return wait(preflight.check(model, spec, briefing=briefing, candidates=game.candidates))


def after_trials(run: Run) -> None:
    """Forecast the run from its trial games; pause it where none of them could be played.

    A run that its researcher wants to see first waits from here on.
    """
    found = forecasts.forecast_run(run)
    if found:
        forecasts.keep_forecast(run, found)
    else:
        checked = dict(run.checked or {})
        checked["results"] = [*checked.get("results", ()), asdict(_no_trial(run))]
        Run.objects.filter(pk=run.pk).update(checked=checked)
        control.pause(run.pk, "preflight")
    if run.hold:
        control.pause(run.pk, "hold")


def _no_trial(run: Run) -> Check:
    trials = run.episodes.filter(number__lte=forecasts.TRIALS).order_by("fault")
    faults = ", ".join(trials.values_list("fault", flat=True).distinct())
    return failed(
        "trial games",
        f"Every trial game was aborted: {faults.replace('_', ' ')}.",
        "See what the model said in these games; resume the run to play on all the same.",
    )
