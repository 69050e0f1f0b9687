"""A worker's first look at a run over a question set, and later: is all as it was?"""

from collections.abc import Coroutine, Mapping
from typing import Any, Protocol, TypeVar

from django.db.models.functions import Length

from evaluation import (
    clients,
    model_facts,
    preflight,
    question_casting,
    question_preflight,
    question_specs,
)
from evaluation.checked import Checked, failed
from evaluation.clients import NotHere
from evaluation.coat import answering, modular, prompting
from evaluation.coat.answering import Stage
from evaluation.coat.stored_lines import Stored, stored_question
from evaluation.models import Question, Run
from evaluation.probing import Heard
from evaluation.question_preflight import Opening
from evaluation.services import question_plans, runs
from evaluation.spec_values import ModelSpec
from games.llm.chat import Message, ModelRefused
from games.llm.folders import look_into
from games.llm.served import Backend

T = TypeVar("T")


class Waiting(Protocol):
    """See first_look.Waiting."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


def check(run: Run, wait: Waiting, heard: Heard) -> Checked:
    spec = question_specs.of_json(run.spec)
    if question_plans.sha256_now(run.question_set) != run.facts["question_set"]["sha256"]:
        said = f"The questions of {run.question_set.slug} are not those that the run was made of."
        remedy = "Put the set back, or launch the run once more with another one."
        return Checked((failed("question set", said, remedy),))
    try:
        models = question_casting.models_of(spec, run.checked)
    except NotHere as refused:
        return Checked((failed("worker", str(refused), refused.remedy),))
    except ModelRefused as refused:
        return preflight.no_model(refused)
    try:
        openings = openings_of(run)
        return wait(question_preflight.check(models, spec, openings=openings, heard=heard))
    finally:
        question_casting.let_go(models)


def found_now(run: Run, wait: Waiting) -> Mapping[str, object]:
    """The facts that may have changed since they were frozen; those that are cheap to find."""
    spec = question_specs.of_json(run.spec)
    now = {name: _model_now(run, name, wanted, wait) for name, wanted in spec.models.items()}
    set_now = {"sha256": question_plans.sha256_now(run.question_set)}
    return {**runs.of_process(run), "question_set": set_now, **now}


def openings_of(run: Run) -> dict[Stage, Opening]:
    """What is asked first, and at most, at each stage of the run."""
    questions = Question.objects.filter(episodes__run=run)
    first = stored_question(questions.order_by("episodes__number")[0].line)
    longest = stored_question(questions.order_by(Length("line").desc(), "number")[0].line)
    spec = question_specs.of_json(run.spec)
    asking = question_casting.asking_of(run, spec)
    found = {Stage.ANSWER: Opening(_answer(asking, first), _answer(asking, longest))}
    if spec.questions.modular:
        offered = modular.objects_of(first.question, asking.labels)
        told = _objects(asking, first), _objects(asking, longest)
        found[Stage.OBJECTS] = Opening(*told, offered)
    return found


def _answer(asking: answering.Asking, stored: Stored) -> tuple[Message, ...]:
    return tuple(prompting.messages(asking.profile, asking.kind, stored.rendered))


def _objects(asking: answering.Asking, stored: Stored) -> tuple[Message, ...]:
    objects = modular.objects_of(stored.question, asking.labels)
    text = stored.rendered.text
    return tuple(modular.first_messages(asking.profile, asking.kind, text, objects))


def _model_now(run: Run, name: str, wanted: ModelSpec, wait: Waiting) -> Mapping[str, object]:
    """What its backend says; where no client can be had, the run is paused for that later."""
    if wanted.backend != Backend.OPENAI:
        return model_facts.of_listing(model_facts.in_folder(wanted, look_into(wanted.folder)))
    spec = question_specs.of_json(run.spec)
    try:
        model = clients.client(question_specs.served(spec, name, run.checked))
    except ModelRefused:
        return {}
    return wait(model_facts.at_server(model))
