"""Ended plays and their questions as values, for tests of figures."""

from evaluation.metrics.intervals import Resampling
from evaluation.metrics.plays import EndedPlay, Question
from games.rules import Outcome

DRAWN = Resampling()


def play(outcome="won", spent=4, *, player="a", asked=(), **fields) -> EndedPlay:
    return EndedPlay(
        player=player, game="g", target="t", requires=1, outcome=Outcome(outcome), spent=spent,
        questions=tuple(asked), **fields,
    )  # fmt: skip


def asked(number=1, gain=0.5, **fields) -> Question:
    """Answered. gain: None where the observer could not read it."""
    return Question(number, gain=gain, expected_gain=gain, **fields)


def refused(number=1, reason="not_yes_no", *, spent=False) -> Question:
    return Question(number, spent, reason=reason)
