"""Figures of models as lines of points."""

from collections.abc import Mapping, Sequence

from evaluation.coat.questions import Role
from evaluation.coat.spreads import option_counts, variations_with
from evaluation.coat.tables import published
from evaluation.coat.tables.accuracies import TITLES
from evaluation.coat.tables.cells import (
    Cell,
    Chart,
    Line,
    Point,
    Result,
    accuracy,
    cell_of,
    mean_cell,
)
from evaluation.coat.variations import VARIATIONS, Kind

_ACCURACY = "accuracy"
_COMPOSITION = "context, utility, random"


def by_options(kind: Kind, results: Sequence[Result]) -> Chart:
    """Mean accuracy against the number of options, a line a model."""
    lines = [
        Line(
            each.model,
            tuple(
                Point(str(options), mean_cell(each, variations_with(kind, options), accuracy))
                for options in option_counts(kind)
            ),
        )
        for each in _single(kind, results)
    ]
    paper = [
        Line(model, _paper_points(values), published=True)
        for model, values in published.BY_OPTIONS[kind].items()
    ]
    return Chart(f"{TITLES[kind]}: accuracy and options", "options", _ACCURACY, (*lines, *paper))


def task_1_by_other_objects(results: Sequence[Result]) -> Chart:
    """Accuracy against the number of distractors from other objects, by number of options."""
    return _by_role(Kind.TASK_1, Role.DIFFERENT, "options of other objects", results)


def task_2_by_bad_options(results: Sequence[Result]) -> Chart:
    """Accuracy against the number of bad options, by number of options."""
    return _by_role(Kind.TASK_2, Role.BAD, "bad options", results)


def full_by_composition(kind: Kind, results: Sequence[Result]) -> Chart:
    """Accuracy per composition (context, utility, random), grouped by number of options."""
    lines = [Line(each.model, _composition_points(kind, each)) for each in _single(kind, results)]
    return Chart(f"{TITLES[kind]}: compositions", _COMPOSITION, _ACCURACY, tuple(lines))


def single_and_modular(results: Sequence[Result]) -> Chart:
    """Of full-moderate sets: both set-ups per composition."""
    kind = Kind.FULL_MODERATE
    lines = [
        Line(
            f"{each.model}, {'modular' if each.modular else 'single'}",
            _composition_points(kind, each),
        )
        for each in results
        if each.kind == kind
    ]
    return Chart("Single and modular: compositions", _COMPOSITION, _ACCURACY, tuple(lines))


def _by_role(kind: Kind, role: Role, x: str, results: Sequence[Result]) -> Chart:
    lines = [Line(each.model, _role_points(kind, role, each)) for each in _single(kind, results)]
    return Chart(f"{TITLES[kind]}: accuracy and {x}", x, _ACCURACY, tuple(lines))


def _role_points(kind: Kind, role: Role, result: Result) -> tuple[Point, ...]:
    """By number of options, then by how many of the role."""
    known = sorted(VARIATIONS[kind].values(), key=lambda each: (each.options, each.taken[role]))
    return tuple(
        Point(str(each.taken[role]), _cell(result, each.name), f"{each.options} options")
        for each in known
    )


def _composition_points(kind: Kind, result: Result) -> tuple[Point, ...]:
    return tuple(
        Point(f"({name.replace('-', ', ')})", _cell(result, name), f"{each.options} options")
        for name, each in VARIATIONS[kind].items()
    )


def _paper_points(values: Sequence[float]) -> tuple[Point, ...]:
    percents: Mapping[int, float] = dict(zip(published.OPTIONS, values, strict=True))
    return tuple(Point(str(options), Cell(value / 100)) for options, value in percents.items())


def _single(kind: Kind, results: Sequence[Result]) -> list[Result]:
    return [each for each in results if each.kind == kind and not each.modular]


def _cell(result: Result, variation: str) -> Cell:
    return cell_of(result, variation, accuracy)
