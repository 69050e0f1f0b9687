"""What a rater says of a unit is stored once, in their seat, as long as they may judge."""

import math
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation import orders
from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import judging, seats
from annotation.services.judging import Closed, Refused
from annotation.services.seats import Reason
from games.models import JudgedCatalogue
from tests import make, studies
from tests.studies import NOW
from tests.web.annotation.judging_services import (
    LATER,
    hand_out,
    judge,
    judge_and_next,
    judge_unseen,
    lose,
    say,
    skip,
    stored,
    taken,
)

pytestmark = pytest.mark.django_db
EXPECTED = {"label": "yes"}


@pytest.fixture
def study():
    return studies.study()


@pytest.fixture
def ana(study):
    return studies.rater(study, "ana")


def test_a_judgement_fills_the_seat_and_counts_for_its_rater(study, ana):
    unit = hand_out(ana)
    made = judge(ana, unit, say(comment="a, b", seconds=3.5))
    assert (made.seat.rater, made.answer, made.comment) == (ana, {"label": "yes"}, "a, b")
    assert (made.seconds, made.revision, made.extra, made.at) == (3.5, 1, "", NOW)
    assert Rater.objects.get().judged == ana.judged == 1


def test_judging_hands_out_what_comes_next(study, ana):
    unit = hand_out(ana)
    made, following = judge_and_next(ana, unit, say())
    assert (made.unit, following.rater, following.judged_at) == (unit, ana, None)
    assert following.unit_id != unit.pk
    assert seats.hand_out(ana, now=NOW).pk == following.pk


def test_after_the_last_unit_nothing_comes():
    study = studies.study(units=1)
    ana = studies.rater(study)
    made, following = judge_and_next(ana, hand_out(ana), say())
    assert (made.pk, following) == (stored().pk, None)


def test_the_first_judgement_locks_the_study(study, ana):
    judge(ana, hand_out(ana), say())
    judge(ana, hand_out(ana), say(), LATER)
    study.refresh_from_db()
    assert study.locked_at == NOW


def test_a_judgement_after_its_time_counts_while_nobody_else_has_the_seat(ana):
    assert judge(ana, hand_out(ana), say(), NOW + timedelta(days=1)).seat.rater == ana


def test_a_late_judgement_takes_another_seat_of_the_unit_that_is_free(ana):
    unit = hand_out(ana)
    key = judging.form_key(ana, unit)
    seats.release(ana)
    Seat.objects.filter(unit=unit, number=1).update(rater=studies.rater(ana.study, "ben"),
                                                    judged_at=NOW)  # fmt: skip
    made = judge(ana, unit, say(key=key), LATER)
    assert (made.seat.number, made.extra) == (2, "")


def test_a_late_judgement_whose_unit_has_no_seat_left_is_an_extra(ana):
    unit = hand_out(ana)
    key = judging.form_key(ana, unit)
    lose(ana, unit)
    made = judge(ana, unit, say(key=key), LATER)
    assert (made.seat, made.extra, ana.judged) == (None, "late", 1)


def test_a_post_to_a_unit_that_was_not_handed_out_is_kept_as_an_extra(study, ana):
    made = judge_unseen(ana, study.units.last(), say())
    assert (made.seat, made.extra, taken()) == (None, "unseated", 0)


def test_a_key_made_for_another_unit_or_rater_proves_nothing(study, ana):
    first, last = study.units.first(), study.units.last()
    ben = studies.rater(study, "ben")
    assert judge_unseen(ana, last, say(key=judging.form_key(ana, first))).extra == "unseated"
    assert judge_unseen(ana, first, say(key=judging.form_key(ben, first))).extra == "unseated"


def test_a_unit_of_another_study_is_refused(ana):
    other = studies.study(slug="other").units.first()
    with pytest.raises(Refused, match="another study"):
        judge(ana, other, say())


def test_the_same_post_twice_is_one_judgement(ana):
    unit, said = hand_out(ana), say()
    first = judge(ana, unit, said)
    assert judge(ana, unit, said, LATER).pk == judge(ana, unit, say(), LATER).pk == first.pk
    assert (Judgement.objects.count(), ana.judged, stored().at) == (1, 1, NOW)


def test_a_copy_of_a_post_leads_to_the_unit_that_is_open(ana):
    unit, said = hand_out(ana), say()
    _, following = judge_and_next(ana, unit, said)
    _, again = judge_and_next(ana, unit, said)
    assert again.pk == following.pk


def test_a_key_of_somebody_else_stores_nothing(study, ana):
    ben, said = studies.rater(study, "ben"), say()
    judge(ana, hand_out(ana), said)
    with pytest.raises(Refused, match="another unit"):
        judge_unseen(ben, hand_out(ben), said)
    assert (Judgement.objects.count(), Rater.objects.get(pk=ben.pk).judged) == (1, 0)


def test_a_skip_frees_the_seat_and_the_unit_does_not_come_again():
    study = studies.study(units=1, seats_a_unit=1)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    made, following = judge_and_next(ana, hand_out(ana), skip())
    assert (made.skip_reason, made.answer, made.seat, made.extra) == ("unclear", {}, None, "")
    assert (following, ana.judged) == (None, 1)
    assert seats.hand_out(ana, now=NOW) is None
    assert judge(ben, hand_out(ben), say()).seat.rater == ben


