"""Columns, file formats, the ZIP stream and its check, on two rows."""

import io
import json
import tracemalloc
import zipfile
from datetime import UTC, datetime

import pyarrow.parquet
import pytest

from games.exporting import archive, checks, package, tables
from games.exporting.archive import Part
from games.exporting.columns import Column, Kind, Table, text, time, truth, whole
from games.exporting.file_formats import Format, as_typed, neutralised, writer

PEOPLE = Table(
    name="people",
    meaning="Invented people.",
    key=("name",),
    columns=(
        text("name", "What they are called."),
        whole("height", "How tall.", undefined="nobody measured"),
        Column("mass", Kind.NUMBER, "How heavy.", unit="kg", undefined="nobody weighed"),
        truth("splindow", "Whether they are."),
        time("met_at", "When.", undefined="never"),
    ),
)
ROWS = (
    {"name": "=1+1", "height": -4, "mass": 0.5, "splindow": True, "met_at": None},
    {
        "name": "vrelk, “q”\n🪨",
        "height": None,
        "mass": None,
        "splindow": False,
        "met_at": "2026-03-01T12:00:00.000000+00:00",
    },
)
ABOUT = {"name": "p", "title": "People", "canary": "CANARY", "release": True, "simulated": False}


def exported(file_format: Format = Format.CSV, rows=ROWS, about=ABOUT) -> bytes:
    return b"".join(archive.stream([Part(PEOPLE, rows)], file_format, about))


def written(file_format: Format) -> bytes:
    out = io.BytesIO()
    table = writer(PEOPLE, file_format, out)
    table.write(ROWS)
    table.close()
    return out.getvalue()


def changed(content: bytes, path: str, new: bytes | None) -> io.BytesIO:
    """The ZIP file with one entry's content replaced, or left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            if name != path or new is not None:
                after.writestr(name, new if name == path and new is not None else before.read(name))
    return out


def test_csv_is_as_the_rfc_has_it_with_formulas_neutralised_in_text_alone():
    assert written(Format.CSV).decode() == (
        "name,height,mass,splindow,met_at\r\n"
        "'=1+1,-4,0.5,true,\r\n"
        '"vrelk, “q”\n🪨",,,false,2026-03-01T12:00:00.000000+00:00\r\n'
    )


def test_json_lines_hold_every_text_as_typed():
    assert [json.loads(line) for line in written(Format.JSONL).splitlines()] == list(ROWS)


def test_parquet_holds_typed_columns_and_what_they_mean():
    table = pyarrow.parquet.read_table(io.BytesIO(written(Format.PARQUET)))
    assert table.to_pylist()[1] == {
        **ROWS[1],
        "met_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    }
    assert table.schema.field("mass").metadata[b"unit"] == b"kg"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'"])
def test_a_neutralised_text_comes_back(start):
    assert neutralised(f"{start}x") == f"'{start}x"
    assert as_typed(neutralised(f"{start}x")) == f"{start}x"


@pytest.mark.parametrize("plain", ["Is it soft?", "a=b", "", "“=”"])
def test_other_texts_stay_as_they_are(plain):
    assert as_typed(neutralised(plain)) == neutralised(plain) == plain


def test_a_row_without_one_of_the_columns_is_an_error():
    with pytest.raises(KeyError):
        exported(rows=[{"name": "vrelk"}])


@pytest.mark.parametrize("file_format", Format)
def test_an_export_is_whole_and_the_same_each_time(file_format):
    first = exported(file_format)
    assert first == exported(file_format)
    assert checks.check(io.BytesIO(first)) == checks.Findings(
        complete=True, problems=(), files=2, release=True, simulated=False
    )


def test_the_description_comes_last():
    names = zipfile.ZipFile(io.BytesIO(exported())).namelist()
    assert names == ["people.csv", "codebook.md", "datapackage.json"]


@pytest.mark.parametrize("file_format", Format)
def test_every_shorter_piece_of_an_export_is_incomplete(file_format):
    content = exported(file_format)
    for length in range(0, len(content), 37):
        assert not checks.check(io.BytesIO(content[:length])).complete


def test_a_changed_file_is_found():
    file = changed(exported(), "people.csv", exported_table().replace(b"vrelk", b"vrelc"))
    assert checks.check(file).problems == ("people.csv was changed: its SHA-256 is another",)


def test_a_shorter_file_is_found():
    file = changed(exported(), "people.csv", b"name")
    assert checks.check(file).problems == (
        f"people.csv has 4 bytes, {len(exported_table())} are described",
    )


def test_a_bit_that_was_lost_on_the_way_is_found():
    content = bytearray(exported())
    content[60] ^= 1
    assert checks.check(io.BytesIO(bytes(content))).problems == ("people.csv is damaged",)


def test_a_missing_file_is_found():
    assert checks.check(changed(exported(), "people.csv", None)).problems == (
        "people.csv is missing",
    )


def test_a_file_that_nobody_described_is_found():
    file = io.BytesIO(exported())
    with zipfile.ZipFile(file, "a") as grown:
        grown.writestr("extra.txt", "drezz")
    assert checks.check(file).problems == ("extra.txt is not described",)


@pytest.mark.parametrize("file_format", Format)
def test_a_wrong_count_of_rows_is_found(file_format):
    described = json.loads(
        zipfile.ZipFile(io.BytesIO(exported(file_format))).read(package.DATAPACKAGE)
    )
    described["resources"][0]["rows"] = 3
    file = changed(exported(file_format), package.DATAPACKAGE, json.dumps(described).encode())
    assert checks.check(file).problems == (f"people.{file_format} has 2 rows, 3 are described",)


@pytest.mark.parametrize("content", [b"[]", b'{"resources": 7}', b"{", b"\xff"])
def test_a_description_that_cannot_be_read_is_incomplete(content):
    assert not checks.check(changed(exported(), package.DATAPACKAGE, content)).complete


def test_an_error_among_the_rows_leaves_no_end():
    def rows():
        yield from ROWS * archive.BATCH
        raise OSError("The database is gone.")

    pieces = archive.stream([Part(PEOPLE, rows())], Format.CSV, ABOUT)
    received = b""
    with pytest.raises(OSError, match="gone"):
        for piece in pieces:
            received += piece
    assert not checks.check(io.BytesIO(received)).complete


def test_memory_does_not_grow_with_rows():
    def peak(count: int) -> int:
        tracemalloc.start()
        pieces = archive.stream([Part(PEOPLE, (ROWS[1] for _ in range(count)))], Format.CSV, ABOUT)
        for _ in pieces:
            pass
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    few, many = peak(2 * archive.BATCH), peak(20 * archive.BATCH)
    assert many < few * 1.2


def test_the_codebook_tells_every_column_and_warns():
    about = {**ABOUT, "release": False, "simulated": True}
    content = exported(about=about)
    words = zipfile.ZipFile(io.BytesIO(content)).read(package.CODEBOOK).decode()
    assert "| mass | number (kg) | How heavy. | nobody weighed |" in words
    assert "**Simulated**" in words and "**Not for release**" in words and "`CANARY`" in words


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_table_names_its_columns_once_and_says_what_each_means(table):
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    assert set(table.key) <= set(names)
    assert all(column.meaning for column in table.columns)


def exported_table() -> bytes:
    return written(Format.CSV)
