"""Training slices: as large as wanted, and without a question that models are evaluated on."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from evaluation.coat import generate, tuning
from evaluation.coat.generate import SetSpec
from evaluation.coat.labels import Labels
from evaluation.coat.pools import Pools
from evaluation.coat.prompting import PROFILES, messages
from evaluation.coat.rendering import render
from evaluation.coat.tuning import ImpossibleSlice, SliceSpec, option_set, training_slice
from evaluation.coat.variations import VARIATIONS, Kind
from tests.unit.coat_cases import own

POOLS = Pools(own())


def evaluated(kind, size=300, seed=1):
    """Option sets of all variations of a kind."""
    return {
        option_set(each)
        for name in VARIATIONS[kind]
        for each in generate.generate(POOLS, SetSpec(kind, name, size, seed)).questions
    }


@pytest.mark.parametrize("kind", [Kind.TASK_1, Kind.TASK_2, Kind.FULL_IDEAL])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_question_of_a_slice_is_evaluated_and_none_stands_twice(kind, seed):
    """With the seed of the evaluation sets, too, of which most drawn questions are then."""
    known = evaluated(kind)
    found = training_slice(POOLS, SliceSpec(kind, 200, seed), known)
    sets = [option_set(each) for _, each in found.questions]
    assert len(sets) == 200
    assert not known & set(sets)
    for name in VARIATIONS[kind]:
        of = [option_set(each) for variation, each in found.questions if variation == name]
        assert len(of) == len(set(of))


@pytest.mark.parametrize(("kind", "count"), [(Kind.TASK_0, 1), (Kind.TASK_1, 3), (Kind.TASK_2, 5)])
def test_a_slice_is_of_the_variations_with_five_options_evenly(kind, count):
    size = 10 * count
    found = training_slice(POOLS, SliceSpec(kind, size, 2), set())
    variations = [name for name, _ in found.questions]
    assert sorted({variations.count(name) for name in variations}) == [10]
    assert len(set(variations)) == count
    assert all(len(each.options) == 5 for _, each in found.questions)


def test_a_slice_is_shuffled_and_follows_from_its_spec():
    spec = SliceSpec(Kind.TASK_1, 60, 2)
    first, again = (training_slice(Pools(own()), spec, set()) for _ in range(2))
    assert first == again
    variations = [name for name, _ in first.questions]
    assert variations != sorted(variations)
    assert training_slice(POOLS, replace(spec, seed=3), set()) != first


def test_an_impossible_slice_says_what_is_short():
    spec = SliceSpec(Kind.TASK_0, 10_000, 2)
    every = generate.generate(POOLS, SetSpec(Kind.TASK_0, "4", 10_000_000, 1)).questions
    with pytest.raises(ImpossibleSlice) as refused:
        training_slice(POOLS, spec, set())
    assert str(refused.value) == (
        "task-0 variation 4: 10000 training questions are wanted, there are"
        f" {len(every)} that are in no evaluation set; {10_000 - len(every)} are short."
    )
    known = {option_set(each) for each in every[:5]}
    left = training_slice(POOLS, SliceSpec(Kind.TASK_0, len(every) - 5, 2), known)
    assert len(left.questions) == len(every) - 5
    with pytest.raises(ImpossibleSlice, match="1 are short"):
        training_slice(POOLS, SliceSpec(Kind.TASK_0, len(every) - 4, 2), known)
    with pytest.raises(ImpossibleSlice, match="0 questions are asked for"):
        training_slice(POOLS, SliceSpec(Kind.TASK_0, 0, 2), set())


@pytest.mark.parametrize(("profile", "form"), [("letter", "{}"), ("json", '{{"answer": "{}"}}')])
def test_a_line_is_the_prompt_with_the_right_answer(profile, form):
    spec = SliceSpec(Kind.TASK_2, 10, 2, PROFILES[profile])
    found = training_slice(POOLS, spec, set())
    lines = list(tuning.slice_lines(found, Labels()))
    for line, (_, each) in zip(lines, found.questions, strict=True):
        chat = json.loads(line)["messages"]
        asked = messages(spec.profile, spec.kind, render(spec.kind, each, Labels()))
        assert [(said["role"], said["content"]) for said in chat] == [
            *((said.role, said.text) for said in asked),
            ("assistant", form.format(each.letter)),
        ]


def test_a_slice_s_document_has_its_hash_and_what_it_keeps_clear_of():
    found = training_slice(POOLS, SliceSpec(Kind.TASK_1, 9, 2), set())
    told = json.loads(tuning.slice_document(found, Labels(), {"task-1-1": "abc"}))
    data = "".join(tuning.slice_lines(found, Labels())).encode()
    assert told["sha256"] == sha256(data).hexdigest()
    assert told["variations"] == {"1": 3, "2": 3, "3": 3}
    assert told["disjoint_from"] == {"task-1-1": "abc"}
    assert told["profile"]["form"] == "letter"
