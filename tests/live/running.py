"""Runs in a lab of PostgreSQL, a Redis of its own and real workers, looked at from outside."""

import contextlib
import os
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from tests.lab import FAST, ROOT, Lab, eventually, free_port
from tests.live.conftest import a_database, unreachable
from tests.live.model_server import RoteAnswerer, RotePlayer

CATALOGUE = ROOT / "games" / "catalogue" / "starter-1"
QUICK = FAST | {
    "RUN_SLICE_SECONDS": "5",
    "RUN_LEASE_SECONDS": "2",
    "RUN_PAUSES_SECONDS": "0.2,0.5",
    "RUN_PATIENCE_SECONDS": "20",
}


class OwnRedis:
    """A broker that a test may take away."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self.start()

    def start(self) -> None:
        kept = ["--dir", str(self._folder), "--appendonly", "yes", "--loglevel", "warning"]
        try:
            self.process = subprocess.Popen(["redis-server", "--port", str(self.port), *kept])
        except FileNotFoundError as error:
            unreachable("redis-server", error)
        eventually(self._answers)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def _answers(self) -> bool:
        with contextlib.suppress(redis.ConnectionError):
            return bool(redis.Redis.from_url(self.url).ping())
        return False


class RunsLab(Lab):
    """A lab without a web server. broker: which its workers listen to."""

    broker: OwnRedis

    def launch(self, server: RotePlayer, folder: Path, *, games: int, **run: int) -> None:
        """Make a run of the model at the server and send for its workers."""
        settings = {"title": '"Rote"', "player": '"rote"', "concurrency": 8} | run
        spec = folder / "spec.toml"
        spec.write_text(
            "\n".join(
                [
                    "[run]",
                    *(f"{name} = {value}" for name, value in settings.items()),
                    "[model]",
                    f'address = "http://127.0.0.1:{server.port}/v1"',
                    'name = "tiny"',
                    "[games]",
                    'catalogue = "starter-1"',
                    f"limit = {games}",
                ]
            )
        )
        self.manage("run_evaluation", str(spec))

    def launch_questions(self, server: RoteAnswerer, folder: Path, **run: int) -> None:
        """Make a run of the model at the server over the one question set; send for workers."""
        spec = folder / "spec.toml"
        settings = [f"{name} = {value}" for name, value in run.items()]
        address = f'address = "http://127.0.0.1:{server.port}/v1"'
        found = self.one("SELECT slug FROM evaluation_questionset")
        lines = ["[run]", *settings, "[questions]", f'set = "{found}"']
        spec.write_text("\n".join([*lines, "[model]", address, 'name = "tiny"']))
        self.manage("run_evaluation", str(spec))

    def sweep(self) -> None:
        """Do by hand what the beat has a worker do."""
        self.shell("from evaluation import tasks; tasks.sweep()")

    def one(self, query: str) -> object:
        """The one value that a query gives."""
        with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
            row = connection.execute(query).fetchone()
            assert row
            return row[0]

    @property
    def replies(self) -> int:
        return int(str(self.one("SELECT count(*) FROM evaluation_storedreply")))

    @property
    def choice_replies(self) -> int:
        return int(str(self.one("SELECT count(*) FROM evaluation_choicereply")))

    @property
    def state(self) -> str:
        return str(self.one("SELECT status || ' ' || reason FROM evaluation_run")).strip()

    def complete(self) -> bool:
        return self.state == "complete"

    def audit(self, *, games: int) -> None:
        """Every game was played once, to its end, and every question of it was answered once."""
        questions = len(RotePlayer.QUESTIONS)
        assert self.state == "complete"
        assert self.one("SELECT count(*) FROM games_play WHERE outcome IN ('won', 'lost')") == games
        assert self.one("SELECT count(*) FROM games_play") == games
        assert self.one("SELECT count(*) FROM games_turn") == games * questions
        assert self.one("SELECT count(*) FROM games_turn WHERE status = 'answered'") == (
            games * questions
        )
        assert self.replies == games * (questions + 1)
        held = "SELECT count(*) FROM evaluation_episode WHERE holder <> ''"
        assert self.one(held) == self.one(held.replace("episode", "runworker")) == 0

    def audit_questions(self, *, questions: int) -> None:
        """Every question has one choice, of its last reply, and its replies are without a gap."""
        assert self.state == "complete"
        assert self.one("SELECT count(*) FROM evaluation_choice WHERE letter = 'A'") == questions
        assert self.one("SELECT count(*) FROM evaluation_episode WHERE fault <> ''") == 0
        assert self.one("SELECT sum(calls) FROM evaluation_choice") == self.choice_replies
        gaps = (
            "SELECT count(*) FROM (SELECT episode_id, max(sequence) - count(*) AS gap "
            "FROM evaluation_choicereply GROUP BY episode_id) AS each WHERE gap <> 0"
        )
        assert self.one(gaps) == 0
        held = "SELECT count(*) FROM evaluation_episode WHERE holder <> ''"
        assert self.one(held) == self.one(held.replace("episode", "runworker")) == 0


@contextlib.contextmanager
def a_question_set(folder: Path, size: int) -> Iterator[str]:
    """The name of a database that holds one question set of our own COAT catalogue."""
    made = (
        "from evaluation.coat.variations import Kind; from tests import coat_rows; "
        f"assert coat_rows.made(Kind.TASK_1, '1', size={size}).count == {size}"
    )
    with a_database() as url:
        lab = RunsLab(_environment(folder, url), free_port())
        lab.manage("migrate", "--verbosity", "0")
        lab.shell(made)
        yield url.rpartition("/")[2]


@contextlib.contextmanager
def a_catalogue(folder: Path) -> Iterator[str]:
    """The name of a database that holds a catalogue and nothing else, to be copied."""
    with a_database() as url:
        lab = RunsLab(_environment(folder, url), free_port())
        lab.manage("migrate", "--verbosity", "0")
        lab.manage("import_catalogue", str(CATALOGUE))
        yield url.rpartition("/")[2]


@contextlib.contextmanager
def runs_lab(folder: Path, template: str, **unusual: str) -> Iterator[RunsLab]:
    """template: the database that it begins with. unusual: of its environment."""
    broker = OwnRedis(folder)
    try:
        with a_database(template) as url:
            own = {"CELERY_BROKER_URL": broker.url, **unusual}
            lab = RunsLab(_environment(folder, url) | own, free_port())
            lab.broker = broker
            try:
                yield lab
            finally:
                lab.stop()
    finally:
        broker.stop()


def _environment(folder: Path, database: str) -> dict[str, str]:
    own = {"VAR_DIR": str(folder), "SECRET_KEY": uuid.uuid4().hex, "DATABASE_URL": database}
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **QUICK, **own}


@contextlib.contextmanager
def cut_off(lab: RunsLab) -> Iterator[None]:
    """Take the database away from everybody for a while, as a restart does."""
    address, _, name = lab.environment["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            assert connection.execute(ended, [name]).rowcount > 0
            yield
        finally:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
