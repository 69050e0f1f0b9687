"""What a pre-flight finds of a model's replies: their text, their length, their forms."""

from dataclasses import replace

import pytest

from evaluation.checked import State
from games.llm.chat import Listing, Reply
from games.llm.conversation import ContextOverflow
from tests.unit.tried_out import QUESTION, Answering, Server, failure, run, states


def test_a_template_without_a_system_role_gets_it_folded():
    model = Answering((), refuse=lambda roles: "system" in roles)
    checked = run(model)
    assert (checked.passed, checked.system_role) == (True, False)
    assert states(checked)["system role"] == State.NOTED
    assert [message.role for message in model.requests[-1][0]] == ["user", "user"]


def test_a_template_that_takes_turns_gets_neighbours_joined():
    checked = run(Answering((), refuse=lambda roles: roles[-2:] == ["user", "user"]))
    assert (checked.passed, checked.alternate, checked.system_role) == (True, True, True)
    assert states(checked)["turns"] == State.NOTED


def test_a_limit_that_reasoning_uses_up_fails():
    empty = Reply("", "small-1", completion_tokens=512, finish_reason="length")
    failed = failure(run(Answering((), reply=empty)))
    assert failed.sentence == "The first reply used up its 512 tokens without a text."


def test_thoughts_alone_are_no_text():
    thoughts = Reply("<think>Metal splits", "small-1", finish_reason="length")
    assert failure(run(Answering((), reply=thoughts))).name == "text"


def test_an_empty_reply_that_ended_by_itself_is_noted():
    checked = run(Answering((), reply=replace(QUESTION, text="")))
    assert (checked.passed, states(checked)["text"]) == (True, State.NOTED)


def test_an_opening_that_does_not_fit_fails():
    assert failure(run(Server([ContextOverflow("8192", 400)]))).name == "context"


def test_a_context_too_small_for_a_game_of_long_questions_fails():
    failed = failure(run(Answering((), found=Listing(("small",), 1024))))
    assert failed.name == "context"
    assert "the context holds 1,024" in failed.sentence


def test_a_context_that_the_longest_replies_outgrow_is_noted():
    checked = run(Answering((), found=Listing(("small",), 4096)))
    assert (checked.passed, states(checked)["context"]) == (True, State.NOTED)
    assert checked.results[-1].sentence.endswith("A game that outgrows it is aborted, alone.")


def test_what_a_long_game_needs_follows_the_server_s_own_count():
    # Twice the tokens for the same opening: twice those of the texts. Beside them stand 4 for
    # each of the 40 messages after it, and one reply.
    once = run(Answering(()))
    twice = run(Answering((), reply=replace(QUESTION, prompt_tokens=900)))
    beside = 512 + 4 * 40
    assert twice.needed - beside == pytest.approx(2 * (once.needed - beside), abs=2)


def test_an_allowance_for_reasoning_needs_room_too():
    usual = run(Answering(()))
    thinking = run(Answering(()), profile="vllm-thinking")
    assert thinking.needed - usual.needed == 4096


def test_a_context_that_nobody_tells_is_noted():
    checked = run(Answering((), found=Listing(("small",))))
    assert (checked.passed, states(checked)["context"]) == (True, State.NOTED)


CONSTRAINED = {"constrained": True}


def test_replies_that_keep_to_the_forms_pass():
    model = Answering(())
    assert states(run(model, protocol=CONSTRAINED))["constrained replies"] == State.PASSED
    assert any(options.regex for _, options in model.requests)


def test_replies_that_do_not_keep_to_the_forms_fail():
    model = Answering((), reply=replace(QUESTION, text="Is it metal?"))
    assert failure(run(model, protocol=CONSTRAINED)).name == "constrained replies"


def test_log_probabilities_pass_where_they_are_given():
    model = Answering((), reply=replace(QUESTION, first_logprobs={"A": -0.1}))
    found = states(run(model, sampling={"belief": True}))
    assert found["log-probabilities"] == State.PASSED


def test_log_probabilities_that_are_not_given_fail():
    failed = failure(run(Answering(()), sampling={"belief": True}))
    assert failed.remedy == "Set sampling.belief = false."
