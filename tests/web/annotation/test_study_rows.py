"""What the database refuses to store of studies, raters and publications, whoever writes it."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from annotation.models import Publication, Rater, Study
from annotation.models.judgements import Frozen
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


def refused(rows, **fields) -> str:
    """What the database says of an update that it does not take."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        rows.update(**fields)
    return str(error.value)


@pytest.mark.parametrize(
    ("status", "fields", "broken"),
    [
        ("draft", {"status": "open", "opened_at": NOW}, "an_opened_study_has_its_consent_text"),
        ("draft", {"opened_at": NOW}, "an_opened_study_has_its_consent_text"),
        ("open", {"consent_text": None}, "an_opened_study_has_its_consent_text"),
        ("open", {"opened_at": None}, "an_opened_study_has_its_consent_text"),
        ("closed", {"consent_text": None}, "an_opened_study_has_its_consent_text"),
        ("open", {"status": "closed"}, "a_closed_study_has_its_time"),
        ("open", {"closed_at": NOW}, "a_closed_study_has_its_time"),
        ("closed", {"status": "open"}, "a_closed_study_has_its_time"),
        ("closed", {"closed_at": None}, "a_closed_study_has_its_time"),
    ],
)
def test_a_study_has_what_its_status_says(status, fields, broken):
    studies.study(status=status)
    assert broken in refused(Study.objects.all(), **fields)


@pytest.mark.parametrize(
    ("row", "fields", "broken"),
    [
        ({}, {"adjudicates": True}, "who_adjudicates_stays_apart"),
        ({"adjudicates": True}, {"apart_since": None}, "who_adjudicates_stays_apart"),
        ({"kind": "model"}, {"agreed_at": NOW}, "a_model_has_no_account_and_no_role"),
        (
            {"kind": "model"},
            {"adjudicates": True, "apart_since": NOW},
            "a_model_has_no_account_and_no_role",
        ),
        ({}, {"kind": "model"}, "a_model_has_no_account_and_no_role"),
        (
            {"withdrawn_at": NOW},
            {"adjudicates": True, "apart_since": NOW},
            "who_withdrew_has_no_account_and_no_role",
        ),
    ],
)
def test_a_rater_is_what_the_row_says(row, fields, broken):
    studies.rater(studies.study(), **{"consent_text": studies.consent()} | row)
    assert broken in refused(Rater.objects.all(), **fields)


@pytest.mark.parametrize(
    ("row", "broken"),
    [
        ({"kind": "model"}, "a_model_has_no_account_and_no_role"),
        ({"withdrawn_at": NOW}, "who_withdrew_has_no_account_and_no_role"),
    ],
)
def test_neither_a_model_nor_who_withdrew_has_an_account(row, broken):
    studies.rater(studies.study(), **row)
    assert broken in refused(Rater.objects.all(), user=User.objects.create_user("vera"))


def test_a_publication_never_changes():
    made = Publication.objects.create(study=studies.study(), number=1, files={}, made_at=NOW)
    made.number = 2
    with pytest.raises(Frozen):
        made.save()
    with pytest.raises(Frozen):
        made.study.publications.update(number=2)
    with pytest.raises(Frozen), transaction.atomic():
        Publication.objects.bulk_update([made], ["number"])
    assert Publication.objects.get().number == 1
