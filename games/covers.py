"""The fewest sets that together cover everything: exact, by iterative deepening."""

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]


def smallest_cover(covers: BoolArray) -> tuple[int, ...]:
    """Return the fewest columns that together have a True in every row, in ascending order.

    covers: (rows, columns), with at least one True in each row.
    """
    if not len(covers):
        return ()
    rows, columns = _reduced(covers)
    reduced = covers[np.ix_(rows, columns)]
    masks = [_bits(reduced[:, column]) for column in range(len(columns))]
    choices = [np.flatnonzero(row).tolist() for row in reduced]
    search = _CoverSearch(masks, choices)
    return tuple(sorted(int(columns[chosen]) for chosen in search.run((1 << len(rows)) - 1)))


class _CoverSearch:
    """Iterative deepening over bitmasks; a bit is a row that is still to be covered.

    masks: for each column the rows that it covers.
    choices: for each row the columns that cover it; rows with few choices come first, so the
        lowest open bit is the one with the fewest ways out.
    """

    def __init__(self, masks: list[int], choices: list[list[int]]) -> None:
        self.masks = masks
        self.choices = choices
        self.failed: dict[int, int] = {}

    def run(self, open_rows: int) -> list[int]:
        depth = 1
        while (found := self._within(open_rows, depth)) is None:
            depth += 1
        return found

    def _within(self, open_rows: int, depth: int) -> list[int] | None:
        """Columns that cover the open rows, at most `depth` of them, or None."""
        if not open_rows:
            return []
        if depth == 1:
            return self._single(open_rows)
        if self.failed.get(open_rows, 0) >= depth:
            return None
        if not self._hopeless(open_rows, depth):
            for column in self._by_gain(open_rows):
                rest = self._within(open_rows & ~self.masks[column], depth - 1)
                if rest is not None:
                    return [column, *rest]
        self.failed[open_rows] = depth
        return None

    def _single(self, open_rows: int) -> list[int] | None:
        columns = self.choices[_lowest(open_rows)]
        return next(([c] for c in columns if not open_rows & ~self.masks[c]), None)

    def _hopeless(self, open_rows: int, depth: int) -> bool:
        """Whether even the `depth` best columns, were they disjoint, could not cover the rows."""
        gains = sorted(((open_rows & mask).bit_count() for mask in self.masks), reverse=True)
        return sum(gains[:depth]) < open_rows.bit_count()

    def _by_gain(self, open_rows: int) -> list[int]:
        """The columns that cover the hardest open row, the most useful first."""
        columns = self.choices[_lowest(open_rows)]
        gain = {c: (open_rows & self.masks[c]).bit_count() for c in columns}
        return sorted(gain, key=lambda column: (-gain[column], column))


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _reduced(covers: BoolArray) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns that decide the smallest cover, rows with the fewest choices first.

    A row that is covered whenever another row is, and a column that covers no more than
    another column, can be left out.
    """
    rows, columns = np.arange(len(covers)), np.arange(covers.shape[1])
    while True:
        before = len(rows), len(columns)
        rows = rows[_minimal(covers[np.ix_(rows, columns)])]
        columns = columns[_minimal(~covers[np.ix_(rows, columns)].T)]
        if (len(rows), len(columns)) == before:
            break
    few_first = np.argsort(covers[np.ix_(rows, columns)].sum(axis=1), kind="stable")
    return rows[few_first], columns


def _minimal(sets: BoolArray) -> BoolArray:
    """Which rows, read as sets, contain no other row; of equal rows the first."""
    members = sets.astype(np.float32)
    size = members.sum(axis=1)
    within = (members @ members.T) >= size[:, np.newaxis]
    equal = within & within.T
    earlier = np.tri(len(sets), k=-1, dtype=bool).T
    beaten = within & (~equal | earlier)
    np.fill_diagonal(beaten, False)
    return np.asarray(~beaten.any(axis=0))


def _bits(flags: BoolArray) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
