"""The way of one affordance to its rule, step by step; each step yields the calls that it needs.

Round 1 drafts a rule from the first group of things. Each later round validates what stands on its
own group and asks for further ways where things are not covered. New words are audited each time.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from evaluation.induction import asking, reading
from evaluation.induction.asking import Messages
from evaluation.induction.reading import Offer
from evaluation.induction.values import (
    Ask,
    Code,
    Flaw,
    Heard,
    Place,
    Role,
    Setting,
    Standing,
    Topic,
)
from evaluation.kari import coverage, evidence, growing, simplifying
from evaluation.kari.evidence import Thing
from evaluation.kari.faults import Standard
from evaluation.kari.implying import implies
from evaluation.kari.tree import Node, pairs
from evaluation.kari.vocabulary import canonicalised, new_words
from evaluation.kari.worlds import ToldWorld
from games.roles import Pair
from games.rules import Answer

T = TypeVar("T")
Steps = Generator[tuple[Ask, ...], Mapping[Place, Heard], T]
DRAFT = 1


@dataclass(frozen=True, eq=False)
class _Step(Generic[T]):
    """A question to a role, asked until its reply can be used or it was asked often enough."""

    role: Role
    round: int
    sequence: int
    subject: str
    messages: Messages
    read: Callable[[Heard], T | Flaw]

    def ask(self, attempt: int, messages: Messages) -> Ask:
        return Ask(
            role=self.role,
            round=self.round,
            sequence=self.sequence,
            attempt=attempt,
            subject=self.subject,
            messages=messages,
            read=self.read,
        )

    def again(self, reply: Heard, flaw: Flaw) -> Messages:
        return asking.again(self.role, self.messages, reply=reply.text, problem=flaw.problem)


@dataclass
class Way:
    """standing: what there is so far, which each step changes."""

    topic: Topic
    setting: Setting
    standing: Standing = field(init=False)
    taken: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.standing = Standing(self.setting.vocabulary)

    def steps(self) -> Steps[None]:
        """All rounds. Without a draft there are no others."""
        first, *later = evidence.split(self.topic.things, self.setting.caps.rounds)
        yield from self._draft(first[: self.setting.caps.shown])
        for number, group in enumerate(later, start=DRAFT + 1):
            if group and self.standing.rule is not None:
                yield from self._round(number, group)
        if self.standing.rule is not None:
            self._stand_by(simplifying.simplify(self.standing.rule))

    def _draft(self, things: Sequence[Thing]) -> Steps[None]:
        messages = asking.drafting(self.topic, things, self.standing.vocabulary)
        rule = yield from self._proposed(DRAFT, things, messages)
        if rule is not None:
            self._stand_by((yield from self._audited(DRAFT, rule)))

    def _round(self, number: int, group: Sequence[Thing]) -> Steps[None]:
        rule, caps = self._rule(), self.setting.caps
        told = yield from self._validated(number, group, pairs(rule))
        found = coverage.cover(number, rule, told)
        self.standing = replace(self.standing, rounds=(*self.standing.rounds, found))
        left = [thing for thing in group if thing.name in found.uncovered]
        for at in range(0, len(left), caps.shown)[: caps.proposals]:
            yield from self._extend(number, left[at : at + caps.shown])

    def _extend(self, number: int, things: Sequence[Thing]) -> Steps[None]:
        rule, vocabulary = self._rule(), self.standing.vocabulary
        messages = asking.extending(self.topic, things, vocabulary, rule=rule)
        way = yield from self._proposed(number, things, messages)
        if way is None:
            return
        way = yield from self._audited(number, way)
        # In the vocabulary's words it may say what the rule says already.
        if not implies(way, rule):
            self._stand_by(growing.with_way(rule, way))

    def _proposed(
        self, number: int, things: Sequence[Thing], messages: Messages
    ) -> Steps[Node | None]:
        """A rule or further ways; None where there was none of use, or none to add."""
        caps = self.setting.caps
        offer = Offer(self._standard(), self.standing.rule, caps.ways)
        step: _Step[Node | None] = _Step(
            role=Role.PROPOSER,
            round=number,
            sequence=self._next(),
            subject=", ".join(thing.name for thing in things),
            messages=messages,
            read=lambda heard: reading.proposed(heard, offer),
        )
        said = yield from self._asked([step])
        return said.get(step.sequence)

    def _audited(self, number: int, rule: Node) -> Steps[Node]:
        """The rule in canonical values, once the vocabulary has grown by its new words.

        Where the auditor was of no use all of them are new.
        """
        vocabulary = self.standing.vocabulary
        words = new_words(rule, vocabulary)
        doubtful = growing.doubtful(words, vocabulary)
        same = (yield from self._same(number, doubtful)) if doubtful else {}
        vocabulary = growing.with_words(vocabulary, words, same)
        self.standing = replace(self.standing, vocabulary=vocabulary)
        return simplifying.simplify(canonicalised(rule, vocabulary))

    def _same(self, number: int, words: tuple[Pair, ...]) -> Steps[Mapping[Pair, Pair]]:
        vocabulary = self.standing.vocabulary
        step: _Step[Mapping[Pair, Pair]] = _Step(
            role=Role.AUDITOR,
            round=number,
            sequence=self._next(),
            subject=", ".join(word.value for word in words),
            messages=asking.auditing(words, vocabulary),
            read=lambda heard: reading.audited(heard, words, vocabulary),
        )
        said = yield from self._asked([step])
        return said.get(step.sequence, {})

    def _validated(
        self, number: int, group: Sequence[Thing], asked: Sequence[Pair]
    ) -> Steps[dict[str, ToldWorld]]:
        """What the validator says of each thing; nothing of one for which it was of no use."""
        steps: dict[str, _Step[tuple[bool, ...]]] = {
            thing.name: _Step(
                role=Role.VALIDATOR,
                round=number,
                sequence=self._next(),
                subject=thing.name,
                messages=asking.validating(thing, asked),
                read=lambda heard: reading.validated(heard, len(asked)),
            )
            for thing in group
        }
        said = yield from self._asked(list(steps.values()))
        return {
            name: ToldWorld(_told(asked, said.get(step.sequence, ())))
            for name, step in steps.items()
        }

    def _asked(self, steps: Sequence[_Step[T]]) -> Steps[dict[int, T]]:
        """Step -> what its reply says; those that got no reply of use are passed over."""
        said: dict[int, T] = {}
        waiting = {step.sequence: (step, step.messages) for step in steps}
        for attempt in range(1, self.setting.caps.asks + 1):
            asks = [step.ask(attempt, messages) for step, messages in waiting.values()]
            if not asks:
                break
            heard = yield tuple(asks)
            for ask in asks:
                step, _ = waiting.pop(ask.sequence)
                reply = heard[ask.place]
                read = step.read(reply)
                if not isinstance(read, Flaw):
                    said[ask.sequence] = read
                elif read.code != Code.TOO_LONG:  # Asked again it would be longer.
                    waiting[ask.sequence] = step, step.again(reply, read)
        passed_over = {step.sequence for step in steps} - said.keys()
        self.standing = replace(self.standing, passed_over=self.standing.passed_over | passed_over)
        return said

    def _next(self) -> int:
        self.taken += 1
        return self.taken

    def _standard(self) -> Standard:
        # Without a dictionary, as files of rule sets are read.
        return Standard(self.topic.key, self.setting.affordances, self.standing.vocabulary)

    def _rule(self) -> Node:
        assert self.standing.rule is not None  # Rounds follow a draft alone.
        return self.standing.rule

    def _stand_by(self, rule: Node) -> None:
        self.standing = replace(self.standing, rule=rule)


def _told(asked: Sequence[Pair], said: Sequence[bool]) -> dict[Pair, Answer]:
    """Nothing where nothing was said."""
    return {pair: Answer.YES if yes else Answer.NO for pair, yes in zip(asked, said, strict=False)}
