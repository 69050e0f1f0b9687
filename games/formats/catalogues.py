"""A whole catalogue from its files, or everything that is wrong with them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.formats import readers, references
from games.formats.fields import Fields
from games.formats.readers import Placed
from games.formats.rows import (
    AffordanceRow,
    CatalogueContent,
    GameRow,
    LabelRow,
    Manifest,
    ObjectRow,
    Reading,
    RowError,
    VocabularyValue,
)
from games.labels import Label

MANIFEST = "manifest.json"
VOCABULARY = "vocabulary.jsonl"
OBJECTS = "objects.jsonl"
AFFORDANCES = "affordances.jsonl"
LABELS = "labels.jsonl"
GAMES = "games.jsonl"
FROZEN_FILES = (MANIFEST, VOCABULARY, OBJECTS, AFFORDANCES, LABELS)
FILES = (*FROZEN_FILES, GAMES)

T = TypeVar("T")


@dataclass(frozen=True)
class _Tables:
    vocabulary: list[Placed[VocabularyValue]]
    objects: list[Placed[ObjectRow]]
    affordances: list[Placed[AffordanceRow]]
    labels: list[Placed[LabelRow]]
    games: list[Placed[GameRow]]


def read_catalogue(files: Mapping[str, bytes]) -> Reading[CatalogueContent]:
    """The catalogue in these files (name -> bytes), games.jsonl or not.

    All errors of all files come at once, in the order of the files and lines.
    """
    return _read(files, wanted=FROZEN_FILES)


def read_unlabelled(files: Mapping[str, bytes]) -> Reading[CatalogueContent]:
    """The catalogue in these files but for its labels and games, whether they are there or not."""
    later = (LABELS, GAMES)
    return _read(
        {name: data for name, data in files.items() if name not in later},
        wanted=[name for name in FROZEN_FILES if name not in later],
    )


def read_games(data: bytes, content: CatalogueContent) -> Reading[tuple[GameRow, ...]]:
    """The games in this file, made of that catalogue; a game that it has already is frozen."""
    noted: list[RowError] = []
    placed = readers.read_rows(data, GAMES, noted, read=readers.game_row)
    references.check_unique(placed, "key", key_of=lambda row: row.key)
    references.check_frozen(placed, {game.key: game for game in content.games})
    affordances = dict.fromkeys(row.key for row in content.affordances)
    references.check_games(placed, labels_of(content.labels), affordances=affordances)
    if noted:
        return Reading(None, _in_order(noted))
    return Reading(tuple(game.row for game in placed))


def labels_of(rows: Sequence[LabelRow]) -> dict[str, dict[str, Label]]:
    """Object key -> affordance key -> label."""
    labels: dict[str, dict[str, Label]] = {}
    for row in rows:
        labels.setdefault(row.object_key, {}).update(row.answers())
    return labels


def _read(files: Mapping[str, bytes], *, wanted: Sequence[str]) -> Reading[CatalogueContent]:
    noted = [
        RowError(0, "", "No file of this name belongs to a catalogue.", name)
        for name in sorted(files.keys() - set(FILES))
    ]
    noted += [RowError(0, "", "The file is missing.", name) for name in wanted if name not in files]
    manifest = None
    if MANIFEST in files:
        manifest = readers.read_manifest(files[MANIFEST], MANIFEST, noted)
    tables = _read_tables(files, noted)
    _check_tables(files, tables, noted)
    if manifest is None or noted:
        return Reading(None, _in_order(noted))
    return Reading(_content(manifest, tables))


def _read_tables(files: Mapping[str, bytes], noted: list[RowError]) -> _Tables:
    return _Tables(
        vocabulary=_rows(files, VOCABULARY, noted, read=readers.vocabulary_value),
        objects=_rows(files, OBJECTS, noted, read=readers.object_row),
        affordances=_rows(files, AFFORDANCES, noted, read=readers.affordance_row),
        labels=_rows(files, LABELS, noted, read=readers.label_row),
        games=_rows(files, GAMES, noted, read=readers.game_row),
    )


def _rows(
    files: Mapping[str, bytes],
    name: str,
    noted: list[RowError],
    *,
    read: Callable[[Fields], T],
) -> list[Placed[T]]:
    return readers.read_rows(files[name], name, noted, read=read) if name in files else []


def _check_tables(files: Mapping[str, bytes], tables: _Tables, noted: list[RowError]) -> None:
    """Hold the rows against each other.

    A file with a line whose key is unknown is left out of it: whatever speaks of that row
    would look wrong as well.
    """
    objects = [placed.row.sheet.key for placed in tables.objects]
    affordances = dict.fromkeys(placed.row.key for placed in tables.affordances)
    references.check_unique(tables.objects, "key", key_of=lambda row: row.sheet.key)
    references.check_unique(tables.affordances, "key", key_of=lambda row: row.key)
    references.check_unique(tables.games, "key", key_of=lambda row: row.key)
    if _keyed(files, VOCABULARY, [placed.row.value for placed in tables.vocabulary]):
        references.check_vocabulary(tables.vocabulary)
        references.check_values(tables.objects, tables.vocabulary)
    if not _keyed(files, AFFORDANCES, [placed.row.key for placed in tables.affordances]):
        return
    if not _keyed(files, OBJECTS, objects):
        return
    labels: dict[str, dict[str, Label]] = {key: {} for key in objects}
    references.check_labels(tables.labels, labels, affordances=affordances)
    if _keyed(files, LABELS, [placed.row.object_key for placed in tables.labels]):
        noted += references.unlabelled(tables.labels, objects, file=LABELS)
    labels |= labels_of([placed.row for placed in tables.labels])
    references.check_games(tables.games, labels, affordances=affordances)


def _keyed(files: Mapping[str, bytes], name: str, keys: Sequence[str]) -> bool:
    """Whether the file is there and every line of it gave a row with a key."""
    if name not in files:
        return False
    lines = files[name].removesuffix(b"\n").count(b"\n") + 1
    return len(keys) == lines and all(keys)


def _content(manifest: Manifest, tables: _Tables) -> CatalogueContent:
    return CatalogueContent(
        manifest=manifest,
        vocabulary=tuple(placed.row for placed in tables.vocabulary),
        objects=tuple(placed.row for placed in tables.objects),
        affordances=tuple(placed.row for placed in tables.affordances),
        labels=tuple(placed.row for placed in tables.labels),
        games=tuple(placed.row for placed in tables.games),
    )


def _in_order(noted: Sequence[RowError]) -> tuple[RowError, ...]:
    places = {name: place for place, name in enumerate(FILES)}
    return tuple(sorted(noted, key=lambda e: (places.get(e.file, len(FILES)), e.file, e.line)))
