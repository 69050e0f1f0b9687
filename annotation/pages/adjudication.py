"""The queue of an adjudicator as values: rules with their numbers, units with their votes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.judgement_forms import COMMENT
from annotation.kinds.base import Kind, Question
from annotation.kinds.registry import KINDS
from annotation.models import Consensus, Study, Unit
from annotation.pages import judging_words
from annotation.queues import Rule

RULE_WORDS: Mapping[Rule, str] = {
    Rule.OPEN: "Without majority",
    Rule.SPLIT: "Not unanimous",
    Rule.RELEASED: "Against the released label",
    Rule.DOUBTED: "Skipped or unsure",
    Rule.DISPUTED: "Disputed",
    Rule.SECOND: "Second look",
    Rule.DECIDED: "Decided",
}
RULE_MEANS: Mapping[Rule, str] = {
    Rule.OPEN: "What raters said decides nothing: a tie, nobody sure, or texts to choose from.",
    Rule.SPLIT: "Raters did not all say the same, and no adjudicator has decided.",
    Rule.RELEASED: "What is counted is not the label of the released catalogue.",
    Rule.DOUBTED: "Two or more raters skipped it or were unsure, and no adjudicator has decided.",
    Rule.DISPUTED: "Whoever looked a second time disagrees with the decision.",
    Rule.SECOND: "Decided, and nobody else has looked at the decision yet.",
    Rule.DECIDED: "Decided by an adjudicator. Counting again leaves them as they are.",
}


@dataclass(frozen=True)
class Tab:
    """A rule with how many units it has."""

    rule: Rule
    words: str
    units: int


@dataclass(frozen=True)
class Row:
    """A unit in the queue. votes: a line for each question that matters, in words."""

    unit: Unit
    votes: tuple[str, ...]
    state: str


def tabs(counts: Mapping[Rule, int]) -> list[Tab]:
    return [Tab(rule, RULE_WORDS[rule], units) for rule, units in counts.items()]


def rows(study: Study, units: Iterable[Unit]) -> list[Row]:
    """units: with their consensus prefetched."""
    return [_row(KINDS[study.kind], unit) for unit in units]


def counts_of(question: Question, votes: Mapping[str, int]) -> list[tuple[str, int]]:
    """Choices that somebody made, in words and in the order of the page, with their votes."""
    return [
        (judging_words.words(question, [choice.value]), votes[choice.value])
        for choice in question.choices
        if votes.get(choice.value)
    ]


def _row(kind: Kind, unit: Unit) -> Row:
    stored = {row.question: row for row in unit.consensus.all()}
    questions = [
        (each, stored[each.name])
        for each in kind.questions(unit.snapshot)
        if each.name in stored and each.name != COMMENT
    ]
    still_open = [(each, row) for each, row in questions if row.value is None]
    lines = [
        _line(each, row, name_it=len(questions) > 1)
        for each, row in still_open or questions
        if row.votes or row.value is None
    ]
    return Row(unit, tuple(lines), _state(list(stored.values())))


def _line(question: Question, row: Consensus, *, name_it: bool) -> str:
    """Such as: 2 Yes, 1 No."""
    told = ", ".join(f"{votes} {words}" for words, votes in counts_of(question, row.votes))
    told = told or (f"{row.answered} wrote a text" if row.answered else "")
    return f"{question.text} {told}" if name_it else told


def _state(stored: Sequence[Consensus]) -> str:
    decided = [row for row in stored if row.source == Consensus.Source.ADJUDICATED]
    if any(row.second_agrees is False for row in decided):
        return "disputed"
    if decided:
        return "decided"
    if any(row.value is None for row in stored):
        return "open"
    return "counted" if stored else "no answers"
