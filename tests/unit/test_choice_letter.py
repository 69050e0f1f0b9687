"""Replies to multiple-choice questions; the wordings are this project's own."""

import json
import os
import time
from pathlib import Path

import pytest

from games import replies

OPTIONS = {"A": "Bucket", "B": "TeaTowel", "C": "Towel", "D": "Ladder"}


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("D", "D"),
        ("(a)", "A"),
        ("$C$", "C"),
        ("B) TeaTowel", "B"),
        ("D. It reaches.", "D"),
        ('{"answer": "c"}', "C"),
        ("{'Answer': 'ladder'}", "D"),
        ('```json\n{"why": "A leaks", "answer": "D"}\n```', "D"),
        ("(A) leaks, yet \\boxed{D}", "D"),
        ("Answer: A. Final answer: D", "D"),
        ("Option A leaks. Answer: **D**", "D"),
        ("The best answer is D because it reaches", "D"),
        ("I would go with option D.", "D"),
        ("Answer: hm. Answer: d", "D"),
        ("Here [[D]] is right", "D"),
        ("tea towel", "B"),
        ("A towel would do", "C"),
        ("Answer: a ladder", "D"),
        ("<think>Answer: A</think>D", "D"),
        ("D<|eot_id|>", "D"),
    ],
)
def test_the_plainest_way_of_choosing_decides(reply, letter):
    assert replies.choice_letter(reply, "ABCD", OPTIONS) == letter


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "E",
        "Answer: E",
        "A or D",
        "Answer: A and D",
        "Answer: A. Answer: D.",
        '{"answer": ["A", "D"]}',
        '{"answer": "F"}',
        "\\boxed{A, D}",
        "(A) or perhaps (D)",
        "Ladder and bucket",
        "None of them; the ladder is broken.",
        "Not the ladder.",
        "I cannot choose",
        "A fine one",
        "I think so",
        "<think>Answer: D",
    ],
)
def test_two_letters_or_none_are_no_choice(reply):
    assert replies.choice_letter(reply, "ABCD", OPTIONS) is None


@pytest.mark.parametrize("text", ["Answer: ", "*", "\\boxed{", " A ", "bucket ladder "])
def test_a_reply_that_repeats_itself_is_read_quickly(text):
    started = time.perf_counter()
    replies.choice_letter(text * 2000, "ABCD", OPTIONS)
    assert time.perf_counter() - started < 2.0


def test_gold_choices_are_read_as_labelled():
    folder = os.environ.get("GOLD_DIR")
    if not folder:
        pytest.skip("GOLD_DIR names no folder of gold replies")
    lines = (Path(folder) / "mcq_replies_dev.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = [
        row["id"]
        for row in map(json.loads, lines)
        if replies.choice_letter(row["reply"], row["letters"], row["options"]) != row["expect"]
    ]
    assert wrong == []
