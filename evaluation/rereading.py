"""Stored replies read again by the rules of now: which would be another move today."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import replies
from games.roles import Guess, Question

# A model that was to guess for a list and asked instead: the list made it so, not the reader.
NOT_THE_READER = "no_guess"


@dataclass(frozen=True)
class Reading:
    """kind: question, guess or unparseable. said: the question or the affordance, else empty."""

    kind: str
    said: str = ""
    why: str = ""


@dataclass(frozen=True)
class Flip:
    """A reply that is read otherwise now than it was then."""

    then: Reading
    now: Reading


def read(text: str, candidates: Sequence[str]) -> Reading:
    match replies.questioner_move(text, candidates):
        case Question(question):
            return Reading("question", question)
        case Guess(affordance):
            return Reading("guess", affordance)
        case unparseable:
            return Reading("unparseable", why=unparseable.why)


def flip(text: str, then: Reading, candidates: Sequence[str]) -> Flip | None:
    """Return how a reply flips: by its kind, or by what it said; None where it does not.

    Why a reply could not be read is a diagnosis, and no flip.
    """
    now = read(text, candidates)
    if then.why == NOT_THE_READER and now.kind == "question":
        return None
    if then.kind == now.kind and (now.kind == "unparseable" or then.said == now.said):
        return None
    return Flip(then, now)
