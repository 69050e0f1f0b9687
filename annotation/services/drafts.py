"""A draft made, and its vocabulary and its affordances' definitions written."""

import json
import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from annotation import draft_sheets, gaps, one_line
from annotation.models import Draft, DraftAffordance, DraftValue
from games.formats import RowError
from games.formats.catalogues import MANIFEST, VOCABULARY
from games.formats.fields import Fields
from games.formats.lines import Json, Line
from games.formats.readers import affordance_row, read_manifest, read_rows, vocabulary_value
from games.formats.references import check_vocabulary
from games.models import Catalogue

SLUG_LENGTH = 50
BATCH = 1_000
# Addresses that would hide the draft's own page.
TAKEN_SLUGS = {"new"}


class DraftRefused(Exception):
    """The draft cannot be made; about: the field that it is about."""

    def __init__(self, sentence: str, about: str) -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class Imported:
    """values: how many the vocabulary has now; none where there are errors.

    unfit: how many stored sheets do not keep to the rules with it.
    before: how many the one before had; gone: how many of those are not in it; new: how many of
        its values the one before had not.
    """

    values: int = 0
    unfit: int = 0
    before: int = 0
    gone: int = 0
    new: int = 0
    errors: tuple[RowError, ...] = ()


def create(*, title: str, licence: str, slug: str | None = None) -> Draft:
    """A new draft, with a canary of its own.

    slug: taken as it is; where there is none, it is made of the title.
    Raises DraftRefused where a catalogue's manifest could not say it, or its version is taken.
    """
    canary = f"CATALOGUE-CANARY-{uuid.uuid4()}"
    if slug is None:
        slug = slugify(title)[:SLUG_LENGTH].strip("-_")
    _require_manifest(slug, title, licence, canary)
    if slug in TAKEN_SLUGS:
        raise DraftRefused(f"There is a page at the address “{slug}” already.", "slug")
    if Catalogue.objects.filter(version=slug).exists():
        sentence = f"{slug} is the version of a stored catalogue; choose another."
        raise DraftRefused(sentence, "slug")
    try:
        with transaction.atomic():
            return Draft.objects.create(slug=slug, title=title, licence=licence, canary=canary)
    except IntegrityError as taken:
        raise DraftRefused(f"There is a draft {slug} already.", "slug") from taken


def _require_manifest(slug: str, title: str, licence: str, canary: str) -> None:
    """Raise DraftRefused for the first thing that the reader of manifests would not take."""
    if not slug or slug.strip("-_") != slug:
        sentence = (
            f"Give it a version of letters, digits, - and _, {SLUG_LENGTH} characters at most,"
            " that begins and ends with a letter or a digit."
        )
        raise DraftRefused(sentence, "slug")
    for about, text in (("title", title), ("licence", licence)):
        if one_line.CONTROL.search(text):
            raise DraftRefused(one_line.PROBLEM, about)
    manifest = {"version": slug, "title": title, "licence": licence, "canary": canary}
    errors: list[RowError] = []
    read_manifest(json.dumps(manifest | {"provenance": "none yet"}).encode(), MANIFEST, errors)
    for error in errors:
        raise DraftRefused(error.problem, "slug" if error.field == "version" else error.field)


def import_vocabulary(draft: Draft, data: bytes, file: str = VOCABULARY) -> Imported:
    """Make this file the draft's vocabulary, all of it; the same file again changes nothing."""
    errors: list[RowError] = []
    placed = read_rows(data, file, errors, read=vocabulary_value)
    check_vocabulary(placed)
    if errors:
        return Imported(errors=tuple(sorted(errors, key=lambda error: error.line)))
    rows = [each.row for each in placed]
    with transaction.atomic():
        Draft.objects.select_for_update().get(pk=draft.pk)
        before = set(DraftValue.objects.filter(draft=draft).values_list("dimension", "value"))
        DraftValue.objects.filter(draft=draft).delete()
        DraftValue.objects.bulk_create(
            (
                DraftValue(
                    draft=draft, dimension=row.dimension, value=row.value, broader=[*row.broader]
                )
                for row in rows
            ),
            batch_size=BATCH,
        )
    now = {(str(row.dimension), row.value) for row in rows}
    return Imported(
        len(rows),
        unfit=sum(gap.unfit for gap in gaps.gaps_of(draft)),
        before=len(before),
        gone=len(before - now),
        new=len(now - before),
    )


def define(
    affordance: DraftAffordance, *, definition: str, conditions: str, requires: int
) -> tuple[RowError, ...]:
    """Write the definition; return what is wrong with it."""
    values: dict[str, Json] = {
        "key": affordance.key,
        "definition": definition.strip(),
        "conditions": conditions.strip(),
        "requires": requires,
        "origin": {},
    }
    errors: list[RowError] = []
    fields = Fields(Line(0, values), "affordance", errors)
    row = affordance_row(fields)
    if problem := draft_sheets.definition_problem(row.definition):
        fields.fault("definition", problem)
    if not errors:
        DraftAffordance.objects.filter(pk=affordance.pk).update(
            definition=row.definition, conditions=row.conditions, requires=row.requires
        )
        affordance.refresh_from_db()
    return tuple(errors)
