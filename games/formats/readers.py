"""The rows of one catalogue file each, checked as far as the row alone can tell."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.formats.fields import NAME_LENGTH, Fields, number_in, shown
from games.formats.lines import Json, document_of, lines_of
from games.formats.rows import (
    AffordanceRow,
    GameRow,
    LabelRow,
    Manifest,
    ObjectRow,
    RowError,
    VocabularyValue,
)
from games.labels import Decided, Raters, Split
from games.rules import GameSpec
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

T = TypeVar("T")

CANDIDATES = 8
REQUIRES_MOST = 20
# A hundred metres and a hundred tonnes: larger things are no objects that a person handles.
MOST = {
    Extent.LENGTH: 10_000.0,
    Extent.WIDTH: 10_000.0,
    Extent.HEIGHT: 10_000.0,
    Extent.MASS: 1e8,
}


@dataclass(frozen=True)
class Placed(Generic[T]):
    """A row with its fields at hand, so that faults found later still name the line.

    The row of unsound fields holds neutral values in place of what could not be read.
    """

    row: T
    fields: Fields


def read_rows(
    data: bytes, file: str, noted: list[RowError], *, read: Callable[[Fields], T]
) -> list[Placed[T]]:
    """Every line that is a JSON object as a row, with what is wrong in it noted."""
    placed = []
    for line in lines_of(data, file, noted):
        fields = Fields(line, file, noted)
        placed.append(Placed(read(fields), fields))
        fields.finish()
    return placed


def read_manifest(data: bytes, file: str, noted: list[RowError]) -> Manifest | None:
    line = document_of(data, file, noted)
    if line is None:
        return None
    fields = Fields(line, file, noted)
    manifest = Manifest(
        version=_version(fields),
        title=fields.text("title", most=200),
        licence=fields.text("licence", most=100),
        canary=fields.text("canary", most=100),
        provenance=fields.text("provenance"),
    )
    fields.finish()
    return manifest


def vocabulary_value(fields: Fields) -> VocabularyValue:
    return VocabularyValue(
        dimension=fields.choice("dimension", Dimension),
        value=fields.key("value"),
        broader=fields.keys("broader"),
    )


def object_row(fields: Fields) -> ObjectRow:
    sheet = ObjectSheet(
        key=fields.key("key"),
        name=fields.text("name", most=NAME_LENGTH),
        description=fields.text("description"),
        properties=frozenset(_properties(fields)),
        measures=_measures(fields),
    )
    return ObjectRow(sheet, fields.texts("origin"))


def affordance_row(fields: Fields) -> AffordanceRow:
    return AffordanceRow(
        key=fields.key("key"),
        definition=fields.text("definition"),
        conditions=fields.text("conditions"),
        requires=fields.count("requires", REQUIRES_MOST),
        origin=fields.texts("origin"),
    )


def label_row(fields: Fields) -> LabelRow:
    row = LabelRow(
        object_key=fields.key("object"),
        yes=fields.keys("yes"),
        no=fields.keys("no"),
        not_deducible=fields.texts("not_deducible"),
        decided=fields.choice("decided", Decided),
        raters=fields.choice("raters", Raters),
    )
    if fields.sound and not row.answers():
        fields.fault("", "The row labels nothing.")
    return row


def game_row(fields: Fields) -> GameRow:
    spec = GameSpec(
        object_key=fields.key("object"),
        candidates=fields.keys("candidates"),
        target=fields.key("target"),
    )
    if fields.sound and len(spec.candidates) != CANDIDATES:
        fields.fault("candidates", f"{len(spec.candidates)} are listed; a game has {CANDIDATES}.")
    if fields.sound and spec.target not in spec.candidates:
        fields.fault("target", f"{spec.target} is not among the candidates.")
    return GameRow(fields.key("key"), spec, fields.choice("split", Split))


def _version(fields: Fields) -> str:
    """A name that can be a folder's and stand in an address."""
    version = fields.text("version", most=50)
    plain = version.replace("-", "").replace("_", "")
    if version and not (plain.isascii() and plain.isalnum()):
        fields.fault("version", f"{shown(version)} has more than letters, digits, - and _.")
    return version


def _properties(fields: Fields) -> list[Property]:
    properties: list[Property] = []
    for name, values in fields.mapping("properties").items():
        place = f"properties.{name}"
        if name not in Dimension.__members__.values():
            fields.fault(place, f"{shown(name)} is none of {', '.join(Dimension)}.")
            continue
        for value, parts in fields.check_mapping(place, values).items():
            named = fields.check_key(place, value)
            properties += _of_parts(fields, Dimension(name), named, parts)
    if fields.has("properties") and fields.sound and not properties:
        fields.fault("properties", "The object has no property at all.")
    return properties


def _of_parts(fields: Fields, dimension: Dimension, value: str, parts: Json) -> list[Property]:
    keys = fields.check_keys(f"properties.{dimension}.{value}", parts)
    return [Property(dimension, value, part) for part in keys or ("",)]


def _measures(fields: Fields) -> dict[Extent, Measure]:
    given = fields.mapping("measures")
    for name in given:
        if name not in Extent.__members__.values():
            fields.fault(f"measures.{name}", f"{shown(name)} is none of {', '.join(Extent)}.")
    measures = {}
    for extent in Extent if fields.has("measures") else ():
        if extent not in given:
            fields.fault(f"measures.{extent}", "This measure is missing.")
        elif measure := _measure(fields, extent, given[extent]):
            measures[extent] = measure
    return measures


def _measure(fields: Fields, extent: Extent, value: Json) -> Measure | None:
    ends = [number_in(end) for end in value] if isinstance(value, list) else []
    low, high = ends if len(ends) == 2 else (None, None)
    if low is None or high is None:
        fields.fault(f"measures.{extent}", f"{shown(value)} is not a list of two numbers.")
        return None
    if not 0 < low <= high <= MOST[extent]:
        problem = f"{shown(value)} does not run from low to high between 0 and {MOST[extent]:g}."
        fields.fault(f"measures.{extent}", problem)
        return None
    return Measure(low, high)
