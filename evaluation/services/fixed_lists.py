"""FIX20Q's lists: the shipped one of a catalogue, and those made of what runs asked."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.db import IntegrityError, transaction
from django.db.models import Count

from evaluation.models import FixedList, Run
from games import checkers, fixed_list
from games.labels import Split
from games.models import Catalogue, Turn
from games.rules import TurnStatus
from games.services import baselines
from games.sheets import Dimension


class NoList(Exception):
    """No list of this name, or none can be made; the message says why."""


@dataclass(frozen=True)
class ListedQuestion:
    """count: how often the runs asked it; sources: run -> its share of them."""

    pair: str
    text: str
    count: int = 0
    sources: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Listed:
    """name: "" for the shipped list. split: of the games that it was made on."""

    name: str
    catalogue: str
    split: str
    questions: Sequence[ListedQuestion]

    @property
    def sha256(self) -> str:
        """Of the questions alone, in their order."""
        rows = [[question.pair, question.text] for question in self.questions]
        canonical = json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


def list_of(name: str, catalogue_id: int) -> Listed:
    """Return the list of this name for a catalogue, the shipped one for ""; raises NoList."""
    if not name:
        return shipped(catalogue_id)
    row = FixedList.objects.filter(name=name).select_related("catalogue").first()
    if row is None:
        raise NoList(f"There is no list {name!r}.")
    if row.catalogue_id != catalogue_id:
        raise NoList(f"The list {name!r} is of the catalogue {row.catalogue.version}.")
    return listed(row)


def listed(row: FixedList) -> Listed:
    questions = tuple(ListedQuestion(**question) for question in row.questions)
    return Listed(row.name, row.catalogue.version, row.split, questions)


@lru_cache(maxsize=8)
def shipped(catalogue_id: int) -> Listed:
    """The default list, which the dev games' labels make; raises NoList where there are none."""
    deals = baselines.deals_of(catalogue_id)
    pool = baselines.pool_of(catalogue_id)
    dev = [each.deal for each in deals if each.split == Split.DEV]
    version = Catalogue.objects.values_list("version", flat=True).get(pk=catalogue_id)
    try:
        places = fixed_list.fixed_list(baselines.facts_of(catalogue_id), pool, dev)
    except ValueError as error:
        raise NoList(f"{version}: {error}") from error
    asked = [pool.questions[place] for place in places]
    questions = tuple(ListedQuestion(str(each.pair), each.text) for each in asked)
    return Listed("", version, Split.DEV, questions)


@dataclass(frozen=True)
class Curated:
    """row: as it is stored. asked: valid questions counted; outside: those of no pool question."""

    row: FixedList
    asked: int
    outside: int


def curate(name: str, runs: Iterable[Run], split: Split) -> Curated:
    """Store the most asked valid questions of the runs' games of a split, of all dimensions.

    Raises NoList where the name is taken, the runs are of several catalogues, or they asked too
    few different questions; nothing is stored then.
    """
    chosen = list(runs)
    catalogue = _one_catalogue(chosen)
    counts, outside = _counted(chosen, catalogue.pk, split)
    questions = _listed_of(counts, catalogue.pk)
    made = Listed(name, catalogue.version, split, questions)
    row = FixedList(
        name=name,
        catalogue=catalogue,
        split=split,
        questions=[as_row(question) for question in questions],
        sha256=made.sha256,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise NoList(f"A list {name!r} is there already; a list never changes.") from None
    return Curated(row, sum(map(Counter.total, counts.values())) + outside, outside)


def _one_catalogue(runs: Sequence[Run]) -> Catalogue:
    catalogues = {run.catalogue_id: run.catalogue for run in runs}
    if len(catalogues) != 1:
        versions = ", ".join(sorted(each.version for each in catalogues.values())) or "no run"
        raise NoList(f"A list is made of runs of one catalogue, not of {versions}.")
    return next(iter(catalogues.values()))


def _counted(
    runs: Sequence[Run], catalogue_id: int, split: Split
) -> tuple[dict[int, Counter[str]], int]:
    """Place in the pool -> run -> how often it was asked; and how many are of no place."""
    place_of = _places(catalogue_id)
    asked = (
        Turn.objects.filter(
            play__episode__run__in=runs, play__game__split=split, status=TurnStatus.ANSWERED
        )
        .values_list("play__episode__run__slug", "probe")
        .annotate(count=Count("pk"))
        .order_by("play__episode__run__slug", "probe")
    )
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    outside = 0
    for slug, probe, count in asked:
        if probe in place_of:
            counts[place_of[probe]][slug] += count
        else:
            outside += count
    return counts, outside


@lru_cache(maxsize=8)
def _places(catalogue_id: int) -> Mapping[str, int]:
    """A pair, in the pool's words or the rule-based Checker's -> its place in the pool."""
    questions = baselines.pool_of(catalogue_id).questions
    places: dict[str, int] = {}
    for place, question in enumerate(questions):
        for pair in checkers.rule(question.text).pairs:
            places[str(pair)] = place
    return places | {str(question.pair): place for place, question in enumerate(questions)}


def most_asked(
    counts: Mapping[int, Counter[str]], dimensions: Sequence[Dimension]
) -> tuple[int, ...]:
    """Return the places of a list's questions, the most asked first.

    counts: place in the pool -> run -> how often it was asked. dimensions: of each place.
    Raises NoList where too few were asked, or none of some dimension.
    """
    best_first = sorted(counts, key=lambda place: (-counts[place].total(), place))
    if len(best_first) < fixed_list.COUNT:
        raise NoList(
            f"{len(best_first)} different questions of the pool were asked, "
            f"a list has {fixed_list.COUNT}."
        )
    missing = set(Dimension) - {dimensions[place] for place in best_first}
    if missing:
        raise NoList(f"No question on {', '.join(sorted(missing))} was asked.")
    return fixed_list.covering(best_first, dimensions)


def _listed_of(counts: Mapping[int, Counter[str]], catalogue_id: int) -> tuple[ListedQuestion, ...]:
    questions = baselines.pool_of(catalogue_id).questions
    places = most_asked(counts, [question.pair.dimension for question in questions])
    return tuple(
        ListedQuestion(
            pair=str(questions[place].pair),
            text=questions[place].text,
            count=counts[place].total(),
            sources=dict(sorted(counts[place].items())),
        )
        for place in places
    )


def as_row(question: ListedQuestion) -> dict[str, object]:
    return {
        "pair": question.pair,
        "text": question.text,
        "count": question.count,
        "sources": dict(question.sources),
    }


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    shipped.cache_clear()
    _places.cache_clear()
