"""The catalogue's way in and out: files to rows in one transaction, rows to the same files.

Refusals come back as `RowError` values; where there are any, nothing was stored.
"""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.db import transaction

from games import contents, formats
from games.formats import CatalogueContent, GameRow, LabelRow, RowError
from games.models import (
    Affordance,
    AffordanceLabel,
    Catalogue,
    Game,
    Measure,
    PhysicalObject,
    Property,
)

BATCH = 5_000
READ_SUFFIXES = (".json", ".jsonl")


class CannotExport(Exception):
    """The folder holds files that an export would have to overwrite."""


@dataclass(frozen=True)
class Imported:
    """What an import did.

    catalogue: the stored row, None where the files were refused.
    stored: whether this call stored it; games: how many games this call added.
    """

    catalogue: Catalogue | None
    stored: bool = False
    games: int = 0
    errors: tuple[RowError, ...] = ()


@dataclass(frozen=True)
class GamesAdded:
    games: int
    errors: tuple[RowError, ...] = ()


def files_in(folder: Path) -> dict[str, bytes]:
    """Name -> bytes of the files of a catalogue folder; other kinds of files are left alone."""
    paths = sorted(path for path in folder.iterdir() if path.suffix in READ_SUFFIXES)
    return {path.name: path.read_bytes() for path in paths}


def import_catalogue(files: Mapping[str, bytes]) -> Imported:
    """Store the catalogue in these files; the same files again change nothing.

    A stored catalogue is frozen: other content under its version is refused, but for
    games that it has not yet.
    """
    reading = formats.read_catalogue(files)
    if reading.content is None:
        return Imported(None, errors=reading.errors)
    content = reading.content
    with transaction.atomic():
        catalogue, stored = _claim(content)
        if catalogue.sha256 != formats.catalogue_sha256(content):
            return Imported(None, errors=(_frozen(catalogue),))
        if stored:
            _store_rows(catalogue, content)
        added = _add_games(catalogue, files.get(formats.GAMES), content)
    if added.errors:
        return Imported(None, errors=added.errors)
    return Imported(catalogue, stored=stored, games=added.games)


def add_games(catalogue: Catalogue, data: bytes) -> GamesAdded:
    """Store the games in this games.jsonl that the catalogue has not yet."""
    content = contents.content_of(catalogue)
    with transaction.atomic():
        return _add_games(catalogue, data, content)


