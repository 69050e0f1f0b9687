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
    Label,
    LabelRow,
    Manifest,
    ObjectRow,
    Reading,
    RowError,
    VocabularyValue,
)

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

    All errors of all files come at once, in the order of the files and lines. Rows are
    held against each other only if all files are there.
    """
    noted = [
        RowError(0, "", "No file of this name belongs to a catalogue.", name)
        for name in sorted(files.keys() - set(FILES))
    ]
    missing = [name for name in FROZEN_FILES if name not in files]
    noted += [RowError(0, "", "The file is missing.", name) for name in missing]
    manifest = None
    if MANIFEST in files:
        manifest = readers.read_manifest(files[MANIFEST], MANIFEST, noted)
    tables = _read_tables(files, noted)
    if not missing:
        _check_tables(tables, noted)
    if manifest is None or noted:
        return Reading(None, _in_order(noted))
    return Reading(_content(manifest, tables))


def read_games(data: bytes, content: CatalogueContent) -> Reading[tuple[GameRow, ...]]:
    """The games in this file, made of that catalogue; a game that it has already is frozen."""
    noted: list[RowError] = []
    placed = readers.read_rows(data, GAMES, noted, read=readers.game_row)
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


def _check_tables(
    files: Mapping[str, bytes], tables: _Tables, noted: list[RowError]
) -> None:
    """Hold the rows against each other, but not against a file of which a row is unknown:
    whatever speaks of that row would be an error of its own.
    """
    objects = dict.fromkeys(placed.row.sheet.key for placed in tables.objects)
    affordances = dict.fromkeys(placed.row.key for placed in tables.affordances)
    values = [placed.row.value for placed in tables.vocabulary]
    labelled = [placed.row.object_key for placed in tables.labels]
    keyed = len(tables.objects) == len(objects) or True
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
