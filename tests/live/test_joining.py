"""Many people open one invitation at the same moment, on PostgreSQL."""

import uuid
from collections import Counter
from functools import partial

import pytest
from django.contrib.auth.models import User

from annotation.models import Invitation, Rater
from annotation.services import enrolment, invitations
from annotation.services.accounts import NameTaken
from annotation.services.enrolment import NotLetIn
from tests import make, studies
from tests.live.test_seats import at_once
from tests.studies import NOW

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
CROWD, PLACES = 20, 5


def link(places=PLACES, **fields) -> Invitation:
    made = invitations.make(
        studies.study(**fields), uuid.uuid4(), note="", places=places, days=None,
        adjudicates=False, now=NOW,
    )  # fmt: skip
    return Invitation.objects.select_related("study__catalogue").get(pk=made.pk)


def joined(invitation, who) -> Rater | None:
    try:
        return enrolment.join(invitation, who, consent_text=studies.consent(), now=NOW)
    except NotLetIn:
        return None


def made_and_joined(invitation, name) -> str:
    consent_text = studies.consent()
    try:
        enrolment.join_as_newcomer(
            invitation, name, "seven red lamps", consent_text=consent_text, now=NOW
        )
    except (NotLetIn, NameTaken) as refused:
        return type(refused).__name__
    return "joined"


def crowd(number=CROWD) -> list[User]:
    return [User.objects.create_user(f"u{each}") for each in range(number)]


def used(invitation) -> int:
    return Invitation.objects.get(pk=invitation.pk).used


def test_twenty_at_once_for_five_places_fill_exactly_five():
    invitation, people = link(), crowd()
    came = at_once(partial(joined, invitation, each) for each in people)
    assert sum(rater is not None for rater in came) == PLACES
    assert (Rater.objects.count(), used(invitation)) == (PLACES, PLACES)
    assert len(set(Rater.objects.values_list("pseudonym", flat=True))) == PLACES


def test_it_is_five_where_joining_locks_the_catalogues_baselines_as_well():
    campaign = make.campaign(baseline=True)
    invitation, people = link(catalogue=campaign.catalogue), crowd()
    came = at_once(partial(joined, invitation, each) for each in people)
    assert sum(rater is not None for rater in came) == used(invitation) == PLACES


def test_one_account_in_twenty_browsers_takes_one_place():
    invitation, (who,) = link(), crowd(1)
    came = at_once(partial(joined, invitation, who) for _ in range(CROWD))
    assert set(came) == {Rater.objects.get()}
    assert used(invitation) == 1


def test_twenty_newcomers_for_five_places_leave_no_account_of_who_was_too_late():
    invitation = link()
    came = at_once(partial(made_and_joined, invitation, f"n{each}") for each in range(CROWD))
    assert Counter(came) == {"joined": PLACES, "NotLetIn": CROWD - PLACES}
    assert User.objects.count() == Rater.objects.count() == PLACES


def test_one_form_sent_twenty_times_at_once_makes_one_account():
    invitation = link(places=CROWD)
    came = at_once(partial(made_and_joined, invitation, "vera") for _ in range(CROWD))
    assert Counter(came) == {"joined": 1, "NameTaken": CROWD - 1}
    assert (User.objects.count(), Rater.objects.count(), used(invitation)) == (1, 1, 1)
    copies = {enrolment.joined_before(invitation, "vera", "seven red lamps") for _ in came}
    assert copies == {Rater.objects.get()}


def test_who_joins_two_studies_apart_at_once_is_let_into_one():
    first, second = link(places=CROWD, slug="a"), link(places=CROWD, slug="b")
    second.study.excludes.add(first.study)
    for who in crowd(8):
        at_once([partial(joined, first, who), partial(joined, second, who)])
        assert Rater.objects.filter(user=who).count() == 1


def test_who_joins_and_is_taken_in_elsewhere_at_once_is_let_into_one():
    first, there = link(places=CROWD, slug="a"), studies.study(slug="b")
    there.excludes.add(first.study)

    def add(who):
        try:
            enrolment.add(there, who)
        except NotLetIn:
            return

    for who in crowd(8):
        at_once([partial(joined, first, who), partial(add, who)])
        assert Rater.objects.filter(user=who).count() == 1


def test_names_that_differ_in_capital_letters_at_once_make_one_account():
    invitation = link(places=CROWD)
    came = at_once(partial(made_and_joined, invitation, name) for name in ("vera", "Vera", "VERA"))
    assert Counter(came) == {"joined": 1, "NameTaken": 2}
    assert User.objects.count() == 1


def test_who_withdraws_and_joins_at_once_does_not_come_back():
    invitation, people = link(places=CROWD), crowd(8)
    for who in people:
        rater = joined(invitation, who)
        leave = partial(enrolment.withdraw, rater, now=NOW)
        at_once([leave, *(partial(joined, invitation, who) for _ in range(3))])
    assert Rater.objects.count() == len(people)
    assert not Rater.objects.exclude(user=None).exists()
