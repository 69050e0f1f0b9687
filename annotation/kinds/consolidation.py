"""From the answers of several raters to one: by the form of the question, and by the kind.

By form: one choice by more than half of all who answered; a label of several by more than half,
exactly half stays open, as do fewer labels than the question wants; an order of what more than
half gave a place, by its mean place, equal means stay open; a text is never decided by counting.
A kind may have rules of its own beside these. What is open goes to an adjudicator.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Protocol, runtime_checkable

from annotation.kinds.answers import texts
from annotation.kinds.base import Answer, BadAnswer, Form, Kind, Question, Snapshot
from games.formats.lines import Json


@dataclass(frozen=True)
class Outcome:
    """value: what the answers give; "" where no text is needed; None where it is open.

    votes: choice -> how many chose it, or gave it a place. answered: how many answered; where
    nobody did there are no answers yet, and nothing is open.
    open: why it is open: the choices with most votes, those of exactly half, or at an equal place.
    proposal: what an adjudicator may begin with, where the rules name one.
    """

    value: Json
    votes: dict[str, int]
    answered: int
    open: tuple[str, ...] = ()
    proposal: Json = None


@runtime_checkable
class Settles(Protocol):
    """A kind with rules of its own for the answers to one unit."""

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """Every outcome of the unit; outcomes: what the forms of its questions give."""


def consolidate_unit(
    kind: Kind, snapshot: Snapshot, answers: Sequence[Answer]
) -> dict[str, Outcome]:
    """The outcome of every question of a unit, in the order of the page.

    An optional text that nobody wrote is not open. Values that the kind refuses together are all
    open, each as a proposal.
    """
    given = [answer for answer in answers if answer]
    questions = kind.questions(snapshot)
    outcomes = {each.name: consolidate(each, given) for each in questions}
    if not given:
        return outcomes
    for each in questions:
        if each.form == Form.TEXT and not each.least and not outcomes[each.name].answered:
            outcomes[each.name] = replace(outcomes[each.name], value="")
    if isinstance(kind, Settles):
        outcomes = kind.settle(snapshot, given, outcomes)
    return _unless_refused(kind, snapshot, outcomes)


def answer_of(values: Mapping[str, Json]) -> dict[str, Json]:
    """Values of questions as one answer: without what is open and the texts that nobody needs."""
    return {name: value for name, value in values.items() if value is not None and value != ""}


def consolidate(question: Question, answers: Sequence[Answer]) -> Outcome:
    """The outcome of one question by its form alone."""
    given = [each[question.name] for each in answers if question.name in each]
    if question.form == Form.ONE:
        return _one(question, [str(each) for each in given])
    if question.form == Form.SOME:
        return _some(question, [texts(each) for each in given])
    if question.form == Form.ORDER:
        return ordered([texts(each) for each in given])
    return Outcome(None, {}, len(given))


def ordered(given: Sequence[Sequence[str]], against: Mapping[str, int] | None = None) -> Outcome:
    """By the mean place over those who gave it one; places are counted from the end, the best 1.

    against: votes against a choice. Of two at an equal place the one with fewer is better.
    """
    votes = Counter(value for order in given for value in order)
    places = {
        value: (
            fmean(len(order) - order.index(value) for order in given if value in order),
            against.get(value, 0) if against else 0,
        )
        for value, count in votes.items()
        if 2 * count > len(given)
    }
    alike = Counter(places.values())
    level = tuple(value for value, place in places.items() if alike[place] > 1)
    best_last = sorted(places, key=lambda value: places[value], reverse=True)
    decided: Json = None if level or not places else list[Json](best_last)
    return Outcome(decided, dict(votes), len(given), level)


def _one(question: Question, given: Sequence[str]) -> Outcome:
    votes = Counter(given)
    for value, count in votes.items():
        if 2 * count > len(given) and value not in question.missing:
            return Outcome(value, dict(votes), len(given))
    return Outcome(None, dict(votes), len(given), most_frequent(votes))


def most_frequent(votes: Mapping[str, int]) -> tuple[str, ...]:
    """The choices with most votes, in the order of the alphabet."""
    most = max(votes.values(), default=0)
    return tuple(sorted(value for value, count in votes.items() if count == most))


def _some(question: Question, given: Sequence[Sequence[str]]) -> Outcome:
    votes = Counter(value for chosen in given for value in chosen)
    half = tuple(c.value for c in question.choices if given and 2 * votes[c.value] == len(given))
    kept = [c.value for c in question.choices if 2 * votes[c.value] > len(given)]
    decided = given and not half and len(kept) >= question.least
    value: Json = list[Json](kept) if decided else None
    return Outcome(value, dict(votes), len(given), half)


def _unless_refused(
    kind: Kind, snapshot: Snapshot, outcomes: dict[str, Outcome]
) -> dict[str, Outcome]:
    values = {name: each.value for name, each in outcomes.items()}
    if None in values.values():
        return outcomes
    try:
        kind.refuse(snapshot, answer_of(values))
    except BadAnswer:
        return {name: left_open(each) for name, each in outcomes.items()}
    return outcomes


def left_open(outcome: Outcome) -> Outcome:
    """The value as a mere proposal; a text that nobody needs stays so."""
    if outcome.value == "":
        return outcome
    return replace(outcome, value=None, proposal=outcome.value)
