"""Names that the system makes: readable, copied by hand without a mistake, led back to by words."""

import re
from random import Random
from uuid import UUID

import pytest

from games import pseudonyms

TOKEN, OTHER = UUID(int=1), UUID(int=2)
SECRET = "splindow"


def words(token: UUID = TOKEN, secret: str = SECRET) -> str:
    return pseudonyms.resume_words(token, secret=secret)


def digest(typed: str, secret: str = SECRET) -> str:
    return pseudonyms.resume_digest(typed, secret=secret)


def test_a_pseudonym_is_a_colour_a_tree_and_a_number():
    assert re.fullmatch(r"[a-z]+-[a-z]+-[1-9][0-9]", pseudonyms.pseudonym(Random(1)))


def test_a_code_has_two_groups_of_signs_that_are_not_mistaken_for_others():
    for seed in range(50):
        assert re.fullmatch(r"[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}", pseudonyms.code(Random(seed)))


@pytest.mark.parametrize("typed", ["7KQ2-MX9D", "7kq2mx9d", " 7kq2 mx9d ", "7KQ2–MX9D"])
def test_a_code_is_read_however_it_is_typed(typed):
    assert pseudonyms.tidy_code(typed) == "7KQ2-MX9D"


def test_nothing_typed_is_no_code():
    assert pseudonyms.tidy_code("") == "-"


def test_the_words_of_a_participant_are_three_and_always_the_same():
    assert words() == words()
    assert re.fullmatch(r"[a-z]{5,9} [a-z]{5,9} [a-z]{5,9}", words())


def test_other_participants_and_other_secrets_have_other_words():
    assert len({words(), words(OTHER), words(secret="quomb")}) == 3


@pytest.mark.parametrize(
    "shape", [str.upper, str.title, lambda w: f"  {w}\n", lambda w: w.replace(" ", "-")]
)
def test_words_lead_back_in_whatever_case_and_spacing_they_are_typed(shape):
    assert digest(shape(words())) == digest(words())


def test_full_width_letters_of_a_chinese_keyboard_lead_back_too():
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isalpha() else "\u3000" for sign in words())
    assert digest(wide) == digest(words())


def test_words_in_another_order_do_not_lead_back():
    assert digest(" ".join(reversed(words().split()))) != digest(words())


def test_a_digest_tells_nothing_without_the_secret():
    assert digest(words()) != digest(words(), secret="quomb")
    assert len(digest("")) == 64
