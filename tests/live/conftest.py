"""The two ways the lab runs: embedded on one machine, and on PostgreSQL, Redis and a worker."""

import atexit
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import dj_database_url
import psycopg
import pytest
import pytest_django
import redis
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections
from psycopg import sql

from tests.lab import Lab, prepare, running_lab

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


@pytest.fixture(scope="session")
def migrated(django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[str]:
    """The address of a PostgreSQL database with empty tables."""
    with a_database() as url:
        with django_db_blocker.unblock(), this_process_on(url):
            call_command("migrate", verbosity=0)
        yield url


@pytest.fixture(scope="module")
def on_postgres(migrated: str, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """This process on that database while the tests of a module run."""
    with django_db_blocker.unblock(), this_process_on(migrated):
        yield


@pytest.fixture
def postgres(on_postgres: None) -> Iterator[None]:
    """This process, threads too, on PostgreSQL; what a test stores goes with it."""
    yield
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    ours = ("games_", "annotation_", "auth_user")
    emptied = [table for table in tables if table.startswith(ours)]
    flush = connection.ops.sql_flush(no_style(), emptied, allow_cascade=True)
    connection.ops.execute_sql_flush(flush)


@contextmanager
def this_process_on(url: str) -> Iterator[None]:
    """Django's connections of this process lead to another database while the block lasts."""
    usual = connections.settings["default"]
    connections["default"].close()
    del connections["default"]
    parsed = {"default": dj_database_url.parse(url)}
    connections.settings["default"] = connections.configure_settings(parsed)["default"]
    try:
        yield
    finally:
        connections.close_all()
        del connections["default"]
        connections.settings["default"] = usual


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
    """A blank database of its own and an emptied Redis; skips or fails where they are missing."""
    broker = f"{REDIS}/{REDIS_NUMBER}"
    try:
        redis.Redis.from_url(broker).flushdb()
    except redis.ConnectionError as error:
        unreachable("Redis", error)
    with a_database(blank_database()) as url:
        yield {"DATABASE_URL": url, "CELERY_BROKER_URL": broker}


@cache
def blank_database() -> str:
    """The name of a database of tables and the mini catalogue, to be copied."""
    made = a_database()
    url = made.__enter__()
    atexit.register(made.__exit__, None, None, None)
    with tempfile.TemporaryDirectory() as folder:
        prepare({"VAR_DIR": folder, "SECRET_KEY": "blank", "DATABASE_URL": url})
    return url.rpartition("/")[2]


@contextmanager
def a_database(template: str = "template1") -> Iterator[str]:
    """The address of a copy of a database, the empty one's, which goes with the block."""
    name = f"lab_{uuid.uuid4().hex[:12]}"
    made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    try:
        _on_postgres(made.format(sql.Identifier(name), sql.Identifier(template)))
    except psycopg.OperationalError as error:
        unreachable("PostgreSQL", error)
    try:
        yield f"{POSTGRES}/{name}"
    finally:
        _on_postgres(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _on_postgres(statement: sql.Composed) -> None:
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(statement)
