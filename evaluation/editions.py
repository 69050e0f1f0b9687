"""Which edition of each run a process shows: a stopped run's very plays, else not each new one."""

from collections.abc import Collection, Mapping
from datetime import datetime
from threading import Lock

from evaluation import run_records
from evaluation.models import Run
from evaluation.records import Edition

# While a run goes on, its figures are computed anew with every fiftieth more of its plays: else
# each page would read all of them for the few that came since the last one.
STEP = 1 / 50

_shown: dict[int, Edition] = {}
_complete: dict[tuple[int, datetime | None], Edition] = {}
_lock = Lock()


def shown(runs: Collection[Run]) -> Mapping[int, Edition]:
    """Run id -> the edition whose figures are shown; one query, none where all are complete.

    Of a run that goes on it may be an earlier one, of which at most a fiftieth is missing.
    """
    exact = of(runs)
    with _lock:
        for run in runs:
            if run.status in Run.GOING_ON:
                _shown[run.pk] = _settled(_shown.get(run.pk), exact[run.pk])
            else:
                _shown.pop(run.pk, None)
        return {run.pk: _shown.get(run.pk, exact[run.pk]) for run in runs}


def of(runs: Collection[Run]) -> Mapping[int, Edition]:
    """Run id -> its edition of now; complete runs are read once by a process."""
    known = {run.pk: _complete[_key(run)] for run in runs if _key(run) in _complete}
    unread = [run for run in runs if run.pk not in known]
    found = run_records.editions_of(unread) if unread else {}
    _complete.update(
        (_key(run), found[run.pk]) for run in unread if run.status == Run.Status.COMPLETE
    )
    return {**known, **found}


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    _shown.clear()
    _complete.clear()


def _key(run: Run) -> tuple[int, datetime | None]:
    """A complete run that is played again ends at another time."""
    return run.pk, run.ended_at


def _settled(held: Edition | None, found: Edition) -> Edition:
    if held is None:
        return found
    grown = found.plays - held.plays
    return held if 0 < grown < STEP * held.plays else found
