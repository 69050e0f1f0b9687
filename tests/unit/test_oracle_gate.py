import pytest

from games import oracle_gate
from games.oracle_scores import Figures


def figures(*, answered: int, right_answered: int, right_forced: int) -> Figures:
    return Figures(
        questions=100, answered=answered, right_answered=right_answered, right_forced=right_forced
    )


def test_figures_on_a_catalogue_have_a_name_of_their_own():
    assert oracle_gate.question_set("starter-1") == "blind:starter-1"


@pytest.mark.parametrize(("right", "passed"), [(95, True), (94, False)])
def test_an_oracle_that_must_answer_is_judged_on_all_questions(right, passed):
    measured = figures(answered=50, right_answered=10, right_forced=right)
    gate = oracle_gate.judge(measured, cannot_tell=False)
    assert (gate.passed, gate.share) == (passed, right / 100)


@pytest.mark.parametrize(
    ("answered", "right", "passed"), [(80, 76, True), (80, 75, False), (79, 79, False)]
)
def test_one_that_may_say_it_cannot_tell_is_judged_on_what_it_answers(answered, right, passed):
    # 76 of 80 is 95%; 79 of 79 is 100%, but 79 of 100 are too few answers.
    measured = figures(answered=answered, right_answered=right, right_forced=0)
    gate = oracle_gate.judge(measured, cannot_tell=True)
    assert (gate.passed, gate.share) == (passed, right / answered)


@pytest.mark.parametrize("cannot_tell", [True, False])
def test_an_oracle_that_was_not_measured_does_not_pass(cannot_tell):
    gate = oracle_gate.judge(None, cannot_tell=cannot_tell)
    assert (gate.passed, gate.share, gate.figures) == (False, None, None)


@pytest.mark.parametrize("cannot_tell", [True, False])
def test_too_few_questions_do_not_pass_however_right_they_are(cannot_tell):
    measured = Figures(questions=99, answered=99, right_answered=99, right_forced=99)
    gate = oracle_gate.judge(measured, cannot_tell=cannot_tell)
    assert (gate.passed, gate.share) == (False, 1.0)


@pytest.mark.parametrize(("right", "practice"), [(90, False), (89, True)])
def test_an_oracle_that_must_answer_is_for_practice_below_nine_in_ten(right, practice):
    measured = figures(answered=50, right_answered=10, right_forced=right)
    assert oracle_gate.is_practice(measured, cannot_tell=False) is practice


@pytest.mark.parametrize(
    ("answered", "right", "practice"), [(80, 72, False), (80, 71, True), (79, 79, True)]
)
def test_one_that_may_not_tell_is_for_practice_where_it_answers_little_or_wrongly(
    answered, right, practice
):
    # 72 of 80 is 90%; 79 of 79 is 100%, but 79 of 100 are too few answers.
    measured = figures(answered=answered, right_answered=right, right_forced=0)
    assert oracle_gate.is_practice(measured, cannot_tell=True) is practice


def test_an_oracle_that_was_not_measured_is_for_practice():
    assert oracle_gate.is_practice(None, cannot_tell=False)
