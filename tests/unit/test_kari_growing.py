import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.kari.evaluating import best, evaluate
from evaluation.kari.faults import faults
from evaluation.kari.growing import doubtful, with_way, with_words
from evaluation.kari.syntax import parse, render
from evaluation.kari.vocabulary import of_values
from games.roles import Pair
from games.sheets import Dimension
from tests.unit.kari_rules import patiently, rules, worlds

METAL, METALLIC, STEELY, PAPER = (
    Pair(Dimension.MATERIAL, value) for value in ("metal", "metallic", "steely", "paper")
)
FLAT = Pair(Dimension.SHAPE, "flat")
NOTHING = of_values(())


@patiently
@given(rules(), rules(), worlds())
def test_a_grown_rule_is_sound_and_holds_where_one_of_the_two_does(rule, way, world):
    grown = with_way(rule, way)
    assert faults(grown) == ()
    both = [evaluate(rule, world).answer, evaluate(way, world).answer]
    assert evaluate(grown, world).answer == best(both)


def test_a_part_that_the_rule_has_already_gets_the_next_free_name():
    rule = parse("PART(object, tip) AND SHAPE(tip, a) OR PART(object, tip_2) AND SHAPE(tip_2, b)")
    way = parse(
        "PART(object, tip) AND PART(tip, edge) AND PART(object, tip_3) AND SHAPE(tip, c)"
        " AND SIZE(edge, d) AND SIZE(tip_3, e)"
    )
    assert render(with_way(rule, way)).endswith(
        " OR PART(object, tip_4) AND PART(tip_4, edge) AND PART(object, tip_3) AND SHAPE(tip_4, c)"
        " AND SIZE(edge, d) AND SIZE(tip_3, e)"
    )


def test_words_are_doubtful_where_the_dimension_has_others():
    words = (METAL, METALLIC, FLAT)
    assert doubtful(words, NOTHING) == (METAL, METALLIC)
    assert doubtful(words, of_values([Pair(Dimension.SHAPE, "level")])) == words
    assert doubtful((METAL, FLAT), NOTHING) == ()


@pytest.mark.parametrize(
    "same", [{METALLIC: METAL}, {METAL: METALLIC}, {METAL: METALLIC, METALLIC: METAL}]
)
def test_of_new_words_that_mean_the_same_the_first_becomes_the_value(same):
    grown = with_words(NOTHING, (METAL, FLAT, METALLIC), same)
    assert grown.meanings == {METAL: "metal", METALLIC: "metal", FLAT: "flat"}


def test_a_value_of_the_vocabulary_stays_one_however_it_is_reached():
    grown = with_words(of_values([METAL]), (STEELY, METALLIC), {STEELY: METALLIC, METALLIC: METAL})
    assert grown.meanings == dict.fromkeys((METAL, METALLIC, STEELY), "metal")


WORDS = tuple(Pair(Dimension.SHAPE, value) for value in "abcde")


@patiently
@given(st.dictionaries(st.sampled_from(WORDS), st.sampled_from([*WORDS, FLAT])))
def test_every_word_gets_one_meaning_and_what_is_said_to_be_the_same_shares_it(same):
    grown = with_words(of_values([FLAT]), WORDS, same)
    assert grown.meanings.keys() == {*WORDS, FLAT}
    assert all(grown.meanings[word] == grown.meanings[other] for word, other in same.items())
    # Where nothing is said a word means itself, or what leads to it.
    alone = set(WORDS) - same.keys() - set(same.values())
    assert all(grown.has(word) for word in alone)
    assert all(grown.has(Pair(Dimension.SHAPE, value)) for value in grown.meanings.values())
