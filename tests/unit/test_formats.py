import json
from pathlib import Path

import pytest

from games import formats
from games.formats import RowError
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"


@pytest.fixture
def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in MINI.iterdir()}


def changed(files: dict[str, bytes], file: str, line: int, **fields: object) -> dict[str, bytes]:
    """The files with some fields of one line set to other values; None takes a field away."""
    rows = [json.loads(row) for row in files[file].splitlines()]
    rows[line - 1] |= fields
    rows[line - 1] = {key: value for key, value in rows[line - 1].items() if value is not None}
    return files | {file: "".join(json.dumps(row) + "\n" for row in rows).encode()}


def only_error(files: dict[str, bytes]) -> RowError:
    (error,) = formats.read_catalogue(files).errors
    return error


def places(files: dict[str, bytes]) -> list[tuple[str, int, str]]:
    return [(e.file, e.line, e.field) for e in formats.read_catalogue(files).errors]


def test_the_mini_catalogue_is_read_whole(files):
    content = formats.read_catalogue(files).content
    sizes = len(content.objects), len(content.affordances), len(content.labels), len(content.games)
    assert sizes == (3, 9, 3, 5)


def test_a_listed_part_carries_the_value_alone_and_an_empty_list_means_the_whole(files):
    content = formats.read_catalogue(files).content
    skewer = next(row.sheet for row in content.objects if row.sheet.key == "kebab_skewer")
    assert {p for p in skewer.properties if p.dimension == Dimension.MATERIAL} == {
        Property(Dimension.MATERIAL, "brass", "ring"),
        Property(Dimension.MATERIAL, "steel", ""),
    }


def test_canonical_files_come_out_byte_for_byte(files):
    assert formats.catalogue_files(formats.read_catalogue(files).content) == files


def test_order_and_spacing_change_neither_bytes_nor_hash(files):
    mixed = dict(files)
    for name in ("objects.jsonl", "labels.jsonl", "vocabulary.jsonl"):
        rows = [json.loads(line) for line in reversed(files[name].splitlines())]
        told = [json.dumps(dict(reversed(row.items())), separators=(",", ":")) for row in rows]
        mixed[name] = "\n".join(told).encode()
    one, other = (formats.read_catalogue(each).content for each in (files, mixed))
    assert formats.catalogue_files(other) == files
    assert formats.catalogue_sha256(one) == formats.catalogue_sha256(other)


def test_games_leave_the_hash_of_a_catalogue_alone(files):
    whole = formats.read_catalogue(files).content
    files.pop("games.jsonl")
    without = formats.read_catalogue(files).content
    assert formats.catalogue_sha256(whole) == formats.catalogue_sha256(without)


def test_another_word_in_a_definition_is_another_hash(files):
    other = changed(files, "affordances.jsonl", 1, definition="Something else.")
    one, two = (formats.read_catalogue(each).content for each in (files, other))
    assert formats.catalogue_sha256(one) != formats.catalogue_sha256(two)


def test_the_hash_of_a_sheet_leaves_out_key_and_name():
    properties = frozenset({Property(Dimension.MATERIAL, "glass")})
    measures = {Extent.MASS: Measure(5, 6)}
    one = ObjectSheet("marble", "marble", "A ball.", properties, measures)
    two = ObjectSheet("taw", "taw", "A ball.", properties, {Extent.MASS: Measure(5.0, 6.0)})
    three = ObjectSheet("marble", "marble", "A ball.", properties, {Extent.MASS: Measure(5, 7)})
    assert formats.sheet_sha256(one) == formats.sheet_sha256(two)
    assert formats.sheet_sha256(one) != formats.sheet_sha256(three)


def test_all_errors_of_all_files_come_at_once(files):
    faulty = changed(files, "objects.jsonl", 2, name=7, colour="red")
    faulty = changed(faulty, "affordances.jsonl", 9, requires=0)
    faulty = changed(faulty, "games.jsonl", 1, split="train")
    assert places(faulty) == [
        ("objects.jsonl", 2, "name"),
        ("objects.jsonl", 2, "colour"),
        ("affordances.jsonl", 9, "requires"),
        ("games.jsonl", 1, "split"),
    ]


def test_a_faulty_catalogue_gives_no_content(files):
    assert formats.read_catalogue(changed(files, "objects.jsonl", 1, name="")).content is None


def test_an_error_names_file_line_field_and_problem():
    error = RowError(3, "split", "'train' is none of dev, test.", "games.jsonl")
    assert str(error) == "games.jsonl:3: split: 'train' is none of dev, test."


