"""A run over a question set: every question is asked once, and what came of it is in the rows."""

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from evaluation.coat.variations import Kind
from evaluation.models import Choice, ChoiceReply, Episode, QuestionSet, Run
from evaluation.runner import slices, spending
from evaluation.runner.meter import Prices
from evaluation.services import control
from evaluation.services.places import Message
from evaluation.spec_values import PriceSpec
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from games.models import Participant, Play
from tests import asking, coat_rows, runs
from tests.asking import Answerer

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db) -> QuestionSet:
    """Eight questions of five options each."""
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def letters(run: Run) -> list[str]:
    rows = Choice.objects.filter(episode__run=run).order_by("episode__number")
    return list(rows.values_list("letter", flat=True))


def test_every_question_is_answered_once(eight):
    model = Answerer(asking.right(eight))
    run = asking.play(asking.run(eight), model)
    assert (run.kind, run.status, run.catalogue) == ("questions", "complete", None)
    assert len(model.calls) == ChoiceReply.objects.count() == Choice.objects.count() == 8
    right = list(run.episodes.order_by("number").values_list("question__answer", flat=True))
    assert letters(run) == right
    assert not Play.objects.exists() and not Participant.objects.exists()
    assert run.forecast["games"] == 8 and run.workers.get().holder == ""


def test_a_reply_is_kept_with_its_prompt_and_its_tokens(eight):
    said = Reply("B", "tiny", 90, 10, 40, 5, "stop", 0.25)
    run = asking.play(
        asking.run(eight, questions={"limit": 1}), model := Answerer(lambda call: said)
    )
    row = ChoiceReply.objects.get()
    system, user = json.loads(row.prompt)
    assert (system["role"], user["text"]) == ("system", model.calls[0].text)
    tokens = row.prompt_tokens, row.completion_tokens, row.cached_tokens, row.hidden_tokens
    assert (row.text, *tokens, row.latency_seconds) == ("B", 90, 10, 40, 5, 0.25)
    assert (row.stage, row.attempt, row.sequence, row.logprobs) == ("answer", 1, 1, None)
    assert spending.of_run(run.pk, Prices()).tokens == 100


def test_each_repeat_asks_every_question_again_with_a_seed_of_its_own(eight):
    hot = {"temperature": 0.7}
    run = asking.run(eight, run={"repeats": 2, "seed": 5}, sampling=hot)
    model = Answerer(lambda call: "A")
    assert asking.play(run, model).status == "complete"
    assert len(model.calls) == 16
    # Two retries and the first attempt: seeds of a repeat lie eleven apart.
    assert {call.options.seed for call in model.calls} == {5, 5 + 11}


def test_no_seed_is_sent_at_temperature_0_and_a_short_limit_is(eight):
    model = Answerer(lambda call: "A")
    asking.play(asking.run(eight), model)
    assert {(c.options.seed, c.options.max_tokens, c.options.temperature) for c in model.calls} == {
        (None, 100, 0.0)
    }


def test_a_reply_without_an_answer_is_asked_for_again(eight):
    texts = {1: "Hm.", 2: "Either A or B."}
    run = asking.run(eight, questions={"limit": 1})
    run = asking.play(run, Answerer(lambda call: texts.get(call.number, "C")))
    choice = Choice.objects.get()
    assert (choice.letter, choice.calls, choice.why) == ("C", 3, "")
    assert list(ChoiceReply.objects.values_list("attempt", "text")) == [
        (1, "Hm."), (2, "Either A or B."), (3, "C"),
    ]  # fmt: skip


def test_what_stays_without_an_answer_is_invalid_and_not_asked_for_a_fourth_time(eight):
    model = Answerer(lambda call: "A and B")
    run = asking.play(asking.run(eight, questions={"limit": 1}), model)
    choice = Choice.objects.get()
    assert (run.status, choice.letter, choice.why) == ("complete", "", "no_letter")
    assert len(model.calls) == 3 and Episode.objects.get().fault == ""


def test_a_letter_that_was_not_offered_is_no_answer():
    two = coat_rows.made(Kind.TASK_1, "11", size=4)
    run = asking.run(two, questions={"limit": 1, "retries": 0})
    asking.play(run, Answerer(lambda call: "E"))
    assert Choice.objects.get().why == "no_letter"


def test_a_slice_that_ends_in_the_middle_repeats_no_call(eight):
    run = asking.run(eight, run={"concurrency": 2, "repeats": 2})
    model = Answerer(lambda call: "Hm." if call.number % 2 else "A", latency_seconds=0.03)
    run = asking.play(run, model, slices_at_most=60, slice_seconds=0.05)
    assert run.status == "complete"
    assert len(model.calls) == ChoiceReply.objects.count()
    assert Episode.objects.filter(tries__gt=1).exists()


