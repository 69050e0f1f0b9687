"""Who may not judge for what they judged, played or left before."""

import pytest

from annotation.models import FormerRater
from annotation.services import enrolment
from annotation.services.enrolment import NotLetIn
from games.models import JudgedCatalogue
from tests import make, studies
from tests.studies import NOW
from tests.web.annotation.joining import join, link, refused, user

pytestmark = pytest.mark.django_db


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
