import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.oracles import ChainOracle, TableOracle
from games.roles import Verdict
from games.rules import Answer
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

YES, NO, CANNOT_TELL = Answer.YES, Answer.NO, Answer.CANNOT_TELL
MATERIAL, SHAPE, SIZE, SURFACE = Dimension


@dataclass(frozen=True)
class Listed:
    dimension: Dimension
    value: str
    broader: tuple[str, ...] = ()


VOCABULARY = (
    Listed(MATERIAL, "metal"),
    Listed(MATERIAL, "steel", ("metal",)),
    Listed(MATERIAL, "wood"),
    Listed(MATERIAL, "plastic"),
    Listed(MATERIAL, "glass"),
    Listed(MATERIAL, "rigid"),
    Listed(SHAPE, "handle"),
    Listed(SHAPE, "lid"),
    Listed(SHAPE, "round"),
    Listed(SHAPE, "flat"),
    Listed(SHAPE, "long"),
    Listed(SHAPE, "straight"),
    Listed(SHAPE, "hole"),
    Listed(SHAPE, "pointed"),
    Listed(SIZE, "heavy"),
    Listed(SURFACE, "smooth"),
    Listed(SURFACE, "black"),
    Listed(SURFACE, "white"),
    Listed(SURFACE, "transparent"),
)

# A mallet: head of steel with a round flat face, wooden handle, 30 x 10 x 6 cm, 600 to 700 g.
MALLET = ObjectSheet(
    key="mallet",
    name="mallet",
    description="A steel head on a wooden handle with a leather loop.",
    properties=frozenset(
        {
            Property(MATERIAL, "steel", "head"),
            Property(MATERIAL, "wood", "handle"),
            Property(MATERIAL, "rigid"),
            Property(SHAPE, "handle"),
            Property(SHAPE, "round", "face"),
            Property(SHAPE, "hole", "handle"),
            Property(SURFACE, "smooth", "head"),
            Property(SURFACE, "black"),
        }
    ),
    measures={
        Extent.LENGTH: Measure(30, 30),
        Extent.WIDTH: Measure(10, 10),
        Extent.HEIGHT: Measure(6, 6),
        Extent.MASS: Measure(600, 700),
    },
)
TABLE = TableOracle(VOCABULARY)
EVERYTHING = TableOracle()


def answer(question: str, oracle: TableOracle = TABLE, sheet: ObjectSheet = MALLET) -> Answer:
    return oracle.decide(oracle.read(question), sheet).answer


@pytest.mark.parametrize(
    "question",
    ["Is it made of wood?", "is it wooden", "Does it contain any steel?", "metal",
     "Is part of it metallic?", "Would you say it is partly made of wood?"],
)  # fmt: skip
def test_a_listed_material_of_any_part_is_yes(question):
    assert answer(question) == YES


def test_a_broader_material_of_a_listed_one_is_yes():
    assert answer("Is it made of metal?") == YES


@pytest.mark.parametrize("question", ["Is it made of plastic?", "Is there any glass in it?"])
def test_a_value_of_the_vocabulary_that_is_not_listed_is_no(question):
    assert answer(question) == NO


@pytest.mark.parametrize(
    "question", ["Is it striped?", "Is it made of unobtainium?", "Is it warm?"]
)
def test_a_word_outside_the_vocabulary_cannot_be_told(question):
    assert answer(question) == CANNOT_TELL


def test_a_kind_of_wood_outside_the_vocabulary_is_no_for_an_object_without_wood():
    bottle = ObjectSheet("b", "b", "", frozenset({Property(MATERIAL, "glass")}))
    assert answer("Is it made of oak?", sheet=bottle) == NO


def test_a_kind_of_wood_outside_the_vocabulary_cannot_be_told_of_an_object_of_wood():
    assert answer("Is it made of oak?") == CANNOT_TELL


def test_flexible_is_the_opposite_of_a_listed_rigid():
    assert answer("Is it flexible?") == NO


