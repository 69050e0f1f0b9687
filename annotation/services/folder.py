"""From a draft to the files of a catalogue folder."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from annotation import gaps, labelling
from annotation.gaps import Gap, Kept
from annotation.models import Draft, SheetRevision
from annotation.stages import Enrichment, Stage, Writer
from games import formats
from games.formats import (
    AffordanceRow,
    CatalogueContent,
    Manifest,
    ObjectRow,
)
from games.formats.catalogues import MANIFEST
from games.formats.readers import read_manifest
from games.services.catalogue import write_whole

JUDGED = (formats.LABELS, formats.GAMES)


class Unfinished(Exception):
    """The draft is no catalogue yet; missing: what it still needs."""

    def __init__(self, missing: Sequence[Gap]) -> None:
        super().__init__(f"{_counted(len(missing), 'thing')} missing.")
        self.missing = missing


class FolderTaken(Exception):
    """The folder holds another catalogue, or labels of other sheets."""


def files_of(draft: Draft) -> dict[str, bytes]:
    """Name -> bytes: manifest, vocabulary, objects, affordances, and a README of what comes next.

    The files are canonical, so equal for equal.

    Raises Unfinished.
    """
    kept = gaps.kept_of(draft)
    missing = gaps.gaps_in(kept)
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
    files = {name: data for name, data in files.items() if name not in JUDGED}
    return files | {labelling.README: labelling.readme(draft.slug, title=draft.title)}


def write(draft: Draft, folder: Path) -> list[str]:
    """Write the files into a folder; return their names. The same draft again changes nothing.

    Raises Unfinished, and FolderTaken where the folder holds another catalogue, other files of
    these names, or labels or games that were made on other files than these.
    """
    files = files_of(draft)
    folder.mkdir(parents=True, exist_ok=True)
    _require_own(draft, folder, files)
    # The manifest comes last: a folder without it is no catalogue, should this be cut off.
    for name in sorted(files, key=lambda name: name == MANIFEST):
        write_whole(folder / name, files[name])
    return list(files)


def _require_own(draft: Draft, folder: Path, files: Mapping[str, bytes]) -> None:
    names = {*formats.FILES, *files}
    there = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in names}
    if MANIFEST in there:
        manifest = read_manifest(there[MANIFEST], MANIFEST, [])
        if manifest is None or manifest.canary != draft.canary:
            raise FolderTaken(f"{folder} holds another catalogue; choose an empty folder.")
    else:
        foreign = sorted(name for name, data in there.items() if files.get(name) != data)
        if foreign:
            raise FolderTaken(
                f"{folder} holds {', '.join(foreign)} and no {MANIFEST} that says that they are"
                " this draft's; choose an empty folder."
            )
    judged = [name for name in JUDGED if name in there]
    judged_on = {name: data for name, data in files.items() if name in formats.FILES}
    if judged and any(there.get(name) != data for name, data in judged_on.items()):
        raise FolderTaken(
            f"{folder} holds {' and '.join(judged)} made on other files; choose an empty folder."
        )


def _manifest(draft: Draft, kept: Kept) -> Manifest:
    return Manifest(draft.slug, draft.title, draft.licence, draft.canary, _provenance(draft, kept))


def _provenance(draft: Draft, kept: Kept) -> str:
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


def _object_rows(kept: Kept) -> Iterable[ObjectRow]:
    for row in kept.objects:
        sheet = kept.sheets[row.key].content
        assert sheet is not None  # nothing is missing, so every sheet keeps the rules
        yield ObjectRow(sheet, row.origin)


def _affordance_rows(kept: Kept) -> Iterable[AffordanceRow]:
    for row in kept.affordances:
        assert row.requires is not None  # nothing is missing, so every definition is whole
        yield AffordanceRow(row.key, row.definition, row.conditions, row.requires, row.origin)
