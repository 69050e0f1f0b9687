"""Stored catalogues, schemes and question sets as the values of COAT's core."""

from collections.abc import Iterator
from functools import lru_cache

from evaluation.coat import reading, set_files
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.exports.parts import Origin
from evaluation.coat.generate import QuestionSet, SetSpec, Share
from evaluation.coat.json_files import FILES
from evaluation.coat.labels import FILE as LABELS_FILE
from evaluation.coat.labels import Labels, read_labels
from evaluation.coat.partition import SCHEMES, Policy
from evaluation.coat.penalties import PenaltyScheme
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.questions import Question
from evaluation.coat.ranking import Order
from evaluation.coat.records import Catalogue, Pair
from evaluation.coat.schemes import read_scheme
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue, CoatFile
from evaluation.models import PenaltyScheme as StoredScheme
from evaluation.models import QuestionSet as StoredSet

LINES_AT_ONCE = 500


def files_of(catalogue: CoatCatalogue) -> dict[str, bytes]:
    """Name -> bytes as they were stored, in the order of the published files, labels last."""
    stored = dict(CoatFile.objects.filter(catalogue=catalogue).values_list("name", "text"))
    found = {name: stored[name].encode() for name in FILES}
    if catalogue.labels:
        found[LABELS_FILE] = catalogue.labels.encode()
    return found


@lru_cache(maxsize=4)
def catalogue_of(catalogue_id: int) -> Catalogue:
    found = reading.read(files_of(CoatCatalogue.objects.get(pk=catalogue_id)))
    assert found.content is not None  # nothing else is stored
    return found.content


@lru_cache(maxsize=16)
def labels_of(catalogue_id: int) -> Labels:
    text = CoatCatalogue.objects.values_list("labels", flat=True).get(pk=catalogue_id)
    if not text:
        return Labels()
    found = read_labels(text.encode(), catalogue_of(catalogue_id).judged)
    assert found.content is not None  # nothing else is stored
    return found.content


@lru_cache(maxsize=16)
def scheme_of(scheme_id: int) -> PenaltyScheme:
    table = StoredScheme.objects.values_list("table", flat=True).get(pk=scheme_id)
    found = read_scheme(table.encode())
    assert found.content is not None  # nothing else is stored
    return found.content


@lru_cache(maxsize=8)
def pools_with(
    catalogue_id: int, partition: Policy, order: Order, scheme_id: int | None = None
) -> Pools:
    """scheme_id: of a stored scheme; None for the partition's own."""
    scheme = scheme_of(scheme_id) if scheme_id else None
    return Pools(catalogue_of(catalogue_id), Policies(partition, order, scheme))


def pools_of(row: StoredSet) -> Pools:
    """The pools that the set was drawn from."""
    return pools_with(
        row.catalogue_id,
        Policy(row.partition),
        Order(row.order),
        row.scheme_id,
    )


def used_scheme(pools: Pools) -> PenaltyScheme:
    return pools.policies.scheme or SCHEMES[pools.policies.partition]


def spec_of(row: StoredSet) -> SetSpec:
    return SetSpec(
        kind=Kind(row.kind),
        variation=row.variation,
        size=row.size,
        seed=row.seed,
        weights=Weights(row.weights),
        padding=Padding(row.padding),
    )


def origin_of(row: CoatCatalogue) -> Origin:
    return Origin(title=row.title, licence=row.licence, sha256=row.sha256)


def question_in(row: StoredSet, line: str) -> Question:
    """The question that a line of the set tells."""
    found = set_files.read_lines(line.encode(), catalogue_of(row.catalogue_id), row.slug)
    assert found.content is not None  # nothing else is stored
    return found.content[0]


def questions_of(row: StoredSet) -> tuple[Question, ...]:
    """All of a ready set, by number."""
    data = "".join(lines_of(row)).encode()
    found = set_files.read_lines(data, catalogue_of(row.catalogue_id), row.slug)
    assert found.content is not None  # nothing else is stored
    return found.content


def lines_of(row: StoredSet) -> Iterator[str]:
    """The lines of a set, to the byte, read a few at a time."""
    rows = row.questions.order_by("number").values_list("line", flat=True)
    yield from rows.iterator(chunk_size=LINES_AT_ONCE)


def set_of(row: StoredSet) -> QuestionSet:
    """The ready set as it was generated."""
    return QuestionSet(
        spec=spec_of(row),
        policies=pools_of(row).policies,
        shares=shares_of(row),
        questions=questions_of(row),
    )


def shares_of(row: StoredSet) -> tuple[Share, ...]:
    return tuple(
        Share(Pair(each["utility"], each["task"]), each["allotted"], each["possible"])
        for each in row.shares
    )


def document_of(row: StoredSet) -> str:
    """What the set was made by, as JSON."""
    return set_files.set_document(set_of(row), row.sha256)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own catalogues."""
    for kept in (catalogue_of, labels_of, scheme_of, pools_with):
        kept.cache_clear()
