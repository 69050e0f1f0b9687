"""Tune a small model on slices of questions: in a worker, or in this process."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug

from evaluation import tasks, tuning_desk
from evaluation.models import TunedModel
from evaluation.services import tuning
from evaluation.services.tuning import Asked, TuningRefused
from evaluation.tuning.plans import BadPlan, TuningPlan

PACKAGED = "packaged"
Status = TunedModel.Status


class Command(BaseCommand):
    help = "Tune a model on chats; workers of the queue `models` do it, or this process (--here)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "slice", type=Path, help="a JSON Lines file of chats, or a folder with some"
        )
        parser.add_argument("--base", required=True, help=f"a model's folder, or '{PACKAGED}'")
        parser.add_argument("--name", default="", help="letters, digits, - and _; made up else")
        for each in fields(TuningPlan):
            kind = float if each.name == "learning_rate" else int
            option = f"--{each.name.replace('_', '-')}"
            parser.add_argument(option, type=kind, default=each.default)
        parser.add_argument("--here", action="store_true", help="in this process, until done")

    def handle(self, *args: object, here: bool, **options: Any) -> None:
        row, _ = self._queued(options)
        tuning.again(row.pk)
        row.refresh_from_db()
        if here and row.status != Status.READY:
            tuning_desk.tune_here(row.pk, self._say)
        elif row.status != Status.READY:
            tasks.enqueue_tuning(row.pk)
        row.refresh_from_db()
        self._report(row)

    def _queued(self, options: Mapping[str, Any]) -> tuple[TunedModel, bool]:
        try:
            return tuning.queue(_asked(options))
        except BadPlan as error:
            raise CommandError(str(error)) from error
        except TuningRefused as refused:
            for line in refused.errors:
                self.stderr.write(str(line))
            raise CommandError(str(refused)) from refused

    def _say(self, losses: Sequence[float]) -> None:
        self.stdout.write(f"step {len(losses)}: loss {losses[-1]:.4f}")
        self.stdout.flush()

    def _report(self, row: TunedModel) -> None:
        steps = row.plan["steps"]
        if row.status == Status.FAILED:
            raise CommandError(f"{row}: {row.reason}")
        if row.status != Status.READY:
            held = f" Another process is at it until {row.lease_until}." if row.lease_until else ""
            self.stdout.write(f"{row}: {row.status}, {len(row.losses)} of {steps} steps.{held}")
            return
        first, last = row.losses[0], row.losses[-1]
        told = f"{steps} steps and {row.seconds:,.0f} s, loss {first:.4f} to {last:.4f}"
        self.stdout.write(f"{row}: ready after {told}.")
        self.stdout.write(str(Path(row.folder) / row.slug))


def _asked(options: Mapping[str, Any]) -> Asked:
    where, base, name = options["slice"], options["base"], options["name"]
    packaged = Path(settings.VAR_DIR) / "models" / "smollm2-135m"
    return Asked(
        parent=packaged if base == PACKAGED else Path(base),
        slice_name=where.resolve().name,
        files=_files(where),
        plan=TuningPlan(**{each.name: options[each.name] for each in fields(TuningPlan)}),
        slug=_checked(name) if name else "",
    )


def _checked(name: str) -> str:
    try:
        validate_slug(name)
    except ValidationError as error:
        raise CommandError(f"{name!r}: a name has letters, digits, - and _ only.") from error
    return name


def _files(where: Path) -> dict[str, bytes]:
    """Name -> bytes of the file, or of the folder's JSON Lines."""
    paths = sorted(where.glob("*.jsonl")) if where.is_dir() else [where]
    if not paths:
        raise CommandError(f"{where} holds no file that ends in .jsonl.")
    try:
        return {path.name: path.read_bytes() for path in paths}
    except OSError as error:
        raise CommandError(f"{where} cannot be read: {error.strerror}.") from error