@pytest.mark.parametrize(
    "file", ["vocabulary.jsonl", "objects.jsonl", "affordances.jsonl", "labels.jsonl"]
)
def test_what_speaks_of_a_line_that_cannot_be_read_is_no_further_error(files, file):
    files[file] = b"?" + files[file]
    assert (only_error(files).file, only_error(files).line) == (file, 1)


def test_a_missing_file_is_said_and_rows_are_not_held_against_it(files):
    files.pop("affordances.jsonl")
    assert str(only_error(files)) == "affordances.jsonl: The file is missing."


def test_a_file_of_a_wrong_name_is_said(files):
    files["game.jsonl"] = files.pop("games.jsonl")
    assert only_error(files).file == "game.jsonl"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"", "The line is blank."),
        (b"[]", "The line holds no JSON object."),
        (b'{"key": "a" "b"}', "No JSON at character 13: Expecting ',' delimiter."),
        (b'{"requires": NaN}', "NaN is no JSON number."),
        (b'{"requires": 1e999}', "1e999 is too large for a number."),
        (b'{"key": "a", "key": "b"}', "The object names 'key' more than once."),
        (b'{"key": "caf\xe9"}', "Byte 13 is no UTF-8."),
        (b"[" * 100_000, "The JSON is nested too deeply."),
    ],
)
def test_a_line_that_is_no_row_is_one_error_with_its_line(files, line, problem):
    files["affordances.jsonl"] += line + b"\n"
    errors = formats.read_catalogue(files).errors
    assert errors == (RowError(10, "", problem, "affordances.jsonl"),)


def test_a_byte_order_mark_is_one_error(files):
    files["objects.jsonl"] = b"\xef\xbb\xbf" + files["objects.jsonl"]
    assert only_error(files).problem == (
        "The file begins with a byte order mark; save it as plain UTF-8."
    )


def test_utf_16_is_named(files):
    files["games.jsonl"] = files["games.jsonl"].decode().encode("utf-16")
    assert only_error(files).problem == "The file is UTF-16; save it as UTF-8."


def test_crlf_is_one_error_a_file(files):
    files["games.jsonl"] = files["games.jsonl"].replace(b"\n", b"\r\n")
    assert only_error(files).problem.startswith("5 lines end in CRLF")


def test_a_missing_last_line_end_is_no_error(files):
    files["games.jsonl"] = files["games.jsonl"].removesuffix(b"\n")
    assert formats.read_catalogue(files).errors == ()


def test_an_empty_file_is_said(files):
    files["games.jsonl"] = b""
    assert str(only_error(files)) == "games.jsonl: The file is empty."


def test_a_manifest_over_many_lines_names_the_line_of_its_fault(files):
    files["manifest.json"] = b'{\n  "version": "mini-1",\n  "title" "x"\n}'
    assert (only_error(files).file, only_error(files).line) == ("manifest.json", 3)


@pytest.mark.parametrize(
    ("measures", "field"),
    [
        ({"length": [0, 1]}, "measures.length"),
        ({"length": [2, 1]}, "measures.length"),
        ({"length": [1]}, "measures.length"),
        ({"length": ["1", "2"]}, "measures.length"),
        ({"length": [True, True]}, "measures.length"),
        ({"length": [1, 10_001]}, "measures.length"),
        ({"depth": [1, 2]}, "measures.depth"),
    ],
)
def test_a_measure_out_of_range_or_unknown_is_refused(files, measures, field):
    sound = {"length": [1, 1], "width": [1, 1], "height": [1, 1], "mass": [1, 1]}
    error = only_error(changed(files, "objects.jsonl", 1, measures=sound | measures))
    assert (error.line, error.field) == (1, field)


def test_a_measure_that_is_not_given_is_missing(files):
    measures = {"length": [1, 1], "width": [1, 1], "height": [1, 1]}
    error = only_error(changed(files, "objects.jsonl", 1, measures=measures))
    assert (error.field, error.problem) == ("measures.mass", "This measure is missing.")


