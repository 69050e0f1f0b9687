"""Everything for one machine: database, catalogue, scores, accounts, web and worker."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.models import Catalogue

STARTER = settings.BASE_DIR / "games" / "catalogue" / "starter-1"
GOLD = settings.BASE_DIR / "games" / "gold" / "oracle_test.jsonl"
ACCOUNTS = {"researcher": "researchers", "annotator-1": "annotators", "annotator-2": "annotators"}
STOP_SECONDS = 15


class Command(BaseCommand):
    help = "Set up and run the whole lab on this machine until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: object, host: str, port: int, **options: object) -> None:
        _require_free(host, port)
        self._prepare()
        self._make_accounts()
        processes = {"web server": _web(host, port), "worker": _worker()}
        self.stdout.write(f"\nAffordance Lab runs at http://{host}:{port}/  (Ctrl-C stops it)\n")
        self.stdout.flush()
        ended = _wait(processes)
        self.stdout.write("Stopped. Your games are kept.")
        if ended:
            raise CommandError(f"The {ended} ended by itself; what it said stands above.")

    def _prepare(self) -> None:
        call_command("migrate", verbosity=0, stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0, stdout=self.stdout)
        if not Catalogue.objects.filter(version=STARTER.name).exists():
            call_command("import_catalogue", str(STARTER), stdout=self.stdout)
        call_command("score_baselines", stdout=self.stdout)
        call_command("score_oracle", str(GOLD), store=True, headline=True, stdout=self.stdout)

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


def _require_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"PORT={port}: {error.strerror}. Choose another one.") from error


def _web(host: str, port: int) -> subprocess.Popen[bytes]:
    command = ["gunicorn", "config.wsgi", "--bind", f"{host}:{port}", "--threads", "8"]
    quiet = ["--keep-alive", "75", "--log-level", "warning", "--no-control-socket"]
    return _start([*command, *quiet])


def _worker() -> subprocess.Popen[bytes]:
    """A Celery worker with the beat inside it, which sends the sweep.

    Threads: over the file transport a killed process of a pool can take the queue's lock with it.
    """
    command = ["celery", "-A", "config", "worker", "--beat", "--pool", "threads"]
    command += ["--concurrency", "4"]
    return _start([*command, "--queues", "default,oracle", "--loglevel", settings.LOG_LEVEL])


def _start(module_and_arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start a program of this environment in a process group of its own.

    Ctrl-C then reaches this process alone, which ends the others in order.
    """
    return subprocess.Popen(
        [sys.executable, "-m", *module_and_arguments],
        cwd=Path(settings.BASE_DIR),
        start_new_session=True,
    )


def _wait(processes: Mapping[str, subprocess.Popen[bytes]]) -> str:
    """Run until Ctrl-C, a termination or the end of one process; then end all of them.

    Returns the name of the process that ended by itself, "" where there was none.
    """
    stopped = threading.Event()
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, lambda number, frame: stopped.set())
    ended = ""
    while not ended and not stopped.wait(0.5):
        ended = next((name for name, p in processes.items() if p.poll() is not None), "")
    for process in processes.values():
        process.terminate()
    for process in processes.values():
        _end(process)
    return ended


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the process, then make sure that no child of its is left."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=STOP_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
