"""Columns, file formats, the ZIP stream and its check, on two rows."""

import io
import json
import tracemalloc
import warnings
import zipfile
from datetime import UTC, datetime

import pyarrow.parquet
import pytest

from games.exporting import archive, checks, package, tables
from games.exporting.archive import Part
from games.exporting.columns import Column, Kind, Table, text, time, truth, whole
from games.exporting.file_formats import CSV_RULE, Format, as_typed, neutralised, writer

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
    content[70] ^= 1
    found = checks.check(io.BytesIO(bytes(content)))
    assert found.problems == ("people.csv is damaged or cannot be unpacked",)


def test_only_files_that_are_as_described_are_counted():
    assert checks.check(changed(exported(), "people.csv", b"name")).files == 1


def patched(at: int, value: bytes) -> io.BytesIO:
    """An export whose first entry's header has other bytes from there on, in both of its places."""
    content = exported()
    central = content.index(b"PK\x01\x02")
    # In the list of entries the fields stand two bytes further than before the content.
    for place in (at, central + at + 2):
        content = content[:place] + value + content[place + len(value) :]
    return io.BytesIO(content)


@pytest.mark.parametrize(
    ("at", "value"), [(6, b"\x09\x00"), (8, b"\x63\x00")], ids=["encrypted", "unknown_method"]
)
def test_an_entry_that_cannot_be_unpacked_is_found(at, value):
    assert checks.check(patched(at, value)).problems == (
        "people.csv is damaged or cannot be unpacked",
    )


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_broken_entry_of_another_method_is_found(method):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(exported())) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            after.writestr(name, before.read(name), compress_type=method)
    content = bytearray(out.getvalue())
    content[40:70] = bytes(30)
    assert checks.check(io.BytesIO(bytes(content))).problems == (
        "people.csv is damaged or cannot be unpacked",
    )


def test_a_second_file_of_one_name_is_found():
    file = io.BytesIO(exported())
    with warnings.catch_warnings(), zipfile.ZipFile(file, "a") as grown:
        warnings.simplefilter("ignore")
        grown.writestr("people.csv", exported_table())
    assert checks.check(file).problems == ("people.csv is there twice",)


def test_a_file_that_is_described_twice_is_found():
    described = description(exported())
    described["resources"].append(described["resources"][0])
    file = changed(exported(), package.DATAPACKAGE, json.dumps(described).encode())
    assert checks.check(file).problems == ("people.csv is described twice",)


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
    described = description(exported(file_format))
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


# Parquet's memory is not Python's; tests/bench/test_export.py measures the process.
@pytest.mark.parametrize("file_format", [Format.CSV, Format.JSONL])
def test_memory_does_not_grow_with_rows(file_format):
    def peak(count: int) -> int:
        tracemalloc.start()
        rows = (ROWS[1] for _ in range(count))
        pieces = archive.stream([Part(PEOPLE, rows)], file_format, ABOUT)
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


@pytest.mark.parametrize("file_format", Format)
def test_only_csv_tells_how_its_texts_come_back(file_format):
    content = exported(file_format)
    words = zipfile.ZipFile(io.BytesIO(content)).read(package.CODEBOOK).decode()
    of_table = description(content)["resources"][0]
    is_csv = file_format == Format.CSV
    assert (CSV_RULE in words, of_table.get("comment") == CSV_RULE) == (is_csv, is_csv)


def test_a_file_that_is_no_text_has_no_encoding():
    of_table, of_codebook = description(exported(Format.PARQUET))["resources"]
    assert ("encoding" in of_table, of_codebook["encoding"]) == (False, "utf-8")


def test_a_number_that_json_has_not_is_an_error():
    with pytest.raises(ValueError, match="JSON"):
        exported(about={**ABOUT, "share": float("nan")})


def test_a_table_may_be_longer_than_two_gigabytes():
    # 45 is the version of ZIP that has ZIP64.
    assert zipfile.ZipFile(io.BytesIO(exported())).getinfo("people.csv").extract_version == 45


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_table_names_its_columns_once_and_says_what_each_means(table):
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    assert set(table.key) <= set(names)
    assert all(column.meaning for column in table.columns)


def description(content: bytes) -> dict:
    return json.loads(zipfile.ZipFile(io.BytesIO(content)).read(package.DATAPACKAGE))


def exported_table() -> bytes:
    return written(Format.CSV)
