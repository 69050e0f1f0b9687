"""Figures of the first stage of the modular set-up: which objects were said to be suited."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.coat.modular import ObjectList
from evaluation.coat.questions import Question, Role
from evaluation.metrics.intervals import Figure, share

SUITED = frozenset([Role.CORRECT, Role.CONTEXT])
"""The roles of options whose object fits the pair."""


@dataclass(frozen=True)
class StageRates:
    """recall: in which share of the questions the correct option's object was listed.

    precision: of all listed objects those that fit their pair. no_list: replies that were none.
    lost: questions whose correct object was not listed, a reply that is no list among them.
    given_survival: the accuracy of the others. unknown: names that were not offered.
    """

    recall: Figure
    precision: Figure
    given_survival: Figure
    lost: int
    no_list: int
    unknown: int


def stage_rates(picked: Sequence[tuple[Question, ObjectList | None, str | None]]) -> StageRates:
    """picked: a question, what the first stage listed, the letter chosen in the end."""
    listed = [(each, named.named if named else ()) for each, named, _ in picked]
    survived = [each.options[each.answer].object_name in named for each, named in listed]
    fitting = sum(name in _suited(each) for each, named in listed for name in named)
    right = sum(
        kept and letter == each.letter
        for kept, (each, _, letter) in zip(survived, picked, strict=True)
    )
    return StageRates(
        recall=share(sum(survived), len(picked)),
        precision=share(fitting, sum(len(named) for _, named in listed)),
        given_survival=share(right, sum(survived)),
        lost=len(picked) - sum(survived),
        no_list=sum(named is None for _, named, _ in picked),
        unknown=sum(named.unknown for _, named, _ in picked if named),
    )


def _suited(question: Question) -> set[str]:
    return {each.object_name for each in question.options if each.role in SUITED}
