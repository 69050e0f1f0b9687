"""The one command of the README: starts, is played on, stops cleanly, starts again."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab import ROOT, Visitor, eventually, free_port

pytestmark = pytest.mark.live


def start_demo(folder: Path, port: int) -> subprocess.Popen[str]:
    services = {"DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in services}
    return subprocess.Popen(
        [sys.executable, "-u", "manage.py", "demo", "--port", str(port)],
        cwd=ROOT,
        env={**environment, "VAR_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def play_one_turn(port: int) -> None:
    visitor = Visitor(f"http://127.0.0.1:{port}")
    eventually(lambda: visitor.get("/")[0] == 200, within=90)
    visitor.start()
    visitor.ask("Is it heavier than 100 kg?")  # never "cannot tell", whatever is hidden
    eventually(lambda: "Look again" not in visitor.get(visitor.play)[1])
    assert "19 questions left of 20" in visitor.page


def stop(demo: subprocess.Popen[str]) -> str:
    """Ctrl-C; return all that was printed."""
    for _ in range(3):  # impatient ones change nothing
        demo.send_signal(signal.SIGINT)
    printed, _ = demo.communicate(timeout=60)
    return printed


def processes_of(folder: Path) -> list[str]:
    """Command lines of what still runs with this VAR_DIR."""
    mark = f"VAR_DIR={folder}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def test_the_demo_starts_plays_stops_and_starts_again(tmp_path: Path):
    port = free_port()
    demo = start_demo(tmp_path, port)
    play_one_turn(port)
    printed = stop(demo)
    assert demo.returncode == 0
    assert printed.count("(shown only now)") == 3
    assert f"http://127.0.0.1:{port}/" in printed and "Stopped." in printed
    for room in ("campaigns", "workshop", "annotations", "catalogues", "annotate"):
        assert f"http://127.0.0.1:{port}/{room}/" in printed
    assert processes_of(tmp_path) == []

    again = start_demo(tmp_path, port)
    play_one_turn(port)
    assert "password" not in stop(again)


def test_a_port_in_use_is_said_before_anything_is_set_up(tmp_path: Path):
    taken = start_demo(tmp_path / "one", port := free_port())
    eventually(lambda: Visitor(f"http://127.0.0.1:{port}").get("/")[0] == 200, within=90)
    second = subprocess.run(
        [sys.executable, "manage.py", "demo", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(tmp_path / "two")},
        capture_output=True,
        text=True,
        check=False,
    )
    stop(taken)
    assert second.returncode == 1
    assert f"PORT={port}" in second.stderr
    assert not (tmp_path / "two" / "lab.sqlite3").exists()
