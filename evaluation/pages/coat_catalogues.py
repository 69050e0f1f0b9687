"""A COAT catalogue as researchers see it: the list, one of them, a utility, an object."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from evaluation import coat_stored
from evaluation.coat import notices
from evaluation.coat.notices import Notice, Oddity
from evaluation.coat.partition import Policy
from evaluation.coat.ranking import Order
from evaluation.coat.records import VARIABLES, Catalogue, Pair
from evaluation.models import CoatCatalogue
from evaluation.pages import coat_words

NOTICE_SHOWN = 20
MEANS = {
    Oddity.NO_VALUES: "No question about states has it.",
    Oddity.OUTSIDE_UTILITY: "It is a right answer for the task, and may be a wrong one where it"
    " is asked what serves the utility.",
    Oddity.COPIED_FILE: "Questions are the same without it, for only the other file is read.",
    Oddity.OTHER_CONFIGURATIONS: "Questions are drawn from the configurations of the file.",
    Oddity.OTHER_IDEALS: "Their questions may have other right options in the legacy partition,"
    " which follows the file, than in the corrected one, which follows the order of materials.",
    Oddity.UNCATEGORISED: "The corrected partition sorts them with the rest. In the legacy one"
    " they are never right, and never an option of Task-2; in Task-1 they may be wrong options.",
    Oddity.TWO_CATEGORIES: "In the legacy partition each can be a right option of Task-1 and one"
    " of the moderate ones of Task-2; in the corrected one it is in one category.",
}
"""What each oddity does to the questions."""


@dataclass(frozen=True)
class Bar:
    """number: its place from 1, in its address. objects, tasks: how many."""

    number: int
    label: str
    key: str
    objects: int
    tasks: int


@dataclass(frozen=True)
class NoticeLine:
    """means: for the questions. left: how many of what it speaks of are not shown."""

    text: str
    means: str
    about: Sequence[str]
    left: int


@dataclass(frozen=True)
class CataloguePage:
    """most_objects, most_tasks: of one utility, the length of the longest bar."""

    catalogue: CoatCatalogue
    utilities: Sequence[Bar]
    pairs: int
    objects: int
    configurations: int
    notices: Sequence[NoticeLine]
    sets: int

    @property
    def most_objects(self) -> int:
        return max(bar.objects for bar in self.utilities)

    @property
    def most_tasks(self) -> int:
        return max(bar.tasks for bar in self.utilities)


@dataclass(frozen=True)
class ObjectLine:
    number: int
    label: str
    key: str
    configurations: int


@dataclass(frozen=True)
class PairLine:
    """fitting: labels of the objects that fit. Counts are of the corrected partition."""

    number: int
    label: str
    fitting: Sequence[str]
    ideal: int
    moderate: int
    bad: int


@dataclass(frozen=True)
class UtilityPage:
    catalogue: CoatCatalogue
    key: str
    label: str
    phrase: str
    objects: Sequence[ObjectLine]
    pairs: Sequence[PairLine]


@dataclass(frozen=True)
class ValueLine:
    """common, ideal: the values in words; ideal is empty where it is not asked for."""

    variable: str
    common: str
    ideal: str


@dataclass(frozen=True)
class FitLine:
    """A pair that the object fits. materials: from the worst to the best, and the bad ones."""

    number: int
    label: str
    good: str
    bad: str


@dataclass(frozen=True)
class ObjectPage:
    catalogue: CoatCatalogue
    key: str
    label: str
    values: Sequence[ValueLine]
    configurations: int
    serves: Sequence[Bar]
    fits: Sequence[FitLine]


def listed() -> QuerySet[CoatCatalogue]:
    rows = CoatCatalogue.objects.annotate(sets=Count("question_sets"))
    return rows.select_related("parent", "made_by").order_by("-pk")


def catalogue_page(row: CoatCatalogue) -> CataloguePage:
    catalogue = coat_stored.catalogue_of(row.pk)
    return CataloguePage(
        catalogue=row,
        utilities=list(_bars(row)),
        pairs=len(catalogue.judged.pairs),
        objects=len(catalogue.judged.objects),
        configurations=len(catalogue.configurations),
        notices=[_notice(each) for each in notices.notices(catalogue)],
        sets=row.question_sets.count(),
    )


def utility_page(row: CoatCatalogue, number: int) -> UtilityPage | None:
    """None where the catalogue has not so many."""
    catalogue, labels = coat_stored.catalogue_of(row.pk), coat_stored.labels_of(row.pk)
    judged = catalogue.judged
    if not 1 <= number <= len(judged.utilities):
        return None
    key = judged.utilities[number - 1]
    return UtilityPage(
        catalogue=row,
        key=key,
        label=labels.utility(key),
        phrase=labels.phrase(key),
        objects=[_object_line(row, catalogue, name) for name in judged.objects_of[key]],
        pairs=[_pair_line(row, pair) for pair in judged.pairs if pair.utility == key],
    )


def object_page(row: CoatCatalogue, number: int) -> ObjectPage | None:
    """None where the catalogue has not so many."""
    catalogue = coat_stored.catalogue_of(row.pk)
    judged = catalogue.judged
    if not 1 <= number <= len(judged.objects):
        return None
    key = judged.objects[number - 1]
    return ObjectPage(
        catalogue=row,
        key=key,
        label=coat_stored.labels_of(row.pk).object(key),
        values=list(_values(catalogue, key)),
        configurations=len(catalogue.configurations_of[key]),
        serves=[bar for bar in _bars(row) if key in judged.objects_of[bar.key]],
        fits=list(_fits(row, catalogue, key)),
    )


def _bars(row: CoatCatalogue) -> Iterator[Bar]:
    judged, labels = coat_stored.catalogue_of(row.pk).judged, coat_stored.labels_of(row.pk)
    for number, key in enumerate(judged.utilities, start=1):
        objects, tasks = len(judged.objects_of[key]), len(judged.tasks_of[key])
        yield Bar(number, labels.utility(key), key, objects, tasks)


def _notice(notice: Notice) -> NoticeLine:
    about = notice.about[:NOTICE_SHOWN]
    means = MEANS[notice.oddity]
    return NoticeLine(notice.text, means, about, len(notice.about) - len(about))


def _object_line(row: CoatCatalogue, catalogue: Catalogue, name: str) -> ObjectLine:
    number = catalogue.judged.objects.index(name) + 1
    label = coat_stored.labels_of(row.pk).object(name)
    return ObjectLine(number, label, name, len(catalogue.configurations_of[name]))


def _pair_line(row: CoatCatalogue, pair: Pair) -> PairLine:
    pools = coat_stored.pools_with(row.pk, Policy.CORRECTED, Order.LEXICOGRAPHIC)
    judged, labels = pools.catalogue.judged, coat_stored.labels_of(row.pk)
    partition = pools.partitions[pair]
    return PairLine(
        number=judged.pairs.index(pair) + 1,
        label=labels.task(pair.task),
        fitting=[labels.object(name) for name in judged.context_of[pair]],
        ideal=len(partition.ideal),
        moderate=len(partition.moderate),
        bad=len(partition.bad),
    )


def _values(catalogue: Catalogue, key: str) -> Iterator[ValueLine]:
    common, ideal = catalogue.judged.common[key], catalogue.judged.ideal[key]
    for variable, name in zip(VARIABLES, coat_words.ASIDE, strict=True):
        yield ValueLine(
            variable=name,
            common=", ".join(map(coat_words.value, common.of(variable))),
            ideal=", ".join(map(coat_words.value, ideal.of(variable))),
        )


def _fits(row: CoatCatalogue, catalogue: Catalogue, key: str) -> Iterator[FitLine]:
    judged, labels = catalogue.judged, coat_stored.labels_of(row.pk)
    for number, pair in enumerate(judged.pairs, start=1):
        if key in judged.context_of[pair]:
            preference = judged.preferences[pair][key]
            label = f"{labels.utility(pair.utility)}: {labels.task(pair.task)}"
            yield FitLine(number, label, " < ".join(preference.good), ", ".join(preference.bad))
