"""A database of its own and Python processes on it, measured from outside."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from tests.lab import Lab, free_port
from tests.live.conftest import POSTGRES, unreachable


@dataclass(frozen=True)
class Measured:
    """cpu_seconds: of this process. memory: the most that it held, in MB."""

    seconds: float
    cpu_seconds: float
    memory: float
    size: int = 0


@contextmanager
def empty_lab(database: str, folder: Path) -> Iterator[Lab]:
    """A database without web server or worker. database: sqlite or postgresql."""
    own = {"VAR_DIR": str(folder), "SECRET_KEY": uuid.uuid4().hex}
    name = f"lab_{uuid.uuid4().hex[:12]}"
    if database == "postgresql":
        _on_postgres("CREATE DATABASE {}", name)
        own["DATABASE_URL"] = f"{POSTGRES}/{name}"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **own}
    lab = Lab(environment, free_port())
    try:
        lab.manage("migrate", "--verbosity", "0")
        yield lab
    finally:
        if database == "postgresql":
            _on_postgres("DROP DATABASE {} WITH (FORCE)", name)


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


def _on_postgres(statement: str, name: str) -> None:
    try:
        with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
    except psycopg.OperationalError as error:
        unreachable("PostgreSQL", error)
