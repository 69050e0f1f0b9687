"""What a researcher fills in to change what people read in place of keys."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from evaluation.coat import relabelling
from evaluation.coat.editing import Unfit
from evaluation.coat.labels import Labels
from evaluation.coat.records import Judged
from evaluation.coat.relabelling import OBJECTS, PHRASES, TASKS, UTILITIES
from evaluation.coat_forms import VersionForm

PARTS: Mapping[str, Sequence[str]] = {
    OBJECTS: (OBJECTS,),
    UTILITIES: (UTILITIES, PHRASES),
    TASKS: (TASKS,),
}
"""What is changed together, by its name in addresses."""
LONGEST = 200
ONE_LINE = RegexValidator(r"\A[^\x00-\x1f\x7f-\x9f]*\Z", "A label is one line of text.")


class LabelForm(VersionForm):
    """A text for each key; `labels` are those of the new version, once it is valid."""

    labels: Labels

    def __init__(
        self, data: Any = None, *, part: str, judged: Judged, labels: Labels, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self._judged, self._before = judged, labels
        self._keys: dict[str, tuple[str, str]] = {}
        for number, key in enumerate(relabelling.keys_of(judged, part), start=1):
            for each in PARTS[part]:
                self._keys[f"{each}_{number}"] = each, key
        for name, (each, key) in self._keys.items():
            self.fields[name] = forms.CharField(
                label=f"{key}, as a phrase" if each == PHRASES else key,
                required=False,
                max_length=LONGEST,
                validators=[ONE_LINE],
                initial=relabelling.label_of(labels, each, key),
            )

    def clean(self) -> dict[str, Any]:
        filled = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.labels = relabelling.relabelled(self._judged, self._before, self._texts())
            except Unfit as error:
                raise ValidationError(str(error)) from error
        return filled

    def of_version(self) -> Iterator[forms.BoundField]:
        return (field for field in self if field.name in ("version", "title"))

    def of_keys(self) -> Iterator[forms.BoundField]:
        return (field for field in self if field.name in self._keys)

    def _texts(self) -> dict[str, dict[str, str]]:
        texts: dict[str, dict[str, str]] = {}
        for name, (part, key) in self._keys.items():
            texts.setdefault(part, {})[key] = self.cleaned_data[name]
        return texts
