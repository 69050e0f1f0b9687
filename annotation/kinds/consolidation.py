"""From the answers of several raters to one: alike for every kind, by the form of the question.

Rules: one choice by more than half of all who answered; a label of several by more than half,
exactly half stays open, as do fewer labels than the question wants; an order of what more than
half gave a place, by its mean place, equal means stay open; a text is never decided by counting.
What is open goes to an adjudicator.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from annotation.kinds.base import Answer, Form, Question
from games.formats.lines import Json


@dataclass(frozen=True)
class Outcome:
    """value: what the answers give; None where an adjudicator decides.

    votes: choice -> how many chose it, or gave it a place. answered: how many answered.
    open: why it is open: the choices with most votes, those of exactly half, or at an equal place.
    """

    value: Json
    votes: dict[str, int]
    answered: int
    open: tuple[str, ...] = ()


def consolidate(question: Question, answers: Sequence[Answer]) -> Outcome:
    given = [each[question.name] for each in answers if question.name in each]
    if question.form == Form.ONE:
        return _one(question, [str(each) for each in given])
    if question.form == Form.SOME:
        return _some(question, [_texts(each) for each in given])
    if question.form == Form.ORDER:
        return _order(question, [_texts(each) for each in given])
    return Outcome(None, {}, len(given))


def _one(question: Question, given: Sequence[str]) -> Outcome:
    votes = Counter(given)
    for value, count in votes.items():
        if 2 * count > len(given) and value not in question.missing:
            return Outcome(value, dict(votes), len(given))
    most = max(votes.values(), default=0)
    level = sorted(value for value, count in votes.items() if count == most)
    return Outcome(None, dict(votes), len(given), tuple(level))


def _some(question: Question, given: Sequence[Sequence[str]]) -> Outcome:
    votes = Counter(value for chosen in given for value in chosen)
    half = tuple(c.value for c in question.choices if given and 2 * votes[c.value] == len(given))
    kept = [c.value for c in question.choices if 2 * votes[c.value] > len(given)]
    decided = given and not half and len(kept) >= question.least
    value: Json = list[Json](kept) if decided else None
    return Outcome(value, dict(votes), len(given), half)


def _order(question: Question, given: Sequence[Sequence[str]]) -> Outcome:
    """By the mean place over those who gave it one; places are counted from the end, the best 1."""
    votes = Counter(value for order in given for value in order)
    places = {
        value: fmean(len(order) - order.index(value) for order in given if value in order)
        for value, count in votes.items()
        if 2 * count > len(given)
    }
    alike = Counter(places.values())
    level = tuple(value for value, place in places.items() if alike[place] > 1)
    ordered = sorted(places, key=lambda value: -places[value])
    decided: Json = None if level or not places else list[Json](ordered)
    return Outcome(decided, dict(votes), len(given), level)


def _texts(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
