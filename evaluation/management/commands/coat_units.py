"""Units of a COAT catalogue for a study of people, as JSON Lines."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evaluation.coat.records import Pair
from evaluation.coat_people import published, units
from evaluation.coat_people.published import Published
from evaluation.coat_people.units import FORMS, Bad, UnknownUnits, Wanted
from evaluation.management import coat_versions
from games.management import catalogue_folders


class Command(BaseCommand):
    help = "Print units of a COAT catalogue; `import_units` and a study's page take them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help="a stored version, 'own', or a folder")
        parser.add_argument("kind", choices=list(FORMS))
        forms = [form for of in FORMS.values() for form in of]
        parser.add_argument("--form", default="", help=f"of kinds with forms: {', '.join(forms)}")
        parser.add_argument("--count", type=int, help="a random sample of so many; all without it")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--categories",
            type=Path,
            help="material_categories.json of a study: what is bad there is not ranked",
        )

    def handle(
        self,
        *args: object,
        catalogue: str,
        kind: str,
        form: str,
        count: int | None,
        seed: int,
        categories: Path | None,
        **options: object,
    ) -> None:
        if count is not None and count < 1:
            raise CommandError(f"--count {count}: 1 is the least.")
        opened = coat_versions.opened(catalogue, stderr=self.stderr)
        bad = None if categories is None else self._bad(categories)
        wanted = Wanted(kind, form, count, seed, bad)
        try:
            for line in units.unit_lines(opened.catalogue, opened.labels, wanted):
                self.stdout.write(line, ending="")
        except UnknownUnits as error:
            raise CommandError(str(error)) from error

    def _bad(self, file: Path) -> Bad:
        """Pair -> object -> the materials that people called bad."""
        try:
            files = {published.CATEGORIES: file.read_bytes()}
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        read = published.read_published([Published(str(file.parent), files)])
        catalogue_folders.refuse(read.errors, stderr=self.stderr)
        assert read.content is not None  # a reading without errors has one
        found: dict[Pair, dict[str, tuple[str, ...]]] = {}
        for (pair, name), called in read.content.called.items():
            found.setdefault(pair, {})[name] = called.bad
        return found
