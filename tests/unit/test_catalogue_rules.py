from dataclasses import replace
from pathlib import Path

import pytest

from games import catalogue_games, catalogue_rules, formats
from games.catalogue_checks import Finding
from games.catalogue_rules import BadChecks, Reason

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"


@pytest.fixture
def content():
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    return formats.read_catalogue(files).content


def broken(content, rule):
    checks = catalogue_rules.read_checks(f"[[rule]]\n{rule}".encode())
    return [str(finding) for finding in catalogue_rules.broken_rules(content, checks.rules)]


def rule(affordance, answer, condition):
    return f'says = "So it is."\naffordance = "{affordance}"\nanswer = "{answer}"\n{condition}'


def test_a_rule_that_every_object_keeps_finds_nothing(content):
    assert broken(content, rule("roll_on_floor", "yes", 'any_of = ["shape:spherical"]')) == []


def test_an_object_without_what_the_rule_asks_for_is_found(content):
    found = broken(content, rule("roll_on_floor", "yes", 'any_of = ["material:wool"]'))
    assert found == [
        "consistency: glass_marble roll_on_floor: So it is."
        " It is yes and has none of material:wool."
    ]


def test_an_object_with_what_the_rule_forbids_is_found(content):
    found = broken(content, rule("roll_on_floor", "yes", 'none_of = ["material:glass"]'))
    assert found == [
        "consistency: glass_marble roll_on_floor: So it is. It is yes and has material:glass."
    ]


def test_measures_have_limits(content):
    assert broken(content, rule("roll_on_floor", "yes", "most = { longest = 1 }")) != []
    assert broken(content, rule("roll_on_floor", "yes", "least = { mass = 1000 }")) != []
    assert broken(content, rule("roll_on_floor", "yes", "least = { longest = 1 }")) == []


def test_two_affordances_can_exclude_each_other(content):
    assert broken(content, rule("roll_on_floor", "yes", 'lacks = ["pierce_through"]')) == []
    assert broken(content, rule("roll_on_floor", "yes", 'lacks = ["roll_on_floor"]')) == [
        "consistency: glass_marble roll_on_floor: So it is."
        " It is yes and roll_on_floor is yes, too."
    ]


def test_a_rule_on_an_unknown_affordance_is_refused(content):
    with pytest.raises(BadChecks, match="names fly: no affordance"):
        broken(content, rule("fly", "yes", "most = { mass = 1 }"))


def test_a_rule_on_an_unknown_property_is_refused(content):
    with pytest.raises(BadChecks, match="names material:glas: no such value"):
        broken(content, rule("roll_on_floor", "yes", 'none_of = ["material:glas"]'))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "is no TOML"),
        ("[[rules]]", "unknown tables rules"),
        ('[[rule]]\nsays = "a"', "Rule 1: answer is no text"),
        ("[[rule]]\n" + rule("a", "maybe", ""), "answer 'maybe' is none of"),
        ("[[rule]]\n" + rule("a", "yes", "anyof = []"), "Rule 1 has the unknown fields anyof"),
        ("[[rule]]\n" + rule("a", "yes", "any_of = [3]"), "any_of is no list of texts"),
        ("[[rule]]\n" + rule("a", "yes", 'any_of = ["wool"]'), "'wool' is no `dimension:value`"),
        ("[[rule]]\n" + rule("a", "yes", "most = { depth = 3 }"), "most.depth is no measure"),
        ("rule = 3", "rule is no list of tables"),
        ("[rule]", "rule is no list of tables"),
        ('reason = ["x"]', "reason is no list of tables"),
        ("[[rule]]\n" + rule("a", "yes", ""), "Rule 1 has no condition"),
        ("[[rule]]\n" + rule("a", "yes", "least = { mass = true }"), "least.mass is no measure"),
        ("[[rule]]\n" + rule("a", "yes", "most = { mass = nan }"), "most.mass is no measure"),
        ('[[reason]]\ncheck = "share"\nsubject = "x"', "Reason 1: text is no text"),
    ],
)
def test_a_file_of_checks_that_cannot_be_used_says_where(text, problem):
    with pytest.raises(BadChecks, match=problem):
        catalogue_rules.read_checks(text.encode())


def test_a_finding_with_a_reason_is_explained_and_the_others_stay():
    rare, idle = Finding("share", "pierce", "4%"), Finding("idle value", "shape:ring", "One.")
    weighed = catalogue_rules.weigh([rare, idle], [Reason("share", "pierce", "Points are rare.")])
    assert [finding for finding, _ in weighed.explained] == [rare]
    assert weighed.open == (idle,)


def test_a_reason_explains_one_finding_only():
    two = [Finding("consistency", "cup float", text) for text in ("One.", "Two.")]
    weighed = catalogue_rules.weigh(two, [Reason("consistency", "cup float", "It is light.")])
    assert [finding for finding, _ in weighed.explained] == two[:1]
    assert weighed.open == tuple(two[1:])


def test_a_reason_for_nothing_is_a_finding():
    weighed = catalogue_rules.weigh([], [Reason("share", "pierce", "Points are rare.")])
    assert [finding.kind for finding in weighed.open] == ["stale reason"]


def test_games_that_no_question_settles_are_found(content):
    assert list(catalogue_games.unsettled(content)) == []
    one = content.objects[0].sheet
    alike = tuple(
        replace(row, sheet=replace(one, key=row.sheet.key, name=row.sheet.name))
        for row in content.objects
    )
    found = list(catalogue_games.unsettled(replace(content, objects=alike)))
    assert {finding.subject for finding in found} <= {game.key for game in content.games}
    assert found and all("No question tells" in str(finding) for finding in found)
