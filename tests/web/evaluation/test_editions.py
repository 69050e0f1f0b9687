"""Which plays of a run its figures are of while it goes on, and how little that takes to know."""

import pytest

from evaluation import editions, entries, leaderboard, summaries
from evaluation.models import Episode, Run
from evaluation.run_exports import whole
from games.models import Play
from tests import make, runs

pytestmark = pytest.mark.django_db


def going_on(plays: int) -> Run:
    """A running run of some more games, with so many plays ended."""
    row = runs.run(games=runs.games(plays + 4), status="running", started_at=make.NOW)
    return more(row, plays)


def more(row: Run, plays: int) -> Run:
    """Let its next plays end, without their questions."""
    waiting = row.episodes.filter(status=Episode.Status.WAITING).order_by("number")[:plays]
    player = row.players.get().participant
    for episode in waiting:
        play = Play.objects.create(
            participant=player, game=episode.game, protocol=row.protocol, kind="run",
            outcome="out_of_turns", ended_at=make.NOW,
        )  # fmt: skip
        Episode.objects.filter(pk=episode.pk).update(play=play, status="done", done_at=make.NOW)
    return row


def shown(row: Run) -> int:
    return editions.shown([Run.objects.get(pk=row.pk)])[row.pk].plays


def test_of_a_small_run_each_play_counts_at_once():
    row = going_on(3)
    assert shown(row) == 3
    assert shown(more(row, 1)) == 4


def test_figures_of_a_large_run_are_anew_with_each_fiftieth_of_its_plays():
    # Of 100 plays a fiftieth is 2.
    row = going_on(100)
    assert shown(row) == 100
    assert shown(more(row, 1)) == 100
    assert shown(more(row, 1)) == 102


def test_between_two_fiftieths_no_page_reads_a_play(django_assert_num_queries):
    row = going_on(100)
    leaderboard.groups()
    entry = entries.entry_of(f"run/{row.slug}")
    summaries.of_entry(entry)
    more(row, 1)
    # Runs, editions, the Oracle, campaigns.
    with django_assert_num_queries(4):
        (group,) = leaderboard.groups()
    assert group.rows[0].figures.pooled.plays == group.rows[0].entry.ended == 100
    # Run, edition, the Oracle.
    with django_assert_num_queries(3):
        again = entries.entry_of(f"run/{row.slug}")
        assert summaries.of_entry(again).summary.pooled.plays == 100


def test_once_it_has_stopped_every_play_counts():
    row = going_on(100)
    shown(row)
    more(row, 1)
    Run.objects.filter(pk=row.pk).update(status="paused", reason="by_hand")
    assert shown(row) == 101


def test_a_play_that_is_opened_again_counts_no_more():
    row = going_on(100)
    shown(row)
    row.episodes.filter(number=1).update(status="waiting", done_at=None)
    assert shown(row) == 99


def test_an_export_holds_every_play_that_has_ended():
    row = going_on(100)
    shown(row)
    more(row, 1)
    assert entries.entry_of(f"run/{row.slug}").ended == 100
    (text,) = whole.document(row, whole.SUMMARY)
    assert '"plays": 101' in text.decode()


def test_a_complete_run_is_read_once(django_assert_num_queries):
    row = runs.finish(runs.run(games=runs.games(2)), "won", "lost")
    assert editions.of([row])[row.pk].plays == 2
    with django_assert_num_queries(0):
        assert editions.of([row])[row.pk].plays == 2


def test_a_run_that_is_complete_once_more_is_read_again():
    row = runs.finish(runs.run(games=runs.games(2)), "won", "lost")
    before = editions.of([row])[row.pk]
    row.episodes.filter(number=1).update(done_at=make.NOW.replace(hour=13))
    row.ended_at = make.NOW.replace(hour=14)
    assert editions.of([row])[row.pk] != before
