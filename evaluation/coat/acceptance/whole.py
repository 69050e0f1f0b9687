"""All checks, V1 to V24 in their order."""

from collections.abc import Iterator, Mapping

from evaluation.coat.acceptance import published_data, question_sets, vectors
from evaluation.coat.acceptance.checks import Check
from evaluation.coat.acceptance.question_sets import Progress
from evaluation.coat.records import Catalogue


def all_checks(catalogue: Catalogue, files: Mapping[str, bytes], told: Progress) -> Iterator[Check]:
    """files: what the catalogue was read from."""
    yield from published_data.counts(catalogue.judged)
    yield from published_data.oddities(catalogue)
    yield from published_data.configurations(catalogue)
    yield from published_data.ideals(catalogue)
    yield from published_data.penalties(catalogue)
    yield from published_data.preferences(catalogue.judged)
    yield from published_data.pair_table(catalogue)
    yield from question_sets.all_sets(catalogue, told)
    yield from vectors.agreement()
    yield from published_data.sums(catalogue)
    yield from published_data.round_trip(catalogue, files)
