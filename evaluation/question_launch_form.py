"""What a researcher fills in to put a question set to a model: a field for each key of a spec.

Fields that do not belong to what is chosen are set aside: they are kept with what was written
into them, unseen, and are no part of the spec.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms

from evaluation import question_specs
from evaluation.question_launch_fields import QuestionLaunchFields
from evaluation.question_spec_values import QuestionRunSpec, Scoring, SetUp
from evaluation.spec_form import SpecForm, values_of
from games.llm.served import Backend

OF_A_SERVER = ("address", "key_variable", "profile", "timeout_seconds")
NEEDED = ("questions_set", "model_address", "model_folder", "stage_model_address",
          "stage_model_folder")  # fmt: skip


class QuestionLaunchForm(QuestionLaunchFields, SpecForm[QuestionRunSpec]):
    TABLES = ("stage_model",)
    DECIDES = ("model_backend", "questions_set_up", "questions_scoring", "stage_model_backend")
    GROUPS = (
        (
            "Questions",
            "Shuffled by the seed; the number takes the first of them.",
            ("questions_set", "questions_limit", "run_repeats", "run_seed"),
        ),
        (
            "Who answers",
            "",
            (
                "model_backend",
                "model_address",
                "model_name",
                "model_folder",
                "model_key_variable",
                "model_profile",
                "model_context",
                "model_timeout_seconds",
                "run_title",
                "run_player",
            ),
        ),
        (
            "How it is asked",
            "Whatever is not as proposed is printed on the run card as a deviation.",
            (
                "questions_set_up",
                "questions_answer",
                "questions_scoring",
                "questions_retries",
                "questions_weigh",
                "questions_gloss",
                "questions_hint",
                "questions_system",
            ),
        ),
        (
            "The first stage",
            "Its model lists the objects that are suited; the states of these are then asked for.",
            (
                "stage_model_backend",
                "stage_model_address",
                "stage_model_name",
                "stage_model_folder",
                "stage_model_key_variable",
                "stage_model_profile",
                "stage_model_context",
                "stage_model_timeout_seconds",
                "stage_model_revision",
                "questions_none_kept",
            ),
        ),
        (
            "Replies",
            "Limits are of visible text; hidden reasoning has an allowance of its own.",
            (
                "sampling_temperature",
                "sampling_answer_tokens",
                "sampling_list_tokens",
                "sampling_effort",
                "sampling_reasoning_tokens",
            ),
        ),
        (
            "Speed, limits and price",
            "Calls at once and limits can be changed while it goes on.",
            (
                "run_concurrency",
                "run_workers",
                "limits_tokens",
                "limits_cost",
                "price_input",
                "price_output",
                "price_cached",
                "price_currency",
                "price_roles_input",
                "price_roles_output",
                "run_hold",
            ),
        ),
        (
            "Printed beside its figures",
            "All may be left empty.",
            ("model_group", "model_architecture", "model_size", "model_revision"),
        ),
    )

    def __init__(self, data: Any = None, *, filled: Mapping[str, object] | None = None) -> None:
        """filled: by the names of the fields, what it opens with; nothing is judged then."""
        super().__init__(data, initial=dict(filled or {}))
        usual = {name: field.initial for name, field in self.fields.items()}
        said = {**usual, **(filled or {})} if data is None else data
        self.offer_what_is_stored()
        self.keep_strange_choices(said)
        for name in self.DECIDES:
            self.fields[name].widget.attrs.update(_FOLLOWS)
        self._aside = frozenset(_aside(said)) & self.fields.keys()
        for name in self._aside:
            self.fields[name].widget = forms.HiddenInput()
        # A folder has its own name; what is at a server has only the one that it is called by.
        named = (f"{table}_name" for table in ("model", "stage_model"))
        served = [name for name in named if name.replace("_name", "_address") not in self._aside]
        for name in (*NEEDED, *served):
            self.fields[name].label = f"{self.fields[name].label} (required)"

    @classmethod
    def opened(cls, tables: Mapping[str, object]) -> "QuestionLaunchForm":
        """Filled from a spec's tables."""
        return cls(filled=values_of(tables))

    @classmethod
    def as_it_stands(cls, sent: Mapping[str, Any]) -> "QuestionLaunchForm":
        """With all that was sent, the fields of what is chosen now, and nothing judged."""
        unticked = {
            name: False
            for name, field in cls.base_fields.items()
            if isinstance(field, forms.BooleanField)
        }
        known = {name: sent[name] for name in cls.base_fields if name in sent}
        return cls(filled={**unticked, **known})

    def read(self, tables: Mapping[str, object]) -> QuestionRunSpec:
        return question_specs.of_json(tables)

    def tables(self) -> dict[str, dict[str, object]]:
        found = super().tables()
        for name in self._aside:
            table, key = self._place_of(name)
            found.get(table, {}).pop(key, None)
        if not found.get("stage_model", {}).get("backend"):
            found.pop("stage_model", None)
        return found


_FOLLOWS = {
    "hx-post": "",
    "hx-trigger": "change",
    "hx-target": "#launch",
    "hx-select": "#launch",
    "hx-swap": "outerHTML",
    "hx-vals": '{"look": "fields"}',
}


def _aside(said: Mapping[str, Any]) -> Iterator[str]:
    """Names of the fields that do not belong to what is chosen."""
    yield from _of_model("model", str(said.get("model_backend") or Backend.OPENAI))
    if said.get("questions_scoring") == Scoring.LOGPROBS:
        yield "sampling_answer_tokens"
    modular = said.get("questions_set_up") == SetUp.MODULAR
    stage = str(said.get("stage_model_backend") or "") if modular else ""
    yield from _of_model("stage_model", stage)
    if not modular:
        yield from ("stage_model_backend", "questions_none_kept", "sampling_list_tokens")
    if not stage:
        yield from ("price_roles_input", "price_roles_output")


def _of_model(table: str, backend: str) -> Iterator[str]:
    """backend: "" for no such model."""
    served, folder = backend == Backend.OPENAI, backend not in ("", Backend.OPENAI)
    if not served:
        yield from (f"{table}_{key}" for key in OF_A_SERVER)
    if table == "model" and folder:
        yield "sampling_effort"
    if not folder:
        yield f"{table}_folder"
    if backend != Backend.VLLM:
        yield f"{table}_context"
    if not backend:
        yield from (f"{table}_name", f"{table}_revision")
