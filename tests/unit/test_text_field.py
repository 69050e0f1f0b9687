"""Texts of forms have the line ends that they are stored with."""

from games.text_field import TextField


def test_line_ends_are_those_of_a_stored_text():
    assert TextField().clean("one\r\ntwo\nthree\r\n") == "one\ntwo\nthree"


def test_a_line_end_is_one_character_of_the_limit():
    assert TextField(max_length=3).clean("a\r\nb") == "a\nb"


def test_nothing_is_an_empty_text():
    assert TextField(required=False).clean(None) == ""
