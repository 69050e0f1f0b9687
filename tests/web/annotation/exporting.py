"""A study's export as bytes, and what tests of it look at."""

import pytest

from annotation import judgement_exports
from annotation.judgement_rows import Selection
from annotation.models import Study, Unit
from games.exporting.file_formats import Format

FORMATS = pytest.mark.parametrize("file_format", list(Format))
# What a file of another format may take for something else.
NASTY = 'a, "b"\nc\u2028d\r\ne;\tf\u0085'
WORDS = ["nan", "None", "null", "007", "NA", "1e5", "true", "=1+1", "'x", "-", "ÿ"]


def export(study: Study, file_format: str = "jsonl", **chosen: bool) -> bytes:
    return b"".join(judgement_exports.stream(Selection(study, **chosen), Format(file_format)))


def unit(study: Study, key: str = "u0") -> Unit:
    return study.units.get(key=key)
