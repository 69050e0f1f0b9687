"""A study from its plan to its end, each step once."""

import pytest
from django.contrib.auth.models import User

from annotation.allocation import Policy
from annotation.consent import DEFAULT
from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import enrolment, studies, study_settings
from annotation.services.studies import Settings, StudyRefused
from tests import make
from tests import studies as invented
from tests.studies import NOW

pytestmark = pytest.mark.django_db
PLAN = Settings(title="Vrelks afloat", guidelines="Look.", consent="For research.")


def changed(**fields) -> Settings:
    return Settings(**{"title": "Vrelks", "guidelines": "Look.", "consent": "Yes."} | fields)


def refusal(step, *args, **named) -> StudyRefused:
    with pytest.raises(StudyRefused) as refused:
        step(*args, **named)
    return refused.value


def locked(**fields) -> Study:
    study = invented.study(**fields)
    invented.judged(study.units.first(), invented.rater(study))
    Study.objects.filter(pk=study.pk).update(locked_at=NOW)
    study.refresh_from_db()
    return study


def test_a_study_is_made_as_a_draft_at_an_address_of_its_title():
    study = studies.create(PLAN, kind="object_affordance")
    assert (study.slug, study.version, study.status) == ("vrelks-afloat", 1, "draft")
    assert study.consent_text.texts == {"en": "For research."}
    assert (study.seats, study.policy) == (3, Policy.SHUFFLED_BLOCKS)


