"""Write COAT's question sets of a catalogue, and training slices, as one folder."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evaluation import coat_folders, coat_sets
from evaluation.coat import labels, reading, tuning
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.exports.layout import Format
from evaluation.coat.exports.parts import Origin
from evaluation.coat.generate import BadSpec, ImpossibleSet
from evaluation.coat.labels import Labels
from evaluation.coat.partition import Policy
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.ranking import Order
from evaluation.coat.records import Catalogue
from evaluation.coat.tuning import ImpossibleSlice
from evaluation.coat.variations import VARIATIONS, Kind
from games.management import catalogue_folders

OWN = "own"
CHOICES: dict[str, StrEnum] = {
    "partition": Policy.CORRECTED,
    "order": Order.LEXICOGRAPHIC,
    "weights": Weights.LEGACY,
    "padding": Padding.STRICT,
}
"""Name of a policy -> what it is unless said otherwise."""


class Command(BaseCommand):
    help = "Write question sets of a COAT catalogue with a manifest: all of them, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help=f"a folder with the eleven files, or '{OWN}'")
        parser.add_argument("out", type=Path, help="a new or empty folder")
        parser.add_argument(
            "--tasks",
            nargs="+",
            default=[str(kind) for kind in Kind],
            metavar="KIND[/VARIATION]",
            help="such as task-u task-2/3; every variation of every kind without it",
        )
        parser.add_argument("--size", type=int, default=500, help="questions a variation")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--formats",
            nargs="+",
            default=[str(Format.LINES)],
            choices=[str(each) for each in Format],
        )
        for name, usual in CHOICES.items():
            known = [str(each) for each in type(usual)]
            parser.add_argument(f"--{name}", default=str(usual), choices=known)
        parser.add_argument(
            "--slices",
            nargs="+",
            default=[],
            metavar="KIND[=N]",
            help="training slices beside the sets, such as task-0 task-1=90",
        )
        parser.add_argument("--slice-seed", type=int, help="the seed and 1 without it")

    def handle(self, *args: object, catalogue: str, out: Path, **options: Any) -> None:
        plan = _plan(options)
        writer = self._writer(catalogue, options)
        try:
            writer.write(out.resolve(), plan)
        except (coat_sets.FolderInUse, BadSpec, ImpossibleSet, ImpossibleSlice) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{out}: {len(plan.sets)} sets, {len(plan.slices)} slices.")

    def _writer(self, catalogue: str, options: Mapping[str, Any]) -> coat_sets.SetFolder:
        files = coat_folders.files_in(coat_folders.OWN if catalogue == OWN else Path(catalogue))
        found = reading.read(files)
        catalogue_folders.refuse(found.errors, stderr=self.stderr)
        assert found.content is not None  # a reading without errors has one
        return coat_sets.SetFolder(
            Pools(found.content, Policies(Policy(options["partition"]), Order(options["order"]))),
            self._labels(files, found.content),
            Origin(
                title="COAT question sets",
                licence="mit" if catalogue == OWN else "unknown",
                sha256=coat_sets.catalogue_sha256(files),
            ),
            self.stdout.write,
        )

    def _labels(self, files: Mapping[str, bytes], catalogue: Catalogue) -> Labels:
        if labels.FILE not in files:
            return Labels()
        found = labels.read_labels(files[labels.FILE], catalogue.judged)
        catalogue_folders.refuse(found.errors, stderr=self.stderr)
        assert found.content is not None  # a reading without errors has one
        return found.content


def _plan(options: Mapping[str, Any]) -> coat_sets.Plan:
    sets = list(dict.fromkeys(each for told in options["tasks"] for each in _sets(told)))
    slices = dict(map(_slice, options["slices"]))
    for kind in slices:
        if kind not in [of for of, _ in sets]:
            raise CommandError(
                f"A slice of {kind} is kept clear of its sets: name {kind} among --tasks, too."
            )
    seed, slice_seed = options["seed"], options["slice_seed"]
    if slice_seed == seed:
        raise CommandError(f"--slice-seed must be another one than --seed, {seed}.")
    return coat_sets.Plan(
        sets=sets,
        size=options["size"],
        seed=seed,
        formats=[Format(each) for each in dict.fromkeys(options["formats"])],
        weights=Weights(options["weights"]),
        padding=Padding(options["padding"]),
        slices=slices,
        slice_seed=seed + 1 if slice_seed is None else slice_seed,
    )


def _sets(told: str) -> Iterator[tuple[Kind, str]]:
    """The sets that KIND or KIND/VARIATION names."""
    name, slash, variation = told.partition("/")
    kind = _kind(name)
    if slash and variation not in VARIATIONS[kind]:
        known = ", ".join(VARIATIONS[kind])
        raise CommandError(f"{kind} has no variation {variation!r}: {known}.")
    yield from ((kind, each) for each in ([variation] if slash else VARIATIONS[kind]))


def _slice(told: str) -> tuple[Kind, int]:
    name, _, number = told.partition("=")
    kind = _kind(name)
    if not number and kind in tuning.SIZES:
        return kind, tuning.SIZES[kind]
    if not number.isdecimal() or int(number) < 1:
        raise CommandError(f"{told!r}: say how many questions, from 1 on, as {kind}=90.")
    return kind, int(number)


def _kind(name: str) -> Kind:
    if name not in list(Kind):
        raise CommandError(f"{name!r} is no kind of question set: {', '.join(Kind)}.")
    return Kind(name)
