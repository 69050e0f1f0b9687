"""Joining a study: once, under a made-up name, by a link or taken in by a researcher."""

import random
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User

from annotation import consent
from annotation.services import accounts, enrolment
from annotation.services.accounts import NameTaken
from annotation.services.enrolment import NotLetIn, Over
from games import pseudonyms
from tests import studies
from tests.studies import NOW
from tests.web.annotation.joining import join, link, user

pytestmark = pytest.mark.django_db


def test_who_joins_has_agreed_under_a_made_up_name_and_takes_a_place():
    invitation = link(studies.study())
    rater = join(invitation, user("vera"))
    assert rater.agreed_at == NOW and rater.consent_text == studies.consent()
    assert rater.pseudonym.count("-") == 2 and "vera" not in rater.pseudonym
    invitation.refresh_from_db()
    assert (invitation.used, rater.invitation) == (1, invitation)


def test_who_joins_again_is_the_same_rater_and_takes_no_second_place():
    invitation, who = link(studies.study()), user()
    assert join(invitation, who) == join(invitation, who)
    invitation.refresh_from_db()
    assert invitation.used == 1


def test_an_invitation_may_make_adjudicators():
    study = studies.study()
    named = join(link(study, adjudicates=True), user("a"))
    assert (named.adjudicates, named.apart_since) == (True, NOW)
    other = join(link(study), user("b"))
    assert (other.adjudicates, other.apart_since) == (False, None)


def test_pseudonyms_that_are_taken_are_passed_over():
    study = studies.study()
    first, second = random.Random(7), random.Random(7)
    taken, next_one = pseudonyms.pseudonym(first), pseudonyms.pseudonym(first)
    studies.rater(study, taken)
    rater = enrolment.join(link(study), user(), consent_text=studies.consent(), now=NOW, rng=second)
    assert rater.pseudonym == next_one


def test_the_name_of_the_account_is_never_the_pseudonym():
    study = studies.study()
    first, second = random.Random(7), random.Random(7)
    name, next_one = pseudonyms.pseudonym(first), pseudonyms.pseudonym(first)
    rater = enrolment.join(
        link(study), user(name), consent_text=studies.consent(), now=NOW, rng=second
    )
    assert rater.pseudonym == next_one


def newcomer(invitation, name="vera", password="a long password"):
    return enrolment.join_as_newcomer(
        invitation, name, password, consent_text=studies.consent(), now=NOW
    )


def test_a_newcomer_gets_an_annotators_account():
    rater = newcomer(link(studies.study()))
    assert not rater.user.is_staff and rater.user.email == ""
    assert list(rater.user.groups.all()) == [Group.objects.get(name="annotators")]
    assert rater.user.check_password("a long password")


def test_a_newcomer_who_is_not_let_in_leaves_no_account():
    invitation = link(studies.study(), places=1)
    newcomer(invitation)
    with pytest.raises(NotLetIn):
        newcomer(invitation, "wim")
    assert not User.objects.filter(username="wim").exists()


def test_a_name_that_is_taken_takes_no_place():
    invitation = link(studies.study())
    user("Vera")
    with pytest.raises(NameTaken):
        newcomer(invitation, "vera")
    invitation.refresh_from_db()
    assert invitation.used == 0


def test_a_copy_of_a_newcomers_post_is_known_by_name_and_password():
    invitation = link(studies.study())
    rater = newcomer(invitation)
    assert enrolment.joined_before(invitation, "vera", "a long password") == rater
    assert enrolment.joined_before(invitation, "vera", "another password") is None
    assert enrolment.joined_before(link(studies.study(slug="b")), "vera", "a long password") is None


def test_an_account_that_a_researcher_takes_in_has_not_agreed_yet():
    rater = enrolment.add(studies.study(status="draft"), user())
    assert rater.agreed_at is None and rater.invitation is None


def test_taking_an_account_in_twice_makes_one_rater():
    study, who = studies.study(), user()
    assert enrolment.add(study, who) == enrolment.add(study, who)


def test_nobody_is_taken_into_a_closed_study():
    with pytest.raises(Over):
        enrolment.add(studies.study(status="closed"), user())


def test_an_account_made_for_somebody_is_made_once_by_one_form():
    study, key = studies.study(), uuid.uuid4()
    first, copy = (enrolment.add_fresh(study, "vera", key) for _ in range(2))
    assert first == copy and study.raters.count() == 1
    assert User.objects.get(username="vera").check_password(first.password)
    with pytest.raises(NameTaken):
        enrolment.add_fresh(study, "vera", uuid.uuid4())


def test_agreeing_keeps_the_first_time_and_text():
    rater = studies.rater(studies.study(), agreed_at=None, consent_text=None)
    enrolment.agree(rater, studies.consent(), now=NOW)
    enrolment.agree(rater, enrolment.consent_text_of("Other."), now=NOW + timedelta(days=1))
    assert (rater.agreed_at, rater.consent_text) == (NOW, studies.consent())


def test_a_consent_text_is_stored_once():
    first, second = (enrolment.consent_text_of("For research only.") for _ in range(2))
    assert first == second and first.texts == {"en": "For research only."}


def test_a_study_without_a_text_of_its_own_shows_the_one_that_all_begin_with():
    study = studies.study(status="draft")
    assert enrolment.shown_consent(study) == consent.DEFAULT
    assert enrolment.consent_for(study).in_language("en") == consent.DEFAULT
    study.consent_text = enrolment.consent_text_of("For research.")
    assert enrolment.shown_consent(study) == "For research."


def test_a_researchers_account_gets_no_reset_link():
    User.objects.create_user("boss", is_staff=True)
    User.objects.create_user("root", is_superuser=True)
    for name in ("boss", "root"):
        with pytest.raises(accounts.NotAnAnnotator):
            accounts.reset_link(name)
    with pytest.raises(accounts.NoSuchAccount):
        accounts.reset_link("nobody")


def test_a_study_that_closed_meanwhile_takes_nobody_in():
    study = studies.study()
    studies.become("closed")
    with pytest.raises(Over):
        enrolment.add(study, user())


def test_two_accounts_of_one_form_have_different_passwords():
    study, key = studies.study(), uuid.uuid4()
    first, second = (enrolment.add_fresh(study, name, key) for name in ("vera", "wim"))
    assert first.password != second.password
