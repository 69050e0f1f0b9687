"""What a draft still needs before it is a catalogue folder: one check for pages, commands, ZIP."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotation import draft_sheets, selectors
from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.stages import WITH_SHEET, Stage
from games.formats import Reading, VocabularyValue
from games.sheets import ObjectSheet


class Place(StrEnum):
    """The page that mends a gap."""

    VOCABULARY = "vocabulary"
    OBJECTS = "objects"
    AFFORDANCES = "affordances"
    OBJECT = "object"
    AFFORDANCE = "affordance"


@dataclass(frozen=True)
class Gap:
    """name: of what something is missing. key: of its page, where the place has many.

    unfit: a sheet is there, and does not keep to the rules.
    """

    place: Place
    name: str
    problem: str
    key: str = ""
    unfit: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {self.problem}"


@dataclass(frozen=True)
class Kept:
    """What goes into the folder. sheets: object key -> its sheet as the rules read it."""

    vocabulary: Sequence[VocabularyValue]
    objects: Sequence[DraftObject]
    affordances: Sequence[DraftAffordance]
    sheets: Mapping[str, Reading[ObjectSheet]]


def kept_of(draft: Draft) -> Kept:
    vocabulary = selectors.vocabulary_of(draft.pk)
    objects = list(DraftObject.objects.filter(draft=draft, stage=Stage.KEPT).order_by("key"))
    affordances = DraftAffordance.objects.filter(draft=draft, stage=Stage.KEPT).order_by("key")
    sheets = {
        row.key: draft_sheets.read_sheet(row.key, row.name, selectors.content_of(row), vocabulary)
        for row in objects
        if row.enrichment in WITH_SHEET
    }
    return Kept(vocabulary, objects, list(affordances), sheets)


def gaps_of(draft: Draft) -> list[Gap]:
    """What a catalogue folder of this draft still needs; empty where nothing."""
    return gaps_in(kept_of(draft))


def gaps_in(kept: Kept) -> list[Gap]:
    return [*_of_draft(kept), *_of_objects(kept), *_of_affordances(kept)]


def _of_draft(kept: Kept) -> Iterator[Gap]:
    if not kept.vocabulary:
        yield Gap(Place.VOCABULARY, "Vocabulary", "none was imported yet.")
    if not kept.objects:
        yield Gap(Place.OBJECTS, "Objects", "none is kept.")
    if not kept.affordances:
        yield Gap(Place.AFFORDANCES, "Affordances", "none is kept.")


def _of_objects(kept: Kept) -> Iterator[Gap]:
    for row in kept.objects:
        reading = kept.sheets.get(row.key)
        if reading is None:
            yield Gap(Place.OBJECT, row.name, "no sheet yet.", row.key)
        # Without a vocabulary every value would be wrong.
        elif kept.vocabulary and reading.errors:
            said = " ".join(draft_sheets.sentence_of(error) for error in reading.errors)
            problem = f"the sheet does not keep to the rules. {said}"
            yield Gap(Place.OBJECT, row.name, problem, row.key, unfit=True)


def _of_affordances(kept: Kept) -> Iterator[Gap]:
    for row in kept.affordances:
        problem = draft_sheets.definition_problem(row.definition)
        if not row.definition:
            yield Gap(Place.AFFORDANCE, row.text, "no definition yet.", row.key)
        elif problem:
            yield Gap(Place.AFFORDANCE, row.text, f"the definition is short. {problem}", row.key)
