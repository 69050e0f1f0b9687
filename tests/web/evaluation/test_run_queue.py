"""What a run that waits for a worker says: how many are before it, and who is there."""

from datetime import timedelta

import pytest

from evaluation import run_progress
from evaluation.models import Run, RunWorker
from evaluation.pages import run_page
from games.models import Game, Play, Turn
from tests import make, runs

NOW = make.NOW


def waiting(slug: str, *, minutes: float, **fields) -> Run:
    games = list(Game.objects.order_by("pk")) or runs.games(2)
    row = runs.run(games=games, slug=slug, **fields)
    Run.objects.filter(pk=row.pk).update(created_at=NOW - timedelta(minutes=minutes))
    return row


def played(slug: str) -> Run:
    row = waiting(slug, minutes=60, status="running", sha256="1" * 64)
    RunWorker.objects.filter(run=row).update(
        holder="gpu1:77:ab", lease_until=NOW + timedelta(seconds=30), reported_at=NOW
    )
    return row


def progress(row: Run) -> run_page.Progress:
    return run_page.progress_of(Run.objects.select_related("protocol").get(pk=row.pk), NOW)


def test_a_new_run_waits_without_an_alarm(db):
    said = progress(waiting("mine", minutes=0.5))
    assert (said.sentence, said.advice) == (
        "Queued, 0 of 2 games done. It waits for a worker.",
        "",
    )


@pytest.mark.parametrize(
    ("backend", "pool"),
    [("openai", "threads --concurrency 2."), ("transformers", "solo."), ("vllm", "solo.")],
)
def test_where_nobody_has_taken_a_run_for_long_it_says_how_to_start_a_worker(db, backend, pool):
    spec = {**runs.SPEC, "model": {"backend": backend, "folder": "/models/tiny"}}
    advice = progress(waiting("mine", minutes=2, spec=spec)).advice
    assert advice == (
        "No worker has taken a run yet. Start one with celery -A config worker --queues models "
        f"--pool {pool}"
    )


def test_the_last_word_of_any_worker_is_told(db):
    ended = waiting("ended", minutes=300)
    RunWorker.objects.filter(run=ended).update(reported_at=NOW - timedelta(hours=3))
    Run.objects.filter(pk=ended.pk).update(status="complete", ended_at=NOW)
    assert "No worker has taken a run for 3 h 0 min." in progress(waiting("m", minutes=9)).advice


def test_runs_that_have_waited_longer_stand_before_it_and_busy_workers_are_counted(db):
    played("playing")
    waiting("first", minutes=30)
    waiting("second", minutes=20)
    mine = waiting("mine", minutes=10)
    waiting("later", minutes=5)
    said = progress(mine)
    assert said.sentence == (
        "Queued, 0 of 2 games done. 2 runs wait before it; 1 worker is busy with others."
    )
    assert said.advice.startswith("Runs take turns: a worker plays one for ")


def test_the_one_that_has_waited_longest_is_next(db):
    played("playing")
    assert "It is next; 1 worker is busy" in progress(waiting("mine", minutes=10)).sentence


def test_between_two_turns_a_run_stands_behind_those_that_waited_meanwhile(db):
    waiting("first", minutes=30)
    mine = waiting("mine", minutes=60, status="running", sha256="1" * 64)
    RunWorker.objects.filter(run=mine).update(reported_at=NOW - timedelta(minutes=1))
    assert progress(mine).sentence == (
        "Between two of its turns, 0 of 2 games done. 1 run waits before it; no worker is busy."
    )


def test_a_run_that_is_played_waits_for_nobody(db):
    waiting("first", minutes=90)
    assert progress(played("mine")).sentence.startswith("Playing its first games")


def test_a_worker_that_holds_three_games_of_many_does_not_say_that_few_are_left(db):
    row = runs.run(games=runs.games(6), status="running", sha256="1" * 64)
    said = {"holder": "a:1:b", "lease_until": NOW + timedelta(seconds=9), "binds": "games"}
    RunWorker.objects.filter(run=row).update(**said, open_games=3)
    trials = "its first games are played alone, for the forecast"
    assert limits(row) == trials
    runs.finish(row, "won", "won", "won")
    RunWorker.objects.filter(run=row).update(open_games=2)
    assert limits(row) == "the worker itself is the limit"
    RunWorker.objects.filter(run=row).update(open_games=3)
    assert limits(row) == "too few games are left to fill its calls"


def limits(row: Run) -> str:
    return {fact.name: fact.value for fact in progress(row).facts}["What limits it"]


def test_what_a_complete_run_only_waited_is_no_time_of_playing(db):
    # Questions after 0, 5 and 305 seconds; the longest reply took 0.2, so 300 are of no game.
    row = runs.finish(runs.run(games=runs.games(3)), "won", "won", "won")
    began = NOW - timedelta(seconds=310)
    for play, seconds in zip(Play.objects.order_by("pk"), (0, 5, 305), strict=True):
        Turn.objects.filter(play=play).update(asked_at=began + timedelta(seconds=seconds))
    Run.objects.filter(pk=row.pk).update(started_at=began)
    said = progress(row)
    assert said.sentence == (
        "Complete: 3 of 3 games solved, 100.0% [43.9%, 100.0%], in 10 s of playing, "
        "beside 5 min 0 s of waiting."
    )
    assert [fact.value for fact in said.facts][1:] == ["10 s", "5 min 0 s"]


def test_waiting_of_a_run_without_questions_is_told_by_the_ends_of_its_games(db):
    row = runs.finish(runs.run(games=runs.games(2)), "won", "won")
    Turn.objects.all().delete()
    row.episodes.filter(number=1).update(done_at=NOW - timedelta(minutes=2))
    assert run_progress.still_of(row.pk, NOW) == timedelta(minutes=2)


def test_a_reply_that_took_minutes_is_time_of_playing(db):
    row = runs.finish(runs.run(games=runs.games(2)), "won", "won")
    first, _ = Turn.objects.order_by("pk")
    Turn.objects.filter(pk=first.pk).update(asked_at=NOW - timedelta(minutes=2))
    first.play.replies.update(latency_seconds=115)
    assert run_progress.still_of(row.pk, NOW) == timedelta()


def test_a_pause_says_that_calls_under_way_still_end(db):
    row = played("mine")
    RunWorker.objects.filter(run=row).update(in_flight=7)
    Run.objects.filter(pk=row.pk).update(status="paused", reason="by_hand")
    assert progress(row).advice.startswith("No new call is begun. Calls that are under way")
    RunWorker.objects.filter(run=row).update(in_flight=0)
    assert progress(row).advice == "Resume it, and it goes on where it stopped."


@pytest.mark.parametrize(("reason", "offered"), [("preflight", True), ("by_hand", False)])
def test_a_run_that_cannot_be_mended_is_launched_again_as_a_corrected_copy(
    researcher, reason, offered
):
    waiting("mine", minutes=1, status="paused", reason=reason)
    page = researcher.get("/runs/mine/").content.decode()
    assert ('id="copy" href="/runs/new/?start=run:mine"' in page) is offered
