"""A player of rules alone on the property table: the same moves as in a run."""

from pathlib import Path

import pytest

from evaluation import baseline_plays
from evaluation.kari.rule_sets import Rule, RuleSet
from evaluation.kari.syntax import parse
from games import formats
from games.rules import Outcome

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"


@pytest.fixture(scope="module")
def content():
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    return formats.read_catalogue(files).content


def played(content, rules):
    made = tuple(Rule(key, key, parse(text)) for key, text in rules.items())
    found = baseline_plays.play_all(content, seed=1, rules=RuleSet("trial", 1, made))
    assert found[-1].player == "rules trial/1"
    return {play.game: play for play in found[-1].plays}


def test_it_asks_for_what_its_rules_speak_of_and_guesses_by_the_answers(content):
    rules = {row.key: "MADE_OF(object, fabric)" for row in content.affordances}
    plays = played(content, rules | {"pierce_through": "SHAPE(object, pointed)"})
    # The skewer is pointed and of no fabric: 0.9 * 0.7 for its way, 0.3 * 0.1 for each other one.
    skewer = plays["m0001"]
    assert (skewer.outcome, skewer.spent) == (Outcome.WON, 2)
    assert {question.dimension for question in skewer.questions} == {"material", "shape"}


def test_a_property_that_no_object_has_is_answered_with_no(content):
    rules = {row.key: "MADE_OF(object, marzipan)" for row in content.affordances}
    del rules["pierce_through"]
    # The way without a condition gives a no 0.7, all others 0.1.
    assert played(content, rules)["m0001"].outcome == Outcome.WON


def test_without_a_rule_nothing_is_asked(content):
    assert {play.spent for play in played(content, {}).values()} == {0}
