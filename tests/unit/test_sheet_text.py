from dataclasses import dataclass

import pytest

from games import lexicon
from games.oracles import TableOracle
from games.rules import Answer
from games.sheets import Extent, Measure
from games.table.sheet_text import sheet_from_text

WORDS = lexicon.load()
TABLE = TableOracle()


@dataclass(frozen=True)
class Described:
    description: str = ""
    material: str = ""
    shape: str = ""
    size: str = ""
    surface: str = ""


def sheet(**fields: str):
    return sheet_from_text(WORDS, Described(**fields))


def has(name: str, part: str = "", **fields: str) -> bool:
    return any(each.value == name and each.part == part for each in sheet(**fields).properties)


def sides(size: str, **fields: str) -> list[float]:
    measures = sheet(size=size, **fields).measures
    return [
        measures[extent].high
        for extent in (Extent.LENGTH, Extent.WIDTH, Extent.HEIGHT)
        if extent in measures
    ]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("24 x 16 x 4 cm, 900 g", [24, 16, 4]),
        ("140 cm by 70 cm, 5 mm thick", [140, 70, 0.5]),
        ("22 cm tall, 9 cm wide", [9, 9, 22]),
        ("40 cm on each side", [40, 40, 40]),
        ("30 cm across, 5 cm deep", [30, 30, 5]),
        ("7 cm tall, 4 cm wide, 15 mm thick", [4, 1.5, 7]),
        ("92 cm high, 45 cm wide, 50 cm deep", [50, 45, 92]),
        ("half a metre long", [50]),
        ("1 m across open, 85 cm long closed", [85]),
    ],
)
def test_figures_of_a_size_become_measures(size, expected):
    assert sides(size) == expected


def test_a_diameter_alone_is_every_side_of_a_sphere():
    assert sides("6 cm diameter", shape="sphere") == [6, 6, 6]


def test_the_thickness_of_a_rod_is_its_width_and_height():
    assert sides("19 cm long, 7 mm thick", shape="long rod") == pytest.approx([19, 0.7, 0.7])


def test_a_mass_is_read_in_grams_and_as_a_range():
    mass = sheet(size="about 1.5 to 2 kg").measures[Extent.MASS]
    assert mass == Measure(1500, 2000)


def test_a_mass_that_the_size_leaves_out_is_taken_from_the_description():
    measures = sheet(size="10 cm long", description="It weighs 80 grams.").measures
    assert measures[Extent.MASS] == Measure(80, 80)


def test_the_size_of_another_thing_gives_a_range():
    fist = sheet(size="about the size of a fist").measures[Extent.LENGTH]
    assert fist.low < 10 < fist.high


def test_an_adjective_belongs_to_the_part_that_follows_it():
    text = "A tool with a flat steel blade and a dark wooden handle."
    assert has("wood", "handle", description=text)
    assert has("flat", "blade", description=text)
    assert not has("wood", description=text)


def test_an_adjective_behind_its_part_belongs_to_it():
    assert has("curved", "handle", description="The handle is curved.")


@pytest.mark.parametrize(
    "text",
    ["It has no openings or handles.", "Nothing on it can open, nor does it have a handle.",
     "There is no stand, handle or lid.", "It comes without a handle."],
)  # fmt: skip
def test_what_is_denied_is_not_there(text):
    assert not has("handle", description=text)


def test_a_denial_ends_with_its_clause():
    assert has("flat_bottom", description="It has no lid but a flat bottom.")


def test_what_lies_around_the_thing_is_not_of_the_thing():
    assert not has("stone", description="It would shatter on a stone floor.")


def test_a_band_round_the_middle_does_not_make_it_round():
    assert not has("round", description="A stripe is painted round the middle.")
    assert has("round", description="A round tin.")


def test_a_clause_goes_on_about_the_part_of_the_one_before():
    assert has("flat", "blade", description="The blade is steel, flat and long.")


def test_a_substance_given_to_a_part_is_not_that_of_the_whole():
    fields = {"material": "steel blade, wooden handle", "description": "The steel is shiny."}
    assert has("steel", "blade", **fields)
    assert not has("steel", **fields)


def test_glass_is_rigid_and_transparent_unless_the_text_says_otherwise():
    assert has("transparent", material="glass")
    assert not has("transparent", material="glass", surface="opaque black")


def test_a_small_part_does_not_make_the_whole_soft():
    assert not has("flexible", material="wood, rubber eraser")


def test_what_cannot_be_bent_is_rigid():
    assert has("rigid", description="It cannot be bent.")


def test_steel_and_metal_are_one_material_and_steel_and_wood_two():
    assert has("one_material", material="steel, metal")
    assert has("several_materials", material="steel, wood")


def test_the_figure_of_a_height_does_not_make_it_tall():
    assert not has("tall", size="3 cm tall")


def test_a_light_colour_is_no_light_weight():
    text = Described(surface="light blue")
    probe = TABLE.read("Is it light blue?")
    assert TABLE.decide(probe, sheet_from_text(WORDS, text)).answer == Answer.YES
    assert not has("lightweight", surface="light blue")


def test_an_empty_text_gives_an_object_without_measures():
    assert sheet().measures == {}


def test_a_form_of_a_detail_is_not_the_form_of_the_whole():
    text = "A wooden box. A narrow ribbon runs around it."
    assert has("strip", "detail", description=text)
    assert not has("strip", description=text)


def test_a_simile_gives_no_property():
    assert not has("glass", description="A cube of resin; one sees through it as through glass.")


def test_an_unknown_noun_in_a_list_of_materials_is_a_part():
    assert has("steel", "shackle", material="brass body, steel shackle")
    assert not has("steel", material="brass body, steel shackle")


def test_which_of_three_sides_stands_upright_is_taken_from_the_description():
    text = "A box 15 cm wide, 14 cm deep and 24 cm high."
    assert sides("15 x 14 x 24 cm", description=text) == [15, 14, 24]


def test_the_thickness_of_a_wall_is_not_that_of_the_object():
    assert sides("10 cm tall, 7.5 cm diameter, glass 3 mm thick") == [7.5, 7.5, 10]
