"""Units of a study from a catalogue: its objects, its affordances, or pairs of the two.

What a unit is called by its key is what the catalogue calls it, so that what comes of a study
finds its way back.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from types import MappingProxyType

from annotation import pair_samples
from annotation.kinds.base import Snapshot
from annotation.kinds.snapshots import words
from annotation.label_passes import Pair
from annotation.unit_files import UnitRow
from games.formats import AffordanceRow, CatalogueContent, LabelRow, ObjectRow, Reading, RowError
from games.formats.fields import Fields
from games.formats.lines import Json, lines_of
from games.labels import Decided
from games.sheets import Property

NAMED = 5
"""So many keys are named where a message lists some."""


class BadWish(ValueError):
    """What a catalogue does not have. about: the field of the wish."""

    def __init__(self, about: str, problem: str) -> None:
        super().__init__(problem)
        self.about = about


class Pairing(StrEnum):
    """Which pairs are taken, by what the catalogue says of their labels."""

    ALL = "all"
    DISPUTED = "disputed"
    NOT_DEDUCIBLE = "not_deducible"


@dataclass(frozen=True)
class Wish:
    """Which units are wanted.

    objects, affordances: keys; none for all. pairing: of pairs. listed: these pairs and no others,
    in this order. count: a random sample of so many, drawn by the seed; None for all.
    """

    objects: frozenset[str] = frozenset()
    affordances: frozenset[str] = frozenset()
    pairing: Pairing = Pairing.ALL
    listed: tuple[Pair, ...] = ()
    count: int | None = None
    seed: int = 1


@dataclass(frozen=True)
class Known:
    """Objects and affordances that can be wished for: key -> name in words."""

    objects: Mapping[str, str] = field(default_factory=dict)
    affordances: Mapping[str, str] = field(default_factory=dict)


def keys_in(text: str, known: Mapping[str, str]) -> frozenset[str]:
    """The keys that a text names, as keys or in words, between commas or line breaks.

    Several keys between two commas may be parted by spaces. Words that name nothing stay together,
    so that a message says them as they were typed.
    """
    by_words = {_plain(each): key for key, name in known.items() for each in (key, name)}
    parts = re.split(r"[,;\r\n]+", text)
    return frozenset(key for part in parts for key in _keys_in(part.split(), by_words))


def _keys_in(said: Sequence[str], by_words: Mapping[str, str]) -> Iterator[str]:
    """The longest names first, as "hang on hook" is one and not three."""
    at, strange = 0, list[str]()
    while at < len(said):
        ends = range(len(said), at, -1)
        end = next((n for n in ends if _plain(" ".join(said[at:n])) in by_words), None)
        if end is None:
            strange.append(said[at])
            at += 1
            continue
        yield by_words[_plain(" ".join(said[at:end]))]
        at = end
    if strange:
        yield " ".join(strange)


def _plain(name: str) -> str:
    """Alike for a key and for the words that it was made of."""
    return "_".join(re.findall(r"[^\W_]+", name.lower()))


def rows(kind: str, content: CatalogueContent, wish: Wish) -> list[UnitRow]:
    """The units of one kind; the same wish, the same units in the same order. Raises BadWish."""
    _require_known(content, wish)
    return MAKERS[kind](content, wish)


def read_pairs(data: bytes, file: str) -> Reading[tuple[Pair, ...]]:
    """The pairs of a numbered sample's key: a JSON line a pair, with its object and affordance."""
    noted: list[RowError] = []
    found: dict[Pair, None] = {}
    for line in lines_of(data, file, noted):
        fields = Fields(line, file, noted)
        pair = Pair(fields.text("object"), fields.text("affordance"))
        if pair in found:
            fields.fault("object", f"{pair.unit} stands here twice.")
        found[pair] = None
    return Reading(None, tuple(noted)) if noted else Reading(tuple(found))


def _objects(content: CatalogueContent, wish: Wish) -> list[ObjectRow]:
    kept = [row for row in content.objects if not wish.objects or row.sheet.key in wish.objects]
    keys = frozenset(_sampled([row.sheet.key for row in kept], wish))
    return [row for row in kept if row.sheet.key in keys]


def _filter_rows(content: CatalogueContent, wish: Wish) -> list[UnitRow]:
    return [
        UnitRow(
            row.sheet.key,
            {
                "object": row.sheet.key,
                "name": row.sheet.name,
                "description": row.sheet.description,
            },
        )
        for row in _objects(content, wish)
    ]


