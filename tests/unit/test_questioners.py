"""A model in the Questioner's seat, on scripted replies."""

import math

import pytest

from evaluation import prompting
from evaluation.questioners import ModelQuestioner
from evaluation.seats import Stopped
from games import rules
from games.llm.chat import ModelRefused, ModelUnavailable, Options, Reply
from games.llm.loop import wait_for
from games.llm.scripted import Scripted
from games.roles import Guess, Question, Unparseable
from games.rules import GameSpec, Limits, State

CANDIDATES = ("dig_soil", "fold_flat", "hold_liquid", "roll_on_floor")
OPENED = State(GameSpec("thing", CANDIDATES, "fold_flat"), Limits(questions=2))
BRIEFING = prompting.Briefing("rules", "begin", Limits(questions=2))
SAID = Reply("QUESTION: Is it flat?", "m", prompt_tokens=30, completion_tokens=6)


def seat(*said, **how):
    model = Scripted(said)
    return model, ModelQuestioner(model, BRIEFING, Options(max_tokens=512), **how)


def moved(questioner, state=OPENED):
    return wait_for(questioner.move(rules.questioner_view(state)))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("QUESTION: Is it flat?", Question("Is it flat?")),
        ("FINAL_GUESS: dig soil", Guess("dig_soil")),
        ("<think>well</think>\nQUESTION: Is it flat?", Question("Is it flat?")),
        ("Is it flat?", Unparseable("Is it flat?", "no_form")),
        ("FINAL_GUESS: swim", Unparseable("FINAL_GUESS: swim", "not_a_candidate")),
        ("", Unparseable("", "empty_reply")),
        ("<think>hm", Unparseable("", "unclosed_thinking")),
    ],
)
def test_a_reply_is_read_as_a_move(text, move):
    _, questioner = seat(text)
    assert moved(questioner).move == move


def test_the_raw_reply_comes_with_the_move():
    _, questioner = seat("Hm.\nQUESTION: Is it flat?\nAnswer: yes")
    seen = moved(questioner)
    assert seen.reply.text == "Hm.\nQUESTION: Is it flat?\nAnswer: yes"
    assert seen.invented


def test_a_reply_in_neither_form_is_kept_at_its_visible_length():
    _, questioner = seat("<think>x</think>" + "y" * 1000)
    seen = moved(questioner)
    assert seen.move.text == "y" * prompting.VISIBLE_LENGTH
    assert len(seen.reply.text) > 1000


def test_what_no_database_stores_is_replaced():
    _, questioner = seat("QUESTION: Is\0 it \ud800flat?")
    seen = moved(questioner)
    assert seen.move == Question("Is\ufffd it \ufffdflat?")
    assert seen.reply.text == "QUESTION: Is\ufffd it \ufffdflat?"


def test_a_reply_is_free_unless_the_protocol_constrains_it():
    model, questioner = seat("QUESTION: Is it flat?")
    moved(questioner)
    assert model.requests[0][1] == Options(max_tokens=512)


def test_a_constrained_reply_may_ask_until_the_questions_are_spent():
    model, questioner = seat("QUESTION: Is it flat?", "FINAL_GUESS: dig_soil", constrained=True)
    moved(questioner)
    state = OPENED
    for text in ("Is it flat?", "Is it long?"):
        state = rules.reply(rules.ask(state, text), rules.Answer.NO)
    moved(questioner, state)
    first, last = (options.regex for _, options in model.requests)
    assert "QUESTION" in first
    assert "QUESTION" not in last


def test_no_belief_is_asked_for_unless_it_is_wanted():
    model, questioner = seat(SAID)
    assert moved(questioner).belief is None
    assert len(model.requests) == 1


def test_the_belief_is_read_from_one_token_after_the_move():
    # A 0.6, C 0.2, the rest on other tokens: 3/4 and 1/4, mixed 0.99 P + 0.01/4.
    letters = {"A": math.log(0.6), " C": math.log(0.2), "The": math.log(0.1)}
    model, questioner = seat(SAID, Reply("A", "m", first_logprobs=letters), asks_belief=True)
    assert moved(questioner).belief == pytest.approx((0.745, 0.0025, 0.25, 0.0025))
    options = model.requests[1][1]
    assert (options.max_tokens, options.top_logprobs) == (1, 20)


def test_the_belief_s_question_is_a_tail_of_its_own():
    letters = {"A": 0.0}
    model, questioner = seat(SAID, Reply("A", "m", first_logprobs=letters), asks_belief=True)
    moved(questioner)
    (move, _), (asked, _) = model.requests
    assert asked[: len(move)] == move
    assert asked[len(move)].text == "QUESTION: Is it flat?"
    assert asked[-1].text.splitlines()[1:] == [
        "A: dig_soil",
        "B: fold_flat",
        "C: hold_liquid",
        "D: roll_on_floor",
    ]
    assert len(asked) == len(move) + 2


def test_a_backend_without_log_probabilities_has_no_belief_rather_than_0():
    _, questioner = seat(SAID, Reply("A", "m"), asks_belief=True)
    assert moved(questioner).belief is None


def test_log_probabilities_that_name_no_letter_are_no_belief():
    said = Reply("The", "m", first_logprobs={"The": -0.1})
    _, questioner = seat(SAID, said, asks_belief=True)
    assert moved(questioner).belief is None


@pytest.mark.parametrize("fault", [ModelUnavailable("gone"), ModelRefused("long"), Stopped(9.0)])
def test_a_belief_that_cannot_be_had_leaves_the_move(fault):
    _, questioner = seat(SAID, fault, asks_belief=True)
    seen = moved(questioner)
    assert (seen.move, seen.belief) == (Question("Is it flat?"), None)


def test_a_reply_in_neither_form_has_no_belief():
    model, questioner = seat("hm", asks_belief=True)
    assert moved(questioner).belief is None
    assert len(model.requests) == 1


def test_the_belief_s_tokens_count_with_the_move_s():
    tail = Reply("A", "m", prompt_tokens=40, completion_tokens=1, cached_tokens=32)
    _, questioner = seat(SAID, tail, asks_belief=True)
    reply = moved(questioner).reply
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens) == (70, 7, 32)


def test_a_model_that_fails_is_the_caller_s_to_handle():
    _, questioner = seat(ModelUnavailable("later"))
    with pytest.raises(ModelUnavailable):
        moved(questioner)
