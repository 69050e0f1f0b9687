"""The figures of the published data hold, and fail where data or questions are changed."""

from dataclasses import replace
from itertools import combinations

import pytest

from evaluation.coat import generate
from evaluation.coat.acceptance import counting, inspection, published_data, vectors
from evaluation.coat.acceptance.checks import all_of, check
from evaluation.coat.generate import SetSpec
from evaluation.coat.labels import Labels
from evaluation.coat.pools import Pools
from evaluation.coat.questions import Role
from evaluation.coat.records import Rated, Suboptimal
from evaluation.coat.variations import Kind
from tests.unit.coat_cases import needs_published, own, published, published_files

OF_CATALOGUES = (
    published_data.oddities,
    published_data.configurations,
    published_data.ideals,
    published_data.penalties,
    published_data.pair_table,
    published_data.sums,
)
OF_JUDGED = (published_data.counts, published_data.preferences)


def failing(checks):
    return {each.id for each in checks if not each.holds}


def test_a_check_holds_where_both_are_the_same():
    assert check("V1", "objects", 1000, 1000).holds
    assert check("V1", "objects", (1000, 2), [1000, 2]).found == "1,000 2"
    assert not check("V1", "objects", 1000, 999).holds
    assert all_of("V6", "rows", 2, [True, True]).holds
    assert not all_of("V6", "rows", 2, [True]).holds
    assert not all_of("V6", "rows", 2, [True, True, False]).holds


def test_the_known_coefficients_of_agreement_come_out():
    found = list(vectors.agreement())
    assert len(found) == 12
    assert failing(found) == set()


@needs_published
@pytest.mark.parametrize("of", OF_CATALOGUES)
def test_the_published_data_come_out(of):
    assert failing(of(published())) == set()


@needs_published
@pytest.mark.parametrize("of", OF_JUDGED)
def test_what_people_said_comes_out(of):
    assert failing(of(published().judged)) == set()


@needs_published
def test_the_published_files_are_written_as_they_were_read():
    assert failing(published_data.round_trip(published(), published_files())) == set()


@needs_published
def test_one_changed_penalty_is_seen():
    pair, held = next(iter(published().suboptimal_of.items()))
    first = held.bad[0]
    changed = Rated(first.configuration, first.time + 10, first.material)
    suboptimal = {
        **published().suboptimal_of,
        pair: Suboptimal((changed, *held.bad[1:]), held.moderate),
    }
    found = published_data.penalties(replace(published(), suboptimal_of=suboptimal))
    assert failing(found) == {"V7", "V10"}


@needs_published
def test_one_missing_configuration_is_seen():
    fewer = replace(published(), configurations=published().configurations[:-1])
    assert failing(published_data.configurations(fewer)) == {"V3", "V4"}


def test_other_data_do_not_pass_for_the_published_ones():
    assert failing(published_data.counts(own().judged)) == {"V1"}
    assert failing(published_data.pair_table(own())) == {"V12", "V13"}


@pytest.mark.parametrize("count", range(1, 5))
def test_subsets_with_one_best_are_counted_as_by_trying_all(count):
    keys = [(1, 0), (1, 0), (2, 0), (2, 1), (3, 0), (3, 0), (3, 0)]
    tried = sum(each.count(min(each)) == 1 for each in combinations(keys, count))
    assert counting.unique_best_subsets(keys, count) == tried
    assert counting.unique_best_by_trying(keys, count) == tried


def changed_sets():
    """What a generator could do wrong: a question to change, and the fault that tells."""

    def with_options(question, options, **values):
        return replace(question, options=tuple(options), **values)

    yield lambda q: replace(q, answer=(q.answer + 1) % 3), "the answer is not the correct option"
    yield lambda q: replace(q, answer=7), "the answer is no option"
    yield lambda q: with_options(q, q.options[:-1], answer=0), "the composition is not"
    yield lambda q: with_options(q, (*q.options[:2], q.options[0])), "an option stands twice"
    yield (
        lambda q: with_options(
            q, [replace(each, configuration=replace(each.configuration)) for each in q.options]
        ),
        "the answer is not the one best option",
    )


@pytest.mark.parametrize(("change", "fault"), list(changed_sets()))
def test_a_wrong_question_is_found(change, fault):
    pools = Pools(own())
    found = generate.generate(pools, SetSpec(Kind.TASK_1, "8", 40, 1))
    wrong = replace(found, questions=(change(found.questions[0]), *found.questions[1:]))
    assert any(fault in line for line in inspection.faults_of(pools, wrong, Labels()))


def test_the_same_options_twice_in_a_set_are_found():
    pools = Pools(own())
    found = generate.generate(pools, SetSpec(Kind.TASK_2, "10", 40, 1))
    first = found.questions[0]
    again = replace(first, options=tuple(reversed(first.options)), answer=2 - first.answer)
    wrong = replace(found, questions=(*found.questions, again))
    faults = list(inspection.faults_of(pools, wrong, Labels()))
    assert faults == [f"{first.number}: an earlier question of the pair has the same options"]


def test_a_second_best_option_is_found():
    pools = Pools(own())
    found = generate.generate(pools, SetSpec(Kind.TASK_2, "13", 200, 1))
    question = found.questions[0]
    correct = question.options[question.answer]
    pair = next(pair for pair in pools.partitions if pair.task == question.task)
    # Its equal: the same object, but for the penalties' sake another configuration.
    rows = {each.configuration.id: each for each in pools.partitions[pair].moderate}
    best = rows[correct.configuration.id]
    equals = [e for e in rows.values() if (e.time, e.material) == (best.time, best.material)]
    other = next(e for e in equals if e is not best)
    second = replace(correct, role=Role.MODERATE, configuration=other.configuration)
    options = [correct if each is correct else second for each in question.options]
    wrong = replace(found, questions=(replace(question, options=tuple(options)),))
    faults = list(inspection.faults_of(pools, wrong, Labels()))
    assert any("not the one best option" in fault for fault in faults)
