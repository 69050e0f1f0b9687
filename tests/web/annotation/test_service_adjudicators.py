"""Who is named an adjudicator judges no more: what they see must colour no answer that counts."""

import uuid

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Judgement, Rater, Seat
from annotation.services import adjudicators, judging, seats
from annotation.services.judging import Said
from annotation.services.seats import Closed
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
LATER = NOW.replace(hour=13)


@pytest.fixture
def rater():
    return studies.rater(studies.study(units=3), user=User.objects.create_user("vera"))


def name(rater, *, adjudicates=True, now=NOW):
    adjudicators.name_adjudicator(rater, adjudicates=adjudicates, now=now)
    rater.refresh_from_db()


def refused(call) -> str:
    with pytest.raises(Closed) as closed:
        call()
    return closed.value.reason


def form(rater, unit, **fields):
    said = Said(**{"answer": {"label": "yes"}, "key": uuid.uuid4()} | fields)
    return studies.shown(rater, unit, said)


def test_who_is_named_gets_no_unit_and_gives_back_the_open_one(rater):
    seats.hand_out(rater, now=NOW)
    name(rater)
    assert not Seat.objects.filter(rater=rater).exists()
    assert refused(lambda: seats.hand_out(rater, now=NOW)) == "apart"


@pytest.mark.parametrize("skip_reason", ["", "unsure"])
def test_who_is_named_judges_nothing_more_that_was_on_the_screen(rater, skip_reason):
    unit = seats.hand_out(rater, now=NOW).unit
    said = form(rater, unit, skip_reason=skip_reason)
    name(rater)
    assert refused(lambda: judging.judge(rater, unit, said, now=NOW)) == "apart"
    assert refused(lambda: judging.judge_and_next(rater, unit, said, now=NOW)) == "apart"
    assert not Judgement.objects.exists()


def test_who_is_named_changes_nothing_and_what_was_judged_stays(rater):
    unit = seats.hand_out(rater, now=NOW).unit
    before = judging.judge(rater, unit, form(rater, unit), now=NOW)
    name(rater)
    other = form(rater, unit, answer={"label": "no"}, revision=before.revision)
    assert refused(lambda: judging.judge(rater, unit, other, now=LATER)) == "apart"
    before.refresh_from_db()
    assert (before.answer, before.extra, before.seat is None) == ({"label": "yes"}, "", False)
    assert not Change.objects.exists()


def test_who_had_the_role_once_judges_no_more(rater):
    name(rater)
    name(rater, adjudicates=False, now=LATER)
    assert (rater.adjudicates, rater.apart_since) == (False, NOW)
    assert refused(lambda: seats.hand_out(rater, now=LATER)) == "apart"
    name(rater, now=LATER)
    assert rater.apart_since == NOW


@pytest.mark.parametrize("fields", [{"kind": "model", "agreed_at": None}, {"withdrawn_at": NOW}])
def test_neither_models_nor_who_withdrew_are_named(rater, fields):
    Rater.objects.filter(pk=rater.pk).update(user=None, **fields)
    name(rater)
    assert (rater.adjudicates, rater.apart_since) == (False, None)
