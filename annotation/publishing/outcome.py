"""All that a publication of a study would hold, before anything is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from annotation.kinds.base import Kind
from annotation.publishing import answers, lines, refill, settled
from annotation.publishing.documents import DOCUMENTS, Documents, Write
from annotation.publishing.refill import Refilled
from annotation.publishing.revisions import REVISIONS
from annotation.publishing.settled import Change, Misfit, SettledUnit
from games import catalogue_checks, formats
from games.catalogue_checks import Finding
from games.formats import CatalogueContent
from games.formats.lines import Json

ABOUT, CHANGES, PROVENANCE = "publication.json", "changes.jsonl", "provenance.jsonl"
MANIFEST = "manifest.json"
WRITERS: Mapping[str, Write] = {**DOCUMENTS, "oracle_answer": answers.corrections}


@dataclass(frozen=True)
class Source:
    """Where a publication comes from. catalogue: what the study's outcome goes back into."""

    study: str
    version: int
    kind: Kind
    units: Sequence[SettledUnit]
    catalogue: CatalogueContent | None = None


@dataclass(frozen=True)
class Outcome:
    """What comes out of a study as it stands.

    files: name -> text, the same for the same values. decided: units; adjudicated: values that an
    adjudicator decided. open: unit -> questions that nobody decided; such units stay as they were.
    refilled: the new catalogue with its games. weaknesses: those of the new catalogue that the
    old one has not.
    """

    files: Mapping[str, str]
    decided: Sequence[SettledUnit]
    adjudicated: int
    open: Mapping[str, Sequence[str]]
    changes: Sequence[Change] = ()
    misfits: Sequence[Misfit] = ()
    refilled: Refilled | None = None
    weaknesses: Sequence[Finding] = ()


def outcome_of(source: Source, *, seed: int) -> Outcome:
    """seed: of the games that are drawn in place of those that fell away."""
    decided, still_open = settled.parted(source.kind, source.units)
    bare = Outcome(
        files={},
        decided=decided,
        adjudicated=sum(value.adjudicated for unit in decided for value in unit.values.values()),
        open=still_open,
    )
    revise = REVISIONS.get(source.kind.key)
    if revise is not None and source.catalogue is not None:
        revised = revise(source.catalogue, decided)
        if revised.misfits:
            return replace(bare, misfits=revised.misfits)
        bare = replace(bare, changes=revised.changes)
        return _of_catalogue(source, bare, refill.refill(revised.content, seed=seed), seed=seed)
    return _of_documents(source, bare)


def manifest_of(base: CatalogueContent, *, version: str, told: str) -> formats.Manifest:
    """The manifest of a new version. told: a sentence of how it came from the old one."""
    old = base.manifest
    provenance = f"{old.provenance} {told}"
    return replace(old, version=version, provenance=provenance)


def catalogue_files(content: CatalogueContent, manifest: formats.Manifest) -> dict[str, bytes]:
    return formats.catalogue_files(replace(content, manifest=manifest))


def _of_catalogue(source: Source, bare: Outcome, refilled: Refilled, *, seed: int) -> Outcome:
    base = source.catalogue
    assert base is not None  # a catalogue is what was revised
    known = set(catalogue_checks.findings(base))
    found = catalogue_checks.findings(refilled.content)
    games: dict[str, Json] = {
        "kept": refilled.kept,
        "new": refilled.new,
        "fallen": [game.key for game in refilled.fallen],
    }
    if refilled.new:
        games["seed"] = seed
    hashes: dict[str, Json] = {
        name: sha256(data).hexdigest()
        for name, data in formats.catalogue_files(refilled.content).items()
        if name != MANIFEST
    }
    catalogue: dict[str, Json] = {
        "revised": base.manifest.version,
        "files": hashes,
        "games": games,
    }
    files = _files(source, bare, {CHANGES: lines.changes(bare.changes)}, catalogue)
    fresh = [finding for finding in found if finding not in known]
    return replace(bare, files=files, refilled=refilled, weaknesses=fresh)


def _of_documents(source: Source, bare: Outcome) -> Outcome:
    write = WRITERS.get(source.kind.key)
    written = write(bare.decided) if write else Documents()
    files = _files(source, bare, written.files, None)
    return replace(bare, files=files, changes=written.changes, misfits=written.misfits)


def _files(
    source: Source,
    bare: Outcome,
    written: Mapping[str, str],
    catalogue: dict[str, Json] | None,
) -> dict[str, str]:
    about: dict[str, Json] = {
        "study": source.study,
        "version": source.version,
        "kind": source.kind.key,
        "units": len(source.units),
        "decided": len(bare.decided),
        "adjudicated_values": bare.adjudicated,
        "left_open": {key: list[Json](names) for key, names in bare.open.items()},
    }
    if catalogue is not None:
        about["catalogue"] = catalogue
    return {
        **written,
        PROVENANCE: lines.provenance(source.units),
        ABOUT: lines.document(about),
    }
