"""From a draft to the files of a catalogue folder, or a list of what is missing for them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation import draft_sheets, selectors
from annotation.models import Draft, DraftAffordance, DraftObject, SheetRevision
from annotation.stages import WITH_SHEET, Enrichment, Stage, Writer
from games import formats
from games.formats import (
    AffordanceRow,
    CatalogueContent,
    Manifest,
    ObjectRow,
    Reading,
    VocabularyValue,
)
from games.formats.catalogues import MANIFEST
from games.formats.readers import read_manifest
from games.services.catalogue import write_whole
from games.sheets import ObjectSheet

JUDGED = (formats.LABELS, formats.GAMES)


class Unfinished(Exception):
    """The draft is no catalogue yet; missing: a sentence for each thing that is wanted."""

    def __init__(self, missing: Sequence[str]) -> None:
        super().__init__(f"{_counted(len(missing), 'thing')} missing.")
        self.missing = missing


class FolderTaken(Exception):
    """The folder holds another catalogue, or labels of other sheets."""


@dataclass(frozen=True)
class _Kept:
    """What goes into the folder. sheets: object key -> its sheet as the rules read it."""

    vocabulary: Sequence[VocabularyValue]
    objects: Sequence[DraftObject]
    affordances: Sequence[DraftAffordance]
    sheets: Mapping[str, Reading[ObjectSheet]]


def files_of(draft: Draft) -> dict[str, bytes]:
    """Name -> bytes: manifest, vocabulary, objects, affordances; canonical, so equal for equal.

    Raises Unfinished.
    """
    kept = _kept(draft)
    missing = list(_missing(kept))
    if missing:
        raise Unfinished(missing)
    content = CatalogueContent(
        manifest=_manifest(draft, kept),
        vocabulary=tuple(kept.vocabulary),
        objects=tuple(_object_rows(kept)),
        affordances=tuple(_affordance_rows(kept)),
        labels=(),
    )
    files = formats.catalogue_files(content)
    return {name: data for name, data in files.items() if name not in JUDGED}


def missing_of(draft: Draft) -> list[str]:
    """What a catalogue folder of this draft still needs, a sentence each; empty where nothing."""
    return list(_missing(_kept(draft)))


def write(draft: Draft, folder: Path) -> list[str]:
    """Write the files into a folder; return their names. The same draft again changes nothing.

    Raises Unfinished, and FolderTaken where the folder holds another catalogue, or labels or games
    that were made on other files than these.
    """
    files = files_of(draft)
    folder.mkdir(parents=True, exist_ok=True)
    _require_own(draft, folder, files)
    # The manifest comes last: a folder without it is no catalogue, should this be cut off.
    for name in sorted(files, key=lambda name: name == MANIFEST):
        write_whole(folder / name, files[name])
    return list(files)


def _require_own(draft: Draft, folder: Path, files: Mapping[str, bytes]) -> None:
    there = {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name in formats.FILES
    }
    if MANIFEST in there:
        manifest = read_manifest(there[MANIFEST], MANIFEST, [])
        if manifest is None or manifest.canary != draft.canary:
            raise FolderTaken(f"{folder} holds another catalogue; choose an empty folder.")
    judged = [name for name in JUDGED if name in there]
    if judged and any(there.get(name) != data for name, data in files.items()):
        raise FolderTaken(
            f"{folder} holds {' and '.join(judged)} made on other files; choose an empty folder."
        )


def _kept(draft: Draft) -> _Kept:
    vocabulary = selectors.vocabulary_of(draft.pk)
    objects = list(DraftObject.objects.filter(draft=draft, stage=Stage.KEPT).order_by("key"))
    affordances = DraftAffordance.objects.filter(draft=draft, stage=Stage.KEPT).order_by("key")
    sheets = {
        row.key: draft_sheets.read_sheet(row.key, row.name, selectors.content_of(row), vocabulary)
        for row in objects
        if row.enrichment in WITH_SHEET
    }
    return _Kept(vocabulary, objects, list(affordances), sheets)


def _missing(kept: _Kept) -> Iterator[str]:
    if not kept.vocabulary:
        yield "A vocabulary: none was imported yet."
    if not kept.objects:
        yield "Objects: none is kept."
    if not kept.affordances:
        yield "Affordances: none is kept."
    yield from _missing_sheets(kept)
    for affordance in kept.affordances:
        if not affordance.definition:
            yield f"The definition of {affordance.key}."


def _missing_sheets(kept: _Kept) -> Iterator[str]:
    for row in kept.objects:
        reading = kept.sheets.get(row.key)
        if reading is None:
            yield f"The sheet of {row.key}."
        # Without a vocabulary every value would be wrong.
        elif kept.vocabulary:
            for error in reading.errors:
                said = draft_sheets.sentence_of(error)
                yield f"A sheet of {row.key} that keeps the rules. {said}"


def _manifest(draft: Draft, kept: _Kept) -> Manifest:
    return Manifest(draft.slug, draft.title, draft.licence, draft.canary, _provenance(draft, kept))


def _provenance(draft: Draft, kept: _Kept) -> str:
    """Where the candidates came from and who wrote the sheets."""
    origins = [row.origin for row in kept.objects] + [row.origin for row in kept.affordances]
    sources = Counter(_source(origin) for origin in origins)
    named = ", ".join(f"{name} ({count})" for name, count in sorted(sources.items()))
    drafts = SheetRevision.objects.filter(
        draft_object__draft=draft, draft_object__stage=Stage.KEPT, kind=Writer.MODEL
    )
    models = sorted(set(drafts.order_by().values_list("by", flat=True).distinct()))
    written = f"drafted by {', '.join(models)}" if models else "written by people"
    corrected = sum(row.enrichment == Enrichment.CORRECTED for row in kept.objects)
    return (
        f"{_counted(len(kept.objects), 'object')} and"
        f" {_counted(len(kept.affordances), 'affordance')} from {named}."
        f" Sheets {written}; people wrote or corrected {corrected} of {len(kept.objects)}."
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _source(origin: Mapping[str, str]) -> str:
    return origin.get("knowledge_base") or origin.get("list") or "an unnamed source"


def _object_rows(kept: _Kept) -> Iterable[ObjectRow]:
    for row in kept.objects:
        sheet = kept.sheets[row.key].content
        assert sheet is not None  # nothing is missing, so every sheet keeps the rules
        yield ObjectRow(sheet, row.origin)


def _affordance_rows(kept: _Kept) -> Iterable[AffordanceRow]:
    for row in kept.affordances:
        assert row.requires is not None  # nothing is missing, so every definition is whole
        yield AffordanceRow(row.key, row.definition, row.conditions, row.requires, row.origin)
