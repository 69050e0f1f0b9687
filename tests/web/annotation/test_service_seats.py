"""Exactly as many judgements of a unit as it has seats, whoever comes twice, late or uninvited."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotation.models import Judgement, Seat, Study
from annotation.services import seats
from annotation.services.seats import Closed, Conflict
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study()


def hand_out(rater, now=NOW):
    return seats.hand_out(rater, studies.order(rater.study), now=now)


def finish(rater, now=NOW):
    """Judge all that is left for the rater; return how many units that were."""
    judged = 0
    while (seat := hand_out(rater, now)) is not None:
        seats.judge(rater, seat.unit, studies.said(), now=now)
        judged += 1
    return judged


def test_every_unit_is_judged_by_as_many_as_it_has_seats(study):
    assert [finish(studies.rater(study, name)) for name in "abcd"] == [3, 3, 3, 0]
    assert Judgement.objects.exclude(seat=None).count() == 9
    assert not Seat.objects.filter(judged_at=None).exists()


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
    later = NOW + timedelta(hours=1)
    assert hand_out(ben, later).pk == lost.pk
    assert seats.judge(ben, lost.unit, studies.said("no"), now=later).seat_id == lost.pk
    late = seats.judge(ana, lost.unit, studies.said(), now=later)
    assert (late.seat, Judgement.objects.exclude(seat=None).count()) == (None, 1)


def test_a_judgement_after_its_time_counts_while_nobody_else_has_the_seat(study):
    ana = studies.rater(study)
    seat = hand_out(ana)
    made = seats.judge(ana, seat.unit, studies.said(), now=NOW + timedelta(days=1))
    assert made.seat_id == seat.pk


def test_a_post_to_a_unit_that_was_not_handed_out_is_kept_as_an_extra(study):
    ana = studies.rater(study)
    made = seats.judge(ana, study.units.last(), studies.said(), now=NOW)
    assert (made.seat, Seat.objects.filter(judged_at=None).count()) == (None, 9)


def test_the_same_post_twice_is_one_judgement(study):
    ana = studies.rater(study)
    unit, said = hand_out(ana).unit, studies.said()
    first = seats.judge(ana, unit, said, now=NOW)
    assert seats.judge(ana, unit, said, now=NOW).pk == first.pk
    assert seats.judge(ana, unit, studies.said(), now=NOW).pk == first.pk
    assert Judgement.objects.count() == 1


def test_another_answer_from_another_tab_is_told_and_not_stored(study):
    ana = studies.rater(study)
    unit = hand_out(ana).unit
    seats.judge(ana, unit, studies.said("yes"), now=NOW)
    with pytest.raises(Conflict) as caught:
        seats.judge(ana, unit, studies.said("no"), now=NOW)
    assert caught.value.judgement.answer == {"label": "yes"}
    assert Judgement.objects.get().answer == {"label": "yes"}


def test_a_key_of_somebody_else_stores_nothing(study):
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    unit, said = hand_out(ana).unit, studies.said()
    seats.judge(ana, unit, said, now=NOW)
    hand_out(ben)
    with pytest.raises(Conflict):
        seats.judge(ben, unit, said, now=NOW)


def test_the_first_judgement_locks_the_study(study):
    ana = studies.rater(study)
    seats.judge(ana, hand_out(ana).unit, studies.said(), now=NOW)
    seats.judge(ana, hand_out(ana).unit, studies.said(), now=NOW + timedelta(hours=1))
    study.refresh_from_db()
    assert study.locked_at == NOW


@pytest.mark.parametrize("status", [Study.Status.DRAFT, Study.Status.CLOSED])
def test_a_study_that_is_not_open_takes_nothing(study, status):
    ana = studies.rater(study)
    unit = hand_out(ana).unit
    Study.objects.update(status=status)
    with pytest.raises(Closed):
        seats.judge(ana, unit, studies.said(), now=NOW)
    with pytest.raises(Closed):
        hand_out(ana)
    assert not Judgement.objects.exists()


def test_a_rater_who_was_removed_judges_nothing_more(study):
    ana = studies.rater(study)
    unit = hand_out(ana).unit
    ana.removed_at = NOW
    ana.save()
    with pytest.raises(Closed):
        seats.judge(ana, unit, studies.said(), now=NOW)


def test_a_cycle_takes_a_known_number_of_queries(study, django_assert_num_queries):
    ana = studies.rater(study)
    units = studies.order(study)
    seat = hand_out(ana)
    with django_assert_num_queries(8):  # a savepoint and its end are two of them
        seats.judge(ana, seat.unit, studies.said(), now=NOW)
    with django_assert_num_queries(9):
        seats.hand_out(ana, units, now=NOW)
