"""Question sets of our own catalogue: as declared, one best answer, nothing that tells it."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.coat import completing, generate, ranking, set_files
from evaluation.coat.acceptance import counting, inspection
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding, branches_of
from evaluation.coat.generate import BadSpec, ImpossibleSet, SetSpec
from evaluation.coat.labels import Labels
from evaluation.coat.partition import Category, Policy
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.questions import Role
from evaluation.coat.ranking import Order
from evaluation.coat.records import Pair
from evaluation.coat.variations import FULL, VARIATIONS, Kind
from tests.unit.coat_cases import own

HASH = "1ad48a271ee1a93310ab002dfe3c5e9d7d425dd42d6545a460b3d775202cd23a"
EVERY = [(kind, name) for kind, of in VARIATIONS.items() for name in of]
CACTUS = Pair("digging", "repot a small cactus")


@cache
def pools(partition=Policy.CORRECTED, order=Order.LEXICOGRAPHIC):
    return Pools(own(), Policies(partition, order))


def made(kind, name, *, size=60, seed=1, of=None, **values):
    return generate.generate(of or pools(), SetSpec(kind, name, size, seed, **values))


def lines_of(questions):
    return "".join(set_files.set_lines(questions, Labels()))


def test_the_variations_are_those_of_the_paper():
    assert [len(VARIATIONS[kind]) for kind in Kind] == [4, 4, 12, 14, 31, 31]
    one = VARIATIONS[Kind.TASK_1]["6"]
    assert (one.options, one.taken, one.original) == (4, {Role.SAME: 1, Role.DIFFERENT: 2}, 6)
    two = VARIATIONS[Kind.TASK_2]["8"]
    assert (two.options, two.taken, two.original) == (4, {Role.MODERATE: 1, Role.BAD: 2}, 14)
    assert "2-2-0" not in VARIATIONS[Kind.FULL_IDEAL]
    bad = [name for name, each in VARIATIONS[Kind.TASK_2].items() if not each.can_be_bad]
    assert bad == ["1", "6", "10", "13"]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(EVERY),
    st.integers(-(2**70), 2**70),
    st.integers(1, 90),
    st.sampled_from(Policy),
    st.sampled_from(Order),
    st.sampled_from(Padding),
    st.sampled_from(Weights),
)
def test_any_set_is_as_declared(which, seed, size, partition, order, padding, weights):
    used = pools(partition, order)
    found = made(*which, size=size, seed=seed, of=used, padding=padding, weights=weights)
    assert list(inspection.faults_of(used, found, Labels())) == []
    assert len(found.questions) == sum(share.taken for share in found.shares)
    assert sum(share.allotted for share in found.shares) == size
    assert [each.number for each in found.questions] == list(range(1, len(found.questions) + 1))


@pytest.mark.parametrize("kind", Kind)
def test_equal_specs_give_equal_bytes_and_another_seed_others(kind):
    name = list(VARIATIONS[kind])[-1]
    first = lines_of(made(kind, name))
    again = lines_of(made(kind, name, of=Pools(own())))
    assert first == again
    assert lines_of(made(kind, name, seed=2)) != first


def test_bytes_stay_what_they_were():
    """Sets are cited by their hash: whoever changes this changes every set that was published."""
    lines = set_files.set_lines(made(Kind.TASK_1, "2"), Labels())
    assert set_files.lines_sha256(lines) == HASH


def test_a_pair_keeps_its_questions_where_another_one_changes():
    few = made(Kind.TASK_2, "3", size=60)
    many = made(Kind.TASK_2, "3", size=600)
    of_pair = [[q.options for q in each.questions if q.task == CACTUS.task] for each in (few, many)]
    assert of_pair[0] == of_pair[1][: len(of_pair[0])]
    assert of_pair[0]


def answers(found):
    return [q.options[q.answer] for q in found.questions]


@pytest.mark.parametrize("kind", sorted(FULL))
def test_full_sets_with_equally_many_options_share_their_correct_ones(kind):
    three = [made(kind, name) for name, each in VARIATIONS[kind].items() if each.options == 3]
    assert len(three) == 6
    assert all(answers(each) == answers(three[0]) for each in three)


@pytest.mark.parametrize("kind", Kind)
def test_whoever_always_says_the_same_letter_is_right_by_chance(kind):
    for name, variation in VARIATIONS[kind].items():
        found = made(kind, name, size=300)
        letters = Counter(question.letter for question in found.questions)
        right = [letters[each] for each in "ABCDE"[: variation.options]]
        # In each pair every letter is right equally often, but for what is left over.
        assert max(right) - min(right) <= sum(share.taken > 0 for share in found.shares)


def test_a_bad_option_stands_in_every_place_equally_often():
    found = made(Kind.TASK_2, "3", size=900)
    bad = Counter(
        place
        for question in found.questions
        for place, option in enumerate(question.options)
        if option.role == Role.BAD
    )
    # Two of five options are bad: 360 in each place, with a standard deviation of 15 at most.
    assert all(abs(bad[place] - 0.4 * len(found.questions)) < 5 * 15 for place in range(5))


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_no_sign_but_the_content_tells_the_answer(kind, name):
    for line in lines_of(made(kind, name, size=40)).splitlines():
        options = json.loads(line)["options"].values()
        assert len({tuple(option) for option in options}) == 1  # keys, and their order
        assert len({len(option["text"]) for option in options}) == 1
        assert not any("id" in option for option in options)


def test_correct_task_1_options_are_drawn_evenly_over_ideals():
    found = made(Kind.TASK_1, "3", size=4000)
    task = "water a row of beans"
    names = Counter(q.options[q.answer].object_name for q in found.questions if q.task == task)
    ideals = Counter(
        each.configuration.state.object_name
        for each in pools().partitions[Pair("holding_water", task)].ideal
    )
    # A jug has three ideal materials of six, a bucket two of four: 3 in 5 correct ones are jugs.
    assert ideals == {"Jug": 3, "Bucket": 2}
    total = names.total()
    assert abs(names["Jug"] - 0.6 * total) < 5 * (total * 0.6 * 0.4) ** 0.5


def test_strict_sets_leave_out_pairs_without_enough_objects_and_padded_ones_do_not():
    strict = made(Kind.TASK_0, "4", size=400)
    padded = made(Kind.TASK_0, "4", size=400, padding=Padding.PADDED)
    assert all(option.role != Role.RANDOM for q in strict.questions for option in q.options)
    assert any(option.role == Role.RANDOM for q in padded.questions for option in q.options)
    assert len(padded.questions) > len(strict.questions)


def test_a_paper_s_weights_are_all_configurations_of_a_utility_s_objects():
    shares = made(Kind.TASK_1, "11", size=700, weights=Weights.PAPER).shares
    judged = own().judged
    weights = [
        sum(len(own().configurations_of[name]) for name in judged.objects_of[share.pair.utility])
        for share in shares
    ]
    for share, weight in zip(shares, weights, strict=True):
        assert 0 <= share.allotted - weight * 700 // sum(weights) <= 1


def test_in_full_moderate_sets_a_bad_option_of_context_can_stand_but_of_old_none():
    def categories(partition):
        found = made(Kind.FULL_MODERATE, "3-0-0", of=pools(partition), size=200)
        return {o.category for q in found.questions for o in q.options}

    assert categories(Policy.CORRECTED) == {Category.MODERATE, Category.BAD}
    assert categories(Policy.LEGACY) == {Category.MODERATE}


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("name", ["9", "10", "11", "12", "13", "14"])
def test_task_2_questions_are_all_subsets_with_one_best(name, order):
    used = pools(order=order)
    variation = VARIATIONS[Kind.TASK_2][name]
    of = used.partitions[CACTUS]
    moderate = variation.taken[Role.MODERATE] + 1
    one_best = sum(
        ranking.unique_best(subset, order) is not None
        for subset in combinations(of.moderate, moderate)
    )
    expected = one_best * len(list(combinations(of.bad, variation.taken[Role.BAD])))
    assert sum(each.total for each in branches_of(used, variation, CACTUS)) == expected
    assert counting.task_2(used, CACTUS, variation) == expected


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_each_pair_has_as_many_questions_as_the_formula_says(kind, name):
    variation = VARIATIONS[kind][name]
    for partition, order in ((Policy.LEGACY, Order.SUM), (Policy.CORRECTED, Order.LEXICOGRAPHIC)):
        used = pools(partition, order)
        for pair, _ in generate.allotments(used, SetSpec(kind, name, 100, 1)):
            for padding in Padding if kind == Kind.TASK_0 else (Padding.STRICT,):
                branches = branches_of(used, variation, pair, padding)
                counted = counting.possible(used, pair, variation, padding)
                assert sum(branch.total for branch in branches) == counted


def test_a_set_that_cannot_be_says_what_is_short():
    judged = own().judged
    first = {pair: names[:1] for pair, names in judged.context_of.items()}
    preferences = {
        pair: {names[0]: judged.preferences[pair][names[0]]} for pair, names in first.items()
    }
    lone = replace(judged, context_of=first, preferences=preferences)
    used = Pools(completing.completed(lone))
    with pytest.raises(ImpossibleSet) as refused:
        made(Kind.TASK_1, "3", of=used)
    assert str(refused.value) == (
        "No pair can have a question of task-1 variation 3: 4 options of the role different are"
        " needed, 0 is the most that any pair has."
    )


@pytest.mark.parametrize(
    ("kind", "name", "size", "problem"),
    [
        (Kind.TASK_1, "13", 5, "task-1 has no variation '13': 1, 2"),
        (Kind.FULL_IDEAL, "2-2-0", 5, "full-ideal has no variation '2-2-0'"),
        (Kind.TASK_U, "2", 0, "0 questions are asked for; 1 is the least."),
    ],
)
def test_a_spec_that_means_no_set_is_refused(kind, name, size, problem):
    with pytest.raises(BadSpec) as refused:
        made(kind, name, size=size)
    assert str(refused.value).startswith(problem)


def test_it_is_said_how_many_to_ask_for_where_some_pairs_are_short():
    spec = SetSpec(Kind.TASK_1, "2", 60, 1)
    assert len(made(Kind.TASK_1, "2").questions) < 60
    instead = generate.size_that_gives(pools(), spec, generate.shares_of(pools(), spec), 1000)
    assert len(made(Kind.TASK_1, "2", size=instead).questions) >= 60
    assert len(made(Kind.TASK_1, "2", size=instead - 1).questions) < 60


def test_no_number_is_said_where_none_gives_so_many():
    spec = SetSpec(Kind.TASK_U, "2", 9000, 1)
    shares = generate.shares_of(pools(), spec)
    assert generate.size_that_gives(pools(), spec, shares, 20_000) is None
