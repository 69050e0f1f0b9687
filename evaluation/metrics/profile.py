"""What is asked, turn by turn, and what is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import Figure, Resampling, clustered_mean
from evaluation.metrics.plays import EndedPlay

DIMENSIONS = ("material", "shape", "size", "surface")


@dataclass(frozen=True)
class TurnProfile:
    """What the answered questions of one turn probed.

    shares: dimension -> share of the questions that probed one property; empty where none did.
    read: how many did. unread: how many the Checker read no or several properties of.
    """

    number: int
    shares: Mapping[str, float]
    read: int
    unread: int


@dataclass(frozen=True)
class Refusals:
    """attempts: questions answered or refused. by_reason: reason -> how many, most first."""

    attempts: int
    rate: Figure
    by_reason: Mapping[str, int]


def dimension_of(probe: str) -> str:
    """Of the one property that a question probes; "" for none or several, be they of one dimension.

    probe: the Checker's DIMENSION:value pairs with ", " between. Of several no one is the
    question's own, for the answer is to all of them.
    """
    named = [pair.partition(":")[0].strip().lower() for pair in probe.split(", ") if ":" in pair]
    return named[0] if len(named) == 1 else ""


def dimensions_by_turn(plays: Sequence[EndedPlay]) -> list[TurnProfile]:
    """Shares of the four dimensions at each turn that a question was answered at."""
    asked: dict[int, Counter[str]] = {}
    for play in plays:
        for question in play.answered:
            asked.setdefault(question.number, Counter())[question.dimension] += 1
    return [_profile(number, counted) for number, counted in sorted(asked.items())]


def refusals(players: Sequence[Sequence[EndedPlay]], resampling: Resampling) -> Refusals:
    """players: each player's plays, for the interval of the rate resamples players."""
    by_player = [[asked.reason for play in plays for asked in play.questions] for plays in players]
    rate = clustered_mean([[float(bool(r)) for r in reasons] for reasons in by_player], resampling)
    reasons = Counter(reason for reasons in by_player for reason in reasons if reason)
    return Refusals(
        attempts=sum(map(len, by_player)), rate=rate, by_reason=dict(reasons.most_common())
    )


def forfeits(plays: Sequence[EndedPlay]) -> int:
    """How many turns were spent without an answer."""
    return sum(asked.spent and not asked.answered for play in plays for asked in play.questions)


def _profile(number: int, counted: Counter[str]) -> TurnProfile:
    read = sum(counted[dimension] for dimension in DIMENSIONS)
    shares = {dimension: counted[dimension] / read for dimension in DIMENSIONS} if read else {}
    return TurnProfile(number, shares, read, unread=counted.total() - read)
