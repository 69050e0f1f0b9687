"""Reading one state of the database, whoever writes meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


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
