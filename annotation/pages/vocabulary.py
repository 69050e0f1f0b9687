"""The values that sheets may use, by dimension."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.formats import VocabularyValue
from games.sheets import Dimension


@dataclass(frozen=True)
class DimensionShown:
    """values: such as: metal, steel (metal)."""

    name: str
    values: str


def by_dimension(vocabulary: Sequence[VocabularyValue]) -> list[DimensionShown]:
    """Every dimension with its values; empty where there is no vocabulary."""
    if not vocabulary:
        return []
    return [
        DimensionShown(dimension.value, ", ".join(_values(vocabulary, dimension)) or "none")
        for dimension in Dimension
    ]


def _values(vocabulary: Sequence[VocabularyValue], dimension: Dimension) -> list[str]:
    return [
        f"{row.value} ({', '.join(row.broader)})" if row.broader else row.value
        for row in vocabulary
        if row.dimension == dimension
    ]
