"""How plays fail and whether a guess comes at its time, as the reference observer sees it.

Evidence is *sufficient* once the observer's belief in the target passed the guess threshold. The
observer is *misled* where its belief in another candidate passed it when the guess came.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from evaluation.metrics.plays import EndedPlay
from games.rules import Outcome


class Failure(StrEnum):
    GUESSED_WRONG = "sufficient_guessed_wrong"
    RAN_OUT = "sufficient_ran_out"
    SURE_OF_WRONG = "sure_of_wrong_candidate"
    GUESSED_TOO_EARLY = "guessed_too_early"
    NEVER_SUFFICIENT = "never_sufficient"
    ABORTED = "aborted"


class Timing(StrEnum):
    """too early: questions were left and evidence was not sufficient.

    on time: right after the answer that made it sufficient. too late: after more answers.
    forced: the budget was spent and evidence never sufficient.
    """

    TOO_EARLY = "too_early"
    ON_TIME = "on_time"
    TOO_LATE = "too_late"
    FORCED = "forced"


def failure_of(play: EndedPlay) -> Failure | None:
    """Why a play was not solved, exactly one of six; None for a solved one."""
    if play.solved:
        return None
    if play.aborted:
        return Failure.ABORTED
    if play.sufficient_after is not None:
        ran_out = play.outcome == Outcome.OUT_OF_TURNS
        return Failure.RAN_OUT if ran_out else Failure.GUESSED_WRONG
    if play.guessed and play.misled:
        return Failure.SURE_OF_WRONG
    early = play.guessed and play.spent < play.budget
    return Failure.GUESSED_TOO_EARLY if early else Failure.NEVER_SUFFICIENT


def timing_of(play: EndedPlay) -> Timing | None:
    """When the guess came, right or wrong; None for a play without a guess."""
    if not play.guessed:
        return None
    if play.sufficient_after is None:
        return Timing.TOO_EARLY if play.spent < play.budget else Timing.FORCED
    return Timing.TOO_LATE if len(play.answered) > play.sufficient_after else Timing.ON_TIME


def failures(plays: Iterable[EndedPlay]) -> dict[Failure, int]:
    """How many plays failed in each way, those that none failed in included."""
    counted = Counter(failure_of(play) for play in plays)
    return {failure: counted[failure] for failure in Failure}


def timings(plays: Iterable[EndedPlay]) -> dict[Timing, int]:
    """How many guesses came at each time, 0 included."""
    counted = Counter(timing_of(play) for play in plays)
    return {timing: counted[timing] for timing in Timing}
