"""A tuned model: how it came about, and its figures beside its parent's."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation import spread_words, tuning_results
from evaluation.coat.spreads import Spread
from evaluation.coat.tables.cells import Cell, Table
from evaluation.metrics.intervals import Interval, Undefined
from evaluation.models import TunedModel
from evaluation.tuning_results import Compared


class Command(BaseCommand):
    help = "Print a tuned model's course, and its accuracy beside its parent's over the same sets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="of the tuned model; all are listed without it")

    def handle(self, *args: object, name: str | None, **options: object) -> None:
        if name is None:
            self._list()
            return
        row = TunedModel.objects.filter(slug=name).first()
        if row is None:
            known = ", ".join(TunedModel.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no tuned model {name!r}. There are: {known}.")
        lines = list(_course(row))
        if row.status == TunedModel.Status.READY:
            found = tuning_results.before_and_after(row)
            lines += _figures(found)
        self.stdout.writelines(f"{line}\n" for line in lines)

    def _list(self) -> None:
        for row in TunedModel.objects.defer("slice_text"):
            self.stdout.write(
                f"{row}: {row.status}, {len(row.losses)} of {row.plan['steps']} steps"
            )


def _course(row: TunedModel) -> Iterator[str]:
    plan = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.plan.items())
    yield f"{row}: {row.status} {row.reason}".rstrip()
    yield f"from {row.parent} ({row.parent_sha256[:12]})"
    yield f"on {row.chat_count:,} chats of {row.slice_name} ({row.slice_sha256[:12]})"
    yield plan
    if row.versions:
        yield ", ".join(f"{name} {version}" for name, version in row.versions.items())
    if row.losses:
        told = " ".join(f"{loss:.2f}" for loss in row.losses)
        yield f"{row.seconds:,.0f} s; loss by step: {told}"
    if row.folder:
        yield str(Path(row.folder) / row.slug)


def _figures(found: Sequence[Compared]) -> Iterator[str]:
    if not found:
        yield "No set has a whole run of both its parent and it, asked alike."
        return
    for each in found:
        name = f"{each.question_set.slug} ({each.before.variation.options} options)"
        yield f"{name}: accuracy {_told(each.before.accuracy)} -> {_told(each.after.accuracy)}"
        yield f"  difference {spread_words.difference(each.difference)}"
        yield f"  bad rate {_told(each.before.bad)} -> {_told(each.after.bad)}"
        yield f"  no answer {_told(each.before.invalid)} -> {_told(each.after.invalid)}"
        yield f"  by chance {each.before.variation.chance:.1%}{_like_chance(each)}"
        if each.learnt:
            yield f"  {each.learnt} of its questions stand in the slice: it was tuned on them."
    yield from _table(tuning_results.table(found))


def _told(found: Spread | Undefined) -> str:
    if isinstance(found, Undefined):
        return found.reason.replace("_", " ")
    if isinstance(found.interval, Interval):
        return f"{found.mean:.1%} ({found.interval.low:.1%} to {found.interval.high:.1%})"
    return f"{found.mean:.1%}"


def _like_chance(each: Compared) -> str:
    like = [name for name, of in (("before", each.before), ("after", each.after)) if of.like_chance]
    return f"; not told from it {' and '.join(like)}" if like else ""


def _table(table: Table) -> Iterator[str]:
    yield f"{table.title}: {', '.join(f'{c.label} {c.group}' for c in table.columns)}"
    for row in table.rows:
        cells = " ".join(_cell(row.cells[column.key]) for column in table.columns)
        yield f"  {row.label}{' (published)' if row.published else ''}: {cells}"


def _cell(cell: Cell) -> str:
    return "-" if cell.value is None else f"{cell.value:.1%}"
