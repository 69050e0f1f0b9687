"""A web server and a worker on this machine alone, which may be killed and started again."""

import os
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management import call_command
from django.core.management.base import CommandError

from games.management import processes
from games.management.processes import Process
from games.simulation.crowd import WEB, WORKER

HOST = "127.0.0.1"
START_SECONDS = 60
WEB_PROCESSES = 2


class LoopbackLab:
    """Runs while its block does, over this process's database and broker, on a free port."""

    def __init__(self) -> None:
        self.address = f"http://{HOST}:{processes.free_port(HOST)}"
        self._running: dict[str, Process] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="lab-simulated-")

    def __enter__(self) -> Self:
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            self.start(WORKER)
            self.start(WEB)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End both, however impatiently Ctrl-C is pressed meanwhile."""
        before = {number: signal.signal(number, signal.SIG_IGN) for number in _INTERRUPTIONS}
        processes.end_all(self._running.values())
        self._folder.cleanup()
        for number, handler in before.items():
            signal.signal(number, handler)

    def kill(self, name: str) -> None:
        processes.kill(self._running[name])

    def start(self, name: str) -> None:
        """Start it, the web server until it answers. Raises CommandError where it does not."""
        if name == WORKER:
            # A beat keeps a file, and there may be another one over the same VAR_DIR.
            schedule = Path(self._folder.name) / "beat"
            self._running[name] = processes.start_worker(schedule=schedule)
            return
        port = int(self.address.rpartition(":")[2])
        # Whatever the site's own addresses are, this server has this one, without HTTPS.
        environment = {**os.environ, "HTTPS": "0", "ALLOWED_HOSTS": HOST}
        web = processes.start_web(HOST, port, processes=WEB_PROCESSES, environment=environment)
        self._running[name] = web
        self._wait_for(web)

    def _wait_for(self, web: Process) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and web.poll() is None:
            with suppress(URLError, OSError), urlopen(self.address, timeout=5):
                return
            time.sleep(0.1)
        raise CommandError(f"The web server did not answer at {self.address}.")


_INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)
