"""Note that accounts judged a catalogue's objects: they may then not play its baselines."""

from argparse import ArgumentParser

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from games.models import Catalogue
from games.services.judged import PlayedBaseline, note_judged


class Command(BaseCommand):
    help = "Note that these accounts judged objects of a catalogue, all of them or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("version", help="the catalogue's version")
        parser.add_argument("accounts", nargs="+", help="user names")

    def handle(self, *args: object, version: str, accounts: list[str], **options: object) -> None:
        catalogue = Catalogue.objects.filter(version=version).first()
        if catalogue is None:
            raise CommandError(f"No catalogue {version} is stored here. Nothing was noted.")
        names = list(dict.fromkeys(accounts))
        try:
            fresh = note_judged(catalogue, _accounts(names))
        except PlayedBaseline as played:
            raise CommandError(
                f"{', '.join(played.usernames)}: played a baseline of {version}, and whoever plays "
                "a baseline does not judge its objects. Nothing was noted; name the others alone."
            ) from played
        self.stdout.write(f"{fresh} noted, {len(names) - fresh} were known, for {version}.")


def _accounts(names: list[str]) -> list[User]:
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    missing = [name for name in names if name not in found]
    if missing:
        raise CommandError(f"No account is called {', '.join(missing)}. Nothing was noted.")
    return [found[name] for name in names]
