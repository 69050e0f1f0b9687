import pytest

from evaluation.kari import vocabulary
from evaluation.kari.syntax import parse, render
from evaluation.kari.vocabulary import NotInVocabulary, WordTaken
from games.roles import Pair
from games.sheets import Dimension

METAL = Pair(Dimension.MATERIAL, "metal")
METALLIC = Pair(Dimension.MATERIAL, "metallic")
ROUND = Pair(Dimension.SHAPE, "round")
KNOWN = vocabulary.with_synonym(vocabulary.of_values([METAL, ROUND]), METAL, "metallic")


def test_a_synonym_leads_to_its_value_in_its_own_dimension_only():
    assert KNOWN.canonical(METALLIC) == METAL
    assert KNOWN.canonical(Pair(Dimension.SURFACE, "metallic")) is None
    assert KNOWN.synonyms(METAL) == ("metallic",)
    assert KNOWN.values(Dimension.MATERIAL) == ("metal",)


def test_a_new_value_grows_the_vocabulary_and_leaves_the_old_one_as_it_was():
    grown = vocabulary.with_value(KNOWN, Pair(Dimension.SHAPE, "flat"))
    assert grown.values(Dimension.SHAPE) == ("flat", "round")
    assert KNOWN.values(Dimension.SHAPE) == ("round",)


def test_adding_what_is_there_changes_nothing():
    assert vocabulary.with_value(KNOWN, METAL) is KNOWN
    assert vocabulary.with_synonym(KNOWN, METAL, "metallic") is KNOWN
    assert vocabulary.with_synonym(KNOWN, METAL, "metal") is KNOWN


def test_a_word_means_one_thing_in_a_dimension():
    with pytest.raises(WordTaken, match="MATERIAL:metallic stands for metal already"):
        vocabulary.with_value(KNOWN, METALLIC)
    grown = vocabulary.with_value(KNOWN, Pair(Dimension.MATERIAL, "steel"))
    with pytest.raises(WordTaken):
        vocabulary.with_synonym(grown, Pair(Dimension.MATERIAL, "steel"), "metallic")


def test_a_synonym_needs_a_value():
    with pytest.raises(NotInVocabulary, match="MATERIAL:metallic is no value"):
        vocabulary.with_synonym(KNOWN, METALLIC, "shiny")


def test_a_rule_is_written_in_canonical_values():
    rule = parse("MADE_OF(object, metallic) AND (SHAPE(object, round) OR SIZE(object, huge))")
    assert render(vocabulary.canonicalised(rule, KNOWN)) == (
        "MADE_OF(object, metal) AND (SHAPE(object, round) OR SIZE(object, huge))"
    )
    assert vocabulary.new_words(rule, KNOWN) == (Pair(Dimension.SIZE, "huge"),)
