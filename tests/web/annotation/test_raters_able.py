"""Who may judge, who may see what others said, who decides: asked of a row, of rows, in SQL."""

from itertools import product

import pytest
from django.db import transaction

from annotation.models import Rater
from annotation.services import seat_rows
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
ENDS = ("removed_at", "left_out_at", "withdrawn_at")


@pytest.fixture
def raters() -> list[Rater]:
    """One of each kind in each state."""
    study, made = studies.study(), []
    for kind, agreed, apart, *ended in product(Rater.Kind.values, *[(False, True)] * 5):
        if kind == Rater.Kind.MODEL and agreed:
            continue
        times = {name: NOW for name, is_so in zip(ENDS, ended, strict=True) if is_so}
        fields = {
            "kind": kind,
            "apart_since": NOW if apart else None,
            "left_out_reason": "guesses" if "left_out_at" in times else "",
            **({} if agreed else {"agreed_at": None}),
        }
        made.append(studies.rater(study, f"r{len(made)}", **times | fields))
    return made


def test_a_row_the_rows_and_the_statement_agree_on_who_may_judge(raters):
    able = set(Rater.objects.able())
    assert {each for each in raters if each.able} == able
    with transaction.atomic():
        assert {each for each in raters if seat_rows.lock(each)} == able
    # A person who agreed, and a model; each of the other four facts ends it.
    assert len(able) == 2


def test_who_withdrew_is_not_among_those_who_see_nothing_of_others(raters):
    kept = {each for each in raters if each.blind and not each.withdrawn_at}
    assert set(Rater.objects.blind()) == kept


@pytest.mark.parametrize(
    ("fields", "decides"),
    [
        ({}, False),
        ({"adjudicates": True}, True),
        ({"adjudicates": True, "agreed_at": None}, False),
        ({"adjudicates": True, "removed_at": NOW}, False),
        ({"adjudicates": True, "left_out_at": NOW, "left_out_reason": "guesses"}, False),
    ],
)
def test_who_is_named_and_agreed_decides_until_their_part_ends(fields, decides):
    assert studies.rater(studies.study(), **fields).decides is decides
