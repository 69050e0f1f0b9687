"""Specs of runs of both kinds: a table [questions] tells one over a question set."""

from collections.abc import Mapping

from evaluation import question_specs, specs
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.spec_values import ModelSpec, RunSpec
from games.llm.served import ServedModel

AnySpec = RunSpec | QuestionRunSpec


def of_json(tables: Mapping[str, object]) -> AnySpec:
    """Return the spec that these tables are; raises SpecError with all that is wrong with them."""
    return question_specs.of_json(tables) if "questions" in tables else specs.of_json(tables)


def read_toml(data: bytes) -> AnySpec:
    """Return the spec of a TOML file; raises SpecError with all that is wrong with it."""
    return of_json(specs.tables_of(data))


def deviations(spec: AnySpec) -> list[str]:
    if isinstance(spec, QuestionRunSpec):
        return question_specs.deviations(spec)
    return specs.deviations(spec)


def served(spec: AnySpec, name: str, checked: Mapping[str, object] | None = None) -> ServedModel:
    """Return what the client of a model is built from; name: of its table.

    checked: what a pre-flight found; one that failed counts for nothing.
    """
    if isinstance(spec, QuestionRunSpec):
        return question_specs.served(spec, name, checked)
    return specs.served(spec, checked)


def models_of(spec: AnySpec) -> Mapping[str, ModelSpec]:
    """By the names of their tables; of a program none."""
    if isinstance(spec, QuestionRunSpec):
        return spec.models
    return {"model": spec.model} if spec.model else {}
