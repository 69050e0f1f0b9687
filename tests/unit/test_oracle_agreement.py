"""Agreement of candidate Oracles with people, by figures that can be counted by hand."""

import pytest

from evaluation import oracle_agreement
from evaluation.metrics.intervals import Undefined
from evaluation.oracle_agreement import Given

VOTES = {
    "q1": {"ana": "yes", "ben": "yes", "cem": "no"},
    "q2": {"ana": "no", "ben": "no", "cem": "no"},
    "q3": {"ana": "yes", "ben": "no", "cem": "cannot_tell"},
    "q4": {"ana": "cannot_tell", "ben": "cannot_tell", "cem": "yes"},
    "q5": {"ana": "yes"},
}
SAID = {
    "q1": Given("yes", "yes"),
    "q2": Given("cannot_tell", "yes"),
    "q3": Given("yes", "yes"),
    "q4": Given("no", "no"),
    "q5": Given("", ""),
}


def figures():
    return oracle_agreement.figures_of(VOTES, SAID)


def value(figure) -> tuple[float, int]:
    return pytest.approx(figure.value), figure.n


@pytest.mark.parametrize(
    "given, majority",
    [
        ({"ana": "yes", "ben": "yes", "cem": "no"}, "yes"),
        ({"ana": "yes", "ben": "no"}, ""),
        ({"ana": "yes", "ben": "no", "cem": "cannot_tell"}, ""),
        ({"ana": "yes"}, ""),
        ({}, ""),
    ],
)
def test_a_majority_is_more_than_half_of_two_or_more(given, majority):
    assert oracle_agreement.majority_of(given) == majority


def test_ties_and_questions_of_one_person_stand_apart():
    people = oracle_agreement.people_of(VOTES)
    assert dict(people.majorities) == {"yes": 1, "no": 1, "cannot_tell": 1}
    assert (people.ties, people.lone, people.questions) == (1, 1, 5)


def test_people_agree_with_each_other_by_pairs_in_a_question():
    # Of three pairs agree: q1 one, q2 three, q3 none, q4 one: (1/3 + 1 + 0 + 1/3) / 4.
    agreement = oracle_agreement.people_of(VOTES).agreement
    assert agreement.percent.value == pytest.approx(5 / 12)


def test_a_candidate_agrees_with_the_people_of_a_question():
    # Of the people say the same: q1 2/3, q2 none, q3 1/3, q4 none, q5 none.
    assert figures().with_people.value == pytest.approx(1 / 5)


def test_with_the_majority_cannot_tell_is_an_answer_like_others():
    # Majorities: q1 yes (it says yes), q2 no (cannot tell), q4 cannot tell (no).
    assert value(figures().with_majority) == (1 / 3, 3)


def test_right_among_answered_and_right_when_forced():
    # Majority yes or no: q1, q2. It answers q1, rightly; forced it is right on q1 alone.
    assert value(figures().right_answered) == (1, 1)
    assert value(figures().right_forced) == (1 / 2, 2)


def test_what_it_answers_of_itself_is_of_all_that_it_was_asked():
    assert value(figures().answered) == (3 / 5, 5)
    assert (figures().asked, figures().judged) == (5, 5)
    assert (figures().misleading, figures().silent, figures().unusable) == (1, 1, 1)


def test_an_unusable_reply_agrees_with_nobody_and_is_wrong():
    votes = {"q": {"ana": "yes", "ben": "yes"}, "r": {"ana": "no", "ben": "no"}}
    said = {"q": Given("yes", "yes"), "r": Given("", "")}
    found = oracle_agreement.figures_of(votes, said)
    assert value(found.with_majority) == (1 / 2, 2)
    assert value(found.right_forced) == (1 / 2, 2)
    assert found.persons["ana"].percent.value == pytest.approx(1 / 2)


def test_each_person_has_the_questions_that_both_answered():
    # ana: q1 same, q2 other, q3 same, q4 other, q5 other.
    ana = figures().persons["ana"]
    assert (ana.percent.value, ana.questions) == (pytest.approx(2 / 5), 5)


def test_without_judgements_nothing_is_claimed():
    found = oracle_agreement.figures_of({}, SAID)
    assert isinstance(found.with_majority, Undefined)
    assert isinstance(found.with_people.value, Undefined)


def test_kinds_of_questions_are_told_apart():
    kinds = {"q1": "size", "q2": "size", "q4": "shape"}
    shares = oracle_agreement.shares_by(VOTES, SAID, kinds)
    assert {kind: value(share) for kind, share in shares.items()} == {
        "size": (1 / 2, 2),
        "shape": (0, 1),
    }
