"""From independent passes to one label a pair: the majority, or a decision with its reason."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.label_passes import (
    Adjudicated,
    Pair,
    PairAnswer,
    Pairs,
    PassAnswer,
    RaterKind,
)
from games.formats import LabelRow
from games.labels import Decided, Label, Raters

RATERS_WANTED = 3


@dataclass(frozen=True)
class Settled:
    """label: of the pair; by: consensus or adjudication.

    raters: people where every answer behind the label is a person's, else model.
    reason: of an adjudication; "" of a majority. overruled: the majority that it set aside.
    """

    label: Label
    by: Decided
    raters: Raters
    reason: str = ""
    overruled: PairAnswer | None = None


@dataclass(frozen=True)
class Consensus:
    """settled: of each pair that has a label, in the order of the pairs.

    thin: pairs with fewer answers than wanted. open: pairs without a majority for yes or no that
    nobody has adjudicated.
    """

    settled: Mapping[Pair, Settled]
    thin: tuple[Pair, ...]
    open: tuple[Pair, ...]


def majority(answers: Sequence[PairAnswer]) -> PairAnswer | None:
    """Yes or no where more than half of all answers say so, unsure ones counted among them."""
    told = Counter(answers)
    for answer in (PairAnswer.YES, PairAnswer.NO):
        if told[answer] * 2 > len(answers):
            return answer
    return None


def settle(
    pairs: Pairs,
    answers: Iterable[PassAnswer],
    adjudications: Iterable[Adjudicated],
    *,
    raters_wanted: int = RATERS_WANTED,
) -> Consensus:
    """A label of people needs every answer behind it to be a person's."""
    given: dict[Pair, list[PassAnswer]] = defaultdict(list)
    for each in answers:
        given[each.pair].append(each)
    decided = {each.pair: each for each in adjudications}
    settled: dict[Pair, Settled] = {}
    thin: list[Pair] = []
    undecided: list[Pair] = []
    for pair in pairs.all():
        if len(given[pair]) < raters_wanted:
            thin.append(pair)
        found = _settled(given[pair], decided.get(pair))
        if found is None:
            undecided.append(pair)
        else:
            settled[pair] = found
    return Consensus(settled, tuple(thin), tuple(undecided))


def label_rows(settled: Mapping[Pair, Settled]) -> tuple[LabelRow, ...]:
    """The rows of labels.jsonl: for each object one for each way in which its labels came about.

    A row has no place for the reasons of yes and no.
    """
    groups: dict[tuple[str, Decided, Raters], dict[Label, dict[str, str]]] = defaultdict(
        lambda: {label: {} for label in Label}
    )
    for pair, found in settled.items():
        group = groups[pair.object_key, found.by, found.raters]
        group[found.label][pair.affordance] = found.reason
    return tuple(
        LabelRow(
            object_key=key,
            yes=tuple(told[Label.YES]),
            no=tuple(told[Label.NO]),
            not_deducible=told[Label.NOT_DEDUCIBLE],
            decided=decided,
            raters=raters,
        )
        for (key, decided, raters), told in groups.items()
    )


def _settled(given: Sequence[PassAnswer], decision: Adjudicated | None) -> Settled | None:
    found = majority([each.answer for each in given])
    if decision is not None:
        overruled = found if found is not None and found.value != decision.label.value else None
        raters = Raters.PEOPLE if decision.kind == RaterKind.PERSON else Raters.MODEL
        return Settled(decision.label, Decided.ADJUDICATION, raters, decision.reason, overruled)
    if found is None:
        return None
    by_people = all(each.kind == RaterKind.PERSON for each in given)
    raters = Raters.PEOPLE if by_people else Raters.MODEL
    return Settled(Label(found.value), Decided.CONSENSUS, raters)
