"""Files of units: what is read stays as it stands, and all that is wrong is told with its line."""

import codecs
import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.unit_files import UnitRow, compare, read_rows
from annotation.unit_tables import WRITTEN
from games.formats import Reading

STORABLE = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
TEXTS = st.text(STORABLE, max_size=30)
KEYS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=10).filter(
    lambda name: name not in ("key", "gold", "training")
)
NUMBERS = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)


def read_units(data, file):
    units, faults = read_rows(data, file)
    return Reading(None, faults) if faults else Reading(units)


def read(text, file="units.csv", encoding="utf-8"):
    return read_units(text.encode(encoding), file)


def rows(text, file="units.csv"):
    reading = read(text, file)
    assert reading.errors == ()
    return reading.content


def problems(text, file="units.csv"):
    reading = read(text, file)
    assert reading.content is None
    return [str(error) for error in reading.errors]


def lines(*objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


def test_a_table_gives_texts_under_its_header():
    assert rows("key,name,text\nu1,mug,A mug.\n") == (
        UnitRow("u1", {"name": "mug", "text": "A mug."}),
    )


@pytest.mark.parametrize("cell", ["None", "NA", "nan", "007", "1e5", "TRUE", "  mug ", "", "null"])
def test_a_cell_stays_the_text_that_it_is(cell):
    assert rows(f"key,name\nu1,{cell}\n")[0].snapshot == {"name": cell}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('"a, b"', "a, b"),
        ('"a\r\nb\nc"', "a\r\nb\nc"),
        ('"the ""big"" one"', 'the "big" one'),
        ('""""', '"'),
        ('a 5" pipe', 'a 5" pipe'),
        ("a\u2028b\x0bc", "a\u2028b\x0bc"),
    ],
)
def test_quotes_keep_what_would_end_a_cell(cell, text):
    assert rows(f"key,name,last\r\nu1,{cell},z\r\n")[0].snapshot == {"name": text, "last": "z"}


def test_a_table_by_tabs_leaves_commas_alone():
    assert rows("key\tname\nu1\ta, b\n", "units.tsv")[0].snapshot == {"name": "a, b"}


def test_a_column_marked_so_holds_json():
    text = 'key,parts:json,size:json\nu1,"[""lid"", 2]",null\n'
    assert rows(text)[0].snapshot == {"parts": ["lid", 2], "size": None}


def test_gold_and_training_are_no_part_of_the_snapshot():
    table = 'key,gold,training,name\nu1,"{""holds"": ""yes""}",TRUE,mug\nu2,,,cup\nu3,,false,jug\n'
    expected = (
        UnitRow("u1", {"name": "mug"}, {"holds": "yes"}, training=True),
        UnitRow("u2", {"name": "cup"}),
        UnitRow("u3", {"name": "jug"}),
    )
    assert rows(table) == expected
    objects = lines(
        {"key": "u1", "gold": {"holds": "yes"}, "training": True, "name": "mug"},
        {"key": "u2", "gold": None, "name": "cup"},
        {"key": "u3", "training": False, "name": "jug"},
    )
    assert rows(objects, "units.jsonl") == expected


@pytest.mark.parametrize("file", ["units.csv", "UNITS.JSONL"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_marks_and_line_ends_of_every_system_are_read(file, encoding, end):
    text = lines({"key": "ü", "name": "杯子"}) if "JSONL" in file else "key,name\nü,杯子\n"
    data = text.replace("\n", end).encode(encoding)
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    assert read_units(mark + data, file).content == (UnitRow("ü", {"name": "杯子"}),)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("key,name\nu1,Tür\n".encode("latin-1"), 2),
        ("key,name\nu1,mug\n".encode("utf-16-le"), 1),
        ("key,name\nu1,mug\n".encode("utf-16-be"), 1),
        ("key,name\nu1,mug\n".encode("utf-32"), 1),
        ("key,name\nu1,mug\n".encode("utf-16")[:-1], 2),
    ],
)
def test_another_encoding_is_refused_with_what_to_do(data, line):
    (error,) = read_units(data, "units.csv").errors
    assert (error.line, "save it as UTF-8" in error.problem) == (line, True)


