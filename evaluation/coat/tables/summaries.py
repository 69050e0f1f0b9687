"""Tables of what there is before any model is asked: question sets, utilities, objects, tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.coat.labels import Labels
from evaluation.coat.records import Judged
from evaluation.coat.tables.accuracies import TITLES
from evaluation.coat.tables.cells import Cell, Chart, Column, Line, Point, Row, Table, Unit
from evaluation.coat.variations import VARIATIONS, Kind
from evaluation.metrics.intervals import NOT_MEASURED

GROUND_TRUTH: Mapping[Kind, str] = {
    Kind.TASK_U: "an object of the utility",
    Kind.TASK_0: "an object that fits the task",
    Kind.TASK_1: "an ideal configuration",
    Kind.TASK_2: "the best moderate configuration",
    Kind.FULL_IDEAL: "an ideal configuration",
    Kind.FULL_MODERATE: "a moderate configuration better than all others",
}
_COLUMNS = (
    Column("variations", "variations", unit=Unit.COUNT),
    Column("questions", "questions", unit=Unit.COUNT),
    Column("average", "questions a variation", unit=Unit.MEAN),
    Column("fewest", "fewest options", unit=Unit.COUNT),
    Column("most", "most options", unit=Unit.COUNT),
)


@dataclass(frozen=True)
class UtilityPage:
    """What people read of a utility: labels of its objects and of its tasks."""

    label: str
    phrase: str
    objects: tuple[str, ...]
    tasks: tuple[str, ...]


def sets_summary(questions: Mapping[Kind, Mapping[str, int]]) -> Table:
    """questions: kind -> variation -> how many. A row a kind, with its ground truth."""
    rows = [
        Row(f"{TITLES[kind]}: {GROUND_TRUTH[kind]}", _counts(kind, of))
        for kind, of in questions.items()
    ]
    return Table("Question sets", _COLUMNS, tuple(rows))


def per_utility(judged: Judged, labels: Labels) -> Chart:
    """How many objects and tasks each utility has."""
    counts: dict[str, Mapping[str, Sequence[str]]] = {
        "objects": judged.objects_of,
        "tasks": judged.tasks_of,
    }
    lines = [
        Line(
            name,
            tuple(
                Point(labels.utility(utility), Cell(float(len(of.get(utility, ())))))
                for utility in judged.utilities
            ),
        )
        for name, of in counts.items()
    ]
    return Chart("Objects and tasks of each utility", "utility", "count", tuple(lines))


def utility_pages(judged: Judged, labels: Labels) -> list[UtilityPage]:
    return [
        UtilityPage(
            label=labels.utility(utility),
            phrase=labels.phrase(utility),
            objects=tuple(labels.object(name) for name in judged.objects_of[utility]),
            tasks=tuple(labels.task(task) for task in judged.tasks_of.get(utility, ())),
        )
        for utility in judged.utilities
    ]


def _counts(kind: Kind, questions: Mapping[str, int]) -> dict[str, Cell]:
    if not questions:
        return {column.key: Cell(None, NOT_MEASURED) for column in _COLUMNS}
    options = [VARIATIONS[kind][name].options for name in questions]
    total = sum(questions.values())
    values = {
        "variations": len(questions),
        "questions": total,
        "average": fmean(questions.values()),
        "fewest": min(options),
        "most": max(options),
    }
    return {key: Cell(float(value), questions=total) for key, value in values.items()}
