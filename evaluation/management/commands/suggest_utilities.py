"""Have a model suggest what the objects of a COAT catalogue serve for."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from evaluation import clients, coat_stored, specs
from evaluation.coat_people import suggesting
from evaluation.management import coat_versions
from evaluation.models import CoatCatalogue
from evaluation.services import coat_askings, coat_suggestions
from evaluation.services.coat_suggestions import Interrupted
from evaluation.spec_tables import SpecError
from games.llm.chat import ChatModel, ModelRefused
from games.llm.profiles import PLAIN
from games.llm.served import Backend, ServedModel

PACKAGED = "packaged"
# Eight replies at once of a model in this process, on a machine that does other things too.
PATIENCE_SECONDS = 600


class Command(BaseCommand):
    help = "Ask a model for the utilities of each object; what it said before is not asked again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("catalogue", help="a stored version, or 'own'")
        parser.add_argument(
            "--model", required=True, help=f"a TOML file with a table [model], or '{PACKAGED}'"
        )
        parser.add_argument(
            "--answers", type=Path, help="write them for `import_passes`: a model among raters"
        )

    def handle(
        self, *args: object, catalogue: str, model: str, answers: Path | None, **options: object
    ) -> None:
        row = coat_versions.stored(catalogue)
        try:
            served = _served(model)
            with clients.used(served) as client:
                assert client is not None  # a spec without a model is refused
                # What is loaded here takes constrained replies; a server may not.
                self._ask(row, client, constrained=served.backend != Backend.OPENAI)
                self._report(row, client.name, answers)
        except ModelRefused as refused:
            raise CommandError(str(refused)) from refused

    def _ask(self, row: CoatCatalogue, client: ChatModel, *, constrained: bool) -> None:
        how = {"constrained": constrained}
        waiting = len(coat_suggestions.waiting_for(row, client.name, **how))
        self.stdout.write(f"{client.name}: {waiting} objects to be asked of.")
        try:
            for stored in coat_suggestions.suggest(row, client, timezone.now, **how):
                self.stdout.write(f"{stored} of {waiting}")
        except Interrupted as error:
            raise CommandError(f"{error} Run this again, and it goes on.") from error

    def _report(self, row: CoatCatalogue, model: str, answers: Path | None) -> None:
        found = coat_suggestions.suggestions(row, model)
        counts = suggesting.beside(coat_stored.catalogue_of(row.pk).judged, found)
        self.stdout.write(
            f"{len(found)} objects with a readable reply. Utilities of these: {counts.both} as in"
            f" the catalogue, {counts.suggested_alone} suggested alone, {counts.held_alone} in the"
            " catalogue alone."
        )
        if answers:
            text = "".join(suggesting.answer_lines(model, found))
            try:
                answers.write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{answers} cannot be written: {error.strerror}.") from error


def _served(told: str) -> ServedModel:
    if told == PACKAGED:
        folder = Path(settings.VAR_DIR) / "models" / "smollm2-135m"
        return ServedModel(Backend.TRANSFORMERS, str(folder), timeout_seconds=PATIENCE_SECONDS)
    try:
        wanted = coat_askings.model_in(specs.tables_of(Path(told).read_bytes()))
    except OSError as error:
        raise CommandError(f"{told} cannot be read: {error.strerror}.") from error
    except SpecError as error:
        raise CommandError(f"{told}: {error}") from error
    return specs.served_as(wanted, PLAIN)
