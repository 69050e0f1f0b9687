"""Sheets while they are written."""

import pytest

from annotation import draft_sheets
from games.sheets import Extent
from tests.drafts import SHEET, VOCABULARY


def problems(**changed):
    reading = draft_sheets.read_sheet("whimplet", "whimplet", SHEET | changed, VOCABULARY)
    return [f"{error.field}: {error.problem}" for error in reading.errors]


def test_a_sheet_comes_back_as_it_was_told():
    sheet = draft_sheets.read_sheet("whimplet", "whimplet", SHEET, VOCABULARY).content
    assert draft_sheets.content_of(sheet) == SHEET


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"description": " "}, "description: The text is empty."),
        ({"properties": {}}, "properties: The object has no property at all."),
        (
            {"properties": {"material": {"gold": []}}},
            "properties.material.gold: gold is no material of the vocabulary.",
        ),
        ({"properties": {"colour": {"red": []}}}, "properties.colour: 'colour' is none of"),
        ({"measures": {"length": [3, 2]}}, "measures.length: [3, 2] does not run from low to"),
        ({"description": "It is stiff."}, "description: It has 1 sentence; 4 to 6 are asked."),
        (
            {"description": "Whimplets bend. They do. It is dry. It is old."},
            "description: It says the name, whimplet.",
        ),
        (
            {"measures": SHEET["measures"] | {"width": [20, 31]}},
            "measures.length: The length, 30 cm, is less than the width, 31 cm; length is the",
        ),
        ({"measures": {}}, "measures.mass: This measure is missing."),
    ],
)
def test_what_a_catalogue_file_would_refuse_is_refused(changed, problem):
    assert any(each.startswith(problem) for each in problems(**changed))


def test_lines_of_properties_read_back_as_they_were_written():
    told = {"material": {"steel": [], "wood": ["grip", "tip"]}, "shape": {"round": []}}
    lines = draft_sheets.property_lines(told)
    assert lines == "material: steel, wood@grip, wood@tip\nshape: round"
    assert draft_sheets.properties_in(lines).content == told


def test_lines_are_read_as_people_type_them():
    typed = " Material : Stainless-Steel,, wood @ Left grip \r\n\nmaterial: steel\n"
    assert draft_sheets.properties_in(typed).content == {
        "material": {"stainless_steel": [], "wood": ["left_grip"], "steel": []}
    }


def test_a_line_without_a_colon_is_named():
    (error,) = draft_sheets.properties_in("material: steel\nround").errors
    assert draft_sheets.sentence_of(error).startswith("properties: line 2: A line is a dimension")


@pytest.mark.parametrize(
    ("text", "ends"),
    [("33", [33, 33]), (" 20 to 26.5 ", [20, 26.5]), ("20-26", [20, 26]), ("20–26", [20, 26])],
)
def test_measures_are_read_as_numbers_and_ranges(text, ends):
    assert draft_sheets.measures_in({Extent.MASS: text}).content == {"mass": ends}


@pytest.mark.parametrize("text", ["", "heavy", "1,5", "1.2.3", "-3", "20 to", "1e3"])
def test_what_is_no_number_is_refused(text):
    (error,) = draft_sheets.measures_in({Extent.MASS: text}).errors
    assert (error.field, text in error.problem) == ("measures.mass", True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("8,5 cm", "Use a point and no unit, such as 8.5."),
        ("0", "It must be more than 0."),
        ("26 to 20", "The range begins with its larger end; write 20 to 26."),
        ("100000001", "It may be 100,000,000 g at most."),
    ],
)
def test_a_measure_is_refused_with_its_limit(text, problem):
    (error,) = draft_sheets.measures_in({Extent.MASS: text}).errors
    assert error.problem.endswith(problem)


@pytest.mark.parametrize(
    ("ends", "text"),
    [([33, 33], "33"), ([2, 2.5], "2 to 2.5"), ([1234567] * 2, "1234567"), ([0.1, 9], "0.1 to 9")],
)
def test_measures_are_written_as_they_are_read(ends, text):
    assert draft_sheets.range_text(ends) == text
    assert draft_sheets.measures_in({Extent.MASS: text}).content == {"mass": ends}
