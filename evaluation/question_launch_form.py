"""What a researcher fills in to put a question set to a model: a field for each key of a spec."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation import question_specs
from evaluation.question_launch_fields import QuestionLaunchFields
from evaluation.question_spec_values import QuestionRunSpec, Scoring, SetUp
from evaluation.spec_form import ChoosingSpecForm
from games.llm.served import Backend

OF_A_SERVER = ("address", "key_variable", "profile", "timeout_seconds")
NEEDED = ("questions_set", "model_address", "model_folder", "stage_model_address",
          "stage_model_folder")  # fmt: skip


class QuestionLaunchForm(QuestionLaunchFields, ChoosingSpecForm[QuestionRunSpec]):
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

    def aside_of(self, said: Mapping[str, Any]) -> Iterator[str]:
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

    def required(self) -> Iterator[str]:
        """A folder has its own name; what is at a server has only the one it is called by."""
        yield from NEEDED
        for table in ("model", "stage_model"):
            if f"{table}_address" not in self.aside:
                yield f"{table}_name"

    def read(self, tables: Mapping[str, object]) -> QuestionRunSpec:
        return question_specs.of_json(tables)

    def tables(self) -> dict[str, dict[str, object]]:
        found = super().tables()
        if not found.get("stage_model", {}).get("backend"):
            found.pop("stage_model", None)
        return found


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
