"""What a worker looks at before it plays: is all as the run wants it, and later, as it was?

A run's first worker makes its pre-flight and freezes what it finds; every later slice compares.
"""

from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Protocol, TypeVar

from django.utils import timezone

from evaluation import (
    briefings,
    casting,
    clients,
    fact_changes,
    facts,
    model_facts,
    preflight,
    question_look,
    rule_look,
    rule_matching,
    run_words,
    specs,
)
from evaluation.checked import Check, Checked, State, failed
from evaluation.clients import NotHere
from evaluation.models import Run
from evaluation.probing import Heard
from evaluation.prompting import PROMPT
from evaluation.services import changed_facts, control, forecasts, runs
from evaluation.services.fixed_lists import NoList
from evaluation.spec_values import ModelSpec, RunSpec
from games import selectors
from games.llm.chat import ChatModel, ModelRefused, Reply
from games.llm.folders import look_into
from games.llm.served import Backend
from games.models import Game

Status = Run.Status
T = TypeVar("T")


class Waiting(Protocol):
    """Gives the result of what may take minutes; raises slices.Called where that is to stop."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


def examine(run: Run, wait: Waiting) -> bool:
    """Freeze a new run, or compare a frozen one; else it is paused. Return whether it may go on."""
    of_questions = run.kind == Run.Kind.QUESTIONS
    if run.sha256:
        now = question_look.found_now if of_questions else _found_now
        found = fact_changes.changes(run.facts, now(run, wait))
        return changed_facts.settle(run, found, now=timezone.now())
    heard: list[Reply] = []
    try:
        checked = (question_look.check if of_questions else _check)(run, wait, heard.append)
    finally:
        spent = runs.keep_tried(run, heard)
    whole = {**checked.as_json(), "spent": spent}
    if not checked.passed:
        runs.keep_checked(run, whole)
        control.pause(run.pk, "preflight")
        return False
    stage_model = checked.stage_model.facts if checked.stage_model else None
    runs.freeze(run, checked.facts, checked=whole, stage_model=stage_model)
    run.refresh_from_db()
    return True


def _found_now(run: Run, wait: Waiting) -> Mapping[str, object]:
    """The facts that may have changed since they were frozen; those that are cheap to find."""
    spec = specs.of_json(run.spec)
    here = facts.of_process()
    found = {**here, "catalogue": {"sha256": run.catalogue.sha256}}
    # Those of the Oracle and the Checker are in their versions, which the protocol names.
    found["prompts"] = {PROMPT: facts.prompt_hash(PROMPT)} if spec.model else {}
    if spec.model:
        found["model"] = _model_now(run, spec, spec.model, wait)
    with suppress(NoList):
        found |= runs.list_facts(spec, run.catalogue.pk)
    return found


def _model_now(run: Run, spec: RunSpec, wanted: ModelSpec, wait: Waiting) -> Mapping[str, object]:
    """What its backend says; where no client can be had, the run is paused for that later."""
    if wanted.backend != Backend.OPENAI:
        return model_facts.of_listing(model_facts.in_folder(wanted, look_into(wanted.folder)))
    try:
        model = casting.model_of(spec, run)
    except ModelRefused:
        return {}
    return wait(model_facts.at_server(model)) if model else {}


def _check(run: Run, wait: Waiting, heard: Heard) -> Checked:
    """The rules first, for they are part of what the model is told."""
    rules = rule_look.look(run, wait)
    if any(check.state == State.FAILED for check in rules):
        return Checked(rules)
    checked = _check_player(run, wait, heard)
    return replace(checked, results=(*rules, *checked.results))


def _check_player(run: Run, wait: Waiting, heard: Heard) -> Checked:
    spec = specs.of_json(run.spec)
    try:
        model = casting.model_of(spec, run)
    except NotHere as refused:
        return Checked((failed("worker", str(refused), refused.remedy),))
    except ModelRefused as refused:
        return preflight.no_model(refused)
    if model is None:
        return preflight.programs()
    try:
        return wait(_tried(run, spec, model, heard))
    finally:
        clients.let_go(model)


def _tried(run: Run, spec: RunSpec, model: ChatModel, heard: Heard) -> Coroutine[Any, Any, Checked]:
    game = Game.objects.filter(episodes__run=run).order_by("episodes__number")[0]
    protocol = selectors.protocol_of(run.protocol_id)
    briefing = briefings.briefing_of(game.pk, protocol, rule_matching.rules_in(run.facts))
    return preflight.check(model, spec, briefing=briefing, candidates=game.candidates, heard=heard)


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
    trials = run.episodes.filter(number__lte=run.trial_size).order_by("fault")
    what = run_words.PIECES[run.kind]
    faults = ", ".join(trials.values_list("fault", flat=True).distinct())
    return failed(
        f"trial {what}s",
        f"Every trial {what} was aborted: {faults.replace('_', ' ')}.",
        f"See what the model said in these {what}s; resume the run to play on all the same.",
    )