def test_flexible_holds_where_rigid_is_in_the_vocabulary_and_not_listed():
    cloth = ObjectSheet("c", "c", "", frozenset({Property(SURFACE, "smooth")}))
    assert answer("Is it bendy?", sheet=cloth) == YES


def test_a_question_on_a_part_looks_at_that_part():
    assert answer("Is the handle made of wood?") == YES
    assert answer("Is the handle made of steel?") == NO
    assert answer("Does it have a wooden handle?") == YES


def test_a_question_on_a_part_that_is_not_there_is_no():
    assert answer("Is the lid made of wood?") == NO


def test_entirely_wood_is_no_where_another_material_is_listed():
    assert answer("Is it made entirely of wood?") == NO


def test_entirely_metal_is_yes_where_all_materials_are_metals():
    spoon = ObjectSheet("s", "s", "", frozenset({Property(MATERIAL, "steel")}))
    assert answer("Is the whole thing metal?", sheet=spoon) == YES
    assert answer("Is it made of anything other than metal?", sheet=spoon) == NO


def test_the_form_of_a_part_is_not_the_form_of_the_whole():
    assert answer("Is it round?") == NO
    assert answer("Is any part of it round?") == YES


@pytest.mark.parametrize(
    ("question", "expected"),
    [("Is it not made of wood?", NO), ("Isn't it made of wood?", YES),
     ("It has no lid, does it?", YES), ("Does it lack a handle?", NO),
     ("It's black, isn't it?", YES), ("Is it non-metallic?", NO), ("Is it without a lid?", YES)],
)  # fmt: skip
def test_a_negated_question_asks_for_the_absence(question, expected):
    assert answer(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it heavier than a brick?", NO),  # 700 g against 2,500 g
        ("Does it weigh more than half a kilo?", YES),  # 600 g against 500 g
        ("Is it heavier than 650 g?", CANNOT_TELL),  # 600 to 700 g straddle the limit
        ("Is it longer than 1 foot?", NO),  # 30 cm against 30.48 cm
        ("Is it < 50 cm long?", YES),
        ("Is it bigger than a car?", NO),
        ("Is it smaller than a shoebox?", YES),
        ("Is it at least 25 cm long?", YES),
        ("Is it as big as a table?", NO),
        ("Is it no bigger than a bed?", YES),
        ("Is it taller than a door?", NO),
        ("Is it thicker than a coin?", YES),  # 6 cm against 0.2 cm
        ("Is it longer than it is wide?", YES),  # 30 cm against 10 cm
        ("Does it fit in a pocket?", NO),
        ("Would it fit inside a shoebox?", YES),  # 30 x 10 x 6 cm in 33 x 19 x 12 cm
        ("Can it be held in one hand?", YES),
        ("Is it between 20 and 40 cm long?", YES),
        ("Is it light as a feather?", NO),
        ("Is it about the size of a car?", NO),
    ],
)
def test_figures_answer_comparisons(question, expected):
    assert answer(question) == expected


def test_a_comparison_with_a_thing_of_unknown_size_cannot_be_told():
    assert answer("Is it bigger than a wug?") == CANNOT_TELL


def test_an_unmeasured_object_cannot_be_compared():
    ghost = ObjectSheet("g", "g", "")
    assert answer("Is it heavier than a brick?", sheet=ghost) == CANNOT_TELL


def test_a_hole_through_it_does_not_make_it_see_through():
    assert answer("Is it see-through?") == NO
    assert answer("Is there a hole through it?") == YES


def test_two_values_joined_by_or_need_one_of_them():
    assert answer("Is it made of plastic or wood?") == YES
    assert answer("Is it black and white?") == NO


def test_a_simile_adds_nothing_to_its_adjective():
    assert answer("Is it smooth like glass?") == YES


