"""Reading one state of the database, whoever writes meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

SERIALIZATION_FAILURE = "40001"


class Overtaken(Exception):
    """Somebody else changed a row that was to be changed or locked here."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything that is read within shows one state of the database.

    On PostgreSQL a read-only transaction of the level REPEATABLE READ, on SQLite a deferred one,
    which keeps no writer waiting. Within another transaction it is as isolated as that one.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Django's own would be IMMEDIATE (see settings) and hold up every writer.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def one_state() -> Iterator[None]:
    """A transaction that writes what follows from one state of the database.

    On PostgreSQL of the level REPEATABLE READ; SQLite has one writer at a time. Within another
    transaction it is as isolated as that one. Raises Overtaken.
    """
    outermost = not connection.in_atomic_block
    try:
        with transaction.atomic():
            if outermost and connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != SERIALIZATION_FAILURE:
            raise
        raise Overtaken from error
