"""Where the launch form of a run over a question set begins, and the spec that it comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation import question_specs, spec_texts, specs
from evaluation.models import QuestionSet, Run
from evaluation.pages.launch import PACKAGED, NoStart, Start, packaged_folder
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.spec_tables import SpecError

Tables = dict[str, dict[str, object]]


@dataclass(frozen=True)
class Frozen:
    """The spec that a form comes to. asks: questions in all repeats, None where that is not known.

    deviates: a sentence for all that is not as usual.
    """

    text: str
    asks: int | None
    repeats: int
    modular: bool
    deviates: Sequence[str]


def starts() -> list[Start]:
    """What may answer: kinds of models, the packaged one where it is ready."""
    return [*_MODELS, *_packaged()]


def tables_of(key: str, slug: str = "") -> Tables:
    """What a form begins with. key: of a start, run:ADDRESS for an earlier run, "" for any.

    slug: of a question set, "" for the newest. Raises NoStart.
    """
    if key.startswith("run:"):
        return _like_a_run(key.removeprefix("run:"))
    known = {start.key: start for start in starts()}
    if key and key not in known:
        raise NoStart(key)
    start = known[key] if key else list(known.values())[-1 if _packaged() else 0]
    asked: dict[str, object] = {"set": slug or _newest()}
    return {"questions": asked, **{name: dict(table) for name, table in start.tables.items()}}


def frozen(tables: Mapping[str, object], asks: int | None = None) -> Frozen | None:
    """None where something is wrong with these tables."""
    try:
        spec = question_specs.of_json(tables)
    except SpecError:
        return None
    return frozen_of(spec, asks)


def frozen_of(spec: QuestionRunSpec, asks: int | None) -> Frozen:
    return Frozen(
        text=as_text(spec),
        asks=None if asks is None else asks * spec.run.repeats,
        repeats=spec.run.repeats,
        modular=spec.questions.modular,
        deviates=question_specs.deviations(spec),
    )


def as_text(spec: QuestionRunSpec) -> str:
    return spec_texts.as_toml(specs.as_json(spec))


def proposed(slug: str) -> str:
    """The spec that the text opens with. slug: of a question set, "" for the newest."""
    return spec_texts.as_toml(tables_of("", slug))


def _newest() -> str:
    ready = QuestionSet.objects.filter(status=QuestionSet.Status.READY).order_by("-pk")
    return ready.values_list("slug", flat=True).first() or ""


def _like_a_run(slug: str) -> Tables:
    run = Run.objects.filter(slug=slug, kind=Run.Kind.QUESTIONS).first()
    if run is None:
        raise NoStart(f"There is no run {slug}.")
    return {name: dict(table) for name, table in run.spec.items()}


def _packaged() -> list[Start]:
    folder = packaged_folder()
    if not folder:
        return []
    model = {"backend": "transformers", "folder": folder, "name": PACKAGED}
    printed = {"group": "open", "architecture": "dense", "size": "135M"}
    named = {"title": PACKAGED, "player": PACKAGED, "concurrency": 8}
    title, means = f"The packaged small model, {PACKAGED}", "In the worker's process, on the CPU."
    return [Start("packaged", title, means, {"model": {**model, **printed}, "run": named})]


_MODELS = (
    Start(
        "model",
        "A model at a server",
        "Any server of the OpenAI protocol: a service, vLLM, llama.cpp.",
        {"model": {"backend": "openai"}},
    ),
    Start(
        "in_process",
        "A model in a worker's process",
        "Loaded by the worker from a folder or a hub.",
        {"model": {"backend": "transformers"}},
    ),
)
