"""What a rater judged, as a list."""

import pytest
from django.test import Client

from annotation.models import Judgement, Unit
from tests import studies
from tests.web.annotation.judging_desk import Desk, only, study_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def test_the_own_answers_are_listed_the_last_one_first(desk):
    other = studies.rater(desk.study, "ben")
    assert "Here will be" in desk.get("units").content.decode()
    desk.begin()
    desk.post(label="yes", comment="a rim")
    desk.post(skip="faulty")
    studies.judged(Unit.objects.get(key="u2"), other, "no", comment="zyzzyva")
    page = desk.get("units").content.decode()
    first, second = Judgement.objects.filter(rater=desk.rater).order_by("pk")
    places = [page.index(desk.address(f"units/{each.unit_id}")) for each in (second, first)]
    assert places == sorted(places)
    assert page.count("quomb: hold liquid") == 2 and "<b>Yes</b>" in page and "a rim" in page
    assert "skipped: Something is wrong with it" in page and "zyzzyva" not in page


def test_the_own_answers_of_a_closed_study_are_read_only(desk):
    desk.begin()
    desk.post(label="yes")
    studies.become("closed")
    page = desk.get("units").content.decode()
    assert "<b>Yes</b>" in page and desk.address(f"units/{only().unit_id}") not in page


def test_as_many_queries_list_few_answers_as_many(client, django_assert_num_queries):
    desk = Desk(client, study_of(units=60))
    for unit in desk.study.units.all():
        studies.judged(unit, desk.rater)
    with django_assert_num_queries(5):  # session, account, rater, count, judgements
        page = desk.get("units").content.decode()
    assert "Page 1 of 2" in page
