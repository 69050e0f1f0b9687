"""Raters who go: what stays, what is free again, what is gone for good."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Consensus, GuidelineQuestion, Judgement, Rater, Seat
from annotation.services import adjudicate, consensus, enrolment, questions, seats
from annotation.services.judging import judge
from annotation.services.seats import Closed
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


def seats_of(study):
    """(rater's pseudonym or None, judged) of each seat, by unit and number."""
    rows = Seat.objects.filter(unit__study=study).order_by("unit", "number")
    return [(seat.rater and seat.rater.pseudonym, seat.judged_at is not None) for seat in rows]


def extras(rater):
    return list(rater.judgements.order_by("unit").values_list("extra", flat=True))


def test_who_is_removed_gets_nothing_more_and_what_was_judged_stays():
    study = studies.study(units=2, seats_a_unit=1)
    rater = studies.rater(study)
    studies.judged(study.units.first(), rater)
    seats.hand_out(rater, now=NOW)
    enrolment.remove(rater, now=NOW)
    enrolment.remove(rater, now=LATER)
    rater.refresh_from_db()
    assert rater.removed_at == NOW
    assert seats_of(study) == [("ana", True), (None, False)]
    with pytest.raises(Closed):
        seats.hand_out(rater, now=NOW)


def test_who_is_let_in_again_goes_on():
    rater = studies.rater(studies.study(units=1), removed_at=NOW)
    enrolment.let_in(rater)
    assert seats.hand_out(rater, now=NOW)


def test_who_is_left_out_frees_the_seats_and_keeps_the_answers_apart():
    study = studies.study(units=2, seats_a_unit=1)
    rater = studies.rater(study)
    for unit in study.units.all():
        studies.judged(unit, rater)
    enrolment.leave_out(rater, "answered at random", now=NOW)
    rater.refresh_from_db()
    assert (rater.left_out_at, rater.left_out_reason) == (NOW, "answered at random")
    assert seats_of(study) == [(None, False)] * 2
    assert extras(rater) == ["left_out"] * 2


def test_a_second_reason_stands_in_place_of_the_first():
    rater = studies.rater(studies.study())
    enrolment.leave_out(rater, "first", now=NOW)
    enrolment.leave_out(rater, "second", now=LATER)
    rater.refresh_from_db()
    assert (rater.left_out_at, rater.left_out_reason) == (NOW, "second")


def test_who_is_taken_back_gets_free_seats_and_is_late_where_none_is_left():
    study = studies.study(units=2, seats_a_unit=1)
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    first, second = study.units.order_by("pk")
    for unit in (first, second):
        studies.judged(unit, ana)
    enrolment.leave_out(ana, "a mistake", now=NOW)
    studies.judged(first, ben)
    assert enrolment.take_back(ana, now=LATER) == 1
    ana.refresh_from_db()
    assert (ana.left_out_at, ana.left_out_reason) == (None, "")
    assert seats_of(study) == [("ben", True), ("ana", True)]
    assert extras(ana) == ["late", ""]


def test_a_seat_that_somebody_holds_open_is_not_taken_away():
    study = studies.study(units=1, seats_a_unit=1)
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    studies.judged(study.units.get(), ana)
    enrolment.leave_out(ana, "a mistake", now=NOW)
    seats.hand_out(ben, now=NOW)
    assert enrolment.take_back(ana, now=NOW) == 1
    assert seats_of(study) == [("ben", False)]


def test_a_reservation_that_ran_out_is_free_for_who_is_taken_back():
    study = studies.study(units=1, seats_a_unit=1)
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    studies.judged(study.units.get(), ana)
    enrolment.leave_out(ana, "a mistake", now=NOW)
    seats.hand_out(ben, now=NOW)
    assert enrolment.take_back(ana, now=LATER) == 0
    assert seats_of(study) == [("ana", True)]


def test_skips_and_models_come_back_without_a_seat():
    study = studies.study(units=1, seats_a_unit=1)
    unit = study.units.get()
    ana = studies.rater(study)
    model = studies.rater(study, "model", kind="model")
    studies.judged(unit, ana, skip_reason="unsure")
    studies.judged(unit, model)
    for rater in (ana, model):
        enrolment.leave_out(rater, "a mistake", now=NOW)
        assert enrolment.take_back(rater, now=NOW) == 0
        assert extras(rater) == [""]
    assert seats_of(study) == [(None, False)]


def test_judgements_of_units_for_all_come_back_with_a_seat_of_their_own():
    study = studies.study(units=1)
    study.units.update(gold={"label": "yes"})
    Seat.objects.all().delete()
    rater = studies.rater(study)
    studies.judged(study.units.get(), rater)
    enrolment.leave_out(rater, "a mistake", now=NOW)
    assert seats_of(study) == []
    assert enrolment.take_back(rater, now=NOW) == 0
    assert seats_of(study) == [("ana", True)]


def test_what_was_never_handed_out_gets_no_seat_by_being_left_out_and_taken_back():
    study = studies.study(units=2, seats_a_unit=1)
    rater = studies.rater(study)
    first, second = study.units.order_by("pk")
    studies.judged(first, rater, extra="unseated")
    studies.judged(second, rater, extra="late")
    enrolment.leave_out(rater, "a mistake", now=NOW)
    assert enrolment.take_back(rater, now=NOW) == 0
    assert extras(rater) == ["unseated", "late"]
    assert seats_of(study) == [(None, False)] * 2


def test_taking_back_twice_is_once():
    study = studies.study(units=1, seats_a_unit=1)
    rater = studies.rater(study)
    studies.judged(study.units.get(), rater)
    assert enrolment.take_back(rater, now=NOW) == 0
    assert extras(rater) == [""] and seats_of(study) == [("ana", True)]


def test_who_withdraws_leaves_an_empty_row_and_free_seats():
    study = studies.study(units=2, seats_a_unit=1)
    who = User.objects.create_user("vera")
    rater = studies.rater(study, user=who, judged=1)
    unit = study.units.first()
    studies.judged(unit, rater, comment="odd")
    Change.objects.create(unit=unit, rater=rater, by=who, old={}, new={}, at=NOW)
    questions.ask(rater, "What of lids?", uuid.uuid4(), now=NOW)
    seats.hand_out(rater, now=NOW)
    Rater.objects.update(adjudicates=True, apart_since=NOW)
    enrolment.withdraw(rater, now=NOW)
    rater.refresh_from_db()
    assert (rater.withdrawn_at, rater.user, rater.judged) == (NOW, None, 0)
    assert not rater.adjudicates
    for model in (Judgement, Change, GuidelineQuestion):
        assert not model.objects.exists(), model
    assert seats_of(study) == [(None, False)] * 2


def test_withdrawing_takes_nothing_of_anybody_else():
    study = studies.study(units=1, seats_a_unit=2)
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    for rater in (ana, ben):
        studies.judged(study.units.get(), rater)
        questions.ask(rater, "What of lids?", uuid.uuid4(), now=NOW)
    enrolment.withdraw(ana, now=NOW)
    assert [each.rater for each in Judgement.objects.all()] == [ben]
    assert [each.rater for each in GuidelineQuestion.objects.all()] == [ben]
    assert (("ben", True) in seats_of(study)) and len(seats_of(study)) == 2


def test_withdrawing_twice_is_once():
    rater = studies.rater(studies.study())
    enrolment.withdraw(rater, now=NOW)
    enrolment.withdraw(rater, now=LATER)
    rater.refresh_from_db()
    assert rater.withdrawn_at == NOW


def test_an_answer_that_comes_after_the_withdrawal_is_not_stored():
    study = studies.study(units=1)
    rater = studies.rater(study)
    seat = seats.hand_out(rater, now=NOW)
    enrolment.withdraw(rater, now=NOW)
    with pytest.raises(Closed):
        judge(rater, seat.unit, studies.shown(rater, seat.unit, studies.said()), now=NOW)
    assert not Judgement.objects.exists()


def test_no_reason_outlives_a_withdrawal_and_none_comes_after_it():
    rater = studies.rater(studies.study())
    enrolment.leave_out(rater, "answered at random", now=NOW)
    enrolment.withdraw(rater, now=NOW)
    enrolment.leave_out(rater, "answered at random", now=NOW)
    rater.refresh_from_db()
    assert (rater.left_out_at, rater.left_out_reason) == (None, "")


def test_a_question_that_comes_after_the_withdrawal_is_not_stored():
    rater = studies.rater(studies.study())
    stale = Rater.objects.get(pk=rater.pk)
    enrolment.withdraw(rater, now=NOW)
    with pytest.raises(Rater.DoesNotExist):
        questions.ask(stale, "What of lids?", uuid.uuid4(), now=NOW)
    assert not GuidelineQuestion.objects.exists()


def test_another_question_in_a_form_that_was_sent_before_is_another_question():
    rater, key = studies.rater(studies.study()), uuid.uuid4()
    for text in ("What of lids?", "And of taps?", "And of taps?"):
        questions.ask(rater, text, key, now=NOW)
    asked = GuidelineQuestion.objects.values_list("text", flat=True)
    assert list(asked) == ["What of lids?", "And of taps?"]


@pytest.mark.parametrize("goes", ["left out", "withdrawn"])
def test_who_goes_leaves_no_vote_in_what_was_counted(goes):
    """u0: yes by ana, no by ben; u1: yes by ana alone; u2 was never counted."""
    study = studies.study()
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    first, second, third = study.units.order_by("pk")
    for unit in (first, second):
        studies.judged(unit, ana, "yes")
    studies.judged(first, ben, "no")
    consensus.count(study, now=NOW)
    for rater in (ana, ben):
        studies.judged(third, rater, "yes")
    if goes == "left out":
        enrolment.leave_out(ana, "bot", now=LATER)
    else:
        enrolment.withdraw(ana, now=LATER)
    (row,) = Consensus.objects.all()
    assert (row.unit, row.value, row.votes, row.counted_at) == (first, "no", {"no": 1}, LATER)


def test_who_is_taken_back_counts_again_where_others_were_counted():
    study = studies.study()
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    unit = study.units.first()
    for rater in (ana, ben):
        studies.judged(unit, rater)
    consensus.count(study, now=NOW)
    enrolment.leave_out(ana, "a mistake", now=NOW)
    enrolment.take_back(ana, now=LATER)
    assert Consensus.objects.get().votes == {"yes": 2}
    assert consensus.uncounted(study) == 0


def test_a_decision_outlives_who_withdraws_without_their_vote():
    study = studies.study()
    ana, ben = studies.rater(study), studies.rater(study, "ben")
    unit = study.units.first()
    studies.judged(unit, ana, "yes")
    studies.judged(unit, ben, "no")
    by = User.objects.create_user("vera", is_staff=True)
    seen = adjudicate.standing_of(unit).seen
    adjudicate.decide(unit, {"label": "yes"}, "looked it up", by, now=NOW, seen=seen)
    enrolment.withdraw(ana, now=LATER)
    row = Consensus.objects.get()
    assert (row.value, row.source, row.votes, row.answered) == ("yes", "adjudicated", {"no": 1}, 1)
