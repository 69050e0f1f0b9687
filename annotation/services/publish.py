"""A study's outcome, frozen: a new version of its catalogue, or documents, with provenance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError

from annotation.kinds.registry import KINDS
from annotation.models import Publication, Study
from annotation.publishing import lines, outcome
from annotation.publishing.outcome import Outcome, Source
from annotation.publishing.revisions import REVISIONS
from annotation.publishing.settled import SecondLooks, second_looks
from annotation.services.consensus import uncounted, uncounted_sentence
from annotation.settled_units import settled_units
from games import contents, selectors
from games.formats import CatalogueContent
from games.models import Catalogue
from games.services import catalogue as catalogues
from games.snapshots import Overtaken, one_state

NAMED = 5
"""So many units a sentence names; the page lists them all."""
VERSION_LENGTH = 50


class PublishRefused(Exception):
    """Nothing was published, and why. about: the field of the form that it is about, or none."""

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class Plan:
    """What publishing now would do; base: the catalogue as it is, for kinds that revise one.

    unchanged_since: the number of the publication that holds the very same. uncounted: units
    whose votes are others now than what is stored. looks: of all units, fitting or not. newest:
    the version that free play takes its games from so far, where a catalogue is made.
    """

    study: Study
    outcome: Outcome
    base: CatalogueContent | None
    unchanged_since: int | None
    uncounted: int
    looks: SecondLooks
    newest: str


def plan(study: Study, *, seed: int | None = None) -> Plan:
    """What would change, what is open, what does not fit; nothing is stored.

    seed: of new games; the study's where it is not told.
    """
    base, units = _base_of(study), settled_units(study)
    source = Source(
        study=study.slug,
        version=study.version,
        kind=KINDS[study.kind],
        units=units,
        catalogue=base,
    )
    found = outcome.outcome_of(source, seed=study.seed if seed is None else seed)
    return Plan(
        study=study,
        outcome=found,
        base=base,
        unchanged_since=_same_as(study, found),
        uncounted=uncounted(study),
        looks=second_looks(units),
        newest=_newest() if base else "",
    )


def publish(
    study: Study,
    *,
    by: User | None,
    now: datetime,
    version: str = "",
    seed: int | None = None,
    leave_open: bool = False,
    leave_misfits: bool = False,
) -> Publication:
    """Store what the study has come to: all of it or, with a refusal, nothing.

    version: of the new catalogue, for kinds that revise one. leave_open: whether units that
    nobody decided stay as they were; leave_misfits: whether decided units that do not fit are
    left out. Without these, one such unit refuses all. Raises PublishRefused.
    """
    try:
        with one_state():
            held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
            planned = plan(held, seed=seed)
            _require_counted(planned)
            if not leave_misfits:
                _require_fitting(planned.outcome)
            if not leave_open:
                _require_decided(planned.outcome)
            _require_any(planned.outcome)
            _require_news(planned)
            return _store(planned, by=by, now=now, version=version)
    except (IntegrityError, Overtaken) as error:
        sentence = "Somebody else published at the same moment; look at the plan again."
        raise PublishRefused(sentence) from error


def revises(study: Study) -> bool:
    """Whether publishing makes a new version of a catalogue."""
    return study.kind in REVISIONS and study.catalogue_id is not None


def _newest() -> str:
    found = selectors.newest_catalogue()
    return found.version if found else ""


def _base_of(study: Study) -> CatalogueContent | None:
    return contents.content_of(study.catalogue) if study.catalogue and revises(study) else None


def _same_as(study: Study, found: Outcome) -> int | None:
    last = _last_of(study)
    same = last is not None and last.sha256 == lines.sha256_of(found.files)
    return last.number if last is not None and same else None


def _require_counted(planned: Plan) -> None:
    if planned.uncounted:
        raise PublishRefused(f"{uncounted_sentence(planned.uncounted)} Nothing was published.")


def _last_of(study: Study) -> Publication | None:
    """Without its files, which may be large."""
    return study.publications.defer("files").order_by("number").last()


def _require_fitting(found: Outcome) -> None:
    if left_out := found.left_out:
        units = "unit does" if len(left_out) == 1 else "units do"
        listed = _listed([str(each) for each in found.misfits], " ")
        raise PublishRefused(
            f"{len(left_out)} {units} not fit. {listed} Tick that everything else is published.",
            "leave_misfits",
        )


def _require_decided(found: Outcome) -> None:
    if found.open:
        units = "unit is" if len(found.open) == 1 else "units are"
        raise PublishRefused(
            f"{len(found.open)} {units} open: {_listed(list(found.open))}. Have them decided,"
            " or tick that they stay as they were.",
            "leave_open",
        )


def _require_any(found: Outcome) -> None:
    if found.decided:
        return
    if found.misfits:
        raise PublishRefused("No decided unit fits, so there is nothing to publish.")
    raise PublishRefused("No unit is decided yet, so there is nothing to publish.")


def _require_news(planned: Plan) -> None:
    if planned.unchanged_since is not None:
        raise PublishRefused(f"Nothing changed since publication {planned.unchanged_since}.")


def _store(planned: Plan, *, by: User | None, now: datetime, version: str) -> Publication:
    study = planned.study
    last = _last_of(study)
    made = _new_catalogue(planned, version.strip()) if planned.base is not None else None
    return Publication.objects.create(
        study=study,
        number=last.number + 1 if last else 1,
        files=dict(planned.outcome.files),
        sha256=lines.sha256_of(planned.outcome.files),
        catalogue=made,
        made_by=by,
        made_at=now,
    )


def _new_catalogue(planned: Plan, version: str) -> Catalogue:
    refilled, base = planned.outcome.refilled, planned.base
    assert refilled is not None and base is not None  # what has a base revises it
    _require_free(version)
    manifest = outcome.manifest_of(base, version=version, told=told_of(planned))
    stored = catalogues.import_catalogue(outcome.catalogue_files(refilled.content, manifest))
    if stored.catalogue is None:
        listed = _listed([str(error) for error in stored.errors], " ")
        raise PublishRefused(f"The new catalogue breaks its own rules. {listed}")
    return stored.catalogue


def told_of(planned: Plan) -> str:
    """How a new version came from the old one, for its manifest."""
    found, study, base = planned.outcome, planned.study, planned.base
    assert base is not None  # a manifest is a catalogue's
    left_out = len(found.left_out)
    units = len(found.decided) + len(found.open) + left_out
    unfit = f", {left_out} left out since they do not fit" if left_out else ""
    return (
        f"{base.manifest.version} revised by study {study.slug}, version {study.version}"
        f" ({KINDS[study.kind].title.lower()}): {len(found.decided)} of {units} units decided"
        f" and in it{unfit}."
    )


def _require_free(version: str) -> None:
    if not version:
        raise PublishRefused("Give the new catalogue a version name.", "version")
    try:
        validate_slug(version)
    except ValidationError as error:
        sentence = "A version name has letters, digits, hyphens and underscores only."
        raise PublishRefused(sentence, "version") from error
    if len(version) > VERSION_LENGTH:
        sentence = f"The version name has {len(version)} characters; {VERSION_LENGTH} at most."
        raise PublishRefused(sentence, "version")
    if Catalogue.objects.filter(version=version).exists():
        raise PublishRefused(f"There is a catalogue {version} already.", "version")


def _listed(names: Sequence[str], between: str = ", ") -> str:
    more = len(names) - NAMED
    return between.join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")
