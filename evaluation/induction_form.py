"""What a researcher fills in to have rules induced: the spec as a text, and a higher limit."""

from typing import Any

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation.induction import specs
from evaluation.induction.specs import InductionSpec
from evaluation.models import Induction
from evaluation.spec_ranges import TOKENS
from evaluation.spec_tables import SpecError

EXAMPLE = """\
[induction]
name = "my_rules"
hold = true              # waits once the sources are read, so that prompts can be looked at

[model]
backend = "openai"
address = "http://127.0.0.1:8000/v1"
name = "my-model"

[sources]                # paths as the worker sees them
wordnet = "/usr/share/wordnet"
# cskg = "/data/cskg.tsv.gz"
# aristo = "/data/COMBINED-KB.tsv"

[affordances]
list = ["pierce through", "hold liquid"]

[wordings]               # other words by which sources speak of an affordance
pierce_through = ["drill", "punch"]
hold_liquid = ["drink", "store liquid"]
"""


class InductionForm(KeyedForm):
    """`spec` is there once it is valid."""

    spec: InductionSpec
    toml = forms.CharField(
        label="What is to be induced",
        max_length=60_000,
        strip=False,
        initial=EXAMPLE,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false"}),
        help_text="Tables and keys are those of docs/rules.md; what is left out has its default.",
    )

    def clean(self) -> dict[str, Any]:
        filled = super().clean()
        try:
            self.spec = specs.read_toml(str(filled.get("toml", "")).encode())
        except SpecError as error:
            for problem in error.problems:
                self.add_error("toml", str(problem))
        return filled


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
