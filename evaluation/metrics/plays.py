"""What the figures are made of: ended plays, whoever played them, as values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from games.rules import Limits, Outcome

Key = TypeVar("Key", str, int)


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long each part of one question took.

    thinking, typing: None where they were not measured. checker, oracle: None where it was not
    asked.
    """

    thinking: float | None = None
    typing: float | None = None
    waiting: float | None = None
    checker: float | None = None
    oracle: float | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One attempt to ask, answered or refused.

    number: which turn of the budget it was for. spent: whether it used that turn up.
    dimension: of the one property that it probed, "" where the Checker read none or several.
    reason: why it was refused, "" for an answered question.
    gain, expected_gain: in bits, by the reference observer; None for a refused question and for
        one that the observer could not read.
    entropy_drop: how much less open it left the observer, in bits, negative where a surprise
        unsettled it; None as they are.
    repeat, useless: by the reference observer; never both.
    own_gain: in bits, by the player's own belief before and after the turn that it spent; None
        where that is not known.
    forced: the Oracle could not tell and had to say yes or no. cannot_tell: it said that it
        could not. doubted: by the player.
    """

    number: int
    spent: bool = True
    dimension: str = ""
    reason: str = ""
    gain: float | None = None
    expected_gain: float | None = None
    entropy_drop: float | None = None
    repeat: bool = False
    useless: bool = False
    forced: bool = False
    cannot_tell: bool = False
    doubted: bool = False
    own_gain: float | None = None
    seconds: Seconds = Seconds()

    @property
    def answered(self) -> bool:
        return not self.reason

    @property
    def heard(self) -> bool:
        """Whether the observer could read it; an answer to any other question tells it nothing."""
        return self.gain is not None


@dataclass(frozen=True, slots=True)
class EndedPlay:
    """One play from its start to its end.

    physical_object: the hidden one; plays of games about one object are alike.
    candidates: what could be guessed. guess: "" where it came to none.
    repeat: which of its player's plays of this game it is, from 1.
    fault: why it was aborted, "" for any other play.
    requires: how many physical properties the target takes.
    position: which of its player's own games it was, from 1; 0 for a program's.
    spent: turns of the budget, answered and forfeited alike.
    sufficient_after: how many answers it took until the reference observer's belief in the
        target passed the guess threshold; None where it never did.
    misled: whether the reference observer in the end was as sure of another candidate; False for
        a play that is read without its questions.
    total_gain, net_gain: in bits; the sum over questions, and what is left of it in the end.
        None, as minutes, for a play that the observer did not follow.
    own_total_gain, own_net_gain: the same by the player's own belief, None where that is not
        known.
    failed: questions that no answer came to, in none of the counts above.
    """

    player: str
    game: str
    target: str
    requires: int
    outcome: Outcome
    spent: int
    physical_object: str = ""
    candidates: tuple[str, ...] = ()
    guess: str = ""
    repeat: int = 1
    fault: str = ""
    budget: int = Limits().questions
    questions: tuple[Question, ...] = ()
    sufficient_after: int | None = None
    misled: bool = False
    total_gain: float | None = None
    net_gain: float | None = None
    own_total_gain: float | None = None
    own_net_gain: float | None = None
    minutes: float | None = None
    failed: int = 0
    position: int = 0

    @property
    def solved(self) -> bool:
        return self.outcome == Outcome.WON

    @property
    def aborted(self) -> bool:
        return self.outcome == Outcome.ABORTED

    @property
    def guessed(self) -> bool:
        return self.outcome in (Outcome.WON, Outcome.LOST)

    @property
    def turns(self) -> int:
        """What the play took where unsolved ones count as the whole budget."""
        return self.spent if self.solved else self.budget

    @property
    def answered(self) -> list[Question]:
        return [question for question in self.questions if question.answered]


def grouped(
    plays: Iterable[EndedPlay], key: Callable[[EndedPlay], Key]
) -> dict[Key, list[EndedPlay]]:
    """The plays that share a key, each group in the order given, the groups in their key's."""
    groups: dict[Key, list[EndedPlay]] = {}
    for play in plays:
        groups.setdefault(key(play), []).append(play)
    return dict(sorted(groups.items()))
