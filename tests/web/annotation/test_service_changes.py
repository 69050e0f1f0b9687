"""A second post for a unit: a change with its history, a conflict, a skip that is answered."""

import pytest

from annotation.models import Change, Judgement, Seat
from annotation.services.judging import Conflict, Refused
from tests import studies
from tests.studies import NOW
from tests.web.annotation.judging_services import (
    LATER,
    hand_out,
    judge,
    judge_unseen,
    lose,
    say,
    skip,
    stored,
    taken,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study()


@pytest.fixture
def ana(study):
    return studies.rater(study, "ana")


@pytest.mark.parametrize("other", [say("no"), say(comment="And more."), skip()])
def test_another_answer_from_another_tab_is_told_and_not_stored(ana, other):
    unit = hand_out(ana)
    judge(ana, unit, say("yes"))
    with pytest.raises(Conflict) as caught:
        judge(ana, unit, other)
    assert caught.value.judgement.answer == stored().answer == {"label": "yes"}
    assert not Change.objects.exists()


def test_another_answer_under_the_same_key_is_told_and_not_stored(ana):
    unit, said = hand_out(ana), say("yes")
    judge(ana, unit, said)
    with pytest.raises(Conflict):
        judge(ana, unit, say("no", key=said.key))
    assert stored().answer == {"label": "yes"}


def test_a_change_keeps_what_it_was_before(ana):
    unit = hand_out(ana)
    said = studies.shown(ana, unit, say("yes", comment="Sure.", seconds=2))
    seat = judge(ana, unit, said).seat_id
    changed = judge(ana, unit, say("no", seconds=5, revision=1), LATER)
    assert (changed.answer, changed.revision, changed.seat_id) == ({"label": "no"}, 2, seat)
    kept = Change.objects.get()
    assert (kept.key, kept.rater, kept.unit, kept.at) == (said.key, ana, unit, LATER)
    assert kept.old == {
        "answer": {"label": "yes"}, "skip_reason": "", "comment": "Sure.", "seconds": 2,
        "extra": "", "revision": 1, "at": NOW.isoformat(),
    }  # fmt: skip
    assert (kept.new["answer"], kept.new["comment"]) == ({"label": "no"}, "")
    assert (ana.judged, stored().at) == (1, LATER)


def test_a_change_of_the_comment_alone_is_a_change(ana):
    unit = hand_out(ana)
    judge(ana, unit, say(comment="Sure."))
    assert judge(ana, unit, say(revision=1)).comment == ""
    assert judge(ana, unit, say(revision=2)).revision == 2


def test_a_change_made_from_what_is_stored_no_more_is_a_conflict(ana):
    unit = hand_out(ana)
    judge(ana, unit, say("yes"))
    judge(ana, unit, say("no", revision=1))
    with pytest.raises(Conflict):
        judge(ana, unit, say("unsure", revision=1))
    assert judge(ana, unit, say("no", revision=1)).revision == 2


def test_a_late_copy_of_what_was_replaced_changes_nothing(ana):
    unit, first, second = hand_out(ana), say("yes"), say("no", revision=1)
    judge(ana, unit, first)
    judge(ana, unit, second)
    assert judge(ana, unit, first).answer == judge(ana, unit, second).answer == {"label": "no"}
    with pytest.raises(Conflict):
        judge(ana, unit, say("unsure", key=first.key))
    assert (Change.objects.count(), stored().revision) == (1, 2)


def test_a_skip_that_is_answered_after_all_takes_a_free_seat(ana):
    unit = hand_out(ana)
    judge(ana, unit, skip())
    made = judge(ana, unit, say(revision=1))
    assert (made.seat.unit, made.extra, made.skip_reason, taken()) == (unit, "", "", 1)


def test_a_skip_that_is_answered_when_no_seat_is_left_is_an_extra(ana):
    unit = hand_out(ana)
    judge(ana, unit, skip())
    lose(ana, unit)
    made = judge(ana, unit, say(revision=1))
    assert (made.seat, made.extra) == (None, "late")


def test_what_was_never_shown_takes_no_seat_as_a_skip_and_then_an_answer(study, ana):
    unit = study.units.last()
    assert judge_unseen(ana, unit, skip()).extra == "unseated"
    made = judge(ana, unit, say(revision=1))
    assert (made.seat, made.extra, taken()) == (None, "unseated", 0)
    judge(ana, unit, skip(revision=2))
    assert judge(ana, unit, say(revision=3)).extra == "unseated"


def test_what_was_changed_as_often_as_can_be_counted_is_refused(ana):
    unit = hand_out(ana)
    judge(ana, unit, say())
    Judgement.objects.update(revision=32_767)
    with pytest.raises(Refused, match="too often"):
        judge(ana, unit, say("no", revision=32_767))


def test_an_answer_that_becomes_a_skip_gives_its_seat_back(ana):
    unit = hand_out(ana)
    judge(ana, unit, say())
    made = judge(ana, unit, skip(revision=1))
    assert (made.seat, made.answer, made.skip_reason, taken()) == (None, {}, "unclear", 0)
    assert Seat.objects.filter(unit=unit, rater=None).count() == 3
