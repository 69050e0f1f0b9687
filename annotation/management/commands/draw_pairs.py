"""Draw pairs of a catalogue folder for people to judge again."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation import pair_samples
from annotation.management import pass_folders
from games.services import catalogue

PUBLISHED_COUNT = 1_298
"""How many pairs the paper had labelled again."""


class Command(BaseCommand):
    help = (
        "Write a random sample of pairs with what raters see, and beside it the key: which object"
        " and affordance each is. The same seed, the same sample."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("out", type=Path)
        parser.add_argument("--count", type=int, default=PUBLISHED_COUNT)
        parser.add_argument("--seed", type=int, required=True)

    def handle(
        self, *args: object, folder: Path, out: Path, count: int, seed: int, **options: object
    ) -> None:
        content = pass_folders.unlabelled(folder, stderr=self.stderr)
        try:
            drawn = pair_samples.draw(pass_folders.pairs_of(content).all(), count=count, seed=seed)
            _write(
                {
                    key_of(out): pair_samples.key_lines(drawn),
                    out: pair_samples.sample_lines(content, drawn),
                }
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        objects = len({pair.object_key for pair in drawn})
        affordances = len({pair.affordance for pair in drawn})
        self.stdout.write(
            f"{out}: {len(drawn)} pairs of {objects} objects and {affordances} affordances"
        )


def key_of(sample: Path) -> Path:
    """Where the key of a sample stands: open-1.jsonl has open-1.key.jsonl."""
    return sample.with_suffix(f".key{sample.suffix}")


def _write(files: Mapping[Path, bytes]) -> None:
    for path, data in files.items():
        if path.exists() and path.read_bytes() != data:
            raise CommandError(f"{path} holds something else; nothing is written.")
    for path, data in files.items():
        catalogue.write_whole(path, data)