def test_a_skipped_unit_that_is_for_all_keeps_no_seat():
    study = studies.study(units=0)
    seats.add_units(study, [Unit(study=study, key="g", snapshot={}, gold=EXPECTED)])
    ana = studies.rater(study)
    unit = hand_out(ana)
    judge(ana, unit, skip())
    assert not Seat.objects.exists()
    assert judge(ana, unit, say(revision=1)).seat.number == ana.pk


@pytest.mark.parametrize("said", [say(), skip()], ids=["answer", "skip"])
def test_a_held_unit_is_not_judged_in_a_form_of_another(study, ana, said):
    seat = seats.hand_out(ana, now=NOW)
    with pytest.raises(Refused, match="another unit"):
        judge_unseen(ana, seat.unit, said)
    assert not Judgement.objects.exists() and Rater.objects.get().judged == 0
    assert seats.hand_out(ana, now=NOW).pk == seat.pk


def test_a_judgement_that_is_undone_leaves_the_study_as_it_was(monkeypatch):
    study = studies.study(units=1)
    ana = studies.rater(study)
    unit = hand_out(ana)

    def broken(*args, **named):
        raise RuntimeError

    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(judging.seats, "next_seat", broken)
        judge_and_next(ana, unit, say())
    assert (ana.study.locked_at, Study.objects.get().locked_at) == (None, None)
    assert orders.held_unit(ana, unit.pk) is None


@pytest.mark.parametrize(
    "said",
    [say(comment="a\x00b"), say(comment="\ud800"), skip("tired")],
    ids=["NUL", "half a pair", "no such reason"],
)
def test_what_cannot_be_stored_is_refused(ana, said):
    unit = hand_out(ana)
    with pytest.raises(ValueError):
        judge(ana, unit, said)
    assert not Judgement.objects.exists()


@pytest.mark.parametrize(
    ("said", "kept"),
    [(-3, 0), (1e9, 86_400), (math.nan, None), (math.inf, None), (None, None), (2.5, 2.5)],
)
def test_no_time_is_kept_that_cannot_have_passed(ana, said, kept):
    assert judge(ana, hand_out(ana), say(seconds=said)).seconds == kept


@pytest.mark.parametrize(
    ("change", "fields", "reason"),
    [
        (studies.become, {"status": "closed"}, Reason.NOT_OPEN),
        (studies.become, {"status": "draft"}, Reason.NOT_OPEN),
        (Rater.objects.update, {"removed_at": NOW}, Reason.REMOVED),
        (Rater.objects.update, {"withdrawn_at": NOW}, Reason.REMOVED),
        (
            Rater.objects.update,
            {"left_out_at": NOW, "left_out_reason": "guesses"},
            Reason.REMOVED,
        ),
        (Rater.objects.update, {"agreed_at": None}, Reason.NOT_AGREED),
    ],
)
@pytest.mark.parametrize("handed_out", [True, False])
def test_who_may_not_judge_stores_nothing(study, ana, change, fields, reason, handed_out):
    unit = hand_out(ana) if handed_out else study.units.first()
    change(**fields)
    with pytest.raises(Closed) as caught:
        judge_and_next(ana, unit, say())
    assert caught.value.reason == reason
    assert not Judgement.objects.exists()
    assert Rater.objects.get().judged == taken() == 0


def test_a_model_needs_no_seat(study):
    model = studies.rater(study, "m", kind=Rater.Kind.MODEL, agreed_at=None)
    made = judge(model, study.units.first(), say())
    assert (made.seat, made.extra) == (None, "")


def catalogue_study():
    campaign = make.campaign(baseline=True)
    study = studies.study(catalogue=campaign.catalogue)
    user = User.objects.create_user("ana")
    return campaign, studies.rater(study, "ana", user=user)


def test_who_judges_a_catalogue_is_noted_with_the_first_judgement():
    campaign, ana = catalogue_study()
    assert hand_out(ana) and not JudgedCatalogue.objects.exists()
    judge(ana, hand_out(ana), say())
    noted = JudgedCatalogue.objects.get()
    assert (noted.account, noted.catalogue) == (ana.user, campaign.catalogue)
    JudgedCatalogue.objects.all().delete()
    judge(ana, hand_out(ana), say())
    assert not JudgedCatalogue.objects.exists()


def test_who_played_the_baseline_judges_nothing_of_its_catalogue():
    campaign, ana = catalogue_study()
    player = make.volunteer(campaign)
    type(player).objects.filter(pk=player.pk).update(account=ana.user)
    with pytest.raises(Closed) as caught:
        judge(ana, hand_out(ana), say())
    assert caught.value.reason == Reason.PLAYED_BASELINE
    assert not Judgement.objects.exists()


def test_a_cycle_takes_five_statements():
    study = studies.study(units=20, locked_at=NOW)
    seats.add_units(study, [Unit(study=study, key="g", snapshot={}, gold=EXPECTED)])
    ana = studies.rater(study)
    unit = judge_and_next(ana, hand_out(ana), say())[1].unit
    with CaptureQueriesContext(connection) as captured:
        judge_and_next(ana, unit, say())
    statements = [each["sql"].split()[0] for each in captured if "SAVEPOINT" not in each["sql"]]
    # The rater is counted, the seat filled, the judgement stored; the next unit found, its seat
    # taken.
    assert statements == ["UPDATE", "UPDATE", "INSERT", "SELECT", "UPDATE"]
