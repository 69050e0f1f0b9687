"""The read-only lists of what the workshop stores."""

import pytest
from django.urls import reverse

from annotation.services import sheets
from tests import drafts, make

pytestmark = pytest.mark.django_db
LISTS = ["draft", "draftobject", "draftaffordance", "draftvalue", "sheetrevision"]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(
    researcher, draft, name, django_assert_max_num_queries
):
    for number in range(12):
        row = drafts.thing(draft, f"x{number}")
        drafts.affordance(draft, f"x{number}")
        sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW)
    with django_assert_max_num_queries(9):
        assert researcher.get(reverse(f"admin:annotation_{name}_changelist")).status_code == 200


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added(researcher, name):
    assert researcher.get(reverse(f"admin:annotation_{name}_add")).status_code == 403