def test_a_worker_that_died_costs_no_more_than_its_calls_in_flight(eight):
    run = asking.run(eight, run={"concurrency": 1})
    first = run.episodes.get(number=1)
    # What a killed worker leaves: a claim that nobody lets go of, and the reply of its first call.
    Episode.objects.filter(pk=first.pk).update(
        holder="gone", lease_until=timezone.now() - timedelta(seconds=1), tries=1
    )
    ChoiceReply.objects.create(
        episode=first, sequence=1, stage="answer", attempt=1, prompt="[]", text="Hm.",
        model="tiny", called_at=timezone.now(),
    )  # fmt: skip
    other = Answerer(lambda call: "A")
    run = asking.play(run, other)
    assert run.status == "complete" and len(other.calls) == 8
    assert list(first.choice_replies.values_list("attempt", "text")) == [(1, "Hm."), (2, "A")]


def test_a_message_delivered_twice_asks_nothing_twice(eight):
    run = asking.run(eight)
    model = Answerer(lambda call: "A")
    message = Message(run.pk, 1, timezone.now())
    with asking.answered_by(tiny=model):
        slices.play(message, asking.house())
        calls = len(model.calls)
        assert slices.play(message, asking.house()) == []
    assert len(model.calls) == calls == run.trial_size


def test_calls_are_as_many_at_once_as_they_may_and_no_more(eight):
    model = Answerer(lambda call: "A", latency_seconds=0.01)
    asking.play(asking.run(eight, run={"concurrency": 3}), model)
    assert model.most_in_flight == 3


def test_a_server_that_is_busy_is_asked_again(eight):
    said = {2: ModelUnavailable("busy")}
    model = Answerer(lambda call: said.get(call.number, "A"))
    run = asking.play(asking.run(eight), model)
    assert run.status == "complete" and len(model.calls) == 9
    assert ChoiceReply.objects.count() == 8


def test_a_question_that_alone_is_refused_is_broken_off_and_can_be_asked_again(eight):
    first = next(iter(asking.knows(eight)))
    refused = Answerer(lambda call: ModelRefused("no", 400) if call.text == first else "A")
    run = asking.play(asking.run(eight), refused)
    broken = Episode.objects.get(fault="infrastructure")
    assert (run.status, broken.choice.why, broken.refused) == ("complete", "aborted", "status 400")
    assert control.retry_failed(run.pk) and not Choice.objects.filter(episode=broken).exists()
    run = asking.play(run, again := Answerer(lambda call: "A"))
    assert run.status == "complete" and len(again.calls) == 1
    assert letters(run) == ["A"] * 8


def test_a_question_that_outgrows_the_context_is_broken_off_alone(eight):
    first = next(iter(asking.knows(eight)))
    model = Answerer(lambda call: ContextOverflow("too long") if call.text == first else "A")
    run = asking.play(asking.run(eight), model)
    assert run.status == "complete"
    assert Episode.objects.get(fault="context_overflow").choice.letter == ""


def test_a_fault_of_our_own_breaks_off_one_question_and_is_told(eight):
    first = next(iter(asking.knows(eight)))
    model = Answerer(lambda call: KeyError("odd") if call.text == first else "A")
    run = asking.play(asking.run(eight), model)
    assert run.status == "complete"
    assert Episode.objects.get(fault="error").error == "KeyError: 'odd'"


def test_the_run_stops_at_its_limit_of_tokens(eight):
    # A call is 90 + 10 tokens: after four of them no other one is begun.
    run = asking.run(eight, run={"concurrency": 1}, limits={"tokens": 400})
    run = asking.play(run, model := Answerer(lambda call: "A"))
    assert (run.status, run.reason, len(model.calls)) == ("paused", "token_limit", 4)


def test_a_list_of_another_model_costs_what_that_model_costs():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=4)
    run = asking.run(
        full,
        questions={"set_up": "modular", "limit": 1, "retries": 0},
        stage_model={**asking.MODEL, "name": "lister"},
    )
    answers = Answerer(lambda call: "A")
    lists = Answerer(lambda call: call.text.split("Objects:\n")[1].replace("- ", ""), "lister")
    asking.play(run, answers, lists)
    assert (len(lists.calls), len(answers.calls)) == (1, 1)
    dear = PriceSpec(input=1000, output=1000, cached=1000)
    # 100 tokens at a thousandth of a unit each, of the list alone, and of the answer alone.
    assert spending.of_run(run.pk, Prices(None, dear)).cost == pytest.approx(0.1)
    assert spending.of_run(run.pk, Prices(dear, None)).cost == pytest.approx(0.1)


def test_the_database_takes_no_run_of_both_kinds_and_no_episode_of_neither(eight):
    run = asking.run(eight)
    of_games = runs.run(games=runs.games(1))
    with pytest.raises(IntegrityError):
        Run.objects.filter(pk=run.pk).update(catalogue=of_games.catalogue)


def test_an_episode_has_a_game_or_a_question(eight):
    run = asking.run(eight)
    with pytest.raises(IntegrityError):
        Episode.objects.create(run=run, number=99, repeat=1)


def test_a_choice_is_a_letter_or_says_why(eight):
    episode = asking.run(eight).episodes.get(number=1)
    with pytest.raises(IntegrityError):
        Choice.objects.create(episode=episode, letter="", why="", calls=1)
