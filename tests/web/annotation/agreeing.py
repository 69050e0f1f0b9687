"""Studies whose agreement is looked at: judged by letters, read as a page or a table."""

import uuid

from django.urls import reverse

from annotation.models import Judgement, Rater, Study
from tests import studies
from tests.studies import NOW

LABELS = {"y": "yes", "n": "no", "u": "unsure"}


def three_people() -> Study:
    """Units yyy, yyn, nnn and yn with one unsure."""
    made = studies.study(units=4)
    judge(made, ana="yyny", ben="yynn", cyd="ynnu")
    return made


def address(study, name="agreement", *args, **query):
    there = reverse(f"annotations:{name}", args=[study.slug, study.version, *args])
    return there + ("?" + "&".join(f"{key}={value}" for key, value in query.items())) * bool(query)


def judge(study, **raters):
    """raters: name -> a letter a unit, in the order of the units; - for none."""
    units = list(study.units.filter(training=False, gold__isnull=True).order_by("pk"))
    for name, letters in raters.items():
        rater = Rater.objects.filter(study=study, pseudonym=name).first()
        rater = rater or studies.rater(study, name)
        for unit, letter in zip(units, letters, strict=True):
            if letter != "-":
                give(unit, rater, {"label": LABELS[letter]})


def give(unit, rater, answer, **fields):
    Judgement.objects.create(
        unit=unit, rater=rater, answer=answer, key=uuid.uuid4(), at=NOW, **fields
    )


def page_of(researcher, study, **query):
    response = researcher.get(address(study, **query))
    assert response.status_code == 200
    return response.text


def cell(page, table, row, column):
    (found,) = [each for each in page.tables if each.key == table]
    cells = {each.label: each.cells for each in found.rows}
    return cells[row][found.columns.index(column)].value