@pytest.mark.parametrize(
    ("file", "line", "fields", "field"),
    [
        ("manifest.json", 1, {"version": "mini 1"}, "version"),
        ("manifest.json", 1, {"canary": None}, "canary"),
        ("vocabulary.jsonl", 6, {"value": "brass"}, "value"),
        ("objects.jsonl", 1, {"description": "half a pair: \ud800"}, "description"),
        ("objects.jsonl", 1, {"description": "a NUL: \x00"}, "description"),
        ("objects.jsonl", 1, {"properties": {}}, "properties"),
        ("objects.jsonl", 1, {"properties": {"colour": {"red": []}}}, "properties.colour"),
        ("objects.jsonl", 1, {"properties": {"size": {"huge": []}}}, "properties.size.huge"),
        ("objects.jsonl", 1, {"properties": {"size": {"long": "lid"}}}, "properties.size.long"),
        ("objects.jsonl", 1, {"origin": {"list": 1}}, "origin.list"),
        ("objects.jsonl", 1, {"origin": {"\ud800": "own"}}, "origin"),
        ("objects.jsonl", 1, {"half\ud800": 1}, r"'half\ud800'"),
        ("vocabulary.jsonl", 1, {"broader": ["alloy"]}, "broader"),
        ("vocabulary.jsonl", 1, {"broader": ["brass"]}, "broader"),
        ("affordances.jsonl", 1, {"requires": True}, "requires"),
        (
            "labels.jsonl",
            3,
            {"not_deducible": {"float_on_water": " "}},
            "not_deducible.float_on_water",
        ),
        ("labels.jsonl", 1, {"decided": "vote"}, "decided"),
        ("labels.jsonl", 1, {"yes": ["let_light_through"]}, ""),
        ("labels.jsonl", 1, {"yes": ["let_light_through", "roll_on_floor", "stand_on_end"]}, ""),
        ("labels.jsonl", 1, {"yes": ["let_light_through", "roll_on_floor", "sing"]}, "yes"),
        ("games.jsonl", 2, {"key": "m0001"}, "key"),
        ("games.jsonl", 1, {"object": "teapot"}, "object"),
        ("games.jsonl", 1, {"target": "conduct_heat"}, "target"),
        ("games.jsonl", 1, {"candidates": ["pierce_through", "hold_liquid"]}, "candidates"),
        ("games.jsonl", 1, {"candidates": ["pierce_through"] * 8}, "candidates"),
    ],
)
def test_a_fault_is_one_error_on_its_line_and_field(files, file, line, fields, field):
    error = only_error(changed(files, file, line, **fields))
    assert (error.file, error.line, error.field) == (file, line, field)


@pytest.mark.parametrize("file", ["objects.jsonl", "affordances.jsonl", "labels.jsonl"])
def test_a_row_that_stands_twice_is_one_error_at_the_second(files, file):
    rows = files[file].splitlines(keepends=True)
    files[file] += rows[0]
    assert only_error(files).line == len(rows) + 1


def test_an_object_without_labels_is_said_of_the_labels(files):
    files["labels.jsonl"] = b"".join(files["labels.jsonl"].splitlines(keepends=True)[:2])
    files.pop("games.jsonl")
    error = only_error(files)
    assert (error.file, error.problem) == ("labels.jsonl", "No row labels wool_blanket.")


def test_an_object_may_have_a_row_for_each_way_of_deciding(files):
    rows = files["labels.jsonl"].splitlines(keepends=True)
    marble = json.loads(rows[0])
    people = marble | {"no": [], "decided": "consensus", "raters": "people"}
    model = marble | {"yes": []}
    split = [json.dumps(row).encode() + b"\n" for row in (people, model)]
    content = formats.read_catalogue(files | {"labels.jsonl": b"".join(split + rows[1:])}).content
    assert len(formats.labels_of(content.labels)["glass_marble"]) == 9


def test_a_row_that_labels_nothing_is_refused(files):
    nothing = {"object": "glass_marble", "yes": [], "no": [], "not_deducible": {}}
    row = json.dumps(nothing | {"decided": "consensus", "raters": "people"})
    files["labels.jsonl"] += row.encode()
    assert only_error(files).problem == "The row labels nothing."


def test_a_target_that_is_not_deducible_spoils_its_games(files):
    # roll_on_floor is the target of the game on line 3.
    undecided = {"roll_on_floor": "It depends on the floor."}
    faulty = changed(files, "labels.jsonl", 1, yes=["let_light_through"], not_deducible=undecided)
    assert places(faulty) == [("games.jsonl", 3, "target")]


def test_a_distractor_that_the_object_has_spoils_the_game(files):
    candidates = "pierce_through conduct_heat fold_flat hold_liquid stand_on_end raise_a_sitter"
    faulty = changed(
        files,
        "games.jsonl",
        1,
        candidates=[*candidates.split(), "let_light_through", "roll_on_floor"],
    )
    assert only_error(faulty).problem == "conduct_heat is yes for kebab_skewer; it must be no."


def test_games_are_read_against_a_catalogue_that_may_have_some_already(files):
    content = formats.read_catalogue(files).content
    assert formats.read_games(files["games.jsonl"], content).content == content.games


def test_a_game_that_is_there_with_other_content_is_refused(files):
    content = formats.read_catalogue(files).content
    other = changed(files, "games.jsonl", 2, split="dev")["games.jsonl"]
    (error,) = formats.read_games(other, content).errors
    assert (error.line, error.field) == (2, "key")
