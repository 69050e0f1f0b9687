"""A form that is a spec: a field for each key of its tables; what is wrong, the spec says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation.spec_fields import SharedFields
from evaluation.spec_tables import Problem, SpecError

S = TypeVar("S")
Groups = Sequence[tuple[str, str, Sequence[str]]]


@dataclass(frozen=True)
class FieldGroup:
    """decides: whether a choice in it decides on other fields."""

    title: str
    says: str
    fields: Sequence[forms.BoundField]
    decides: bool = False


class SpecForm(KeyedForm, Generic[S]):
    """`spec` is there once it is valid.

    GROUPS: title, what it says, names of its fields. DECIDES: names of fields that decide on
    others. TABLES: those whose names hold a "_".
    """

    spec: S
    GROUPS: ClassVar[Groups] = ()
    DECIDES: ClassVar[Sequence[str]] = ()
    TABLES: ClassVar[Sequence[str]] = ()

    @classmethod
    def of_tables(cls, tables: Mapping[str, object], key: str) -> Self:
        """As if somebody had filled in this spec, so that all that is wrong with it shows."""
        usual = {
            name: str(field.initial)
            for name, field in cls.base_fields.items()
            if field.initial is not None and name != "key"
        }
        form = cls({**usual, **values_of(tables), "key": key})
        form.is_valid()
        form._note_what_has_no_field(tables)
        return form

    def read(self, tables: Mapping[str, object]) -> S:
        """The spec that these tables are; raises SpecError."""
        raise NotImplementedError

    def groups(self) -> Iterator[FieldGroup]:
        for title, says, names in self.GROUPS:
            fields = [self[name] for name in names if name in self.fields]
            shown = [field for field in fields if not field.is_hidden]
            if shown:
                decides = any(field.name in self.DECIDES for field in shown)
                yield FieldGroup(title, says, shown, decides)

    def wrong(self) -> list[forms.BoundField]:
        """The fields that something is wrong with, in the order of the page."""
        return [field for group in self.groups() for field in group.fields if field.errors]

    def clean(self) -> dict[str, Any]:
        filled = super().clean()
        try:
            self.spec = self.read(self.tables())
        except SpecError as error:
            self.refuse(error.problems)
        return filled

    def tables(self) -> dict[str, dict[str, object]]:
        """The spec as it was filled in; what is empty is left to its default."""
        found: dict[str, dict[str, object]] = {}
        for name, value in self.cleaned_data.items():
            table, key = self._place_of(name)
            if key and value != "" and (value is not False or self.fields[name].initial is True):
                found.setdefault(table, {})[key] = value
        return found

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Put each sentence beside the field that it is about, else above all of them."""
        for problem in problems:
            name = field_name(problem.key)
            if name in self.fields and not self[name].is_hidden:
                self.add_error(name, problem.sentence)
            else:
                self.add_error(None, str(problem))

    def _place_of(self, name: str) -> tuple[str, str]:
        """Table and key of a field; no key for one that is no part of the spec."""
        for table in self.TABLES:
            if name.startswith(f"{table}_"):
                return table, name.removeprefix(f"{table}_")
        table, _, key = name.partition("_")
        return table, key

    def _note_what_has_no_field(self, tables: Mapping[str, object]) -> None:
        try:
            self.read(tables)
            problems: Sequence[Problem] = ()
        except SpecError as error:
            problems = error.problems
        unseen = [each for each in problems if field_name(each.key) not in self.fields]
        said = {each.key for each in unseen}
        left = [
            Problem(f"{table}.{key}", "This has no field here and is left out.")
            for table, values in tables.items()
            for key in (values if isinstance(values, Mapping) else ())
            if f"{table}_{key}" not in self.fields and not {table, f"{table}.{key}"} & said
        ]
        known = set(map(str, self.non_field_errors()))
        self.refuse([each for each in (*unseen, *left) if str(each) not in known])


_FOLLOWS = {
    "hx-post": "",
    "hx-trigger": "change",
    "hx-target": "#launch",
    "hx-select": "#launch",
    "hx-swap": "outerHTML",
    "hx-vals": '{"look": "fields"}',
}


class ChoosingSpecForm(SharedFields, SpecForm[S]):
    """A form that sets aside the fields that do not belong to what is chosen.

    They are kept with what was written into them, unseen, and are no part of the spec.
    """

    def __init__(self, data: Any = None, *, filled: Mapping[str, object] | None = None) -> None:
        """filled: by the names of the fields, what it opens with; nothing is judged then."""
        super().__init__(data, initial=dict(filled or {}))
        self.keep_fields()
        usual = {name: field.initial for name, field in self.fields.items()}
        said = {**usual, **(filled or {})} if data is None else data
        self.offer_what_is_stored()
        self.keep_strange_choices(said)
        for name in self.DECIDES:
            self.fields[name].widget.attrs.update(_FOLLOWS)
        self.aside = frozenset(self.aside_of(said)) & self.fields.keys()
        for name in self.aside:
            self.fields[name].widget = forms.HiddenInput()
        for name in self.required():
            self.fields[name].label = f"{self.fields[name].label} (required)"

    def keep_fields(self) -> None:
        """Drop the fields that this form never has."""

    def offer_what_is_stored(self) -> None:
        """Add to its choices what the database holds."""

    def aside_of(self, said: Mapping[str, Any]) -> Iterator[str]:
        """Names of the fields that do not belong to what is chosen."""
        raise NotImplementedError

    def required(self) -> Iterator[str]:
        """Names of the fields that are to be filled in."""
        raise NotImplementedError

    @classmethod
    def opened(cls, tables: Mapping[str, object]) -> Self:
        """Filled from a spec's tables."""
        return cls(filled=values_of(tables))

    @classmethod
    def as_it_stands(cls, sent: Mapping[str, Any]) -> Self:
        """With all that was sent, the fields of what is chosen now, and nothing judged."""
        unticked = {
            name: False
            for name, field in cls.base_fields.items()
            if isinstance(field, forms.BooleanField)
        }
        known = {name: sent[name] for name in cls.base_fields if name in sent}
        return cls(filled={**unticked, **known})

    def tables(self) -> dict[str, dict[str, object]]:
        found = super().tables()
        for name in self.aside:
            table, key = self._place_of(name)
            found.get(table, {}).pop(key, None)
        return found


def field_name(key: str) -> str:
    return key.replace(".", "_", 1)


def values_of(tables: Mapping[str, object]) -> dict[str, object]:
    """Field name -> value, as a browser would send it."""
    return {
        f"{table}_{key}": value if isinstance(value, bool) else str(value)
        for table, values in tables.items()
        if isinstance(values, Mapping)
        for key, value in values.items()
    }
