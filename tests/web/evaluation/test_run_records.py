"""What is read of a run's rows: its plays, its players' own beliefs, what it cost."""

from datetime import timedelta

import pytest

from evaluation import run_records
from evaluation.metrics import endings
from evaluation.models import Episode, Run, StoredReply
from games.models import ModelCall, Turn
from games.rules import Outcome
from tests import make, runs
from tests.web.evaluation.conftest import answered, refused

EVEN = [1 / 8] * 8
HALF = [1 / 4] * 4 + [0.0] * 4


@pytest.fixture
def run(db) -> Run:
    return runs.run(games=runs.games(3))


def test_ended_episodes_are_the_runs_plays(run):
    runs.finish(run, "won", "lost")
    won, lost = run_records.ended_plays(run)
    assert (won.player, won.game, won.outcome, won.guess) == (
        "invented", "run-1", Outcome.WON, make.TARGET
    )  # fmt: skip
    assert (lost.outcome, lost.spent, lost.physical_object) == (Outcome.LOST, 1, "run-2-thing")
    assert won.candidates == make.CANDIDATES


def test_an_open_game_is_in_no_figure(run):
    runs.finish(run, "won")
    play = runs.end(run.episodes.get(number=2), "won")
    run.episodes.filter(number=2).update(status=Episode.Status.WAITING, done_at=None)
    type(play).objects.filter(pk=play.pk).update(outcome="", guessed="", ended_at=None)
    assert [one.game for one in run_records.ended_plays(run)] == ["run-1"]
    assert run_records.edition_of(run).plays == 1


def test_an_aborted_play_says_its_fault(run):
    runs.finish(run, "aborted", "won")
    run.episodes.filter(number=1).update(fault="context_overflow")
    found = run_records.ended_plays(run)
    assert endings.endings(found).faults == {"context_overflow": 1}
    assert (found[0].solved, found[0].aborted) == (False, True)


def test_repeats_are_told_apart_under_one_player(db):
    row = runs.run(games=runs.games(1), repeats=2)
    runs.finish(row, "won", "lost")
    found = [(one.player, one.game, one.repeat) for one in run_records.ended_plays(row)]
    assert found == [("invented", "run-1", 1), ("invented", "run-1", 2)]


def test_plays_of_another_run_are_not_read(run):
    other = runs.run(games=[run.episodes.first().game], slug="other")
    runs.finish(run, "won")
    runs.finish(other, "lost")
    assert [one.player for one in run_records.ended_plays(other)] == ["other"]
    assert run_records.edition_of(other).plays == 1


def test_turns_are_read_as_those_of_people(run):
    # Forfeited, then answered: two turns are spent, of five questions.
    play = runs.end(run.episodes.first(), "won", questions=())
    for attempt in (1, 2, 3):
        refused(play, 1, attempt)
    answered(play, 2)
    (one,) = run_records.ended_plays(run)
    assert (one.spent, len(one.questions), len(one.answered)) == (2, 4, 1)


def believed(play, *beliefs, first: int = 2) -> None:
    """Replies after those stored already, each with its belief, one a turn."""
    for number, belief in enumerate(beliefs, start=1):
        runs.reply(play, 10 + number, "QUESTION: q", "q", number=number, belief=belief)


def test_a_models_own_belief_moves_with_its_turns(run):
    # From even over eight to even over four is 1 bit.
    play = runs.end(run.episodes.first(), "won")
    believed(play, EVEN, HALF)
    (one,) = run_records.ended_plays(run)
    assert (one.questions[0].own_gain, one.own_total_gain, one.own_net_gain) == (1, 1, 1)


def test_without_log_probabilities_own_gains_are_not_known(run):
    runs.finish(run, "won")
    (one,) = run_records.ended_plays(run)
    assert (one.questions[0].own_gain, one.own_total_gain, one.own_net_gain) == (None, None, None)


def test_a_play_that_is_played_again_makes_another_edition(run):
    runs.finish(run, "aborted", "won")
    before = run_records.edition_of(run)
    assert run_records.edition_of(run) == before
    again = make.NOW + timedelta(minutes=5)
    run.episodes.filter(number=1).update(done_at=again)
    assert run_records.edition_of(run) != before


