"""The scripted model says its script and no more."""

import pytest

from games.llm.chat import Message, ModelUnavailable, Options, Reply
from games.llm.loop import wait_for
from games.llm.scripted import Scripted, ScriptEnded

OPTIONS = Options(max_tokens=5)


def ask(model, text="Is it round?"):
    return wait_for(model.generate([Message("user", text)], OPTIONS))


def test_replies_come_in_order():
    model = Scripted(["yes", "no"])
    assert [ask(model).text, ask(model).text] == ["yes", "no"]


def test_a_reply_carries_the_model_s_name():
    assert ask(Scripted(["yes"], name="parrot")).model == "parrot"


def test_a_whole_reply_is_given_back_unchanged():
    reply = Reply("yes", "parrot", first_logprobs={"yes": -0.1})
    assert ask(Scripted([reply])) is reply


def test_an_exception_in_the_script_is_raised():
    with pytest.raises(ModelUnavailable, match="busy"):
        ask(Scripted([ModelUnavailable("busy")]))


def test_one_call_too_many_names_the_count():
    model = Scripted(["yes"])
    ask(model)
    with pytest.raises(ScriptEnded, match="Reply 2 was asked for, the script has 1"):
        ask(model)


def test_what_was_asked_is_kept():
    model = Scripted(["yes"])
    ask(model, "Is it heavy?")
    assert model.requests == [((Message("user", "Is it heavy?"),), OPTIONS)]
