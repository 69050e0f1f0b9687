"""How long a campaign's export takes, and whether its memory grows with the rows."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from games.exporting.file_formats import Format
from tests.lab import ROOT, Lab, free_port
from tests.live.conftest import POSTGRES, unreachable

pytestmark = pytest.mark.bench
LIMIT_SECONDS = 5
FEW, MANY = 2_000, 20_000
RUNS = 3  # what else the machine does can only add to the time: the fastest counts
# Ten times the rows may cost what buffers and Parquet's list of row groups take, no table.
LIMIT_GROWTH_MEGABYTES = 25


@dataclass(frozen=True)
class Measured:
    """cpu_seconds: of this process. memory: the most that it held, in MB."""

    seconds: float
    cpu_seconds: float
    memory: float
    size: int = 0


@pytest.fixture(params=["sqlite", "postgresql"])
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lab]:
    """A database without web server or worker, filled with both campaigns."""
    own = {"VAR_DIR": str(tmp_path), "SECRET_KEY": uuid.uuid4().hex}
    name = f"lab_{uuid.uuid4().hex[:12]}"
    if request.param == "postgresql":
        on_postgres("CREATE DATABASE {}", name)
        own["DATABASE_URL"] = f"{POSTGRES}/{name}"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **own}
    lab = Lab(environment, free_port())
    try:
        lab.manage("migrate", "--verbosity", "0")
        for turns in (FEW, MANY):
            run(lab, "-m", "tests.bench.filled", str(turns))
        yield lab
    finally:
        if request.param == "postgresql":
            on_postgres("DROP DATABASE {} WITH (FORCE)", name)


def on_postgres(statement: str, name: str) -> None:
    try:
        with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
    except psycopg.OperationalError as error:
        unreachable("PostgreSQL", error)


def run(lab: Lab, *arguments: str) -> Measured:
    """A Python process that ended well."""
    began = time.perf_counter()
    process = os.posix_spawn(sys.executable, [sys.executable, *arguments], lab.environment)
    _, status, used = os.wait4(process, 0)
    assert status == 0, arguments
    return Measured(
        seconds=time.perf_counter() - began,
        cpu_seconds=used.ru_utime + used.ru_stime,
        memory=used.ru_maxrss / 1024,
    )


def export(lab: Lab, turns: int, file_format: Format, folder: Path) -> Measured:
    file = folder / f"{turns}.{file_format}.zip"
    measured = run(
        lab, "manage.py", "export_campaign", f"bench-{turns}", str(file), "--format", file_format
    )
    lab.manage("check_export", str(file))
    measured = replace(measured, size=file.stat().st_size)
    file.unlink()
    return measured


@pytest.mark.parametrize("file_format", Format)
def test_export(lab: Lab, file_format: Format, tmp_path: Path, monkeypatch, request):
    monkeypatch.chdir(ROOT)
    few = export(lab, FEW, file_format, tmp_path)
    runs = [export(lab, MANY, file_format, tmp_path) for _ in range(RUNS)]
    many = min(runs, key=lambda run: run.seconds)
    print(
        f"\n{file_format} of {MANY} turns on {request.node.callspec.params['lab']}: "
        f"{many.seconds:.1f} s with the start of the process, the fastest of {RUNS} "
        f"({many.cpu_seconds:.1f} s of CPU), limit {LIMIT_SECONDS} s, "
        f"ratio {many.seconds / LIMIT_SECONDS:.2f}; {many.size / 1e6:.1f} MB; memory "
        f"{many.memory:.0f} MB, {many.memory - few.memory:+.0f} MB against {FEW} turns, "
        f"limit {LIMIT_GROWTH_MEGABYTES} MB"
    )
    assert many.seconds <= LIMIT_SECONDS
    assert many.memory - few.memory <= LIMIT_GROWTH_MEGABYTES
