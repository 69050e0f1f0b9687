"""A catalogue's units for people: what each kind of study would judge, and as which file."""

from dataclasses import dataclass

from django.urls import reverse

from annotation.kinds.registry import KINDS
from evaluation import coat_stored
from evaluation.coat_people.units import FORMS, Wanted, unit_lines
from evaluation.models import CoatCatalogue

JSON_LINES = "application/jsonl"
ALL = "all"
"""In an address: the form of kinds whose units are all alike."""
FORM_WORDS = {
    "common": "the values that an object commonly has",
    "ideal": "the values that it at best has",
    "materials": "the materials of an object",
    "whole": "one whole configuration",
}


@dataclass(frozen=True)
class UnitFile:
    """kind, form: in words. count: of its units."""

    kind: str
    asks: str
    form: str
    count: int
    address: str


def files(row: CoatCatalogue) -> list[UnitFile]:
    """In the order in which they are judged. At most three queries."""
    return [_file(row, kind, form) for kind, forms in FORMS.items() for form in forms or (ALL,)]


def lines(row: CoatCatalogue, kind: str, form: str) -> str | None:
    """The file; None where there are no such units."""
    if form not in (FORMS.get(kind, ()) or (ALL,)) or kind not in FORMS:
        return None
    wanted = Wanted(kind, "" if form == ALL else form)
    catalogue, labels = coat_stored.catalogue_of(row.pk), coat_stored.labels_of(row.pk)
    return "".join(unit_lines(catalogue, labels, wanted))


def file_name(row: CoatCatalogue, kind: str, form: str) -> str:
    return f"{row.version}-{kind}{'' if form == ALL else f'-{form}'}.jsonl"


def _file(row: CoatCatalogue, kind: str, form: str) -> UnitFile:
    return UnitFile(
        kind=KINDS[kind].title,
        asks=KINDS[kind].purpose,
        form=FORM_WORDS.get(form, ""),
        count=(lines(row, kind, form) or "").count("\n"),
        address=reverse("coat:unit_file", args=[row.version, kind, form]),
    )
