"""Frozen facts beside those of now: what differs, and whether games stay comparable."""

import pytest

from evaluation.fact_changes import Change, all_comparable, changes, sentence

FROZEN = {
    "code": {"commit": "a" * 40, "dirty": False},
    "python": "3.11.2",
    "packages": {"torch": "2.1.0", "numpy": "2.0.0"},
    "prompts": {"questioner": "b" * 64, "oracle": "c" * 64},
    "reader": "questioner-1",
    "model": {"root": "hub/tiny", "chat_template_sha256": "", "context": 4096},
}


def test_what_is_as_it_was_is_no_change():
    assert changes(FROZEN, FROZEN) == []
    assert sentence([]) == ""


@pytest.mark.parametrize(
    ("found", "fact", "comparable"),
    [
        ({"packages": {"torch": "2.2.0", "numpy": "2.0.0"}}, "packages torch", True),
        ({"python": "3.12.1"}, "python", True),
        ({"code": {"commit": "f" * 40, "dirty": False}}, "code", True),
        ({"code": {"commit": "a" * 40, "dirty": True}}, "code", True),
        ({"code": {"version": "1.0"}}, "code", True),
        ({"model": {"context": 8192}}, "model context", True),
        ({"model": {"root": "hub/other"}}, "model root", False),
        ({"prompts": {"questioner": "d" * 64}}, "prompts questioner", False),
        ({"reader": "questioner-2"}, "reader", False),
    ],
)
def test_what_differs_is_named(found, fact, comparable):
    (change,) = changes(FROZEN, found)
    assert (change.fact, change.comparable) == (fact, comparable)


@pytest.mark.parametrize(
    "found",
    [
        {"packages": {"vllm": "0.11.0"}},
        {"model": {"root": "", "context": None}},
        {"model": {"chat_template_sha256": "e" * 64}},
        {"fixed_list": {"sha256": "e" * 64}},
        {},
    ],
)
def test_what_one_of_both_does_not_say_is_no_change(found):
    assert changes(FROZEN, found) == []


def test_a_sentence_holds_old_and_new_and_the_beginnings_of_hashes():
    found = {"packages": {"torch": "2.2.0"}, "code": {"commit": "f" * 40, "dirty": True}}
    assert sentence(changes(FROZEN, found)) == (
        "packages torch was 2.1.0 and is 2.2.0; "
        "code was aaaaaaaaaaaa and is ffffffffffff with changed files."
    )


def test_one_change_that_makes_other_games_makes_all_of_them_others():
    small, large = Change("python", "3.11", "3.12"), Change("prompts questioner", "a", "b")
    assert all_comparable([small]) and not all_comparable([small, large])
