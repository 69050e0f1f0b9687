"""All figures of one player, or of a campaign's people, computed once for each edition."""

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
from evaluation.records import Edition
from games.models import Campaign

# Of each reference, held while its figures are computed: a page and its charts ask together.
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
    return _kept(entry.reference, entry.kind, entry.edition)


def of_campaign(campaign: Campaign, edition: Edition) -> Summarised:
    """Of any campaign, one that is on no leaderboard too. edition: its own of now."""
    return _kept(f"campaign/{campaign.slug}", Kind.HUMANS, edition)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs and campaigns."""
    _summarised.cache_clear()


def _kept(reference: str, kind: Kind, edition: Edition) -> Summarised:
    with _COMPUTING.setdefault(reference, Lock()):
        return _summarised(reference, kind, edition)


@lru_cache(maxsize=64)
def _summarised(reference: str, kind: Kind, edition: Edition) -> Summarised:
    resampling = OF_PEOPLE if kind == Kind.HUMANS else OF_RUN
    plays = entries.plays_of(reference)
    summary = summarise(plays, resampling, complete=entries.complete_players_of(reference))
    return Summarised(summary, [replace(play, questions=()) for play in plays], resampling)
