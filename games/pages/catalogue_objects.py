"""What researchers see of a catalogue's objects: which there are, one of them, its labels."""

import re
import textwrap
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games import selectors
from games.labels import Label
from games.models import Affordance, Catalogue, PhysicalObject
from games.sheets import Dimension, Extent, ObjectSheet

HEADINGS = {
    Label.YES: "Can be done",
    Label.NO: "Cannot be done",
    Label.NOT_DEDUCIBLE: "Not deducible",
}
GLIMPSE = 120
SENTENCE_END = re.compile(r"(?<=[.!?])\s")
UNITS = {Extent.LENGTH: "cm", Extent.WIDTH: "cm", Extent.HEIGHT: "cm", Extent.MASS: "g"}


@dataclass(frozen=True)
class Glimpse:
    """An object in a list. start: of its description, the first sentence or less."""

    key: str
    name: str
    start: str


@dataclass(frozen=True)
class Told:
    """A label of one object. reason: of an adjudication or of what cannot be deduced."""

    affordance: str
    definition: str
    reason: str


@dataclass(frozen=True)
class Group:
    """The affordances to which one object has the same answer."""

    answer: Label
    told: list[Told]

    @property
    def heading(self) -> str:
        return HEADINGS[self.answer]

    @property
    def mark(self) -> str:
        """The shape that stands beside the answer."""
        return "unsure" if self.answer == Label.NOT_DEDUCIBLE else self.answer.value


@dataclass(frozen=True)
class ObjectPage:
    """properties: dimension -> values with their parts, as text. groups: yes first.

    before, after: its neighbours in the list of all objects.
    """

    catalogue: Catalogue
    thing: PhysicalObject
    properties: list[tuple[str, list[str]]]
    measures: list[str]
    groups: list[Group]
    before: PhysicalObject | None
    after: PhysicalObject | None

    @property
    def affordances(self) -> int:
        return sum(len(group.told) for group in self.groups)


def objects_of(
    catalogue: Catalogue, text: str, affordance: Affordance | None = None
) -> QuerySet[PhysicalObject]:
    """The objects that hold the text in name or description and have the affordance, by key."""
    found = catalogue.physical_objects.order_by("key")
    if affordance:
        found = found.filter(labels__affordance=affordance, labels__answer=Label.YES)
    return found.filter(Q(name__icontains=text) | Q(description__icontains=text)) if text else found


def glimpse(thing: PhysicalObject) -> Glimpse:
    first = SENTENCE_END.split(thing.description.strip(), maxsplit=1)[0]
    start = textwrap.shorten(first, GLIMPSE, placeholder="…", break_on_hyphens=False)
    return Glimpse(thing.key, thing.name, start)


def object_page(catalogue: Catalogue, thing: PhysicalObject) -> ObjectPage:
    sheet = selectors.sheets_of(catalogue.pk)[thing.pk]
    others = catalogue.physical_objects
    return ObjectPage(
        catalogue=catalogue,
        thing=thing,
        properties=[(dimension.value, _values(sheet, dimension)) for dimension in Dimension],
        measures=[_measure(sheet, extent) for extent in Extent if extent in sheet.measures],
        groups=_groups(thing),
        before=others.filter(key__lt=thing.key).order_by("-key").first(),
        after=others.filter(key__gt=thing.key).order_by("key").first(),
    )


def _groups(thing: PhysicalObject) -> list[Group]:
    told: dict[str, list[Told]] = {label: [] for label in Label}
    for row in thing.labels.select_related("affordance").order_by("affordance__key"):
        each = Told(row.affordance.key, row.affordance.definition, row.reason)
        told[row.answer].append(each)
    return [Group(label, told[label]) for label in Label]


def _values(sheet: ObjectSheet, dimension: Dimension) -> list[str]:
    parts: dict[str, list[str]] = {}
    for found in sorted(sheet.properties, key=lambda p: (p.value, p.part)):
        if found.dimension == dimension:
            parts.setdefault(found.value, []).extend([found.part] if found.part else [])
    return [
        _words(value) + (f" ({', '.join(map(_words, where))})" if where else "")
        for value, where in parts.items()
    ]


def _measure(sheet: ObjectSheet, extent: Extent) -> str:
    measure = sheet.measures[extent]
    span = f"{measure.low:,g}" + (f" to {measure.high:,g}" if measure.high > measure.low else "")
    return f"{extent.value} {span} {UNITS[extent]}"


def _words(key: str) -> str:
    return key.replace("_", " ")
