"""The spec of a run over a question set: from its tables to its value, every problem at once."""

from collections.abc import Mapping

from evaluation import spec_readers, specs
from evaluation.coat.modular import NoneKept
from evaluation.coat.prompting import PROFILES as PROMPT_PROFILES
from evaluation.coat.prompting import AnswerForm
from evaluation.question_spec_values import (
    ANSWER_TOKENS,
    LIST_TOKENS,
    RETRIES,
    QuestionRunSpec,
    QuestionSampling,
    QuestionsSpec,
    Scoring,
    SetUp,
)
from evaluation.spec_tables import Problem, SpecError, Table, table_of
from evaluation.spec_values import LimitsSpec, ModelSpec
from games.llm.profiles import PROFILES
from games.llm.served import ServedModel

TABLES = ("run", "questions", "model", "stage_model", "sampling", "limits", "price")
OF_GAMES = ("questioner", "games", "protocol")


def of_json(tables: Mapping[str, object]) -> QuestionRunSpec:
    """Return the spec that these tables are; raises SpecError with all that is wrong with them."""
    noted = [Problem(str(name)[:40], _unknown(name)) for name in tables if name not in TABLES]
    read = {name: table_of(tables, name, noted) for name in TABLES}
    model = spec_readers.model(read["model"])
    stage_model = spec_readers.model(read["stage_model"]) if tables.get("stage_model") else None
    limits = spec_readers.limits(read["limits"])
    paid = _may_cost([model, *([stage_model] if stage_model else [])], limits)
    spec = QuestionRunSpec(
        run=spec_readers.run(read["run"], player=_player(model), waits=paid),
        questions=_questions(read["questions"]),
        model=model,
        stage_model=stage_model,
        sampling=_sampling(read["sampling"]),
        limits=limits,
        price=spec_readers.price(read["price"]) if tables.get("price") else None,
    )
    for name, table in read.items():
        if name != "stage_model" or stage_model:
            table.finish()
    noted += _misfits(spec)
    if noted:
        raise SpecError(noted)
    return spec


def served(
    spec: QuestionRunSpec, name: str, checked: Mapping[str, object] | None = None
) -> ServedModel:
    """Return what the client of one of its models is built from; name: of its table."""
    model = spec.models[name]
    found = checked if name == "model" else (checked or {}).get(name)
    known = found if isinstance(found, Mapping) else None
    return specs.served_as(model, spec.profile_of(model), known)


def deviations(spec: QuestionRunSpec) -> list[str]:
    """Return a sentence for all that is not as usual: see docs/coat.md."""
    return [
        *specs.of_temperature(spec.profile_of(spec.model), spec.sampling.temperature),
        *_of_limits(spec),
        *_of_prompts(spec.questions),
        *specs.of_reasoning(spec.profile_of(spec.model), spec.sampling.answer_tokens),
    ]


def _of_limits(spec: QuestionRunSpec) -> list[str]:
    sampling, asked = spec.sampling, spec.questions
    limits = []
    if not asked.by_logprobs:
        limits.append(("An answer has", sampling.answer_tokens, ANSWER_TOKENS))
    if asked.modular:
        limits.append(("A list of objects has", sampling.list_tokens, LIST_TOKENS))
    found = [
        f"{what} at most {limit:,} tokens, not {usual}."
        for what, limit, usual in limits
        if limit != usual
    ]
    if asked.by_logprobs:
        return ["The likeliest letter by log-probabilities is the answer; no text is read.", *found]
    if asked.retries != RETRIES:
        found.append(f"Retries for a reply without an answer: {asked.retries}, not {RETRIES}.")
    return found


def _of_prompts(asked: QuestionsSpec) -> list[str]:
    left_out = [name for name in ("weigh", "gloss", "hint") if not getattr(asked, name)]
    found = [f"The prompt leaves out {', '.join(left_out)}."] if left_out else []
    if asked.system:
        found.append("The prompt begins with a text of its own.")
    if asked.none_kept == NoneKept.ALL_OPTIONS:
        found.append("Where the first stage keeps no option, all of them go on.")
    return found