@pytest.mark.parametrize(
    ("kind", "slug", "about", "said"),
    [
        ("gnorb", "x", "kind", "There is no kind 'gnorb'"),
        ("object_filter", "new", "slug", "There is a page at the address 'new' already."),
        ("object_filter", "vrelk", "slug", "There is a page at the address 'vrelk' already."),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_field(kind, slug, about, said):
    invented.study()
    refused = refusal(studies.create, PLAN, kind=kind, slug=slug)
    assert said in str(refused) and refused.about == about
    assert Study.objects.count() == 1


def test_a_title_without_letters_needs_an_address():
    refused = refusal(studies.create, changed(title="茶壶"), kind="object_filter")
    assert refused.about == "slug"


def test_a_change_replaces_all_settings():
    study, other = studies.create(PLAN, kind="object_filter"), invented.study()
    studies.change(study, changed(title="Other", seats=2, excludes=[other]))
    assert (study.title, study.seats, list(study.excludes.all())) == ("Other", 2, [other])
    studies.change(study, changed(title="Other", seats=2))
    assert list(study.excludes.all()) == []


def test_settings_that_somebody_else_changed_meanwhile_are_not_replaced_unread():
    study = studies.create(PLAN, kind="object_filter")
    seen = study_settings.stamp(study)
    studies.change(study, changed(title="Theirs"), seen=seen)
    with pytest.raises(studies.ChangedMeanwhile) as refused:
        studies.change(study, changed(title="Mine"), seen=seen)
    assert Study.objects.get().title == "Theirs"
    studies.change(study, changed(title="Mine"), seen=refused.value.stands)
    assert Study.objects.get().title == "Mine"


def test_a_copy_of_a_change_changes_nothing_and_is_no_conflict():
    study = studies.create(PLAN, kind="object_filter")
    seen = study_settings.stamp(study)
    for _ in range(2):
        studies.change(study, changed(title="Other"), seen=seen)


@pytest.mark.parametrize("left", [False, True], ids=["takes part", "withdrew"])
def test_no_study_is_excluded_in_which_raters_took_part(left):
    there, here = invented.study(slug="old"), invented.study()
    who = User.objects.create_user("vera")
    invented.rater(here, "ana", user=who, agreed_at=None)
    before = invented.rater(there, user=who)
    if left:
        enrolment.withdraw(before, now=NOW)
    refused = refusal(studies.change, here, changed(excludes=[there]))
    assert refused.about == "excludes" and "ana" in str(refused)
    assert not here.excludes.exists()


def test_a_study_is_excluded_in_which_no_rater_took_part():
    there, here = invented.study(slug="old"), invented.study()
    who = User.objects.create_user("vera")
    invented.rater(here, "ana", user=who, agreed_at=None)
    invented.rater(there, user=who, removed_at=NOW)
    studies.change(here, changed(excludes=[there]))
    assert list(here.excludes.all()) == [there]


def test_a_locked_study_does_not_change():
    study = locked()
    assert "locked since its first judgement" in str(
        refusal(studies.change, study, changed(title="Other"))
    )
    study.refresh_from_db()
    assert study.title == "Vrelks"


@pytest.mark.parametrize(("seats", "numbers"), [(1, [1]), (4, [1, 2, 3, 4])])
def test_units_get_as_many_seats_as_a_change_asks_for(seats, numbers):
    study = invented.study(units=2, seats_a_unit=3)
    Unit.objects.create(study=study, key="gold", snapshot={}, gold={"label": "yes"})
    studies.change(study, changed(seats=seats))
    for unit in study.units.filter(gold__isnull=True):
        assert list(unit.seats.order_by("number").values_list("number", flat=True)) == numbers
    assert Seat.objects.filter(unit__key="gold").count() == 0


def test_seats_that_raters_hold_are_not_taken_from_them():
    study = invented.study(units=1, seats_a_unit=2)
    Seat.objects.filter(number=2).update(rater=invented.rater(study), reserved_until=NOW)
    refused = refusal(studies.change, study, changed(seats=1, consent=DEFAULT, title="Other"))
    assert refused.about == "seats"
    assert (Study.objects.get().title, Seat.objects.count()) == ("Vrelks", 2)


def test_an_opened_study_keeps_a_consent_text():
    refused = refusal(studies.change, invented.study(), changed(consent=" "))
    assert refused.about == "consent"
    assert Study.objects.get().consent_text == invented.consent()


def test_the_catalogue_that_units_are_called_by_is_not_left():
    first, second = make.catalogue("kitchen-1"), make.catalogue("kitchen-2")
    study = invented.study(catalogue=first)
    refused = refusal(studies.change, study, changed(catalogue=second))
    assert refused.about == "catalogue"


def test_what_somebody_agreed_to_stays():
    study = invented.study(consent_text=invented.consent())
    invented.rater(study)
    refused = refusal(studies.change, study, changed(consent="Another."))
    assert refused.about == "consent"


def test_a_draft_opens_once_it_has_units_a_consent_text_and_a_contact():
    study = studies.create(changed(consent=""), kind="object_affordance")
    assert "no units" in str(refusal(studies.open_study, study, now=NOW))
    Unit.objects.create(study=study, key="learn", snapshot={}, training=True)
    assert "no units" in str(refusal(studies.open_study, study, now=NOW))
    Unit.objects.create(study=study, key="u1", snapshot={})
    assert "no consent text" in str(refusal(studies.open_study, study, now=NOW))
    studies.change(study, changed(contact=" "))
    assert refusal(studies.open_study, study, now=NOW).about == "contact"
    studies.change(study, changed(contact="quomb@example.org"))
    studies.open_study(study, now=NOW)
    assert (study.status, study.opened_at) == ("open", NOW)


def test_opening_twice_is_opening_once():
    study = invented.study(status="draft", consent_text=invented.consent(), contact="ana")
    studies.open_study(study, now=NOW)
    studies.open_study(study, now=NOW.replace(year=2027))
    assert study.opened_at == NOW


def test_a_closed_study_is_not_opened_as_a_draft_is():
    study = invented.study(status="closed", consent_text=invented.consent(), contact="ana")
    assert "is closed by now" in str(refusal(studies.open_study, study, now=NOW))


def test_closing_frees_what_raters_hold_and_keeps_what_they_judged():
    study = invented.study(units=2, seats_a_unit=1)
    gold = Unit.objects.create(study=study, key="gold", snapshot={}, gold={"label": "yes"})
    ana, ben, cid = (invented.rater(study, name) for name in ("ana", "ben", "cid"))
    judged = invented.judged(study.units.get(key="u0"), ana)
    Seat.objects.filter(unit__key="u1").update(rater=ben, reserved_until=NOW)
    Seat.objects.create(unit=gold, number=cid.pk, rater=cid, reserved_until=NOW)
    for _ in range(2):
        studies.close(study, now=NOW)
        assert (study.status, study.closed_at) == ("closed", NOW)
        assert Seat.objects.get(unit__key="u1").rater is None
        assert not gold.seats.exists()
        assert Seat.objects.get(pk=judged.seat_id).rater == ana


def test_a_closed_study_opens_again_and_a_draft_does_not():
    study = invented.study(status="closed", opened_at=NOW, closed_at=NOW)
    for _ in range(2):
        studies.reopen(study)
        assert (study.status, study.opened_at, study.closed_at) == ("open", NOW, None)
    assert "is draft by now" in str(
        refusal(studies.reopen, invented.study(slug="gnorb", status="draft"))
    )


def test_a_draft_is_not_closed():
    assert "is draft by now" in str(refusal(studies.close, invented.study(status="draft"), now=NOW))


def test_the_next_version_has_settings_and_units_and_nothing_that_was_judged():
    study = locked(units=2, seats_a_unit=2, contact="ana", gold_every=7)
    excluded = invented.study(slug="gnorb")
    study.excludes.add(excluded)
    study.invitations.create(token="t")
    Unit.objects.create(study=study, key="g", snapshot={"a": 1}, gold={"label": "no"})
    made = studies.next_version(study)
    assert (made.slug, made.version, made.status, made.locked_at) == ("vrelk", 2, "draft", None)
    assert (made.contact, made.gold_every, made.opened_at) == ("ana", 7, None)
    assert list(made.excludes.all()) == [excluded]
    copied = made.units.order_by("pk").values_list("key", "block", "gold")
    assert list(copied) == [("u0", "b0", None), ("u1", "b0", None), ("g", "", {"label": "no"})]
    # Two units with two seats each, all free; the gold unit gets its seats rater by rater.
    assert Seat.objects.filter(unit__study=made, rater=None).count() == 4
    assert not Judgement.objects.filter(unit__study=made).exists()
    assert not Rater.objects.filter(study=made).exists() and not made.invitations.exists()


def test_a_second_post_finds_the_next_version_that_the_first_made():
    study = locked()
    assert studies.next_version(study) == studies.next_version(study)
    assert Study.objects.count() == 2


def test_a_version_that_was_opened_is_no_draft_to_be_found():
    study = locked()
    invented.become("open", studies.next_version(study))
    assert studies.next_version(study).version == 3


def test_a_study_that_can_be_changed_needs_no_next_version():
    assert "change it as it is" in str(refusal(studies.next_version, invented.study()))


def test_a_draft_is_deleted_with_its_units():
    study = invented.study(status="draft")
    studies.delete(study)
    assert not Study.objects.exists() and not Seat.objects.exists()


@pytest.mark.parametrize("status", ["open", "closed"])
def test_what_was_opened_is_not_deleted(status):
    refusal(studies.delete, invented.study(status=status))
    assert Study.objects.exists()


def test_a_draft_with_judgements_is_not_deleted():
    study = invented.study(status="draft")
    invented.judged(study.units.first(), invented.rater(study))
    refusal(studies.delete, study)
    assert Study.objects.exists()
