"""From the answers to a question to what agreement takes."""

import pytest

from annotation.agreement.ratings import MISSING, BadRating
from annotation.kinds.base import Level
from annotation.question_answers import JudgedUnit, QuestionAnswers


def question(given, labels=("no", "yes"), level=Level.NOMINAL):
    units = {name: JudgedUnit(at, name, "") for at, name in enumerate(given)}
    offered = dict.fromkeys(given, frozenset(labels))
    return QuestionAnswers("q", "", level, labels, units=units, offered=offered, given=given)


def test_a_missing_answer_is_no_label():
    ratings = question({"u1": {"ann": "yes", "ben": None}, "u2": {"ben": "no"}}).ratings(
        ["ann", "ben"]
    )
    assert (ratings.units, ratings.raters) == (("u1", "u2"), ("ann", "ben"))
    assert ratings.codes.tolist() == [[1, MISSING], [MISSING, 0]]


def test_raters_are_chosen_by_name():
    asked = question({"u1": {"ann": "yes", "ben": None}, "u2": {"ben": "no"}})
    assert asked.ratings(["ben"]).codes.tolist() == [[MISSING], [0]]
    assert (asked.missing(["ann"]), asked.missing(["ann", "ben"])) == (0, 1)


def test_a_label_that_no_unit_offers_is_an_error():
    with pytest.raises(BadRating, match="maybe"):
        question({"u1": {"ann": "maybe"}}).ratings(["ann"])


def test_an_empty_set_is_an_answer_and_a_missing_one_is_none():
    asked = question({"u1": {"ann": [], "ben": None, "cid": ["a"]}}, ("a", "b"), Level.SETS)
    found = asked.sets(["ann", "ben", "cid"])
    assert found == {"u1": {"ann": frozenset(), "cid": frozenset("a")}}


def test_orders_are_stored_worst_first_and_ranked_from_the_best():
    asked = question({"u1": {"ann": ["paper", "wood", "metal"]}}, level=Level.RANKS)
    assert asked.ranks(["ann"]) == {"u1": {"ann": {"metal": 1.0, "wood": 2.0, "paper": 3.0}}}


def test_units_are_chosen_by_name():
    asked = question({"u1": {"ann": "yes"}, "u2": {"ann": "no"}}).of_units({"u2"})
    assert asked.ratings(["ann"]).units == ("u2",)
