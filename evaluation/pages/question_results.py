"""COAT's tables over all whole runs of a catalogue's question sets, published rows beside them."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from evaluation import coat_results, question_charts, quiz_results, spread_words
from evaluation.coat.spreads import VARIATIONS_MISSING, Spread
from evaluation.coat.tables import accuracies, charts, first_stage, summaries
from evaluation.coat.tables.cells import NOT_PUBLISHED, Cell, Column, Result, Row, Table
from evaluation.coat.tables.cells import Chart as CoatChart
from evaluation.coat.variations import Kind
from evaluation.coat_results import RunFigures
from evaluation.metrics.intervals import NOT_MEASURED, Interval
from evaluation.models import CoatCatalogue, QuestionSet, Quiz, Run
from evaluation.pages import drawn
from evaluation.pages.drawn import Picture
from evaluation.pages.sections import Chart as DrawnChart
from evaluation.question_spec_values import QuestionsSpec, SetUp

PEOPLE = "People"
CAPTION = "Lines: 95% intervals of one repeat; means over variations have none. Grey: published."
COUNTS = frozenset(("variations", "questions", "fewest", "most", "lost", "no_list", "unknown"))
MEANS = frozenset(("average",))
UNKNOWN = frozenset((NOT_MEASURED, NOT_PUBLISHED, VARIATIONS_MISSING))


@dataclass(frozen=True)
class Shown:
    """text: of a cell. aside: its interval or deviation, and whether chance does as well."""

    column: str
    text: str
    aside: str


@dataclass(frozen=True)
class Line:
    label: str
    published: bool
    cells: Sequence[Shown]


@dataclass(frozen=True)
class Group:
    """Columns below one heading."""

    label: str
    span: int


@dataclass(frozen=True)
class ShownTable:
    """key: of its file. empty: whether nothing of it was measured here."""

    key: str
    title: str
    note: str
    groups: Sequence[Group]
    columns: Sequence[Column]
    lines: Sequence[Line]

    @property
    def empty(self) -> bool:
        return all(line.published for line in self.lines)


@dataclass(frozen=True)
class Page:
    """catalogues: versions that have whole runs or answers of people."""

    catalogue: str
    catalogues: Sequence[str]
    tables: Sequence[ShownTable]
    pictures: Sequence[Picture]
    runs: int


def page_of(version: str) -> Page | None:
    """version: of a catalogue, "" for the one that was asked about last.

    None where there is no such catalogue among those with results; without any a page of none.
    """
    known = _catalogues()
    if not known:
        return None if version else Page("", (), (), (), 0)
    if version and version not in known:
        return None
    chosen = version or known[0]
    runs = _runs(chosen)
    results = _results(chosen, runs)
    tables = [_shown(key, table) for key, table in _tables(chosen, results)]
    pictures = [_picture(chosen, key, chart) for key, chart in _charts(results).items()]
    shown = [each for each in tables if not each.empty]
    return Page(chosen, known, shown, pictures, len(runs))


def chart_of(version: str, key: str, *, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such chart, size or theme."""
    canvas = drawn.canvas_of(size, theme)
    chart = _charts(_results(version, _runs(version))).get(key)
    return question_charts.draw(chart, canvas) if canvas and chart else None


def as_csv(table: ShownTable) -> str:
    """A line a row; a column says its group, and each is followed by its interval."""
    out = io.StringIO()
    writer = csv.writer(out)
    heads = [" ".join(filter(None, (each.group, each.label))) for each in table.columns]
    beside = [head for each in heads for head in (each, f"{each}, beside it")]
    writer.writerow([table.title, "published", *beside])
    for line in table.lines:
        values = [text for cell in line.cells for text in (cell.text, cell.aside)]
        writer.writerow([line.label, "yes" if line.published else "no", *values])
    return out.getvalue()


def _catalogues() -> list[str]:
    """Versions with results, the one with the newest first."""
    runs = Run.objects.filter(kind=Run.Kind.QUESTIONS, status=Run.Status.COMPLETE)
    asked = runs.order_by("-pk").values_list("question_set__catalogue__version", flat=True)
    quizzes = Quiz.objects.filter(sittings__answers__isnull=False).order_by("-pk")
    people = quizzes.values_list("question_set__catalogue__version", flat=True)
    return list(dict.fromkeys([*asked, *people]))


def _runs(version: str) -> list[Run]:
    """Of each player the newest run over each whole set, asked in each way."""
    found = Run.objects.filter(
        kind=Run.Kind.QUESTIONS,
        status=Run.Status.COMPLETE,
        question_set__catalogue__version=version,
    )
    rows = found.select_related("question_set").order_by("pk")
    newest = {
        (run.player, run.question_set_id, _set_up(run), _way(run)): run
        for run in rows
        if run.spec["questions"].get("limit") in (None, run.question_set.count)
    }
    return list(newest.values())


def _set_up(run: Run) -> str:
    return str(run.spec["questions"].get("set_up", SetUp.SINGLE))


def _way(run: Run) -> str:
    """How it was asked beside the set-up, where that is not usual; such as "answer json"."""
    asked, usual = run.spec["questions"], asdict(QuestionsSpec(set=""))
    told = [
        f"{key} {value}".lower()
        for key, value in asked.items()
        if key not in ("set", "limit", "set_up") and value != usual[key]
    ]
    temperature = run.spec.get("sampling", {}).get("temperature", 0)
    return ", ".join([*told, f"temperature {temperature:g}"] if temperature else told)


