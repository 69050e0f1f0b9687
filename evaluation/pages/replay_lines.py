"""A replay's turns as lines, with what was said behind each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.models import StoredReply
from evaluation.pages.tables import Unit, number
from evaluation.replaying import Replayed
from evaluation.turn_steps import Distribution, Said, Step
from games.rules import Reason, TurnStatus

# Refusals of what was no question, in the words of the page of replies.
_NO_QUESTION: Mapping[str, str] = {
    Reason.UNPARSEABLE: "the reply is in neither form",
    Reason.NOT_A_CANDIDATE: "the guess is none of the candidates",
}
_SMALL = 32
_APART = 7


@dataclass(frozen=True)
class Small:
    """One small bar: its place and height in a picture of 20, as text of numbers."""

    x: str
    y: str
    height: str
    is_target: bool


@dataclass(frozen=True)
class TurnLine:
    """One attempt. kind: yes, no, cannot_tell, refused, forfeited, failed or waiting.

    place: its turn and attempt in words; after the last turn it is a try at the final guess.
    gain, expected: in bits as text, n/a where there are none. likeliest: in words.
    """

    number: int
    place: str
    question: str
    removed: bool
    kind: str
    answer: str
    marks: Sequence[str]
    gain: str
    expected: str
    own_gain: str
    likeliest: str
    small: Sequence[Small]
    replies: Sequence[StoredReply]
    now: bool


def lines_of(found: Replayed, at: int) -> Iterator[TurnLine]:
    for step in found.steps:
        said, seen = step.said, step.observation
        read = seen if seen and not seen.unread else None
        place = said.number, said.attempt
        yield TurnLine(
            number=said.number,
            place=_place(said, found.questions),
            question=said.question,
            removed=said.removed,
            kind=_kind(step),
            answer=_answer(step, found.questions),
            marks=list(_marks(step)),
            gain=_bits(read.gain if read else None),
            expected=_bits(read.expected_gain if read else None),
            own_gain=_bits(step.own_gain),
            likeliest=_likeliest(found, step.held),
            small=_small(found, step.held),
            replies=found.replies.get(place, ()),
            now=said.number == at,
        )


def _place(said: Said, budget: int) -> str:
    if said.number <= budget:
        return f"{said.number}.{said.attempt}" if said.attempt > 1 else str(said.number)
    return f"final guess, try {said.attempt}"


def _kind(step: Step) -> str:
    if step.said.status == TurnStatus.ANSWERED:
        return step.said.answer
    if step.said.status == TurnStatus.REFUSED and step.spends:
        return "forfeited"
    return step.said.status


def _answer(step: Step, budget: int) -> str:
    if step.said.number > budget:
        return "no valid guess"
    if step.said.reason in _NO_QUESTION:
        return "no question" + (", turn spent" if step.spends else "")
    words = {
        "cannot_tell": "cannot tell",
        "refused": "refused",
        "forfeited": "refused, turn spent",
        "failed": "no answer came",
    }
    kind = _kind(step)
    return words.get(kind, kind)


def _marks(step: Step) -> Iterator[str]:
    """What has to be known beside an answer or a refusal, in words."""
    said, seen = step.said, step.observation
    if said.reason:
        yield _NO_QUESTION.get(said.reason, said.reason.replace("_", " "))
    if seen and seen.repeat:
        yield "asked before"
    elif seen and seen.unread:
        yield "not read by the observer"
    elif seen and seen.useless:
        yield "could not tell them apart"
    if said.forced:
        yield "the Oracle could not tell and had to answer"
    if said.doubted:
        yield "doubted by the player"


def further(found: Replayed) -> list[StoredReply]:
    """A model's replies at no stored turn: its guess. A person's guess has no reply."""
    asked = {(step.said.number, step.said.attempt) for step in found.steps}
    return [
        reply
        for place, replies in sorted(found.replies.items())
        for reply in replies
        if place not in asked
    ]


def _small(found: Replayed, held: Distribution) -> list[Small]:
    spec = found.game.spec
    return [
        Small(
            x=str(at * _APART),
            y=f"{_SMALL - _SMALL * share:.1f}",
            height=f"{_SMALL * share:.1f}",
            is_target=spec.candidates[at] == spec.target,
        )
        for at, share in enumerate(held)
    ]


def _likeliest(found: Replayed, held: Distribution) -> str:
    best = max(held)
    if best - min(held) < 1e-9:
        return "all alike"
    key = found.game.spec.candidates[held.index(best)]
    return f"{key.replace('_', ' ')} {best:.0%}"


def _bits(value: float | None) -> str:
    return "n/a" if value is None else number(value, Unit.BITS)
