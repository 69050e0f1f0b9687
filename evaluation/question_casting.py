"""Who answers in a run over a question set, called through the slice's gates."""

from collections.abc import Mapping
from functools import partial

from evaluation import clients, coat_stored, question_specs
from evaluation.clients import NotHere
from evaluation.coat.answering import Asking, Call, Stage
from evaluation.coat.variations import Kind
from evaluation.models import Run
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.runner.cast import NoCast
from evaluation.runner.gate import Gate, Traffic
from evaluation.runner.meter import Prices
from evaluation.runner.questions_kind import QuestionCast
from evaluation.services import changed_facts
from evaluation.spec_ranges import SPANS
from games.llm.chat import ChatModel, ModelRefused, Options

TOP_LOGPROBS = 20
# Attempts and repeats of a question are sampled apart, and alike when the run is resumed.
_ATTEMPTS = int(SPANS["questions.retries"].high) + 1


def cast(run: Run, traffic: Traffic) -> QuestionCast:
    """Raises NoCast where a model cannot be had in this process."""
    spec = question_specs.of_json(run.spec)
    try:
        models = models_of(spec, run.checked)
    except NotHere as missing:
        raise NoCast(str(missing), missing.reason) from missing
    except ModelRefused as missing:
        raise NoCast(str(missing)) from missing
    prices = prices_of(spec)
    answers = Gate(models["model"], traffic, prices.player, changed_facts.answers_as(run))
    stage_model = models.get("stage_model")
    lists = answers
    if stage_model:
        known = changed_facts.answers_as(run, "stage_model")
        lists = Gate(stage_model, traffic, prices.roles, known, of="stage_model")
    return QuestionCast(
        asking=asking_of(run, spec),
        models={Stage.OBJECTS: lists, Stage.ANSWER: answers},
        options=partial(options_of, spec),
        prices=prices,
        close=partial(let_go, models),
    )


def models_of(spec: QuestionRunSpec, checked: Mapping[str, object] | None) -> dict[str, ChatModel]:
    """Its models by the names of their tables, for `clients.let_go` after their use.

    Raises ModelRefused where one of them cannot be had in this process.
    """
    found: dict[str, ChatModel] = {}
    try:
        for name in spec.models:
            found[name] = clients.client(question_specs.served(spec, name, checked))
    except ModelRefused:
        let_go(found)
        raise
    return found


def asking_of(run: Run, spec: QuestionRunSpec) -> Asking:
    asked = spec.questions
    return Asking(
        kind=Kind(run.question_set.kind),
        profile=asked.prompts,
        labels=coat_stored.labels_of(run.question_set.catalogue_id),
        attempts=asked.retries + 1,
        by_logprobs=asked.by_logprobs,
        none_kept=asked.none_kept,
    )


def options_of(spec: QuestionRunSpec, call: Call, repeat: int) -> Options:
    """A model that takes the likeliest token needs no seed, and some servers refuse one."""
    sampling = spec.sampling
    by_logprobs = spec.questions.by_logprobs and call.stage == Stage.ANSWER
    tokens = sampling.list_tokens if call.stage == Stage.OBJECTS else sampling.answer_tokens
    seed = spec.run.seed + (repeat - 1) * _ATTEMPTS + call.attempt - 1
    return Options(
        max_tokens=1 if by_logprobs else tokens,
        temperature=sampling.temperature,
        top_logprobs=TOP_LOGPROBS if by_logprobs else 0,
        seed=seed if sampling.temperature else None,
    )


def prices_of(spec: QuestionRunSpec) -> Prices:
    """Without a model of its own the first stage costs what the answers cost."""
    if spec.price is None:
        return Prices()
    return Prices(spec.price, spec.price.roles if spec.stage_model else spec.price)


def let_go(models: Mapping[str, ChatModel]) -> None:
    for model in models.values():
        clients.let_go(model)
