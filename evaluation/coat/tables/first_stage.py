"""The table of what modular runs listed in their first stage."""

from collections.abc import Sequence

from evaluation.coat.score import Rates
from evaluation.coat.tables.cells import Cell, Column, Result, Row, Table, Unit
from evaluation.metrics.intervals import NOTHING_COUNTED, Estimate, Figure

COLUMNS = (
    Column("recall", "right object listed"),
    Column("precision", "listed objects that fit"),
    Column("given_survival", "accuracy of what is left"),
    Column("lost", "questions lost", unit=Unit.COUNT),
    Column("no_list", "no list", unit=Unit.COUNT),
    Column("unknown", "unknown names", unit=Unit.COUNT),
)
_SHARES = ("recall", "precision", "given_survival")


def first_stage(results: Sequence[Result]) -> Table:
    """A row a modular run and variation, the cases and counts of its repeats added up."""
    rows = [
        Row(f"{each.model}, {each.kind} {name}", _cells(runs))
        for each in results
        if each.modular
        for name, runs in each.runs.items()
    ]
    return Table("First stage", COLUMNS, tuple(rows))


def _cells(runs: Sequence[Rates]) -> dict[str, Cell]:
    found = [each.stages for each in runs if each.stages]
    questions = sum(each.questions for each in runs)
    cells = {key: _pooled([getattr(each, key) for each in found], len(runs)) for key in _SHARES}
    for column in COLUMNS:
        if column.key not in _SHARES:
            total = sum(getattr(each, column.key) for each in found)
            cells[column.key] = Cell(float(total), questions=questions, runs=len(runs))
    return cells


def _pooled(figures: Sequence[Figure], runs: int) -> Cell:
    """A share of all cases: questions, listed objects, or questions that were not lost."""
    known = [each for each in figures if isinstance(each, Estimate)]
    cases = sum(each.n for each in known)
    if not cases:
        return Cell(None, NOTHING_COUNTED)
    return Cell(sum(each.value * each.n for each in known) / cases, questions=cases, runs=runs)
