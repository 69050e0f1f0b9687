"""A tuned model beside its parent: the same sets, asked alike, and what it was tuned on."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evaluation import tuning_results
from evaluation.coat.variations import Kind
from tests import asking, coat_rows
from tests.tuned_rows import answered, both, chat_of, tuned

pytestmark = pytest.mark.django_db


@pytest.fixture
def question_set():
    return coat_rows.made(Kind.TASK_1, "11", size=10)


def test_the_newest_whole_runs_over_a_set_stand_beside_each_other(question_set):
    model = tuned()
    answered(question_set, model.parent, asking.right(question_set))
    both(question_set, model)
    (found,) = tuning_results.before_and_after(model)
    assert found.question_set == question_set
    # Two options, ten questions of which five are A: whoever says A is right in half of them.
    assert (found.before.accuracy.mean, found.after.accuracy.mean) == (0.5, 1.0)
    assert found.learnt == 0


def test_runs_that_were_asked_otherwise_are_not_compared(question_set):
    model = tuned()
    answered(question_set, model.parent, lambda call: "A", sampling={"temperature": 0.5})
    answered(question_set, str(Path(model.folder) / model.slug), asking.right(question_set))
    assert tuning_results.before_and_after(model) == []


def test_questions_that_it_was_tuned_on_are_counted_whatever_their_order(question_set):
    first, second = question_set.questions.order_by("number")[:2]
    model = tuned(chat_of(first), chat_of(second))
    both(question_set, model)
    (found,) = tuning_results.before_and_after(model)
    assert found.learnt == 2


def test_two_sets_take_as_many_queries_as_one(question_set, django_assert_num_queries):
    model = tuned()
    both(question_set, model)
    both(coat_rows.made(Kind.TASK_1, "12", size=8), model)
    tuning_results.before_and_after(model)  # sets are read once in a process
    with django_assert_num_queries(6):
        assert len(tuning_results.before_and_after(model)) == 2


def report(*args):
    told = io.StringIO()
    call_command("tuning_report", *args, stdout=told)
    return told.getvalue().splitlines()


def test_the_report_prints_course_figures_and_table(question_set):
    model = tuned(chat_of(question_set.questions.first()))
    assert report() == ["mine: ready, 2 of 2 steps"]
    assert report("mine")[-1] == "No set has a whole run of both its parent and it, asked alike."
    both(question_set, model)
    lines = report("mine")
    assert "12 s; loss by step: 2.50 0.50" in lines
    assert (
        f"{question_set.slug} (2 options):"
        " accuracy 50.0% (23.7% to 76.3%) -> 100.0% (72.2% to 100.0%)"
    ) in lines
    # Newcombe's interval of 10 and 5 of 10.
    assert "  difference +50.0 points (+11.7 to +76.3)" in lines
    assert "  by chance 50.0%; not told from it before" in lines
    assert "  1 of its questions stand in the slice: it was tuned on them." in lines
    # The mean over two options needs variation 12, too.
    assert "  small: - - - -" in lines
    with pytest.raises(CommandError, match="There is no tuned model 'yours'. There are: mine."):
        report("yours")
