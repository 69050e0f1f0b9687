"""What a researcher fills in about suggestions: a model to be asked, and which of them to take."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from annotation.keyed_form import KeyedForm
from evaluation import specs
from evaluation.coat.editing import Use
from evaluation.coat_forms import VersionForm
from evaluation.services import coat_askings
from evaluation.spec_tables import SpecError

ACCEPT, ASIDE = "accept", "aside"


class AskForm(KeyedForm):
    """`tables` has the table [model], once it is valid."""

    tables: dict[str, object]
    text = forms.CharField(
        label="The model",
        max_length=10_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text="TOML: the table [model] of a run's spec.",
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        try:
            self.tables = specs.tables_of(text.encode())
            if "model" not in self.tables:
                raise ValidationError("It has no table [model].")
            coat_askings.model_in(self.tables)
        except SpecError as error:
            raise ValidationError([str(each) for each in error.problems]) from error
        return text


class DecideForm(VersionForm):
    """uses: those that are ticked; step: whether they are accepted or set aside."""

    uses = forms.MultipleChoiceField(error_messages={"required": "Tick one suggestion at least."})
    step = forms.ChoiceField(choices=[(ACCEPT, ACCEPT), (ASIDE, ASIDE)])

    def __init__(self, data: Any = None, *, uses: Iterable[tuple[str, Use]], **more: Any) -> None:
        """uses: value of a tick -> the object and the utility."""
        super().__init__(data, **more)
        self._uses = dict(uses)
        ticks = self.fields["uses"]
        assert isinstance(ticks, forms.MultipleChoiceField)
        ticks.choices = [(value, f"{name}: {key}") for value, (name, key) in self._uses.items()]
        if self.is_bound and self.data.get("step") == ASIDE:
            self.fields["version"].required = self.fields["title"].required = False

    @property
    def sets_aside(self) -> bool:
        return bool(self.cleaned_data["step"] == ASIDE)

    def chosen(self) -> list[Use]:
        return [self._uses[value] for value in self.cleaned_data["uses"]]

    def of_version(self) -> Iterable[forms.BoundField]:
        return (field for field in self if field.name in ("version", "title"))
