from dataclasses import replace
from pathlib import Path

import pytest

from games import catalogue_checks, formats
from games.catalogue_checks import Finding, findings
from games.formats import CatalogueContent
from games.rules import GameSpec
from games.sheets import ObjectSheet

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"


@pytest.fixture
def content() -> CatalogueContent:
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    return formats.read_catalogue(files).content


def of_kind(content: CatalogueContent, kind: str) -> list[Finding]:
    return [finding for finding in findings(content) if finding.kind == kind]


def with_sheet(content: CatalogueContent, key: str, **fields: object) -> CatalogueContent:
    def sheet(old: ObjectSheet) -> ObjectSheet:
        return replace(old, **fields) if old.key == key else old

    rows = tuple(replace(row, sheet=sheet(row.sheet)) for row in content.objects)
    return replace(content, objects=rows)


def test_labels_and_games_are_counted_for_each_affordance(content):
    counts = {count.key: count for count in catalogue_checks.affordance_counts(content)}
    floats = counts["float_on_water"]
    assert (floats.yes, floats.no, floats.not_deducible) == (0, 2, 1)
    # One of three objects folds flat, and one game has it as its target.
    assert (counts["fold_flat"].share, counts["fold_flat"].games) == (pytest.approx(1 / 3), 1)


def test_affordances_that_no_object_has_are_found(content):
    found = [finding.subject for finding in of_kind(content, "no positive")]
    assert found == ["float_on_water", "hold_liquid", "raise_a_sitter", "stand_on_end"]


def test_a_narrower_value_counts_for_its_broader_one(content):
    idle = {finding.subject: finding.text for finding in of_kind(content, "idle value")}
    # round: the marble is spherical and the skewer has a ring, both round by the vocabulary.
    assert "shape:round" not in idle
    assert idle["material:wool"] == "Only one object has it."
    assert idle["material:wood"] == "No object has it."


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("A glass marble of blue.", "glass marble"),
        ("Two marbles look alike.", "marble"),
        ("A ball of marbled glass.", None),
    ],
)
def test_a_description_that_names_its_object_is_found(content, description, told):
    texts = [
        finding.text
        for finding in of_kind(
            with_sheet(content, "glass_marble", description=description), "name told"
        )
    ]
    assert texts == ([f"The description says {told!r}."] if told else [])


@pytest.mark.parametrize(
    ("description", "found"),
    [
        ("It rolls away over any floor.", 1),
        ("A floor lamp stands by. It lies on a roll of cloth.", 0),
        ("Its keen tip has pierced many things.", 1),
    ],
)
def test_a_sentence_with_the_words_of_an_affordance_is_found(content, description, found):
    told = with_sheet(content, "glass_marble", description=description)
    assert len(of_kind(told, "affordance told")) == found


def test_objects_alike_in_properties_but_not_in_labels_are_found_once(content):
    marble = content.objects[0].sheet
    alike = with_sheet(content, "wool_blanket", properties=marble.properties)
    (finding,) = of_kind(alike, "twins")
    assert finding.subject == "glass_marble"
    assert "wool_blanket has the same properties, other measures" in finding.text
    assert "float_on_water, fold_flat, let_light_through, roll_on_floor" in finding.text


def test_a_target_with_two_games_more_than_another_is_found(content):
    spec = content.games[0].spec
    more = tuple(replace(content.games[0], key=f"x{n}", spec=spec) for n in range(2))
    # pierce_through: 1 + 2 = 3 games; every other target has 1.
    lopsided = of_kind(replace(content, games=content.games + more), "lopsided games")
    assert [finding.subject for finding in lopsided] == ["pierce_through"]


def test_a_game_in_another_order_of_candidates_is_the_same_game(content):
    spec = content.games[0].spec
    turned = GameSpec(spec.object_key, spec.candidates[::-1], spec.target)
    again = replace(content.games[0], key="x1", spec=turned)
    (finding,) = of_kind(replace(content, games=(*content.games, again)), "repeated game")
    assert (finding.subject, finding.text) == ("x1", "It is the same game as m0001.")


@pytest.mark.parametrize("word", ["fold", "folds", "folded", "folding"])
def test_forms_of_a_verb_share_a_stem(word):
    assert catalogue_checks.stem(word) == "fold"


def test_a_doubled_consonant_is_taken_back():
    assert catalogue_checks.stem("wrapping") == catalogue_checks.stem("wrap")
