"""A run's page: what is happening, what to do, how far and how fast; and what polls get."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from evaluation import run_progress
from evaluation.metrics import intervals
from evaluation.metrics.endings import Ending
from evaluation.models import Episode, Run, RunWorker
from evaluation.pages import run_page
from evaluation.pages.run_sentences import State
from evaluation.run_progress import Counts, Speed
from games.models import Play
from tests import make, runs

NOW = make.NOW
HTMX = {"HX-Request": "true"}


def progress(row: Run, now=NOW) -> run_page.Progress:
    return run_page.progress_of(Run.objects.select_related("protocol").get(pk=row.pk), now)


def facts(row: Run, now=NOW) -> dict[str, str]:
    return {fact.name: fact.value for fact in progress(row, now).facts}


def page_of(client: Client, slug: str = "invented") -> str:
    response = client.get(f"/runs/{slug}/")
    assert response.status_code == 200
    return response.content.decode()


def held(row: Run, **said) -> None:
    RunWorker.objects.filter(run=row).update(
        holder="gpu1:77:ab", lease_until=NOW + timedelta(seconds=30), reported_at=NOW, **said
    )


@pytest.fixture
def going(db, monkeypatch) -> Run:
    """Five games without a trial, three of them done: one in each half minute before now."""
    monkeypatch.setattr(Run, "TRIAL_GAMES", 0)
    row = runs.run(games=runs.games(5), status="running", sha256="1" * 64, started_at=NOW)
    runs.finish(row, "won", "lost", "won")
    for number in (1, 2, 3):
        done_at = NOW - timedelta(seconds=30 * (4 - number))
        Episode.objects.filter(run=row, number=number).update(done_at=done_at)
    Play.objects.update(started_at=NOW - timedelta(minutes=2))
    return row


def test_a_running_run_says_what_it_plays_how_long_and_what_limits_it(going):
    held(going, open_games=5, in_flight=4, binds="concurrency")
    # Three games in the two minutes since the first began: two more take 80 s.
    assert progress(going).sentence == (
        "5 games under way, 3 of 5 games done, about 1 min left; its calls at once are the limit."
    )


def test_speed_counts_what_ended_within_five_minutes(going):
    Episode.objects.filter(run=going, number=1).update(done_at=NOW - timedelta(hours=3))
    assert facts(going)["Games a minute"] == "1.0"
    Play.objects.update(started_at=NOW - timedelta(hours=3))
    assert facts(going)["Games a minute"] == "0.4"


def test_trial_games_which_are_played_alone_say_nothing_of_speed(db):
    row = runs.run(games=runs.games(9), status="running", sha256="1" * 64, started_at=NOW)
    runs.finish(row, "won", "lost", "won")
    assert facts(row)["Games a minute"] == "not known yet"


def test_calls_are_counted_over_the_last_minute(going):
    going.started_at = NOW - timedelta(hours=1)
    going.save()
    # Each of the three games has two replies, all of them of this very moment.
    assert facts(going)["Calls of the player a minute"] == "6"
    assert facts(going, NOW + timedelta(minutes=2))["Calls of the player a minute"] == "0"


def test_calls_in_flight_and_retry_waits_stand_there(going):
    held(going, open_games=5, in_flight=3, pausing=2, binds="retries")
    said = facts(going)
    assert said["Calls in flight"] == "3 of 4"
    assert said["Calls that wait to be tried again"] == "2"
    assert said["What limits it"] == "the server makes it wait"


def test_before_its_hash_it_is_being_tried_out(db):
    row = runs.run(games=runs.games(4), status="running")
    assert progress(row).sentence == "Trying the player out before its first game."


def test_its_first_games_are_trial_games(db):
    row = runs.run(games=runs.games(4), status="running", sha256="1" * 64)
    assert progress(row).sentence.startswith("Playing its first games, from which the rest is")


def test_without_a_speed_the_forecast_says_how_long(db):
    forecast = {"seconds": {"likely": 600}}
    row = runs.run(
        games=runs.games(4), status="running", sha256="1" * 64,
        forecast=forecast | {"tokens": {}, "cost": None},
    )  # fmt: skip
    state = State(row, Counts(4, {Ending.SOLVED: 3}), [], Speed(), due=None, now=NOW)
    # A quarter of the games is left: a quarter of ten minutes.
    assert state.time_left == "about 2 min"


@pytest.mark.parametrize(
    ("reason", "sentence", "advice"),
    [
        ("server_gone", "The model stopped answering.", "See to it that the server"),
        ("token_limit", "It reached its limit of tokens.", "Raise the limit and resume"),
        ("hold", "waits for a researcher to let it go on.", "let it go on or cancel it."),
    ],
)
def test_a_paused_run_says_why_and_what_to_do(reason, sentence, advice, db):
    row = runs.run(games=runs.games(1), status="paused", reason=reason)
    said = progress(row)
    assert said.sentence.startswith("Paused, 0 of 1 games done. ")
    assert said.sentence.endswith(sentence)
    assert advice in said.advice


def test_games_that_their_server_put_off_say_when_they_are_due(going):
    Run.objects.filter(pk=going.pk).update(status="queued")
    going.episodes.filter(status="waiting").update(due_at=NOW + timedelta(minutes=20))
    assert progress(going).sentence == (
        "Queued, 3 of 5 games done. Its server wants to be asked again in 20 min 0 s."
    )


def test_a_complete_run_says_how_long_it_took(db):
    row = runs.finish(runs.run(games=runs.games(1)), "won")
    Run.objects.filter(pk=row.pk).update(started_at=NOW - timedelta(hours=2))
    said = progress(row)
    assert said.sentence == "Complete: 1 of 1 game solved, 100.0% [20.7%, 100.0%], in 2 h 0 min."
    assert (said.polls, said.provisional) == (0, False)


def test_a_worker_that_is_gone_is_called_so(going):
    held(going)
    assert [line.state for line in progress(going).workers] == ["held"]
    [worker] = progress(going, NOW + timedelta(minutes=1)).workers
    assert (worker.state, worker.heard) == ("gone without a word", "1 min 0 s ago")
    assert worker.holder == "gpu1, process 77"


def test_endings_add_up_and_name_their_faults(db):
    row = runs.run(games=runs.games(3))
    runs.finish(row, "won", "out_of_turns", "aborted")
    row.episodes.filter(number=3).update(fault="context_overflow")
    lines = progress(row).endings
    assert [(line.words, line.games) for line in lines] == [
        ("solved", 1), ("wrong guess", 0), ("out of turns", 1), ("aborted", 1),
    ]  # fmt: skip
    assert lines[-1].note == "1 longer than the model's context"


@pytest.mark.parametrize(
    ("solved", "games", "said"),
    [
        (12, 100, "Its success is not distinguishable from guessing without a question"),
        (1, 100, "It solves less than guessing without a question, which solves 12.5%."),
        (40, 100, ""),
        (1, 8, "8 games are too few to tell it from guessing"),
        (0, 1, "1 game is too few to tell it from guessing"),
    ],
)
def test_success_is_held_against_chance(solved, games, said):
    found = run_page.near_chance(intervals.share(solved, games), 0.125)
    assert found.startswith(said) and bool(found) == bool(said)


def test_chance_is_one_in_the_candidates_of_its_games(db):
    assert run_progress.chance_of(runs.run(games=runs.games(2)).pk) == 1 / 8


def test_without_a_game_nothing_is_said_of_chance():
    assert run_page.near_chance(intervals.share(0, 0), 0.125) == ""


def test_checks_and_forecast_are_shown(researcher):
    check = {"name": "server", "state": "failed", "sentence": "Nothing answers.", "remedy": "Go."}
    span = {"low": 60, "likely": 120, "high": 180}
    runs.run(
        games=runs.games(1), status="paused", reason="preflight",
        checked={"results": [check], "passed": False},
        forecast={"seconds": span, "tokens": span, "cost": None, "currency": ""},
    )  # fmt: skip
    page = page_of(researcher)
    assert "Nothing answers." in page and ">Go.</p>" in page
    assert "about 2 min (1 min 0 s to 3 min 0 s)" in page
    assert "Try it out again" in page


def test_the_newest_games_stand_first_with_their_questions(going):
    numbers = [(line.number, line.questions, line.ending) for line in progress(going).games]
    assert numbers == [(3, 1, "solved"), (2, 1, "wrong guess"), (1, 1, "solved")]


def test_usage_by_seat_is_shown(researcher):
    runs.finish(runs.run(games=runs.games(1)), "won")
    page = page_of(researcher)
    # A question and a guess, 100 and 10 tokens each.
    assert re.search(r'Questioner</th><td class="num" data-is="calls">2</td>', page)
    assert "220 tokens in all." in page


def test_a_limit_says_how_much_of_it_is_used(researcher):
    runs.finish(runs.run(games=runs.games(1), token_limit=1000), "won")
    assert "220 of 1,000 tokens are used." in page_of(researcher)


def test_a_poll_gets_the_block_alone_and_nothing_while_it_stands_still(researcher):
    row = runs.run(games=runs.games(2))
    address = f"/runs/{row.slug}/progress/"
    first = researcher.get(address, headers=HTMX)
    assert first.content.decode().startswith('<div id="_run_progress"')
    stamp = re.search(r"seen=(\w+)", first.content.decode())[1]
    assert researcher.get(f"{address}?seen={stamp}", headers=HTMX).status_code == 204
    runs.end(row.episodes.first(), "won")
    assert researcher.get(f"{address}?seen={stamp}", headers=HTMX).status_code == 200


def test_polls_end_with_the_run_and_ask_for_its_sums_once_more(researcher):
    runs.finish(runs.run(games=runs.games(1)), "won")
    response = researcher.get("/runs/invented/progress/", headers=HTMX)
    assert "hx-trigger" not in response.content.decode()
    assert "run-stopped" in response.headers["HX-Trigger"]


@pytest.mark.parametrize("part", ["progress", "usage"])
def test_without_htmx_a_part_leads_to_the_whole_page(part, researcher):
    runs.run(games=runs.games(1))
    response = researcher.get(f"/runs/invented/{part}/")
    assert response.status_code == 302 and response.url.startswith("/runs/invented/")


@pytest.mark.parametrize("games", [3, 9])
def test_queries_do_not_grow_with_the_games(games, researcher, django_assert_num_queries):
    row = runs.run(games=runs.games(games + 1), status="running", sha256="1" * 64)
    runs.finish(row, *["won"] * games)
    researcher.get("/runs/invented/")
    # Session, researcher, run; endings, planned, workers, games and calls a minute, newest games,
    # their questions; sums of replies, calls and spared turns, three latencies, plays; how right
    # the Oracle was, whether it was chosen; corrected answers, of which there are none.
    with django_assert_num_queries(21):
        researcher.get("/runs/invented/")


def test_a_poll_costs_seven_queries_beside_who_asks_and_of_which_run(
    researcher, django_assert_num_queries
):
    row = runs.run(games=runs.games(4), status="running", sha256="1" * 64)
    runs.finish(row, "won", "won", "won")
    researcher.get("/runs/invented/progress/", headers=HTMX)
    # Endings, planned, workers, games and calls a minute, newest games, their questions.
    with django_assert_num_queries(10):
        researcher.get("/runs/invented/progress/", headers=HTMX)


def test_games_are_listed_by_ending(researcher):
    row = runs.run(games=runs.games(3))
    runs.finish(row, "won", "lost")
    page = researcher.get("/runs/invented/games/?show=wrong_guess").content.decode()
    assert "1 game, in the order of the run." in page and "run-2" in page
    assert "run-1<" not in page
    none = researcher.get("/runs/invented/games/?show=out_of_turns").content.decode()
    assert "No game of this run fits that." in none and "is out_of_turns" not in none
    everything = researcher.get("/runs/invented/games/?show=nonsense").content.decode()
    assert "3 games, in the order of the run." in everything and ">waiting</span>" in everything


def test_queries_of_the_games_do_not_grow(researcher, django_assert_num_queries):
    runs.finish(runs.run(games=runs.games(5)), *["won"] * 5)
    # Session, researcher, run, count, games, their questions.
    with django_assert_num_queries(6):
        researcher.get("/runs/invented/games/")


@pytest.mark.parametrize("part", ["", "games/", "card/", "card.json", "card.txt", "cancel/"])
def test_a_run_that_is_not_there_is_not_found(part, researcher):
    assert researcher.get(f"/runs/nothing/{part}").status_code == 404


def test_replies_that_could_not_be_read_are_told_while_it_goes_on(going, researcher):
    address = reverse("runs:usage", args=[going.slug])
    before = researcher.get(address, headers=HTMX).content.decode()
    assert "usage-title" in before
    assert "could not be read" not in before
    play = going.episodes.exclude(play=None).first().play
    runs.reply(play, 90, "Hm.", "", kind="unparseable", why="no_form")
    page = researcher.get(address, headers=HTMX).content.decode()
    assert re.search(r"Of its newest \d+ replies 1 could not be read", page)
