"""What a researcher fills in to make a catalogue or a table of penalties of their own."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from annotation.keyed_form import KeyedForm
from evaluation.coat.editing import (
    AddedObject,
    AddedTask,
    AddedUtility,
    Unfit,
    materials_in,
    with_object,
    with_task,
    with_utility,
)
from evaluation.coat.json_files import document
from evaluation.coat.labels import VALUES, VARIABLE_LABELS
from evaluation.coat.penalties import MaterialMode, PenaltyScheme, TemperatureMode
from evaluation.coat.records import VOCABULARY, Judged, Preference, Values
from evaluation.coat.schemes import NUMBERS
from evaluation.coat_forms import VersionForm

ONE_LINE = {"rows": 4, "spellcheck": "false"}
MATERIALS_HELP = (
    "Of each object that comes in several materials a line, from the worst to the best:"
    " Mug: Wood < Plastic < Ceramic; bad: Paper. Objects in one material need none."
)


def _ticked(label: str, *, required: bool = True, help_text: str = "") -> Any:
    return forms.MultipleChoiceField(
        label=label,
        required=required,
        widget=forms.CheckboxSelectMultiple,
        help_text=help_text,
        error_messages={"required": "Choose one at least."},
    )


class AddForm(VersionForm):
    """Something more for a catalogue; `grown` is what people say then, once it is valid."""

    grown: Judged
    name = forms.CharField(max_length=60)

    def __init__(self, data: Any = None, *, judged: Judged, **more: Any) -> None:
        super().__init__(data, **more)
        self._judged = judged
        self._offer("utilities", judged.utilities)
        self._offer("objects", judged.objects)
        self._offer("context", judged.objects)

    def clean(self) -> dict[str, Any]:
        filled = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.grown = self._grow(filled)
            except Unfit as error:
                raise ValidationError(str(error)) from error
        return filled

    def _offer(self, name: str, keys: Iterable[str]) -> None:
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            field.choices = [(key, key) for key in keys]

    def _grow(self, filled: Mapping[str, Any]) -> Judged:
        raise NotImplementedError


class ObjectForm(AddForm):
    name = forms.CharField(
        label="Its name", max_length=60, help_text="As a key: WateringCan, without spaces."
    )
    utilities = _ticked("Serves these utilities")
    material = forms.CharField(
        label="Materials that it comes in", help_text="With commas between: Steel, Plastic."
    )
    field_order = ("name", "utilities", "material")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        for variable, words in VOCABULARY.items():
            self.fields[f"common_{variable}"] = _ticked(
                f"It can have this {VARIABLE_LABELS[variable]}"
            )
            self._offer_values(f"common_{variable}", words)
        for variable in ("temperature", "already_in_use", "condition"):
            name = f"ideal_{variable}"
            self.fields[name] = _ticked(f"Ideal {VARIABLE_LABELS[variable]}")
            self._offer_values(name, VOCABULARY[variable])

    def _offer_values(self, name: str, values: Iterable[str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(each, VALUES.get(each, each)) for each in values]

    def _grow(self, filled: Mapping[str, Any]) -> Judged:
        materials = tuple(each.strip() for each in filled["material"].split(",") if each.strip())
        common = {name: tuple(filled[f"common_{name}"]) for name in VOCABULARY}
        asked = ("temperature", "already_in_use", "condition")
        ideal = {name: tuple(filled[f"ideal_{name}"]) for name in asked}
        added = AddedObject(
            name=filled["name"].strip(),
            utilities=tuple(filled["utilities"]),
            common=Values(material=materials, **common),
            ideal=Values(mass=(), material=(), **ideal),
        )
        return with_object(self._judged, added)


class _WithMaterials(AddForm):
    context = _ticked("Objects that fit the task")
    materials = forms.CharField(
        required=False, max_length=10_000, widget=forms.Textarea(ONE_LINE),
        label="Materials in order", help_text=MATERIALS_HELP,
    )  # fmt: skip

    def clean_materials(self) -> dict[str, Preference]:
        try:
            return materials_in(self.cleaned_data["materials"])
        except Unfit as error:
            raise ValidationError(str(error)) from error

    def _task(self, filled: Mapping[str, Any], utility: str, task: str) -> AddedTask:
        return AddedTask(
            utility=utility,
            task=task.strip(),
            context=tuple(filled["context"]),
            materials=filled["materials"],
        )


class TaskForm(_WithMaterials):
    name = forms.CharField(
        label="The task", max_length=200, help_text="In words, such as: serve soup to guests."
    )
    utility = forms.ChoiceField(label="What an object is needed for in it")
    field_order = ("name", "utility", "context", "materials")

    def __init__(self, data: Any = None, *, judged: Judged, **more: Any) -> None:
        super().__init__(data, judged=judged, **more)
        self._offer("utility", judged.utilities)

    def _grow(self, filled: Mapping[str, Any]) -> Judged:
        added = self._task(filled, filled["utility"], filled["name"])
        return with_task(self._judged, added)


class UtilityForm(_WithMaterials):
    name = forms.CharField(
        label="The utility", max_length=60, help_text="As a key: holding_water, or heating(tool)."
    )
    objects = _ticked("Objects that serve it")
    task = forms.CharField(
        label="Its first task", max_length=200, help_text="No utility is without a task."
    )
    field_order = ("name", "objects", "task", "context", "materials")

    def _grow(self, filled: Mapping[str, Any]) -> Judged:
        first = self._task(filled, filled["name"].strip(), filled["task"])
        return with_utility(self._judged, AddedUtility(tuple(filled["objects"]), first))


ADDED: Mapping[str, type[AddForm]] = {
    "object": ObjectForm,
    "task": TaskForm,
    "utility": UtilityForm,
}


class SchemeForm(KeyedForm):
    """A field for each number of a table; `table` is its JSON."""

    slug = forms.SlugField(
        max_length=60, label="Name", help_text="A name that is there already gets a new version."
    )
    temperature_mode = forms.ChoiceField(
        label="Of several ideal temperatures counts",
        choices=[
            (TemperatureMode.LEAST.value, "the nearest"),
            (TemperatureMode.LAST.value, "the last"),
        ],
    )
    material_mode = forms.ChoiceField(
        label="A material among the best and the worst counts as",
        choices=[
            (MaterialMode.BEST_FIRST.value, "one of the best"),
            (MaterialMode.WORST_FIRST.value, "one of the worst"),
        ],
    )
    best_counts = forms.CharField(
        label="How many materials are the best", max_length=200,
        help_text="Of up to so many good ones, so many; the last holds for any number:"
        " 3: 1, 5: 2, any: 3.",
    )  # fmt: skip

    def __init__(self, data: Any = None, *, scheme: PenaltyScheme, **more: Any) -> None:
        super().__init__(data, **more)
        self._scheme = scheme
        for name, (label, number) in _numbers(scheme).items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=0, max_value=1_000_000, initial=number
            )
        for mode in ("temperature_mode", "material_mode"):
            self.fields[mode].initial = getattr(scheme, mode).value
        self.fields["best_counts"].initial = ", ".join(
            f"{each.most or 'any'}: {each.best}" for each in scheme.best_counts
        )
        last = ("best_counts", "temperature_mode", "material_mode")
        self.order_fields(["key", "slug", *_numbers(scheme), *last])

    def clean_best_counts(self) -> list[dict[str, int | None]]:
        found: list[dict[str, int | None]] = []
        for each in self.cleaned_data["best_counts"].split(","):
            most, _, best = (part.strip() for part in each.partition(":"))
            if not best.isdecimal() or not (most.isdecimal() or most == "any"):
                raise ValidationError(f"{each.strip()!r}: write it as 3: 1, 5: 2, any: 3.")
            found.append({"most": None if most == "any" else int(most), "best": int(best)})
        return found

    def table(self) -> str:
        filled, scheme = self.cleaned_data, self._scheme
        return document(
            {
                "condition": {key: filled[f"condition_{key}"] for key in scheme.condition},
                "in_use": {key: filled[f"in_use_{key}"] for key in scheme.in_use},
                "temperature": {
                    actual: {ideal: filled[f"temperature_{actual}_{ideal}"] for ideal in of}
                    for actual, of in scheme.temperature.items()
                },
                **{name: filled[name] for name in NUMBERS},
                "best_counts": filled["best_counts"],
                "temperature_mode": filled["temperature_mode"],
                "material_mode": filled["material_mode"],
            }
        )


_NUMBER_LABELS = {
    "time_cap": "Time, at most",
    "bad_material": "A bad material",
    "worst_material": "One of the worst good materials",
    "place_step": "Each place below the best",
    "threshold": "Bad from",
}


def _numbers(scheme: PenaltyScheme) -> dict[str, tuple[str, int]]:
    """Field -> its label and the scheme's number."""
    found = {
        f"condition_{key}": (VALUES.get(key, key).capitalize(), cost)
        for key, cost in scheme.condition.items()
    }
    for key, cost in scheme.in_use.items():
        found[f"in_use_{key}"] = (VALUES.get(key, key).capitalize(), cost)
    for actual, of in scheme.temperature.items():
        for ideal, cost in of.items():
            label = f"{VALUES[actual].capitalize()}, {VALUES[ideal]} is ideal"
            found[f"temperature_{actual}_{ideal}"] = (label, cost)
    for name in NUMBERS:
        found[name] = (_NUMBER_LABELS[name], getattr(scheme, name))
    return found