def _definition_rows(content: CatalogueContent, wish: Wish) -> list[UnitRow]:
    kept = [
        row for row in content.affordances if not wish.affordances or row.key in wish.affordances
    ]
    keys = frozenset(_sampled([row.key for row in kept], wish))
    return [UnitRow(row.key, _defined(row)) for row in kept if row.key in keys]


def _property_rows(content: CatalogueContent, wish: Wish) -> list[UnitRow]:
    values: dict[str, list[Json]] = {}
    for known in content.vocabulary:
        values.setdefault(known.dimension.value, []).append(known.value)
    return [
        UnitRow(
            row.sheet.key,
            {
                "object": row.sheet.name,
                "description": row.sheet.description,
                "properties": _listed(row.sheet.properties),
                "values": {dimension: list(known) for dimension, known in values.items()},
            },
        )
        for row in _objects(content, wish)
    ]


def _pair_rows(content: CatalogueContent, wish: Wish) -> list[UnitRow]:
    objects = {row.sheet.key: row for row in content.objects}
    affordances = {row.key: row for row in content.affordances}
    made = []
    for pair in _pairs(content, wish):
        sheet = objects[pair.object_key].sheet
        shown: Snapshot = {"object": sheet.name, "description": sheet.description}
        made.append(UnitRow(pair.unit, {**shown, **_defined(affordances[pair.affordance])}))
    return made


MAKERS: Mapping[str, Callable[[CatalogueContent, Wish], list[UnitRow]]] = MappingProxyType(
    {
        "object_filter": _filter_rows,
        "affordance_definition": _definition_rows,
        "object_properties": _property_rows,
        "object_affordance": _pair_rows,
    }
)
"""Kind -> its units. A kind that is not here takes its units from files."""


NARROWED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "object_filter": frozenset({"objects"}),
        "affordance_definition": frozenset({"affordances"}),
        "object_properties": frozenset({"objects"}),
        "object_affordance": frozenset({"pairing", "sample", "objects", "affordances"}),
    }
)
"""Kind -> what its units can be narrowed down by."""


def _pairs(content: CatalogueContent, wish: Wish) -> Sequence[Pair]:
    pairs = wish.listed or _labelled(content.labels, wish.pairing)
    kept = [pair for pair in pairs if _wanted(pair, wish)]
    if wish.count is None:
        return kept
    try:
        return pair_samples.draw(kept, count=wish.count, seed=wish.seed)
    except ValueError as error:
        raise BadWish("count", str(error)) from error


def _labelled(labels: Iterable[LabelRow], pairing: Pairing) -> list[Pair]:
    found = []
    for row in labels:
        if pairing == Pairing.DISPUTED and row.decided != Decided.ADJUDICATION:
            continue
        keys = [*row.not_deducible]
        if pairing != Pairing.NOT_DEDUCIBLE:
            keys += [*row.yes, *row.no]
        found += [Pair(row.object_key, key) for key in keys]
    return sorted(found)


def _wanted(pair: Pair, wish: Wish) -> bool:
    return (not wish.objects or pair.object_key in wish.objects) and (
        not wish.affordances or pair.affordance in wish.affordances
    )


def _sampled(keys: Sequence[str], wish: Wish) -> Sequence[str]:
    if wish.count is None:
        return keys
    if not 0 < wish.count <= len(keys):
        raise BadWish("count", f"{wish.count} asked of {len(keys)}.")
    return Random(wish.seed).sample(sorted(keys), wish.count)


def _defined(row: AffordanceRow) -> dict[str, Json]:
    return {
        "affordance": words(row.key),
        "definition": row.definition,
        "conditions": row.conditions,
    }


def _listed(properties: Iterable[Property]) -> dict[str, Json]:
    """dimension -> value -> the parts that have it, none where the whole object does."""
    found: dict[str, dict[str, list[Json]]] = {}
    for each in sorted(properties, key=lambda one: (one.dimension, one.value, one.part)):
        parts = found.setdefault(each.dimension.value, {}).setdefault(each.value, [])
        if each.part:
            parts.append(each.part)
    return {dimension: dict(values) for dimension, values in found.items()}


def _require_known(content: CatalogueContent, wish: Wish) -> None:
    objects = {row.sheet.key for row in content.objects}
    affordances = {row.key for row in content.affordances}
    version = content.manifest.version
    for about, asked, known in (
        ("objects", wish.objects, objects),
        ("affordances", wish.affordances, affordances),
        ("listed", {pair.object_key for pair in wish.listed}, objects),
        ("listed", {pair.affordance for pair in wish.listed}, affordances),
    ):
        if strange := sorted(asked - known):
            named = ", ".join(strange[:NAMED])
            raise BadWish(about, f"{len(strange):,} not in {version}: {named}.")
