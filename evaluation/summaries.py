"""All figures of one entry, computed once for each edition by a process."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import fmean
from threading import Lock

from evaluation import entries
from evaluation.entries import Entry, Kind
from evaluation.leaderboard import OF_PEOPLE, OF_RUN
from evaluation.metrics.intervals import Resampling
from evaluation.metrics.plays import EndedPlay
from evaluation.metrics.summary import Summary, summarise

# Of each entry, held while its figures are computed: a page and its charts ask at the same time.
_COMPUTING: dict[str, Lock] = {}


@dataclass(frozen=True)
class Summarised:
    """plays: without their questions, which are many and in `summary` already."""

    summary: Summary
    plays: Sequence[EndedPlay]
    resampling: Resampling

    @property
    def chance(self) -> float | None:
        """Of a guess without a question, the mean over plays; None where there are none."""
        shares = [1 / len(play.candidates) for play in self.plays if play.candidates]
        return fmean(shares) if shares else None


def of_entry(entry: Entry) -> Summarised:
    with _COMPUTING.setdefault(entry.reference, Lock()):
        return _summarised(entry.reference, entry.edition.sha256, entry.edition.doubts)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    _summarised.cache_clear()


@lru_cache(maxsize=64)
def _summarised(reference: str, edition: str, doubts: int) -> Summarised:
    entry = entries.entry_of(reference)
    if entry is None:
        raise LookupError(f"There is no {reference}.")
    resampling = OF_PEOPLE if entry.kind == Kind.HUMANS else OF_RUN
    plays = entries.plays_of(entry)
    summary = summarise(plays, resampling)
    return Summarised(summary, [replace(play, questions=()) for play in plays], resampling)