@pytest.mark.parametrize("file", ["units.xlsx", "units", "units.json", "csv"])
def test_other_files_are_refused_by_name(file):
    (problem,) = problems("key\nu1\n", file)
    assert problem.startswith(f"{file}: The name ends in none of .jsonl, .csv, .tsv")


def test_a_header_tells_all_its_faults():
    assert problems('name,name,,tall ,"a\nb",name:json\nu1\n') == [
        "units.csv:1: column 2: name is the name of column 1 already.",
        "units.csv:1: column 3: The field has no name.",
        "units.csv:1: column 4: The name begins or ends with a space.",
        "units.csv:1: column 5: The name holds a character that cannot be seen.",
        "units.csv:1: column 6: name is the name of column 1 already.",
        "units.csv:1: key: The header has no column key.",
        "units.csv:3: The row has 1 cell; the header has 6. Nothing is left for name.",
    ]


def test_semicolons_are_told_from_commas():
    (problem,) = problems("key;name\nu1;mug\n")
    assert problem.endswith("parted by semicolons; save the file with commas.")


def test_ragged_rows_are_told_by_line_and_column():
    text = 'key,a,b\nu1,"x\ny",1\nu2,1\nu3,1,2,3\n\nu4,1,2\n,\n'
    assert problems(text) == [
        "units.csv:4: The row has 2 cells; the header has 3. Nothing is left for b.",
        "units.csv:5: The row has 4 cells; the header has 3.",
        "units.csv:6: The line is blank.",
        "units.csv:8: The row has 2 cells; the header has 3. Nothing is left for b.",
        "units.csv:8: key: The text is empty.",
    ]


def test_quotes_that_do_not_fit_are_told():
    assert problems('key,a\nu1,"x"y\nu2,"x""\nu3,z\n') == [
        "units.csv:2: column 2: 'y' stands behind the quote that ends the cell.",
        "units.csv:3: column 2: The quote that begins this cell is never closed.",
    ]


@pytest.mark.parametrize("text", ["", "key,name\n", "key,name"])
def test_a_table_without_rows_is_refused(text):
    (error,) = read(text).errors
    assert error.line == 0


def test_an_empty_file_of_lines_is_refused():
    assert problems("", "units.jsonl") == ["units.jsonl: The file is empty."]


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("lid", f"From character 1 on this is no JSON. {WRITTEN}"),
        ("NaN", "NaN is no JSON number."),
        ("1e999", "1e999 is too large for a number."),
        ('"{""a"": 1, ""a"": 2}"', "The object names 'a' more than once."),
        ("[" * 100_000, "The JSON is nested too deeply."),
        ("[" * 51 + "]" * 51, "The JSON is nested more than 50 deep."),
        (
            r'"""\u0000"""',
            "The text holds U+0000 or half a surrogate pair, which cannot be stored.",
        ),
        (
            r'"[""\ud800""]"',
            "The text holds U+0000 or half a surrogate pair, which cannot be stored.",
        ),
    ],
)
def test_json_that_cannot_be_kept_is_refused(cell, problem):
    assert problems(f"key,parts:json\nu1,{cell}\n") == [f"units.csv:2: parts: {problem}"]


def test_an_empty_cell_of_a_json_column_is_no_field():
    assert read("key,parts:json,name\nu1,,\n").content == (UnitRow("u1", {"name": ""}),)


def test_every_fault_of_every_row_is_told_at_once():
    text = "key,gold,training,size:json\n,[],yes,x\nu1,,,1\nu1,,,1\n"
    assert problems(text) == [
        "units.csv:2: training: 'yes' is not true or false.",
        f"units.csv:2: size: From character 1 on this is no JSON. {WRITTEN}",
        "units.csv:2: key: The text is empty.",
        "units.csv:2: gold: [] is not a JSON object.",
        "units.csv:4: key: u1 stands on line 3 already.",
    ]


