"""What the sources say is read once by a worker and frozen, so that nothing reads them again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from evaluation import facts, induction_sources
from evaluation.induction import asking, documents, specs
from evaluation.induction.specs import InductionSpec
from evaluation.induction.values import Topic
from evaluation.induction_sources import Gathered, Reading, SourceMissing
from evaluation.kari.facts import Fact, of_sheet
from evaluation.models import InducedAffordance, Induction
from games import matrices, selectors
from games.models import Catalogue

ROWS_AT_ONCE = 200


@dataclass(frozen=True)
class Found:
    """What is to be frozen. facts: of the sources and of the process that read them."""

    gathered: Gathered
    facts: dict[str, object]


def look(induction: Induction, told: Callable[[int], None]) -> Found:
    """Read the sources; told: is called with the lines read so far, and may raise.

    Raises SourceMissing, and BrokenLine where broken lines are not passed over.
    """
    spec = specs.of_json(induction.spec)
    affordances = dict(induction.affordances.order_by("position").values_list("key", "text"))
    catalogue = _catalogue(spec)
    more = partial(_of_catalogue, catalogue) if catalogue else tuple
    reading = Reading(spec.sources, told, more)
    sources = induction_sources.described(spec.sources)
    gathered = induction_sources.gather(spec, affordances, reading)
    found: dict[str, object] = {
        "sources": sources,
        "prompts": asking.hashes(),
        "process": facts.of_process(),
        "passed_over": reading.passed_over,
        "broken": reading.broken,
        "used": _used(catalogue, gathered.topics) if catalogue else [],
    }
    return Found(gathered, found)


def freeze(induction: Induction, found: Found, *, now: datetime) -> None:
    """Store it with the affordances. The caller holds the induction, and calls it once."""
    rows = {row.key: row for row in induction.affordances.all()}
    for topic in found.gathered.topics:
        row = rows[topic.key]
        row.things, row.count = documents.of_things(topic.things), len(topic.things)
        row.left_out = found.gathered.left_out.get(topic.key, 0)
        if not topic.things:
            row.status = InducedAffordance.Status.NO_THINGS
    with transaction.atomic():
        InducedAffordance.objects.bulk_update(
            list(rows.values()),
            ["things", "count", "left_out", "status"],
            batch_size=ROWS_AT_ONCE,
        )
        Induction.objects.filter(pk=induction.pk).update(facts=found.facts, read_at=now)


def topic_of(row: InducedAffordance) -> Topic:
    return Topic(row.key, row.text, documents.things(row.things))


def _catalogue(spec: InductionSpec) -> Catalogue | None:
    if not spec.sources.catalogue:
        return None
    found = Catalogue.objects.filter(version=spec.sources.catalogue).first()
    if found is None:
        raise SourceMissing(f"The catalogue {spec.sources.catalogue} is stored no more.")
    return found


def _of_catalogue(catalogue: Catalogue) -> Iterator[Fact]:
    """Each object as it is described, with the affordances that it is labelled with."""
    sheets = selectors.sheets_of(catalogue.pk)
    known = matrices.labels_of(catalogue.pk)
    for line, (object_id, labels) in enumerate(
        zip(known.objects, known.labels, strict=True), start=1
    ):
        held = [key for key, yes in zip(known.affordances, labels, strict=True) if yes]
        yield from of_sheet(sheets[object_id], held, file=catalogue.version, line=line)


def _used(catalogue: Catalogue, topics: tuple[Topic, ...]) -> list[dict[str, object]]:
    """The catalogue with the objects that became evidence, whose labels were looked at."""
    names = {
        fact.thing
        for topic in topics
        for thing in topic.things
        for fact in thing.why
        if fact.origin.source == catalogue.version
    }
    sheets = selectors.sheets_of(catalogue.pk).values()
    keys = sorted(sheet.key for sheet in sheets if sheet.name.casefold() in names)
    return [{"catalogue": catalogue.version, "objects": keys, "labels": True}]
