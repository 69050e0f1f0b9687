"""Tables of models: accuracy by variation and by number of options, single and modular."""

from collections.abc import Iterator, Sequence

from evaluation.coat.spreads import option_counts, variations_with
from evaluation.coat.tables import published
from evaluation.coat.tables.cells import (
    Cell,
    Column,
    Measure,
    Result,
    Row,
    Table,
    accuracy,
    bad_rate,
    cell_of,
    mean_cell,
    published_row,
    row_of,
)
from evaluation.coat.variations import VARIATIONS, Kind

MEANS_NOTE = (
    "Means are unweighted over all variations with as many options, and have no interval; where"
    " one was not asked, there is none."
)
TITLES = {
    Kind.TASK_U: "Task-u",
    Kind.TASK_0: "Task-0",
    Kind.TASK_1: "Task-1",
    Kind.TASK_2: "Task-2",
    Kind.FULL_IDEAL: "Full, ideal",
    Kind.FULL_MODERATE: "Full, moderate",
}
_ACCURACY, _BAD = "accuracy", "bad"
_MEASURES: dict[str, Measure] = {_ACCURACY: accuracy, _BAD: bad_rate}


def by_variation(kind: Kind, results: Sequence[Result]) -> Table:
    """Of single prompting: every variation, and means where several have as many options.

    Task-2 has accuracy and bad rate.
    """
    names = (_ACCURACY, _BAD) if kind == Kind.TASK_2 else (_ACCURACY,)
    columns = tuple(column for name in names for column in _columns(kind, name))
    rows = [
        row_of(each, each.model, {c.key: _cell(each, c.key) for c in columns})
        for each in results
        if each.kind == kind and not each.modular
    ]
    several = len(VARIATIONS[kind]) > len(option_counts(kind))
    paper = [
        published_row(model, columns, _published(kind, values, several))
        for model, values in published.BY_OPTIONS[kind].items()
    ]
    return Table(TITLES[kind], columns, (*rows, *paper), MEANS_NOTE if several else "")


def full(results: Sequence[Result]) -> Table:
    """Ideal and moderate, means by number of options; single prompting."""
    columns = mean_columns(Kind.FULL_IDEAL)
    rows: list[Row] = []
    for kind in (Kind.FULL_IDEAL, Kind.FULL_MODERATE):
        rows += _mean_rows(kind, [each for each in results if not each.modular], TITLES[kind])
        rows += _published_means(columns, published.BY_OPTIONS[kind], TITLES[kind])
    return Table("Full", columns, tuple(rows), MEANS_NOTE)


def single_and_modular(results: Sequence[Result]) -> Table:
    """Of full-moderate sets, means by number of options."""
    columns = mean_columns(Kind.FULL_MODERATE)
    rows: list[Row] = []
    for modular, paper in (
        (False, published.BY_OPTIONS[Kind.FULL_MODERATE]),
        (True, published.MODULAR),
    ):
        name = "modular" if modular else "single"
        chosen = [each for each in results if each.modular == modular]
        rows += _mean_rows(Kind.FULL_MODERATE, chosen, name)
        rows += _published_means(columns, paper, name)
    return Table("Single and modular", columns, tuple(rows), MEANS_NOTE)


def mean_columns(kind: Kind, name: str = _ACCURACY) -> tuple[Column, ...]:
    return tuple(
        Column(f"{name}-mean-{options}", f"{options} options", "mean accuracy")
        for options in option_counts(kind)
    )


def _columns(kind: Kind, name: str) -> Iterator[Column]:
    counts = option_counts(kind)
    label = {_ACCURACY: "accuracy", _BAD: "bad rate"}[name]
    for variation, each in VARIATIONS[kind].items():
        group = f"{each.options} options, {label}"
        yield Column(f"{name}-v{variation}", f"v{variation}", group)
    if len(VARIATIONS[kind]) > len(counts):
        for options in counts:
            yield Column(f"{name}-mean-{options}", f"{options} options", f"mean {label}")


def _cell(result: Result, key: str) -> Cell:
    name, _, rest = key.partition("-")
    if rest.startswith("mean-"):
        options = int(rest.removeprefix("mean-"))
        return mean_cell(result, variations_with(result.kind, options), _MEASURES[name])
    return cell_of(result, rest.removeprefix("v"), _MEASURES[name])


def _published(kind: Kind, values: Sequence[float], several: bool) -> dict[str, float]:
    by_options = dict(zip(published.OPTIONS, values, strict=True))
    if several:
        return {f"{_ACCURACY}-mean-{options}": value for options, value in by_options.items()}
    return {
        f"{_ACCURACY}-v{name}": by_options[each.options] for name, each in VARIATIONS[kind].items()
    }


def _mean_rows(kind: Kind, results: Sequence[Result], name: str) -> list[Row]:
    columns = mean_columns(kind)
    return [
        row_of(each, f"{each.model}, {name}", {c.key: _cell(each, c.key) for c in columns})
        for each in results
        if each.kind == kind
    ]


def _published_means(columns: Sequence[Column], paper: published.Means, name: str) -> list[Row]:
    return [
        published_row(
            f"{model}, {name}",
            columns,
            {c.key: value for c, value in zip(columns, values, strict=True)},
        )
        for model, values in paper.items()
    ]
