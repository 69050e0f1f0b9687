"""A study from a file of settings."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation.management import study_specs
from annotation.services import studies
from annotation.services.studies import StudyRefused


class Command(BaseCommand):
    help = "Make a draft of a study as a TOML file tells it; docs/annotation.md says how."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("spec", type=Path)

    def handle(self, *args: object, spec: Path, **options: object) -> None:
        kind, form = study_specs.read(spec)
        try:
            made = studies.create(form.settings(), kind=kind.key, slug=form.cleaned_data["slug"])
        except StudyRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Study {made.slug}, version {made.version}: a draft without units.")
