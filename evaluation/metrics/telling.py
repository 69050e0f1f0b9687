"""How far the Oracle could tell: answers it was forced to give, and doubted ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import Figure, Resampling, clustered_mean
from evaluation.metrics.plays import EndedPlay, Question
from evaluation.metrics.success import success_rate


@dataclass(frozen=True)
class Answers:
    """Answers of one kind. share: of all answers.

    success_with, success_without: of the plays that hold some of them, and none.
    """

    count: int
    share: Figure
    success_with: Figure
    success_without: Figure


@dataclass(frozen=True)
class Telling:
    """forced, cannot_tell, doubted: as of a `Question`. answers: of every kind."""

    answers: int
    forced: Answers
    cannot_tell: Answers
    doubted: Answers


def telling(players: Sequence[Sequence[EndedPlay]], resampling: Resampling) -> Telling:
    """players: each player's plays, for the intervals of shares resample players."""

    def of(holds: Callable[[Question], bool]) -> Answers:
        return _answers(players, resampling, holds)

    return Telling(
        answers=sum(len(play.answered) for plays in players for play in plays),
        forced=of(lambda asked: asked.forced),
        cannot_tell=of(lambda asked: asked.cannot_tell),
        doubted=of(lambda asked: asked.doubted),
    )


def _answers(
    players: Sequence[Sequence[EndedPlay]],
    resampling: Resampling,
    holds: Callable[[Question], bool],
) -> Answers:
    found = [[holds(asked) for play in plays for asked in play.answered] for plays in players]
    plays = [play for each in players for play in each]
    some = [any(holds(asked) for asked in play.answered) for play in plays]
    return Answers(
        count=sum(map(sum, found)),
        share=clustered_mean(found, resampling),
        success_with=success_rate([play for play, has in zip(plays, some, strict=True) if has]),
        success_without=success_rate(
            [play for play, has in zip(plays, some, strict=True) if not has]
        ),
    )
