"""A whole lab in processes of its own: database, broker, web server, worker, and visitors."""

import atexit
import contextlib
import http.cookiejar
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
MINI = ROOT / "tests" / "data" / "mini_catalogue"
FAST = {"SWEEP_SECONDS": "1", "TURN_LEASE_SECONDS": "2", "VISIBILITY_SECONDS": "2"}
WORKER = ["-A", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
T = TypeVar("T")


@dataclass
class Lab:
    """environment: what web and worker are started with."""

    environment: dict[str, str]
    port: int
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _shell: subprocess.Popen[bytes] | None = None
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> str:
        """Run a management command and return what it printed; raise with its errors."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"manage.py {arguments} failed:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def rows(self, expression: str) -> str:
        """What a Python expression over the models gives, as printed text."""
        code = f"from games.models import *; from django.db.models import *; print({expression})"
        return self.shell(code).strip()

    def shell(self, code: str) -> str:
        """Run code in the lab's own shell and return what it printed; raise with its errors."""
        with self._one_at_a_time:
            if self._shell is None or self._shell.poll() is not None:
                piped = subprocess.PIPE
                self._shell = self._start("tests.shell", stdin=piped, stdout=piped)
            assert self._shell.stdin
            assert self._shell.stdout
            self._shell.stdin.write(json.dumps(code).encode() + b"\n")
            self._shell.stdin.flush()
            line = self._shell.stdout.readline()
        assert line, f"The shell ended at:\n{code}"
        answer = json.loads(line)
        if answer["failed"]:
            raise AssertionError(f"{code}\nfailed:\n{answer['failed']}")
        return str(answer["said"])

    def start_web(self) -> subprocess.Popen[bytes]:
        process = self._start(
            "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{self.port}", "--threads", "16",
            "--no-control-socket", "--log-level", "warning", "--keep-alive", "75",
        )  # fmt: skip
        eventually(lambda: Visitor(self.address).get("/")[0] == 200, within=60)
        return process

    def start_worker(self, *, pool: str = "prefork") -> subprocess.Popen[bytes]:
        """A worker with the beat inside it."""
        return self._start("celery", *WORKER, *QUIET, "--beat", "--pool", pool)

    def start_worker_that_stops_at(self, step: str, marker: Path) -> subprocess.Popen[bytes]:
        """A worker that writes the marker at the named step of a turn and goes no further."""
        self.environment = self.environment | {"STOP_AT": step, "STOP_MARKER": str(marker)}
        process = self._start("tests.live.stopping_worker")
        for name in ("STOP_AT", "STOP_MARKER"):
            del self.environment[name]
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """kill -9, children too."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        for process in self.processes:
            self.kill(process)

    def _start(self, module: str, *arguments: str, **piped: int) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,
            **piped,
        )
        self.processes.append(process)
        return process


class Visitor:
    """A browser without JavaScript: keeps cookies, follows redirects, fills in forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.page = ""
        self.url = address

    def get(self, path: str) -> tuple[int, str]:
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.url, path)))

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(urllib.parse.urljoin(self.url, path), data=body)
        return self._open(request)

    def start(self) -> str:
        """Start a play through the landing page and return its address."""
        self.get("/")
        self.post("/plays/", {"csrfmiddlewaretoken": self.token})
        return self.url

    def ask_fields(self, question: str) -> dict[str, str]:
        """What the ask form of the present page would post."""
        form = self._form("/ask/")
        fields = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', form))
        return fields | {"question": question, "csrfmiddlewaretoken": self.token}

    def ask(self, question: str) -> tuple[int, str]:
        return self.post(f"{self.play}ask/", self.ask_fields(question))

    @property
    def play(self) -> str:
        found = re.match(r"(http://[^/]+/plays/[0-9a-f-]+/)", self.url)
        assert found, self.url
        return found[1]

    @property
    def token(self) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
        assert found, self.page[:2000]
        return found[1]

    def _form(self, action_end: str) -> str:
        for form in re.findall(r"<form.*?</form>", self.page, flags=re.S):
            if re.search(rf'action="[^"]*{action_end}"', form):
                return form
        raise AssertionError(f"No form posts to {action_end} on this page:\n{self.page}")

    def _open(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=60) as response:
                self.page, self.url = response.read().decode(), response.url
                return response.status, self.page
        except urllib.error.HTTPError as error:
            self.page = error.read().decode()
            return error.code, self.page


def eventually(claim: Callable[[], T], *, within: float = 30) -> T:
    """Return the claim's first true value; raise when it does not come in time."""
    end = time.monotonic() + within
    while True:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            value = claim()
            if value:
                return value
        assert time.monotonic() < end, f"Not within {within} s."
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def blank_folder() -> Path:
    """A VAR_DIR as of a lab that nobody has used: static files, tables, the mini catalogue."""
    folder = tempfile.mkdtemp(prefix="lab-blank-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    prepare({"VAR_DIR": folder, "SECRET_KEY": "blank"})
    return Path(folder)


def prepare(environment: dict[str, str]) -> None:
    lab = _with(environment)
    lab.manage("migrate", "--verbosity", "0")
    lab.manage("collectstatic", "--no-input", "--verbosity", "0")
    lab.manage("import_catalogue", str(MINI))


@contextlib.contextmanager
def running_lab(environment: dict[str, str]) -> Iterator[Lab]:
    """A blank lab with a web server; everything ends with the block.

    environment: VAR_DIR is an empty folder; DATABASE_URL, where given, leads to prepared tables.
    """
    shutil.copytree(blank_folder(), environment["VAR_DIR"], dirs_exist_ok=True)
    lab = _with(environment)
    try:
        lab.start_web()
        yield lab
    finally:
        lab.stop()


def _with(environment: dict[str, str]) -> Lab:
    usual = {**os.environ, **FAST, "DJANGO_SETTINGS_MODULE": "config.settings"}
    return Lab({**usual, **environment}, free_port())
