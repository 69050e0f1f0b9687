"""What all tests share: nothing kept from the test before."""

from collections.abc import Iterator

import pytest

from annotation import orders
from annotation.pages import agreement
from evaluation import editions, leaderboard, observed, oracle_answers, run_progress, summaries
from evaluation.pages import replies
from evaluation.services import fixed_lists, observing
from games import backends, matrices, observer, selectors
from games.services import baselines


@pytest.fixture(autouse=True)
def forget_catalogues() -> Iterator[None]:
    """Each test makes its own catalogue; what a process keeps of catalogues must not outlive it."""
    yield
    selectors.forget()
    backends.forget()
    matrices.labels_of.cache_clear()
    observer.forget()
    observed.forget()
    observing.forget()
    baselines.pool_of.cache_clear()
    fixed_lists.forget()
    editions.forget()
    leaderboard.forget()
    summaries.forget()
    oracle_answers.forget()
    replies.forget()
    run_progress.forget()
    orders.forget()
    agreement.forget()
