"""A consent text as paragraphs with headings."""

from annotation import consent
from annotation.pages.consent import parts


def test_a_short_first_line_is_the_heading_of_what_follows():
    found = parts("What is kept\nYour answers.\n\nYou are an adult, and you\nagree.")
    assert [(part.heading, part.text) for part in found] == [
        ("What is kept", "Your answers."),
        ("You are an adult, and you", "agree."),
    ]


def test_a_line_that_ends_a_sentence_is_no_heading():
    (part,) = parts("You agree.\nThank you.")
    assert (part.heading, part.text) == ("", "You agree.\nThank you.")


def test_the_text_to_start_from_has_five_headings_and_an_end_without_one():
    headings = [part.heading for part in parts(consent.DEFAULT)]
    assert len([each for each in headings if each]) == 5 and headings[-1] == ""
