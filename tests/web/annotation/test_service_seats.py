"""Exactly as many judgements of a unit as it has seats, whoever comes twice or too late."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import judging, seats
from annotation.services.seats import Closed, Reason
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)
EXPECTED = {"label": "yes"}


@pytest.fixture
def study():
    return studies.study()


def hand_out(rater, now=NOW):
    return seats.hand_out(rater, now=now)


def finish(rater, now=NOW):
    """Judge all that is left for the rater; return the keys of the units in that order."""
    judged = []
    while (seat := hand_out(rater, now)) is not None:
        said = studies.shown(rater, seat.unit, studies.said())
        judging.judge(rater, seat.unit, said, now=now)
        judged.append(seat.unit.key)
    return judged


def for_all(study, *keys, **fields):
    rows = [Unit(study=study, key=key, snapshot={}, **fields) for key in keys]
    seats.add_units(study, rows)


def closed(rater):
    with pytest.raises(Closed) as caught:
        hand_out(rater)
    return caught.value.reason


def test_every_unit_is_judged_by_as_many_as_it_has_seats(study):
    assert [len(finish(studies.rater(study, name))) for name in "abcd"] == [3, 3, 3, 0]
    assert Judgement.objects.exclude(seat=None).count() == 9
    assert not Seat.objects.filter(judged_at=None).exists()


def test_raters_get_the_units_in_their_own_orders():
    study = studies.study(units=12)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    got = finish(ana)
    assert sorted(got) == sorted(finish(ben)) == sorted(study.units.values_list("key", flat=True))
    assert got != finish(studies.rater(study, "cai"))


def test_what_is_handed_out_stays_until_it_is_judged(study):
    ana = studies.rater(study)
    first = hand_out(ana)
    again = hand_out(ana, NOW + timedelta(minutes=20))
    assert (again.pk, again.reserved_until) == (first.pk, NOW + timedelta(minutes=50))


def test_a_rater_has_one_open_seat(study):
    ana = studies.rater(study)
    hand_out(ana)
    other = Seat.objects.filter(rater=None).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=other.pk).update(rater=ana, reserved_until=NOW)


def test_a_seat_whose_time_ran_out_goes_to_the_next_rater():
    study = studies.study(units=1, seats_a_unit=1)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    lost = hand_out(ana)
    assert hand_out(ben) is None
    assert hand_out(ben, LATER).pk == lost.pk


def test_a_seat_that_came_back_is_found_by_who_had_passed_it():
    study = studies.study(units=3, seats_a_unit=1)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    lost = hand_out(ana)
    assert len(finish(ben)) == 2
    seats.release(ana)
    assert hand_out(ben).pk == lost.pk


def test_units_that_are_for_all_have_a_seat_for_everyone():
    study = studies.study(units=4, seats_a_unit=1, gold_every=2)
    for_all(study, "train", training=True)
    for_all(study, "gold", gold=EXPECTED)
    got = finish(studies.rater(study, "ana"))
    assert (got[0], got[3], len(got)) == ("train", "gold", 6)
    assert finish(studies.rater(study, "ben")) == ["train", "gold"]


def test_a_seat_of_a_unit_for_all_is_no_one_elses_after_its_time():
    study = studies.study(units=0)
    for_all(study, "gold", gold=EXPECTED)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    mine, other = hand_out(ana), hand_out(ben, LATER)
    assert (mine.number, other.number) == (ana.pk, ben.pk)
    assert hand_out(ana, LATER).pk == mine.pk


def test_a_released_seat_is_free_and_of_a_unit_for_all_it_goes():
    study = studies.study(units=1, seats_a_unit=1)
    for_all(study, "train", training=True)
    ana = studies.rater(study)
    hand_out(ana)
    seats.release(ana)
    assert not Seat.objects.exclude(rater=None).exists()
    assert (Seat.objects.count(), sorted(finish(ana))) == (1, ["train", "u0"])


def test_who_is_left_out_frees_judged_seats_too():
    study = studies.study(units=2, seats_a_unit=1)
    for_all(study, "gold", gold=EXPECTED)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    assert len(finish(ana)) == 3
    seats.unseat(ana)
    assert set(Judgement.objects.values_list("seat", "extra")) == {(None, "left_out")}
    assert (Seat.objects.filter(rater=None).count(), len(finish(ben))) == (2, 3)


@pytest.mark.parametrize("status", [Study.Status.DRAFT, Study.Status.CLOSED])
def test_a_study_that_is_not_open_hands_out_nothing(study, status):
    ana = studies.rater(study)
    hand_out(ana)
    studies.become(status)
    assert closed(ana) == Reason.NOT_OPEN


@pytest.mark.parametrize("since", ["removed_at", "withdrawn_at", "left_out_at"])
def test_nothing_is_handed_out_to_who_is_gone(study, since):
    reason = {"left_out_reason": "guesses"} if since == "left_out_at" else {}
    assert closed(studies.rater(study, **{since: NOW} | reason)) == Reason.REMOVED


def test_nothing_is_handed_out_before_a_person_agreed(study):
    assert closed(studies.rater(study, agreed_at=None)) == Reason.NOT_AGREED
    model = studies.rater(study, "m", agreed_at=None, kind=Rater.Kind.MODEL)
    assert hand_out(model) is not None


def test_units_that_are_added_before_the_first_judgement_are_handed_out(study):
    ana = studies.rater(study)
    hand_out(ana)
    seats.add_units(study, [Unit(study=study, key="more", snapshot={})])
    assert sorted(finish(ana)) == ["more", "u0", "u1", "u2"]


def test_one_query_finds_what_is_left_at_the_end(django_assert_num_queries):
    study = studies.study(units=3 * seats.AT_ONCE, seats_a_unit=1, locked_at=NOW)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    first = hand_out(ben)
    finish(ana)
    seats.release(ben)
    # The rater's row, the open seat, what is ahead, all that is free, the seat taken and read;
    # a savepoint and its end are two more.
    with django_assert_num_queries(8):
        assert hand_out(ben).pk == first.pk
