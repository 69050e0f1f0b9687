"""Which typed texts are looked at first."""

import pytest

from games.person_signs import Sign, signs_of_a_person


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("is it soft, write to quomb@example.org", Sign.AT),
        ("is it like @vrelk", Sign.AT),
        ('=HYPERLINK("http://x","y")?', Sign.ADDRESS),
        ("see vrelk.com", Sign.ADDRESS),
        ("+49 170 123 45 67 is it soft", Sign.NUMBER),
        ("0170/1234567", Sign.NUMBER),
        ("my name is quomb", Sign.INTRODUCTION),
        ("I am Anna and is it soft?", Sign.INTRODUCTION),
        ("I'm Anna. Is it soft?", Sign.INTRODUCTION),
        ("我叫王明", Sign.INTRODUCTION),
        ("Is it what Anna Miller has?", Sign.NAMES),
        ("is Anna Miller", Sign.NAMES),
        ("Is it taller than O'Neil?", Sign.NAMES),
    ],
)
def test_a_text_that_may_name_a_person_is_flagged(text, sign):
    assert sign in signs_of_a_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is it made of metal?",
        "I am sure it is soft. Is it?",
        "Is It Made Of Metal?",
        "IS IT MADE OF METAL?",
        "Is it made of PVC or Teflon?",
        "Is it between 10-20 cm, or 1,000 g?",
        "Is it A4 sized? Is it 210 x 297 mm?",
        "Ist es spröde? 🪨 هل هو ثقيل؟",
        "",
    ],
)
def test_a_plain_question_is_not_flagged(text):
    assert signs_of_a_person(text) == ()


def test_a_very_long_text_is_looked_at_to_its_end():
    plain = "Is it a thing? " * 20_000
    assert signs_of_a_person(plain) == ()
    assert signs_of_a_person(f"{plain}It is by Anna.") == (Sign.NAMES,)
    assert signs_of_a_person("a-" * 200_000) == ()
