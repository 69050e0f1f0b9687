"""Training slices: questions with their answers as chats, none of them in an evaluation set."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from evaluation.coat import allocation, json_files
from evaluation.coat.generate import SetSpec, generate, generator
from evaluation.coat.labels import Labels
from evaluation.coat.pools import Pools
from evaluation.coat.prompting import PROFILES, Profile, answer_text, messages
from evaluation.coat.questions import Question
from evaluation.coat.records import Pair, State
from evaluation.coat.rendering import render
from evaluation.coat.spreads import option_counts, variations_with
from evaluation.coat.variations import Kind
from games.formats.lines import Json

SIZES: Mapping[Kind, int] = {Kind.TASK_0: 400, Kind.TASK_1: 450, Kind.TASK_2: 750}
"""As many as the paper tuned on, from the variations with the most options."""
# 2^16 times as many questions as are wanted: no pair is then short of its share.
_DOUBLINGS = 16

OptionSet = tuple[Pair, frozenset[str | State]]
"""What makes two questions the same: their pair, and their options in any order."""


class ImpossibleSlice(ValueError):
    """A slice for which there are too few questions outside the evaluation sets."""


@dataclass(frozen=True)
class SliceSpec:
    """seed: another one than the evaluation sets have, or most of what is drawn is in them."""

    kind: Kind
    size: int
    seed: int
    profile: Profile = field(default_factory=lambda: PROFILES["letter"])


@dataclass(frozen=True)
class Slice:
    """questions: in the order of training, with the variation of each."""

    spec: SliceSpec
    questions: tuple[tuple[str, Question], ...]


def option_set(question: Question) -> OptionSet:
    shown = (
        each.configuration.state if each.configuration else each.object_name
        for each in question.options
    )
    return Pair(question.utility, question.task), frozenset(shown)


def training_slice(pools: Pools, spec: SliceSpec, evaluated: Collection[OptionSet]) -> Slice:
    """Evenly from the variations with the most options, then in random order.

    evaluated: option sets of all questions that models are evaluated on.
    Raises ImpossibleSlice where a variation has too few others, and ImpossibleSet where it has
    no question at all.
    """
    if spec.size < 1:
        raise ImpossibleSlice(f"{spec.size} questions are asked for; 1 is the least.")
    names = variations_with(spec.kind, option_counts(spec.kind)[-1])
    sizes = allocation.spread([1] * len(names), spec.size)
    known = set(evaluated)
    found = [
        (name, each)
        for name, size in zip(names, sizes, strict=True)
        if size
        for each in _drawn(pools, spec, name, size, known)
    ]
    generator(spec.seed, spec.kind, "order of training").shuffle(found)
    return Slice(spec, tuple(found))


def slice_lines(found: Slice, labels: Labels) -> Iterator[str]:
    """A chat a line: what a model is told, and the right answer in the form of the profile."""
    spec = found.spec
    for _, each in found.questions:
        asked = messages(spec.profile, spec.kind, render(spec.kind, each, labels))
        chat: list[Json] = [{"role": said.role, "content": said.text} for said in asked]
        chat.append({"role": "assistant", "content": answer_text(spec.profile.form, each.letter)})
        yield json.dumps({"messages": chat}, ensure_ascii=False) + "\n"


def slice_document(found: Slice, labels: Labels, evaluation: Mapping[str, str]) -> str:
    """evaluation: name -> SHA-256 of the sets that the slice has no question of."""
    variations = [name for name, _ in found.questions]
    told: dict[str, Json] = {
        "kind": str(found.spec.kind),
        "variations": {name: variations.count(name) for name in sorted(set(variations))},
        "questions": len(found.questions),
        "seed": found.spec.seed,
        "profile": found.spec.profile.document(),
        "disjoint_from": {**evaluation},
        "sha256": _sha256(slice_lines(found, labels)),
    }
    return json_files.document(told)


def _drawn(
    pools: Pools, spec: SliceSpec, name: str, size: int, known: Collection[OptionSet]
) -> Sequence[Question]:
    """More and more are drawn until enough are left; then some of them, evenly over pairs."""
    left: list[Question] = []
    for doubling in range(_DOUBLINGS + 1):
        found = generate(pools, SetSpec(spec.kind, name, size << doubling, spec.seed))
        left = [each for each in found.questions if option_set(each) not in known]
        if len(left) >= size:
            rng = generator(spec.seed, spec.kind, name, "slice")
            return [left[at] for at in sorted(rng.sample(range(len(left)), size))]
        if all(share.allotted >= share.possible for share in found.shares):
            break
    raise ImpossibleSlice(
        f"{spec.kind} variation {name}: {size} training questions are wanted, there are"
        f" {len(left)} that are in no evaluation set; {size - len(left)} are short."
    )


def _sha256(lines: Iterable[str]) -> str:
    return sha256("".join(lines).encode()).hexdigest()
