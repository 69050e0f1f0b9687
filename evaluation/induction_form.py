"""What a researcher fills in to have rules induced: a spec as a text, and a higher limit."""

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation import induction_sources
from evaluation.induction import specs
from evaluation.induction.specs import InductionSpec, Sources
from evaluation.induction_launch_fields import Elsewhere
from evaluation.models import Induction
from evaluation.spec_ranges import TOKENS
from evaluation.spec_tables import Problem, SpecError
from evaluation.spec_values import ModelSpec
from games.llm.folders import look_into
from games.llm.served import Backend

ELSEWHERE = "Where it is on the workers' machine alone, say so below."


class InductionForm(KeyedForm):
    """`spec` is there once it is valid."""

    spec: InductionSpec
    toml = forms.CharField(
        label="The spec",
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false"}),
        help_text="TOML, as docs/rules.md describes it; what is left out has its default.",
    )
    elsewhere = Elsewhere()

    def clean(self) -> dict[str, Any]:
        filled = super().clean()
        try:
            self.spec = specs.read_toml(str(filled.get("toml", "")).encode())
        except SpecError as error:
            self.refuse(error.problems)
        else:
            if not filled.get("elsewhere"):
                self.refuse(problems_of_paths(self.spec.sources, folder_of(self.spec.model)))
        return filled

    def refuse(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            self.add_error("toml", str(problem))


def folder_of(model: ModelSpec) -> str:
    return "" if model.backend == Backend.OPENAI else model.folder


def problems_of_paths(sources: Sources, folder: str) -> list[Problem]:
    """What is named and is not on this machine. folder: of a model; a hub's name is no path."""
    found = [
        Problem(f"sources.{name}", f"{why} {ELSEWHERE}")
        for name, why in induction_sources.absent(sources).items()
    ]
    if folder:
        lies = look_into(folder)
        if lies.is_path and not lies.found:
            said = f"No model lies in {folder}: there is no config.json. {ELSEWHERE}"
            found.append(Problem("model.folder", said))
    return found


_WRONG = f"Write a whole number from {TOKENS}, or leave it empty for no limit."


class ResumeForm(forms.Form):
    """A limit of tokens for an induction that has one. stands: the present limit."""

    tokens = forms.IntegerField(
        required=False,
        label="Limit of tokens",
        min_value=int(TOKENS.low),
        max_value=int(TOKENS.high),
        help_text="Of all its calls. Empty: none.",
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _WRONG),
    )

    def __init__(self, data: Any = None, *, induction: Induction) -> None:
        self.stands = induction.token_limit
        super().__init__(data, initial={"tokens": self.stands})
        if self.stands is None:
            del self.fields["tokens"]

    @property
    def token_limit(self) -> int | None:
        """What was written, once it is valid; a form without the field changes nothing."""
        written = "tokens" in self.fields and "tokens" in self.data
        return self.cleaned_data["tokens"] if written else self.stands
