"""Words typed without the space between them, parted or left alone."""

import pytest

from games.checkers import rule
from games.checking.gluing import unglued
from games.checking.words import load


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("madeof", ("made", "of")),
        ("isitmade", ("is", "it", "made")),
        ("ofwool", ("of", "wool")),
        ("widerthan", ("wider", "than")),
        ("doesithavea", ("does", "it", "have", "a")),
    ],
)
def test_words_of_the_frame_are_parted_from_each_other_and_from_one_more(token, parts):
    assert unglued(token, load()) == parts


@pytest.mark.parametrize("token", ["anvil", "acorn", "island", "toast", "thermos", "wooden", "of"])
def test_a_word_that_only_begins_like_a_frame_is_left_whole(token):
    assert unglued(token, load()) == (token,)


def test_a_glued_question_is_read_as_if_it_had_its_spaces():
    assert rule("isitmade ofpewter") == rule("is it made of pewter")
