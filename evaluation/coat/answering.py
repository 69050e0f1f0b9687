"""A question being answered: from the replies so far to the next call, or to what came of it.

All of it follows from the replies, so a question that was broken off goes on from those that are
stored and makes no call twice.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import exp, log

from evaluation.coat import modular, prompting
from evaluation.coat.choices import chosen_letter, likeliest_letter
from evaluation.coat.labels import Labels
from evaluation.coat.modular import NoneKept, ObjectList
from evaluation.coat.prompting import Profile
from evaluation.coat.rendering import Rendered
from evaluation.coat.stored_lines import Stored
from evaluation.coat.variations import Kind
from games.llm.chat import Message

READER = "choice-1"
"""The rules by which replies are read; another name once they give another letter."""


class Stage(StrEnum):
    OBJECTS = "objects"
    ANSWER = "answer"


class Why(StrEnum):
    """What kept a question from an answer."""

    NO_LETTER = "no_letter"
    NO_LIST = "no_list"
    NONE_KEPT = "none_kept"


@dataclass(frozen=True)
class Asking:
    """How all questions of a run are put.

    attempts: of each stage, 1 at least. by_logprobs: the likeliest letter is the answer, and is
    asked for once: the same prompt has the same log-probabilities.
    """

    kind: Kind
    profile: Profile
    labels: Labels
    attempts: int = 1
    by_logprobs: bool = False
    none_kept: NoneKept = NoneKept.INVALID


@dataclass(frozen=True)
class Heard:
    """A reply. logprobs: of its first token; empty where they were not asked for."""

    stage: Stage
    text: str
    logprobs: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """attempt: at its stage, from 1."""

    stage: Stage
    attempt: int
    messages: tuple[Message, ...]


@dataclass(frozen=True)
class Settled:
    """letter: of the whole question; None for no answer, and `why` says what kept it from one.

    listed: of the modular set-up, what the first stage named; None where that was no list.
    kept: letters of the options that went on to the second stage.
    logprobs: letter of the whole question -> natural log-probability.
    """

    letter: str | None
    why: Why | None = None
    listed: ObjectList | None = None
    kept: str = ""
    logprobs: Mapping[str, float] | None = None


def next_step(asking: Asking, stored: Stored, heard: Sequence[Heard]) -> Call | Settled:
    """heard: all replies on this question so far, in their order."""
    if asking.profile.modular:
        return _modular(asking, stored, heard)
    return _answer(asking, stored.rendered, heard)


def letter_logprobs(logprobs: Mapping[str, float], letters: Collection[str]) -> Mapping[str, float]:
    """Letter -> what all tokens of it have together; a letter without a token is left out."""
    shares: dict[str, float] = {}
    for token, each in logprobs.items():
        letter = token.strip()
        if letter in letters:
            shares[letter] = shares.get(letter, 0.0) + exp(each)
    return {letter: log(share) for letter, share in sorted(shares.items()) if share > 0}


def _modular(asking: Asking, stored: Stored, heard: Sequence[Heard]) -> Call | Settled:
    objects = modular.objects_of(stored.question, asking.labels)
    lists = [each for each in heard if each.stage == Stage.OBJECTS]
    listed = modular.read_objects(lists[-1].text, objects) if lists else None
    if listed is None:
        if len(lists) >= asking.attempts:
            return Settled(None, Why.NO_LIST)
        told = modular.first_messages(asking.profile, asking.kind, stored.rendered.text, objects)
        return Call(Stage.OBJECTS, len(lists) + 1, tuple(told))
    second = modular.second_stage(listed.named, stored.question, asking.none_kept)
    kept = "".join(second.originals.values())
    if second.settled:
        why = None if second.only else Why.NONE_KEPT
        return Settled(second.only, why, listed, kept)
    step = _answer(asking, second.question(stored.rendered), heard)
    if isinstance(step, Call):
        return step
    return replace(
        step,
        letter=second.original(step.letter),
        listed=listed,
        kept=kept,
        logprobs=step.logprobs
        and {second.originals[letter]: each for letter, each in step.logprobs.items()},
    )


def _answer(asking: Asking, rendered: Rendered, heard: Sequence[Heard]) -> Call | Settled:
    replies = [each for each in heard if each.stage == Stage.ANSWER]
    attempts = 1 if asking.by_logprobs else asking.attempts
    if replies:
        found = _read(asking, replies[-1], rendered)
        if found.letter or len(replies) >= attempts:
            return found
    told = prompting.messages(asking.profile, asking.kind, rendered)
    return Call(Stage.ANSWER, len(replies) + 1, tuple(told))


def _read(asking: Asking, reply: Heard, rendered: Rendered) -> Settled:
    logprobs = None
    if asking.by_logprobs:
        letter = likeliest_letter(reply.logprobs, rendered.options)
        logprobs = letter_logprobs(reply.logprobs, rendered.options)
    else:
        letter = chosen_letter(reply.text, rendered)
    return Settled(letter, None if letter else Why.NO_LETTER, logprobs=logprobs)