@pytest.mark.parametrize(
    "question",
    ["could you say whether it has a handle", "<b>Does it have a handle?</b>",
     "OK so, does it have any kind of handle or not?", "I'd like to know if it has a handle."],
)  # fmt: skip
def test_framing_changes_nothing(question):
    assert answer(question) == YES


@pytest.mark.parametrize(
    "question", ["is it metall", "is it mad of woood", "doe it hav a handel?", "Is it balck?"]
)
def test_a_slip_of_the_pen_is_read_as_the_word_that_was_meant(question):
    assert answer(question) == YES


def test_a_word_that_is_right_is_not_mended():
    # "dish" is one letter from "disc", but a word of its own.
    assert answer("Is it a dish?") == CANNOT_TELL


def test_another_number_of_parts_than_the_description_tells_is_no():
    stool = ObjectSheet("s", "s", "It has three legs.", frozenset({Property(SHAPE, "legs")}))
    assert answer("Does it have three legs?", EVERYTHING, stool) == YES
    assert answer("Does it have four legs?", EVERYTHING, stool) == NO


def test_where_it_cannot_tell_the_forced_answer_is_still_yes_or_no():
    verdict = TABLE.decide(TABLE.read("Is it patterned?"), MALLET)
    assert (verdict.answer, verdict.forced) == (CANNOT_TELL, NO)
    assert verdict.confidence is not None and verdict.confidence < 0.8


def test_what_steel_usually_is_makes_yes_likely_but_not_certain():
    verdict = TABLE.decide(TABLE.read("Is it magnetic?"), MALLET)
    assert (verdict.answer, verdict.forced) == (CANNOT_TELL, YES)


def test_a_mention_in_the_description_makes_yes_likely_but_not_certain():
    verdict = TABLE.decide(TABLE.read("Does it have leather on it?"), MALLET)
    assert (verdict.answer, verdict.forced) == (CANNOT_TELL, YES)


def test_the_version_names_the_rules_the_words_and_the_vocabulary():
    assert TableOracle().version.startswith("table-3+")
    assert TABLE.version.startswith(TableOracle().version + "+")
    assert TABLE.version != TableOracle(VOCABULARY[:5]).version


def test_a_question_is_read_once():
    assert TABLE.read("Is it round?") is TABLE.read("Is it round?")


class Model:
    version = "model"

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict:
        return Verdict(YES, YES, "model")


def test_the_chain_asks_the_model_only_where_the_table_cannot_tell():
    chain = ChainOracle(TABLE, Model())
    sure = asyncio.run(chain.answer(MALLET, "Is it made of glass?"))
    unsure = asyncio.run(chain.answer(MALLET, "Is it magnetic?"))
    assert (sure.source, unsure.source) == ("table", "model")


WORDS = """is it not no as than a the of made in fit fits longer bigger heavier more less 3 1.5 cm
    kg g half and or two handle wood metal round flat like size pocket hand brick same wide tall all
    entirely isnt part with to x between hole < > 10 one weighs about end"""
ASKED = st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), ASKED))
def test_no_text_makes_it_fail(question):
    for oracle in (TABLE, EVERYTHING):
        assert oracle.decide(oracle.read(question), MALLET).forced in (YES, NO)


def test_words_that_no_rule_knows_make_it_doubt_its_reading():
    verdict = TABLE.decide(TABLE.read("Is the wood worm-eaten?"), MALLET)
    assert (verdict.answer, verdict.forced) == (CANNOT_TELL, YES)


