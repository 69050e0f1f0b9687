"""Reading rows of drafts: vocabularies, sheets, how many candidates stand where."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from django.db.models import Count, Q, QuerySet

from annotation import draft_sheets
from annotation.models import Draft, DraftAffordance, DraftObject, DraftValue
from annotation.stages import WITH_SHEET, Enrichment, Stage
from games import formats
from games.formats import VocabularyValue
from games.formats.lines import Json
from games.models import Catalogue
from games.sheets import Dimension

Row = TypeVar("Row", DraftObject, DraftAffordance)


@dataclass(frozen=True)
class Counts:
    """How many candidates of a draft stand where.

    objects, affordances: by stage. sheets: of kept objects, by enrichment.
    defined: kept affordances with their definition. values: of the vocabulary.
    """

    objects: Counter[str] = field(default_factory=Counter)
    affordances: Counter[str] = field(default_factory=Counter)
    sheets: Counter[str] = field(default_factory=Counter)
    defined: int = 0
    values: int = 0

    @property
    def with_sheet(self) -> int:
        return sum(self.sheets[each] for each in WITH_SHEET)

    @property
    def without_sheet(self) -> int:
        """Kept objects that a model can be asked about: no sheet, and none on its way."""
        return self.sheets[Enrichment.NONE] + self.sheets[Enrichment.FAILED]

    @property
    def waiting(self) -> int:
        return self.sheets[Enrichment.WAITING]


def counts_of(drafts: Iterable[Draft]) -> dict[int, Counts]:
    """Draft id -> its counts, in three queries however many drafts there are."""
    found = {draft.pk: Counts() for draft in drafts}
    objects = DraftObject.objects.order_by().filter(draft__in=found)
    for pk, stage, enrichment, count in objects.values_list(
        "draft", "stage", "enrichment"
    ).annotate(Count("pk")):
        found[pk].objects[stage] += count
        if stage == Stage.KEPT:
            found[pk].sheets[enrichment] += count
    affordances = DraftAffordance.objects.order_by().filter(draft__in=found)
    rows = affordances.values_list("draft", "stage").annotate(
        Count("pk"), defined=Count("pk", filter=~Q(definition=""))
    )
    values = DraftValue.objects.order_by().filter(draft__in=found).values_list("draft")
    counted = dict(values.annotate(Count("pk")))
    defined: Counter[int] = Counter()
    for pk, stage, count, written in rows:
        found[pk].affordances[stage] = count
        defined[pk] += written if stage == Stage.KEPT else 0
    return {
        pk: Counts(each.objects, each.affordances, each.sheets, defined[pk], counted.get(pk, 0))
        for pk, each in found.items()
    }


def vocabulary_of(draft_id: int) -> Sequence[VocabularyValue]:
    rows = DraftValue.objects.filter(draft=draft_id).order_by("pk")
    return [
        VocabularyValue(Dimension(row.dimension), row.value, tuple(row.broader)) for row in rows
    ]


def newest_stored() -> Catalogue | None:
    """The catalogue that was stored last."""
    return Catalogue.objects.order_by("pk").last()


def vocabulary_file(catalogue: Catalogue) -> bytes:
    """The vocabulary.jsonl of a stored catalogue."""
    return formats.vocabulary_file(
        VocabularyValue(Dimension(row["dimension"]), row["value"], tuple(row["broader"]))
        for row in catalogue.vocabulary
    )


def next_object(draft_id: int, after: str = "") -> DraftObject | None:
    """The kept object behind this key that has no sheet and waits for none, or the first such."""
    asked = [Enrichment.NONE, Enrichment.FAILED]
    rows = DraftObject.objects.filter(draft=draft_id, stage=Stage.KEPT, enrichment__in=asked)
    return _behind(rows.order_by("key"), after)


def next_affordance(draft_id: int, after: str = "") -> DraftAffordance | None:
    """The kept affordance behind this key that has no definition, or the first such."""
    rows = DraftAffordance.objects.filter(draft=draft_id, stage=Stage.KEPT, definition="")
    return _behind(rows.order_by("key"), after)


def content_of(row: DraftObject) -> Mapping[str, Json]:
    """The sheet as it stands, in the form of a catalogue file."""
    return {name: getattr(row, name) for name in draft_sheets.CONTENT}


def left_without_sheet(draft_id: int, now: datetime) -> QuerySet[DraftObject]:
    """Kept objects that somebody may draft a sheet for now."""
    asked = Q(enrichment__in=[Enrichment.NONE, Enrichment.FAILED])
    due = Q(enrichment=Enrichment.WAITING) & (Q(due_at=None) | Q(due_at__lte=now))
    return DraftObject.objects.filter(asked | due, draft=draft_id, stage=Stage.KEPT)


def _behind(rows: QuerySet[Row], key: str) -> Row | None:
    return rows.filter(key__gt=key).first() or rows.first()
