"""Everything for one machine: database, catalogue, scores, accounts, web and worker."""

import secrets
import signal
import threading
from argparse import ArgumentParser
from collections.abc import Mapping
from io import StringIO

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management import processes
from games.management.processes import Process
from games.management.try_out import try_out
from games.models import Catalogue

CATALOGUES = settings.BASE_DIR / "games" / "catalogue"
SHIPPED = ("starter-1", "open-1")  # the last is the newest, so free play takes its games
ROOMS = (
    "campaigns",
    "runs",
    "leaderboard",
    "workshop",
    "annotations",
    "catalogues",
    "rules",
    "coat",
)
RULES = settings.BASE_DIR / "evaluation" / "rules" / "by_hand.jsonl"
GOLD = settings.BASE_DIR / "games" / "gold"
ACCOUNTS = {"researcher": "researchers", "annotator-1": "annotators", "annotator-2": "annotators"}


class Command(BaseCommand):
    help = "Set up and run the whole lab on this machine until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: object, host: str, port: int, **options: object) -> None:
        processes.require_free(host, port)
        self._prepare()
        self._make_accounts()
        study = try_out(Catalogue.objects.get(version=SHIPPED[-1]), now=timezone.now())
        annotators = [name for name, group in ACCOUNTS.items() if group == "annotators"]
        call_command("example_study", SHIPPED[-1], *annotators, stdout=StringIO())
        started = {
            "web server": processes.start_web(host, port),
            "worker": processes.start_worker(),
            "worker of models": processes.start_model_worker(),
        }
        lab = f"http://{host}:{port}"
        self.stdout.write(f"\nAffordance Lab runs at {lab}/  (Ctrl-C stops it)")
        self.stdout.write(f"A study to try:   {lab}/studies/{study.slug}/")
        rooms = "  ".join(f"{lab}/{room}/" for room in ROOMS)
        self.stdout.write(f"For researchers:  {rooms}")
        self.stdout.write(f"For annotators:   {lab}/annotate/\n")
        self.stdout.flush()
        ended = _wait(started)
        self.stdout.write("Stopped. Your games are kept.")
        if ended:
            raise CommandError(f"The {ended} ended by itself; what it said stands above.")

    def _prepare(self) -> None:
        call_command("migrate", verbosity=0, stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0, stdout=self.stdout)
        stored = set(Catalogue.objects.values_list("version", flat=True))
        for version in SHIPPED:
            if version not in stored:
                call_command("import_catalogue", str(CATALOGUES / version), stdout=self.stdout)
        call_command("score_baselines", stdout=self.stdout)
        call_command("import_coat", "own", stdout=self.stdout)
        call_command("import_rules", str(RULES), stdout=self.stdout)
        kept = {"store": True, "headline": True, "stdout": self.stdout}
        call_command("score_oracle", str(GOLD / "oracle_test.jsonl"), **kept)
        for version in SHIPPED:
            blind = GOLD / f"{version}_blind.jsonl"
            call_command("score_oracle", str(blind), catalogue=version, **kept)

    def _make_accounts(self) -> None:
        for name, group_name in ACCOUNTS.items():
            if User.objects.filter(username=name).exists():
                continue
            password = secrets.token_urlsafe(9)
            user = User.objects.create_user(name, password=password)
            user.is_staff = group_name == "researchers"
            user.save()
            user.groups.add(Group.objects.get_or_create(name=group_name)[0])
            self.stdout.write(f"Account {name}: password {password} (shown only now)")


def _wait(started: Mapping[str, Process]) -> str:
    """Run until Ctrl-C, a termination or the end of one process; then end all of them.

    Returns the name of the process that ended by itself, "" where there was none.
    """
    stopped = threading.Event()
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, lambda number, frame: stopped.set())
    ended = ""
    while not ended and not stopped.wait(0.5):
        ended = next((name for name, p in started.items() if p.poll() is not None), "")
    processes.end_all(started.values())
    return ended