def test_a_run_without_an_ended_play_has_an_edition(run):
    assert run_records.edition_of(run).plays == 0
    assert run_records.ended_plays(run) == []


def test_reading_takes_as_many_queries_for_few_plays_as_for_many(db, django_assert_max_num_queries):
    row = runs.run(games=runs.games(12))
    runs.finish(row, *["won", "lost"] * 6)
    run_records.ended_plays(row)
    with django_assert_max_num_queries(5):
        assert len(run_records.ended_plays(row)) == 12
    with django_assert_max_num_queries(3):
        run_records.usage_of(row)
    with django_assert_max_num_queries(3):
        run_records.latencies_of(row)


def call(turn: Turn, role: str, **fields) -> ModelCall:
    given = {"prompt_tokens": 50, "completion_tokens": 1, "latency_seconds": 0.5}
    return ModelCall.objects.create(
        turn=turn, role=role, role_version="1", model="big", text="yes", finish_reason="stop",
        **(given | fields),
    )  # fmt: skip


def test_usage_is_summed_by_role(run):
    # Two replies of the Questioner at 100 and 10 tokens; the Oracle was called for the question,
    # the Checker was not.
    play = runs.end(run.episodes.first(), "won")
    StoredReply.objects.filter(sequence=1).update(cached_tokens=60, hidden_tokens=4)
    call(play.turns.get(), "oracle")
    roles = run_records.usage_of(run).roles
    asked, told, checked = roles["questioner"], roles["oracle"], roles["checker"]
    assert (asked.calls, asked.prompt_tokens, asked.completion_tokens) == (2, 200, 20)
    assert (asked.cached_tokens, asked.hidden_tokens, asked.tokens) == (60, 4, 220)
    assert (asked.seconds, asked.longest) == (pytest.approx(0.4), 0.2)
    assert (told.calls, told.spared, told.tokens, told.longest) == (1, 0, 51, 0.5)
    assert (checked.calls, checked.spared, checked.longest) == (0, 1, None)


def test_a_question_asked_twice_of_a_role_is_spared_once_at_most(run):
    play = runs.end(run.episodes.first(), "won", questions=("Is it metal?", "Is it wood?"))
    first = play.turns.get(number=1)
    call(first, "oracle")
    call(first, "oracle")
    told = run_records.usage_of(run).roles["oracle"]
    assert (told.calls, told.spared) == (2, 1)


def test_a_reply_that_was_no_question_came_to_no_checker(run):
    play = runs.end(run.episodes.first(), "won", questions=())
    refused(play, 1)
    Turn.objects.filter(play=play).update(reason="unparseable")
    assert run_records.usage_of(run).roles["checker"].spared == 0


def test_cost_follows_the_specs_price(run):
    # 140 prompt tokens at 2, 60 kept ones at 0.5, 20 at 10 a million: 280 + 30 + 200 = 510.
    run.spec = {**run.spec, "price": {"input": 2, "output": 10, "cached": 0.5, "currency": "EUR"}}
    runs.end(run.episodes.first(), "won")
    StoredReply.objects.filter(sequence=1).update(cached_tokens=60)
    usage = run_records.usage_of(run)
    assert usage.roles["questioner"].cost == pytest.approx(510e-6)
    assert (usage.cost, usage.currency) == (pytest.approx(510e-6), "EUR")
    assert usage.roles["oracle"].cost is None


def test_without_a_price_no_cost_is_known(run):
    runs.end(run.episodes.first(), "won")
    usage = run_records.usage_of(run)
    assert (usage.cost, usage.currency, usage.tokens) == (None, "", 220)


def test_a_programs_moves_are_no_calls(run):
    runs.end(run.episodes.first(), "won")
    StoredReply.objects.update(model="")
    assert run_records.usage_of(run).roles["questioner"].calls == 0


def test_latencies_are_of_the_roles_that_made_calls(run):
    # 0.2 and 0.4: the middle lies between them, 95 in 100 at 0.2 + 0.95 x 0.2.
    runs.end(run.episodes.first(), "won")
    StoredReply.objects.filter(sequence=2).update(latency_seconds=0.4)
    found = run_records.latencies_of(run)
    assert set(found) == {"questioner"}
    asked = found["questioner"]
    assert (asked.median, asked.high, asked.n) == (pytest.approx(0.3), pytest.approx(0.39), 2)
