"""The list of runs: how far each is and how it does, in a few queries for a page of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from evaluation import run_progress, run_words
from evaluation.models import Run
from evaluation.pages.tables import Shown, Unit, show
from evaluation.run_progress import Counts
from games.models import Catalogue
from games.presets import Condition

RUNS_A_PAGE = 20


@dataclass(frozen=True)
class Line:
    """why: what stopped it, in words. success: of the games so far."""

    run: Run
    counts: Counts
    why: str
    success: Shown
    rules: str

    @property
    def provisional(self) -> bool:
        return self.run.status != Run.Status.COMPLETE and bool(self.counts.done)


@dataclass(frozen=True)
class RunList:
    """statuses, catalogues: what it can be narrowed to; status, catalogue: what it is."""

    page: Page[Run]
    lines: Sequence[Line]
    status: str
    catalogue: str
    catalogues: Sequence[str]
    statuses: Sequence[str] = tuple(Run.Status.values)

    @property
    def narrowed(self) -> bool:
        return bool(self.status or self.catalogue)


def listed(said: Mapping[str, str]) -> RunList:
    """said: status, catalogue, page, each as the address has it; what is unknown is passed over."""
    versions = Catalogue.objects.filter(runs__isnull=False).distinct().order_by("-pk")
    catalogues = list(versions.values_list("version", flat=True))
    status = _known(said.get("status", ""), Run.Status.values)
    catalogue = _known(said.get("catalogue", ""), catalogues)
    page = Paginator(_runs(status, catalogue), RUNS_A_PAGE).get_page(said.get("page"))
    counts = run_progress.counts_of(list(page.object_list))
    lines = [_line(run, counts[run.pk]) for run in page.object_list]
    return RunList(page, lines, status, catalogue, catalogues)


def rules_of(run: Run) -> str:
    """The settings of its protocol that a list has room for."""
    settings = run.protocol.settings
    condition = str(settings.get("condition", Condition.QUESTIONS))
    said = [str(settings["preset"])]
    if condition != Condition.QUESTIONS:
        said.append(f"control {condition.replace('_', ' ')}")
    if settings.get("constrained"):
        said.append("constrained replies")
    if settings.get("rules"):
        said.append(f"with the rules {settings['rules']}")
    return ", ".join(said)


def _runs(status: str, catalogue: str) -> QuerySet[Run]:
    rows = Run.objects.filter(kind=Run.Kind.GAMES).order_by("-pk")
    rows = rows.select_related("catalogue", "protocol", "made_by")
    if status:
        rows = rows.filter(status=status)
    if catalogue:
        rows = rows.filter(catalogue__version=catalogue)
    return rows


def _line(run: Run, counts: Counts) -> Line:
    return Line(
        run=run,
        counts=counts,
        why=run_words.stopped(run.reason, (run.checked or {}).get("results", []))
        if run.reason
        else "",
        success=show(counts.rate, Unit.SHARE),
        rules=rules_of(run),
    )


def _known(value: str, known: Sequence[str]) -> str:
    return value if value in known else ""
