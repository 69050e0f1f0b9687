"""Work on a database that may be gone for a while."""

import logging
import time
from collections.abc import Callable
from itertools import chain, repeat
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

log = logging.getLogger(__name__)
T = TypeVar("T")
GONE = (OperationalError, InterfaceError)
PAUSES_SECONDS = (0.1, 0.2, 0.5, 1.0)


def patiently(work: Callable[[], T], patience_seconds: float) -> T:
    """Do the work, again and again where the database is gone meanwhile; raises what says so."""
    patient_until = time.monotonic() + patience_seconds
    for pause in chain(PAUSES_SECONDS, repeat(PAUSES_SECONDS[-1])):
        try:
            return work()
        except GONE as gone:
            log.warning("the database is gone: %s", gone)
            connection.close()
            if time.monotonic() + pause > patient_until:
                raise
            time.sleep(pause)
    raise AssertionError("the last pause is repeated without end")
