from dataclasses import dataclass

import pytest

from games import lexicon
from games.lexicon import Kind
from games.sheets import Dimension

WORDS = lexicon.load()


@dataclass(frozen=True)
class Listed:
    dimension: Dimension
    value: str
    broader: tuple[str, ...] = ()


def test_words_drop_case_accents_apostrophes_and_hyphens():
    assert lexicon.words_of("Isn't it SEE-through, Élodie?") == (
        "isnt", "it", "see", "through", "elodie",
    )  # fmt: skip


def test_what_is_of_cast_iron_is_of_iron_and_of_metal():
    assert WORDS.broader("cast_iron") >= {"cast_iron", "iron", "metal"}


def test_the_narrower_values_of_metal_contain_cast_iron():
    assert "cast_iron" in WORDS.narrower("metal")


def test_opposites_hold_in_both_directions():
    assert "soft" in WORDS.opposites("hard")
    assert "hard" in WORDS.opposites("soft")


def test_a_phrase_and_its_plural_mean_the_same_value():
    (handle,) = WORDS.by_words[("handle",)]
    assert WORDS.by_words[("handles",)] == (handle,)
    assert handle.kind == Kind.PART


def test_every_value_named_by_another_is_a_value():
    for value in WORDS.values.values():
        named = {
            *value.broader, *value.opposite, *value.complement, *value.usually, *value.seldom,
        }  # fmt: skip
        assert named <= set(WORDS.values), value.value


def test_every_broader_value_is_of_the_same_dimension():
    for value in WORDS.values.values():
        assert {WORDS.values[name].dimension for name in value.broader} <= {value.dimension}


def test_no_value_is_its_own_opposite():
    for name in WORDS.values:
        assert not WORDS.opposites(name) & WORDS.broader(name), name


@pytest.mark.parametrize("thing", ["brick", "hand", "coin", "shoebox", "car", "door", "pocket"])
def test_yardsticks_have_sides_from_the_longest_to_the_shortest(thing):
    longest, middle, least = WORDS.yardsticks[(thing,)].sides
    assert longest >= middle >= least > 0


def test_there_are_enough_values_and_yardsticks_to_talk_with():
    assert len(WORDS.values) > 400
    assert len({yardstick.sides for yardstick in WORDS.yardsticks.values()}) > 150


def test_a_catalogue_value_that_the_lexicon_lacks_is_known_by_its_own_words():
    words = lexicon.with_vocabulary(WORDS, [Listed(Dimension.SHAPE, "zigzag_rim")])
    assert [value.value for value in words.by_words[("zigzag", "rim")]] == ["zigzag_rim"]


def test_a_catalogue_value_under_another_name_takes_the_words_of_its_namesake():
    words = lexicon.with_vocabulary(WORDS, [Listed(Dimension.SURFACE, "see_through")])
    meant = {value.value for value in words.by_words[("transparent",)]}
    assert "see_through" in meant


def test_among_values_of_a_catalogue_only_its_own_broader_values_hold():
    listed = [Listed(Dimension.MATERIAL, "bamboo"), Listed(Dimension.MATERIAL, "wood")]
    assert "wood" in WORDS.broader("bamboo")
    assert "wood" not in lexicon.with_vocabulary(WORDS, listed).values["bamboo"].broader


def test_the_digest_of_a_vocabulary_ignores_its_order():
    one, other = Listed(Dimension.SHAPE, "flat"), Listed(Dimension.SHAPE, "round")
    assert lexicon.vocabulary_digest([one, other]) == lexicon.vocabulary_digest([other, one])


def test_the_digest_of_a_vocabulary_changes_with_a_broader_value():
    plain = [Listed(Dimension.MATERIAL, "steel")]
    broader = [Listed(Dimension.MATERIAL, "steel", ("metal",))]
    assert lexicon.vocabulary_digest(plain) != lexicon.vocabulary_digest(broader)
