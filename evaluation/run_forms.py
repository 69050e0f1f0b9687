"""Small forms around a run: a spec as text or file, and what may be changed while it goes on."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms

from evaluation import specs
from evaluation.models import Run
from evaluation.services import control
from evaluation.specs import SpecError


class SettingsForm(forms.Form):
    """What may be changed while a run goes on."""

    concurrency = forms.IntegerField(
        label="Calls at once",
        min_value=control.CONCURRENCY[0],
        max_value=control.CONCURRENCY[-1],
        help_text="In each worker; it notices within seconds.",
    )
    tokens = forms.IntegerField(
        required=False,
        label="Limit of tokens",
        min_value=1,
        max_value=10**15,
        help_text="Of all roles. Empty: none.",
    )
    cost = forms.DecimalField(
        required=False,
        label="Limit of cost",
        min_value=Decimal("0.0001"),
        max_value=10_000_000,
        decimal_places=4,
        help_text="Of the player's calls. Empty: none.",
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
