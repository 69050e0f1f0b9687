"""Replies read strictly; the wordings are this project's own."""

import json
import os
import time
from pathlib import Path

import pytest

from games import replies
from games.roles import Guess, Pair, Question, Unparseable
from games.rules import Answer, Reason
from games.sheets import Dimension

ORACLE_GOLD = "oracle_replies_dev.jsonl"
CANDIDATES = ["dry_hands", "hang_coat", "hold", "hold_candle", "dig_soil"]

YES, NO = Answer.YES, Answer.NO


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Yes", YES),
        (" no.\n", NO),
        ("**No**", NO),
        ("“yes”", YES),
        ("> No", NO),
        ("Answer: Yes", YES),
        ("**Answer:** no", NO),
        ("The answer is no.", NO),
        ("Yes, the rim is glazed.", YES),
        ("No it has none", NO),
        ("No, a yes would fit a saucepan", NO),
        ("Yup", YES),
        ("nah", NO),
        ('{"answer": "No"}', NO),
        ('```json\n{"ANSWER": "yes"}\n```', YES),
        ("```\nno\n```", NO),
        ("<think>no, wait</think>Yes", YES),
        ("it says clay\n</think>\nNo", NO),
        ("Yes<|im_end|>", YES),
        ("No||", NO),
        ("Yes\nQUESTION: Is it hollow?\nNo", YES),
    ],
)
def test_a_leading_verdict_is_the_oracle_s_answer(reply, answer):
    assert replies.oracle_answer(reply) is answer


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Hardly",
        "No clue",
        "None that I know of",
        "Nobody could say",
        "I would say yes",
        "Not at all",
        "Yes or no",
        "no / yes",
        "No.\nYes.",
        "Yes, but also no",
        "The rim is glazed.",
        "<think>yes",
        "Ja",
        '{"answer": "perhaps"}',
        '{"answer": "yes"} {"answer": "no"}',
    ],
)
def test_what_begins_with_no_verdict_or_holds_both_is_no_answer(reply):
    assert replies.oracle_answer(reply) is None


@pytest.mark.parametrize(
    ("reply", "leaks"),
    [
        ("Yes, a watering can is round", True),
        ("No, it's a can", True),
        ("Yes, it can be seen", False),
        ("Yes", False),
        ("<think>a watering can</think>Yes", False),
    ],
)
def test_a_reply_that_names_the_object_is_flagged(reply, leaks):
    assert replies.names_object(reply, "watering can") is leaks


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("QUESTION: Is it green?", "Is it green?"),
        ("Question : Is it green?", "Is it green?"),
        ("**QUESTION:** *Is it green?*", "Is it green?"),
        ('- QUESTION: "Is it green?"', "Is it green?"),
        ("Next. QUESTION: Is it green? Colour would settle it.", "Is it green?"),
        ("QUESTION:\n\nIs it green?", "Is it green?"),
        ("```\nQUESTION: Is it green?\n```", "Is it green?"),
        ("QUESTION: Is it gre", "Is it gre"),
        ("<think>FINAL_GUESS: hold</think>QUESTION: Is it green?", "Is it green?"),
        ("QUESTION: Is it green?\n<think>If so", "Is it green?"),
        ("QUESTION: Is it green?</s>QUESTION: Is it flat?", "Is it green?"),
        ("FINAL_GUESS: hold\nQUESTION: Is it green?", "Is it green?"),
        ("QUESTION: <text>\nQUESTION: Is it green?", "Is it green?"),
        ("QUESTION: Is it green?\nFINAL_GUESS: fly_away", "Is it green?"),
        ('QUESTION: "Green" is its colour?', '"Green" is its colour?'),
        (
            "<|channel|>analysis<|message|>FINAL_GUESS: hold<|end|><|start|>assistant"
            "<|channel|>final<|message|>QUESTION: Is it green?",
            "Is it green?",
        ),
    ],
)
def test_a_question_is_taken_as_it_stands(reply, text):
    assert replies.questioner_move(reply, CANDIDATES) == Question(text)


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("FINAL_GUESS: dig_soil", "dig_soil"),
        ("final guess: Dig Soil.", "dig_soil"),
        ("FINAL-GUESS: to dig-soil", "dig_soil"),
        ("**FINAL_GUESS:** `dig_soil`", "dig_soil"),
        ("FINAL_GUESS: <dig_soil>", "dig_soil"),
        ("FINAL_GUESS: digSoil", "dig_soil"),
        ("FINAL_GUESS: dig_soil, for it has a blade", "dig_soil"),
        ("FINAL_GUESS:\n• dig soil", "dig_soil"),
        ("FINAL_GUESS: hold candle", "hold_candle"),
        ("FINAL_GUESS: hold", "hold"),
        ("QUESTION: Is it flat?\nFINAL_GUESS: hang_coat", "hang_coat"),
        ("FINAL_GUESS: hang_coat\nFINAL_GUESS: dig_soil", "dig_soil"),
    ],
)
def test_a_guess_names_exactly_one_candidate(reply, label):
    assert replies.questioner_move(reply, CANDIDATES) == Guess(label)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "empty_reply"),
        ("<think>hm</think>", "empty_reply"),
        ("<think>QUESTION: Is it green?", "unclosed_thinking"),
        ("Is it green?", "no_form"),
        ("dig_soil", "no_form"),
        ("QUESTION Is it green?", "no_form"),
        ("QUESTION:", "empty_text"),
        ("QUESTION: <text>", "placeholder"),
        ("FINAL_GUESS: <affordance>", "placeholder"),
        ("FINAL_GUESS: dig", "not_a_candidate"),
        ("FINAL_GUESS: digging soil", "not_a_candidate"),
        ("FINAL_GUESS: hold_water", "not_a_candidate"),
        ("FINAL_GUESS: 5", "not_a_candidate"),
        ("FINAL_GUESS: dig_soil or hang_coat", "two_labels"),
    ],
)
def test_neither_form_says_why(reply, why):
    move = replies.questioner_move(reply, CANDIDATES)
    assert isinstance(move, Unparseable)
    assert move.why == why