def _questions(table: Table) -> QuestionsSpec:
    name = table.text("profile", most=40)
    profile = PROMPT_PROFILES.get(name)
    if name and profile is None:
        table.fault("profile", f"This profile is unknown; there are {', '.join(PROMPT_PROFILES)}.")
    form = profile.form if profile else QuestionsSpec.answer
    set_up = SetUp.MODULAR if profile and profile.modular else SetUp.SINGLE
    spec = QuestionsSpec(
        set=spec_readers.slug(table, "set", table.needed("set", "name a stored question set")),
        limit=table.optional_whole("limit"),
        answer=table.choice("answer", AnswerForm, form),
        set_up=table.choice("set_up", SetUp, set_up),
        scoring=table.choice("scoring", Scoring, QuestionsSpec.scoring),
        retries=table.whole("retries", QuestionsSpec.retries),
        none_kept=table.choice("none_kept", NoneKept, QuestionsSpec.none_kept),
        weigh=table.flag("weigh", True),
        gloss=table.flag("gloss", True),
        hint=table.flag("hint", True),
        system=table.text("system", most=2000),
    )
    if profile and (spec.answer, spec.set_up) != (form, set_up):
        table.fault("profile", f"{name} says another answer or set_up; leave one of them out.")
    return spec


def _sampling(table: Table) -> QuestionSampling:
    temperature = table.number("temperature")
    return QuestionSampling(
        temperature=QuestionSampling.temperature if temperature is None else temperature,
        answer_tokens=table.whole("answer_tokens", ANSWER_TOKENS),
        list_tokens=table.whole("list_tokens", LIST_TOKENS),
        effort=table.text("effort", most=20),
        reasoning_tokens=table.optional_whole("reasoning_tokens"),
    )


def _misfits(spec: QuestionRunSpec) -> list[Problem]:
    """What is sound in its own table and does not fit another."""
    found = []
    if spec.limits.cost is not None and spec.price is None:
        why = "A limit of cost needs the price of tokens in and out, [price]."
        found.append(Problem("limits.cost", why))
    usual = PROFILES[spec.model.profile]
    if spec.sampling.effort and spec.sampling.effort not in usual.efforts:
        known = ", ".join(usual.efforts) or "none"
        why = f"The profile {usual.name} knows these efforts: {known}."
        found.append(Problem("sampling.effort", why))
    return [*found, *_modular_misfits(spec), *_logprob_misfits(spec)]


def _modular_misfits(spec: QuestionRunSpec) -> list[Problem]:
    if spec.questions.modular:
        return []
    found = []
    if spec.stage_model:
        why = 'Only set_up = "modular" has a stage for another model; leave this table out.'
        found.append(Problem("stage_model", why))
    if spec.questions.none_kept != NoneKept.INVALID:
        why = 'Only set_up = "modular" may keep no option; leave this out.'
        found.append(Problem("questions.none_kept", why))
    return found


def _logprob_misfits(spec: QuestionRunSpec) -> list[Problem]:
    if not spec.questions.by_logprobs:
        return []
    name, profile = "questions.scoring", spec.profile_of(spec.model)
    if not profile.logprobs:
        return [Problem(name, f"The profile {profile.name} gives no log-probabilities; text does.")]
    if profile.reasoning_tokens:
        why = f"By the profile {profile.name} the first token is a thought and no letter."
        return [Problem(name, why)]
    if spec.questions.answer != AnswerForm.LETTER:
        return [Problem(name, "The first token of a JSON answer is no letter; answer with one.")]
    return []


def _player(model: ModelSpec) -> str:
    return model.name or model.folder.rstrip("/").rpartition("/")[2] or "model"


def _may_cost(models: list[ModelSpec], limits: LimitsSpec) -> bool:
    return limits.cost is None and any(PROFILES[model.profile].paid for model in models)


def _unknown(name: object) -> str:
    if name in OF_GAMES:
        return "A run over a question set has no such table; leave it out."
    return f"This table is unknown; there are {', '.join(TABLES)}."
