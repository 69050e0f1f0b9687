"""Conversations fitted to templates that take less."""

import pytest

from games.llm.chat import Message
from games.llm.conversation import fitted

SYSTEM = Message("system", "Be brief.")
ASK = Message("user", "Is it red?")
SAY = Message("assistant", "yes")


def test_a_template_that_takes_everything_gets_everything():
    assert fitted([SYSTEM, ASK, SAY]) == [SYSTEM, ASK, SAY]


def test_without_a_system_role_its_text_opens_the_first_user_message():
    assert fitted([SYSTEM, ASK, SAY], system_role=False) == [
        Message("user", "Be brief.\n\nIs it red?"),
        SAY,
    ]


def test_a_system_text_alone_becomes_the_user_s():
    assert fitted([SYSTEM], system_role=False) == [Message("user", "Be brief.")]


def test_a_system_text_before_an_assistant_becomes_a_user_message():
    folded = fitted([SYSTEM, SAY], system_role=False)
    assert folded == [Message("user", "Be brief."), SAY]


def test_neighbours_in_one_role_are_joined_where_turns_alternate():
    joined = fitted([SYSTEM, ASK, Message("user", "Quick."), SAY], alternate=True)
    assert joined == [SYSTEM, Message("user", "Is it red?\n\nQuick."), SAY]


def test_a_conversation_that_takes_turns_begins_with_the_user():
    with pytest.raises(ValueError, match="begins with the user"):
        fitted([SYSTEM, SAY], alternate=True)
