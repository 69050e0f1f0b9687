"""What a researcher fills in to draw a sample, to try an Oracle and to choose one."""

from typing import Any

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation import oracle_specs
from evaluation.oracle_specs import OracleSpec
from evaluation.spec_fields import Choice, Number, Text, Variable
from evaluation.spec_tables import SpecError


class SampleForm(forms.Form):
    count = forms.IntegerField(
        label="Questions", min_value=1, max_value=100_000, initial=300,
        help_text="Of each dimension and of people, models and programs equally many, as far as "
        "there are.",
    )  # fmt: skip
    seed = forms.IntegerField(
        label="Seed", min_value=0, max_value=2**31 - 1, initial=1,
        help_text="The same seed draws the same questions.",
    )  # fmt: skip


class TrialForm(forms.Form):
    """A field for each key of a candidate's spec. `spec` is there once it is valid."""

    spec: OracleSpec
    oracle_kind = Choice(
        "Oracle",
        [
            ("table", "the table, which needs no model"),
            ("chain", "the table where it is certain, else a model"),
            ("model", "a model alone"),
        ],
        initial="table",
    )
    oracle_title = Text("Title", "Empty: its kind and its model's name.")
    model_backend = Choice(
        "How the model is loaded",
        [
            ("openai", "a server that speaks the OpenAI protocol"),
            ("transformers", "transformers: one small model in a worker"),
            ("vllm", "vLLM in a worker"),
        ],
        initial="openai",
    )
    model_address = Text("Address of the server", "Up to the version: http://127.0.0.1:8000/v1.")
    model_name = Text("Name of the model", "As the server calls it.")
    model_folder = Text("Folder of the model", "Of a model in a worker; or a hub's owner/name.")
    model_key_variable = Variable(
        "Variable that holds the key", "The name of an environment variable, never the key itself."
    )
    model_timeout_seconds = Number("Seconds that a reply may take", initial=60)
    oracle_margin = Number(
        "Margin", "How far apart log P(yes) and log P(no) must be for an answer. Empty: 1."
    )
    oracle_structured = forms.BooleanField(
        required=False,
        initial=True,
        label="Constrained replies",
        help_text="The server takes them and gives log-probabilities.",
    )

    def clean(self) -> dict[str, Any]:
        filled = super().clean() or self.cleaned_data
        try:
            self.spec = oracle_specs.of_json(self._tables(filled))
        except SpecError as error:
            for problem in error.problems:
                name = problem.key.replace(".", "_", 1)
                self.add_error(name if name in self.fields else None, problem.sentence)
        return filled

    @staticmethod
    def _tables(filled: dict[str, Any]) -> dict[str, dict[str, object]]:
        """What belongs to a model is left out of the table's spec, for its fields stay on view."""
        kind = filled.get("oracle_kind") or "table"
        oracle: dict[str, object] = {"kind": kind, "title": filled.get("oracle_title", "")}
        if kind == "table":
            return {"oracle": oracle}
        model = {
            name.removeprefix("model_"): value
            for name, value in filled.items()
            if name.startswith("model_") and value not in (None, "")
        }
        margin, structured = filled.get("oracle_margin"), bool(filled.get("oracle_structured"))
        return {"oracle": {**oracle, "margin": margin, "structured": structured}, "model": model}


class ChoiceForm(KeyedForm):
    reason = forms.CharField(
        label="Why this one",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="It stands beside the choice, with your name and the time.",
    )