def export_catalogue(catalogue: Catalogue, folder: Path) -> list[str]:
    """Write the catalogue's canonical files; return their names.

    A new or empty folder appears with all its files at once. In a folder that holds this
    catalogue already only games.jsonl can change; it is replaced in one step.
    Raises CannotExport where the folder holds another catalogue's files.
    """
    folder = folder.resolve()
    files = formats.catalogue_files(contents.content_of(catalogue))
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        made.chmod(0o755)
        for name, data in files.items():
            (made / name).write_bytes(data)
        _put_in_place(made, folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return list(files)


def write_whole(path: Path, data: bytes) -> None:
    """Write the file so that nobody ever sees half of it."""
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as made:
        whole = Path(made, path.name)
        whole.write_bytes(data)
        whole.replace(path)


def _claim(content: CatalogueContent) -> tuple[Catalogue, bool]:
    """The stored catalogue of that version, and whether this call made it."""
    manifest = content.manifest
    catalogue, stored = Catalogue.objects.get_or_create(
        version=manifest.version,
        defaults={
            "title": manifest.title,
            "licence": manifest.licence,
            "canary": manifest.canary,
            "provenance": manifest.provenance,
            "sha256": formats.catalogue_sha256(content),
            "vocabulary": [
                {"dimension": row.dimension, "value": row.value, "broader": sorted(row.broader)}
                for row in content.vocabulary
            ],
        },
    )
    return catalogue, stored


def _frozen(catalogue: Catalogue) -> RowError:
    problem = (
        f"{catalogue.version} is stored with other content (SHA-256 {catalogue.sha256}), and a"
        " stored catalogue never changes; give this one another version."
    )
    return RowError(1, "version", problem, "manifest.json")


def _store_rows(catalogue: Catalogue, content: CatalogueContent) -> None:
    objects = PhysicalObject.objects.bulk_create(
        (
            PhysicalObject(
                catalogue=catalogue,
                key=row.sheet.key,
                name=row.sheet.name,
                description=row.sheet.description,
                origin=dict(row.origin),
                sha256=formats.sheet_sha256(row.sheet),
            )
            for row in content.objects
        ),
        batch_size=BATCH,
    )
    affordances = Affordance.objects.bulk_create(
        (
            Affordance(
                catalogue=catalogue,
                key=row.key,
                definition=row.definition,
                conditions=row.conditions,
                requires=row.requires,
                origin=dict(row.origin),
            )
            for row in content.affordances
        ),
        batch_size=BATCH,
    )
    object_ids = {row.key: row.pk for row in objects}
    _store_sheets(content, object_ids)
    _store_labels(content.labels, object_ids, {row.key: row.pk for row in affordances})


def _store_sheets(content: CatalogueContent, object_ids: Mapping[str, int]) -> None:
    sheets = [row.sheet for row in content.objects]
    Property.objects.bulk_create(
        (
            Property(
                physical_object_id=object_ids[sheet.key],
                dimension=found.dimension,
                value=found.value,
                part=found.part,
            )
            for sheet in sheets
            for found in sorted(sheet.properties, key=lambda p: (p.dimension, p.value, p.part))
        ),
        batch_size=BATCH,
    )
    Measure.objects.bulk_create(
        (
            Measure(
                physical_object_id=object_ids[sheet.key],
                extent=extent,
                low=measure.low,
                high=measure.high,
            )
            for sheet in sheets
            for extent, measure in sheet.measures.items()
        ),
        batch_size=BATCH,
    )


def _store_labels(
    rows: Sequence[LabelRow], object_ids: Mapping[str, int], affordance_ids: Mapping[str, int]
) -> None:
    AffordanceLabel.objects.bulk_create(
        (
            AffordanceLabel(
                physical_object_id=object_ids[row.object_key],
                affordance_id=affordance_ids[key],
                answer=label,
                decided=row.decided,
                raters=row.raters,
                reason=row.not_deducible.get(key, ""),
            )
            for row in rows
            for key, label in row.answers().items()
        ),
        batch_size=BATCH,
    )


def _add_games(catalogue: Catalogue, data: bytes | None, content: CatalogueContent) -> GamesAdded:
    """Store what is new; runs in the caller's transaction, which holds the catalogue."""
    if data is None:
        return GamesAdded(0)
    Catalogue.objects.select_for_update().get(pk=catalogue.pk)
    stored = contents.games_of(catalogue)
    reading = formats.read_games(data, replace(content, games=stored))
    if reading.content is None:
        return GamesAdded(0, reading.errors)
    known = {row.key for row in stored}
    new = [row for row in reading.content if row.key not in known]
    _store_games(catalogue, new)
    return GamesAdded(len(new))


def _store_games(catalogue: Catalogue, rows: Sequence[GameRow]) -> None:
    objects = dict(PhysicalObject.objects.filter(catalogue=catalogue).values_list("key", "pk"))
    affordances = dict(catalogue.affordances.values_list("key", "pk"))
    Game.objects.bulk_create(
        (
            Game(
                catalogue=catalogue,
                key=row.key,
                physical_object_id=objects[row.spec.object_key],
                target_id=affordances[row.spec.target],
                candidates=list(row.spec.candidates),
                split=row.split,
            )
            for row in rows
        ),
        batch_size=BATCH,
    )


def _put_in_place(made: Path, folder: Path) -> None:
    if not folder.exists() or not any(folder.iterdir()):
        made.replace(folder)
        return
    for name in formats.FILES:
        if _conflict(made / name, folder / name):
            raise CannotExport(f"{folder / name} is of another catalogue; choose an empty folder.")
    for path in sorted(made.iterdir()):
        path.replace(folder / path.name)


def _conflict(new: Path, old: Path) -> bool:
    if not old.exists():
        return False
    if not new.exists():
        return True
    return new.name != formats.GAMES and new.read_bytes() != old.read_bytes()
