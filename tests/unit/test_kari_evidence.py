import pytest

from evaluation.kari import anchoring, evidence, vocabulary
from evaluation.kari.anchoring import Reader
from evaluation.kari.evaluating import evaluate
from evaluation.kari.evidence import Thing
from evaluation.kari.facts import Fact, Kind, Origin
from evaluation.kari.lemmas import Lemmas
from evaluation.kari.phrases import contains, matcher
from evaluation.kari.syntax import parse
from games.roles import Pair
from games.rules import Answer
from games.sheets import Dimension

PIERCING = matcher(
    {"pierce_through": ["pierce through", "poke holes in"], "fold_flat": ["fold flat"]}
)
METAL = Pair(Dimension.MATERIAL, "metal")
KNOWN = vocabulary.with_synonym(vocabulary.of_values([METAL]), METAL, "metallic")


def fact(kind, thing, words, line=1):
    return Fact(kind, thing, words, Origin("cskg.tsv", line, f"{thing} {words}"))


def names(phrase):
    return [match.affordance for match in PIERCING.matches(phrase)]


@pytest.mark.parametrize(
    "phrase", ["pierce through", "Piercing right through leather", "poking a hole in paper"]
)
def test_a_phrase_in_another_form_speaks_of_the_affordance(phrase):
    assert names(phrase) == ["pierce_through"]


@pytest.mark.parametrize(
    "phrase", ["go through a pierced wall", "pierce", "holes poke in", "", "?"]
)
def test_a_phrase_without_the_verb_in_front_or_without_a_word_does_not(phrase):
    assert names(phrase) == []


def test_a_phrase_that_says_nothing_more_is_exact():
    (plain,) = PIERCING.matches("folding it flat")
    (more,) = PIERCING.matches("fold flat against the wall")
    assert (plain.exact, more.exact) == (True, False)


def test_a_wording_without_words_is_refused():
    with pytest.raises(ValueError, match="'the' of fold_flat has no words"):
        matcher({"fold_flat": ["the"]})


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("a tool with sharp edges", "sharp_edge", True),
        ("a tool with an edge so sharp", "sharp_edge", False),
        ("stainless steel", "steel", True),
        ("steely", "steel", False),
        ("steel", "stainless_steel", False),
    ],
)
def test_a_text_holds_a_value_where_its_words_stand_side_by_side(text, value, held):
    assert contains(text, value) == held


def test_things_are_found_by_what_they_are_for():
    read = [
        fact(Kind.AFFORDANCE, "awl", "piercing through leather", 2),
        fact(Kind.MATERIAL, "pierce", "pierce through", 3),
        fact(Kind.AFFORDANCE, "rope", "tying", 4),
        fact(Kind.AFFORDANCE, "awl", "poke holes in cloth", 5),
    ]
    found = evidence.find_things(read, PIERCING)
    assert list(found.things) == ["pierce_through"]
    assert [f.origin.line for f in found.things["pierce_through"]["awl"]] == [2, 5]


def test_the_affordances_that_are_spoken_of_most_come_first():
    known = Lemmas(known=frozenset({"pierce", "cut"}))
    said = ["piercing the skin", "pierce skin", "cutting", "cut", "cut", "to tie", "a", "cut"]
    read = [fact(Kind.AFFORDANCE, f"t{n}", words) for n, words in enumerate(said)]
    read.append(fact(Kind.PROPERTY, "t", "tie"))
    ranked = evidence.frequent(read, least=2, lemmas=known)
    assert ranked == [("cut", 4), ("pierce skin", 2)]


def test_what_is_left_out_is_counted():
    read = [fact(Kind.AFFORDANCE, f"awl {n}", "pierce through") for n in range(5)]
    found = evidence.find_things(read, PIERCING, most=2)
    assert len(found.things["pierce_through"]) == 2
    assert found.left_out == {"pierce_through": 3}
    many = [fact(Kind.PROPERTY, "awl", f"word {n}") for n in range(5)]
    described = evidence.describe(many, ["awl"], most=2)
    assert (len(described.facts["awl"]), described.left_out) == (2, {"awl": 3})
    same = [fact(Kind.AFFORDANCE, "awl", "pierce through", n) for n in range(70)]
    assert evidence.find_things(same, PIERCING).left_out == {"pierce_through": 10}


def test_a_thing_of_which_nothing_physical_is_said_is_no_evidence():
    found = evidence.find_things(
        [fact(Kind.AFFORDANCE, name, "pierce through") for name in ("nail", "awl", "idea")],
        PIERCING,
    )
    told = [fact(Kind.MATERIAL, "nail", "steel"), fact(Kind.PART, "awl", "point")]
    described = evidence.describe(told, found.things["pierce_through"])
    things = evidence.things_of(found, described, "pierce_through")
    assert [thing.name for thing in things] == ["awl", "nail"]
    assert things[1].of_kind(Kind.MATERIAL) == ("steel",)
    assert evidence.things_of(found, described, "fold_flat") == ()


def test_things_are_dealt_into_groups_of_nearly_one_size():
    things = [Thing(str(n), (), ()) for n in range(7)]
    assert [[each.name for each in group] for group in evidence.split(things)] == [
        ["0", "3", "6"],
        ["1", "4"],
        ["2", "5"],
    ]
    with pytest.raises(ValueError, match="0 groups"):
        evidence.split(things, 0)


AWL = Thing(
    "awl",
    (),
    (
        fact(Kind.MATERIAL, "awl", "metallic alloys", 7),
        fact(Kind.PART, "awl", "tip", 8),
        fact(Kind.DESCRIPTION, "awl", "a pointed tool", 9),
    ),
)
RULE = parse("PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, metal) OR SHAPE(object, metal)")


def test_each_condition_has_the_lines_behind_it():
    found = anchoring.anchors(RULE, [AWL], Reader(KNOWN))
    assert {
        str(pair): [f.origin.line for a in each for f in a.facts] for pair, each in found.items()
    } == {
        "SHAPE:pointed": [9],
        "MATERIAL:metal": [7],
        # What a thing is made of says nothing of its shape.
        "SHAPE:metal": [],
    }
    assert [str(pair) for pair in anchoring.unanchored(found)] == ["SHAPE:metal"]


def test_evidence_says_yes_or_nothing():
    world = Reader(KNOWN).world(RULE, AWL)
    assert evaluate(RULE, world).fired == 0
    assert evaluate(parse("SIZE(object, long)"), world).answer == Answer.CANNOT_TELL
