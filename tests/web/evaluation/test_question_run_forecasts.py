"""The forecast of a run over a question set: with as many calls at once as the run makes."""

from datetime import timedelta

import pytest
from django.urls import reverse

from evaluation.coat.variations import Kind
from evaluation.models import ChoiceReply, Run
from evaluation.services import forecasts
from tests import asking, coat_rows, make
from tests.asking import Answerer

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def tried(row, *, concurrency: int) -> Run:
    """A run of which the trial questions alone are done."""
    run = asking.run(row, run={"concurrency": concurrency})
    return asking.play(run, Answerer(asking.right(row)), slices_at_most=1)


def took(run: Run, *waits: tuple[float, float]) -> None:
    """waits: (began, ended) of its replies in their order, in seconds."""
    replies = ChoiceReply.objects.filter(episode__run=run).order_by("episode__number", "sequence")
    for reply, (began, ended) in zip(replies, waits, strict=True):
        at = make.NOW + timedelta(seconds=ended)
        replies.filter(pk=reply.pk).update(latency_seconds=ended - began, called_at=at)


@pytest.mark.parametrize(("concurrency", "trials"), [(1, 3), (3, 3), (6, 6), (200, 8)])
def test_as_many_are_tried_as_the_run_asks_at_once(eight, concurrency, trials):
    run = tried(eight, concurrency=concurrency)
    assert ChoiceReply.objects.filter(episode__run=run).count() == trials
    assert run.forecast["trials"] == trials


def test_no_more_are_tried_than_a_forecast_needs(eight):
    run = asking.run(eight, run={"concurrency": 1000})
    assert run.trial_size == Run.MOST_TRIAL_QUESTIONS == 64


def test_another_number_of_calls_at_once_leaves_what_was_tried(eight):
    run = tried(eight, concurrency=4)
    Run.objects.filter(pk=run.pk).update(concurrency=7)
    assert Run.objects.get(pk=run.pk).trial_size == 4


def test_a_server_that_takes_them_one_after_the_other_is_forecast_so(eight):
    run = tried(eight, concurrency=4)
    # Sent together, answered after 5, 10, 15, 20 s: 5 s a question, so 40 s for 8; at best two
    # rounds of 5 s, at worst two of 20 s.
    took(run, (0, 5), (0, 10), (0, 15), (0, 20))
    found = forecasts.forecast_run(run)
    assert (found.seconds.low, found.seconds.likely, found.seconds.high) == (10, 40, 40)


def test_a_server_that_takes_them_all_at_once_is_forecast_so(eight):
    run = tried(eight, concurrency=4)
    took(run, (0, 5), (0, 5), (0, 5), (0, 5))
    found = forecasts.forecast_run(run)
    assert (found.seconds.low, found.seconds.likely, found.seconds.high) == (10, 10, 10)


def test_a_pause_between_trial_questions_is_no_time_of_asking(eight):
    run = tried(eight, concurrency=4)
    # Two waits of 5 s with an hour between them.
    took(run, (0, 5), (0, 5), (3600, 3605), (3600, 3605))
    assert forecasts.forecast_run(run).seconds.likely == 20


def test_the_page_says_what_the_forecast_rests_on(researcher, eight):
    run = asking.run(eight, run={"concurrency": 4})
    run = asking.play(run, Answerer(asking.right(eight)), tried_out=True, slices_at_most=1)
    page = researcher.get(reverse("coat:run", args=[run.slug])).content.decode()
    assert "Measured on its first 4 questions, asked 4 at once." in page
    assert "comes on top" in page


def test_one_that_asks_more_at_once_says_that_it_may_be_faster(researcher, eight):
    run = asking.run(eight, run={"concurrency": 4, "workers": 2})
    run = asking.play(run, Answerer(asking.right(eight)), tried_out=True, slices_at_most=1)
    page = researcher.get(reverse("coat:run", args=[run.slug])).content.decode()
    assert "The run asks 8 at once, which may be faster" in page
