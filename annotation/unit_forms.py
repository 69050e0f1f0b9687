"""Which units a researcher takes: a file that was checked, or some of what is stored."""

import re
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any

from django import forms
from django.db.models import Q

from annotation import catalogue_keys, study_progress
from annotation.catalogue_units import NARROWED, BadWish, Known, Pairing, Wish, keys_in
from annotation.models import Study
from annotation.pages import units as pages
from annotation.services import unit_sources
from annotation.services.unit_sources import AnswerWish

LISTED = "listed"
NARROWING = frozenset({"pairing", "sample", "objects", "affordances"})
NOTHING_KNOWN = Known()

STRANGE = "strange"


@dataclass(frozen=True)
class Filter:
    """Some units of a study. units: which of those that `study_progress.units_of` gives."""

    words: str
    units: Q = Q()


FILTERS = {
    "": Filter("all units"),
    "finished": Filter("finished", study_progress.FINISHED),
    "unfinished": Filter("not finished", study_progress.UNFINISHED),
    "training": Filter("training", Q(training=True)),
    "gold": Filter("hidden gold", Q(training=False, gold__isnull=False)),
    "skipped": Filter("skipped by two raters or more", study_progress.SKIPPED),
    "stranded": Filter("nobody left for them", study_progress.STRANDED),
    "remarked": Filter("skipped or commented on by anybody", study_progress.REMARKED),
    STRANGE: Filter("not in the catalogue"),
}


class ListForm(forms.Form):
    """What a list of units shows; what is wrong in the address is left out."""

    q = forms.CharField(required=False, max_length=200, label="Search in the key")
    show = forms.ChoiceField(
        required=False, choices=[(name, each.words) for name, each in FILTERS.items()]
    )

    def said(self, name: str) -> str:
        self.is_valid()
        return str(self.cleaned_data.get(name, ""))

    def wanted(self, study: Study) -> Q:
        """Of the study's units, as `study_progress.units_of` gives them."""
        show, q = self.said("show"), _has(self.said("q"))
        if show == STRANGE:
            return q & Q(pk__in=catalogue_keys.strangers(study))
        return q & FILTERS[show].units

    @property
    def narrows(self) -> bool:
        return bool(self.said("q") or self.said("show"))


def _has(text: str) -> Q:
    """Units whose key has the text, or all words of it: lists show keys as words."""
    words = [Q(key__icontains=word) for word in re.findall(r"[^\W_]+", text)]
    return Q(key__icontains=text) | reduce(and_, words) if words else Q(key__icontains=text)


class CheckedForm(forms.Form):
    """A file that was checked, on its way to be stored."""

    name = forms.CharField(max_length=255, widget=forms.HiddenInput)
    packed = forms.CharField(widget=forms.HiddenInput)

    def clean_packed(self) -> bytes:
        try:
            return pages.unpack(self.cleaned_data["packed"])
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class SourceForm(forms.Form):
    """How many of what is stored. step: whether it is only counted first."""

    count = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=10_000_000,
        label="How many, drawn by chance",
        help_text="Empty: all of them.",
    )
    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=2_147_483_647,
        initial=1,
        help_text="The same seed draws the same again.",
    )
    step = forms.ChoiceField(choices=[("check", "check"), ("add", "add")], required=False)
    field_order: tuple[str, ...] = ()

    def shown(self) -> list[forms.BoundField]:
        return [field for field in self if field.name != "step"]

    def refuse(self, bad: BadWish) -> None:
        field = "sample" if bad.about == LISTED else bad.about
        self.add_error(field if field in self.fields else None, str(bad))

    @property
    def only_counts(self) -> bool:
        return bool(self.cleaned_data["step"] != "add")

    def _sampled(self) -> dict[str, Any]:
        filled = self.cleaned_data
        seed = filled["seed"]
        return {"count": filled["count"], "seed": 1 if seed is None else seed}


class CatalogueForm(SourceForm):
    pairing = forms.ChoiceField(
        widget=forms.RadioSelect,
        error_messages={"required": "Choose which pairs; all of them is a choice, too."},
        label="Which pairs",
        choices=[
            (Pairing.ALL.value, "All, whatever their label"),
            (Pairing.DISPUTED.value, "Those whose label was adjudicated: raters did not agree"),
            (Pairing.NOT_DEDUCIBLE.value, "Those labelled not deducible"),
            (LISTED, "Those of a numbered sample of pairs"),
        ],
    )
    sample = forms.ChoiceField(
        required=False, help_text="Used only where a sample is chosen above."
    )
    objects = forms.CharField(
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Only these objects",
        help_text="In words or as keys, with commas or line breaks between. Empty: all.",
    )
    affordances = forms.CharField(
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Only these affordances",
        help_text="In words or as keys, with commas or line breaks between. Empty: all.",
    )
    field_order = ("pairing", "sample", "objects", "affordances", "count", "seed")

    def __init__(self, data: Any = None, *, kind: str, known: Known = NOTHING_KNOWN) -> None:
        """known: what may be named in words as well."""
        super().__init__(data)
        self._known = known
        for name in NARROWING - NARROWED.get(kind, frozenset()):
            del self.fields[name]
        chosen = self.fields.get("sample")
        if isinstance(chosen, forms.ChoiceField):
            chosen.choices = [(name, f"Sample of {name}") for name in unit_sources.samples()]

    def wish(self) -> Wish:
        filled = self.cleaned_data
        listed = filled.get("pairing") == LISTED
        return Wish(
            objects=keys_in(filled.get("objects", ""), self._known.objects),
            affordances=keys_in(filled.get("affordances", ""), self._known.affordances),
            pairing=Pairing.ALL if listed else Pairing(filled.get("pairing", Pairing.ALL)),
            listed=unit_sources.sample_pairs(filled["sample"]) if listed else (),
            **self._sampled(),
        )

    def clean(self) -> dict[str, Any]:
        filled = self.cleaned_data
        if filled.get("pairing") == LISTED and not filled.get("sample"):
            self.add_error("sample", "Choose the sample.")
        return filled


class StoredAnswersForm(SourceForm):
    doubted = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial="yes",
        label="Which answers",
        choices=[("yes", "Those that a player doubted"), ("no", "All that a player got")],
    )
    field_order = ("doubted", "count", "seed")

    def wish(self) -> AnswerWish:
        return AnswerWish(doubted=self.cleaned_data["doubted"] == "yes", **self._sampled())
