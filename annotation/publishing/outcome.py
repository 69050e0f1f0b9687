"""All that a publication of a study would hold, before anything is stored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256

from annotation.kinds.base import Kind
from annotation.publishing import answers, lines, refill, settled
from annotation.publishing.documents import DOCUMENTS, Documents, Write
from annotation.publishing.refill import Refilled
from annotation.publishing.revisions import REVISIONS, Revised
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

    files: name -> text, the same for the same values. decided: units that come out of it;
    adjudicated: their values that an adjudicator decided. open: unit -> questions that nobody
    decided; such units stay as they were. misfits: why decided units are left out of it.
    refilled: the new catalogue with its games. weaknesses: those of the new catalogue that the
    old one has not.
    """

    files: Mapping[str, str]
    decided: Sequence[SettledUnit]
    adjudicated: int
    open: Mapping[str, Sequence[str]]
    misfits: Sequence[Misfit] = ()
    changes: Sequence[Change] = ()
    refilled: Refilled | None = None
    weaknesses: Sequence[Finding] = ()

    @property
    def left_out(self) -> dict[str, list[str]]:
        """Unit -> why it does not fit."""
        found: dict[str, list[str]] = {}
        for misfit in self.misfits:
            found.setdefault(misfit.unit, []).append(misfit.problem)
        return found


def outcome_of(source: Source, *, seed: int) -> Outcome:
    """What comes out without the units that do not fit.

    seed: of the games that are drawn in place of those that fell away.
    """
    decided, still_open = settled.parted(source.kind, source.units)
    write = _writer(source)
    misfits = write(decided).misfits
    out = {misfit.unit for misfit in misfits}
    fitting = [unit for unit in decided if unit.key not in out]
    written = write(fitting)
    bare = Outcome(
        files={},
        decided=fitting,
        adjudicated=sum(value.adjudicated for unit in fitting for value in unit.values.values()),
        open=still_open,
        misfits=misfits,
        changes=written.changes,
    )
    if isinstance(written, Revised):
        return _of_catalogue(source, bare, refill.refill(written.content, seed=seed), seed=seed)
    return replace(bare, files=_files(source, bare, written.files, None))


def manifest_of(base: CatalogueContent, *, version: str, told: str) -> formats.Manifest:
    """The manifest of a new version, whose title ends with its name.

    told: a sentence of how it came from the old one. What the old one says of itself stands
    after it as such, for it is not true of the new one.
    """
    old = base.manifest
    title = f"{old.title.removesuffix(f' ({old.version})')} ({version})"
    provenance = f"{told} {old.version} says of itself: {old.provenance}"
    return replace(old, version=version, title=title, provenance=provenance)


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


def _writer(source: Source) -> Callable[[Sequence[SettledUnit]], Revised | Documents]:
    revise, catalogue = REVISIONS.get(source.kind.key), source.catalogue
    if revise is not None and catalogue is not None:
        return partial(revise, catalogue)
    return WRITERS.get(source.kind.key, _nothing)


def _nothing(units: Sequence[SettledUnit]) -> Documents:
    """Of a kind that has no files of its own."""
    return Documents()


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
        "left_out": {key: list[Json](problems) for key, problems in bare.left_out.items()},
    }
    if catalogue is not None:
        about["catalogue"] = catalogue
    return {
        **written,
        PROVENANCE: lines.provenance(source.units, left_out=frozenset(bare.left_out)),
        ABOUT: lines.document(about),
    }
