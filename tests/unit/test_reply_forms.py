"""The regular expression of constrained replies: the two forms, the guess alone at the end."""

import re

import pytest

from evaluation import reply_forms
from games import replies, rules
from games.roles import Guess, Question
from games.rules import Answer, GameSpec, Limits, State

CANDIDATES = ("cut_food", "hold_water", "roll", "roll_up")
STATE = State(GameSpec("spade", CANDIDATES, "roll"), Limits(questions=1))
LAST = rules.reply(rules.ask(STATE, "Is it round?"), Answer.YES)


def matches(text: str, state: State = STATE) -> bool:
    return re.fullmatch(reply_forms.pattern(rules.questioner_view(state)), text) is not None


@pytest.mark.parametrize("text", ["QUESTION: Is it round?", "FINAL_GUESS: roll_up"])
def test_both_forms_match(text):
    assert matches(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is it round?",
        "QUESTION: ?",
        "QUESTION: Is it round",
        "QUESTION: Is it round?\nFINAL_GUESS: roll",
        "QUESTION: Is it round? Yes.",
        "QUESTION: Is" + " it" * 100 + "?",
        "FINAL_GUESS: fly",
        "FINAL_GUESS: roll_up_",
        "FINAL_GUESS: ",
    ],
)
def test_nothing_else_matches(text):
    assert not matches(text)


def test_only_the_guess_is_left_when_no_question_is():
    assert matches("FINAL_GUESS: roll", LAST)
    assert not matches("QUESTION: Is it round?", LAST)


def test_a_control_condition_has_the_guess_alone():
    control = State(STATE.game, Limits(questions=0))
    assert not matches("QUESTION: Is it round?", control)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("QUESTION: Is it round?", Question("Is it round?")),
        ("FINAL_GUESS: roll_up", Guess("roll_up")),
    ],
)
def test_what_matches_is_read_as_meant(text, move):
    assert replies.questioner_move(text, CANDIDATES) == move
