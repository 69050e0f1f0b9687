"""Canonical bytes of a catalogue: equal content gives equal bytes, and so equal hashes."""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

from games.formats.catalogues import (
    AFFORDANCES,
    FROZEN_FILES,
    GAMES,
    LABELS,
    MANIFEST,
    OBJECTS,
    VOCABULARY,
)
from games.formats.lines import Json
from games.formats.rows import (
    AffordanceRow,
    CatalogueContent,
    GameRow,
    LabelRow,
    Manifest,
    ObjectRow,
    VocabularyValue,
)
from games.sheets import Dimension, Extent, ObjectSheet


def catalogue_files(content: CatalogueContent) -> dict[str, bytes]:
    """Name -> bytes of every file; no games.jsonl where there are no games."""
    files = {
        MANIFEST: _line(_manifest(content.manifest)),
        VOCABULARY: vocabulary_file(content.vocabulary),
        OBJECTS: _lines(object_values(row) for row in _sorted_objects(content.objects)),
        AFFORDANCES: _lines(_affordance(row) for row in _sorted_affordances(content.affordances)),
        LABELS: labels_file(content.labels),
    }
    return files | ({GAMES: games_file(content.games)} if content.games else {})


def vocabulary_file(values: Iterable[VocabularyValue]) -> bytes:
    """The bytes of vocabulary.jsonl, in its order."""
    return _lines(_vocabulary_value(row) for row in _sorted_values(values))


def labels_file(labels: Sequence[LabelRow]) -> bytes:
    """The bytes of labels.jsonl."""
    return _lines(_label(row) for row in _sorted_labels(labels))


def games_file(games: Sequence[GameRow]) -> bytes:
    """The bytes of games.jsonl."""
    return _lines(_game(row) for row in sorted(games, key=lambda row: row.key))


def catalogue_sha256(content: CatalogueContent) -> str:
    """The hash of all files but the games, which may be added to a stored catalogue.

    It is the SHA-256 of what sha256sum prints for the canonical files, so `sha256sum
    affordances.jsonl labels.jsonl manifest.json objects.jsonl vocabulary.jsonl | sha256sum`
    gives it too.
    """
    files = catalogue_files(content)
    sums = [f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(FROZEN_FILES)]
    return sha256("".join(sums).encode()).hexdigest()


def sheet_sha256(sheet: ObjectSheet) -> str:
    """The hash of all that an Oracle may know of the object; key and name are no part of it."""
    told: dict[str, Json] = {
        "description": sheet.description,
        "properties": _properties(sheet),
        "measures": _measures(sheet),
    }
    return sha256(_line(told)).hexdigest()


def object_values(row: ObjectRow) -> dict[str, Json]:
    """What a line of objects.jsonl says, in its order."""
    return {
        "key": row.sheet.key,
        "name": row.sheet.name,
        "description": row.sheet.description,
        "properties": _properties(row.sheet),
        "measures": _measures(row.sheet),
        "origin": {**dict(sorted(row.origin.items()))},
    }


def _sorted_values(rows: Iterable[VocabularyValue]) -> list[VocabularyValue]:
    return sorted(rows, key=lambda row: (list(Dimension).index(row.dimension), row.value))


def _sorted_objects(rows: Iterable[ObjectRow]) -> list[ObjectRow]:
    return sorted(rows, key=lambda row: row.sheet.key)


def _sorted_affordances(rows: Iterable[AffordanceRow]) -> list[AffordanceRow]:
    return sorted(rows, key=lambda row: row.key)


def _sorted_labels(rows: Iterable[LabelRow]) -> list[LabelRow]:
    return sorted(rows, key=lambda row: (row.object_key, row.decided, row.raters))


def _manifest(manifest: Manifest) -> dict[str, Json]:
    return {
        "version": manifest.version,
        "title": manifest.title,
        "licence": manifest.licence,
        "canary": manifest.canary,
        "provenance": manifest.provenance,
    }


def _vocabulary_value(row: VocabularyValue) -> dict[str, Json]:
    return {
        "dimension": row.dimension.value,
        "value": row.value,
        "broader": [*sorted(row.broader)],
    }


def _properties(sheet: ObjectSheet) -> dict[str, Json]:
    """Dimension -> value -> parts, none where the whole object has the value."""
    told: dict[str, Json] = {}
    for dimension in Dimension:
        here = [p for p in sheet.properties if p.dimension == dimension]
        values: dict[str, list[str]] = {value: [] for value in sorted({p.value for p in here})}
        for found in sorted(here, key=lambda p: p.part):
            values[found.value] += [found.part] if found.part else []
        if values:
            told[dimension.value] = {value: [*parts] for value, parts in values.items()}
    return told


def _measures(sheet: ObjectSheet) -> dict[str, Json]:
    return {
        extent.value: [_number(sheet.measures[extent].low), _number(sheet.measures[extent].high)]
        for extent in Extent
        if extent in sheet.measures
    }


def _affordance(row: AffordanceRow) -> dict[str, Json]:
    return {
        "key": row.key,
        "definition": row.definition,
        "conditions": row.conditions,
        "requires": row.requires,
        "origin": {**dict(sorted(row.origin.items()))},
    }


def _label(row: LabelRow) -> dict[str, Json]:
    return {
        "object": row.object_key,
        "yes": [*sorted(row.yes)],
        "no": [*sorted(row.no)],
        "not_deducible": {**dict(sorted(row.not_deducible.items()))},
        "decided": row.decided.value,
        "raters": row.raters.value,
    }


def _game(row: GameRow) -> dict[str, Json]:
    return {
        "key": row.key,
        "object": row.spec.object_key,
        "target": row.spec.target,
        "candidates": [*row.spec.candidates],
        "split": row.split.value,
    }


def _number(value: float) -> Json:
    """33 and 33.0 are one number and are written alike."""
    return int(value) if value == int(value) else value


def _lines(rows: Iterable[dict[str, Json]]) -> bytes:
    return b"".join(_line(row) for row in rows)


def _line(row: dict[str, Json]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"
