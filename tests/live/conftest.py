"""The two ways the lab runs: embedded on one machine, and on PostgreSQL, Redis and a worker."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis
from psycopg import sql

from tests.lab import Lab, running_lab

POSTGRES = os.environ.get("LIVE_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432")
REDIS = os.environ.get("LIVE_REDIS_URL", "redis://127.0.0.1:6379")
REDIS_NUMBER = 9


def unreachable(what: str, error: Exception) -> None:
    """Skip where a service is not there; fail where live tests are required."""
    message = f"{what} cannot be reached: {error}"
    if os.environ.get("REQUIRE_LIVE"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(params=["embedded", "services"])
def kind(request: pytest.FixtureRequest) -> str:
    """How the lab of this test runs."""
    return str(request.param)


@pytest.fixture
def lab(kind: str, tmp_path: Path) -> Iterator[Lab]:
    with a_lab(kind, tmp_path) as running:
        yield running


@pytest.fixture
def services_lab(tmp_path: Path) -> Iterator[Lab]:
    with a_lab("services", tmp_path) as running:
        yield running


@contextmanager
def a_lab(kind: str, folder: Path, **environment: str) -> Iterator[Lab]:
    """A running lab of this kind; the environment says what is not as usual in it."""
    own = {"VAR_DIR": str(folder), "SECRET_KEY": uuid.uuid4().hex, **environment}
    if kind == "services":
        with _services() as addresses, running_lab({**own, **addresses}) as running:
            yield running
    else:
        with running_lab(own) as running:
            yield running


@contextmanager
def _services() -> Iterator[dict[str, str]]:
    """An empty database of its own and an emptied Redis; skips or fails where they are missing."""
    name = f"lab_{uuid.uuid4().hex[:12]}"
    broker = f"{REDIS}/{REDIS_NUMBER}"
    try:
        redis.Redis.from_url(broker).flushdb()
        _on_postgres(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    except (redis.ConnectionError, psycopg.OperationalError) as error:
        unreachable("PostgreSQL or Redis", error)
    try:
        yield {"DATABASE_URL": f"{POSTGRES}/{name}", "CELERY_BROKER_URL": broker}
    finally:
        _on_postgres(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _on_postgres(statement: sql.Composed) -> None:
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(statement)