@pytest.mark.parametrize(
    "invention",
    [
        "\nOracle: Yes\nQUESTION: Is it flat?",
        "\n**Answer:** no\nFINAL_GUESS: hold",
        "\nNo.\n\nQUESTION: Is it flat?",
        "\nYes, it is.\nFINAL_GUESS: hold",
        " Yes\nQUESTION: Is it flat?",
        " Oracle: no. QUESTION: Is it flat?",
    ],
)
def test_an_invented_answer_ends_the_reply_and_is_flagged(invention):
    read = replies.read_questioner("QUESTION: Is it green?" + invention, CANDIDATES)
    assert read.move == Question("Is it green?")
    assert read.invented_answer


def test_an_answer_that_is_only_retold_is_no_invention():
    read = replies.read_questioner("Yes, as I thought.\nQUESTION: Is it flat?", CANDIDATES)
    assert read == replies.QuestionerReply(Question("Is it flat?"))


def test_a_pair_is_read_in_any_dress():
    ruling = replies.checker_ruling("- **MATERIAL**: Cherry Wood.")
    assert ruling is not None
    assert ruling.pairs == (Pair(Dimension.MATERIAL, "cherry_wood"),)


def test_a_pair_given_twice_counts_once():
    ruling = replies.checker_ruling("SIZE:wide\nSIZE: wide")
    assert ruling is not None
    assert ruling.valid


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("REJECT:function_or_use", Reason.FUNCTION_OR_USE),
        ("Rejected: category", Reason.CATEGORY_OR_IDENTITY),
        ("REJECT: not_yes_no", Reason.NOT_YES_NO),
        ("REJECT:not_a_question", Reason.NOT_A_QUESTION),
        ("REJECT", Reason.UNPARSEABLE),
        ("SIZE:wide\nREJECT:not_physical", Reason.NOT_PHYSICAL),
        ("SIZE:wide\nMATERIAL:wood", Reason.MULTIPLE_PROPERTIES),
    ],
)
def test_a_rejection_gives_its_reason(reply, reason):
    ruling = replies.checker_ruling(reply)
    assert ruling is not None
    assert ruling.reason is reason


def test_neither_pair_nor_rejection_is_no_ruling():
    assert replies.checker_ruling("That is a fine question.") is None


@pytest.mark.parametrize("text", ["Answer: ", "*", "QUESTION: ", "<think>", "{", "yes, ", " A "])
def test_a_reply_that_repeats_itself_is_read_quickly(text):
    started = time.perf_counter()
    replies.oracle_answer(text * 2000)
    replies.questioner_move(text * 2000, CANDIDATES)
    assert time.perf_counter() - started < 2.0


def gold(name):
    folder = os.environ.get("GOLD_DIR")
    if not folder:
        pytest.skip("GOLD_DIR names no folder of gold replies")
    lines = (Path(folder) / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_gold_oracle_reply_is_read_as_labelled():
    read = {row["id"]: replies.oracle_answer(row["reply"]) for row in gold(ORACLE_GOLD)}
    assert read == {row["id"]: row["expect"] for row in gold(ORACLE_GOLD)}


def test_gold_questioner_replies_are_read_as_labelled():
    wrong = [
        row["id"]
        for row in gold("questioner_replies_dev.jsonl")
        if shown(replies.questioner_move(row["reply"], row["candidates"])) != row["expect"]
    ]
    assert wrong == []


def shown(move):
    if isinstance(move, Question):
        return {"kind": "question", "text": move.text}
    if isinstance(move, Guess):
        return {"kind": "guess", "label": move.affordance}
    return {"kind": "unparseable", "why": move.why}
