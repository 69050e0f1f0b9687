"""A question set from a catalogue: which questions, in which order, with which letters."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

from evaluation.coat import allocation
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding, branches_of
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.questions import Option, Question
from evaluation.coat.records import Pair
from evaluation.coat.sampling import Branch, Drawn, by_correct, by_question
from evaluation.coat.variations import FULL, PHYSICAL, VARIATIONS, Kind, Variation


class BadSpec(ValueError):
    """A set that is asked for in words that mean none."""


class ImpossibleSet(ValueError):
    """No pair of the catalogue can have a question of the set; it says what is short."""


@dataclass(frozen=True)
class SetSpec:
    """size: how many questions are asked for; pairs that have too few give what they have.

    weights: of the kinds that show states. padding: of task-0 alone.
    """

    kind: Kind
    variation: str
    size: int
    seed: int
    weights: Weights = Weights.LEGACY
    padding: Padding = Padding.STRICT


@dataclass(frozen=True)
class Share:
    """allotted: how many questions the pair was to give. possible: how many there are."""

    pair: Pair
    allotted: int
    possible: int

    @property
    def taken(self) -> int:
        return min(self.allotted, self.possible)


@dataclass(frozen=True)
class QuestionSet:
    spec: SetSpec
    policies: Policies
    shares: tuple[Share, ...]
    questions: tuple[Question, ...]

    @property
    def variation(self) -> Variation:
        return variation_of(self.spec)


def variation_of(spec: SetSpec) -> Variation:
    """Raises BadSpec for a variation that the kind does not have."""
    known = VARIATIONS[spec.kind]
    if spec.variation not in known:
        raise BadSpec(f"{spec.kind} has no variation {spec.variation!r}: {', '.join(known)}.")
    return known[spec.variation]


def generate(pools: Pools, spec: SetSpec) -> QuestionSet:
    """Equal arguments give equal sets, on any machine.

    Each pair is drawn by a generator of its own, so that a change of one leaves the others.
    Raises BadSpec, and ImpossibleSet where not one question can be made.
    """
    variation = variation_of(spec)
    if spec.size < 1:
        raise BadSpec(f"{spec.size} questions are asked for; 1 is the least.")
    shares: list[Share] = []
    questions: list[Question] = []
    for pair, allotted in allotments(pools, spec):
        branches = branches_of(pools, variation, pair, spec.padding)
        shares.append(Share(pair, allotted, sum(branch.total for branch in branches)))
        for options, answer in _arranged(_drawn(branches, spec, pair, allotted), spec, pair):
            number = len(questions) + 1
            questions.append(Question(number, pair.utility, pair.task, options, answer))
    if not any(share.possible for share in shares):
        raise ImpossibleSet(_what_is_short(pools, spec))
    return QuestionSet(spec, pools.policies, tuple(shares), tuple(questions))


def allotments(pools: Pools, spec: SetSpec) -> list[tuple[Pair, int]]:
    """How many questions each pair is to give; a pair has no task where utilities alone count."""
    judged = pools.catalogue.judged
    if spec.kind == Kind.TASK_U:
        of_utility = allocation.by_utility(judged, spec.size)
        return [(Pair(utility, ""), of_utility[utility]) for utility in judged.tasks_of]
    if spec.kind not in PHYSICAL:
        return list(allocation.by_task(judged, spec.size).items())
    weights = allocation.physical_weights(pools.catalogue, pools.partitions, spec.weights)
    return list(zip(judged.pairs, allocation.spread(weights, spec.size), strict=True))


def shares_of(pools: Pools, spec: SetSpec) -> tuple[Share, ...]:
    """What each pair would give, counted without drawing a question. Raises BadSpec."""
    variation = variation_of(spec)
    return tuple(
        Share(
            pair, allotted, sum(b.total for b in branches_of(pools, variation, pair, spec.padding))
        )
        for pair, allotted in allotments(pools, spec)
    )


def size_that_gives(pools: Pools, spec: SetSpec, shares: Sequence[Share], most: int) -> int | None:
    """How many questions to ask for to get `spec.size` of them; None where `most` gives fewer.

    shares: of the spec. Pairs that have fewer than their share are made up for by the others.
    """

    def made(size: int) -> int:
        allotted = [count for _, count in allotments(pools, replace(spec, size=size))]
        possible = [share.possible for share in shares]
        return sum(map(min, allotted, possible))

    sizes = range(spec.size, most + 1)
    at = bisect_left(sizes, spec.size, key=made)
    return sizes[at] if at < len(sizes) else None


def generator(seed: int, *names: str) -> Random:
    """A generator of chance for these names; the same on every machine and in every process."""
    text = "\x1f".join((str(seed), *names))
    return Random(int.from_bytes(sha256(text.encode()).digest()))


def _drawn(branches: Sequence[Branch], spec: SetSpec, pair: Pair, wanted: int) -> Iterator[Drawn]:
    rng = generator(spec.seed, spec.kind, spec.variation, "others", pair.utility, pair.task)
    if spec.kind == Kind.TASK_2:
        return by_question(branches, wanted, rng)
    # Full sets with equally many options share the correct ones, so that they can be compared.
    shared = str(variation_of(spec).options) if spec.kind in FULL else spec.variation
    corrects = generator(spec.seed, spec.kind, shared, "corrects", pair.utility, pair.task)
    return by_correct(branches, wanted, rng, corrects=corrects)


def _arranged(
    drawn: Iterator[Drawn], spec: SetSpec, pair: Pair
) -> Iterator[tuple[tuple[Option, ...], int]]:
    """Options in random order; of as many questions as there are letters each is right once.

    So a player who always says the same letter is right exactly by chance.
    """
    rng = generator(spec.seed, spec.kind, spec.variation, "letters", pair.utility, pair.task)
    places: list[int] = []
    for correct, others in drawn:
        if not places:
            places = list(range(len(others) + 1))
            rng.shuffle(places)
        answer = places.pop()
        rng.shuffle(others)
        yield (*others[:answer], correct, *others[answer:]), answer


def _what_is_short(pools: Pools, spec: SetSpec) -> str:
    variation = variation_of(spec)
    found = [
        branch
        for pair, _ in allotments(pools, spec)
        for branch in branches_of(pools, variation, pair, spec.padding)
    ]
    told = f"No pair can have a question of {spec.kind} variation {spec.variation}: "
    if not found:
        return told + "no configuration of the catalogue can be the correct one."
    groups = [group for branch in found for group in branch.groups]
    short = [
        f"{count} options of the role {role} are needed, {most} is the most that any pair has"
        for role, count in variation.taken.items()
        if (most := max((g.size for g in groups if g.role == role), default=0)) < count
    ]
    if short:
        return told + "; ".join(short) + "."
    wanted = ", ".join(f"{count} {role}" for role, count in variation.taken.items() if count)
    return f"{told}none has at once {wanted}."
