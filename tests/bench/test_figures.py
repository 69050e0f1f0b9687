"""CPU time of a campaign's and a run's figures, from rows to values, first and once kept."""

import time

import pytest
from django.utils import timezone

from evaluation import entries, leaderboard, run_records, summaries
from evaluation.metrics.summary import summarise
from evaluation.models import Observed, Run
from evaluation.pages import figures
from evaluation.services import observing
from games import observer
from games.models import Campaign, Turn
from tests.bench import asked, run_rows

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("people", "games", "limit_seconds"), [(5, 38, 2), (264, 38, 10)], ids=["baseline", "crowd"]
)
def test_the_figures_of_a_campaign(people, games, limit_seconds):
    campaign = asked.fill(people=people, games=games, slug="figures")
    figures.forget()
    observer.forget()
    first, page = _seconds(campaign)
    again, _ = _seconds(campaign)
    storing, _ = _timed(_observe)
    figures.forget()
    stored, same = _seconds(campaign)
    print(
        f"\nfigures of {page.plays:,} plays with {Turn.objects.count():,} questions: "
        f"{first:.2f} s, again {again:.3f} s, limit {limit_seconds} s; once the observer's values "
        f"are stored, which takes {storing:.2f} s: {stored:.2f} s"
    )
    assert page.plays == same.plays == people * games
    assert first <= limit_seconds


def test_the_figures_of_a_run(db):
    run = run_rows.fill(1_009)
    observer.forget()
    leaderboard.forget()
    first, summary = _timed(lambda: _summary(run))
    again, _ = _timed(lambda: _summary(run))
    used, _ = _timed(lambda: run_records.usage_of(run))
    board, _ = _timed(leaderboard.groups)
    kept, _ = _timed(leaderboard.groups)
    print(
        f"\nfigures of a run of {summary.pooled.plays:,} plays with {Turn.objects.count():,} "
        f"questions: {first:.2f} s, once the table was asked {again:.2f} s, limit 15 s; its usage "
        f"{used:.3f} s; its line on the leaderboard {board:.2f} s, once kept {kept:.3f} s"
    )
    assert summary.pooled.plays == 1_009
    assert first <= 15


def test_a_leaderboard_that_nobody_looked_at_before(db):
    runs = [run_rows.fill(1_009, slug=f"run-{n}", questions=10, lengths=2_700) for n in range(15)]
    distinct = Turn.objects.values("question").distinct().count()
    observer.forget()
    leaderboard.forget()
    followed, before = _timed(leaderboard.groups)
    observer.forget()
    storing, _ = _timed(_observe)
    leaderboard.forget()
    observer.forget()
    stored, board = _timed(leaderboard.groups)
    rows = [entries.entry_of(f"run/{run.slug}") for run in runs]
    charts, _ = _timed(lambda: [summaries.of_entry(row) for row in rows])
    print(
        f"\nleaderboard of {len(runs)} runs, {Observed.objects.count():,} plays, "
        f"{Turn.objects.count():,} questions, {distinct:,} of them distinct: {followed:.2f} s; "
        f"once the observer's values are stored, which takes {storing:.2f} s: {stored:.2f} s, "
        f"limit 3 s; its charts {charts:.2f} s"
    )
    assert board == before
    assert stored <= 3


def _observe() -> None:
    while observing.observe_due(timezone.now, seconds=600):
        pass


def _summary(run: Run):
    return summarise(run_records.ended_plays(run), leaderboard.OF_RUN)


def _seconds(campaign: Campaign):
    return _timed(lambda: figures.figures_of(campaign))


def _timed(work):
    """(CPU seconds, what came of it)."""
    start = time.process_time()
    done = work()
    return time.process_time() - start, done
