"""What studies published of a COAT catalogue into its next version."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.text import slugify

from evaluation.coat_people.published import ABOUT, DOCUMENTS, PROVENANCE, Published
from evaluation.management import coat_versions
from evaluation.services import coat_consensus
from evaluation.services.coat_catalogues import VersionTaken, Wish
from evaluation.services.coat_consensus import Outcome
from games.management import catalogue_folders

NAMED = 10


class Command(BaseCommand):
    help = "Store the next version of a COAT catalogue from what its studies published."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Django's own --version makes room for the catalogue's."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "published", nargs="+", type=Path, help="folders of publications, or files of one"
        )
        parser.add_argument("--onto", required=True, help="the version that was judged")
        parser.add_argument("--version", required=True, help="of the new catalogue")
        parser.add_argument("--title", help="the version without it")
        parser.add_argument(
            "--ideal",
            choices=["order", "labels"],
            default="order",
            help="ideal materials: the best of the order, or those that people called ideal",
        )
        parser.add_argument(
            "--keep-open", action="store_true", help="what nobody decided stays as it was"
        )

    def handle(
        self,
        *args: object,
        onto: str,
        version: str,
        title: str | None,
        ideal: str,
        keep_open: bool,
        **options: Any,
    ) -> None:
        if slugify(version) != version or len(version) > 60:
            raise CommandError(f"{version!r}: a version has letters, digits, hyphens, 60 at most.")
        base = coat_versions.stored(onto)
        found = list(_published(options["published"]))
        wish = Wish(version, title or version, base.licence)
        try:
            outcome = coat_consensus.import_consensus(
                base, found, wish, ideal_by_labels=ideal == "labels", keep_open=keep_open
            )
        except VersionTaken as error:
            raise CommandError(str(error)) from error
        catalogue_folders.refuse(outcome.stored.errors, stderr=self.stderr)
        self.stdout.writelines(f"{line}\n" for line in _told(version, outcome))


def _published(paths: Sequence[Path]) -> Iterator[Published]:
    """A folder is a publication; files that are named one by one are one together."""
    names = (*DOCUMENTS, ABOUT, PROVENANCE)
    alone = [path for path in paths if not path.is_dir()]
    for folder in (path for path in paths if path.is_dir()):
        files = {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}
        if not set(files) & set(DOCUMENTS):
            raise CommandError(f"{folder} holds none of {', '.join(DOCUMENTS)}.")
        yield Published(str(folder), files)
    for path in alone:
        if path.name not in names:
            raise CommandError(f"{path} is called none of {', '.join(names)}.")
    try:
        if alone:
            yield Published("files", {path.name: path.read_bytes() for path in alone})
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from error


def _told(version: str, outcome: Outcome) -> Iterator[str]:
    said = "" if outcome.stored.new else " It was stored before; nothing was changed."
    stayed = ", ".join(f"{name} {count}" for name, count in outcome.kept.items() if count)
    yield f"{version}: stored. Not judged, as before: {stayed or 'nothing'}.{said}"
    if outcome.gone:
        yield f"Serving nothing, they leave the catalogue: {', '.join(outcome.gone)}."
    if not outcome.ratings:
        return
    differing = [each for each in outcome.ratings if each.differs]
    yield f"{len(outcome.ratings)} rated configurations, {len(differing)} unlike the penalties."
    yield from map(str, differing[:NAMED])
    if len(differing) > NAMED:
        yield f"and {len(differing) - NAMED} more"
