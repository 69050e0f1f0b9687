"""Small forms around a run: a spec as text or file, and what may be changed while it goes on."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms

from evaluation import specs
from evaluation.models import Run
from evaluation.spec_ranges import CONCURRENCY, COST, TOKENS, Span
from evaluation.specs import SpecError


def _said(span: Span, what: str = "a number") -> dict[str, str]:
    """What is wrong with a number, as the launch form words it."""
    wrong = f"Write {what} from {span}."
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)


class SettingsForm(forms.Form):
    """What may be changed while a run goes on."""

    concurrency = forms.IntegerField(
        label="Calls at once",
        min_value=int(CONCURRENCY.low),
        max_value=int(CONCURRENCY.high),
        help_text="In each worker; it notices within seconds.",
        error_messages=_said(CONCURRENCY, "a whole number"),
    )
    tokens = forms.IntegerField(
        required=False,
        label="Limit of tokens",
        min_value=int(TOKENS.low),
        max_value=int(TOKENS.high),
        help_text="Of all roles. Empty: none.",
        error_messages=_said(TOKENS, "a whole number"),
    )
    cost = forms.DecimalField(
        required=False,
        label="Limit of cost",
        min_value=Decimal(str(COST.low)),
        max_value=Decimal(COST.high),
        decimal_places=4,
        help_text="Of the player's calls. Empty: none.",
        error_messages=_said(COST),
    )

    def __init__(self, data: Any = None, *, run: Run) -> None:
        stands = {"tokens": run.token_limit, "cost": run.cost_limit}
        super().__init__(data, initial={"concurrency": run.concurrency, **stands})
        if "price" not in run.spec:
            del self.fields["cost"]


class TomlForm(forms.Form):
    """`tables` is there once it is valid."""

    tables: Mapping[str, object]
    text = forms.CharField(
        required=False,
        label="The spec",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="TOML, as docs/runs.md describes it.",
    )
    file = forms.FileField(required=False, label="Or a file", allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        filled = self.cleaned_data
        file, text = filled.get("file"), filled.get("text", "")
        if not file and not text.strip():
            self.add_error("text", "Paste a spec, or choose a file.")
            return filled
        field = "file" if file else "text"
        try:
            data = file.read(specs.SIZE_LIMIT + 1) if file else text.encode()
            self.tables = specs.tables_of(data)
        except SpecError as error:
            self.add_error(field, str(error))
        return filled
