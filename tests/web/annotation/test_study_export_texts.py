"""Texts and keys of an export come back as they were, in every format."""

import pytest

from annotation.models import Study, Unit
from annotation.services import seats
from games.exporting.file_formats import Format, as_typed
from tests import studies
from tests.exported import table
from tests.web.annotation.exporting import FORMATS, NASTY, WORDS, export

pytestmark = pytest.mark.django_db


def free_texts(*texts: str) -> Study:
    """A study whose judgements hold these texts as answers, one unit each."""
    study = studies.study(units=0, kind="object_properties")
    snapshot = {"object": "vrelk", "description": "Grey.", "properties": {}, "values": {}}
    seats.add_units(
        study, [Unit(study=study, key=f"u{n}", snapshot=snapshot) for n in range(len(texts))]
    )
    by = studies.rater(study)
    for row, text in zip(study.units.order_by("pk"), texts, strict=True):
        studies.judged(row, by, answer={"comment": text}, comment=text)
    return study


@FORMATS
def test_every_text_comes_back_as_it_was(file_format):
    texts = [NASTY, *WORDS]
    study = free_texts(*texts)
    rows = table(export(study, file_format), "judgements")
    given = [row for row in rows if row["question"] == "comment"]
    back = as_typed if file_format == Format.CSV else str
    assert [back(row["value"]) for row in given] == texts
    assert [back(row["comment"]) for row in given] == texts


@FORMATS
def test_labels_and_keys_that_look_like_nothing_are_texts(file_format):
    study = studies.study(units=0)
    seats.add_units(study, [Unit(study=study, key=word, snapshot={}) for word in WORDS])
    by = studies.rater(study, "null")
    for row in study.units.order_by("pk"):
        studies.judged(row, by, row.key)
    exported = export(study, file_format)
    back = as_typed if file_format == Format.CSV else str
    assert [back(row["unit"]) for row in table(exported, "units")] == WORDS
    assert [back(row["value"]) for row in table(exported, "judgements")] == WORDS
    assert [back(row["label.null"]) for row in table(exported, "judgements_wide")] == WORDS


def test_a_text_that_a_spreadsheet_might_run_is_neutralised_in_csv():
    rows = table(export(free_texts("=1+1"), "csv"), "judgements")
    assert {row["comment"] for row in rows} == {"'=1+1"}