def test_an_unknown_word_leaves_no_doubt_about_a_part_that_is_not_there():
    assert answer("Does it have a worm-eaten lid?") == NO


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it twice as long as it is wide?", YES),  # 30 / 10 = 3
        ("Is it more than four times as long as it is wide?", NO),  # 3 < 4
        ("Is its length greater than its width?", YES),  # 30 > 10
        ("Is it more than 10 inches long?", YES),  # 25.4 < 30
        ('Is it under 11" long?', NO),  # 27.9 < 30
        ("Is it longer than a lemon truck?", CANNOT_TELL),  # a truck, but of which kind?
        ("Is the handle longer than 40 cm?", NO),  # no part is longer than the whole's 30 cm
        ("Is the handle longer than 5 cm?", CANNOT_TELL),  # only the whole is measured
        ("Unfolded, is it longer than a metre?", CANNOT_TELL),  # measured at rest
        ("Is it small enough for a shoebox?", YES),
        ("Is it below knee height?", YES),  # 6 cm against 50 cm
    ],
)
def test_figures_answer_proportions_and_know_what_they_measure(question, expected):
    assert answer(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it lidless?", YES),
        ("Is it free of holes?", NO),
        ("It has no wood in it, has it?", NO),
        ("It doesn't have a lid, does it?", YES),
        ("Is there nothing smooth on it?", NO),
        ("Is it made of wood and nothing else?", NO),
    ],
)
def test_a_lack_is_asked_for_in_many_ways(question, expected):
    assert answer(question) == expected


CHEST = ObjectSheet(
    "chest",
    "chest",
    "A chest on four legs with three drawers and a handle at each end; it tapers towards the top.",
    frozenset(
        {
            Property(SHAPE, "legs"),
            Property(SHAPE, "drawer"),
            Property(SHAPE, "handle"),
            Property(MATERIAL, "wood"),
            Property(MATERIAL, "brass", "handle"),
            Property(SURFACE, "white"),
            Property(SURFACE, "black", "handle"),
        }
    ),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Does it have exactly four legs?", YES),
        ("Does it have more than three legs?", YES),
        ("Does it have an odd number of legs?", NO),
        ("Does it have as many legs as a horse?", YES),
        ("Does it have fewer than three drawers?", NO),
        ("Does it have two handles?", YES),
    ],
)
def test_parts_are_counted_in_the_description(question, expected):
    assert answer(question, EVERYTHING, CHEST) == expected


def test_a_part_of_another_colour_has_not_the_colour_of_the_whole():
    assert answer("Is the handle white?", EVERYTHING, CHEST) == NO
    assert answer("Is the handle black?", EVERYTHING, CHEST) == YES


@pytest.mark.parametrize(
    ("question", "expected"),
    [("Is it mostly wood?", YES), ("Is it mostly metal?", NO), ("Is it metal in part?", YES)],
)
def test_mostly_asks_for_the_whole_before_its_parts(question, expected):
    assert answer(question, EVERYTHING, CHEST) == expected


def test_which_end_is_the_wide_one_is_read_from_the_description():
    assert answer("Is it wider at the bottom than at the top?", EVERYTHING, CHEST) == YES
    assert answer("Is it narrower at the bottom?", EVERYTHING, CHEST) == NO


def test_both_ends_ask_for_more_than_one_end():
    tube = ObjectSheet("t", "t", "Open at one end.", frozenset({Property(SHAPE, "open", "end")}))
    assert answer("Is it open at one end?", EVERYTHING, tube) == YES
    assert answer("Is it open at both ends?", EVERYTHING, tube) == CANNOT_TELL


def test_a_word_of_the_description_that_the_sheet_lacks_makes_a_no_uncertain():
    box = ObjectSheet("b", "b", "A box with a bit of felt.", frozenset({Property(SHAPE, "cube")}))
    assert answer("Is there felt on it?", EVERYTHING, box) == CANNOT_TELL
    assert answer("Is there fur on it?", EVERYTHING, box) == NO


def test_a_thing_goes_into_a_hollow_object_that_is_larger():
    sides = {extent: Measure(30, 30) for extent in (Extent.LENGTH, Extent.WIDTH, Extent.HEIGHT)}
    box = ObjectSheet("b", "b", "", frozenset({Property(SHAPE, "hollow")}), sides)
    assert answer("Would a brick fit in it?", EVERYTHING, box) == YES  # 21.5 cm in 0.85 x 30 cm
    assert answer("Is it big enough to hold a guitar?", EVERYTHING, box) == NO
