"""Links to a study: how many they let in, and until when."""

import uuid
from datetime import timedelta

import pytest

from annotation.models import Invitation
from annotation.services import enrolment, invitations
from annotation.services.enrolment import Over
from tests import studies
from tests.studies import NOW
from tests.web.annotation.joining import join, link, refused, user

pytestmark = pytest.mark.django_db


def test_a_full_invitation_lets_nobody_in():
    invitation = link(studies.study(), places=1)
    join(invitation, user("a"))
    assert "Every place" in refused(invitation, user("b"))


def test_the_last_place_goes_to_one_of_two_who_read_that_it_is_free():
    invitation = link(studies.study(), places=1)
    as_both_read_it = Invitation.objects.select_related("study").get(pk=invitation.pk)
    join(invitation, user("a"))
    assert "Every place" in refused(as_both_read_it, user("b"))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"revoked_at": NOW}, "taken back"),
        ({"expires_at": NOW}, "too old"),
    ],
)
def test_a_link_that_is_over_lets_nobody_in(fields, says):
    invitation = link(studies.study(), **fields)
    assert says in refused(invitation, user())
    assert isinstance(enrolment.refusal_of(invitation, None, now=NOW), Over)


def test_a_link_is_valid_until_its_last_moment():
    invitation = link(studies.study(), days=2)
    with pytest.raises(Over):
        join(invitation, user("a"), NOW + timedelta(days=2))
    assert join(invitation, user("b"), NOW + timedelta(days=2, seconds=-1))


@pytest.mark.parametrize(("status", "says"), [("draft", "not open yet"), ("closed", "is closed")])
def test_a_study_that_is_not_open_lets_nobody_in(status, says):
    assert says in refused(link(studies.study(status=status)), user())


def test_a_copy_of_the_form_makes_no_second_invitation():
    study, key = studies.study(), uuid.uuid4()
    asked = {"note": "course", "places": 2, "days": None, "adjudicates": False, "now": NOW}
    first, copy = (invitations.make(study, key, **asked) for _ in range(2))
    assert first == copy and first.expires_at is None
    assert invitations.make(study, uuid.uuid4(), **asked).token != first.token


def test_who_joined_by_a_link_that_is_revoked_stays():
    invitation = link(studies.study())
    rater = join(invitation, user())
    invitations.revoke(invitation, now=NOW)
    invitations.revoke(invitation, now=NOW + timedelta(days=1))
    invitation.refresh_from_db()
    rater.refresh_from_db()
    assert invitation.revoked_at == NOW and rater.removed_at is None


def test_a_link_that_was_opened_before_the_study_closed_lets_nobody_in():
    invitation = link(studies.study())
    as_it_was = Invitation.objects.select_related("study").get(pk=invitation.pk)
    studies.become("closed")
    assert "is closed" in refused(as_it_was, user())


def test_other_content_in_a_form_that_was_sent_before_makes_another_link():
    study, key = studies.study(), uuid.uuid4()
    asked = {"note": "", "days": None, "adjudicates": False, "now": NOW}
    one, seven = (invitations.make(study, key, places=places, **asked) for places in (1, 7))
    assert (one.places, seven.places) == (1, 7)
