"""Question sets as researchers see them: the list, what one will have, one of them, a question."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from evaluation import coat_stored
from evaluation.coat import words
from evaluation.coat.generate import SetSpec, Share, variation_of
from evaluation.coat.labels import Labels
from evaluation.coat.partition import Policy
from evaluation.coat.pools import Pools
from evaluation.coat.questions import Option
from evaluation.coat.questions import Question as CoreQuestion
from evaluation.coat.ranking import Order
from evaluation.coat.records import Pair, Rated
from evaluation.coat.rendering import question_text
from evaluation.coat.variations import PHYSICAL, Kind
from evaluation.models import Question, QuestionSet
from evaluation.pages import coat_words

POLL_SECONDS = 2


@dataclass(frozen=True)
class ShareLine:
    """possible: in words, for there may be very many."""

    label: str
    allotted: int
    taken: int
    possible: str

    @property
    def short(self) -> int:
        return self.allotted - self.taken


@dataclass(frozen=True)
class Counted:
    """What a set would have. unable: pairs that cannot have a question.

    instead: how many to ask for to get as many as wanted; None where that cannot be.
    """

    made: int
    size: int
    possible: str
    lines: Sequence[ShareLine]
    unable: int
    instead: int | None = None

    @property
    def short(self) -> Sequence[ShareLine]:
        return [line for line in self.lines if line.short]


@dataclass(frozen=True)
class PolicyLine:
    """asks, said: as the form of a set has them. key: as files have it."""

    asks: str
    said: str
    key: str


@dataclass(frozen=True)
class SetPage:
    row: QuestionSet
    composition: str
    chance: str
    scheme: str
    policies: Sequence[PolicyLine]
    counted: Counted
    polls: int


@dataclass(frozen=True)
class OptionLine:
    """values: of a state, else none. time, material: its penalties for the pair, where it fits."""

    letter: str
    label: str
    values: Sequence[str]
    right: bool
    role: str
    category: str
    time: int | None
    material: int | None


@dataclass(frozen=True)
class QuestionPage:
    """text: as a model is asked. before, after: numbers of its neighbours."""

    row: QuestionSet
    number: int
    text: str
    options: Sequence[OptionLine]
    answer: str
    states: bool
    before: int | None
    after: int | None


def listed() -> QuerySet[QuestionSet]:
    rows = QuestionSet.objects.select_related("catalogue", "scheme", "made_by")
    return rows.defer("shares").order_by("-pk")


def counted(
    shares: Sequence[Share], spec: SetSpec, labels: Labels, instead: int | None = None
) -> Counted:
    possible = sum(each.possible for each in shares)
    return Counted(
        made=sum(each.taken for each in shares),
        size=spec.size,
        possible=coat_words.many(possible),
        lines=[_share(each, labels) for each in shares],
        unable=sum(not each.possible for each in shares),
        instead=instead,
    )


def set_page(row: QuestionSet) -> SetPage:
    spec = coat_stored.spec_of(row)
    variation = variation_of(spec)
    labels = coat_stored.labels_of(row.catalogue_id)
    return SetPage(
        row=row,
        composition=coat_words.composition(variation),
        chance=f"{100 * variation.chance:.1f}%",
        scheme=str(row.scheme) if row.scheme else f"the {row.partition} partition's own",
        policies=list(_policies(row, spec)),
        counted=counted(coat_stored.shares_of(row), spec, labels),
        polls=POLL_SECONDS if row.status in QuestionSet.GOING_ON else 0,
    )


def _policies(row: QuestionSet, spec: SetSpec) -> Iterator[PolicyLine]:
    partition, order = Policy(row.partition), Order(row.order)
    yield PolicyLine(words.PARTITION, words.PARTITIONS[partition], partition)
    yield PolicyLine(words.ORDER, words.ORDERS[order], order)
    yield PolicyLine(words.WEIGHT, words.WEIGHTS[spec.weights], spec.weights)
    yield PolicyLine(words.PAD, words.PADDINGS[spec.padding], spec.padding)


def question_page(row: QuestionSet, question: Question) -> QuestionPage:
    labels = coat_stored.labels_of(row.catalogue_id)
    found = coat_stored.question_in(row, question.line)
    costs = _costs(row, found)
    return QuestionPage(
        row=row,
        number=question.number,
        text=question_text(Kind(row.kind), found, labels),
        options=[
            _option(letter, option, labels, right=letter == found.letter, costs=costs)
            for letter, option in found.by_letter().items()
        ],
        answer=found.letter,
        states=row.kind in PHYSICAL,
        before=question.number - 1 or None,
        after=question.number + 1 if question.number < row.count else None,
    )


def has_question(row: QuestionSet, number: str) -> bool:
    """number: as somebody wrote it."""
    return (
        number.isascii()
        and number.isdecimal()
        and len(number) < 10
        and 1 <= int(number) <= row.count
    )


def _share(share: Share, labels: Labels) -> ShareLine:
    pair = share.pair
    label = labels.utility(pair.utility)
    return ShareLine(
        label=f"{label}: {labels.task(pair.task)}" if pair.task else label,
        allotted=share.allotted,
        taken=share.taken,
        possible=coat_words.many(share.possible),
    )


def _costs(row: QuestionSet, question: CoreQuestion) -> Mapping[int, Rated]:
    """Id of a configuration -> its penalties for the question's pair; none without states."""
    if row.kind not in PHYSICAL:
        return {}
    return rated_of(coat_stored.pools_of(row), Pair(question.utility, question.task))


def rated_of(pools: Pools, pair: Pair) -> dict[int, Rated]:
    of = pools.partitions[pair]
    lists = (of.ideal, of.moderate, of.bad, of.uncategorised)
    return {each.configuration.id: each for rows in lists for each in rows}


def _option(
    letter: str, option: Option, labels: Labels, *, right: bool, costs: Mapping[int, Rated]
) -> OptionLine:
    state = option.configuration
    cost = costs.get(state.id) if state else None
    return OptionLine(
        letter=letter,
        label=labels.object(option.object_name),
        values=coat_words.values(state.state) if state else (),
        right=right,
        role=coat_words.ROLES[option.role],
        category=str(option.category) if option.category else "",
        time=cost.time if cost else None,
        material=cost.material if cost else None,
    )