def test_lines_that_name_no_unit_are_refused():
    text = lines({"key": 7}, {"name": "mug"}, {"key": "x" * 201}, {"key": "u1", "": 1}) + "[]\n"
    assert problems(text, "u.jsonl") == [
        "u.jsonl:1: key: 7 is not a text.",
        "u.jsonl:2: key: This field is missing.",
        "u.jsonl:3: key: The text has 201 characters; 200 at most are allowed.",
        "u.jsonl:4: The field has no name.",
        "u.jsonl:5: The line holds no JSON object.",
    ]


def test_a_fault_of_a_key_is_told_once():
    text = lines({"key": "a\x00"}, {"key": "x" * 201}, {"key": "x" * 201})
    assert [error.line for error in read(text, "u.jsonl").errors] == [1, 2, 3]


def test_the_longest_key_is_taken():
    assert rows(f"key\n{'x' * 200}\n")[0].key == "x" * 200


@pytest.mark.parametrize("field", [{"training": "true"}, {"training": None}, {"gold": "yes"}])
def test_gold_and_training_of_another_type_are_refused(field):
    (error,) = read(lines({"key": "u1"} | field), "u.jsonl").errors
    assert (error.line, error.field) == (1, *field)


def test_a_null_character_is_told_with_its_own_line():
    assert problems('key,a\nu1,"x\ny\x00"\n') == [
        "units.csv:3: Character 2 is U+0000, which cannot be stored."
    ]
    assert problems('{"key": "u1",\x00}\n', "u.jsonl")[0].startswith("u.jsonl:1: Character 14 is")
    assert problems(lines({"key": "u1", "a": {"b\x00": 1}}), "u.jsonl") == [
        "u.jsonl:1: a: The text holds U+0000 or half a surrogate pair, which cannot be stored."
    ]


@pytest.mark.parametrize(
    "text", ["x" * 1_000_001, ["x" * 999_997]], ids=["a text", "a list with its brackets"]
)
def test_a_field_of_more_than_a_million_characters_is_refused(text):
    (problem,) = problems(lines({"key": "u1", "a": text}), "u.jsonl")
    assert "1000001 characters; 1000000 at most" in problem


def test_a_cell_of_a_million_characters_is_the_longest():
    assert rows(f"key,a\nu1,{'x' * 1_000_000}\n")[0].key == "u1"
    (problem,) = problems(f"key,a\nu1,{'x' * 1_000_001}\n")
    assert "1000001 characters; 1000000 at most" in problem


def test_json_as_deep_as_may_be_is_read():
    assert rows(f"key,parts:json\nu1,{'[' * 50}1{']' * 50}\n")[0].key == "u1"


@given(st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=6))
def test_a_table_as_python_writes_it_comes_back(cells):
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(["key", "a", "b", "c"])
    writer.writerows([f"u{at}", *row] for at, row in enumerate(cells))
    read_back = [[*row.snapshot.values()] for row in rows(written.getvalue())]
    assert read_back == cells


@given(st.dictionaries(KEYS, st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=4))
def test_lines_as_python_writes_them_come_back(units):
    text = lines(*({"key": key} | snapshot for key, snapshot in units.items()))
    assert {row.key: row.snapshot for row in rows(text, "units.jsonl")} == units


@given(st.binary(max_size=200), st.sampled_from(["u.csv", "u.tsv", "u.jsonl"]))
def test_of_any_bytes_each_fault_has_a_line_and_words(data, file):
    _, faults = read_rows(data, file)
    assert all(fault.line >= 0 and fault.problem and fault.file == file for fault in faults)


def test_an_import_is_compared_with_what_is_stored():
    new, same, other = (UnitRow(key, {"name": "mug", "size": 1}) for key in ("u1", "u2", "u3"))
    stored = {"u2": {"size": 1.0, "name": "mug"}, "u3": {"name": "mug"}, "u4": {}}
    compared = compare([new, same, other], stored)
    assert (compared.new, compared.same, compared.conflicting) == ((new,), (same,), (other,))


@pytest.mark.parametrize("stored", [{"a": [True]}, {"a": ["1"]}, {"a": [1, 1]}, {"a": None}, {}])
def test_a_value_of_another_type_conflicts(stored):
    row = UnitRow("u1", {"a": [1]})
    assert compare([row], {"u1": stored}).conflicting == (row,)
