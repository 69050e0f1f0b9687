"""Files of a catalogue that are damaged, or hold what no row takes: said, whatever it is."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from evaluation.coat.json_files import json_in
from evaluation.coat_forms import ImportForm

CONTENT = '{"digging": ["dig a hole"]}'


def upload(data: bytes) -> ImportForm:
    sent = MultiValueDict({"upload": [SimpleUploadedFile("mine.zip", data)]})
    return ImportForm({"version": "mine", "title": "Mine", "licence": "unknown"}, sent)


@pytest.mark.parametrize("kind", ["stored", "deflated", "bzip2", "lzma"])
def test_a_zip_that_is_damaged_anywhere_is_refused_or_read(kind):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", getattr(zipfile, f"ZIP_{kind.upper()}")) as archive:
        archive.writestr("tasks.json", CONTENT)
    whole = packed.getvalue()
    refused = 0
    for at in range(len(whole)):
        for data in (whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :], whole[:at]):
            form = upload(data)
            form.is_valid()
            refused += "upload" in form.errors
    assert refused > len(whole)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f'{{"a": {"9" * 5000}}}', "Exceeds the limit"),
        ('{"a": NaN}', "NaN is no JSON number."),
        ('{"a": 1e999}', "1e999 is too large for a number."),
        ("[" * 5000, "nested too deeply"),
    ],
    ids=["long number", "no number", "infinite", "deep"],
)
def test_a_value_that_no_row_takes_is_told(text, problem):
    noted = []
    json_in(text.encode(), "tasks.json", noted)
    assert len(noted) == 1 and problem in str(noted[0])
