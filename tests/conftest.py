"""What all tests share: nothing kept from the test before."""

from collections.abc import Iterator

import pytest

from annotation import orders
from annotation.pages import agreement
from evaluation import (
    coat_board,
    coat_results,
    coat_stored,
    editions,
    leaderboard,
    observed,
    oracle_answers,
    rule_figures,
    run_progress,
    summaries,
    tuning_results,
)
from evaluation.pages import replies
from evaluation.services import fixed_lists, observing, rule_sets
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
    coat_stored.forget()
    coat_results.forget()
    coat_board.forget()
    tuning_results.forget()
    baselines.pool_of.cache_clear()
    fixed_lists.forget()
    rule_sets.forget()
    rule_figures.forget()
    editions.forget()
    leaderboard.forget()
    summaries.forget()
    oracle_answers.forget()
    replies.forget()
    run_progress.forget()
    orders.forget()
    agreement.forget()
