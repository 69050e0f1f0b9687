"""What a researcher fills in to launch a run: the tables of its spec, a field for each key."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from django import forms

from evaluation import specs
from evaluation.launch_fields import LaunchFields
from evaluation.spec_form import SpecForm, values_of
from evaluation.spec_rules import WITH_RULES
from evaluation.spec_values import QuestionerKind, RunSpec
from games import backends
from games.llm.served import Backend

OF_A_MODEL = ("model_", "sampling_temperature", "sampling_questioner_tokens", "sampling_belief",
              "sampling_effort", "sampling_reasoning_tokens", "protocol_constrained", "price_",
              "limits_cost")  # fmt: skip
OF_A_SERVER = ("model_address", "model_key_variable", "model_profile", "model_timeout_seconds",
               "sampling_effort")  # fmt: skip
OF_A_FOLDER = ("model_folder", "model_context")
# Where these have a field, a run cannot do without them.
NEEDED = ("model_address", "model_folder", "questioner_skill", "games_catalogue")
# What the way into the form decides; they are carried along unseen.
CARRIED = ("questioner_kind", "questioner_guess", "model_backend")


class PlayerSort(StrEnum):
    """What sort of player a form is for, which decides its fields."""

    PROGRAM = "program"
    SERVED = "served"
    IN_PROCESS = "in_process"


class LaunchForm(LaunchFields, SpecForm[RunSpec]):
    """Only the fields that apply to its player."""

    GROUPS = (
        (
            "The player",
            "",
            (
                "run_title",
                "run_player",
                "questioner_skill",
                "questioner_list",
                "model_backend",
                "model_address",
                "model_name",
                "model_folder",
                "model_key_variable",
                "model_profile",
                "model_context",
                "model_timeout_seconds",
            ),
        ),
        (
            "Printed beside its figures",
            "All may be left empty.",
            ("model_group", "model_architecture", "model_size", "model_revision"),
        ),
        (
            "Games",
            "Shuffled by the seed; the number takes the first of them.",
            (
                "games_catalogue",
                "games_split",
                "games_campaign",
                "games_limit",
                "run_repeats",
                "run_seed",
            ),
        ),
        (
            "Rules",
            "Runs of different rules never stand in one list.",
            (
                "protocol_preset",
                "protocol_condition",
                "protocol_multi_property",
                "protocol_rules",
                "protocol_constrained",
            ),
        ),
        (
            "Replies",
            "Every deviation from temperature 0 and 512, 20 and 50 tokens is printed on the run "
            "card.",
            (
                "sampling_temperature",
                "sampling_questioner_tokens",
                "sampling_oracle_tokens",
                "sampling_checker_tokens",
                "sampling_effort",
                "sampling_reasoning_tokens",
                "sampling_belief",
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
    )

    def __init__(self, data: Any = None, *, tables: Mapping[str, object] | None = None) -> None:
        """tables: of a spec, which it is filled from."""
        filled = values_of(tables or {})
        super().__init__(data, initial=filled)
        said = filled if data is None else data
        self.offer_what_is_stored()
        self.keep_strange_choices(said)
        self._leave_out(_useless(said))
        # A folder has its own name; what is at a server has only the one that it is called by.
        for name in (*NEEDED, *(("model_name",) if "model_address" in self.fields else ())):
            if name in self.fields:
                self.fields[name].label = f"{self.fields[name].label} (required)"
        for name in CARRIED:
            if name in self.fields and not self._chosen_here(name, said):
                self.fields[name].widget = forms.HiddenInput()

    @property
    def start(self) -> str:
        """What it would have begun with (evaluation.pages.launch), by what was said."""
        said = self.data if self.is_bound else self.initial
        kind, sort = str(said.get("questioner_kind", "")), sort_of(said)
        if sort == PlayerSort.PROGRAM:
            return kind
        if sort == PlayerSort.IN_PROCESS:
            return "in_process"
        return "fix20q_model" if kind == QuestionerKind.FIX20Q else "model"

    def read(self, tables: Mapping[str, object]) -> RunSpec:
        return specs.of_json(tables)

    def _leave_out(self, useless: Sequence[str]) -> None:
        for name in list(self.fields):
            if name.startswith(tuple(useless)):
                del self.fields[name]

    def _chosen_here(self, name: str, said: Mapping[str, Any]) -> bool:
        """The two ways to hold a model in process may be changed for one another."""
        return name == "model_backend" and sort_of(said) == PlayerSort.IN_PROCESS


def sort_of(said: Mapping[str, Any]) -> PlayerSort:
    """said: values by the names of the form's fields."""
    kind = said.get("questioner_kind") or QuestionerKind.MODEL
    if QuestionerKind.MODEL not in (kind, said.get("questioner_guess")):
        return PlayerSort.PROGRAM
    backend = said.get("model_backend") or Backend.OPENAI
    return PlayerSort.SERVED if backend == Backend.OPENAI else PlayerSort.IN_PROCESS


def _useless(said: Mapping[str, Any]) -> list[str]:
    """The beginnings of the names of the fields that the player has no use for."""
    kind, player = said.get("questioner_kind"), sort_of(said)
    oracle, checker = backends.roles_ask_models()
    return [
        *(() if oracle or player != PlayerSort.PROGRAM else ("sampling_oracle_tokens",)),
        *(() if checker or player != PlayerSort.PROGRAM else ("sampling_checker_tokens",)),
        *(OF_A_MODEL if player == PlayerSort.PROGRAM else ()),
        *(OF_A_SERVER if player == PlayerSort.IN_PROCESS else ()),
        *(OF_A_FOLDER if player == PlayerSort.SERVED else ()),
        *(() if (kind or QuestionerKind.MODEL) in WITH_RULES else ("protocol_rules",)),
        *(() if kind == QuestionerKind.NOISY else ("questioner_skill",)),
        *(() if kind == QuestionerKind.FIX20Q else ("questioner_list", "questioner_guess")),
    ]