def _results(version: str, runs: Sequence[Run]) -> list[Result]:
    """Runs that were asked in other ways are rows of their own, which say how."""
    ways: dict[str, list[RunFigures]] = defaultdict(list)
    for figures in coat_results.of_runs(runs):
        ways[_way(figures.run)].append(figures)
    models = [
        replace(each, model=", ".join(filter(None, (each.model, way))))
        for way, of in ways.items()
        for each in coat_results.results_of(of)
    ]
    return [*models, *_people(version)]


def _charts(results: Sequence[Result]) -> dict[str, CoatChart]:
    """Those in which something was measured."""
    by_options = (Kind.TASK_0, Kind.TASK_1, Kind.TASK_2)
    found = {
        **{f"options-{kind}": charts.by_options(kind, results) for kind in by_options},
        "other-objects": charts.task_1_by_other_objects(results),
        "bad-options": charts.task_2_by_bad_options(results),
        "full-ideal": charts.full_by_composition(Kind.FULL_IDEAL, results),
        "full-moderate": charts.full_by_composition(Kind.FULL_MODERATE, results),
        "single-and-modular": charts.single_and_modular(results),
    }
    return {key: chart for key, chart in found.items() if not question_charts.is_empty(chart)}


def _picture(version: str, key: str, chart: CoatChart) -> Picture:
    def address(size: str, theme: str) -> str:
        place = reverse("coat:result_chart", args=[key, size, theme])
        return f"{place}?{urlencode({'catalogue': version})}"

    shown = DrawnChart(key, question_charts.told(chart), f"{chart.title}. {CAPTION}")
    return drawn.picture(shown, address)


def _tables(version: str, results: Sequence[Result]) -> Iterator[tuple[str, Table]]:
    yield "sets", _summary(version)
    for kind in (Kind.TASK_U, Kind.TASK_0, Kind.TASK_1, Kind.TASK_2):
        yield str(kind), accuracies.by_variation(kind, results)
    yield "full", accuracies.full(results)
    yield "single-and-modular", accuracies.single_and_modular(results)
    yield "first-stage", first_stage.first_stage(results)


def _summary(version: str) -> Table:
    catalogue = CoatCatalogue.objects.get(version=version)
    ready = catalogue.question_sets.filter(status=QuestionSet.Status.READY)
    counts: dict[Kind, dict[str, int]] = defaultdict(dict)
    for kind, variation, count in ready.order_by("pk").values_list("kind", "variation", "count"):
        counts[Kind(kind)][variation] = count
    return summaries.sets_summary({kind: counts[kind] for kind in Kind if kind in counts})


def _people(version: str) -> Iterator[Result]:
    """Everybody's answers as one player; of each variation the newest set that was answered."""
    quizzes: dict[QuestionSet, list[Quiz]] = defaultdict(list)
    found = Quiz.objects.filter(question_set__catalogue__version=version)
    for quiz in found.select_related("question_set").order_by("question_set"):
        quizzes[quiz.question_set].append(quiz)
    for row, of in quizzes.items():
        people = quiz_results.of_set(row, of)
        if people.persons:
            yield Result(PEOPLE, Kind(row.kind), {row.variation: [people.rates]})


def _shown(key: str, table: Table) -> ShownTable:
    """Without columns of which nothing is known."""
    rows = table.rows
    columns = [each for each in table.columns if any(_known(row.cells[each.key]) for row in rows)]
    return ShownTable(
        key=key,
        title=table.title,
        note=table.note,
        groups=list(_groups(columns)),
        columns=columns,
        lines=[_line(row, columns) for row in rows],
    )


def _known(cell: Cell) -> bool:
    """A bad rate that cannot be is known, too."""
    return cell.value is not None or cell.why not in UNKNOWN


def _groups(columns: Sequence[Column]) -> Iterator[Group]:
    """Neighbours of one group together; none where no column has one."""
    if not any(column.group for column in columns):
        return
    spans: list[tuple[str, int]] = []
    for column in columns:
        if spans and spans[-1][0] == column.group:
            spans[-1] = column.group, spans[-1][1] + 1
        else:
            spans.append((column.group, 1))
    yield from (Group(label, span) for label, span in spans)


def _line(row: Row, columns: Sequence[Column]) -> Line:
    cells = [_cell(column, row.cells[column.key]) for column in columns]
    return Line(row.label, row.published, cells)


def _cell(column: Column, cell: Cell) -> Shown:
    label = " ".join(filter(None, (column.group, column.label)))
    if cell.value is None:
        return Shown(label, "–", spread_words.why(cell.why))
    if column.key in COUNTS:
        return Shown(label, f"{cell.value:,.0f}", "")
    if column.key in MEANS:
        return Shown(label, f"{cell.value:,.1f}", "")
    return Shown(label, f"{cell.value:.1%}", _aside(cell))


def _aside(cell: Cell) -> str:
    told = [_within(cell.spread)] if cell.spread else []
    if cell.questions:
        told.append(f"n = {cell.questions:,}")
    if cell.like_chance:
        told.append("like chance")
    return ", ".join(filter(None, told))


def _within(spread: Spread) -> str:
    if isinstance(spread.interval, Interval):
        return f"[{spread.interval.low:.1%}, {spread.interval.high:.1%}]"
    if isinstance(spread.deviation, float):
        return f"sd {spread.deviation:.1%} over {spread.runs}"
    return ""
