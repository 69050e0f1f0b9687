"""Joining a study: who is let in, once, under a made-up name; who is not; what stays of it."""

import random
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User

from annotation import consent
from annotation.models import FormerRater, Invitation, Rater, Study
from annotation.services import accounts, enrolment, invitations
from annotation.services.accounts import NameTaken
from annotation.services.enrolment import NotLetIn, Over
from games import pseudonyms
from games.models import JudgedCatalogue
from tests import make, studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


def link(study, *, places=3, days=30, adjudicates=False, **fields) -> Invitation:
    made = invitations.make(
        study, uuid.uuid4(), note="", places=places, days=days, adjudicates=adjudicates, now=NOW
    )
    Invitation.objects.filter(pk=made.pk).update(**fields)
    made.refresh_from_db()
    return made


def user(name="zed") -> User:
    return User.objects.create_user(name)


def join(invitation, who, now=NOW):
    return enrolment.join(invitation, who, consent_text=studies.consent(), now=now)


def refused(invitation, who, now=NOW) -> str:
    """The sentence, after a look at what is stored: no rater, no place."""
    before = Rater.objects.count(), Invitation.objects.get(pk=invitation.pk).used
    with pytest.raises(NotLetIn) as error:
        join(invitation, who, now)
    after = Rater.objects.count(), Invitation.objects.get(pk=invitation.pk).used
    assert after == before
    return str(error.value)


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


def test_who_judged_in_any_version_of_an_excluded_study_is_not_let_in():
    first, second = studies.study(slug="old"), studies.study(slug="old", version=2)
    here = studies.study(slug="new")
    here.excludes.add(second)
    who = user()
    before = studies.rater(first, user=who, removed_at=NOW)
    invitation = link(here)
    assert enrolment.refusal_of(invitation, who, now=NOW) is None
    studies.judged(first.units.first(), before)
    assert "“Vrelks”" in refused(invitation, who)


def test_who_may_still_judge_in_an_excluded_study_is_not_let_in():
    there, here = studies.study(slug="old"), studies.study(slug="new")
    here.excludes.add(there)
    who = user()
    studies.rater(there, user=who)
    assert refused(link(here), who)


def test_an_excluded_study_takes_no_raters_of_the_one_that_excludes_it():
    there, here = studies.study(slug="old"), studies.study(slug="new")
    here.excludes.add(there)
    who = user()
    studies.rater(here, user=who)
    assert refused(link(there), who)


def test_other_studies_shut_nobody_out():
    there, here = studies.study(slug="old"), studies.study(slug="new")
    who = user()
    studies.judged(there.units.first(), studies.rater(there, user=who))
    assert join(link(here), who)


def test_who_played_a_baseline_of_the_catalogue_is_not_let_in():
    campaign = make.campaign(baseline=True)
    who = user()
    make.volunteer(campaign, account_id=who.pk)
    invitation = link(studies.study(catalogue=campaign.catalogue))
    assert "played" in refused(invitation, who)
    assert enrolment.refusal_of(invitation, user("other"), now=NOW) is None


def test_who_joins_may_play_no_baseline_of_the_catalogue_from_then_on():
    study, who = studies.study(catalogue=make.catalogue()), user()
    join(link(study), who)
    assert JudgedCatalogue.objects.get().account == who


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
    study = studies.study()
    assert enrolment.shown_consent(study) == consent.DEFAULT
    assert enrolment.consent_for(study).in_language("en") == consent.DEFAULT
    study.consent_text = studies.consent()
    assert enrolment.shown_consent(study) == "For research."


def test_a_researchers_account_gets_no_reset_link():
    User.objects.create_user("boss", is_staff=True)
    User.objects.create_user("root", is_superuser=True)
    for name in ("boss", "root"):
        with pytest.raises(accounts.NotAnAnnotator):
            accounts.reset_link(name)
    with pytest.raises(accounts.NoSuchAccount):
        accounts.reset_link("nobody")


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


WITHDREW = "You withdrew from this study."


def test_who_withdrew_does_not_come_back_as_somebody_new():
    study, who = studies.study(), user()
    invitation = link(study)
    enrolment.withdraw(join(invitation, who), now=NOW)
    assert WITHDREW in refused(invitation, who)
    with pytest.raises(NotLetIn, match=WITHDREW):
        enrolment.add(study, who)
    assert join(invitation, user("other"))


def test_what_is_kept_of_who_withdrew_names_neither_account_nor_pseudonym():
    study, who = studies.study(), user()
    rater = join(link(study), who)
    enrolment.withdraw(rater, now=NOW)
    enrolment.withdraw(rater, now=NOW)
    mark = FormerRater.objects.get().account
    assert len(mark) == 64 and who.username not in mark
    again = studies.rater(studies.study(slug="b"), user=who)
    enrolment.withdraw(again, now=NOW)
    assert FormerRater.objects.exclude(account=mark).count() == 1


@pytest.mark.parametrize("first", ["old", "new"])
def test_who_withdrew_from_one_of_two_studies_apart_does_not_join_the_other(first):
    old, new = studies.study(slug="old"), studies.study(slug="new")
    new.excludes.add(studies.study(slug="old", version=2))
    here, there = (old, new) if first == "old" else (new, old)
    who = user()
    enrolment.withdraw(join(link(here), who), now=NOW)
    assert "You withdrew from “Vrelks”." in refused(link(there), who)


def test_who_was_removed_and_judges_elsewhere_by_now_is_not_let_in_again():
    old, new = studies.study(slug="old"), studies.study(slug="new")
    new.excludes.add(old)
    who = user()
    rater = join(link(old), who)
    enrolment.remove(rater, now=NOW)
    join(link(new), who)
    with pytest.raises(NotLetIn, match="take part in"):
        enrolment.let_in(rater)
    rater.refresh_from_db()
    assert rater.removed_at == NOW


def test_a_link_that_was_opened_before_the_study_closed_lets_nobody_in():
    invitation = link(studies.study())
    as_it_was = Invitation.objects.select_related("study").get(pk=invitation.pk)
    Study.objects.update(status="closed")
    assert "is closed" in refused(as_it_was, user())


def test_a_study_that_closed_meanwhile_takes_nobody_in():
    study = studies.study()
    Study.objects.update(status="closed")
    with pytest.raises(Over):
        enrolment.add(study, user())


def test_other_content_in_a_form_that_was_sent_before_makes_another_link():
    study, key = studies.study(), uuid.uuid4()
    asked = {"note": "", "days": None, "adjudicates": False, "now": NOW}
    one, seven = (invitations.make(study, key, places=places, **asked) for places in (1, 7))
    assert (one.places, seven.places) == (1, 7)


def test_two_accounts_of_one_form_have_different_passwords():
    study, key = studies.study(), uuid.uuid4()
    first, second = (enrolment.add_fresh(study, name, key) for name in ("vera", "wim"))
    assert first.password != second.password
