"""A web server and a worker as processes of their own: started, killed, ended in order."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

STOP_SECONDS = 15
# Celery warns of root for the sake of messages from strangers; here the lab writes its own.
NO_ROOT_WARNING = "ignore:::celery.platforms"

Process = subprocess.Popen[bytes]


def require_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"PORT={port}: {error.strerror}. Choose another one.") from error


def free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def start_web(
    host: str, port: int, *, processes: int = 1, environment: Mapping[str, str] | None = None
) -> Process:
    """environment: instead of this process's own."""
    command = ["gunicorn", "config.wsgi", "--bind", f"{host}:{port}", "--threads", "8"]
    command += ["--workers", str(processes)]
    quiet = ["--keep-alive", "75", "--log-level", "warning", "--no-control-socket"]
    return _start([*command, *quiet], environment)


def start_worker(*, schedule: Path | None = None) -> Process:
    """A Celery worker with the beat inside it, which sends the sweep.

    schedule: the beat's own file, where another beat may run over the same VAR_DIR.
    Threads: over the file transport a killed process of a pool can take the queue's lock with it.
    """
    command = ["celery", "--quiet", "-A", "config", "worker", "--beat", "--pool", "threads"]
    command += ["--concurrency", "4"]
    if schedule:
        command += ["--schedule", str(schedule)]
    return _start([*command, "--queues", "default,oracle", "--loglevel", settings.LOG_LEVEL])


def start_model_worker() -> Process:
    """A Celery worker for what takes long: runs of models and drafts of sheets, one at a time."""
    command = ["celery", "--quiet", "-A", "config", "worker", "--pool", "solo"]
    return _start([*command, "--queues", "models", "--loglevel", settings.LOG_LEVEL])


def kill(process: Process) -> None:
    """kill -9, its children too."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def end_all(processes: Iterable[Process]) -> None:
    """Ask all of them to end, wait for each, and leave no child of theirs behind."""
    running = list(processes)
    for process in running:
        process.terminate()
    for process in running:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=STOP_SECONDS)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _start(
    module_and_arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> Process:
    """Start a program of this environment in a process group of its own.

    Ctrl-C then reaches this process alone, which ends the others in order.
    environment: instead of this process's own; where it says nothing else, OpenBLAS gets one
        thread: for arrays as small as here more of them only wait for each other.
    """
    said = os.environ if environment is None else environment
    return subprocess.Popen(
        [sys.executable, "-W", NO_ROOT_WARNING, "-m", *module_and_arguments],
        cwd=Path(settings.BASE_DIR),
        env={"OPENBLAS_NUM_THREADS": "1", **said},
        start_new_session=True,
    )
