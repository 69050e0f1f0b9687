"""The queue of an adjudicator as values: rules with their numbers, units with their votes."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from annotation import queues
from annotation.counted import PEOPLE, judgements_of
from annotation.judgement_forms import COMMENT
from annotation.kept import Kept
from annotation.kinds.answers import texts
from annotation.kinds.base import Answer, Form, Kind, Question
from annotation.kinds.registry import KINDS
from annotation.models import Consensus, Study, Unit
from annotation.pages import judging_words, unit_names
from annotation.pages.unit_names import Name
from annotation.queues import Rule
from annotation.services import consensus
from annotation.services.consensus import Counted
from annotation.study_answers import edition_of

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
    Rule.OPEN: (
        "Raters' answers settle nothing here: a tie, nobody sure, or texts to choose from. Unsure "
        "counts as an answer here; Agreement takes it for none."
    ),
    Rule.SPLIT: "Raters did not all say the same, and no adjudicator has decided.",
    Rule.RELEASED: (
        "What is counted is not the label of the released catalogue; no adjudicator has decided."
    ),
    Rule.DOUBTED: "Two or more raters skipped it or were unsure, and no adjudicator has decided.",
    Rule.DISPUTED: "Whoever looked a second time disagrees with the decision.",
    Rule.SECOND: "Decided, and nobody else has looked at the decision yet.",
    Rule.DECIDED: "Decided by an adjudicator, and not disputed. Counting again changes none of it.",
}
COUNTED_RULES = frozenset({Rule.OPEN, Rule.SPLIT, Rule.RELEASED})
"""Rules whose units are known once votes are counted."""
DECIDED_RULES = frozenset({Rule.DISPUTED, Rule.SECOND, Rule.DECIDED})
"""Rules of units that an adjudicator decided; the others are of units that wait for one."""

ROWS_A_PAGE = 50
_uncounted: Kept[tuple[object, int]] = Kept(most=100)


@dataclass(frozen=True)
class Tab:
    """A rule with how many units it has; None while that has not been counted."""

    rule: Rule
    words: str
    units: int | None


@dataclass(frozen=True)
class Tabs:
    """Rules of one sort."""

    words: str
    tabs: Sequence[Tab]


@dataclass(frozen=True)
class Row:
    """A unit in the queue. votes, decided: a line for each question that matters,
    in words; decided: what an adjudicator did, none where nobody has."""

    unit: Unit
    name: Name
    votes: tuple[str, ...]
    state: str
    decided: tuple[str, ...]


@dataclass(frozen=True)
class QueuePage:
    """means: which units the rule is about. counted_at: when the study was counted last.

    uncounted: units that would be counted otherwise now. counted_first: whether votes have to be
    counted before anything can be said of the rule.
    """

    rule: Rule
    means: str
    groups: Sequence[Tabs]
    page: Page[Unit]
    rows: Sequence[Row]
    counted_at: datetime | None
    uncounted: int
    counted_first: bool


def queue_page(study: Study, rule: Rule, number: str | None) -> QueuePage:
    """number: of the page of units; the first for what is none."""
    counts = {each: queues.queue(study, each).count() for each in queues.rules_of(study)}
    paginator = Paginator(queues.queue(study, rule).prefetch_related("consensus"), ROWS_A_PAGE)
    paginator.count = counts.get(rule, 0)
    page = paginator.get_page(number)
    counted_at = consensus.counted_at(study)
    unknown = frozenset() if counted_at else COUNTED_RULES
    return QueuePage(
        rule=rule,
        means=RULE_MEANS[rule],
        groups=_groups(counts, unknown),
        page=page,
        rows=rows(study, page.object_list),
        counted_at=counted_at,
        uncounted=uncounted(study, counted_at),
        counted_first=rule in unknown,
    )


def _groups(counts: Mapping[Rule, int], unknown: Collection[Rule]) -> list[Tabs]:
    tabs = [
        Tab(rule, RULE_WORDS[rule], None if rule in unknown else units)
        for rule, units in counts.items()
    ]
    return [
        Tabs("To decide", [tab for tab in tabs if tab.rule not in DECIDED_RULES]),
        Tabs("Decided so far", [tab for tab in tabs if tab.rule in DECIDED_RULES]),
    ]


def counted_sentence(counted: Counted) -> str:
    """What a count did. Its numbers are of questions of units."""
    told = (
        f"Counted, question by question: {counted.new:,} for the first time, {counted.changed:,}"
        f" with another result than before; {counted.open:,} left for an adjudicator"
    )
    if not counted.kept_adjudicated:
        return f"{told}."
    stay = "stays as it is" if counted.kept_adjudicated == 1 else "stay as they are"
    return f"{told}. {counted.kept_adjudicated:,} decided by an adjudicator {stay}."


def uncounted(study: Study, counted_at: datetime | None) -> int:
    """Units that would be counted otherwise now, looked for again once anything has changed."""
    if counted_at is None:
        return 0
    state = (study.created_at, counted_at, edition_of(study))
    _, units = _uncounted.get(
        study.pk,
        lambda: (state, consensus.uncounted(study)),
        stands=lambda kept: kept[0] == state,
    )
    return units


def rows(study: Study, units: Iterable[Unit]) -> list[Row]:
    """units: with their consensus prefetched."""
    kind, listed = KINDS[study.kind], list(units)
    ordering = ordering_of(study, listed)
    return [_row(kind, unit, ordering.get(unit.pk, [])) for unit in listed]


def ordering_of(study: Study, units: Sequence[Unit]) -> dict[int, list[Answer]]:
    """Unit -> people's answers that count, where an order is asked for: votes tell of none."""
    questions = KINDS[study.kind].questions(units[0].snapshot) if units else ()
    if all(question.form != Form.ORDER for question in questions):
        return {}
    found: dict[int, list[Answer]] = {}
    given = judgements_of(study, kinds=PEOPLE).filter(unit__in=[unit.pk for unit in units])
    for unit_id, answer in given.select_related(None).values_list("unit_id", "answer"):
        found.setdefault(unit_id, []).append(answer)
    return found


