"""How often each letter was chosen: a histogram of places, by number of options."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evaluation.coat.questions import LETTERS
from evaluation.coat.score import Rates
from evaluation.coat.tables.accuracies import TITLES
from evaluation.coat.tables.cells import (
    Cell,
    Chart,
    Column,
    Line,
    Point,
    Result,
    Table,
    Unit,
    row_of,
)
from evaluation.metrics.intervals import NOTHING_COUNTED

NOTE = (
    "Shares of all questions and repeats. Right: where the right option stood; whoever prefers a"
    " place chooses it more often than that."
)
_CHOSEN, _RIGHT, _NONE = "chosen", "right", "none"
COLUMNS = (
    Column("questions", "questions", "all", Unit.COUNT),
    *(Column(f"{_CHOSEN}-{letter}", letter, "chosen") for letter in LETTERS),
    Column(_NONE, "no answer", "chosen"),
    *(Column(f"{_RIGHT}-{letter}", letter, "right") for letter in LETTERS),
)


@dataclass
class _Counts:
    questions: int = 0
    chosen: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    def add(self, rates: Rates) -> None:
        self.questions += rates.questions
        self.chosen.update(rates.chosen)
        self.right.update(rates.right)


def letters(results: Sequence[Result]) -> Table:
    """A row for each model, kind and number of options; repeats and variations added up."""
    rows = [
        row_of(each, f"{_name(each)}, {TITLES[each.kind]}, {options} options", _cells(of, options))
        for each in results
        for options, of in _by_options([each]).items()
    ]
    return Table("Letters chosen", COLUMNS, tuple(rows), NOTE)


def chart(results: Sequence[Result]) -> Chart:
    """A line a model over all its kinds, and where the right options of them all stood."""
    named: dict[str, list[Result]] = {}
    for each in results:
        named.setdefault(_name(each), []).append(each)
    lines = [Line(name, _points(of, _CHOSEN)) for name, of in named.items()]
    right = Line("Right options", _points(results, _RIGHT), published=True)
    return Chart("Letters chosen", "", "share", (*lines, right) if lines else ())


def _name(each: Result) -> str:
    return f"{each.model}, modular" if each.modular else each.model


def _by_options(results: Iterable[Result]) -> dict[int, _Counts]:
    found: dict[int, _Counts] = {}
    for each in results:
        for runs in each.runs.values():
            for rates in runs:
                found.setdefault(rates.variation.options, _Counts()).add(rates)
    return dict(sorted(found.items()))


def _cells(of: _Counts, options: int) -> dict[str, Cell]:
    offered = LETTERS[:options]
    missing = of.questions - of.chosen.total()
    cells = {
        f"{name}-{letter}": _share(counts[letter], of.questions)
        if letter in offered
        else Cell(None)
        for name, counts in ((_CHOSEN, of.chosen), (_RIGHT, of.right))
        for letter in LETTERS
    }
    counted = Cell(float(of.questions))
    return {"questions": counted, **cells, _NONE: _share(missing, of.questions)}


def _points(results: Iterable[Result], name: str) -> tuple[Point, ...]:
    return tuple(
        Point(letter, _cells(of, options)[f"{name}-{letter}"], f"{options} options")
        for options, of in _by_options(results).items()
        for letter in LETTERS[:options]
    )


def _share(count: int, questions: int) -> Cell:
    """Without an interval: repeats of a question are not independent of each other."""
    return Cell(count / questions) if questions else Cell(None, NOTHING_COUNTED)
