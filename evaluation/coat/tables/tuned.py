"""Tables and a figure of tuned models, each beside the model that it comes from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation.coat.score import Rates
from evaluation.coat.spreads import option_counts, variations_with
from evaluation.coat.tables import published
from evaluation.coat.tables.accuracies import MEANS_NOTE, TITLES
from evaluation.coat.tables.cells import (
    Cell,
    Chart,
    Column,
    Line,
    Measure,
    Point,
    Result,
    Row,
    Table,
    Unit,
    accuracy,
    bad_rate,
    cell_of,
    mean_cell,
    measured,
    published_row,
)
from evaluation.coat.variations import Kind, Variation
from evaluation.metrics.intervals import NOT_MEASURED, Figure, Undefined

TITLE = "Before and after tuning"
BY_SET_NOTE = (
    "Difference: of the accuracies over the same questions, after less before, with its 95%"
    " interval. Where 0 lies within, the two cannot be told apart."
)
_COUNT, _POINTS = Unit.COUNT, Unit.POINTS
BY_SET = (
    Column("chance", "chance", "set"),
    Column("questions", "questions", "set", _COUNT),
    Column("learnt", "tuned on", "set", _COUNT),
    Column("accuracy-before", "before", "accuracy"),
    Column("accuracy-after", "after", "accuracy"),
    Column("difference", "difference", "accuracy", _POINTS),
    Column("bad-before", "before", "bad rate"),
    Column("bad-after", "after", "bad rate"),
    Column("invalid-before", "before", "no answer"),
    Column("invalid-after", "after", "no answer"),
)
_MEASURES: Mapping[str, Measure] = {
    "accuracy": accuracy,
    "bad": bad_rate,
    "invalid": lambda rates: rates.invalid,
}


@dataclass(frozen=True)
class Beside:
    """A set that was put to both models, asked alike.

    model: the tuned one. note: how it was tuned. before, after: the repeats of either.
    difference: of the accuracies, after less before, over the same questions.
    learnt: how many of the questions it was tuned on.
    """

    model: str
    parent: str
    note: str
    question_set: str
    variation: Variation
    before: Sequence[Rates]
    after: Sequence[Rates]
    difference: Figure
    learnt: int


def by_set(found: Sequence[Beside]) -> Table:
    """A row a tuned model and set; the note says how each model was tuned."""
    rows = [Row(_name(each), _cells(each), note=each.question_set) for each in found]
    made = dict.fromkeys(f"{each.model}: from {each.parent}, {each.note}." for each in found)
    return Table(f"{TITLE}, set by set", BY_SET, tuple(rows), " ".join([BY_SET_NOTE, *made]))


def means(kinds: Sequence[Kind], found: Sequence[Beside]) -> Table:
    """Means by number of options, the kinds under each; a tuned model below its parent.

    Of both models alone over the sets that stand beside each other, so over the same variations;
    where one of them is missing there is no mean.
    """
    columns = tuple(
        Column(f"{kind}-{options}", TITLES[kind], f"mean accuracy, {options} options")
        for options in published.OPTIONS
        for kind in kinds
    )
    rows: list[Row] = []
    for of in _pairs(found).values():
        rows.append(Row(of[0].parent, _means(columns, _results(of, after=False)), note="before"))
        rows.append(Row(of[0].model, _means(columns, _results(of, after=True)), note=of[0].note))
    for label, paper in (("PaLM", published.BY_OPTIONS), ("PaLM, tuned", published.TUNED)):
        rows.append(published_row(label, columns, _paper(kinds, paper)))
    return Table(f"{TITLE}, means", columns, tuple(rows), MEANS_NOTE)


def chart(kinds: Sequence[Kind], found: Sequence[Beside]) -> Chart:
    """Accuracy before and after of each variation, and the means with those of the paper."""
    lines: list[Line] = []
    for of in _pairs(found).values():
        lines.append(Line(of[0].parent, _points(of, after=False)))
        lines.append(Line(of[0].model, _points(of, after=True)))
    for label, paper in (("PaLM", published.BY_OPTIONS), ("PaLM, tuned", published.TUNED)):
        values = _paper(kinds, paper)
        points = [
            Point(_mean_of(kind, options), Cell(values[key] / 100), _group(kind, options))
            for kind, options, key in _places(kinds)
            if key in values
        ]
        lines.append(Line(label, tuple(points), published=True))
    return Chart(f"{TITLE}: accuracy", "", "accuracy", tuple(lines))


def _name(each: Beside) -> str:
    return f"{each.model}: {TITLES[each.variation.kind]}, v{each.variation.name}"


def _cells(each: Beside) -> dict[str, Cell]:
    sides = {"before": each.before, "after": each.after}
    return {
        "chance": Cell(each.variation.chance),
        "questions": Cell(float(each.after[0].questions)),
        "learnt": Cell(float(each.learnt)),
        "difference": _difference(each.difference),
        **{
            f"{name}-{side}": replace(measured(of, measure), questions=0)
            for name, measure in _MEASURES.items()
            for side, of in sides.items()
        },
    }


def _difference(found: Figure) -> Cell:
    if isinstance(found, Undefined):
        return Cell(None, found.reason)
    return Cell(found.value, interval=found.interval)


def _pairs(found: Sequence[Beside]) -> dict[tuple[str, str], list[Beside]]:
    """By parent and tuned model, in their order."""
    pairs: dict[tuple[str, str], list[Beside]] = {}
    for each in found:
        pairs.setdefault((each.parent, each.model), []).append(each)
    return pairs


def _results(of: Iterable[Beside], *, after: bool) -> dict[Kind, Result]:
    """Several sets of one variation are its repeats."""
    runs: dict[Kind, dict[str, list[Rates]]] = {}
    for each in of:
        of_kind = runs.setdefault(each.variation.kind, {})
        of_kind.setdefault(each.variation.name, []).extend(each.after if after else each.before)
    return {kind: Result("", kind, runs[kind]) for kind in Kind if kind in runs}


def _means(columns: Sequence[Column], results: Mapping[Kind, Result]) -> dict[str, Cell]:
    return {column.key: _mean(column.key, results) for column in columns}


def _mean(key: str, results: Mapping[Kind, Result]) -> Cell:
    kind, _, options = key.rpartition("-")
    result = results.get(Kind(kind))
    if result is None:
        return Cell(None, NOT_MEASURED)
    return mean_cell(result, variations_with(Kind(kind), int(options)), accuracy)


def _points(of: Sequence[Beside], *, after: bool) -> tuple[Point, ...]:
    """Each variation, and the means that there are."""
    points: list[Point] = []
    for kind, result in _results(of, after=after).items():
        for options in option_counts(kind):
            names, group = variations_with(kind, options), _group(kind, options)
            if len(names) > 1:
                points += [
                    Point(f"v{name}", measured(result.runs[name], accuracy), group)
                    for name in names
                    if name in result.runs
                ]
            points.append(Point(_mean_of(kind, options), _whole(result, names), group))
    return tuple(point for point in points if point.cell.value is not None)


def _whole(result: Result, names: Sequence[str]) -> Cell:
    """The mean over these variations; of one alone its own figure, with its interval."""
    if len(names) > 1:
        return mean_cell(result, names, accuracy)
    return cell_of(result, names[0], accuracy)


def _mean_of(kind: Kind, options: int) -> str:
    """What stands below it; nothing where one variation alone has as many options."""
    return "mean" if len(variations_with(kind, options)) > 1 else ""


def _places(kinds: Iterable[Kind]) -> Iterator[tuple[Kind, int, str]]:
    for kind in kinds:
        for options in published.OPTIONS:
            yield kind, options, f"{kind}-{options}"


def _paper(kinds: Iterable[Kind], paper: Mapping[Kind, published.Means]) -> dict[str, float]:
    """Key of a column -> percent, of PaLM."""
    values: dict[str, float] = {}
    for kind in kinds:
        told = paper.get(kind, {}).get("PaLM", ())
        for options, value in zip(published.OPTIONS, told, strict=False):
            values[f"{kind}-{options}"] = value
    return values


def _group(kind: Kind, options: int) -> str:
    return f"{TITLES[kind]}, {options} options (chance {1 / options:.0%})"
