"""Whether an Oracle is right often enough for a baseline of people to be compared with models."""

from dataclasses import dataclass

from games.oracle_scores import Figures

RIGHT_SHARE = 0.95
ANSWERED_SHARE = 0.80
# Fewer questions say too little: with 100 the 95% interval around 95% still goes down to 89%.
QUESTIONS_NEEDED = 100
# Below these an Oracle is fit for practice, and what is played against it compares with nothing.
PRACTICE_RIGHT, PRACTICE_ANSWERED = 0.90, 0.80


@dataclass(frozen=True)
class Gate:
    """figures: on a blind question set about the catalogue's own objects; None without one.

    share: right, in the sense of the protocol; None where nothing was measured.
    """

    passed: bool
    share: float | None
    figures: Figures | None


def question_set(catalogue_version: str) -> str:
    """Under which name figures on a catalogue's own objects are kept."""
    return f"blind:{catalogue_version}"


def judge(figures: Figures | None, *, cannot_tell: bool) -> Gate:
    """Whether the Oracle is right on at least 95% of 100 questions or more.

    Where it must answer, of all questions. Where it may say that it cannot tell, of those
    that it answers, which must then be at least 80%.
    """
    if figures is None or not figures.questions or not figures.answered:
        return Gate(passed=False, share=None, figures=figures)
    enough = figures.questions >= QUESTIONS_NEEDED
    if not cannot_tell:
        share = figures.right_forced / figures.questions
        return Gate(enough and share >= RIGHT_SHARE, share, figures)
    share = figures.right_answered / figures.answered
    answers_enough = figures.answered / figures.questions >= ANSWERED_SHARE
    return Gate(enough and answers_enough and share >= RIGHT_SHARE, share, figures)


def is_practice(figures: Figures | None, *, cannot_tell: bool) -> bool:
    """Whether figures of plays against this Oracle are of practice quality, not comparable.

    So is an Oracle that was not measured.
    """
    if figures is None or not figures.questions or not figures.answered:
        return True
    if not cannot_tell:
        return figures.right_forced / figures.questions < PRACTICE_RIGHT
    right = figures.right_answered / figures.answered
    return right < PRACTICE_RIGHT or figures.answered / figures.questions < PRACTICE_ANSWERED
