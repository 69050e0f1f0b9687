"""Tokens that a constrained reply may go on with, for a vocabulary of a few."""

import pytest

pytest.importorskip("regex")

from games.llm.constraining import Guide  # noqa: E402

END = 0
PIECES = ["", "QUES", "TION: ", "Is", " it", "?", "FINAL", "_GUESS: ", "roll", "_up", "\ufffd"]
GUIDE = Guide(PIECES, [END])
PATTERN = r"(QUESTION: [A-Z][^\n?]{1,9}\?|FINAL_GUESS: (roll|roll_up))"
ALL = range(len(PIECES))


def after(text: str, *, count: int = len(PIECES), ranked=ALL) -> list[str]:
    tokens = GUIDE.allowed(PATTERN, text, ranked, count=count)
    return ["END" if token == END else PIECES[token] for token in tokens]


def test_a_reply_begins_with_one_of_the_forms():
    assert after("") == ["QUES", "FINAL"]


def test_the_ranking_decides_between_what_is_allowed():
    assert after("", count=1, ranked=[8, 6, 1]) == ["FINAL"]


def test_a_text_that_matches_may_end_or_go_on():
    assert after("FINAL_GUESS: roll") == ["END", "_up"]


def test_a_text_that_can_only_end_does():
    assert after("FINAL_GUESS: roll_up") == ["END"]


def test_a_text_that_does_not_match_yet_may_not_end():
    assert "END" not in after("QUESTION: Is")


def test_at_its_longest_a_question_must_close():
    assert after("QUESTION: I123456789") == ["?"]


def test_half_a_character_is_never_taken():
    assert "\ufffd" not in after("QUESTION: Is")


def test_a_text_that_nothing_continues_ends():
    assert after("Hello") == ["END"]


def test_a_token_beyond_the_vocabulary_adds_nothing():
    assert GUIDE.piece(99) == ""
    assert after("", ranked=[99, 1]) == ["QUES"]
