"""The two ways the lab runs: embedded on one machine, and on PostgreSQL, Redis and a worker."""

import os
import uuid
from collections.abc import Iterator
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
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lab]:
    environment = {"VAR_DIR": str(tmp_path), "SECRET_KEY": uuid.uuid4().hex}
    if request.param == "embedded":
        with running_lab(environment) as embedded:
            yield embedded
        return
    yield from _on_services(environment)


@pytest.fixture
def services_lab(tmp_path: Path) -> Iterator[Lab]:
    yield from _on_services({"VAR_DIR": str(tmp_path), "SECRET_KEY": uuid.uuid4().hex})


def _on_services(environment: dict[str, str]) -> Iterator[Lab]:
    name = f"lab_{uuid.uuid4().hex[:12]}"
    broker = f"{REDIS}/{REDIS_NUMBER}"
    try:
        redis.Redis.from_url(broker).flushdb()
        _on_postgres(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    except (redis.ConnectionError, psycopg.OperationalError) as error:
        unreachable("PostgreSQL or Redis", error)
    try:
        with running_lab(
            {**environment, "DATABASE_URL": f"{POSTGRES}/{name}", "CELERY_BROKER_URL": broker}
        ) as lab:
            yield lab
    finally:
        _on_postgres(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _on_postgres(statement: sql.Composed) -> None:
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(statement)