def orders_of(question: Question, given: Iterable[Answer]) -> list[tuple[str, int]]:
    """Each order that somebody gave, the worst first, with how many gave it; the most first."""
    labels = {choice.value: choice.label for choice in question.choices}
    told = [texts(answer.get(question.name)) for answer in given]
    orders = Counter(
        " < ".join(labels.get(each, each) for each in order) for order in told if order
    )
    return sorted(orders.items(), key=lambda each: (-each[1], each[0]))


def counts_of(question: Question, votes: Mapping[str, int]) -> list[tuple[str, int]]:
    """Choices that somebody made, in words and in the order of the page, with their votes."""
    return [
        (judging_words.words(question, [choice.value]), votes[choice.value])
        for choice in question.choices
        if votes.get(choice.value)
    ]


def _row(kind: Kind, unit: Unit, given: Sequence[Answer]) -> Row:
    stored = {row.question: row for row in unit.consensus.all()}
    questions = [
        (each, stored[each.name])
        for each in kind.questions(unit.snapshot)
        if each.name in stored and each.name != COMMENT
    ]
    still_open = [(each, row) for each, row in questions if row.value is None]
    lines = [
        _line(each, row, given, name_it=len(questions) > 1)
        for each, row in still_open or questions
        if row.votes or row.value is None
    ]
    decided = [
        _told(each, judging_words.words(each, row.value or None), name_it=len(questions) > 1)
        for each, row in questions
        if row.source == Consensus.Source.ADJUDICATED
    ]
    return Row(
        unit,
        name=unit_names.name_of(unit),
        votes=tuple(lines),
        state=_state(list(stored.values())),
        decided=tuple(decided),
    )


def _line(question: Question, row: Consensus, given: Sequence[Answer], *, name_it: bool) -> str:
    """Such as: 2 Yes, 1 No."""
    if question.form == Form.ORDER:
        counts = orders_of(question, given)
    else:
        counts = counts_of(question, row.votes)
    told = ", ".join(f"{votes} {words}" for words, votes in counts)
    told = told or (f"{row.answered} wrote a text" if row.answered else "")
    return _told(question, told, name_it=name_it)


def _told(question: Question, told: str, *, name_it: bool) -> str:
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
